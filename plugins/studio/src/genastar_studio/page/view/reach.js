/** What the start can reach at which cost, as bands over the map: isochrones, where costs are times. */

import { make } from "../controls/dom.js";
import { roundBelow } from "../draw/stage/scale.js";
import { rgba } from "../draw/colour.js";
import { withUnit } from "../controls/numbers.js";
import { legendRow } from "../player/legend.js";
import { css, ramp } from "../player/palette.js";
import { AskedLayer } from "./server-layer.js";

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

/** @extends {AskedLayer<Float32Array>} */
export class ReachLayer extends AskedLayer {
  /**
   * @param {import("../model/studio.js").Studio} studio
   * @param {import("../search/panels.js").Panels} panels
   * @param {import("../player/layers.js").Choice} choice
   */
  constructor(studio, panels, choice) {
    const list = make("ul", { class: "search-legend", "aria-label": "bands of cost" });
    super(studio, panels, { name: "reach", label: "", waiting: "Computing the cost to each place …", list });
    this.choice = choice;
    /** What the bands mean. @type {{colours: string[], text: string}[]} */
    this.rows = [];
    this.another();
  }

  get isOn() {
    return this.choice.instead === "reach";
  }

  switch(isOn) {
    this.choice.set({ instead: isOn ? "reach" : "" });
  }

  another() {
    const isTime = this.studio.world?.view?.cost_unit === "s";
    this.label.textContent = isTime ? "time from the start (isochrones)" : "cost from the start";
    super.another();
  }

  question() {
    const { start } = this.studio;
    if (typeof start !== "number") return "Choose a start.";
    return { start, options: this.panels.active?.settings.options ?? {} };
  }

  ask({ start, options }) {
    return this.studio.world.reach(start, options);
  }

  /** Paint the bands in place of the search, where that was chosen. */
  paint() {
    super.paint();
    this.rows = [];
    const { found: costs } = this;
    const { world } = this.studio;
    if (!this.isOn || !costs || !world?.view) return;
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
    this.rows = colours.map((colour, at) => legendRow(css(colour), `up to ${withUnit((at + 1) * band, unit)}`));
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
  }
}
