/** The entry point of the player: the part of the studio that shows searches, with recorded answers. */

import { make } from "./dom.js";
import { mountMessages } from "./messages.js";
import { mountSearch } from "./search/mount.js";
import { Studio } from "./studio.js";
import { Answered } from "./answered.js";

/** A studio that offers only the algorithms recorded for the world shown. */
class Shown extends Studio {
  get fitting() {
    const { world } = this;
    return super.fitting.filter(({ name }) => world && api.recorded(world.id).includes(name));
  }
}

const region = (id) => document.getElementById(id);

const api = new Answered();
await api.begin();
const studio = new Shown(api);
mountMessages(studio, region("toasts"));
await studio.begin();
const { player, panels } = mountSearch(studio, { panels: region("panels"), player: region("player"), side: region("side") });
const chooser = region("world");
chooser.append(...studio.sources.map(({ name, title }) => make("option", { value: name }, title)));
chooser.addEventListener("change", () => show(chooser.value));

/** Show a world and play its search. @param {string} source */
async function show(source) {
  const ended = new Promise((done) => panels.addEventListener("ended", done, { once: true }));
  for (const panel of panels.list) panel.take(null);
  await studio.open({ source });
  await ended;
  player.goTo(-1);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
}

/** Follow the dark or light mode of the surrounding page. */
function follow() {
  const scheme = parent.document.body.dataset.mdColorScheme;
  if (scheme) studio.restyle({ theme: scheme === "slate" ? "dark" : "light" });
}

follow();
new MutationObserver(follow).observe(parent.document.body, { attributeFilter: ["data-md-color-scheme"] });
await show(studio.sources[0].name);
document.documentElement.dataset.ready = "true";
