/**
 * A world that the server holds, with what is needed to show it, and to paint on it.
 *
 * What is painted is seen at once, and delivered to the server in the background.
 */

import { Problem } from "./api.js";
import { blendBrushes } from "../draw/colour.js";
import { Delivery } from "./delivery.js";
import { Recorded } from "./recording.js";
import { isGround, adaptBrushes } from "./terrain.js";

/** Worlds with more places keep the colours that are guessed here. */
const LARGE = 4_000_000;

const PARTS = {
  cells: ["colours"],
  tiles: ["colours", "centres", "sides", "side_colours"],
  polygons: ["colours", "centres", "corners", "first_corner"],
  lines: ["points", "ends", "bends", "first_bend"],
};

const ARRAYS = {
  colours: Uint8Array,
  values: Float64Array,
  centres: Float32Array,
  sides: Int32Array,
  side_colours: Uint8Array,
  corners: Float32Array,
  first_corner: Int32Array,
  points: Float32Array,
  ends: Int32Array,
  bends: Float32Array,
  first_bend: Int32Array,
  line_classes: Uint8Array,
  levels: Uint8Array,
};

/** Where a part has another name here. */
const CAMEL = {
  first_bend: "firstBend",
  first_corner: "firstCorner",
  line_classes: "lineClasses",
  side_colours: "sideColours",
};

/**
 * Events: `changed` (detail `{places}` or `{places: null}` for all: values or colours are others, to be drawn again),
 * `sent` (detail `{places, live}`: the server knows of these changes).
 */
export class World extends EventTarget {
  #lookup = 0;
  /** @type {"light" | "dark"} */ theme = "light";
  /** The colours as the server has them. @type {Uint8Array | null} */ given = null;

  /** @param {import("./api.js").Api} api  @param {object} told  a world as the API tells it */
  constructor(api, told) {
    super();
    /** Who answers for this world: the service, or a recording. */
    this.api = api;
    /** The file of the gallery that it was read from, if it was. @type {string | undefined} */
    this.example = undefined;
    this.delivery = new Delivery(this);
    /** @type {object} options of questions, as far as they differ from its own */ this.asked = {};
    this.tell(told);
    this.start = told.start;
    this.goals = told.goals;
    /** Whether a question must name a goal: some worlds know by themselves where a search ends. */
    this.needsGoals = told.needs_goals;
    this.size = told.view?.size ?? 0;
    /** @type {Uint8Array | null} red, green, blue of each place */
    this.colours = null;
    /** @type {Float64Array | null} the value of each place, of a canvas */
    this.values = null;
    /** @type {Float32Array | null} x and y of the corners of all polygons */
    this.corners = null;
    /** @type {Int32Array | null} the first corner of each polygon, and one more */
    this.firstCorner = null;
    /** @type {Float32Array | null} x and y of each tile, and of a point in each polygon */
    this.centres = null;
    /** @type {Int32Array | null} the two tiles at each side that is marked */
    this.sides = null;
    /** @type {Uint8Array | null} red, green, blue of each of these sides */
    this.sideColours = null;
    /** @type {Float32Array | null} x and y of each place of a map of lines */
    this.points = null;
    /** @type {Int32Array | null} the two places of each line */
    this.ends = null;
    /** @type {Float32Array | null} */
    this.bends = null;
    /** @type {Int32Array | null} the first bend of each line, and one more */
    this.firstBend = null;
    /** @type {Uint8Array | null} the class of each line */
    this.lineClasses = null;
    /** @type {Uint8Array | null} the number of each place that an option divides into free places and walls */
    this.levels = null;
  }

  /** What the server says of it now. @param {object} told */
  tell(told) {
    this.id = told.id;
    this.version = told.version;
    this.domain = told.domain;
    this.name ??= told.name; // A renamed world keeps its name when it is painted.
    this.source = told.source;
    this.options = told.options;
    this.remark = told.remark;
    /** How states look as boards, of a world without a view; or null. */
    this.board = told.board ?? null;
    this.view = told.view && { ...told.view, canvas: told.view.canvas && { ...told.view.canvas } };
    this.plain = this.view?.canvas?.brushes ?? [];
    this.#dress();
  }

  /** Whether its colours are those of ground, which each theme has its own of. */
  get hasGround() {
    return isGround(this.plain);
  }

