/** One, two or three panels side by side, on one world. */

import { make } from "../controls/dom.js";
import { makeButton, makeSegments } from "../controls/controls.js";
import { showPanelDialog } from "./algorithms.js";
import { Panel } from "./panel.js";
import { PANEL_NAMES } from "../player/palette.js";

/** Searches of no more expansions are watched while somebody drags. */
const LIVELY = 2500;

/**
 * Events: `active` (another panel, or other panels), `cursor` (detail {panel}), `progress`, `ended`, `state`, `problem`
 * (detail {panel} each), `settings`, `swipe` (detail {step}), `film` (detail {share}: a film has come so far).
 */
export class Panels extends EventTarget {
  /**
   * @param {any} studio
   * @param {import("../player/layers.js").LayerChoice} choice
   * @param {HTMLElement} region
   */
  constructor(studio, choice, region) {
    super();
    this.studio = studio;
    this.choice = choice;
    /** @type {Panel[]} */
    this.list = [];
    /** @type {?Panel} */
    this.active = null;
    /** What the panels' cursors have in common: the number of `expansions`, or the share of their `events`. */
    this.link = "expansions";
    /** How often timing began. */
    this.turn = 0;
    /** Of the world before: its domain, and its options as text. */
    this.domain = "";
    this.options = "";
    this.row = make("div", { class: "search-panels" });
    this.bar = this.#bar();
    region.append(this.row);
    this.add();
  }

