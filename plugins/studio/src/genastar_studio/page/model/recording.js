/**
 * Recorded searches of a world, which are played without a server: see genastar_studio.player.recording, which writes the same format.
 *
 * @typedef {{settings: {algorithm: string, algorithmOptions: object, options: object}, frame: {kind: string, names: string[],
 *   cost?: (string | number)[]}, columns: Record<string, string>, capped: number, thinned?: number, answer: any}} Search
 * @typedef {{genastar_recording: 1, title: string, world: any, parts: Record<string, string>, start: number | string | null,
 *   goals: (number | string)[], positions: [number, string][], algorithms: {name: string, summary: string, promise: string, walks?: boolean, viewing_hint?: string, counts_steps?: boolean}[],
 *   searches: Search[], shown: number[], scenario: any, lesson?: any}} Recording
 */

import { Problem } from "./api.js";
import { decodeBase64, inflate, encodeBase64 } from "./share-link.js";

const VERSION = 1;

const NOT_RECORDED = "This was not recorded. Start `genastar studio` to search anything.";

const COLUMNS = { state: Int32Array, parent: Int32Array, place: Int32Array, g: Float64Array, h: Float64Array, f: Float64Array };

/** The letters of events, by their numbers in a trace. */
const LETTERS = "ocrf";

/** A column as text: differences of whole numbers; all first bytes, then all second bytes, and so on. @param {any} column */
export function packColumn(column) {
  const numbers = column.slice();
  if (numbers instanceof Int32Array) for (let i = numbers.length - 1; i > 0; i--) numbers[i] -= numbers[i - 1];
  const size = numbers.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return encodeBase64(Uint8Array.from(bytes, (_, i) => bytes[(i % numbers.length) * size + Math.floor(i / numbers.length)]));
}

/** @param {string} text  as of `packColumn`  @param {any} Column  Int32Array or Float64Array */
export function unpackColumn(text, Column) {
  const planes = decodeBase64(text);
  const numbers = new Column(planes.length / Column.BYTES_PER_ELEMENT);
  const bytes = new Uint8Array(numbers.buffer);
  const size = Column.BYTES_PER_ELEMENT;
  for (let i = 0; i < planes.length; i++) bytes[(i % numbers.length) * size + Math.floor(i / numbers.length)] = planes[i];
  if (Column === Int32Array) for (let i = 1; i < numbers.length; i++) numbers[i] += numbers[i - 1];
  return numbers;
}

/** A recording that was read, if it is one. @param {any} recording  @returns {Recording} */
export function checkRecording(recording) {
  if (recording?.genastar_recording !== VERSION) throw new Error("this is not a recording of this version of genastar");
  return recording;
}

/** Read a file `.recording`. @param {Uint8Array<ArrayBuffer>} bytes */
export async function readRecording(bytes) {
  return checkRecording(await inflate(bytes));
}

/**
 * A recording of an exported trace; of an older one, which has no view, a tree.
 * @param {any} trace  as docs/trace-json.md describes
 * @returns {Recording}
 */
export function convertTrace(trace) {
  if (trace?.genastar_trace !== 1) throw new Error("this is not a trace of genastar, or of another version");
  const { events, states, view, answer, start, goals, start_place, goal_places, domain, options } = trace;
  const hasView = Boolean(view?.world?.view);
  const place = Int32Array.from(events.state, (state) => (hasView ? trace.places[state] : -1));
  const costs = events.cost ? {} : { g: events.g, h: events.h, f: events.f };
  const doubles = Object.entries(costs).map(([name, values]) => [name, packColumn(Float64Array.from(values, parseCount))]);
  const whole = Object.entries({ state: events.state, parent: events.parent, place });
  const ends = [start, ...goals];
  const world = { id: "", version: 0, domain, name: trace.world, source: null, options, remark: null, needs_goals: true, view: null };
  const settings = { algorithm: answer.algorithm, algorithmOptions: trace.algorithm_options ?? {}, options: {} };
  return {
    genastar_recording: VERSION,
    title: trace.world,
    world: { ...world, ...(view?.world ?? {}), start: null, goals: [] },
    parts: view?.parts ?? {},
    start: hasView ? start_place : start,
    goals: hasView ? goal_places : goals,
    positions: hasView ? [start_place, ...goal_places].map((at, i) => [at, ends[i]]) : [],
    algorithms: [{ name: answer.algorithm, summary: "recorded", promise: "" }],
    searches: [
      {
        settings,
        frame: { kind: events.kind, names: states, ...(events.cost ? { cost: events.cost } : {}) },
        columns: Object.fromEntries([...whole.map(([name, list]) => [name, packColumn(Int32Array.from(list))]), ...doubles]),
        capped: 0,
        answer: { ...answer, places: hasView ? (view.path ?? []) : [] },
      },
    ],
    shown: [0],
    scenario: null,
  };
}

/** A number of a trace, which may be infinite. @param {number | string} value */
const parseCount = (value) => (value === "inf" ? Infinity : Number(value));

