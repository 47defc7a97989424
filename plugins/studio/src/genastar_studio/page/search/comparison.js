/** Panels held against one another: a table, and the places that one search closed and another did not. */

import { make } from "../controls/dom.js";
import { formatCost, formatDuration, formatNumber, formatRatio } from "../controls/numbers.js";
import { makeButton, makeCheckbox } from "../controls/controls.js";
import { findDifference } from "../player/layers.js";

const count = (value) => formatNumber(value);

/** What is compared: what it is called, how it is read from an answer, how it is written. The smallest is the best. */
const ROWS = [
  ["cost", (answer) => answer.cost, formatCost],
  ["maximum cost / optimum", (answer) => answer.bound, count],
  ["path steps", (answer) => (answer.outcome === "found" ? answer.path.length - 1 : null), count],
  ["expanded", (answer) => answer.expanded, count],
  ["generated", (answer) => answer.generated, count],
  ["reopened", (answer) => answer.reopened, count],
  ["peak open", (answer) => answer.peak_open, count],
];

export class Comparison {
  /**
   * @param {any} studio
   * @param {import("./panels.js").Panels} panels
   * @param {import("../player/layers.js").LayerChoice} choice
   */
  constructor(studio, panels, choice) {
    this.studio = studio;
    this.panels = panels;
    this.choice = choice;
    this.table = make("table", { class: "search-table" });
    this.measuring = makeButton("Time both engines", "Time both engines", () => this.measure());
    this.note = make("p", { class: "search-note", role: "status" });
    this.switch = makeCheckbox(
      "difference in closed nodes",
      false,
      (isOn) => this.choice.set({ instead: isOn ? "difference" : "" }),
      { "data-layer": "difference" },
    );
    this.against = make("select", { "aria-label": "panels to compare", change: () => this.choice.set({}) });
    this.differing = make("div", { class: "search-actions", hidden: true }, this.switch, this.against);
    this.element = make(
      "div",
      {},
      this.table,
      this.differing,
      make("div", { class: "search-actions" }, this.measuring),
      this.note,
    );
  }

  /** Time each panel's question by each engine, without a trace. */
  async measure() {
    this.measuring.disabled = true;
    this.note.textContent = "Measuring …";
    try {
      for (const panel of this.panels.list) await panel.measure();
      this.note.textContent = "";
    } catch (error) {
      this.note.textContent = /** @type {Error} */ (error).message;
    } finally {
      this.measuring.disabled = false;
      this.show();
    }
  }

  show() {
    const { list } = this.panels;
    this.#showPairs(list);
    const answers = list.map((panel) => panel.answer);
    const head = make("tr", {}, make("td", {}, ""), ...list.map((panel) => make("th", { scope: "col" }, panel.name)));
    const rows = [
      this.#texts("algorithm", answers),
      this.#texts("outcome", answers),
      ...ROWS.map(([title, read, write]) =>
        this.#row(
          title,
          answers.map((answer) => answer && read(answer)),
          write,
        ),
      ),
      this.#row("answers", list.map(countAnswers), count, false),
      this.#times(answers),
    ];
    for (const engine of this.studio.engines) {
      const seconds = list.map((panel) => panel.times?.[engine]);
      if (seconds.some((each) => each !== undefined)) rows.push(this.#row(engine, seconds, formatDuration));
    }
    const ratios = list.map((panel) => (panel.times?.compiled ? panel.times.interpreted / panel.times.compiled : null));
    if (ratios.some((ratio) => ratio !== null))
      rows.push(
        makePlainRow(
          "compiled faster",
          ratios.map((ratio) => (ratio === null ? "–" : `${formatRatio(ratio)}×`)),
        ),
      );
    const caption = make("caption", { class: "unseen" }, "Searches of the panels");
    this.table.replaceChildren(caption, make("thead", {}, head), make("tbody", {}, ...rows));
    this.measuring.hidden = this.studio.isRecorded;
    this.measuring.disabled = this.studio.engines.length < 2 || !answers.some(Boolean);
  }

  /** The time of each search without its events; that of another engine is no better or worse, and is marked. */
  #times(answers) {
    const timed = answers.map((answer) => (!answer || answer.streamed || answer.seconds === null ? null : answer));
    const engines = new Set(timed.flatMap((answer) => answer?.engine ?? []));
    const row = this.#row("time", timed.map((answer) => answer?.seconds), formatDuration, engines.size < 2);
    if (engines.size > 1) timed.forEach((answer, i) => answer && row.cells[i + 1].append(make("small", {}, ` ${answer.engine}`)));
    return row;
  }

  #texts(name, answers) {
    return makePlainRow(
      name,
      answers.map((answer) => answer?.[name] ?? "–"),
    );
  }

  #row(title, values, write, hasBest = true) {
    const numbers = values.filter((value) => typeof value === "number");
    const best = hasBest && numbers.length > 1 && Math.min(...numbers) < Math.max(...numbers) ? Math.min(...numbers) : null;
    const unit = this.studio.world?.view?.cost_unit;
    const cells = values.map((value) => {
      if (value === null || value === undefined) return make("td", {}, "–");
      const isBest = value === best;
      return make(
        "td",
        { class: isBest ? "is-best" : null, "data-value": JSON.stringify(value) },
        isBest ? `${write(value, unit)} ✓` : write(value, unit),
        isBest ? make("span", { class: "unseen" }, " best") : null,
      );
    });
    return make("tr", { "data-row": title }, make("th", { scope: "row" }, title), ...cells);
  }

  #showPairs(list) {
    this.differing.hidden = list.length < 2;
    if (list.length < 2 && this.choice.instead === "difference") this.choice.set({ instead: "" });
    const pairs = list.flatMap((one, first) => list.slice(first + 1).map((other) => [one.name, other.name].join(" – ")));
    if (pairs.join() !== [...this.against.options].map(({ value }) => value).join())
      this.against.replaceChildren(...pairs.map((pair) => make("option", {}, pair)));
    this.against.hidden = pairs.length < 2;
    this.switch.firstElementChild.checked = this.choice.instead === "difference";
  }

  /** The two panels whose difference is shown. */
  get pair() {
    return this.pairNames.map((name) => this.panels.list.find((panel) => panel.name === name));
  }

  get pairNames() {
    return (this.against.value || "A – B").split(" – ");
  }

  /** Paint the difference in place of the searches, where it was chosen. */
  paint() {
    const [one, other] = this.pair;
    const { world } = this.studio;
    if (this.choice.instead !== "difference" || !one || !other || !world?.view) return;
    const { tint, counts } = findDifference(one.cursor, other.cursor, world.size);
    const [inOne, inOther, both] = counts.map((each) => formatNumber(each));
    this.note.textContent = `Closed only in ${one.name}: ${inOne}; only in ${other.name}: ${inOther}; in both: ${both}.`;
    for (const panel of this.panels.list) panel.showInstead(tint);
  }
}

/** The number of paths that a panel's search found one after another; unknown if its events were not all sent. */
function countAnswers({ answer, trace, capped }) {
  if (!answer || capped) return null;
  return answer.outcome === "found" ? Math.max(trace.answers.length, 1) : trace.answers.length;
}

function makePlainRow(title, texts) {
  return make("tr", { "data-row": title }, make("th", { scope: "row" }, title), ...texts.map((text) => make("td", {}, text)));
}
