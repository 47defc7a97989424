/** What all parts of the page share: the world that is shown, its ends, and how it is looked at. */

import { Api } from "./api.js";
import { History } from "./history.js";
import { Recorded } from "./recording.js";
import { makeExampleFile } from "./examples.js";
import { World } from "./world.js";
import { findConnectedEnds, chooseDefaultEnds } from "./ends.js";

/** @typedef {import("./api.js").Place} Place */
/**
 * What to open: as the API does, or a file; with the values to paint it with.
 * @typedef {{source?: string, blank?: object, copy?: string, file?: File, domain?: string | null, options?: object,
 *   values?: Float64Array, example?: string, world?: string}} Descriptor  `example`: a file of the gallery; `world`: the id of
 *   one that the server holds
 */
/** @typedef {{share: () => unknown, restore: (piece: unknown) => void | Promise<void>}} Sharer */

const KEPT = "genastar.studio";

/**
 * Events: `world` (another world, or another size), `painted` (detail `{places, live}`: the server knows of other values),
 * `attached` (the world is no longer a recording), `ends` and `agents` (detail `{live}`, of agents also `{label, before}`), `tool`, `theme`, `message` (detail `{text, kind}`), `stage` (detail `{stage}`: there is one more),
 * `busy` (detail `{busy}`: whether something takes its time).
 */
export class Studio extends EventTarget {
  #opening = 0;
  #busy = 0;

  /** @param {Api} api  who answers: the service, unless answers were recorded */
  constructor(api = new Api()) {
    super();
    this.api = api;
    /** @type {object[]} */ this.domains = [];
    /** @type {string[]} */ this.engines = [];
    /** @type {import("./api.js").Algorithm[]} */ this.algorithms = [];
    /** @type {{name: string, domain: string, bytes: number}[]} */ this.sources = [];
    /** @type {World | null} */ this.world = null;
    /** @type {Place | null} */ this.start = null;
    /** @type {Place[]} */ this.goals = [];
    /** The ends of agents that are planned together. @type {{start: number, goal: number}[]} */ this.agents = [];
    this.tool = "inspect";
    /** `way`: what the left button does where values are amounts. */
    this.brush = { value: 0, size: 1, way: /** @type {"set" | "add" | "subtract"} */ ("set") };
    this.history = new History();
    /** @type {import("../draw/stage/stage.js").Stage[]} */ this.stages = [];
    /** Pieces of a share link, by name. @type {Map<string, Sharer>} */ this.sharers = new Map();
    /**
     * How the active panel asks: options, algorithm, engine, limits. @type {() => Omit<import("./api.js").Question, "start" | "goals">}
     */
    this.asked = () => ({});
    /** What the colours of the search mean. @type {() => {colours: string[], text: string}[]} */
    this.legend = () => [];
    /** Search, and play the search. */
    this.run = () => {};
    /** Stop playing. */
    this.stop = () => {};
    const kept = readKept();
    /** @type {"auto" | "light" | "dark"} */ this.themeChoice = kept.theme ?? "auto";
    /** @type {"colour-blind" | "red-blue"} */ this.palette = kept.palette ?? "colour-blind";
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#restyle());
    this.#restyle();
  }

  /** @returns {"light" | "dark"} */
  get theme() {
    if (this.themeChoice !== "auto") return this.themeChoice;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  /** @param {{theme?: "auto" | "light" | "dark", palette?: "colour-blind" | "red-blue"}} style */
  restyle({ theme = this.themeChoice, palette = this.palette }) {
    this.themeChoice = theme;
    this.palette = palette;
    try {
      localStorage.setItem(KEPT, JSON.stringify({ theme, palette }));
    } catch {
      // A browser may keep nothing; the choice holds as long as the page.
    }
    this.#restyle();
  }

  #restyle() {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.palette = this.palette;
    this.world?.retheme(this.theme);
    this.#tell("theme");
  }

  /** Ask what the server has: domains, engines, algorithms. @param {Promise<any>} sources  as of the API */
  async begin(sources) {
    const { api } = this;
    const asked = [api.domains(), api.engines(), api.algorithms(), sources];
    [this.domains, this.engines, this.algorithms, this.sources] = /** @type {any} */ (await Promise.all(asked));
  }

  /** Whether what is shown was recorded, and nothing else can be searched. */
  get isRecorded() {
    return this.world?.isRecorded ?? false;
  }

  /** The algorithms that search worlds of the domain that is shown; of a recording, those that were recorded. */
  get fitting() {
    const { world } = this;
    if (world?.isRecorded) return /** @type {any} */ (world.api).recording.algorithms;
    return this.algorithms.filter(({ error, domains }) => !error && world && domains.includes(world.domain));
  }

  /** What is known of an algorithm, also of one that searches no worlds of this domain. @param {string | undefined} name */
  algorithm(name) {
    return [...this.fitting, ...this.algorithms].find((each) => each.name === name) ?? null;
  }

  /** @param {string} name */
  domain(name) {
    return this.domains.find((domain) => domain.name === name) ?? null;
  }

  /**
   * Show another world.
   * @param {Descriptor} descriptor
   * @param {{start?: Place | null, goals?: Place[]}} [ends]  otherwise the world's own
   * @returns {Promise<World | null>} null if another was opened meanwhile
   */
  async open(descriptor, ends = {}) {
    const opening = ++this.#opening;
    return this.during(async () => {
      const world = await this.read(descriptor);
      return this.#take(opening, world, await this.endsOf(world, ends));
    });
  }

  /** Show that something is under way. @template T  @param {() => Promise<T>} work  @returns {Promise<T>} */
  async during(work) {
    this.#tell("busy", { busy: ++this.#busy > 0 });
    try {
      return await work();
    } finally {
      this.#tell("busy", { busy: --this.#busy > 0 });
    }
  }

