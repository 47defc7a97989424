/** Where a unit that is larger than a place fits, and the largest that fits under the pointer. */

import { make } from "../controls/dom.js";
import { packColour } from "../draw/colour.js";
import { makeLegendRow } from "../player/legend.js";
import { formatColour } from "../player/palette.js";
import { ServerLayer } from "./server-layer.js";

const ALPHA = 130;

/** Milliseconds that the pointer rests on a place before the server is asked about it. */
const WAIT = 80;

/** @type {[number, number, number]} */ const FITS = [33, 145, 140];
/** @type {[number, number, number]} */ const MISFITS = [120, 60, 150];

/** @extends {ServerLayer<Uint8Array>} */
export class FitsLayer extends ServerLayer {
  /** The largest sizes by place, as far as they were asked for. @type {Map<number, string>} */
  #clearances = new Map();
  #waiting = 0;

  /**
   * @param {import("../model/studio.js").Studio} studio
   * @param {import("../search/panels.js").Panels} panels
   * @param {import("../player/layers.js").LayerChoice} choice
   */
  constructor(studio, panels, choice) {
    const list = make("ul", { class: "search-legend", "aria-label": "where the unit fits" });
    super(studio, panels, { name: "fits", label: "where the unit fits", waiting: "Computing where the unit fits …", list });
    this.choice = choice;
    /** What the colours mean. @type {{colours: string[], text: string}[]} */
    this.rows = [];
    this.another();
  }

  get isOn() {
    return this.choice.instead === "fits";
  }

  switch(isOn) {
    this.choice.set({ instead: isOn ? "fits" : "" });
  }

  get isOffered() {
    return super.isOffered && this.studio.world.view.sizes;
  }

  question() {
    return { options: this.panels.active?.settings.options ?? {} };
  }

  ask(question) {
    const { api, id } = this.studio.world;
    return api.fits(id, question);
  }

  clear(note = "") {
    this.#clearances.clear();
    super.clear(note);
  }

  paint() {
    super.paint();
    this.rows = [];
    const { found: fits } = this;
    const { world } = this.studio;
    if (!this.isOn || !fits || !world?.view) return;
    const [yes, no] = [FITS, MISFITS].map((colour) => packColour(...colour, ALPHA));
    const tint = Uint32Array.from(fits, (isFit, place) => (isFit ? yes : world.bars(place) ? 0 : no));
    for (const panel of this.panels.list) panel.showInstead(tint);
    this.rows = [makeLegendRow(formatColour(FITS), "the unit fits"), makeLegendRow(formatColour(MISFITS), "no room for the unit")];
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
  }

  /** The largest unit at a place, as a fact, if it is known. @param {number} place  @returns {[string, string][]} */
  facts(place) {
    const size = this.#clearances.get(place);
    return size ? [["clearance", size]] : [];
  }

  /** Ask for the largest unit at a place, unless the pointer moves on. @param {number} place  -1: none  @param {() => void} [then] */
  look(place, then) {
    clearTimeout(this.#waiting);
    const { found } = this;
    if (!this.isOn || !found || place < 0 || this.#clearances.has(place)) return;
    this.#waiting = setTimeout(async () => {
      const { api, id } = this.studio.world;
      const size = await api.clearance(id, { ...this.question(), place }).catch(() => "");
      if (this.found !== found) return;
      this.#clearances.set(place, size);
      then?.();
    }, WAIT);
  }
}
