/**
 * The board of a world whose states are arrangements of pieces: the state at the cursor, and the solution as moves that glide.
 * A state's text lists its pieces row by row, see `genastar.worlds.view.Board`; pieces of one name are told apart by their order.
 */

import { makeLabelledButton, make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";

/** Milliseconds of a move while the solution plays. */
const MOVE = 420;

/** The pieces of a state's text, row by row; null if it is no state of the board. @param {string} text  @param {any} board */
function listPieces(text, { width, height }) {
  const rows = text.split(" / ").map((row) => row.trim().split(/\s+/));
  return rows.length === height && rows.every((row) => row.length === width) ? rows.flat() : null;
}

export class BoardView {
  /** @param {import("../search/panel.js").Panel} panel */
  constructor(panel) {
    this.panel = panel;
    this.board = panel.studio.world.board;
    /** @type {Map<string, HTMLElement>} the elements of pieces, by name and order */ this.tiles = new Map();
    this.timer = 0;
    this.step = -1;
    this.place = make("div", { class: "board", role: "img" });
    this.place.style.setProperty("--columns", this.board.width);
    this.place.style.setProperty("--rows", this.board.height);
    this.caption = make("p", { class: "board-caption" });
    this.player = make(
      "div",
      { class: "board-player" },
      makeLabelledButton({ icon: "", text: "⇤", title: "First board of the solution", click: () => this.go(0) }),
      makeLabelledButton({ icon: "", text: "←", title: "One move back", click: () => this.go(this.step - 1) }),
      (this.play = makeLabelledButton({ icon: "", text: "Play the solution", class: "primary", click: () => this.toggle() })),
      makeLabelledButton({ icon: "", text: "→", title: "One move on", click: () => this.go(this.step + 1) }),
      makeLabelledButton({ icon: "", text: "⇥", title: "Last board of the solution", click: () => this.go(Infinity) }),
    );
    this.element = make("div", { class: "board-view" }, this.place, this.caption, this.player);
  }

  close() {
    clearInterval(this.timer);
    this.element.remove();
  }

  get #path() {
    return this.panel.answer?.path ?? [];
  }

  /** The search is at another event, or was answered. */
  show() {
    const { cursor, answer } = this.panel;
    const isNew = answer !== this.answer;
    this.answer = answer;
    if (isNew) this.stop();
    this.player.hidden = this.#path.length < 2;
    const isAtEnd = cursor.at === cursor.trace.length - 1 && this.#path.length > 0;
    if (isAtEnd && (isNew || !this.wasAtEnd)) this.step = this.#path.length - 1;
    this.wasAtEnd = isAtEnd;
    if (isAtEnd) return this.#tellStep();
    this.stop();
    const state = Math.max(cursor.current, 0);
    const text = cursor.trace.names[state] ?? this.panel.studio.start;
    if (text) this.#arrange(text, cursor.current < 0 ? "The start." : "The node that is expanded.");
  }

  /** @param {number} step  of the solution */
  go(step) {
    this.stop();
    this.#goTo(step);
  }

  #goTo(step) {
    this.step = Math.min(Math.max(step, 0), this.#path.length - 1);
    this.#tellStep();
  }

  #tellStep() {
    const moves = this.#path.length - 1;
    this.#arrange(this.#path[this.step], `Move ${formatNumber(this.step)} of ${formatNumber(moves)} of the solution.`);
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.step >= this.#path.length - 1) this.#goTo(0);
    this.timer = setInterval(() => {
      this.#goTo(this.step + 1);
      if (this.step === this.#path.length - 1) this.stop();
    }, MOVE);
    this.#tellPlay();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.#tellPlay();
  }

  #tellPlay() {
    const text = this.timer ? "Pause" : "Play the solution";
    this.play.querySelector(".label").textContent = text;
    this.play.setAttribute("aria-label", text);
    this.play.title = text;
  }

  /** Move the pieces to where a state has them. @param {string} text  @param {string} caption */
  #arrange(text, caption) {
    const pieces = listPieces(text, this.board);
    this.place.hidden = !pieces;
    if (!pieces) return;
    this.place.setAttribute("aria-label", text);
    this.caption.textContent = caption;
    const seen = new Map();
    const kept = new Set();
    pieces.forEach((piece, at) => {
      if (this.board.empty.includes(piece)) return;
      const order = seen.get(piece) ?? 0;
      seen.set(piece, order + 1);
      const key = `${piece} ${order}`;
      kept.add(key);
      if (!this.tiles.has(key)) {
        const tile = make("span", { class: "board-piece", "aria-hidden": "true" }, piece);
        this.tiles.set(key, tile);
        this.place.append(tile);
      }
      const tile = this.tiles.get(key);
      tile.style.setProperty("--x", String(at % this.board.width));
      tile.style.setProperty("--y", String(Math.floor(at / this.board.width)));
    });
    for (const [key, tile] of this.tiles) {
      if (kept.has(key)) continue;
      tile.remove();
      this.tiles.delete(key);
    }
  }
}
