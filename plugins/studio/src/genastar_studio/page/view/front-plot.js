/** A plot of a front: a point for each path, by the first two numbers of its cost. */

import { make } from "../controls/dom.js";
import { formatNumbers, formatWithUnit } from "../controls/numbers.js";

/**
 * @param {{name: string, unit: string}[]} objectives
 * @param {{costs: number[]}[]} ways
 * @param {number} chosen
 * @param {(at: number) => void} choose
 */
export function makeFrontPlot(objectives, ways, chosen, choose) {
  const [across, up] = [0, 1].map((place) => measure(ways.map(({ costs }) => costs[place])));
  const points = ways.map(({ costs }, at) => {
    const point = make("button", {
      type: "button",
      class: "front-point",
      "aria-pressed": String(at === chosen),
      "aria-label": formatNumbers(costs, objectives),
      click: () => choose(at),
    });
    point.style.left = `${across.share(costs[0])}%`;
    point.style.bottom = `${up.share(costs[1])}%`;
    return point;
  });
  const name = ({ name, unit }, { low, high }) => `${name}: ${formatWithUnit(low, unit)} to ${formatWithUnit(high, unit)}`;
  return make(
    "figure",
    { class: "front", role: "group", "aria-label": "front" },
    make("span", { class: "front-name" }, `↑ ${name(objectives[1], up)}`),
    make("div", { class: "front-plot" }, ...points),
    make("span", { class: "front-name" }, `→ ${name(objectives[0], across)}`),
  );
}

/** The least and the greatest of these numbers, and where one lies between them. @param {number[]} numbers */
function measure(numbers) {
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  return { low, high, share: (/** @type {number} */ number) => (high > low ? (100 * (number - low)) / (high - low) : 50) };
}
