/** How long the whole search takes to play: a slider, of which each `OCTAVE` to the right halves the time. */

import { makeId } from "../controls/controls.js";
import { make } from "../controls/dom.js";
import { formatNumber } from "../controls/numbers.js";

/** Seconds in the middle of the slider. */
const USUAL_SECONDS = 8;
const OCTAVE = 15;
const USUAL = 60;

/** The last step of the slider: all at once. */
const AT_ONCE = 121;

export class SpeedSlider {
  constructor() {
    this.input = make("input", { type: "range", min: 0, max: AT_ONCE, step: 1, value: USUAL, id: makeId("speed"), class: "search-speed" });
    this.output = make("output", { for: this.input.id });
    this.input.addEventListener("input", () => this.#read());
    this.element = make("div", { class: "search-speeding" }, make("label", { for: this.input.id }, "speed"), this.input, this.output);
    this.#read();
  }

  #read() {
    const step = this.input.valueAsNumber;
    /** 0: all at once. */
    this.seconds = step >= AT_ONCE ? 0 : USUAL_SECONDS * 2 ** ((USUAL - step) / OCTAVE);
    this.output.textContent = this.seconds ? `${formatNumber(this.seconds, this.seconds < 10 ? 1 : 0)} s` : "all at once";
    this.input.setAttribute("aria-valuetext", this.output.textContent);
  }
}
