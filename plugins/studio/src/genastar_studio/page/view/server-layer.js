/** A layer that the server computes from the question of the active panel: asked when it is switched on, and again on changes. */

import { make } from "../controls/dom.js";
import { makeCheckbox } from "../controls/controls.js";

/** @template T */
export class ServerLayer {
  #asked = 0;
  #question = "";

  /**
   * @param {import("../model/studio.js").Studio} studio
   * @param {import("../search/panels.js").Panels} panels
   * @param {{name: string, label: string, waiting: string, list: HTMLElement}} how  `list`: what tells what is seen
   */
  constructor(studio, panels, { name, label, waiting, list }) {
    this.studio = studio;
    this.panels = panels;
    this.waiting = waiting;
    this.list = list;
    /** What the server told. @type {T | null} */
    this.found = null;
    this.box = makeCheckbox(label, false, (isOn) => this.choose(isOn), { "data-layer": name });
    this.label = this.box.querySelector("span");
    this.note = make("p", { class: "search-note", role: "status" });
    this.element = make("div", { class: name }, this.box, this.note, this.list);
    studio.addEventListener("world", () => this.another());
    studio.addEventListener("attached", () => this.another());
    for (const change of ["ends", "agents", "painted"]) {
      studio.addEventListener(change, (event) => !(/** @type {any} */ (event).detail.live) && this.#again());
    }
    panels.addEventListener("settings", () => this.#again());
  }

  /** Whether it is switched on. @returns {boolean} */
  get isOn() {
    throw new Error("a layer says whether it is on");
  }

  /** Switch it on or off. @param {boolean} _isOn */
  switch(_isOn) {}

  /** Whether the world has such a layer. */
  get isOffered() {
    return Boolean(this.studio.world?.view) && !this.studio.isRecorded;
  }

  /** What to ask the server for; a text says why nothing can be asked. @returns {object | string} */
  question() {
    return "";
  }

  /** @param {object} _question  @returns {Promise<T>} */
  ask(_question) {
    throw new Error("a layer asks");
  }

  /** Show what was found, or nothing. */
  paint() {
    this.box.querySelector("input").checked = this.isOn;
  }

  /** @param {boolean} isOn */
  choose(isOn) {
    this.switch(isOn);
    if (isOn) this.#ask();
    else this.clear();
  }

  /** Another world: the layer is off. */
  another() {
    this.element.hidden = !this.isOffered;
    if (this.isOn) this.switch(false);
    this.clear();
  }

  clear(note = "") {
    this.#asked++;
    this.#question = "";
    this.found = null;
    this.note.textContent = note;
    this.list.replaceChildren();
    this.paint();
  }

  #again() {
    if (this.isOn) this.#ask();
  }

  async #ask() {
    const asked = this.question();
    if (typeof asked === "string") return this.clear(asked);
    const { world } = this.studio;
    const question = JSON.stringify([world.id, world.version, asked]);
    if (question === this.#question) return;
    this.clear(this.waiting);
    this.#question = question;
    const number = this.#asked;
    try {
      const found = await this.ask(asked);
      if (number !== this.#asked) return;
      this.found = found;
      this.note.textContent = "";
      this.paint();
    } catch (error) {
      if (number === this.#asked) this.clear(/** @type {Error} */ (error).message);
    }
  }
}
