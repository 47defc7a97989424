/** Lessons: a world, two panels and three sentences each. `gallery/lessons.json` has them; `#lesson=NAME` opens one. */

import { showDialog } from "../controls/dialog.js";
import { make } from "../controls/dom.js";
import { LessonStrip } from "../view/lesson-strip.js";
import { openExample, readExamples } from "./gallery.js";

const MARK = "#lesson=";

/** @typedef {import("./gallery.js").Example & {sentences: string[]}} Lesson */

export class Lessons {
  /** @param {import("../model/studio.js").Studio} studio  @param {HTMLElement} region */
  constructor(studio, region) {
    this.studio = studio;
    const button = (text, click) => make("button", { type: "button", click }, text);
    this.previous = button("Previous", () => this.#step(-1));
    this.next = button("Next lesson", () => this.#step(1));
    this.strip = new LessonStrip(studio, region, this.previous, this.next, button("End", () => this.#end()));
  }

  /** @returns {Promise<Lesson[]>} */
  #all() {
    return readExamples(this.studio, "lessons.json");
  }

  async show() {
    try {
      const rows = (await this.#all()).map(({ name, title, text }) => {
        const open = () => {
          dialog.close();
          this.#attempt(name);
        };
        const button = make("button", { type: "button", "data-lesson": name, click: open }, make("strong", {}, title), make("small", {}, text));
        return make("li", {}, button);
      });
      const dialog = showDialog({
        title: "Lessons",
        id: "lessons-dialog",
        body: [
          make("p", {}, "Each lesson has a map, two searches of it side by side, and three sentences."),
          make("ol", { class: "list offers" }, ...rows),
        ],
      });
    } catch (error) {
      this.studio.say(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {string} hash  @returns {Promise<boolean>} whether it named a lesson */
  async openLink(hash) {
    if (!hash.startsWith(MARK)) return false;
    await this.open(hash.slice(MARK.length));
    return true;
  }

  /** @param {string} name */
  async open(name) {
    const { studio } = this;
    const lessons = await this.#all();
    const at = lessons.findIndex((lesson) => lesson.name === name);
    if (at < 0) throw new Error(`there is no such lesson; expected one of ${lessons.map((lesson) => lesson.name).join(", ")}`);
    if (!(await studio.during(() => openExample(studio, lessons[at])))) return;
    this.strip.show(lessons[at]);
    this.previous.disabled = at === 0;
    this.next.disabled = at === lessons.length - 1;
    history.replaceState(null, "", MARK + name);
  }

  async #attempt(name) {
    try {
      await this.open(name);
    } catch (error) {
      this.studio.say(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {number} step */
  async #step(step) {
    const lessons = await this.#all();
    const at = lessons.findIndex(({ name }) => name === this.strip.lesson?.name);
    const { name } = lessons[Math.min(Math.max(at + step, 0), lessons.length - 1)];
    await this.#attempt(name);
  }

  #end() {
    this.strip.show(null);
    history.replaceState(null, "", location.pathname + location.search);
  }
}