  #bar() {
    this.adder = makeButton("+ Panel", "Add a panel for comparison", () => showPanelDialog(this.studio, this));
    this.linker = makeSegments(
      "link",
      [
        ["expansions", "expansions"],
        ["events", "events"],
      ],
      this.link,
      (chosen) => (this.link = chosen),
    );
    this.linker.setAttribute("aria-label", "link panels by");
    this.linking = make(
      "div",
      { class: "search-linking", hidden: true },
      make("span", { class: "search-word" }, "link by"),
      this.linker,
    );
    return make("div", { class: "search-panels-bar" }, this.adder, this.linking);
  }

  /** @param {?any} settings those of the new panel; like the world's if nothing is given */
  add(settings = null) {
    if (this.list.length >= PANEL_NAMES.length) return;
    const panel = new Panel(this.studio, this.choice);
    if (settings) panel.settings = structuredClone(settings);
    panel.isAlone = !this.list.length;
    this.list.push(panel);
    this.row.append(panel.element);
    for (const name of ["progress", "ended", "timed", "state", "problem", "cursor", "inspect"]) {
      panel.addEventListener(name, (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        this.dispatchEvent(new CustomEvent(name, { detail: { ...detail, panel } }));
      });
    }
    panel.addEventListener("ended", () => this.#time());
    panel.addEventListener("activate", () => this.activate(panel));
    panel.addEventListener("remove", () => this.remove(panel));
    panel.addEventListener("stage", () => this.#link(panel));
    this.activate(panel);
    if (this.studio.world) panel.showWorld();
    this.#linkCameras();
    this.tellSettings();
    this.#fit();
    this.dispatchEvent(new CustomEvent("added", { detail: { panel } }));
    return panel;
  }

  /** @param {Panel} panel */
  remove(panel) {
    if (this.list.length === 1) return;
    panel.close();
    this.list = this.list.filter((other) => other !== panel);
    if (this.active === panel) this.active = null;
    this.activate(this.active ?? this.list[0]);
    this.tellSettings();
    this.#fit();
    this.dispatchEvent(new CustomEvent("active"));
  }

  /** @param {Panel} panel */
  activate(panel) {
    if (this.active === panel || !this.list.includes(panel)) return;
    this.active = panel;
    for (const other of this.list) other.element.classList.toggle("is-active", other === panel);
    this.studio.world?.askUnder(panel.settings.options);
    this.dispatchEvent(new CustomEvent("active"));
  }

  /** A panel has a stage now: it pans and zooms, and goes from layer to layer, with the others. */
  #link(panel) {
    this.#linkCameras();
    panel.stage.addEventListener("layer", ({ detail }) => {
      for (const other of this.list) if (other.stage) other.stage.layer = detail.layer;
    });
    panel.stage.addEventListener("swipe", ({ detail }) => this.dispatchEvent(new CustomEvent("swipe", { detail })));
  }

  #linkCameras() {
    const camera = this.list.find((panel) => panel.stage)?.stage?.camera;
    for (const panel of this.list) if (panel.stage && camera) panel.stage.camera = camera;
  }

  /** Show the world whole again: panels have another size. */
  #fit() {
    requestAnimationFrame(() => this.list.find((panel) => panel.stage)?.stage?.fit());
  }

  tellSettings() {
    this.list.forEach((panel, number) => panel.tellSettings(PANEL_NAMES[number], this.list.length === 1));
    this.row.dataset.count = String(this.list.length);
    this.adder.disabled = this.list.length >= PANEL_NAMES.length;
    this.adder.hidden = this.studio.isRecorded && this.list.length >= this.studio.fitting.length;
    this.linking.hidden = this.list.length === 1;
    this.studio.world?.askUnder(this.active?.settings.options ?? {});
    this.dispatchEvent(new CustomEvent("settings"));
  }

  /** Another world is there. */
  showWorld() {
    const { world } = this.studio;
    // A map of another size keeps how it is searched; one that brings its own options does not.
    const likeBefore = world && world.domain === this.domain && JSON.stringify(world.options) === this.options;
    this.domain = world?.domain;
    this.options = JSON.stringify(world?.options);
    for (const panel of this.list) {
      if (!likeBefore) panel.settings.options = {};
      if (world && !this.studio.fitting.some(({ name }) => name === panel.settings.algorithm))
        Object.assign(panel.settings, { algorithm: "auto", algorithmOptions: {} });
      panel.showWorld();
    }
    const bounds = this.list[0].stage?.painter?.bounds;
    const shape = bounds ? (bounds.right - bounds.left) / (bounds.bottom - bounds.top) : 1;
    this.row.style.setProperty("--shape", String(Math.min(Math.max(shape, 0.7), 4)));
    this.#linkCameras();
    this.tellSettings();
  }

  /** When all searches have ended, time them one after another: at the same time they would slow each other down. */
  async #time() {
    const turn = ++this.turn;
    for (const panel of this.list) if (turn === this.turn && !this.isBusy) await panel.time();
  }

  search() {
    for (const panel of this.list) panel.search();
  }

  searchQuickly() {
    for (const panel of this.list) panel.searchQuickly();
  }

  get isBusy() {
    return this.list.some((panel) => panel.watcher.busy);
  }

  /** Whether a search is still to begin, or its first event to come: what its panel shows is the search before, or nothing. */
  get isAsking() {
    return this.list.some(({ watcher, trace }) => watcher.state === "asked" || (watcher.busy && !trace.length));
  }

  /** Whether a search runs that can wait: one that is still being prepared cannot. */
  get isRunning() {
    return this.list.some((panel) => panel.watcher.state === "running");
  }

  get isPaused() {
    return this.list.some((panel) => panel.watcher.state === "paused");
  }

  pause() {
    for (const panel of this.list) panel.watcher.pause();
  }

  resume() {
    for (const panel of this.list) panel.watcher.resume();
  }

  stop() {
    for (const panel of this.list) {
      panel.quick.forget();
      panel.watcher.cancel();
    }
  }

  /** The panel whose events make the time line: linked by expansions, the one with the most of them; otherwise the active one. */
  get lead() {
    const active = /** @type {Panel} */ (this.active);
    if (this.link === "events") return active;
    return this.list.reduce((lead, panel) => (panel.trace.expanded > lead.trace.expanded ? panel : lead), active);
  }

  /** The panel that single steps move: the active one, until its search is over. */
  get stepped() {
    const active = /** @type {Panel} */ (this.active);
    return active.isAtEnd ? this.lead : active;
  }

  /** Show a panel just after an event, and the others where they were then. @param {number} event  @param {Panel} panel */
  goTo(event, panel) {
    panel.goTo(event);
    for (const other of this.list) if (other !== panel) other.goTo(this.#linked(other, panel));
  }

  /** Show a panel where the others are: its search has just ended. @param {Panel} panel */
  align(panel) {
    const reference = this.list.find((other) => other !== panel && other.trace.length && !other.watcher.busy);
    if (!reference) panel.paint();
    else panel.goTo(reference.isAtEnd ? panel.trace.length - 1 : this.#linked(panel, reference));
  }

  /** Whether all searches are so short that they may be watched while somebody drags. */
  get isLively() {
    return this.list.every(({ last }) => last && last.expanded <= LIVELY && !last.streamed);
  }

  /** Where a panel is in its own trace. @param {Panel} panel  @param {Panel} reference  one that is where all should be */
  #linked(panel, { cursor, trace, isAtEnd }) {
    const { trace: other } = panel;
    const end = other.length - 1;
    if (cursor.at < 0) return -1;
    if (this.link === "events") return isAtEnd ? end : Math.round(((cursor.at + 1) / trace.length) * other.length) - 1;
    const { expanded } = cursor;
    if (expanded > other.expanded || (isAtEnd && expanded === other.expanded)) return end;
    return expanded ? other.expansion(expanded) : Math.min(cursor.at, end);
  }

  repaint() {
    for (const panel of this.list) panel.repaint();
  }

  paint() {
    for (const panel of this.list) panel.paint();
  }

  /** For a share link. */
  share() {
    return { link: this.link, panels: this.list.map((panel) => structuredClone(panel.settings)) };
  }

  /** @param {any} saved what `share` gave, maybe of an older page */
  restore(saved) {
    const panels = Array.isArray(saved?.panels) ? saved.panels.slice(0, PANEL_NAMES.length) : [];
    while (this.list.length > Math.max(panels.length, 1)) this.remove(/** @type {Panel} */ (this.list.at(-1)));
    while (this.list.length < panels.length) this.add();
    panels.forEach((settings, number) => this.list[number].take({ ...settings, engine: panels[0]?.engine }));
    if (["expansions", "events"].includes(saved?.link)) this.linker.querySelector(`[value=${saved.link}]`).click();
    this.activate(this.list[0]);
    this.tellSettings();
    this.dispatchEvent(new CustomEvent("restored"));
  }
}
