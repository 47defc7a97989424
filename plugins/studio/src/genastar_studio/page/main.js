/** The page begins here. */

import { mountBar } from "./frame/bar.js";
import { mountTools } from "./edit/toolbox.js";
import { Editor } from "./edit/editor.js";
import { Files } from "./frame/files.js";
import { Gallery, showOpening } from "./frame/gallery.js";
import { mountKeys } from "./frame/keys.js";
import { Lessons } from "./frame/lessons.js";
import { mountMessages } from "./controls/messages.js";
import { Autosave } from "./frame/autosave.js";
import { openRecordedLink } from "./model/recorded-link.js";
import { restoreShared } from "./model/share-link.js";
import { mountSearch } from "./search/region.js";
import { Studio } from "./model/studio.js";

/** Milliseconds after which the server is told that a world is still looked at; it forgets others after half an hour. */
const KEEP = 600_000;

const region = (id) => document.getElementById(id);

async function boot() {
  const studio = new Studio();
  Object.assign(window, { studio });
  mountMessages(studio, region("toasts"));
  const editor = new Editor(studio);
  const files = new Files(studio, region("drop"), (width, height) => editor.resize(width, height));
  const autosave = new Autosave(studio, editor);
  const gallery = new Gallery(studio, autosave);
  const regions = { world: region("world-bar"), name: region("world-name"), page: region("page-bar") };
  const lessons = new Lessons(studio, region("lesson"));
  mountBar(studio, files, regions, gallery, lessons);
  mountTools(studio, editor, region("tools"));
  mountKeys(studio, files);
  const search = mountSearch(studio, { panels: region("panels"), player: region("player"), side: region("side") });
  const bar = region("busy");
  studio.addEventListener("busy", (/** @type {any} */ event) => (bar.hidden = !event.detail.busy));
  // The recorded search plays while the server reads its domains.
  let opening = null;
  try {
    const sources = studio.api.sources();
    const catalogue = studio.during(() => studio.begin(sources));
    if (!location.hash && !autosave.hasOwn && !(await sources).length) opening = await showOpening(studio);
    if (opening && !matchMedia("(prefers-reduced-motion: reduce)").matches) search.player.replay();
    await catalogue;
  } catch (error) {
    studio.say(error.message, "error");
    return;
  }
  addEventListener("hashchange", () => openFirst(studio, lessons));
  addEventListener("pagehide", (event) => event.persisted || !autosave.hasAll || studio.world?.close());
  const keep = () => document.hidden || studio.world?.keep().catch((error) => studio.say(error.message, "error"));
  setInterval(keep, KEEP);
  document.addEventListener("visibilitychange", keep);
  await openFirst(studio, lessons, opening, autosave);
  autosave.begin(search.panels);
  studio.addEventListener("world", forgetLink);
  document.documentElement.dataset.ready = "true";
}

/** What the link holds; else the first source; else the opening, whose world the server gets too. */
async function openFirst(studio, lessons, opening = null, autosave = null) {
  try {
    if (await lessons.openLink(location.hash)) return;
    if (await openRecordedLink(studio, location.hash)) return;
    if (await restoreShared(studio, location.hash)) return;
  } catch (error) {
    studio.say(error.message, "error");
  }
  try {
    if (await autosave?.restore()) return;
    if (opening) {
      if (studio.domain(opening.world.domain)?.canvas) await studio.attach(opening.world, opening.descriptor);
    } else if (studio.world) return;
    else if (studio.sources.length) await studio.open({ source: studio.sources[0].name });
    else await showOpening(studio);
  } catch (error) {
    studio.say(error.message, "error");
  }
}

/** The link in the address is of another world than the one that is shown. */
function forgetLink() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

await boot();
