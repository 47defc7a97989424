/** A list of any length, of which only the rows that are seen are in the page. */

import { make } from "./dom.js";
import { makeId } from "./controls.js";

/** Rows above and below what is seen. */
const MORE = 6;

/** Browsers lay out nothing taller than some tens of millions of pixels. */
const TALLEST = 8_000_000;

/** Events: `choose` (detail {row}), `key` (detail the KeyboardEvent, for keys that the list does not know). */
export class LongList extends EventTarget {
  /**
   * @param {{role: string, label: string, render: (row: number) => {children: Node[], attributes?: Object<string, unknown>}}} how
   */
  constructor({ role, label, render }) {
    super();
    this.render = render;
    this.rowRole = { listbox: "option", tree: "treeitem" }[role] ?? "row";
    this.rowHeight = 30;
    this.count = 0;
    /** The row that the keyboard is at. */
    this.chosen = -1;
    this.id = makeId("list");
    this.space = make("div", { class: "search-list-space", role: "presentation" });
    this.element = make("div", { class: "search-list", role, "aria-label": label, tabindex: "0" }, this.space);
    this.element.addEventListener("scroll", () => this.draw());
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row) this.choose(Number(row.dataset.row));
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Other rows, or so many. */
  fill(count, rowHeight = this.rowHeight) {
    this.count = Math.min(count, Math.floor(TALLEST / rowHeight));
    this.rowHeight = rowHeight;
    this.chosen = Math.min(this.chosen, this.count - 1);
    this.space.style.height = `${this.count * rowHeight}px`;
    this.draw();
  }

  draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(Math.floor(scrollTop / this.rowHeight) - MORE, 0);
    const last = Math.min(Math.ceil((scrollTop + clientHeight) / this.rowHeight) + MORE, this.count);
    const rows = [];
    for (let row = first; row < last; row++) rows.push(this.#row(row));
    this.space.replaceChildren(...rows);
    const isShown = this.chosen >= first && this.chosen < last;
    if (isShown) this.element.setAttribute("aria-activedescendant", `${this.id}-${this.chosen}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  #row(row) {
    const { children, attributes = {} } = this.render(row);
    const chosen = row === this.chosen;
    const classes = `search-list-row${chosen ? " is-chosen" : ""}${attributes.class ? ` ${attributes.class}` : ""}`;
    const properties = { role: this.rowRole, id: `${this.id}-${row}`, "data-row": row, "aria-selected": String(chosen) };
    const element = make("div", { ...properties, ...attributes, class: classes }, ...children);
    element.style.top = `${row * this.rowHeight}px`;
    element.style.height = `${this.rowHeight}px`;
    return element;
  }

  /** @param {number} row */
  choose(row) {
    if (row < 0 || row >= this.count) return;
    this.chosen = row;
    this.reveal(row);
    this.draw();
    this.dispatchEvent(new CustomEvent("choose", { detail: { row } }));
  }

  reveal(row) {
    const { element, rowHeight } = this;
    const top = row * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  }

  #key(event) {
    const page = Math.max(Math.floor(this.element.clientHeight / this.rowHeight) - 1, 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    const move = moves[event.key];
    if (move === undefined) return this.dispatchEvent(new CustomEvent("key", { detail: event }));
    event.preventDefault();
    event.stopPropagation();
    this.choose(Math.min(Math.max(this.chosen + move, 0), this.count - 1));
  }
}
