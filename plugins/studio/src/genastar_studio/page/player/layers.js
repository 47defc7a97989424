/** Layers: what of a search is drawn over a world, and in which colours. */

import { formatNumber } from "../controls/numbers.js";
import { packColour } from "../draw/colour.js";
import { findBend } from "./bends.js";
import { AGAIN, DONE, OPEN } from "./cursor.js";
import { formatColour, DIFFERENCE, getPalette, makeRamp } from "./palette.js";

/** How much of what lies below shows through a tint: of 255. */
const ALPHA = 205;

const SHADES = 256;

/** What the closed places may be coloured by. */
export const FILLS = [
  ["plain", "one colour"],
  ["order", "order"],
  ["g", "g"],
  ["h", "h"],
  ["f", "f"],
];

/** Which layers there are to switch on and off, with what they show. */
export const SWITCHES = {
  closed: "closed nodes",
  open: "open nodes",
  way: "path to the current node",
  path: "final path",
  arrows: "arrows to parents",
  numbers: "numbers g, h, f",
  sealed: "sealed region and closest point",
};

/** Which layers somebody chose; all panels show the same. */
export class LayerChoice extends EventTarget {
  constructor() {
    super();
    this.fill = "order";
    this.shown = { closed: true, open: true, way: true, path: true, arrows: false, numbers: false, sealed: true };
    /** Whether the estimate's faults are painted, or the difference between panels, in place of the search. */
    this.instead = "";
  }

  /** @param {Partial<{fill: string, shown: Object<string, boolean>, instead: string}>} change */
  set(change) {
    if (change.fill) this.fill = change.fill;
    if (change.shown) Object.assign(this.shown, change.shown);
    if (change.instead !== undefined) this.instead = change.instead;
    this.dispatchEvent(new CustomEvent("change"));
  }

  /** For a share link. */
  share() {
    return { fill: this.fill, shown: { ...this.shown } };
  }

  /** @param {any} saved what `share` gave, maybe of an older page */
  restore(saved) {
    const shown = Object.entries(saved.shown ?? {}).filter(([name]) => name in SWITCHES);
    const fill = FILLS.some(([name]) => name === saved.fill) ? saved.fill : this.fill;
    this.set({ fill, shown: Object.fromEntries(shown.map(([name, isOn]) => [name, Boolean(isOn)])) });
  }
}

/** What one panel's search looks like: tints, arrows, numbers and paths for its stage. */
export class LayerPainter {
  /**
   * @param {LayerChoice} choice
   * @param {string} paletteName
   */
  constructor(choice, paletteName) {
    this.choice = choice;
    this.tint = new Uint32Array(0);
    this.arrows = new Int32Array(0);
    /** Where the current node is painted, or -1. */
    this.marked = -1;
    this.setPalette(paletteName);
  }

  /** @param {string} name */
  setPalette(name) {
    this.palette = getPalette(name);
    this.shades = Uint32Array.from(makeRamp(this.palette.closed, SHADES), (colour) => packColour(...colour, ALPHA));
    this.plain = this.shades[SHADES >> 1];
    this.current = packColour(...this.palette.way);
    this.open = packColour(...this.palette.waiting, ALPHA);
    this.again = packColour(...this.palette.again, ALPHA);
    this.sealed = packColour(...this.palette.sealed, ALPHA);
  }

  /**
   * All places anew.
   * @param {import("./cursor.js").Cursor} cursor
   * @param {number} size how many places the world has
   * @param {boolean} isSealed whether all that was closed is a sealed region
   */
  paintAll(cursor, size, isSealed) {
    this.#fit(size);
    this.isSealed = isSealed && this.choice.shown.sealed;
    const { trace } = cursor;
    for (let state = 0; state < trace.seen; state++) {
      const place = trace.place[state];
      if (place < 0 || cursor.eventOf(state) < 0) continue;
      // A later state of the same place looks at all of them.
      this.#paint(cursor, place, trace.nextHere[state] < 0 ? state : cursor.shown(place));
    }
    this.#paintCurrent(cursor);
  }

  /**
   * These places anew.
   * @param {import("./cursor.js").Cursor} cursor
   * @param {Int32Array} places
   * @returns {number[]} the places that are painted anew besides: where the current node was, and is
   */
  paintSome(cursor, places) {
    for (const place of places) this.#paint(cursor, place, cursor.shown(place));
    const before = this.marked;
    if (before >= 0) this.#paint(cursor, before, cursor.shown(before));
    this.#paintCurrent(cursor);
    return [before, this.marked].filter((place) => place >= 0);
  }