/** A WebSocket that plays a recorded search. */
class Playback extends EventTarget {
  readyState = WebSocket.CONNECTING;

  /** @param {(question: any) => Search} find */
  constructor(find) {
    super();
    this.find = find;
    setTimeout(() => {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  /** @param {string} text */
  send(text) {
    const { ask } = JSON.parse(text);
    if (!ask) return;
    try {
      const { frame, columns, capped, thinned, answer } = this.find(ask);
      const arrays = Object.entries(columns).map(([name, column]) => [name, unpackColumn(column, COLUMNS[name])]);
      this.#hear({ began: {} });
      const events = { first: 0, ...frame, ...Object.fromEntries(arrays) };
      if (events.g) events.f ??= events.g.map((g, i) => g + events.h[i]);
      this.#hear({ events });
      if (thinned) this.#hear({ thinned });
      if (capped) this.#hear({ capped });
      this.#hear({ answer });
    } catch (error) {
      this.#hear({ problem: { detail: /** @type {Error} */ (error).message } });
    }
  }

  #hear(data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  close() {
    this.readyState = WebSocket.CLOSED;
  }
}

/** The service's API, answered from a recording. */
export class Recorded {
  /** @param {Recording} recording */
  constructor(recording) {
    this.recording = recording;
  }

  async world() {
    return this.recording.world;
  }

  async part(_id, part) {
    return decodeBase64(this.recording.parts[part] ?? "").buffer;
  }

  async position(_id, at) {
    const known = this.recording.positions.find((pair) => pair.includes(at));
    if (!known) throw new Problem({ status: 422, title: NOT_RECORDED });
    return { place: known[0], position: known[1] };
  }

  trace() {
    return new Playback((question) => this.#find(question));
  }

  async solve(_id, question) {
    return this.#find(question).answer;
  }

  async remove() {}

  async export() {
    throw new Problem({ title: NOT_RECORDED });
  }

  async commands() {
    throw new Problem({ title: NOT_RECORDED });
  }

  /** @param {import("./api.js").Question} question */
  #find({ algorithm, algorithm_options, options }) {
    const asked = JSON.stringify([algorithm, algorithm_options, options]);
    const same = ({ settings }) => JSON.stringify([settings.algorithm, settings.algorithmOptions, settings.options]) === asked;
    const found = this.recording.searches.find(same);
    if (!found) throw new Problem({ title: NOT_RECORDED });
    return found;
  }
}

/**
 * Record what a studio shows.
 * @param {import("./studio.js").Studio} studio  @param {import("../search/panels.js").Panels} panels
 * @param {any} scenario  what a running studio opens instead, or null
 * @returns {Promise<Recording>}
 */
export async function makeRecording(studio, panels, scenario) {
  const { world, start, goals, algorithms } = studio;
  const ends = [start, ...goals].filter((end) => end !== null);
  const names = await Promise.all(ends.map((end) => (typeof end === "number" ? world.position(end) : end)));
  const searches = panels.list.filter(({ answer }) => answer).map(makeSearch);
  if (!searches.length) throw new Error("there is no search to record yet; press Run");
  const used = new Set(searches.map(({ settings }) => settings.algorithm));
  return {
    genastar_recording: VERSION,
    title: world.name,
    world: world.told(),
    parts: Object.fromEntries(Object.entries(world.bytes()).map(([name, bytes]) => [name, encodeBase64(bytes)])),
    start,
    goals,
    positions: /** @type {[number, string][]} */ (
      ends.flatMap((end, i) => (typeof end === "number" && names[i] !== null ? [[end, names[i]]] : []))
    ),
    algorithms: algorithms
      .filter(({ name }) => used.has(name))
      .map(({ name, summary, promise, walks, viewing_hint, counts_steps }) => ({ name, summary, promise, walks, viewing_hint, counts_steps })),
    searches,
    shown: searches.map((_, i) => i),
    scenario,
    lesson: studio.sharers.get("lesson")?.share() ?? null,
  };
}

/** @param {import("../search/panel.js").Panel} panel  @returns {Search} */
function makeSearch({ settings, trace, answer, capped }) {
  const { algorithm, algorithmOptions, options } = settings;
  const part = (name) => trace[name].slice(0, trace.length);
  const place = Int32Array.from(part("state"), (state) => trace.place[state]);
  const costs = trace.costs ? {} : { g: part("g"), h: part("h"), f: part("f") };
  const columns = { state: part("state"), parent: part("parent"), place, ...costs };
  return {
    settings: structuredClone({ algorithm, algorithmOptions, options }),
    frame: {
      kind: Array.from(part("kind"), (kind) => LETTERS[kind]).join(""),
      names: trace.names,
      ...(trace.costs ? { cost: trace.costs } : {}),
    },
    columns: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, packColumn(column)])),
    capped,
    thinned: trace.thinned,
    answer,
  };
}
