/** The inspector: what is known of the place under the pointer or the keyboard's cursor, and why it is so. */

import { make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";
import { AGAIN, DONE, OPEN } from "../player/cursor.js";
import { explainNode } from "./explanation.js";

const WORDS = { [OPEN]: "open", [DONE]: "closed", [AGAIN]: "open again" };

export class Inspector {
  /** @param {any} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {?{panel: import("./panel.js").Panel, place: number, state: number}} */
    this.shown = null;
    /** What others know of a place: pairs of a word and a text. @type {(place: number) => [string, string][]} */
    this.more = () => [];
    /** Positions that the server was asked for. @type {Map<number, ?string>} */
    this.positions = new Map();
    this.facts = make("dl", { class: "search-facts" });
    this.sentence = make("p", { class: "search-note search-why", "aria-live": "polite" });
    this.hint = make("p", { class: "search-caption" }, "Point at a place, or move the cursor with the arrow keys.");
    /** What the domain says of the world that it read. */
    this.remark = make("p", { class: "search-note", "data-remark": "" });
    this.element = make("div", { class: "search-inspector" }, this.remark, this.hint, this.facts, this.sentence);
  }

  /** Another world: what was known is of another. */
  clear() {
    this.positions.clear();
    this.remark.textContent = this.studio.world?.remark ?? "";
    this.shown = null;
    this.hint.hidden = false;
    this.facts.replaceChildren();
    this.sentence.textContent = "";
  }

  /** @param {import("./panel.js").Panel} panel @param {number} place */
  showPlace(panel, place) {
    if (place < 0) return;
    this.shown = { panel, place, state: -1 };
    this.show();
  }

  /** @param {import("./panel.js").Panel} panel @param {number} state */
  showState(panel, state) {
    this.shown = { panel, place: panel.trace.place[state], state };
    this.show();
  }

  /** Show the same place again, maybe at another event. */
  show() {
    if (!this.shown) return;
    const { panel, place } = this.shown;
    const { cursor, trace } = panel;
    const state = this.shown.state >= 0 ? this.shown.state : cursor.shown(place);
    const { world } = this.studio;
    this.hint.hidden = true;
    const facts = listFacts(cursor, state);
    const name = state >= 0 && !world?.view?.labels ? trace.names[state] : this.#position(place);
    facts.unshift(["position", name]);
    if (world?.values && place >= 0) facts.push(["value", formatNumber(world.values[place])]);
    facts.push(...this.more(place));
    const here = place >= 0 ? cursor.here(place).length : 0;
    if (here > 1) facts.push(["states here", formatNumber(here)]);
    this.facts.replaceChildren(...facts.flatMap(([what, value]) => [make("dt", {}, what), make("dd", {}, value)]));
    const sentence = explainNode(panel, state, place >= 0 && Boolean(world?.bars?.(place)));
    if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
  }

  /** The position at a place where no state was seen: asked for once, and shown when it is known. */
  #position(place) {
    if (this.positions.has(place)) return this.positions.get(place) ?? "–";
    const { world } = this.studio;
    clearTimeout(this.asking);
    this.asking = setTimeout(async () => {
      const position = await world.label(place).catch(() => null);
      if (this.studio.world !== world) return;
      this.positions.set(place, position);
      if (this.shown?.place === place) this.show();
    }, 80);
    return "…";
  }

  /** The same in few words, for the tip at the pointer. */
  tip(panel, place) {
    const { cursor, trace } = panel;
    const state = cursor.shown(place);
    const more = this.more(place).map(([what, value]) => `${what} ${value}`);
    if (state < 0) return more.join("\n");
    const facts = listFacts(cursor, state);
    const costs = facts.filter(([what]) => ["g", "h", "f", "steps", "cost"].includes(what)).map(([what, value]) => `${what} ${value}`);
    const rest = facts
      .filter(([what]) => ["parent", "order", "reopened"].includes(what))
      .map(([what, value]) => `${what} ${value}`);
    return [this.studio.world?.view?.labels ? "" : trace.names[state], costs.join("  "), rest.join("  "), ...more].filter(Boolean).join("\n");
  }
}

/** What is known of a state at a cursor: pairs of a word and a text. */
export function listFacts(cursor, state) {
  const { trace } = cursor;
  const event = cursor.eventOf(state);
  if (event < 0) return [["state", "not generated"]];
  const facts = [["state", WORDS[cursor.status(state)]]];
  facts.push(...trace.listCosts(event));
  const parent = cursor.parent(state);
  facts.push(["parent", parent >= 0 ? trace.names[parent] : "none"]);
  const order = cursor.order(state);
  if (order) facts.push(["order", formatNumber(order)]);
  const reopened = cursor.timesReopened(state);
  if (reopened) facts.push(["reopened", reopened === 1 ? "once" : `${formatNumber(reopened)} times`]);
  return facts;
}
