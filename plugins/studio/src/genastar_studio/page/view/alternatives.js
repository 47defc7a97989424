/** Several paths to choose from, as the world's view tells them: a list with what each takes, and all of them on the map. */

import { make } from "../controls/dom.js";
import { formatWithUnit } from "../controls/numbers.js";
import { ServerLayer } from "./server-layer.js";

/** So many are asked for. */
const COUNT = 4;

/** @typedef {{cost: number, places: number[], points: [number, number][] | null, itinerary: any}} Way */

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
    this.another();
  }

  get isOn() {
    return this.#isOn;
  }

  switch(isOn) {
    this.#isOn = isOn;
  }

  get isOffered() {
    return super.isOffered && Boolean(this.studio.world.view.alternatives);
  }

  question() {
    const { start, goals } = this.studio;
    if (start === null || goals.length !== 1) return "Alternatives need one start and one goal.";
    return { start, goal: goals[0], count: COUNT, options: this.panels.active?.settings.options ?? {} };
  }

  async ask({ start, goal, ...rest }) {
    const { world } = this.studio;
    this.chosen = 0;
    const { paths } = await world.alternatives({ ...world.question({ start, goals: [goal] }), ...rest });
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
    this.list.replaceChildren(...(ways ?? []).map((way, at) => make("li", {}, this.#button(way, at))));
    this.told();
  }

  #button({ cost, itinerary }, at) {
    const text = itinerary?.summary || formatWithUnit(cost, this.studio.world.view.cost_unit);
    const more = at ? `+${formatWithUnit(cost - this.found[0].cost, this.studio.world.view.cost_unit)}` : "best";
    const choose = () => {
      this.chosen = at;
      this.paint();
      this.list.querySelectorAll("button")[at].focus();
    };
    return make(
      "button",
      { type: "button", "aria-pressed": String(at === this.chosen), click: choose },
      make("span", {}, text),
      make("span", { class: "alternatives-more" }, more),
    );
  }
}