  #dress() {
    if (this.view?.canvas) this.view.canvas.brushes = adaptBrushes(this.plain, this.theme);
  }

  /** @param {"light" | "dark"} theme */
  retheme(theme) {
    this.theme = theme;
    this.#dress();
    if (!this.hasGround || !this.colours || !this.values) return;
    this.colours = this.#themed(this.given);
    this.dispatchEvent(new CustomEvent("changed", { detail: { places: null } }));
  }

  /** Ground in the theme's colours; what has a colour of its own, such as water, keeps it. @param {Uint8Array} given */
  #themed(given) {
    this.given = given;
    if (!this.hasGround || !this.values) return given;
    const colours = given.slice();
    const known = new Map();
    for (let place = 0, i = 0; place < this.size; place++, i += 3) {
      if (given[i] !== given[i + 1] || given[i] !== given[i + 2]) continue;
      const value = this.values[place];
      if (!known.has(value)) known.set(value, this.colourOf(value));
      colours.set(known.get(value), i);
    }
    return colours;
  }

  /**
   * Load what is to be seen.
   * @param {import("./api.js").Api} api  @param {object} told
   */
  static async of(api, told) {
    const world = new World(api, told);
    if (world.view) {
      await Promise.all(world.#parts.map((part) => world.#load(part)));
      if (world.colours) world.colours = world.#themed(world.colours);
    }
    return world;
  }

  /** The names of the parts that its view has. */
  get #parts() {
    const { kind, canvas, classes, levels } = this.view;
    const more = { values: canvas, line_classes: classes?.length, levels };
    return [...PARTS[kind], ...Object.keys(more).filter((part) => more[part])];
  }

  /** @param {string} part */
  async #load(part) {
    this[CAMEL[part] ?? part] = new ARRAYS[part](await this.api.part(this.id, part));
  }

  /** Itself, as the API tells it. */
  told() {
    const { id, version, domain, name, source, options, remark, needsGoals: needs_goals } = this;
    const view = this.view && { ...this.view, canvas: this.view.canvas && { ...this.view.canvas, brushes: this.plain } };
    return { id, version, domain, name, source, options, remark, needs_goals, view, start: null, goals: [] };
  }

  /** The bytes of the parts of its view. @returns {Record<string, Uint8Array>} */
  bytes() {
    if (!this.view) return {};
    return Object.fromEntries(
      this.#parts.map((part) => {
        const { buffer, byteOffset, byteLength } = part === "colours" ? (this.given ?? this.colours) : this[CAMEL[part] ?? part];
        return [part, new Uint8Array(buffer, byteOffset, byteLength)];
      }),
    );
  }

  /**
   * What answers for it is no longer a recording, but the service, which holds the same world.
   * @param {import("./api.js").Api} api  @param {object} told  as of the constructor
   */
  become(api, told) {
    this.api = api;
    this.tell({ ...told, name: this.name });
  }

  /** Whether it was recorded, so that nothing else can be asked about it. */
  get isRecorded() {
    return this.api instanceof Recorded;
  }

  get kind() {
    return this.view?.kind ?? null;
  }

  get width() {
    return this.view?.width ?? 0;
  }

  get height() {
    return this.view?.height ?? 0;
  }

  get layers() {
    return this.view?.layers ?? 1;
  }

  /** What it may be painted with, or null. */
  get canvas() {
    return this.isRecorded ? null : (this.view?.canvas ?? null);
  }

  /** The value that bars the way, or null. */
  get wall() {
    return this.plain[1]?.value ?? null;
  }

  /** The value that a blank world has everywhere, or null. */
  get ground() {
    return this.plain[0]?.value ?? null;
  }

  /** Whether a place cannot be an end: known of canvases alone. @param {number} place */
  bars(place) {
    return this.values !== null && this.values[place] === this.wall;
  }

  /** Whether nothing was painted on it, so that all of it is connected. */
  get isBlank() {
    const { ground } = this;
    return this.values !== null && this.values.every((value) => value === ground);
  }

  /** Ends that a path connects. @param {number | null} start  @param {number | null} goal */
  connected(start, goal) {
    return this.api.ends(this.id, start, goal, this.asked);
  }

  /** The cost to each place. @param {number} start  @param {object} options */
  reach(start, options) {
    return this.api.reach(this.id, { start: { place: start }, options });
  }

  /** Paths to choose from. @param {object} question  as the API takes it */
  alternatives({ goals: [goal], ...rest }) {
    return this.api.alternatives(this.id, { goal, ...rest });
  }

  /** A plan for several agents. @param {any} question  as the API takes it */
  fleet(question) {
    return this.api.fleet(this.id, question);
  }

  /** The position at a place, as text; null if it cannot be entered. @param {number} place */
  async position(place) {
    if (this.bars(place)) return null;
    return unlessRefused(this.api.position(this.id, place, this.asked).then(({ position }) => position));
  }

  /** The position at a place, as people write it; null if it cannot be entered. @param {number} place */
  async label(place) {
    if (!this.view.labels) return this.position(place);
    const { label, position } = await this.api.position(this.id, place, this.asked);
    return label || position;
  }

  /** The place of a position's text; null if there is none. @param {string} text */
  placeOf(text) {
    return unlessRefused(this.place(text));
  }

  /** The place of a position's text; a `Problem` says why there is none. @param {string} text */
  async place(text) {
    return (await this.api.position(this.id, text, this.asked)).place;
  }

  /**
   * A question as the API takes it.
   * @param {Omit<import("./api.js").Question, "start" | "goals"> & {start?: import("./api.js").Place | null,
   *   goals?: import("./api.js").Place[]}} asked  all but the ends stays as it is
   * @returns {import("./api.js").Question}
   */
  question({ start = null, goals = [], ...rest }) {
    const position = (end) => (typeof end === "number" ? { place: end } : end);
    /** @type {import("./api.js").Question} */ const question = { ...rest };
    if (start !== null) question.start = position(start);
    if (goals.length) question.goals = goals.map(position);
    return question;
  }

  /** What a place of such a value will look like, until the server tells. @param {number} value */
  colourOf(value) {
    return blendBrushes(this.view.canvas.brushes, value);
  }

  /**
   * Paint: at once here, soon at the server.
   * @param {Iterable<[number, number]>} changes  places and their new values
   * @param {boolean} [live]  whether more of the same stroke is to come; `finish` ends it
   */
  paint(changes, live = false) {
    const places = [];
    const colours = new Map();
    for (const [place, value] of changes) {
      if (!colours.has(value)) colours.set(value, this.colourOf(value));
      this.values[place] = value;
      this.colours?.set(colours.get(value), place * 3);
      this.delivery.add(place, value);
      places.push(place);
    }
    this.delivery.isStroking = live;
    if (!places.length && live) return;
    this.dispatchEvent(new CustomEvent("changed", { detail: { places } }));
    this.delivery.send();
  }

  /** The stroke is over. */
  finish() {
    this.delivery.isStroking = false;
    this.delivery.send();
  }

  /** Wait until the server knows all that was painted. */
  settled() {
    return this.delivery.settled();
  }

  /** After a refusal: what the server has is what is true. */
  async reload() {
    try {
      this.tell(await this.api.world(this.id));
      await Promise.all(["values", "colours"].filter((part) => this[part]).map((part) => this.#load(part)));
      if (this.colours) this.colours = this.#themed(this.colours);
    } catch {
      return; // The refusal is told anyway.
    }
    this.dispatchEvent(new CustomEvent("changed", { detail: { places: null } }));
  }

  /** Ask under these options from now on, and show the colours that places have under them. @param {object} options */
  askUnder(options) {
    if (JSON.stringify(options) === JSON.stringify(this.asked)) return;
    this.asked = { ...options };
    if (!this.isRecorded) this.recolour();
  }

  /** The colours as the server has them, unless something was painted meanwhile. */
  async recolour() {
    if (this.size > LARGE || !this.colours) return;
    const [lookup, { id, version, asked }] = [++this.#lookup, this];
    // Options that the server refuses are told by the search; until they are others, the colours stay.
    const given = await this.api.part(id, "colours", asked).then((part) => new Uint8Array(part), () => null);
    const isLate = lookup !== this.#lookup || version !== this.version || !this.delivery.isIdle;
    if (isLate || given?.length !== this.colours.length) return;
    const old = this.colours;
    const colours = (this.colours = this.#themed(given));
    const places = [];
    for (let place = 0, i = 0; place < this.size; place++, i += 3) {
      if (old[i] !== colours[i] || old[i + 1] !== colours[i + 1] || old[i + 2] !== colours[i + 2]) places.push(place);
    }
    if (places.length) this.dispatchEvent(new CustomEvent("changed", { detail: { places } }));
  }

  /** Tell the server that it is still in use. */
  async keep() {
    try {
      await this.api.world(this.id);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) await this.delivery.revive();
    }
  }

  /** Give it back to the server; what fails does not matter, it forgets by itself. */
  close() {
    this.api.remove(this.id).catch(() => {});
  }
}

/** What is awaited, or null if the server refuses it as bad input. @template T  @param {Promise<T>} asked */
async function unlessRefused(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return null;
    throw error;
  }
}
