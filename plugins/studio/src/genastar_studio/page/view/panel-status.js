/** What a panel says of its search: how far it is and what is proven, in the head; and below the map, its answer. */

import { make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";
import { formatAlgorithm, formatBound, formatTimes, makeSentence } from "./answer-text.js";

/** Milliseconds until somebody who waits for the first event is told why. */
const PATIENCE = 1500;

const WAITING = "Searching … The compiled engine needs some seconds before its first search.";

const STATES = { asked: "Searching …", running: "Searching …", paused: "Paused." };

export class PanelStatus {
  /** @param {import("../search/panel.js").Panel} panel */
  constructor(panel) {
    this.panel = panel;
    this.facts = make("p", { class: "search-panel-facts" });
    this.hint = make("p", { class: "search-panel-hint" });
    this.line = make("p", { class: "search-status", role: "status" });
  }

  show() {
    const { answer, watcher, studio, settings, isAtEnd, isQuick } = this.panel;
    clearTimeout(this.patience);
    if (watcher.state === "asked") this.patience = setTimeout(() => (this.line.textContent = WAITING), PATIENCE);
    const played = answer && formatAlgorithm(answer).trim();
    this.hint.textContent = studio.fitting.find(({ name }) => name === (answer?.algorithm ?? settings.algorithm))?.viewing_hint ?? "";
    const told = isAtEnd || isQuick ? this.#describeEnd() : played;
    this.line.textContent = (!isQuick && STATES[watcher.state]) || told || this.#describeLack();
    this.showProgress();
  }

  /** How far the search is, and what is proven of its path. What it found is told at its end. */
  showProgress() {
    const { answer, trace, cursor, isAtEnd, isQuick } = this.panel;
    if (answer && this.wasAtEnd !== isAtEnd) {
      this.wasAtEnd = isAtEnd;
      this.show();
    }
    const bound = answer && formatBound(answer);
    const expanded = answer && isQuick ? answer.expanded : trace.counted(cursor.at);
    this.facts.textContent = `${formatNumber(expanded)} expanded${bound ? ` · ${bound}` : ""}`;
  }

  #describeEnd() {
    const { answer, trace, capped, walks } = this.panel;
    if (!answer) return "";
    const { thinned } = trace;
    const thin = thinned ? ` From event ${formatNumber(thinned)} on only expansions are shown, not what they opened.` : "";
    const cut = capped ? ` The first ${formatNumber(capped)} events are shown.` : "";
    return `${makeSentence(answer, walks)}${formatAlgorithm(answer)} ${formatTimes(this.panel)}${thin}${cut}`;
  }

  /** What to do where there is nothing to search yet. */
  #describeLack() {
    const { world, start, goals } = this.panel.studio;
    const hasEnds = start !== null && start !== undefined && goals.length > 0;
    return !world || hasEnds ? "" : "Choose a start and a goal, on the map or in the side panel.";
  }
}
