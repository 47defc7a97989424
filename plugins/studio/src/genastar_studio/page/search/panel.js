/** A panel: one way of searching the world, what came of it, and its picture. */

import { formatSettings, makeQuestionPart, readSettings } from "../model/panel-settings.js";
import { Stage } from "../draw/stage/stage.js";
import { measureQuickest, QuickSearch, TraceSearch } from "./search-client.js";
import { Cursor } from "../player/cursor.js";
import { make } from "../controls/dom.js";
import { makeButton } from "../controls/controls.js";
import { listNumbers, LayerPainter, listPaths } from "../player/layers.js";
import { getPalette } from "../player/palette.js";
import { Trace } from "../player/trace.js";
import { TreeView } from "./tree.js";
import { BoardView } from "../view/board.js";
import { PanelStatus } from "../view/panel-status.js";

/** So many events are asked for whole, and so many expansions beyond them, without what they open. */
const EVENTS = 200_000;
const MORE = 1_800_000;

/**
 * Events: `progress` (the trace has grown), `ended`, `timed` (its time was measured), `cursor`, `state` (of its search), `activate`, `problem`.
 */
export class Panel extends EventTarget {
  /**
   * @param {any} studio
   * @param {import("../player/layers.js").LayerChoice} choice
   */
  constructor(studio, choice) {
    super();
    this.studio = studio;
    this.choice = choice;
    this.name = "A";
    this.isAlone = true;
    this.take(null);
    this.painter = new LayerPainter(choice, studio.palette);
    this.watcher = new TraceSearch();
    this.quick = new QuickSearch();
    this.element = this.#build();
    /** Whether the answers of quick searches are shown. */
    this.isQuick = false;
    /** Marks that others add: breakpoints. @type {{place: number, kind: string}[]} */
    this.marks = [];
    /** What is painted in place of the search: the estimate's faults, a difference. @type {?Uint32Array} */
    this.instead = null;
    /** Paths to choose from, drawn in place of that of the search, and the chosen one. @type {?any[]} */
    this.ways = null;
    this.chosen = 0;
    /** The last answer in this world, also while the next is awaited. @type {any} */
    this.last = null;
    /** The answer whose time was measured after its search. @type {any} */
    this.timed = null;
    /** Seconds that each engine took, where both were measured. @type {?Object<string, number>} */
    this.times = null;
    this.clear();
    this.#listen();
  }

  /** Whether an agent walked while it searched: "unreachable" is then about where it is at the end. */
  get walks() {
    return Boolean(this.studio.algorithm(this.answer?.algorithm)?.walks);
  }

  get palette() {
    return getPalette(this.studio.palette);
  }

