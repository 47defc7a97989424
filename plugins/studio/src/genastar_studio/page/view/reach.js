/** What the start can reach at which cost, as bands over the map: isochrones, where costs are times. */

import { make } from "../dom.js";
import { roundBelow } from "../draw/scale.js";
import { rgba } from "../draw/colour.js";
import { withUnit } from "../numbers.js";
import { checkbox } from "../search/controls.js";
import { legendRow } from "../search/legend.js";
import { css, ramp } from "../search/palette.js";

/** About so many bands are shown. */
const BANDS = 6;

const ALPHA = 215;

/** From near to far: light for all kinds of eyes, and unlike the colours of a search. @type {[number, number, number][]} */
const COLOURS = [
  [253, 231, 37],
  [94, 201, 98],
  [33, 145, 140],
  [59, 82, 139],
  [68, 1, 84],
];

/** Steps of seconds that people count in. */
const TIMES = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400];

/** The width of a band. @param {number} most  the greatest cost  @param {string} unit */
export function bandOf(most, unit) {
  const rough = most / BANDS;
  if (unit === "s") return TIMES.findLast((each) => each <= rough) ?? roundBelow(rough);
  return roundBelow(rough);
}

export class ReachLayer {
  /**
   * @param {import("../studio.js").Studio} studio
   * @param {import("../search/panels.js").Panels} panels
   * @param {import("../search/layers.js").Choice} choice
   */
  constructor(studio, panels, choice) {
    this.studio = studio;
    this.panels = panels;
    this.choice = choice;
    /** @type {Float32Array | null} */ this.costs = null;
    this.asked = 0;
    this.box = checkbox("cost from the start", false, (isOn) => this.choose(isOn), { "data-layer": "reach" });
    this.label = this.box.querySelector("span");
    this.legend = make("ul", { class: "search-legend", "aria-label": "bands of cost" });
    this.note = make("p", { class: "search-note", role: "status" });
    this.element = make("div", { class: "reach" }, this.box, this.note, this.legend);
    studio.addEventListener("world", () => this.#another());
    studio.addEventListener("ends", (event) => !(/** @type {any} */ (event).detail.live) && this.#again());
    studio.addEventListener("painted", (event) => !(/** @type {any} */ (event).detail.live) && this.#again());
    panels.addEventListener("settings", () => this.#again());
    this.#another();
  }

  get #isOn() {
    return this.choice.instead === "reach";
  }

  /** @param {boolean} isOn */
  choose(isOn) {
    this.choice.set({ instead: isOn ? "reach" : "" });
    if (isOn) this.#ask();
    else this.#clear();
  }

  #another() {
    const { world } = this.studio;
    this.element.hidden = !world?.view;
    this.label.textContent = world?.view?.cost_unit === "s" ? "time from the start (isochrones)" : "cost from the start";
    if (this.#isOn) this.choice.set({ instead: "" });
    this.#clear();
  }

  #clear() {
    this.asked++;
    this.costs = null;
    this.question = "";
    this.note.textContent = "";
    this.legend.replaceChildren();
  }

  #again() {
    if (this.#isOn) this.#ask();
  }

  async #ask() {
    const { world, start } = this.studio;
    if (!world || typeof start !== "number") return this.#clear();
    const options = this.panels.active?.settings.options ?? {};
    const question = JSON.stringify([world.id, world.version, start, options]);
    if (question === this.question) return;
    this.question = question;
    const number = ++this.asked;
    this.note.textContent = "Computing the cost to each place …";
    try {
      const costs = await world.reach(start, options);
      if (number !== this.asked) return;
      this.costs = costs;
      this.note.textContent = "";
    } catch (error) {
      if (number !== this.asked) return;
      this.#clear();
      this.note.textContent = /** @type {Error} */ (error).message;
      return;
    }
    this.paint();
  }

  /** Paint the bands in place of the search, where that was chosen. */
  paint() {
    this.box.querySelector("input").checked = this.#isOn;
    const { costs } = this;
    const { world } = this.studio;
    if (!this.#isOn || !costs || !world?.view) return;
    let most = 0;
    for (const cost of costs) if (cost > most && cost < Infinity) most = cost;
    const unit = world.view.cost_unit;
    const band = bandOf(most || 1, unit);
    const bands = Math.floor(most / band) + 1;
    const colours = ramp(COLOURS, bands);
    const tints = colours.map((colour) => rgba(...colour, ALPHA));
    const tint = new Uint32Array(world.size);
    for (let place = 0; place < tint.length; place++) {
      if (costs[place] < Infinity) tint[place] = tints[Math.floor(costs[place] / band)];
    }
    for (const panel of this.panels.list) panel.showInstead(tint);
    this.legend.replaceChildren(...colours.map((colour, at) => legendRow(css(colour), `up to ${withUnit((at + 1) * band, unit)}`).element));
  }
}
