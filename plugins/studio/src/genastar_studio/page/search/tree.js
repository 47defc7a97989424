/** A search without a map: its open and its closed list, its path, and the tree of who was reached from whom. */

import { make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";
import { makeButton } from "../controls/controls.js";
import { AGAIN, DONE, OPEN, UNSEEN } from "../player/cursor.js";
import { formatColour } from "../player/palette.js";
import { Tabs } from "../controls/tabs.js";
import { LongList } from "../controls/long-list.js";

const TABS = { open: "Open list", closed: "Closed list", tree: "Search tree", path: "Path" };

/** How far children stand to the right of their parent, in CSS pixels. */
const INDENT = 16;

const WORDS = { [OPEN]: "open", [DONE]: "closed", [AGAIN]: "open again" };

/** The rows of a board that was written `1 2 3 / 4 5 6 / 7 8 0`, or null. */
function parseBoard(name) {
  if (!name.includes(" / ")) return null;
  const rows = name.split(" / ").map((row) => row.trim().split(/\s+/));
  return rows.every((row) => row.length === rows[0].length) ? rows : null;
}

/** A state's name: as a small board where it is one, else as text. */
export function nameState(name) {
  const rows = parseBoard(name);
  if (!rows) return make("span", { class: "search-name", title: name }, name);
  const board = make("span", { class: "search-board", role: "img", "aria-label": name });
  board.style.gridTemplateColumns = `repeat(${rows[0].length}, auto)`;
  board.append(
    ...rows
      .flat()
      .map((tile) => make("span", { class: tile === "0" || tile === "_" ? "is-gap" : null, "aria-hidden": "true" }, tile)),
  );
  return board;
}

/** How high a row of a list with such a name is. */
function getRowHeight(name) {
  return parseBoard(name) ? Math.max(parseBoard(name).length * 19 + 11, 30) : 30;
}

/** Who was reached from whom at a cursor: for each state its children, one after another. */
function listChildren(cursor) {
  const { trace } = cursor;
  const first = new Int32Array(trace.states + 2);
  for (let state = 0; state < trace.seen; state++) if (cursor.eventOf(state) >= 0) first[cursor.parent(state) + 2]++;
  for (let state = 1; state < first.length; state++) first[state] += first[state - 1];
  const states = new Int32Array(first[first.length - 1]);
  const next = first.slice();
  for (let state = 0; state < trace.seen; state++)
    if (cursor.eventOf(state) >= 0) states[next[cursor.parent(state) + 1]++] = state;
  return { of: (state) => states.subarray(first[state + 1], first[state + 2]) };
}

/** Events: `inspect` (detail {state}). */
export class TreeView extends EventTarget {
  /** @param {import("./panel.js").Panel} panel */
  constructor(panel) {
    super();
    this.panel = panel;
    /** States of which the children are shown. @type {Set<number>} */
    this.opened = new Set();
    /** What the list shows: states and how deep they are in the tree. @type {{state: number, depth: number}[]} */
    this.rows = [];
    this.isDue = false;
    this.took = 0;
    this.#build();
  }

  #build() {
    this.list = new LongList({ role: "tree", label: "states", render: (row) => this.#row(row) });
    this.list.addEventListener("choose", (event) => {
      const shown = this.rows[/** @type {CustomEvent} */ (event).detail.row];
      if (shown?.state >= 0) this.dispatchEvent(new CustomEvent("inspect", { detail: { state: shown.state } }));
    });
    this.list.addEventListener("key", (event) => this.#key(/** @type {CustomEvent} */ (event).detail));
    this.list.element.addEventListener("click", (event) => {
      const row = event.target.closest(".search-twist")?.closest("[data-row]");
      if (row) this.#toggle(this.rows[Number(row.dataset.row)].state);
    });
    this.tabs = new Tabs("lists", TABS);
    this.tabs.addEventListener("choose", () => this.#choose());
    this.current = makeButton("Go to the current node", "Go to the current node", () => this.goToCurrent());
    this.empty = make("p", { class: "search-empty", hidden: true });
    const bar = make("div", { class: "search-tree-bar" }, this.tabs.element, this.current);
    this.element = make("div", { class: "search-tree" }, bar, this.empty, this.list.element);
    this.tabs.choose("tree");
  }

  get tab() {
    return this.tabs.chosen;
  }

  #choose() {
    const { tab } = this;
    const role = tab === "tree" ? "tree" : "listbox";
    this.list.element.setAttribute("role", role);
    this.list.rowRole = tab === "tree" ? "treeitem" : "option";
    this.list.element.setAttribute("aria-label", TABS[tab]);
    this.list.chosen = -1;
    this.list.element.scrollTop = 0;
    this.#fill();
  }

  clear() {
    this.opened.clear();
    this.rows = [];
    this.list.fill(0);
  }

  /** Show the search at the cursor: soon, and the longer that takes, the later. */
  show() {
    if (this.isDue) return;
    this.isDue = true;
    setTimeout(
      () => {
        this.isDue = false;
        const began = performance.now();
        this.#fill();
        this.took = performance.now() - began;
      },
      Math.max(16, 4 * this.took),
    );
  }

  #fill() {
    const { cursor, answer } = this.panel;
    const { trace } = cursor;
    if (this.tab === "open") this.rows = makeFlatRows(sortByCost(cursor, cursor.states(OPEN, AGAIN)));
    else if (this.tab === "closed")
      this.rows = makeFlatRows(cursor.states(DONE).sort((one, other) => cursor.closing(one) - cursor.closing(other)));
    else if (this.tab === "path") this.rows = this.#pathRows(answer);
    else this.rows = this.#treeRows();
    const name = this.tab === "path" ? answer?.path?.[0] : trace.names[0];
    this.list.fill(this.rows.length, getRowHeight(name ?? ""));
    this.list.element.hidden = !this.rows.length;
    this.empty.hidden = this.rows.length > 0;
    this.empty.textContent = trace.length ? "Empty at this event." : "Start a search to see its nodes.";
    const { open } = cursor;
    const closed = this.tab === "closed" ? this.rows.length : cursor.states(DONE).length;
    const counts = { open, closed, path: answer?.path?.length ?? 0 };
    for (const [tab, many] of Object.entries(counts)) this.tabs.setTitle(tab, `${TABS[tab]} (${formatNumber(many)})`);
  }

  #pathRows(answer) {
    return (answer?.path ?? []).map((text) => ({ state: this.#stateNamed(text), depth: 0, text }));
  }

  #stateNamed(name) {
    if (this.indexed !== this.panel.trace || this.indexedStates !== this.panel.trace.states) {
      this.byName = new Map(this.panel.trace.names.map((each, state) => [each, state]));
      this.indexed = this.panel.trace;
      this.indexedStates = this.panel.trace.states;
    }
    return this.byName.get(name) ?? -1;
  }

  #treeRows() {
    const { cursor } = this.panel;
    this.children = listChildren(cursor);
    const rows = [];
    // By hand and not by recursion: trees may be as deep as the search.
    const waiting = [...this.children.of(-1)].reverse().map((state) => ({ state, depth: 0 }));
    while (waiting.length) {
      const row = waiting.pop();
      rows.push(row);
      if (!this.opened.has(row.state)) continue;
      const children = this.children.of(row.state);
      for (let child = children.length - 1; child >= 0; child--) waiting.push({ state: children[child], depth: row.depth + 1 });
    }
    return rows;
  }

  #row(row) {
    const { state, depth, text } = this.rows[row];
    const { cursor, palette } = this.panel;
    const { trace } = cursor;
    const event = cursor.eventOf(state);
    const status = state < 0 ? UNSEEN : cursor.status(state);
    const isCurrent = state >= 0 && state === cursor.current;
    const attributes = { class: isCurrent ? "is-current" : null, "data-state": state, "aria-current": isCurrent ? "true" : null };
    const children = [];
    if (this.tab === "tree") {
      const has = this.children.of(state).length > 0;
      const isOpen = this.opened.has(state);
      Object.assign(attributes, { "aria-level": depth + 1, "aria-expanded": has ? String(isOpen) : null });
      const twist = make("span", { class: "search-twist", "aria-hidden": "true" }, has ? (isOpen ? "▾" : "▸") : "");
      // However deep a node is, its name and numbers stay in sight.
      twist.style.marginLeft = `${Math.min(depth * INDENT, this.list.element.clientWidth * 0.22)}px`;
      children.push(twist);
    }
    const dot = make("span", {
      class: "search-state",
      role: "img",
      "aria-label": WORDS[status] ?? "not seen",
      title: WORDS[status] ?? "not seen",
    });
    dot.style.background = formatColour(
      { [OPEN]: palette.waiting, [AGAIN]: palette.again, [DONE]: palette.closed[Math.floor(palette.closed.length / 2)] }[
        status
      ] ?? [255, 255, 255],
    );
    children.push(dot, nameState(text ?? trace.names[state]));
    if (event >= 0) {
      const order = cursor.order(state);
      const parts = trace.listCosts(event);
      if (order) parts.push(["#", formatNumber(order)]);
      children.push(
        make("span", { class: "search-spacer" }),
        ...parts.map(([part, value]) => make("span", { class: "search-number" }, make("b", {}, part), value)),
      );
    }
    return { children, attributes };
  }

  #toggle(state) {
    if (!this.opened.delete(state)) this.opened.add(state);
    this.#fill();
  }

  #key(event) {
    if (event.key === "Enter" || event.key === " ") event.preventDefault();
    if (this.tab !== "tree" || this.list.chosen < 0) return;
    const { state, depth } = this.rows[this.list.chosen];
    const isOpen = this.opened.has(state);
    const has = this.children.of(state).length > 0;
    if (event.key === "ArrowRight" && has && !isOpen) this.#toggle(state);
    else if (event.key === "ArrowRight" && has) this.list.choose(this.list.chosen + 1);
    else if (event.key === "ArrowLeft" && isOpen) this.#toggle(state);
    else if (event.key === "ArrowLeft" && depth) this.list.choose(this.#rowOf(this.panel.cursor.parent(state)));
    else if ((event.key === "Enter" || event.key === " ") && has) this.#toggle(state);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #rowOf(state) {
    return this.rows.findIndex((row) => row.state === state);
  }

  /** Show the node that is being expanded, in the tree. */
  goToCurrent() {
    const { cursor } = this.panel;
    if (cursor.current < 0) return;
    for (const state of cursor.path(cursor.current).slice(0, -1)) this.opened.add(state);
    this.tabs.choose("tree");
    this.#fill();
    this.list.choose(this.#rowOf(cursor.current));
  }
}

const makeFlatRows = (states) => states.map((state) => ({ state, depth: 0 }));

/** In the order in which they would be closed: the smallest f first, and of equals the newest. */
function sortByCost(cursor, states) {
  const { f } = cursor.trace;
  const rank = (state) => f[cursor.eventOf(state)];
  return states.sort((one, other) => rank(one) - rank(other) || cursor.eventOf(other) - cursor.eventOf(one));
}
