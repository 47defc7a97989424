/**
 * A cursor: where in a trace we are, and what the search held there.
 *
 * It holds one number for each state, that of the state's latest event; all else is read from the trace's columns. To go one
 * event forward writes one number, to go back writes the event before it. So any jump costs as much as the events between,
 * some nanoseconds each, and needs no snapshots.
 */

import { CLOSED, FOUND, OPENED, REOPENED, ensureRoom } from "./trace.js";

/** What a state is at the cursor. */
export const UNSEEN = 0;
export const OPEN = 1;
export const DONE = 2;
export const AGAIN = 3;

/** More changed places than these are not listed one by one. */
const LISTED = 20_000;

export class Cursor {
  /** @param {import("./trace.js").Trace} trace */
  constructor(trace) {
    this.trace = trace;
    /** The last event that has happened; -1 before the first. */
    this.at = -1;
    /** Of each state: its latest event, or -1. */
    this.last = new Int32Array(0);
  }

  /**
   * Go to just after an event.
   * @param {number} event from -1 to the last
   * @returns {?Int32Array} the places that may look other than before, some maybe twice; null for too many to list
   */
  goTo(event) {
    const { trace, at } = this;
    const target = Math.min(Math.max(event, -1), trace.length - 1);
    this.last = ensureRoom(this.last, trace.states, -1);
    const { last } = this;
    const { state, before, place } = trace;
    for (let next = at + 1; next <= target; next++) last[state[next]] = next;
    for (let undone = at; undone > target; undone--) last[state[undone]] = before[undone];
    this.at = target;
    const distance = Math.abs(target - at);
    if (distance > LISTED) return null;
    const changed = new Int32Array(distance);
    const low = Math.min(at, target) + 1;
    let count = 0;
    for (let step = 0; step < distance; step++) {
      const where = place[state[low + step]];
      if (where >= 0) changed[count++] = where;
    }
    return changed.subarray(0, count);
  }

  /** The latest event of a state, -1 if it has not been seen. */
  eventOf(state) {
    return state >= 0 && state < this.last.length ? this.last[state] : -1;
  }

  /** `UNSEEN`, `OPEN`, `DONE` or `AGAIN`. */
  status(state) {
    const event = this.eventOf(state);
    if (event < 0) return UNSEEN;
    const kind = this.trace.kind[event];
    return kind === OPENED ? OPEN : kind === REOPENED ? AGAIN : DONE;
  }

  /** The state that a place shows: the one that was closed last, or if none is, opened last; -1 if none was seen. */
  shown(place) {
    const { trace } = this;
    let best = -1;
    let bestEvent = -1;
    let bestDone = false;
    for (let state = trace.lastAt(place); state >= 0; state = trace.nextHere[state]) {
      const event = this.eventOf(state);
      if (event < 0) continue;
      const done = trace.kind[event] === CLOSED || trace.kind[event] === FOUND;
      if (done === bestDone ? event > bestEvent : done) [best, bestEvent, bestDone] = [state, event, done];
    }
    return best;
  }

  /** The states of a place that have been seen. */
  here(place) {
    const states = [];
    for (let state = this.trace.lastAt(place); state >= 0; state = this.trace.nextHere[state]) {
      if (this.eventOf(state) >= 0) states.push(state);
    }
    return states;
  }

  /** A state's parent at the cursor, -1 for none. */
  parent(state) {
    const event = this.eventOf(state);
    return event < 0 ? -1 : this.trace.parent[event];
  }

  /** The states from a root to this one, by parents. */
  path(state) {
    const path = [];
    for (let next = state; next >= 0 && path.length <= this.trace.states; next = this.parent(next)) path.push(next);
    return path.reverse();
  }

  /** The latest closing of a state, -1 if it has not been closed. */
  closing(state) {
    let event = this.eventOf(state);
    while (event >= 0 && this.trace.kind[event] !== CLOSED) event = this.trace.before[event];
    return event;
  }

  /** As which expansion the state was closed last, from 1; 0 if it was not. */
  order(state) {
    const event = this.closing(state);
    return event < 0 ? 0 : this.trace.closings[event];
  }

  /** How often the state was reopened. */
  timesReopened(state) {
    let times = 0;
    for (let event = this.eventOf(state); event >= 0; event = this.trace.before[event]) {
      if (this.trace.kind[event] === REOPENED) times++;
    }
    return times;
  }

  /** How many states are open. */
  get open() {
    return this.at < 0 ? 0 : this.trace.open[this.at];
  }

  /** How many expansions there were. */
  get expanded() {
    return this.at < 0 ? 0 : this.trace.closings[this.at];
  }

  /** How many reopenings there were. */
  get reopened() {
    return this.at < 0 ? 0 : this.trace.reopenings[this.at];
  }

  /** The state that is being expanded, -1 if none was. */
  get current() {
    return this.expanded ? this.trace.state[this.trace.expansion(this.expanded)] : -1;
  }

  /** All states of these statuses, in the order in which they were first seen. */
  states(...statuses) {
    const found = [];
    for (let state = 0; state < this.trace.states; state++) {
      if (statuses.includes(this.status(state))) found.push(state);
    }
    return found;
  }
}
