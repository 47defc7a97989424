/** The layers that may be chosen, and what their colours mean. */

import { make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";
import { makeCheckbox, makeSegments } from "../controls/controls.js";
import { FILLS, SWITCHES } from "./layers.js";
import { formatColour, DIFFERENCE, getPalette } from "./palette.js";

/** @param {import("./layers.js").LayerChoice} choice */
export function makeLayersForm(choice) {
  const switches = new Map();
  for (const [name, label] of Object.entries(SWITCHES)) {
    const box = makeCheckbox(label, choice.shown[name], (isOn) => choice.set({ shown: { [name]: isOn } }), { "data-layer": name });
    switches.set(name, box.querySelector("input"));
  }
  const fills = make("div", {});
  const fill = () => {
    const group = makeSegments("fill", /** @type {[string, string][]} */ (FILLS), choice.fill, (chosen) =>
      choice.set({ fill: chosen }),
    );
    group.setAttribute("aria-label", "colour of closed nodes");
    fills.replaceChildren(group);
  };
  fill();
  choice.addEventListener("change", () => {
    for (const [name, input] of switches) input.checked = choice.shown[name];
    if (fills.querySelector("input:checked")?.value !== choice.fill) fill();
  });
  const boxes = [...switches.values()].map((input) => input.parentElement);
  return make("div", { class: "search-layers" }, make("p", { class: "search-caption" }, "colour closed nodes by"), fills, ...boxes);
}

/** What the colours of the panels' pictures mean. */
export class Legend {
  /**
   * @param {any} studio
   * @param {import("./layers.js").LayerChoice} choice
   */
  constructor(studio, choice) {
    this.studio = studio;
    this.choice = choice;
    /** @type {{colours: string[], text: string}[]} */
    this.rows = [];
    this.element = make("ul", { class: "search-legend", "aria-label": "legend" });
  }

  /**
   * @param {import("../search/panels.js").Panels} panels
   * @param {string[]} pair the names of the panels whose difference may be shown
   */
  show({ list, active }, pair) {
    const { shown, instead } = this.choice;
    const palette = getPalette(this.studio.palette);
    const rows = [];
    if (instead === "difference") {
      const words = [`closed only in ${pair[0]}`, `closed only in ${pair[1]}`, "closed in both"];
      rows.push(...words.map((text, which) => makeLegendRow(formatColour(DIFFERENCE[which]), text)));
    } else if (instead === "estimate") {
      rows.push(
        makeLegendRow(formatColour(palette.path), "overestimate (not admissible)"),
        makeLegendRow(formatColour(palette.again), "estimate falls too fast (not consistent)"),
      );
    } else if (!instead) {
      if (shown.open) rows.push(makeLegendRow(formatColour(palette.waiting), "open"), makeLegendRow(formatColour(palette.again), "open again (reopened)"));
      if (shown.closed) rows.push(...this.#listClosed(palette, list));
      if (shown.way) rows.push(makeLegendRow(formatColour(palette.way), "current node, and its path"));
    }
    if (active.ways?.length) {
      rows.push(makeLegendRow(formatColour(palette.path), "chosen path", "is-line"), makeLegendRow(formatColour(palette.other), "alternatives", "is-line"));
    } else if (shown.path && instead !== "fleet") rows.push(makeLegendRow(formatColour(palette.path), "final path", "is-line"));
    this.rows = rows.map(({ colours, text }) => ({ colours, text }));
    this.element.replaceChildren(...rows.map(({ element }) => element));
  }

  /** Of each panel what its closed nodes look like; once if that is the same in all. */
  #listClosed(palette, panels) {
    const rows = panels.map((panel) => {
      const isSealed = this.choice.shown.sealed && panel.answer?.outcome === "unreachable";
      return isSealed ? makeLegendRow(formatColour(palette.sealed), "sealed region") : this.#closed(palette, panel.trace);
    });
    if (rows.every(({ text }) => text === rows[0].text)) return rows.slice(0, 1);
    return rows.map(({ colours, text, kind }, i) => makeLegendRow(colours, `${panels[i].name}: ${text}`, kind));
  }

  #closed(palette, trace) {
    const { fill } = this.choice;
    if (fill === "plain") return makeLegendRow(formatColour(palette.closed[Math.floor(palette.closed.length / 2)]), "closed");
    const colours = palette.closed.map((colour) => formatColour(colour));
    const [least, most] = fill === "order" ? [Math.min(1, trace.expanded), trace.counted(trace.length - 1)] : trace.range[fill];
    const write = (value) => (fill === "f" ? trace.totalText(value) : formatNumber(value));
    const span = most >= least ? ` ${write(least)} to ${write(most)}` : "";
    return makeLegendRow(colours, `closed, by ${fill === "f" ? trace.totalName : fill}:${span}`, "is-ramp");
  }
}

/** A row of a legend. @param {string | string[]} colour  several for a ramp  @param {string} text  @param {string} [kind]  a class */
export function makeLegendRow(colour, text, kind = "") {
  const colours = [colour].flat();
  const swatch = make("span", { class: `search-swatch ${kind}`, "aria-hidden": "true" });
  swatch.style.background = colours.length > 1 ? `linear-gradient(to right, ${colours.join(", ")})` : colours[0];
  return { element: make("li", {}, swatch, text), colours, text, kind };
}
