/** A path in words, as the world's view tells it: the whole with its units, and instructions that lead to their place. */

import { make } from "../controls/dom.js";

export class ItineraryList {
  /** @param {import("../search/panels.js").Panels} panels */
  constructor(panels) {
    this.panels = panels;
    this.summary = make("p", { class: "itinerary-summary" });
    this.list = make("ol", { class: "itinerary-list" });
    this.element = make("section", { class: "itinerary", "aria-label": "Itinerary", hidden: true }, this.summary, this.list);
  }

  /** Show that of the chosen alternative, or of the active panel. */
  show() {
    const panel = this.panels.active;
    const found = (panel?.ways?.[panel.chosen] ?? panel?.answer)?.itinerary ?? null;
    this.element.hidden = !found;
    if (!found || found === this.shown) return;
    this.shown = found;
    this.summary.textContent = found.summary;
    this.list.replaceChildren(
      ...found.instructions.map(({ text, length, place }) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", title: "Show this place on the map", click: () => this.#lead(place) },
            make("span", {}, text),
            length ? make("span", { class: "itinerary-length" }, length) : null,
          ),
        ),
      ),
    );
  }

  #lead(place) {
    const stage = this.panels.active?.stage;
    if (stage) stage.cursor = place;
  }
}
