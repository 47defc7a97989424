/** A lesson above the maps: its title and what to see in it, in sentences. Links, recordings and saved pages contain both. */

import { make } from "../controls/dom.js";

/** What a link may hold at most. */
const SENTENCES = 6;
const LETTERS = 400;

/** @typedef {{name: string, title: string, sentences: string[]}} Lesson */

export class LessonStrip {
  /**
   * @param {import("../model/studio.js").Studio} studio  @param {HTMLElement} region
   * @param {...HTMLElement} buttons  at the end of the strip
   */
  constructor(studio, region, ...buttons) {
    /** @type {Lesson | null} */ this.lesson = null;
    this.region = region;
    this.title = make("h2", {});
    this.sentences = make("ol", {});
    region.append(this.title, this.sentences, make("div", { class: "lesson-buttons" }, ...buttons));
    studio.addEventListener("world", () => this.show(null));
    studio.sharers.set("lesson", this);
  }

  /** @param {Lesson | null} lesson */
  show(lesson) {
    this.lesson = lesson;
    this.region.hidden = !lesson;
    this.title.textContent = lesson?.title ?? "";
    this.sentences.replaceChildren(...(lesson?.sentences ?? []).map((sentence) => make("li", {}, sentence)));
  }

  /** For a share link. */
  share() {
    return this.lesson;
  }

  /** @param {any} saved  what `share` gave; a link may hold anything */
  restore(saved) {
    const sentences = Array.isArray(saved?.sentences) ? saved.sentences.slice(0, SENTENCES) : [];
    const read = (text) => String(text).slice(0, LETTERS);
    this.show(sentences.length ? { name: read(saved.name), title: read(saved.title), sentences: sentences.map(read) } : null);
  }
}
