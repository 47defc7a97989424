/** The algorithms as cards, made of their declarations, and the form of the options of the one that is chosen. */

import { make } from "../controls/dom.js";
import { makeId } from "../controls/controls.js";
import { showDialog } from "../controls/dialog.js";
import { OptionsForm } from "../controls/options-form.js";

const AUTO = { name: "auto", summary: "the domain picks the fastest algorithm that is valid here", promise: "" };

/** What a textbook begins with, in its order. */
const TAUGHT = ["astar", "dijkstra", "greedy", "breadth-first", "depth-first", "weighted"];

/** The place of an algorithm: first what is taught first, then what asks for little. @param {import("../model/api.js").Algorithm} algorithm */
function rankAlgorithm({ name, needs, options }) {
  const taught = TAUGHT.indexOf(name);
  return taught < 0 ? TAUGHT.length + needs.length + Object.keys(options.properties ?? {}).length : taught;
}

/**
 * The algorithms that may be chosen, the usual ones first.
 * @param {import("../model/studio.js").Studio} studio  @returns {any[]}
 */
export function listChoices(studio) {
  const { fitting } = studio;
  if (!studio.isRecorded) return [AUTO, ...fitting.toSorted((one, other) => rankAlgorithm(one) - rankAlgorithm(other))];
  return fitting.map((each) => (each.name === AUTO.name ? AUTO : each));
}

/**
 * Offer the algorithms that are not on show for another panel, each with a sentence of what to watch.
 * @param {import("../model/studio.js").Studio} studio  @param {import("./panels.js").Panels} panels
 */
export function showPanelDialog(studio, panels) {
  const { settings } = panels.active;
  const shown = new Set(panels.list.flatMap((panel) => [panel.settings.algorithm, panel.answer?.algorithm]));
  const offer = (text, hint, changes) => {
    const add = () => {
      dialog.close();
      panels.add({ ...settings, ...changes });
    };
    return make("button", { type: "button", "data-panel": changes.algorithm ?? "", click: add }, make("strong", {}, text), make("small", {}, hint));
  };
  const others = listChoices(studio).filter(({ name }) => !shown.has(name) && (studio.isRecorded || name !== AUTO.name));
  const rows = others.map(({ name, summary, viewing_hint }) =>
    make("li", {}, offer(name, viewing_hint || summary, { algorithm: name, algorithmOptions: {} })),
  );
  const dialog = showDialog({
    title: "Compare with",
    id: "panel-dialog",
    body: [
      make("ul", { class: "list offers" }, ...rows),
      studio.isRecorded ? null : make("div", { class: "offers" }, offer("The same algorithm", "Change its settings in the new panel.", {})),
    ],
  });
}

export class AlgorithmForm {
  /**
   * @param {{algorithm: string, algorithmOptions: Object<string, unknown>}} settings is kept up to date
   * @param {import("../model/api.js").Algorithm[]} algorithms as of `listChoices`
   * @param {() => void} changed is called after each change
   */
  constructor(settings, algorithms, changed) {
    this.settings = settings;
    this.algorithms = algorithms;
    this.changed = changed;
    const cards = [...algorithms];
    // A link may name one that is not installed here, which the server then says.
    const { algorithm } = settings;
    if (cards.every(({ name }) => name !== algorithm)) cards.push({ name: algorithm, summary: "unknown on this server", promise: "" });
    const group = makeId("algorithm");
    this.options = make("div", {});
    this.cards = make(
      "div",
      { class: "cards", role: "radiogroup", "aria-label": "algorithm", "data-algorithms": true },
      ...cards.map((card) => this.#card(card, group)),
    );
    this.element = make("div", { class: "search-form search-algorithm" }, this.cards, this.options);
    this.#show();
  }

  #card({ name, summary, promise }, group) {
    const input = make("input", {
      type: "radio",
      name: group,
      value: name,
      checked: name === this.settings.algorithm,
      change: () => this.#choose(name),
    });
    return make(
      "label",
      { class: "card", "data-algorithm": name },
      input,
      make("strong", {}, name),
      make("span", { class: "card-summary" }, summary),
      promise ? make("small", { class: "card-promise" }, promise === "none" ? "no promise about the cost" : promise) : null,
    );
  }

  /** Bring the chosen card into view, without moving the page. */
  reveal() {
    const card = this.cards.querySelector("input:checked").parentElement;
    this.cards.scrollTop = card.offsetTop - this.cards.offsetTop - 8;
  }

  #choose(name) {
    this.settings.algorithm = name;
    this.settings.algorithmOptions = {};
    this.#show();
    this.changed();
  }

  /** The form of the algorithm's own options, if it has any. */
  #show() {
    const { algorithm, algorithmOptions } = this.settings;
    const schema = this.algorithms.find(({ name }) => name === algorithm)?.options;
    const defaults = Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, property.default]);
    const form = new OptionsForm(schema, Object.fromEntries(defaults), algorithmOptions, this.changed, `Reset ${algorithm}`);
    this.options.replaceChildren(...(defaults.length ? [form.element] : []));
  }
}
