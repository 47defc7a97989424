/** Editing by keys alone: a cursor on the map, read aloud as it moves. */

import { waitForCalm } from "../controls/dom.js";
import { makeShape } from "./shape.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What Shift and an arrow move the map by, in CSS pixels. */
const STEP = 64;

export class Keyboard {
  #isPainting = false;

  /** @param {import("./editor.js").Editor} editor  @param {import("../draw/stage/stage.js").Stage} stage */
  constructor(editor, stage) {
    this.editor = editor;
    this.stage = stage;
    this.tell = waitForCalm(() => this.#tell(), 120);
    stage.canvas.addEventListener("keydown", (event) => {
      if (!stage.world?.view || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!this.#down(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    stage.canvas.addEventListener("keyup", (event) => event.code === "Space" && (this.#isPainting = false));
    stage.canvas.addEventListener("pointerdown", () => (this.stage.cursor = -1));
  }

  /** @returns {boolean} whether the key means something */
  #down(event) {
    const { stage, editor } = this;
    if (event.key in ARROWS) {
      const [dx, dy] = ARROWS[event.key];
      if (event.shiftKey) stage.camera.pan(-dx * STEP, -dy * STEP);
      else this.#move(dx, dy);
      return true;
    }
    if (event.code === "Space") {
      // Without a cursor, Space and a drag move the map.
      if (stage.cursor >= 0 && !event.repeat) {
        this.#isPainting = true;
        editor.paintAt(stage.cursor, event.shiftKey ? "subtract" : undefined);
        this.tell();
      }
      return true;
    }
    const action = this.#actions()[event.key];
    action?.(event);
    return Boolean(action);
  }

  #actions() {
    const { stage, editor } = this;
    const here = (act) => () => {
      if (stage.cursor < 0) this.#place();
      act(stage.cursor);
      this.tell();
    };
    return {
      "+": () => stage.zoom(1.5),
      "=": () => stage.zoom(1.5),
      "-": () => stage.zoom(1 / 1.5),
      0: () => stage.fit(),
      PageUp: () => this.#climb(1),
      PageDown: () => this.#climb(-1),
      a: here((place) => editor.paintAt(place, "add")),
      d: here((place) => editor.paintAt(place, "subtract")),
      s: here((place) => editor.setEnd("start", place)),
      g: here((place) => editor.setEnd("goal", place)),
      G: here((place) => editor.setEnd("goal", place, true)),
      Enter: here((place) =>
        stage.tell("pick", { place, ...stage.pointOf(place), shift: false, ctrl: false, pointerType: "keyboard" }),
      ),
      Escape: () => (stage.cursor = -1),
    };
  }

  /** The cursor appears where something is. */
  #place() {
    const { start } = this.editor.studio;
    const { clientWidth, clientHeight } = this.stage.canvas;
    const middle = this.stage.placeAt(clientWidth / 2, clientHeight / 2);
    this.stage.cursor = typeof start === "number" ? start : Math.max(middle, 0);
  }

  #move(dx, dy) {
    const { stage } = this;
    if (stage.cursor < 0) this.#place();
    else {
      if (!stage.painter.isSeen(stage.cursor)) stage.reveal(stage.cursor);
      stage.cursor = makeShape(stage.world).step(stage.cursor, dx, dy);
    }
    if (this.#isPainting) this.editor.paintAt(stage.cursor);
    stage.tell("hover", { place: stage.cursor, ...stage.pointOf(stage.cursor), pointerType: "keyboard" });
    this.tell();
  }

  /** @param {number} layers */
  #climb(layers) {
    const { stage } = this;
    const before = stage.layer;
    stage.layer += layers;
    if (stage.cursor >= 0) stage.cursor += (stage.layer - before) * stage.painter.each;
    this.tell();
  }

  async #tell() {
    const { stage } = this;
    const { studio } = this.editor;
    const { cursor: place, world } = stage;
    if (place < 0 || !world) return;
    const parts = [
      world.kind === "cells" ? makeShape(world).name(place) : ((await world.position(place)) ?? `place ${place}, barred`),
    ];
    if (world.values) {
      const value = world.values[place];
      parts.push(world.canvas.brushes.find((brush) => brush.value === value)?.name ?? `value ${value}`);
    }
    if (place === studio.start) parts.push("start");
    if (studio.goals.includes(place)) parts.push("goal");
    if (place === stage.cursor) studio.say(parts.join(", "), "quiet");
  }
}
