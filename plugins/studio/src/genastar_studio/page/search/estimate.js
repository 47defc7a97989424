/** The check of the estimate: where it says too much or falls too fast, and whether the path is the best there is. */

import { packColour } from "../draw/colour.js";
import { make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";
import { makeButton, makeCheckbox } from "../controls/controls.js";
import { getPalette } from "../player/palette.js";

/** So many expansions are looked at. */
const EXPANSIONS = 50_000;

/** So many of the worst are listed. */
const LISTED = 8;

const ALPHA = 220;

const VERDICTS = { optimal: "Optimal", suboptimal: "Not optimal", unknown: "Unknown", unreachable: "Unreachable" };

export class EstimateCheck {
  /**
   * @param {any} studio
   * @param {import("./panels.js").Panels} panels
   * @param {import("../player/layers.js").LayerChoice} choice
   */
  constructor(studio, panels, choice) {
    this.studio = studio;
    this.panels = panels;
    this.choice = choice;
    this.report = null;
    this.panel = null;
    this.check = makeButton("Check the estimate", "Check the estimate", () => this.ask());
    this.verdict = make("p", { class: "search-note search-verdict", role: "status" });
    this.paints = makeCheckbox("mark errors on the map", false, (isOn) => this.choice.set({ instead: isOn ? "estimate" : "" }), {
      "data-layer": "estimate",
    });
    this.paints.hidden = true;
    this.table = make("table", { class: "search-table", hidden: true });
    this.element = make("div", {}, make("div", { class: "search-actions" }, this.check, this.paints), this.verdict, this.table);
  }

  /** Ask about the question of the active panel. */
  async ask() {
    const { world } = this.studio;
    const panel = this.panels.active;
    if (!world || !panel) return;
    this.clear();
    const number = (this.asked = (this.asked ?? 0) + 1);
    this.check.disabled = true;
    this.verdict.textContent = "Checking states around the start …";
    try {
      const report = await world.api.heuristic(world.id, { ...panel.question(), expansions: EXPANSIONS });
      if (number === this.asked && this.studio.world === world) this.#tell(panel, report);
    } catch (error) {
      this.verdict.textContent = /** @type {Error} */ (error).message;
    } finally {
      this.check.disabled = false;
    }
  }

  #tell(panel, report) {
    this.report = report;
    this.panel = panel;
    this.verdict.replaceChildren(make("strong", {}, `${VERDICTS[report.verdict] ?? report.verdict}. `), report.sentence);
    this.verdict.dataset.verdict = report.verdict;
    const wrong = report.overestimates.length + report.inconsistent.length;
    this.paints.hidden = !wrong || !this.studio.world.view;
    this.#list(report.overestimates);
    if (wrong && this.studio.world.view) this.choice.set({ instead: "estimate" });
  }

  #list(overestimates) {
    const worst = [...overestimates].sort((one, other) => computeExcess(other) - computeExcess(one)).slice(0, LISTED);
    this.table.hidden = !worst.length;
    const head = ["place", "estimate", "exact"].map((title) => make("th", { scope: "col" }, title));
    const rows = worst.map(([place, estimate, exact]) =>
      make("tr", {}, this.#named(place), make("td", {}, formatNumber(estimate)), make("td", {}, formatNumber(exact))),
    );
    const more =
      overestimates.length > LISTED ? `The worst ${LISTED} of ${formatNumber(overestimates.length)} overestimates` : "Overestimates";
    this.table.replaceChildren(
      make("caption", { class: "search-caption" }, more),
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows),
    );
  }

  /** A cell with a place's position, which the server knows. */
  #named(place) {
    const cell = make("td", {}, typeof place === "number" ? "…" : String(place));
    if (typeof place === "number")
      this.studio.world.label(place).then((position) => (cell.textContent = position ?? `place ${place}`));
    return cell;
  }

  /** The report is of another map, or of other options. */
  clear() {
    this.report = null;
    this.verdict.textContent = "";
    delete this.verdict.dataset.verdict;
    this.table.hidden = true;
    this.paints.hidden = true;
    if (this.choice.instead === "estimate") this.choice.set({ instead: "" });
  }

  /** Paint the faults in place of the search, where that was chosen. */
  paint() {
    this.paints.querySelector("input").checked = this.choice.instead === "estimate";
    const { world } = this.studio;
    if (this.choice.instead !== "estimate" || !this.report || !world?.view) return;
    const palette = getPalette(this.studio.palette);
    const tint = new Uint32Array(world.size);
    for (const [place] of this.report.inconsistent) tint[place] = packColour(...palette.again, ALPHA);
    const most = this.report.overestimates.map(computeExcess).reduce((a, b) => (b > a && b < Infinity ? b : a), 0);
    for (const each of this.report.overestimates)
      tint[each[0]] = packColour(...palette.path, 90 + Math.round(Math.min(computeExcess(each) / (most || 1), 1) * (ALPHA - 90)));
    this.panel.showInstead(tint);
  }
}

/** By how much an estimate is above the exact cost to go; an infinite one comes as text. */
function computeExcess([, estimate, exact]) {
  return estimate === "inf" ? Infinity : Number(estimate) - Number(exact);
}
