/**
 * A trace: what one search did, event by event, in columns that grow as frames arrive.
 *
 * States have numbers, in the order in which they first appear. Each event knows the event before it of the same state, so
 * that a cursor can go back as cheaply as forward.
 */

import { formatNumber } from "../controls/numbers.js";

export const OPENED = 0;
export const CLOSED = 1;
export const REOPENED = 2;
export const FOUND = 3;

const LETTERS = "ocrf";

/** Largest relative error of a cost in whole units. */
const ROUNDING = 2e-6;

/**
 * The same column with room for so many entries.
 * @template {Uint8Array|Int32Array|Float64Array} T
 * @param {T} column
 * @param {number} length
 * @param {number} [empty] what new entries hold
 * @returns {T}
 */
export function ensureRoom(column, length, empty = 0) {
  if (column.length >= length) return column;
  const Column = /** @type {any} */ (column.constructor);
  const longer = new Column(Math.max(length, 2 * column.length, 1024));
  longer.set(column);
  if (empty) longer.fill(empty, column.length);
  return longer;
}

/**
 * Columns of the service's stream, see API.md.
 * @typedef {{first: number, kind: string, state: number[], parent: number[], place: number[], g?: number[], h?: number[],
 *   f?: number[], cost?: (string|number)[], names: string[]}} Frame
 */

export class Trace {
  constructor() {
    /** How many events there are. */
    this.length = 0;
    /** Of each event. */
    this.kind = new Uint8Array(0);
    this.state = new Int32Array(0);
    /** The state that this one is reached from, by what the event tells; -1 at a root. */
    this.parent = new Int32Array(0);
    this.g = new Float64Array(0);
    this.h = new Float64Array(0);
    this.f = new Float64Array(0);
    /** The event before it of the same state, or -1. */
    this.before = new Int32Array(0);
    /** States that are open, closings, and reopenings, up to and with the event. */
    this.open = new Int32Array(0);
    this.closings = new Int32Array(0);
    this.reopenings = new Int32Array(0);
    /** The events that are closings: entry n - 1 is expansion n. */
    this.expansions = new Int32Array(0);
    /** Where costs are not `Cost`: what each event's cost is, as the service writes it; otherwise null. @type {?(string|number)[]} */
    this.costs = null;

    /** Of each state: its name, its place (-1 for none), the next state of the same place. @type {string[]} */
    this.names = [];
    this.place = new Int32Array(0);
    this.nextHere = new Int32Array(0);
    /** The state of each place that appeared last, or -1. */
    this.lastHere = new Int32Array(0);
    /** The latest event of each state. */
    this.latest = new Int32Array(0);
    /** How many states have had an event. */
    this.seen = 0;

    /** From this event on only expansions are known, and not what they opened; 0 if all are known. */
    this.thinned = 0;

    /** The event that closed the destination, or -1. */
    this.ending = -1;

    /** The events that found a path: more than one if the search improved its answer. @type {number[]} */
    this.answers = [];

    /** What f is: the total of the costs, or the number of steps, whose sign is the order: depth-first search has the most first. */
    this.isInSteps = false;

    /** The least and greatest finite g, h and f. */
    this.range = { g: [Infinity, -Infinity], h: [Infinity, -Infinity], f: [Infinity, -Infinity] };
  }

  /** How many states there are. */
  get states() {
    return this.names.length;
  }

  /** The state of a place that appeared last, -1 if none has. @param {number} place */
  lastAt(place) {
    return this.lastHere[place] ?? -1;
  }

  /** How many expansions there are. */
  get expanded() {
    return this.length ? this.closings[this.length - 1] : 0;
  }

  /** How many expansions the answer counts up to an event: a destination is closed, but not expanded. @param {number} event */
  counted(event) {
    if (event < 0) return 0;
    return this.closings[event] - (this.ending >= 0 && event >= this.ending ? 1 : 0);
  }

  /** The most states that were open at once. */
  get peak() {
    let peak = 0;
    for (let event = 0; event < this.length; event++) peak = Math.max(peak, this.open[event]);
    return peak;
  }

  /** @param {Frame} frame */
  append(frame) {
    const count = frame.kind.length;
    this.#reserve(this.length + count, this.states + frame.names.length);
    for (const name of frame.names) this.names.push(name);
    if (frame.cost) this.costs ??= [];
    for (let row = 0; row < count; row++) this.#event(frame, row);
  }

