/** Which layer of a world of several is seen: a slider, and small pictures of all layers. */

import { computeBase } from "../kinds/cells.js";
import { View } from "./camera.js";

/** Small pictures are shown of so many layers at most, and so wide, in CSS pixels. */
const MOST = 64;
const WIDE = 56;

export class LayerSlider {
  #element = null;
  #waiting = 0;

  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.again = () => {
      this.#waiting ||= setTimeout(() => {
        this.#waiting = 0;
        this.#drawAll();
      }, 300);
    };
  }

  /** What it covers, in CSS pixels. */
  get height() {
    return this.#element ? this.#element.offsetHeight + 8 : 0;
  }

  close() {
    clearTimeout(this.#waiting);
    this.world?.removeEventListener("changed", this.again);
    this.#element?.remove();
    this.#element = null;
  }

  /** @param {import("../../model/world.js").World | null} world */
  of(world) {
    this.close();
    this.world = world;
    if (!world || world.layers < 2) return;
    world.addEventListener("changed", this.again);
    this.#element = document.createElement("div");
    this.#element.className = "layers";
    this.#element.append(this.#modes(), this.#slider(), this.#overview());
    this.stage.canvas.parentElement?.append(this.#element);
    this.show(this.stage.layer);
    this.#drawAll();
  }

  /** In three dimensions, or layer by layer. */
  #modes() {
    const modes = document.createElement("div");
    modes.className = "segments layers-modes";
    modes.setAttribute("role", "group");
    modes.setAttribute("aria-label", "Show the world");
    this.modes = [true, false].map((isSpace) => {
      const button = Object.assign(document.createElement("button"), {
        type: "button",
        textContent: isSpace ? "3-D" : "2-D",
        title: isSpace ? "In three dimensions: drag to turn, the slider cuts" : "Layer by layer",
      });
      button.dataset.mode = isSpace ? "space" : "layers";
      button.addEventListener("click", () => (this.stage.isSpace = isSpace));
      modes.append(button);
      return button;
    });
    return modes;
  }

  /** Which of them is shown. */
  tellMode() {
    if (!this.#element) return;
    const { isSpace } = this.stage;
    for (const button of this.modes) button.setAttribute("aria-pressed", String((button.dataset.mode === "space") === isSpace));
  }

  #slider() {
    const label = document.createElement("label");
    label.className = "layers-slider";
    this.input = Object.assign(document.createElement("input"), { type: "range", min: "0", step: "1" });
    this.input.max = String(this.world.layers - 1);
    this.input.setAttribute("aria-label", "Layer");
    this.input.addEventListener("input", () => (this.stage.layer = Number(this.input.value)));
    this.output = document.createElement("output");
    label.append("Layer ", this.input, this.output);
    return label;
  }

  #overview() {
    const list = document.createElement("div");
    list.className = "layers-overview";
    this.buttons = [];
    const step = Math.ceil(this.world.layers / MOST);
    for (let layer = 0; layer < this.world.layers; layer += step) {
      const button = Object.assign(document.createElement("button"), { type: "button" });
      button.dataset.layer = String(layer);
      button.setAttribute("aria-label", `Show layer ${layer}`);
      const canvas = document.createElement("canvas");
      canvas.width = WIDE;
      canvas.height = Math.max(Math.min(Math.round((WIDE * this.world.height) / this.world.width), 2 * WIDE), 4);
      const caption = Object.assign(document.createElement("span"), { textContent: String(layer) });
      button.append(canvas, caption);
      button.addEventListener("click", () => (this.stage.layer = layer));
      this.buttons.push(button);
      list.append(button);
    }
    return list;
  }

  /** @param {number} layer */
  show(layer) {
    if (!this.#element) return;
    this.input.value = String(layer);
    this.output.textContent = `${layer} of ${this.world.layers - 1}`;
    for (const button of this.buttons) {
      const isShown = Number(button.dataset.layer) === layer;
      button.setAttribute("aria-pressed", String(isShown));
      if (isShown) button.parentElement.scrollLeft = button.offsetLeft - button.parentElement.clientWidth / 2;
    }
  }

  #drawAll() {
    for (const button of this.buttons ?? []) {
      const canvas = button.firstElementChild;
      const context = canvas.getContext("2d");
      const scale = Math.min(canvas.width / this.world.width, canvas.height / this.world.height);
      const camera = { x: this.world.width / 2, y: this.world.height / 2, scale };
      context.clearRect(0, 0, canvas.width, canvas.height);
      computeBase(this.world, Number(button.dataset.layer)).draw(context, new View(camera, canvas.width, canvas.height, 1));
    }
  }
}
