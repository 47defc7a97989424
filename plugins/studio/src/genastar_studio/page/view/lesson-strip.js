/** A lesson above the maps: its title and what to see in it, in sentences. Links, recordings and saved pages contain both. */

import { make } from "../controls/dom.js";

/** What a link may hold at most. */
const SENTENCES = 6;
const LETTERS = 400;

/** Names of the pages beside a saved one to which it may lead: nothing else of a link is followed. */
const PAGE = /^[a-z0-9-]+\.html$/;

/** @typedef {{name: string, title: string, sentences: string[], previous?: ?string, next?: ?string}} Lesson  `previous`, `next`: pages */

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
    this.previous = make("a", {}, "Previous");
    this.next = make("a", {}, "Next lesson");
    region.append(this.title, this.sentences, make("nav", { class: "lesson-buttons", "aria-label": "Lessons" }, ...buttons, this.previous, this.next));
    studio.addEventListener("world", () => this.show(null));
    studio.sharers.set("lesson", this);
  }

  /** @param {Lesson | null} lesson */
  show(lesson) {
    this.lesson = lesson;
    this.region.hidden = !lesson;
    this.title.textContent = lesson?.title ?? "";
    this.sentences.replaceChildren(...(lesson?.sentences ?? []).map((sentence) => make("li", {}, sentence)));
    this.#link(this.previous, lesson?.previous);
    this.#link(this.next, lesson?.next);
  }

  /** @param {HTMLElement} link  @param {?string} [page] */
  #link(link, page) {
    link.hidden = !page;
    if (page) link.setAttribute("href", page);
  }

  /** For a share link. */
  share() {
    return this.lesson;
  }

  /** @param {any} saved  what `share` gave; a link may hold anything */
  restore(saved) {
    const sentences = Array.isArray(saved?.sentences) ? saved.sentences.slice(0, SENTENCES) : [];
    const read = (text) => String(text).slice(0, LETTERS);
    const page = (name) => (PAGE.test(name) ? String(name) : null);
    const pages = { previous: page(saved?.previous), next: page(saved?.next) };
    this.show(sentences.length ? { name: read(saved.name), title: read(saved.title), sentences: sentences.map(read), ...pages } : null);
  }
}