  #reserve(events, states) {
    for (const name of ["kind", "state", "parent", "g", "h", "f", "before", "open", "closings", "reopenings"]) {
      this[name] = ensureRoom(this[name], events);
    }
    this.expansions = ensureRoom(this.expansions, events);
    this.place = ensureRoom(this.place, states, -1);
    this.nextHere = ensureRoom(this.nextHere, states, -1);
    this.latest = ensureRoom(this.latest, states, -1);
  }

  #event(frame, row) {
    const event = this.length++;
    const state = frame.state[row];
    const kind = LETTERS.indexOf(frame.kind[row]);
    if (state >= this.seen) this.#newState(state, frame.place[row]);
    this.kind[event] = kind;
    this.state[event] = state;
    this.parent[event] = frame.parent[row];
    if (frame.cost) {
      const cost = frame.cost[row];
      /** @type {(string|number)[]} */ (this.costs)[event] = cost;
      this.g[event] = this.h[event] = NaN;
      this.f[event] = typeof cost === "number" ? cost : NaN;
    } else {
      for (const part of ["g", "h", "f"]) this[part][event] = frame[part]?.[row] ?? NaN;
    }
    for (const part of ["g", "h", "f"]) {
      const value = this[part][event];
      const range = this.range[part];
      if (!Number.isFinite(value)) continue;
      if (value < range[0]) range[0] = value;
      if (value > range[1]) range[1] = value;
    }
    const before = this.latest[state];
    this.before[event] = before;
    this.latest[state] = event;
    const wasOpen = before >= 0 && (this.kind[before] === OPENED || this.kind[before] === REOPENED);
    const isOpen = kind === OPENED || kind === REOPENED;
    this.open[event] = (event ? this.open[event - 1] : 0) + Number(isOpen) - Number(wasOpen);
    this.closings[event] = (event ? this.closings[event - 1] : 0) + Number(kind === CLOSED);
    this.reopenings[event] = (event ? this.reopenings[event - 1] : 0) + Number(kind === REOPENED);
    if (kind === FOUND) this.answers.push(event);
    if (kind === FOUND && before >= 0 && this.kind[before] === CLOSED) this.ending = before;
    if (kind === CLOSED) this.expansions[this.closings[event] - 1] = event;
  }

  #newState(state, place) {
    this.seen = state + 1;
    this.place[state] = place;
    if (place < 0) return;
    this.lastHere = ensureRoom(this.lastHere, place + 1, -1);
    this.nextHere[state] = this.lastHere[place];
    this.lastHere[place] = state;
  }

  /**
   * Write the cost of the answer wherever an event has the same cost: a search may count in whole numbers, whose ratios are as
   * close to the lengths of steps as one part in 660,000, and both are shown.
   * @param {number} cost
   */
  settle(cost) {
    for (const part of [this.g, this.h, this.f]) {
      for (let event = 0; event < this.length; event++) if (Math.abs(part[event] - cost) < ROUNDING * cost) part[event] = cost;
    }
  }

  /** The event in which expansion `number` happened, counted from 1; before the first and after the last, the nearest. */
  expansion(number) {
    if (!this.expanded) return -1;
    return this.expansions[Math.min(Math.max(number, 1), this.expanded) - 1];
  }

  /** The cost that an event tells, as text: f where it is known. */
  costText(event) {
    return this.costs ? String(this.costs[event]) : this.totalText(this.f[event]);
  }

  /** How f is called. */
  get totalName() {
    return this.isInSteps ? "steps" : "f";
  }

  /** A value of f as text. @param {number} total  @param {number} [digits] */
  totalText(total, digits) {
    return formatNumber(this.isInSteps ? Math.abs(total) : total, digits);
  }

  /** The numbers of an event with their names, in order. @param {number} event  @param {number} [digits]  @returns {[string, string][]} */
  listCosts(event, digits) {
    if (this.costs) return [["cost", this.costText(event)]];
    const parts = ["g", "h"].map((part) => /** @type {[string, string]} */ ([part, formatNumber(this[part][event], digits)]));
    return [...parts, [this.totalName, this.totalText(this.f[event], digits)]];
  }
}

/** Whether an event is a closing. */
export const isExpansion = (trace, event) => trace.kind[event] === CLOSED;

/** Whether a path was found. */
export const isAnswer = (trace, event) => trace.kind[event] === FOUND;

/** Whether a closed state was opened again. */
export const isReopening = (trace, event) => trace.kind[event] === REOPENED;

/** Whether a state that was open was opened anew, at a smaller g. */
export function isImprovement(trace, event) {
  const before = trace.before[event];
  if (before < 0 || trace.kind[event] !== OPENED || trace.kind[before] !== OPENED) return false;
  return trace.costs !== null || trace.g[event] < trace.g[before];
}

/**
 * The nearest event after (`step` 1) or before (`step` -1) one, of which a test is true; -1 if there is none.
 * @param {Trace} trace
 * @param {number} from
 * @param {1|-1} step
 * @param {(trace: Trace, event: number) => boolean} test
 */
export function findIndex(trace, from, step, test) {
  for (let event = from + step; event >= 0 && event < trace.length; event += step) {
    if (test(trace, event)) return event;
  }
  return -1;
}