  /** The node that is being expanded stands out, until the search is over. */
  #paintCurrent(cursor) {
    const isOver = cursor.at === cursor.trace.length - 1;
    this.marked = isOver || cursor.current < 0 || !this.choice.shown.way ? -1 : cursor.trace.place[cursor.current];
    if (this.marked >= 0) this.tint[this.marked] = this.current;
  }

  #fit(size) {
    if (this.tint.length !== size) this.tint = new Uint32Array(size);
    else this.tint.fill(0);
    if (!this.choice.shown.arrows) this.arrows = new Int32Array(0);
    else if (this.arrows.length !== size) this.arrows = new Int32Array(size).fill(-1);
    else this.arrows.fill(-1);
  }

  #paint(cursor, place, state) {
    this.tint[place] = state < 0 ? 0 : this.#colour(cursor, state);
    if (this.arrows.length) this.arrows[place] = state < 0 ? -1 : getParentPlace(cursor, state);
  }

  #colour(cursor, state) {
    const { shown, fill } = this.choice;
    const status = cursor.status(state);
    if (status === OPEN) return shown.open ? this.open : 0;
    if (status === AGAIN) return shown.open ? this.again : 0;
    if (!shown.closed) return 0;
    if (this.isSealed) return this.sealed;
    if (fill === "plain") return this.plain;
    const { trace } = cursor;
    if (fill === "order") return this.#shade(cursor.order(state), 1, trace.expanded);
    const [least, most] = trace.range[fill];
    return this.#shade(trace[fill][cursor.eventOf(state)], least, most);
  }

  #shade(value, least, most) {
    if (!Number.isFinite(value)) return this.plain;
    const share = most > least ? (value - least) / (most - least) : 0;
    return this.shades[Math.round(share * (SHADES - 1))];
  }
}

/** The place of the nearest ancestor that lies elsewhere, -1 if there is none. */
function getParentPlace(cursor, state) {
  const { place } = cursor.trace;
  let parent = cursor.parent(state);
  for (let steps = 0; parent >= 0 && place[parent] === place[state] && steps < 64; steps++) parent = cursor.parent(parent);
  return parent < 0 ? -1 : place[parent];
}

/** The places of states, each once where it follows itself, without states that have none; and those where jumps turn. */
function listPlaces(cursor, states, world) {
  const { trace } = cursor;
  const places = [];
  let before = 0;
  for (const state of states) {
    const place = trace.place[state];
    if (place < 0) continue;
    const travelled = trace.g[cursor.eventOf(state)];
    const bend = places.length ? findBend(world, places.at(-1), place, travelled - before) : -1;
    if (bend >= 0) places.push(bend);
    if (place !== places.at(-1)) places.push(place);
    before = travelled;
  }
  return Int32Array.from(places);
}

/** g, h and f of the state that a place shows, as texts; none where nothing was seen. */
export function listNumbers(cursor, place) {
  const event = cursor.eventOf(cursor.shown(place));
  if (event < 0) return [];
  const { trace } = cursor;
  return trace.listCosts(event, 1).map(([, text]) => text);
}

/**
 * Which places were closed by the one search and by the other.
 * @param {import("./cursor.js").Cursor} first
 * @param {import("./cursor.js").Cursor} second
 * @param {number} size
 * @returns {{tint: Uint32Array, counts: [number, number, number]}} in the first alone, in the second alone, in both
 */
export function findDifference(first, second, size) {
  const colours = DIFFERENCE.map((colour) => packColour(...colour, ALPHA));
  const which = new Uint8Array(size);
  for (const [bit, cursor] of [
    [1, first],
    [2, second],
  ]) {
    const { trace } = /** @type {any} */ (cursor);
    for (let state = 0; state < trace.seen; state++) {
      if (trace.place[state] >= 0 && cursor.status(state) === DONE) which[trace.place[state]] |= bit;
    }
  }
  /** @type {[number, number, number]} */
  const counts = [0, 0, 0];
  const tint = Uint32Array.from(which, (bits) => (bits ? (counts[bits - 1]++, colours[bits - 1]) : 0));
  return { tint, counts };
}

/**
 * The paths to draw.
 * @param {import("../search/panel.js").Panel} panel
 * @param {LayerChoice} choice
 */
export function listPaths(panel, choice) {
  const { cursor, answer, palette, ways, chosen, studio } = panel;
  if (ways?.length) return listWays(ways, chosen, palette);
  const paths = [];
  const isAtEnd = cursor.at === cursor.trace.length - 1;
  if (choice.shown.way && cursor.current >= 0 && !(isAtEnd && answer)) {
    paths.push({ places: listPlaces(cursor, cursor.path(cursor.current), studio.world), colour: formatColour(palette.way), width: 2, dash: [] });
  }
  if (!answer || !isAtEnd) return paths;
  if (choice.shown.path && answer.places?.length) {
    const places = Int32Array.from(answer.places);
    paths.push({ places, points: answer.points, colour: formatColour(palette.path), width: 3.5, dash: [] });
  }
  if (choice.shown.sealed && answer.outcome !== "found" && answer.places_to_closest?.length) {
    paths.push({ places: Int32Array.from(answer.places_to_closest), colour: formatColour(palette.path), width: 3, dash: [6, 5] });
  }
  return paths;
}

/** Paths to choose from: the chosen one last, above the others. */
function listWays(ways, chosen, palette) {
  const last = [...ways.filter((_, at) => at !== chosen), ways[chosen]];
  return last.map(({ places, points }, at) => ({
    places: Int32Array.from(places),
    points,
    colour: formatColour(at === last.length - 1 ? palette.path : palette.other),
    width: 3.5,
    dash: [],
  }));
}
