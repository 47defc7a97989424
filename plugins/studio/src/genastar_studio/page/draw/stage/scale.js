/** A scale bar: how long a distance of the world is on the screen, for worlds that have a scale. */

import { formatWithUnit } from "../../controls/numbers.js";

/** The bar is at most so wide, in CSS pixels. */
const WIDEST = 120;

/** The largest of 1, 2 or 5 times a power of ten that is at most a number. @param {number} most */
export function roundBelow(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((times) => times * power).find((each) => each <= most * (1 + 1e-9)) ?? power;
}

export class ScaleBar {
  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.element = document.createElement("p");
    this.element.className = "scale-bar";
    this.element.hidden = true;
  }

  close() {
    this.element.remove();
  }

  /** @param {import("../../model/world.js").World | null} world */
  of(world) {
    this.metres = world?.view?.metres ?? 0;
    this.element.hidden = !this.metres;
    this.stage.canvas.after(this.element);
  }

  /** Another part of the world is seen. */
  draw() {
    if (!this.metres) return;
    const { scale } = this.stage.camera;
    const length = roundBelow((WIDEST / scale) * this.metres);
    const text = formatWithUnit(length, "m");
    const width = `${((length / this.metres) * scale).toFixed(1)}px`;
    if (this.element.textContent !== text) this.element.textContent = text;
    if (this.element.style.width !== width) this.element.style.width = width;
  }
}
