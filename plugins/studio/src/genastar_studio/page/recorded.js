/**
 * Recorded searches, played without a server: those of a link (`#r=`), of this file (an element `recording`), of a notebook
 * (which calls `play`), or of the list `recordings.json` beside the page.
 */

import { make } from "./controls/dom.js";
import { mountMessages } from "./controls/messages.js";
import { checkRecording, Recorded, readRecording } from "./model/recording.js";
import { readRecordedLink } from "./model/recorded-link.js";
import { unpack } from "./model/share-link.js";
import { mountSearch } from "./search/region.js";
import { Studio } from "./model/studio.js";
import { LessonStrip } from "./view/lesson-strip.js";

const region = (id) => document.getElementById(id);

const studio = new Studio();
mountMessages(studio, region("toasts"));
const { panels, player, tabs } = mountSearch(studio, { panels: region("panels"), player: region("player"), side: region("side") });

new LessonStrip(studio, region("lesson"));

/** Show a recording, played from its start if somebody just opened it. @param {any} given  @param {{plays?: boolean}} [how] */
async function play(given, { plays = false } = {}) {
  const recording = checkRecording(given);
  const ended = new Promise((done) => panels.addEventListener("ended", done, { once: true }));
  await studio.openRecording(recording);
  await ended;
  document.title = `genastar: ${recording.lesson?.title ?? recording.title}`;
  tabs.choose(recording.algorithms.length > 1 ? "search" : "layers");
  // Where nobody wants motion, a comparison waits at its start, and a single search shows its path.
  if (plays && (panels.list.length > 1 || !matchMedia("(prefers-reduced-motion: reduce)").matches)) player.replay();
  return { studio, panels, player };
}

/** What is played where nothing calls `play`. */
async function begin() {
  const linked = await readRecordedLink(location.hash);
  if (linked) return play(linked, { plays: true });
  const own = region("recording").textContent.trim();
  if (own) return play(await unpack(own), { plays: true });
  if (location.protocol === "about:") return;
  const list = await (await fetch("recordings.json")).json();
  const chooser = region("world");
  chooser.append(...list.map(({ title }, i) => make("option", { value: i }, title)));
  const show = async () => {
    const answer = await fetch(list[chooser.value].file);
    await play(await readRecording(new Uint8Array(await answer.arrayBuffer())), { plays: true });
  };
  chooser.addEventListener("change", show);
  region("bar").hidden = false;
  await show();
}

/** Follow the dark or light mode of a surrounding page of the documentation. */
function follow() {
  const scheme = parent.document.body.dataset.mdColorScheme;
  if (scheme) studio.restyle({ theme: scheme === "slate" ? "dark" : "light" });
}

Object.assign(window, { play });
if (parent !== window && location.protocol !== "about:") {
  follow();
  new MutationObserver(follow).observe(parent.document.body, { attributeFilter: ["data-md-color-scheme"] });
}
try {
  await begin();
} catch (error) {
  studio.say(/** @type {Error} */ (error).message, "error");
}
document.documentElement.dataset.ready = "true";
