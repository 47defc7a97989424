/** The page begins here. */

import { mountBar } from "./bar.js";
import { mountTools } from "./edit/toolbox.js";
import { Editor } from "./edit/editor.js";
import { Files } from "./files.js";
import { mountKeys } from "./keys.js";
import { mountMessages } from "./messages.js";
import { restoreShared } from "./model/share.js";
import { mountSearch } from "./search/mount.js";
import { Studio } from "./studio.js";

/** What is shown where nothing else was asked for. */
const BLANK = { domain: "grid", width: 48, height: 30 };

/** Milliseconds after which the server is told that a world is still looked at; it forgets others after half an hour. */
const KEEP = 600_000;

const region = (id) => document.getElementById(id);

async function boot() {
  const studio = new Studio();
  Object.assign(window, { studio });
  mountMessages(studio, region("toasts"));
  try {
    await studio.begin();
  } catch (error) {
    studio.say(error.message, "error");
    return;
  }
  const editor = new Editor(studio);
  const files = new Files(studio, region("drop"), (width, height) => editor.resize(width, height));
  mountBar(studio, files, { world: region("world-bar"), name: region("world-name"), page: region("page-bar") });
  mountTools(studio, editor, region("tools"));
  mountKeys(studio, files);
  mountSearch(studio, { panels: region("panels"), player: region("player"), side: region("side") });
  const bar = region("busy");
  studio.addEventListener("busy", (/** @type {any} */ event) => (bar.hidden = !event.detail.busy));
  addEventListener("hashchange", () => openFirst(studio));
  addEventListener("pagehide", (event) => event.persisted || studio.world?.close());
  const keep = () => document.hidden || studio.world?.keep().catch((error) => studio.say(error.message, "error"));
  setInterval(keep, KEEP);
  document.addEventListener("visibilitychange", keep);
  await openFirst(studio);
  studio.addEventListener("world", forgetLink);
  document.documentElement.dataset.ready = "true";
}

/** What the link holds; else the first source; else a blank world. */
async function openFirst(studio) {
  try {
    if (await restoreShared(studio, location.hash)) return;
  } catch (error) {
    studio.say(error.message, "error");
  }
  try {
    if (studio.world) return;
    if (studio.sources.length) await studio.open({ source: studio.sources[0].name });
    else if (studio.domain(BLANK.domain)?.canvas) await studio.open({ blank: BLANK });
    else studio.say("Open a file to begin", "info");
  } catch (error) {
    studio.say(error.message, "error");
  }
}

/** The link in the address is of another world than the one that is shown. */
function forgetLink() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

await boot();
