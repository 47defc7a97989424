/** Tabs, of which one is chosen: by a click, or by the arrow keys. */

import { make } from "./dom.js";
import { makeId } from "./controls.js";

/** Event: `choose` (detail: the name). */
export class Tabs extends EventTarget {
  /**
   * @param {string} label what they are tabs of
   * @param {Object<string, string>} titles of each tab, by its name
   */
  constructor(label, titles) {
    super();
    this.chosen = "";
    this.buttons = Object.entries(titles).map(([name, title]) =>
      make(
        "button",
        { type: "button", role: "tab", id: makeId("tab"), "data-tab": name, click: () => this.choose(name) },
        title,
      ),
    );
    this.element = make(
      "div",
      { class: "search-tabs", role: "tablist", "aria-label": label, keydown: (event) => this.#key(event) },
      ...this.buttons,
    );
  }

  /** @param {string} name */
  choose(name) {
    if (this.chosen === name) return;
    this.chosen = name;
    for (const each of this.buttons) {
      const isChosen = each.dataset.tab === name;
      each.setAttribute("aria-selected", String(isChosen));
      each.tabIndex = isChosen ? 0 : -1;
    }
    this.dispatchEvent(new CustomEvent("choose", { detail: name }));
  }

  /** Another title: with a count, say. */
  setTitle(name, title) {
    const found = this.buttonOf(name);
    if (found.textContent !== title) found.textContent = title;
  }

  buttonOf(name) {
    return /** @type {HTMLElement} */ (this.buttons.find((each) => each.dataset.tab === name));
  }

  #key(event) {
    const { buttons } = this;
    const at = buttons.findIndex((each) => each.dataset.tab === this.chosen);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const found = buttons[(next + buttons.length) % buttons.length];
    this.choose(found.dataset.tab);
    found.focus();
  }
}

/**
 * Tabs with a part of the page for each.
 * @param {string} label
 * @param {{name: string, title: string, parts: Node[]}[]} pages the first is shown
 */
export function makeTabs(label, pages) {
  const tabs = new Tabs(label, Object.fromEntries(pages.map(({ name, title }) => [name, title])));
  const bodies = pages.map(({ name, parts }) => {
    const button = tabs.buttonOf(name);
    const body = make(
      "div",
      { class: "search-page", role: "tabpanel", id: `${button.id}-page`, "aria-labelledby": button.id, "data-page": name },
      ...parts,
    );
    button.setAttribute("aria-controls", body.id);
    return body;
  });
  tabs.addEventListener("choose", () => bodies.forEach((body) => (body.hidden = body.dataset.page !== tabs.chosen)));
  tabs.choose(pages[0].name);
  return { tabs, elements: [tabs.element, ...bodies] };
}