  #build() {
    this.title = make("h2", { class: "search-panel-title" });
    this.summary = make("span", { class: "search-panel-summary" });
    this.closer = makeButton("×", "Remove this panel", () => this.dispatchEvent(new CustomEvent("remove")), {
      class: "search-remove",
    });
    this.canvas = make("canvas", { class: "search-canvas" });
    this.tip = make("div", { class: "search-tip", hidden: true, "aria-hidden": "true" });
    this.map = make("div", { class: "search-map" }, this.canvas, this.tip);
    this.body = make("div", { class: "search-panel-body" }, this.map);
    this.status = new PanelStatus(this);
    this.problemLine = make("p", { class: "search-problem", role: "alert", hidden: true });
    const { facts, hint, line } = this.status;
    const head = make("header", { class: "search-panel-head" }, this.title, this.summary, this.closer, facts, hint);
    const element = make("section", { class: "search-panel" }, head, this.body, this.problemLine, line);
    for (const event of ["pointerdown", "focusin"]) {
      element.addEventListener(event, () => this.dispatchEvent(new CustomEvent("activate")), { capture: true });
    }
    return element;
  }

  #listen() {
    const { watcher } = this;
    // What still comes of a search that was overtaken by quick ones is of no use.
    const hear = (name, act) =>
      watcher.addEventListener(name, (event) => !this.isQuick && act(/** @type {CustomEvent} */ (event).detail));
    hear("began", () => this.clear());
    hear("frame", (frame) => {
      this.trace.append(frame);
      this.dispatchEvent(new CustomEvent("progress"));
    });
    hear("thinned", (events) => (this.trace.thinned = events));
    hear("capped", (events) => (this.capped = events));
    watcher.addEventListener("state", () => {
      this.status.show();
      this.dispatchEvent(new CustomEvent("state"));
    });
    hear("ended", ({ answer, problem }) => {
      if (problem) {
        // The picture of another question would be taken for this one's.
        this.clear();
        this.paint();
        this.fail(problem.detail ?? problem.title);
      } else {
        this.answer = this.last = answer;
        if (answer.outcome === "found" && typeof answer.cost === "number") this.trace.settle(answer.cost);
      }
      this.isTiming = Boolean(answer?.streamed);
      this.status.show();
      this.dispatchEvent(new CustomEvent("ended"));
    });
  }

  /** Show another world, or none. */
  showWorld() {
    const { world } = this.studio;
    this.watcher.close();
    this.quick.forget();
    this.last = null;
    this.clear();
    this.fail(null);
    this.tree?.element.remove();
    this.tree = null;
    this.board?.close();
    this.board = world?.board ? new BoardView(this) : null;
    if (this.board) this.body.append(this.board.element);
    if (world?.view) {
      if (!this.stage) {
        this.stage = new Stage(this.canvas, this.studio);
        this.studio.addStage(this.stage);
        for (const name of ["hover", "pick"]) {
          this.stage.addEventListener(name, (event) => this.#pointed(name, /** @type {CustomEvent} */ (event).detail));
        }
        this.dispatchEvent(new CustomEvent("stage"));
      }
      this.stage.show(world);
    } else {
      this.stage?.show(null);
      this.tree = world ? new TreeView(this) : null;
      if (this.tree) this.body.append(this.tree.element);
      this.tree?.addEventListener("inspect", (event) => this.#tellAbout(/** @type {CustomEvent} */ (event).detail));
    }
    this.map.hidden = !world?.view;
    this.status.show();
    this.paint();
  }

  /** Draw no more, ask no more. */
  close() {
    this.watcher.close();
    this.quick.forget();
    this.stage?.close();
    this.element.remove();
  }

  #pointed(how, { place, x, y, taken = false }) {
    this.#tellAbout({ place, how, taken, x, y });
  }

  #tellAbout(detail) {
    this.dispatchEvent(new CustomEvent("inspect", { detail }));
  }

  /** A tip at a point of the map; none for an empty text. */
  showTip(text, x = 0, y = 0) {
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    const { clientWidth, clientHeight } = this.map;
    const { offsetWidth, offsetHeight } = this.tip;
    this.tip.style.left = `${x + 16 + offsetWidth > clientWidth ? Math.max(x - 12 - offsetWidth, 0) : x + 16}px`;
    this.tip.style.top = `${y + 16 + offsetHeight > clientHeight ? Math.max(y - 12 - offsetHeight, 0) : y + 16}px`;
  }

  /** Forget the last search. */
  clear() {
    this.timing?.abort();
    this.trace = new Trace();
    this.trace.isInSteps = Boolean(this.studio.algorithm(this.settings.algorithm)?.counts_steps);
    this.cursor = new Cursor(this.trace);
    this.answer = null;
    this.capped = 0;
    this.times = null;
    this.instead = null;
    this.tree?.clear();
  }

  /** How this panel searches, as part of a question: see API.md. */
  asked() {
    return makeQuestionPart(this.settings, this.isAlone);
  }

  /** The question that this panel asks. */
  question() {
    const { world, start, goals } = this.studio;
    return world.question({ start, goals, ...this.asked() });
  }

  /** @param {any} settings  of a link, which may hold anything */
  take(settings) {
    this.settings = readSettings(settings);
  }

  /** Search, and watch it. */
  search() {
    const { world } = this.studio;
    if (!world) return;
    this.quick.forget();
    this.isQuick = false;
    this.fail(null);
    this.searched = this.question();
    this.watcher.ask(world, { ...this.searched, events: EVENTS, more: MORE });
  }

  /** Search for the path alone, as soon as may be. */
  searchQuickly() {
    const { world } = this.studio;
    if (!world) return;
    this.isQuick = true;
    this.watcher.cancel();
    const show = (answer) => {
      this.clear();
      this.fail(null);
      this.answer = this.last = answer;
      this.paint();
      this.status.show();
      this.dispatchEvent(new CustomEvent("state"));
    };
    this.quick.ask(world, this.question(), show, (error) => this.fail(error.message));
  }

  /**
   * Ask for the time of this search without its events, which is what all columns tell. Of a short search that ran alone it is known.
   */
  async time() {
    const { answer } = this;
    const { world, isRecorded } = this.studio;
    if (!answer || isRecorded || this.timed === answer || (this.isAlone && !answer.streamed)) return;
    this.timing = new AbortController();
    try {
      const { seconds, engine } = await measureQuickest(() => world.api.solve(world.id, this.question(), this.timing.signal));
      if (this.answer !== answer) return;
      Object.assign(answer, { seconds, engine, streamed: false });
      this.timed = answer;
    } catch {
      // The time stays marked as one that includes the sending of events.
    }
    if (this.answer !== answer) return;
    this.isTiming = false;
    this.status.show();
    this.dispatchEvent(new CustomEvent("timed"));
  }

  /** Ask both engines, one after the other and without a trace, how long they take. */
  async measure() {
    const { world, engines } = this.studio;
    const { api } = world;
    const times = {};
    for (const engine of engines) {
      const question = { ...this.question(), engine };
      await api.solve(world.id, question);
      times[engine] = (await measureQuickest(() => api.solve(world.id, question))).seconds;
    }
    this.times = times;
    this.status.show();
    return times;
  }

  /** @param {?string} message null: all is well */
  fail(message) {
    this.problem = message;
    this.problemLine.textContent = message ?? "";
    this.problemLine.hidden = !message;
    this.dispatchEvent(new CustomEvent("problem"));
  }

  /** Show the search as it was just after an event. */
  goTo(event) {
    const changed = this.cursor.goTo(event);
    if (changed && !this.#isStale()) this.#paintSome(changed);
    else this.paint();
    this.status.showProgress();
    this.dispatchEvent(new CustomEvent("cursor"));
  }

  get isAtEnd() {
    return this.cursor.at === this.trace.length - 1;
  }

  /** Move the map so that the place of an event is seen. */
  reveal(event) {
    const place = event < 0 ? -1 : this.trace.place[this.trace.state[event]];
    if (place >= 0) this.stage?.reveal(place);
  }

  /** Whether the shades that are painted are those of a shorter trace. */
  #isStale() {
    return this.paintedLength !== this.trace.length && this.choice.fill !== "plain";
  }

  /** Paint all of it. */
  paint() {
    this.tree?.show();
    this.board?.show();
    const { stage, painter, cursor } = this;
    const { world } = this.studio;
    if (!stage || !world?.view) return;
    const isSealed = this.answer?.outcome === "unreachable" && this.isAtEnd;
    painter.paintAll(cursor, world.size, isSealed);
    this.paintedLength = this.trace.length;
    this.wasSealed = painter.isSealed;
    // The stage looks at the tints of all places where they come in another array than before.
    stage.overlay = { tint: null };
    this.#overlay();
  }

  #paintSome(places) {
    this.tree?.show();
    this.board?.show();
    const { stage, painter, cursor } = this;
    if (!stage || !this.studio.world?.view) return;
    if (this.wasSealed || (this.answer?.outcome === "unreachable" && this.isAtEnd)) return this.paint();
    const more = painter.paintSome(cursor, places);
    this.#overlay();
    if (!this.instead) stage.redrawTint([...places, ...more]);
  }

  #overlay() {
    const { stage, painter, cursor, choice } = this;
    stage.overlay = {
      tint: this.instead ?? painter.tint,
      arrows: choice.shown.arrows ? painter.arrows : null,
      numbers: choice.shown.numbers ? (place) => listNumbers(cursor, place) : null,
      paths: listPaths(this, choice),
      agents: this.agents,
      unit: this.last?.unit_form,
      marks: this.#marks(),
    };
  }

  #marks() {
    const { answer } = this;
    const marks = [...this.marks];
    if (answer && this.isAtEnd && answer.outcome !== "found" && typeof answer.closest_place === "number" && this.choice.shown.sealed) {
      marks.push({ place: answer.closest_place, kind: "closest" });
    }
    return marks.filter(({ place }) => place >= 0);
  }

  /** Paint this in place of the search; null: the search again. @param {?Uint32Array} tint */
  showInstead(tint) {
    if (this.instead === tint) return;
    this.instead = tint;
    if (this.stage) this.#overlay();
  }

  /** Draw these in place of the path of the search; null: that path again. @param {?any[]} ways  @param {number} chosen */
  showWays(ways, chosen) {
    if (this.ways === ways && this.chosen === chosen) return;
    Object.assign(this, { ways, chosen });
    if (this.stage) this.#overlay();
  }

  /** Draw agents, or none. @param {?import("../draw/overlay/agents.js").Agent[]} agents  @param {string} plan  what came of them */
  showAgents(agents, plan) {
    if (!agents && !this.agents) return;
    Object.assign(this, { agents, plan });
    if (this.stage) this.#overlay();
  }

  /** Another palette or theme. */
  repaint() {
    this.painter.setPalette(this.studio.palette);
    this.paint();
  }

  /** Its name and settings, in the head. */
  tellSettings(name, isAlone) {
    this.name = name;
    this.isAlone = isAlone;
    this.title.textContent = name;
    this.summary.textContent = formatSettings(this.settings);
    this.closer.hidden = isAlone;
    this.element.setAttribute("aria-label", `panel ${name}`);
    this.canvas.setAttribute("aria-label", `Map of panel ${name}. Arrow keys move the cursor.`);
  }
}
