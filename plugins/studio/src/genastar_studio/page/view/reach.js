/** What the start can reach at which cost, as bands over the map: isochrones, where costs are times. */

import { make } from "../controls/dom.js";
import { roundBelow } from "../draw/stage/scale.js";
import { packColour } from "../draw/colour.js";
import { formatWithUnit } from "../controls/numbers.js";
import { makeLegendRow } from "../player/legend.js";
import { formatColour, makeRamp } from "../player/palette.js";
import { ServerLayer } from "./server-layer.js";

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
export function findBand(most, unit) {
  const rough = most / BANDS;
  if (unit === "s") return TIMES.findLast((each) => each <= rough) ?? roundBelow(rough);
  return roundBelow(rough);
}

/** @extends {ServerLayer<Float32Array>} */
export class ReachLayer extends ServerLayer {
  /**
   * @param {import("../model/studio.js").Studio} studio
   * @param {import("../search/panels.js").Panels} panels
   * @param {import("../player/layers.js").LayerChoice} choice
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
    const band = findBand(most || 1, unit);
    const bands = Math.floor(most / band) + 1;
    const colours = makeRamp(COLOURS, bands);
    const tints = colours.map((colour) => packColour(...colour, ALPHA));
    const tint = new Uint32Array(world.size);
    for (let place = 0; place < tint.length; place++) {
      if (costs[place] < Infinity) tint[place] = tints[Math.floor(costs[place] / band)];
    }
    for (const panel of this.panels.list) panel.showInstead(tint);
    this.rows = colours.map((colour, at) => makeLegendRow(formatColour(colour), `up to ${formatWithUnit((at + 1) * band, unit)}`));
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
  }
}
