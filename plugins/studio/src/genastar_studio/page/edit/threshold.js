/**
 * The threshold of a world whose view has levels: their histogram, a slider, and at once on the map what would be walls.
 * The search follows when the slider is let go.
 */

import { makeLabelledButton, make } from "../controls/dom.js";
import { packColour } from "../draw/colour.js";
import { formatNumber } from "../controls/numbers.js";

const HEIGHT = 48;
const LEVELS = 256;

const WALL = packColour(214, 39, 60, 170);

export class ThresholdTool {
  /** @param {import("../model/studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.histogram = make("canvas", { class: "threshold-histogram", width: LEVELS, height: HEIGHT, "aria-hidden": "true" });
    this.slider = make("input", {
      type: "range",
      id: "threshold",
      min: 1,
      max: LEVELS - 1,
      "aria-label": "Threshold between walls and free places",
      input: () => this.#preview(),
      change: () => this.#apply(),
    });
    this.output = make("output", { for: "threshold" });
    this.share = make("p", { class: "hint", role: "status" });
    this.suggest = makeLabelledButton({
      id: "threshold-suggested",
      text: "Suggested",
      title: "Use the threshold that the histogram suggests",
      click: () => this.#set(this.levels.suggested),
    });
    this.element = make(
      "div",
      { class: "tool-group threshold", hidden: true },
      make("h2", {}, "Walls"),
      this.histogram,
      make("label", { class: "tool-field" }, this.slider, this.output),
      this.share,
      this.suggest,
    );
    studio.addEventListener("world", () => this.#show());
    studio.addEventListener("theme", () => this.#draw());
    this.#show();
  }

  #show() {
    const { world } = this.studio;
    this.levels = (!world?.isRecorded && world?.view?.levels) || null;
    this.element.hidden = !this.levels;
    if (!this.levels) return;
    this.counts = new Float64Array(LEVELS);
    for (const level of world.levels) this.counts[level]++;
    this.slider.value = String(this.levels.threshold);
    this.#tell();
  }

  #set(value) {
    this.slider.value = String(value);
    this.#preview();
    this.#apply();
  }

  /** Whether a level is a wall under the slider's threshold. @param {number} level */
  #isWall(level) {
    return level < this.slider.valueAsNumber === this.levels.is_free_above;
  }

  #tell() {
    const { world } = this.studio;
    this.output.textContent = this.slider.value;
    const walls = this.counts.reduce((sum, count, level) => sum + (this.#isWall(level) ? count : 0), 0);
    this.share.textContent = `${formatNumber((100 * walls) / Math.max(world.levels.length, 1), 0)} % walls`;
    this.suggest.disabled = this.slider.valueAsNumber === this.levels.suggested;
    this.#draw();
  }

  /** The histogram, in which the columns of walls are dark; the heights are roots, so that rare levels are seen, too. */
  #draw() {
    if (!this.levels) return;
    const context = this.histogram.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const most = Math.sqrt(this.counts.reduce((one, other) => Math.max(one, other), 1));
    context.clearRect(0, 0, LEVELS, HEIGHT);
    for (let level = 0; level < LEVELS; level++) {
      const height = Math.ceil((Math.sqrt(this.counts[level]) / most) * HEIGHT);
      context.fillStyle = style.getPropertyValue(this.#isWall(level) ? "--ink" : "--accent").trim();
      context.fillRect(level, HEIGHT - height, 1, height);
    }
    context.fillStyle = style.getPropertyValue("--canvas-goal").trim();
    context.fillRect(this.slider.valueAsNumber, 0, 1, HEIGHT);
  }

  /** Tint what would be walls, in place of the search. */
  #preview() {
    const { world, stages } = this.studio;
    this.#tell();
    const table = Uint32Array.from({ length: LEVELS }, (_, level) => (this.#isWall(level) ? WALL : 0));
    const tint = Uint32Array.from(world.levels, (level) => table[level]);
    for (const stage of stages) if (stage.world === world) stage.overlay = { tint };
  }

  /** The same image under the other threshold: another world. */
  async #apply() {
    const { studio } = this;
    const { world, start, goals, history } = studio;
    // Whatever else the panel asks under stays.
    const options = { ...studio.asked().options, [this.levels.option]: this.slider.valueAsNumber };
    try {
      const other = await studio.read({ copy: world.id, options });
      const enters = async (place) => typeof place !== "number" || (await other.position(place)) !== null;
      const free = await Promise.all([start, ...goals].map(enters));
      const kept = free.every(Boolean) ? { start, goals } : await studio.endsOf(other, {});
      studio.show(other, kept.start, kept.goals);
      history.clear();
      world.close();
    } catch (error) {
      studio.say(/** @type {Error} */ (error).message, "error");
      this.#show();
    }
  }
}
