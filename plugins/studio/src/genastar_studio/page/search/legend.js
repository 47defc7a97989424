/** The layers that may be chosen, and what their colours mean. */

import { make } from "../dom.js";
import { checkbox, segments } from "./controls.js";
import { FILLS, SWITCHES } from "./layers.js";
import { css, DIFFERENCE, paletteOf } from "./palette.js";
import { brief } from "./trace.js";

/** @param {import("./layers.js").Choice} choice */
export function layersForm(choice) {
  const switches = new Map();
  for (const [name, label] of Object.entries(SWITCHES)) {
    const box = checkbox(label, choice.shown[name], (isOn) => choice.set({ shown: { [name]: isOn } }), { "data-layer": name });
    switches.set(name, box.querySelector("input"));
  }
  const fills = make("div", {});
  const fill = () => {
    const group = segments("fill", /** @type {[string, string][]} */ (FILLS), choice.fill, (chosen) =>
      choice.set({ fill: chosen }),
    );
    group.setAttribute("aria-label", "colour of closed places");
    fills.replaceChildren(group);
  };
  fill();
  choice.addEventListener("change", () => {
    for (const [name, input] of switches) input.checked = choice.shown[name];
    if (fills.querySelector("input:checked")?.value !== choice.fill) fill();
  });
  const boxes = [...switches.values()].map((input) => input.parentElement);
  return make("div", { class: "search-layers" }, make("p", { class: "search-caption" }, "colour closed places by"), fills, ...boxes);
}

/** What the colours of a panel's picture mean. */
export class Legend {
  /**
   * @param {any} studio
   * @param {import("./layers.js").Choice} choice
   */
  constructor(studio, choice) {
    this.studio = studio;
    this.choice = choice;
    this.element = make("ul", { class: "search-legend", "aria-label": "legend" });
  }

  /**
   * @param {import("./panel.js").Panel} panel
   * @param {string[]} pair the names of the panels whose difference may be shown
   */
  show(panel, pair) {
    const { shown, fill, instead } = this.choice;
    const palette = paletteOf(this.studio.palette);
    const rows = [];
    if (instead === "difference") {
      const words = [`closed only in ${pair[0]}`, `closed only in ${pair[1]}`, "closed in both"];
      rows.push(...words.map((text, which) => row(css(DIFFERENCE[which]), text)));
    } else if (instead === "estimate") {
      rows.push(
        row(css(palette.path), "overestimate (not admissible)"),
        row(css(palette.again), "estimate falls too fast (not consistent)"),
      );
    } else {
      const isSealed = shown.sealed && panel.answer?.outcome === "unreachable";
      if (shown.open) rows.push(row(css(palette.waiting), "open"), row(css(palette.again), "open again (reopened)"));
      if (shown.closed)
        rows.push(isSealed ? row(css(palette.sealed), "sealed region") : this.#closed(palette, fill, panel.trace));
      if (shown.way) rows.push(row(css(palette.way), "current node, and its path"));
    }
    if (shown.path) rows.push(row(css(palette.path), "final path", "is-line"));
    this.element.replaceChildren(...rows);
  }

  #closed(palette, fill, trace) {
    if (fill === "plain") return row(css(palette.closed[Math.floor(palette.closed.length / 2)]), "closed");
    const colours = `linear-gradient(to right, ${palette.closed.map((colour) => css(colour)).join(", ")})`;
    const [least, most] = fill === "order" ? [Math.min(1, trace.expanded), trace.expanded] : trace.range[fill];
    const span = most >= least ? ` ${brief(least)} to ${brief(most)}` : "";
    return row(colours, `closed, by ${fill}:${span}`, "is-ramp");
  }
}

function row(background, text, kind = "") {
  const swatch = make("span", { class: `search-swatch ${kind}`, "aria-hidden": "true" });
  swatch.style.background = background;
  return make("li", {}, swatch, text);
}
