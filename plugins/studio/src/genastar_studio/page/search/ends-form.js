/** Start and goals as text: for keyboards, for exact positions, and where there is no map to point at. */

import { make } from "../controls/dom.js";
import { makeId } from "../controls/controls.js";

/** Between the goals. */
const BETWEEN = ";";

export class EndsForm {
  /** @param {import("../model/studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.start = this.#input("from");
    this.goals = this.#input("to");
    this.problem = make("p", { class: "search-problem", role: "alert", hidden: true });
    this.element = make(
      "div",
      { class: "search-form search-ends" },
      makeRow("from", this.start, null),
      makeRow("to", this.goals, `separate several with ${BETWEEN}`),
      this.problem,
    );
  }

  #input(name) {
    return /** @type {HTMLInputElement} */ (
      make("input", {
        type: "text",
        id: makeId(name),
        "data-end": name,
        autocomplete: "off",
        spellcheck: "false",
        change: () => this.#changed(),
      })
    );
  }

  /**
   * The ends as they are now; not where somebody types.
   * @param {string[]} [typed]  what was typed for these ends, which they replace
   */
  async show(typed) {
    const { world, start, goals } = this.studio;
    this.problem.hidden = true;
    if (!world) return;
    const shown = (this.shown = {});
    const texts = await Promise.all([start, ...goals].map((end) => (typeof end === "number" ? world.label(end) : end)));
    const fields = [this.start, this.goals];
    const isTyping = typed ? fields.some((field, at) => field.value !== typed[at]) : this.element.contains(document.activeElement);
    if (this.shown !== shown || isTyping) return;
    // What nobody changes keeps its place, however it is written.
    this.known = new Map(texts.map((text, at) => [text, [start, ...goals][at]]));
    this.start.value = texts[0] ?? "";
    this.goals.value = texts.slice(1).join(` ${BETWEEN} `);
  }

  async #changed() {
    const { studio } = this;
    const { world } = studio;
    if (!world) return;
    const typed = [this.start.value, this.goals.value];
    const texts = this.goals.value.split(BETWEEN).map((text) => text.trim());
    try {
      const [start, ...goals] = await Promise.all(
        [this.start.value.trim(), ...texts.filter(Boolean)].map((text) => this.known?.get(text) ?? parseEnd(world, text)),
      );
      this.problem.hidden = true;
      studio.setEnds(start, goals);
      await this.show(typed); // a text may name a place that is searched from its middle: a polygon, or a node of a road
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
      this.problem.hidden = false;
    }
  }
}

/** What a text stands for: a place where there is a map, otherwise the text. */
async function parseEnd(world, text) {
  if (!world.view) return text;
  return world.place(text);
}

function makeRow(label, input, help) {
  return make(
    "div",
    { class: "search-row" },
    make("label", { for: input.id }, label),
    input,
    help && make("p", { class: "search-help" }, help),
  );
}
