/** The player: to search, pause and stop; to go through the trace by hand or by itself. */

import { make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";
import { makeButton, makeCheckbox, makeId } from "../controls/controls.js";
import { describeEvent, formatWhere } from "./event-text.js";
import { makeSign } from "./icons.js";
import { SpeedSlider } from "./speed-slider.js";
import { findIndex, isAnswer, isExpansion, isImprovement, isReopening } from "./trace.js";

/** A shorter search plays no longer than one of so many events would. */
const LEAST = 48;

/** No more events than these go by between two pictures, so that no picture takes long to paint. */
const A_PICTURE = 25_000;

/** Milliseconds between two pictures that count. */
const LONGEST = 1000;

export class Player {
  /**
   * @param {import("../search/panels.js").Panels} panels
   * @param {import("./breakpoints.js").Breakpoints} breakpoints
   * @param {any} studio
   * @param {HTMLElement} region
   */
  constructor(panels, breakpoints, studio, region) {
    this.panels = panels;
    this.breakpoints = breakpoints;
    this.studio = studio;
    this.isPlaying = false;
    /** Whether the picture follows the search that runs. */
    this.follows = true;
    this.searchesAlways = true;
    this.speed = new SpeedSlider();
    this.#build(region);
    this.#listen();
    this.tell();
  }

  #build(region) {
    this.runButton = makeButton("Run", "Run", () => this.run(), {
      class: "primary search-run",
      title: "Search, and play the search from its start (Ctrl+Enter)",
      "aria-keyshortcuts": "Control+Enter",
    });
    this.pauseButton = makeButton("Pause", "Pause", () => (this.panels.isPaused ? this.panels.resume() : this.panels.pause()));
    this.stopButton = makeButton("Stop", "Stop", () => this.panels.stop());
    const always = makeCheckbox("search automatically", true, (isOn) => (this.searchesAlways = isOn), {
      title: "Search again whenever the map, the start, the goals or the options change",
    });

    const sign = (picture, name, click, key = "") => {
      const title = key ? `${name} (${key})` : name;
      return makeButton(makeSign(picture), name, click, { class: "search-sign", title, "aria-keyshortcuts": key || null });
    };
    this.playButton = sign("play", "Play", () => this.toggle(), "P");
    this.playButton.classList.add("search-play");
    const steps = make(
      "div",
      { class: "search-steps", role: "group", "aria-label": "steps" },
      sign("first", "To the start", () => this.#scrub(-1)),
      sign("back-expansion", "Previous expansion", () => this.jump(-1, isExpansion), "<"),
      sign("back", "Previous event", () => this.step(-1), ","),
      this.playButton,
      sign("next", "Next event", () => this.step(1), "."),
      sign("next-expansion", "Next expansion", () => this.jump(1, isExpansion), ">"),
      sign("last", "To the end", () => this.#scrub(Infinity)),
    );

    /** Ticks of the time line where a path was found, if there are several. */
    this.ticks = make("datalist", { id: makeId("answers") });
    this.scrub = make("input", {
      list: this.ticks.id,
      type: "range",
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      class: "search-scrub",
      "aria-label": "event of the trace",
    });
    this.scrub.addEventListener("input", () => this.#scrub(this.scrub.valueAsNumber - 1));

    const jumps = {
      reopening: isReopening,
      improvement: isImprovement,
      answer: isAnswer,
      breakpoint: (trace, event) => this.breakpoints.hit(trace, event) !== null,
    };
    const chooser = make(
      "select",
      { "aria-label": "event to jump to" },
      make("option", { value: "reopening" }, "reopening"),
      make("option", { value: "improvement" }, "path improvement"),
      make("option", { value: "answer" }, "answer"),
      make("option", { value: "breakpoint" }, "breakpoint"),
    );
    const jump = (step) => this.jump(step, jumps[chooser.value], chooser.selectedOptions[0].text);
    const jumping = make(
      "div",
      { class: "search-jumps", role: "group", "aria-label": "jumps" },
      sign("jump-back", "Jump to the previous event of this kind", () => jump(-1)),
      chooser,
      sign("jump-next", "Jump to the next event of this kind", () => jump(1)),
    );

    this.line = make("p", { class: "search-event" });
    this.live = make("p", { class: "unseen", role: "status", "aria-live": "polite" });
    const searching = make(
      "div",
      { class: "search-searching" },
      this.runButton,
      this.pauseButton,
      this.stopButton,
    );
    const checks = make("div", { class: "search-checks" }, always);
    const where = make("div", { class: "search-where" }, this.line, this.panels.bar);
    const tools = make("div", { class: "search-tools", id: makeId("tools") }, searching, checks, steps, jumping, this.speed.element);
    const more = makeButton("More", "More", () => {
      const isOpen = tools.classList.toggle("is-open");
      more.ariaExpanded = String(isOpen);
      more.textContent = isOpen ? "Less" : "More";
    });
    more.classList.add("search-more"); // On narrow screens alone, where checks, jumps and the speed would take half of it.
    more.ariaExpanded = "false";
    more.setAttribute("aria-controls", tools.id);
    searching.append(more);
    region.append(make("div", { class: "search-player" }, this.scrub, this.ticks, where, tools, this.live));
    region.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("keydown", (event) => this.#keyAnywhere(event));
  }

  #listen() {
    const { panels } = this;
    panels.addEventListener("progress", () => this.#soon());
    panels.addEventListener("ended", (event) => this.#ended(/** @type {CustomEvent} */ (event).detail.panel));
    panels.addEventListener("state", () => this.tell());
    panels.addEventListener("active", () => this.tell());
    panels.addEventListener("swipe", ({ detail }) => this.jump(detail.step, isExpansion));
  }

  /** The trace of the active panel. */
  get trace() {
    return this.panels.active.trace;
  }

  get cursor() {
    return this.panels.active.cursor;
  }

  /** Search in all panels, and play the searches from their starts, while they run. */
  run() {
    this.stop();
    this.panels.search();
    this.#begin();
  }

  /**
   * The map, the ends or the options are others.
   * @param {boolean|string} [live] whether more of the same is to come
   * @param {?import("../search/panel.js").Panel} [panel] the only one that asks otherwise than before
   */
  changed(live = false, panel = null) {
    const { world, start, goals } = this.studio;
    if (!this.searchesAlways || !world || start === null || !(goals.length || this.studio.isRecorded)) return;
    this.stop();
    this.follows = true;
    if (live && !this.panels.isLively) this.panels.searchQuickly();
    else if (panel) panel.search();
    else this.panels.search();
  }

  /** @param {number} event  of the time line */
  #scrub(event) {
    this.goTo(event, this.panels.lead);
  }

  /** @param {number} event  @param {import("../search/panel.js").Panel} panel  whose event it is */
  goTo(event, panel) {
    this.stop();
    this.follows = false;
    this.#show(event, panel);
  }

  /** @param {1|-1} step */
  step(step) {
    const { stepped } = this.panels;
    this.goTo(stepped.cursor.at + step, stepped);
    stepped.reveal(stepped.cursor.at);
  }

  /**
   * Go to the nearest event of a kind.
   * @param {1|-1} step
   * @param {(trace: any, event: number) => boolean} test
   * @param {string} [what]
   */
  jump(step, test, what = "expansion") {
    const { stepped } = this.panels;
    const event = findIndex(stepped.trace, stepped.cursor.at, step, test);
    if (event >= 0) {
      this.goTo(event, stepped);
      return stepped.reveal(event);
    }
    this.studio.say(`There is no ${what} ${step > 0 ? "after" : "before"} this event.`, "info");
  }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
  }

  play() {
    const { lead } = this.panels;
    if (!lead.trace.length) return this.run();
    if (lead.isAtEnd) this.#show(-1);
    this.#begin();
  }

  /**
   * Play the searches that were made from their starts; while one is still to come, from its start. Where somebody wants no motion, only
   * go there.
   */
  replay() {
    this.stop();
    this.follows = false;
    this.#show(-1);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#begin();
  }

  #begin() {
    this.follows = false;
    this.isPlaying = true;
    this.before = performance.now();
    this.due = 0;
    this.tell();
    requestAnimationFrame((now) => this.#frame(now));
  }

  stop() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.tell();
  }

  #frame(now) {
    if (!this.isPlaying) return;
    if (this.panels.isAsking) {
      // What is shown is still the search before; or one search is over, and of another nothing has come yet.
      this.before = now;
      requestAnimationFrame((next) => this.#frame(next));
      return;
    }
    const { seconds } = this.speed;
    const isAtOnce = seconds === 0;
    const { lead } = this.panels;
    const rate = Math.max(lead.trace.length, LEAST) / seconds;
    // A page that was hidden does not catch up; one that draws slowly does.
    if (!isAtOnce) this.due += (Math.min(Math.max(now - this.before, 0), LONGEST) * rate) / 1000;
    this.before = now;
    const last = lead.trace.length - 1;
    const { at } = lead.cursor;
    const room = isAtOnce ? last : Math.min(at + Math.min(Math.floor(this.due), A_PICTURE), last);
    if (room > at) {
      this.due = isAtOnce ? 0 : Math.min(this.due - (room - at), A_PICTURE);
      if (this.#advance(room)) return;
    }
    if (this.panels.lead.isAtEnd && !this.panels.isBusy) return this.stop();
    requestAnimationFrame((next) => this.#frame(next));
  }

  /** Go on up to an event of the time line, or to a breakpoint of the active panel before it. Gives whether there was one. */
  #advance(target) {
    const { trace, cursor, breakpoints, panels } = this;
    const before = cursor.at;
    this.#show(target);
    const stop = breakpoints.isEmpty
      ? -1
      : findIndex(trace, before, 1, (each, event) => event <= cursor.at && breakpoints.hit(each, event) !== null);
    if (stop < 0) return false;
    this.#show(stop, panels.active);
    this.stop();
    this.studio.say(`Stopped at a breakpoint: ${breakpoints.hit(trace, stop)?.text}. ${describeEvent(trace, stop)}`, "info");
    return true;
  }

  #show(event, panel = this.panels.lead) {
    this.panels.goTo(event, panel);
    this.tell();
  }

  /** At the next picture, show how far the search is. */
  #soon() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      if (!this.follows || !this.panels.isBusy) return this.tell();
      for (const panel of this.panels.list) if (panel.watcher.busy) panel.goTo(panel.trace.length - 1);
      this.tell();
    });
  }

  #ended(panel) {
    if (this.follows) panel.goTo(panel.trace.length - 1);
    else if (!this.isPlaying) this.panels.align(panel);
    else panel.paint();
    this.tell();
  }

  /** Where we are, on the buttons and in words. */
  tell() {
    const { active, lead, isBusy, isPaused, isRunning } = this.panels;
    if (!active) return;
    const { trace, cursor } = active;
    const { trace: line, cursor: lineCursor } = lead;
    this.pauseButton.hidden = this.stopButton.hidden = !isBusy;
    this.pauseButton.disabled = !isRunning && !isPaused;
    this.pauseButton.textContent = isPaused ? "Continue" : "Pause";
    const action = this.isPlaying ? "Stop playing" : "Play";
    if (this.playButton.ariaLabel !== action) {
      this.playButton.replaceChildren(makeSign(this.isPlaying ? "pause" : "play"));
      this.playButton.ariaLabel = action;
      this.playButton.title = `${action} (P)`;
    }
    this.scrub.max = String(line.length);
    this.scrub.value = String(lineCursor.at + 1);
    this.scrub.disabled = !line.length;
    const answers = line.answers.length > 1 ? line.answers : [];
    if (answers.length !== this.ticks.children.length || answers.at(-1) + 1 !== Number(this.ticks.lastElementChild?.value))
      this.ticks.replaceChildren(...answers.map((answer) => make("option", { value: answer + 1 })));
    const isThin = trace.thinned && cursor.at >= trace.thinned;
    const open = isThin ? " (only expansions are shown here)" : ` · ${formatNumber(cursor.open)} open`;
    const where = formatWhere(active);
    const what = trace.length ? `: ${describeEvent(trace, cursor.at)}` : "";
    const counts = trace.length ? ` · ${formatNumber(trace.counted(cursor.at))} expanded${open}` : "";
    this.scrub.setAttribute("aria-valuetext", formatWhere(lead));
    this.line.textContent = `${where}${counts}${what}`;
    const isNew = isBusy && !trace.length; // what was told before is of another search, or of another world
    if (!this.isPlaying && (isNew || !isBusy)) this.live.textContent = isNew ? "searching" : this.line.textContent;
  }

  /** Keys of the player itself: those that its controls do not take. */
  #key(event) {
    if (isWith(event) || event.target.matches("select, input:not(.search-scrub)")) return;
    this.#act(event, {
      ArrowLeft: () => (event.shiftKey ? this.jump(-1, isExpansion) : this.step(-1)),
      ArrowRight: () => (event.shiftKey ? this.jump(1, isExpansion) : this.step(1)),
      Home: () => this.#scrub(-1),
      End: () => this.#scrub(Infinity),
    });
  }

  /** Keys that work everywhere, but not while somebody writes. */
  #keyAnywhere(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      return this.run();
    }
    const isWriting = event.target.matches?.("select, textarea, input:not([type=checkbox], [type=radio], [type=range])");
    if (event.defaultPrevented || isWith(event) || isWriting || document.querySelector("dialog[open]")) return;
    this.#act(event, {
      p: () => this.toggle(),
      ",": () => this.step(-1),
      ".": () => this.step(1),
      "<": () => this.jump(-1, isExpansion),
      ">": () => this.jump(1, isExpansion),
    });
  }

  #act(event, actions) {
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

const isWith = (event) => event.ctrlKey || event.metaKey || event.altKey;
