/** Several paths to choose from, as the server tells them: a list with what each takes, and all of them on the map. Those of a
 * front, whose costs have several numbers, are points of a plot, too. */

import { make } from "../controls/dom.js";
import { formatWithUnit } from "../controls/numbers.js";
import { makeFrontPlot } from "./front-plot.js";
import { ServerLayer } from "./server-layer.js";

/** So many are asked for. */
const COUNT = 4;

/** @typedef {{cost: number, costs: number[], places: number[], points: [number, number][] | null, itinerary: any}} Way */

/** @extends {ServerLayer<Way[]>} */
export class AlternativesLayer extends ServerLayer {
  #isOn = false;

  /**
   * @param {import("../model/studio.js").Studio} studio
   * @param {import("../search/panels.js").Panels} panels
   * @param {() => void} told  what to do where another path is chosen
   */
  constructor(studio, panels, told) {
    const list = make("ol", { class: "alternatives-list", "aria-label": "alternatives" });
    super(studio, panels, { name: "alternatives", label: "alternatives", waiting: "Searching alternatives …", list });
    this.told = told;
    this.chosen = 0;
    /** What the numbers of costs are, of a front. @type {{name: string, unit: string}[]} */
    this.objectives = [];
    this.plot = make("div");
    this.note.after(this.plot);
    panels.addEventListener("settings", () => this.element.hidden === this.isOffered && this.another());
    this.another();
  }

  get isOn() {
    return this.#isOn;
  }

  switch(isOn) {
    this.#isOn = isOn;
  }

  get isOffered() {
    const { world } = this.studio;
    if (!super.isOffered) return false;
    const metric = { ...world.options, ...this.panels.active?.settings.options }.metric;
    return Boolean(world.view.alternatives || (world.view.fronts && String(metric).includes(",")));
  }

  question() {
    const { start, goals } = this.studio;
    if (!this.isOffered) return "";
    if (start === null || goals.length !== 1) return "Alternatives need one start and one goal.";
    return { start, goal: goals[0], count: COUNT, options: this.panels.active?.settings.options ?? {} };
  }

  async ask({ start, goal, ...rest }) {
    const { world } = this.studio;
    this.chosen = 0;
    const { paths, objectives } = await world.alternatives({ ...world.question({ start, goals: [goal] }), ...rest });
    this.objectives = objectives;
    return paths;
  }

  /** The path that somebody chose, or null. */
  get way() {
    return this.found?.[this.chosen] ?? null;
  }

  paint() {
    super.paint();
    const ways = this.isOn ? this.found : null;
    for (const panel of this.panels.list) panel.showWays(ways, this.chosen);
    if (ways && !ways.length) this.note.textContent = "There is no path.";
    const isFront = ways?.length && this.objectives.length;
    this.plot.replaceChildren(...(isFront ? [makeFrontPlot(this.objectives, ways, this.chosen, (at) => this.#choose(at))] : []));
    this.list.replaceChildren(...(ways ?? []).map((way, at) => make("li", {}, this.#button(way, at))));
    this.told();
  }

  #choose(at) {
    this.chosen = at;
    this.paint();
    this.list.querySelectorAll("button")[at].focus();
  }

  #button({ cost, costs, itinerary }, at) {
    const unit = this.studio.world.view.cost_unit;
    const [first, ...rest] = this.objectives.map((each, place) => formatWithUnit(costs[place], each.unit));
    const text = first ?? (itinerary?.summary || formatWithUnit(cost, unit));
    const more = first ? rest.join(", ") : at ? `+${formatWithUnit(cost - this.found[0].cost, unit)}` : "best";
    return make(
      "button",
      { type: "button", "aria-pressed": String(at === this.chosen), click: () => this.#choose(at) },
      make("span", {}, text),
      make("span", { class: "alternatives-more" }, more),
    );
  }
}