  /** A world was opened: show it, unless another is on its way. */
  #take(opening, world, { start, goals }) {
    if (opening !== this.#opening) {
      world.close();
      return null;
    }
    const before = this.world;
    this.show(world, start, goals);
    this.history.clear();
    before?.close();
    return world;
  }

  /** A world that is not shown yet. @param {Descriptor} descriptor */
  async read(descriptor) {
    const found = await World.of(this.api, await this.#ask(descriptor));
    found.example = descriptor.example;
    return found;
  }

  /** Have the service open a world, and return what it tells of it. @param {Descriptor} descriptor */
  async #ask({ file, values, example, world, ...what }) {
    const { api } = this;
    if (world) return api.world(world);
    if (example) file = await makeExampleFile(example);
    const told = file ? await api.openFile(file, what.domain, what.options) : await api.open(what);
    return values ? api.putValues(told.id, told.version, values) : told;
  }

  /** Show recorded searches. @param {import("./recording.js").Recording} recording */
  async openRecording(recording) {
    const api = new Recorded(recording);
    const world = await World.of(/** @type {any} */ (api), recording.world);
    const opening = ++this.#opening;
    this.#take(opening, world, { start: recording.start, goals: recording.goals });
    const settings = recording.shown.map((number) => recording.searches[number].settings);
    await this.restore({ panels: { panels: settings }, lesson: recording.lesson });
  }

  /**
   * The service holds the world of a recording too: it can be searched otherwise, and painted.
   * @param {World} world  @param {Descriptor} descriptor
   */
  async attach(world, descriptor) {
    const told = await this.#ask(descriptor);
    if (this.world !== world) return this.api.remove(told.id);
    world.become(this.api, told);
    this.#tell("attached");
  }

  /** Those ends, or the world's own, or others; as places where it has a view. */
  async endsOf(world, ends) {
    const start = ends.start ?? world.start;
    const goals = ends.goals?.length ? ends.goals : world.goals;
    if (!world.view) return { start, goals };
    const placeOf = async (end) => (typeof end === "string" ? world.placeOf(end) : end);
    const places = await Promise.all([start, ...goals].map(placeOf));
    const found = { start: places[0], goals: places.slice(1).filter((place) => place !== null) };
    const isWhole = found.start !== null && found.goals.length > 0;
    const isAsked = (ends.start ?? null) !== null || Boolean(ends.goals?.length) || (isWhole && world.view.asks);
    const complete = isWhole ? found : await chooseDefaultEnds(world, found);
    return isAsked ? complete : findConnectedEnds(world, complete);
  }

  /**
   * Show a world that was read: for `open`, and where its history stays.
   * @param {World} world
   * @param {Place | null} start
   * @param {Place[]} goals
   * @param {{start: number, goal: number}[]} [agents]
   */
  show(world, start, goals, agents = []) {
    this.world?.removeEventListener("sent", this.#sent);
    this.world?.removeEventListener("refused", this.#refused);
    this.world = world;
    world.retheme(this.theme);
    this.start = start;
    this.goals = goals;
    this.agents = agents;
    world.addEventListener("sent", this.#sent);
    world.addEventListener("refused", this.#refused);
    this.#tell("world");
  }

  #sent = (event) => this.#tell("painted", event.detail);

  #refused = (event) => this.say(event.detail.error.message, "error");

  /** @param {Place | null} start  @param {Place[]} goals  @param {{live?: boolean}} [how]  live: still being dragged */
  setEnds(start, goals, { live = false } = {}) {
    this.start = start;
    this.goals = goals;
    this.#tell("ends", { live });
  }

  /**
   * @param {{start: number, goal: number}[]} agents
   * @param {{live?: boolean, label?: string}} [how]  live: still being dragged; with a label, this can be undone
   */
  setAgents(agents, { live = false, label = "" } = {}) {
    const before = this.agents;
    this.agents = agents;
    this.#tell("agents", { live, label, before });
  }

  /** @param {string} tool */
  setTool(tool) {
    this.tool = tool;
    this.#tell("tool");
  }

  /** @param {{value?: number, size?: number, way?: "set" | "add" | "subtract"}} brush */
  setBrush(brush) {
    this.brush = { ...this.brush, ...brush };
    this.#tell("tool");
  }

  /**
   * Tell something, in a toast and to screen readers.
   * @param {string} text
   * @param {"info" | "success" | "error" | "quiet"} [kind]  quiet: to screen readers alone
   */
  say(text, kind = "info") {
    this.#tell("message", { text, kind });
  }

  /** @param {import("../draw/stage/stage.js").Stage} stage  on which the tools shall work */
  addStage(stage) {
    if (this.stages.includes(stage)) return;
    this.stages.push(stage);
    this.#tell("stage", { stage });
  }

  /** @param {import("../draw/stage/stage.js").Stage} stage */
  removeStage(stage) {
    this.stages = this.stages.filter((each) => each !== stage);
    stage.close();
  }

  /** What all sharers put into a link. */
  shared() {
    return Object.fromEntries([...this.sharers].map(([name, sharer]) => [name, sharer.share()]));
  }

  /** What all scenarios have. */
  sharedBy() {
    const { world, start, goals } = this;
    return { v: 1, name: world.name, domain: world.domain, start, goals, pieces: this.shared() };
  }

  /** @param {string} name */
  rename(name) {
    this.world.name = name;
    this.#tell("attached");
  }

  /** @param {Record<string, unknown>} pieces  as of `shared` */
  async restore(pieces) {
    for (const [name, sharer] of this.sharers) {
      if (name in pieces) await sharer.restore(pieces[name]);
    }
  }

  #tell(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}
