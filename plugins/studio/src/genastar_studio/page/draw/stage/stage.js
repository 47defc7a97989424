/**
 * A canvas that shows a world and what is laid over it.
 *
 * Events: `hover`, `pick`, and for the tools `down`, `move`, `up` (detail: place, -1 for none; x and y in CSS pixels; button,
 * buttons, shift, ctrl, pointerType; `up` may be `cancelled`). Whoever takes a `down` calls `preventDefault`; otherwise the drag
 * pans. `swipe` (detail: step, 1 to the left): a finger swiped over a map that is still.
 */

import { drawAgents } from "../overlay/agents.js";
import { drawArrows } from "../overlay/arrows.js";
import { Camera, View } from "./camera.js";
import { CellsPainter } from "../kinds/cells.js";
import { Gestures } from "./gestures.js";
import { LayerSlider } from "./layer-slider.js";
import { LinesPainter } from "../kinds/lines.js";
import { readLook } from "../look.js";
import { drawMark, drawPath } from "../overlay/marks.js";
import { drawNumbers, NARROWEST as NUMBERED } from "../overlay/numbers.js";
import { ScaleBar } from "./scale.js";
import { hasSpace, Space } from "../kinds/space.js";
import { drawUnits } from "../overlay/units.js";
import { PolygonsPainter } from "../kinds/polygons.js";
import { TilesPainter } from "../kinds/tiles.js";

const PAINTERS = { cells: CellsPainter, tiles: TilesPainter, polygons: PolygonsPainter, lines: LinesPainter };

/**
 * @typedef {{tint?: Uint32Array | null, arrows?: Int32Array | null, numbers?: ((place: number) => string[]) | null,
 *   paths?: import("../overlay/marks.js").Path[], marks?: import("../overlay/marks.js").Mark[],
 *   agents?: import("../overlay/agents.js").Agent[] | null, unit?: import("../overlay/units.js").UnitForm | null}} Overlay
 *   Tints are red, green, blue, alpha in memory, see `rgba`; 0 is none.
 */

export class Stage extends EventTarget {
  #camera = new Camera();
  #painter = null;
  #overlay = {};
  #asked = 0;
  #cursor = -1;
  #preview = null;
  #isStale = false;
  #wasStale = false;
  #ratio = 1;
  /** @type {Space | null} */ #space = null;
  #follow = () => this.draw();
  #restyle = () => {
    this.look = readLook();
    this.#painter?.restyle?.();
    this.draw();
  };

  /** @param {HTMLCanvasElement} canvas  in an element that places it  @param {import("../../model/studio.js").Studio} studio */
  constructor(canvas, studio) {
    super();
    this.canvas = canvas;
    this.studio = studio;
    this.world = null;
    this.look = readLook();
    this.context = canvas.getContext("2d", { alpha: false });
    canvas.classList.add("stage");
    if (!canvas.hasAttribute("tabindex")) canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    if (!canvas.hasAttribute("aria-label")) canvas.setAttribute("aria-label", "Map. Arrow keys move the cursor.");
    canvas.setAttribute(
      "aria-description",
      "Arrow keys move the cursor, Space paints, S and G set start and goal, ? lists all keys",
    );
    canvas.parentElement?.classList.add("stage-host");
    this.layersControl = new LayerSlider(this);
    this.gestures = new Gestures(this);
    this.scaleBar = new ScaleBar(this);
    this.credit = document.createElement("p");
    this.credit.className = "credit";
    this.#camera.addEventListener("changed", this.#follow);
    studio.addEventListener("ends", this.#follow);
    studio.addEventListener("theme", this.#restyle);
    this.sizes = new ResizeObserver(() => this.#resize());
    this.sizes.observe(canvas);
  }

  /** Draw no more: what `Studio.removeStage` does. */
  close() {
    this.sizes.disconnect();
    cancelAnimationFrame(this.#asked);
    this.#camera.removeEventListener("changed", this.#follow);
    this.studio.removeEventListener("ends", this.#follow);
    this.studio.removeEventListener("theme", this.#restyle);
    this.world?.removeEventListener("changed", this.#follow);
    this.#painter?.close();
    this.#space?.close();
    this.layersControl.close();
    this.scaleBar.close();
    this.credit.remove();
  }

  get camera() {
    return this.#camera;
  }

  set camera(camera) {
    this.#camera.removeEventListener("changed", this.#follow);
    this.#camera = camera;
    camera.addEventListener("changed", this.#follow);
    this.draw();
  }

  get layer() {
    return this.#painter?.layer ?? 0;
  }

  set layer(layer) {
    if (!this.#painter || !this.world) return;
    const wanted = Math.min(Math.max(Math.round(layer), 0), this.world.layers - 1);
    if (wanted === this.#painter.layer) return;
    this.#painter.layer = wanted;
    this.layersControl.show(wanted);
    this.draw();
    for (const stage of this.studio.stages) {
      if (stage.camera === this.#camera && stage.world === this.world) stage.layer = wanted;
    }
  }

  /** @returns {Overlay} */
  get overlay() {
    return this.#overlay;
  }

  /** All its tints may be others, unless `redrawTint` says at once which are. */
  set overlay(overlay) {
    const isSame = (overlay?.tint ?? null) === (this.#overlay.tint ?? null);
    this.#wasStale = this.#isStale || !isSame;
    this.#isStale = true;
    this.#space?.retint();
    this.#overlay = overlay ?? {};
    this.draw();
  }

  /** The place of the keyboard's cursor, -1 for none. */
  get cursor() {
    return this.#cursor;
  }

  set cursor(place) {
    this.#cursor = place;
    if (place >= 0) this.reveal(place);
    this.draw();
  }

  /** Places that a tool would change, or null. @param {Iterable<number> | null} places */
  set preview(places) {
    this.#preview = places;
    this.draw();
  }

  get painter() {
    return this.#painter;
  }

  /** Whether one finger scrolls the page and swipes, because nothing can be painted and all of the map is seen. */
  get isStill() {
    return this.studio.isRecorded && this.#camera.isFitted && !this.#space;
  }

  /** Whether the world is shown in three dimensions; else layer by layer. */
  get isSpace() {
    return this.#space !== null;
  }

  set isSpace(isWanted) {
    this.#space?.close();
    this.#space = isWanted && this.world && this.world.layers > 1 && hasSpace() ? new Space(this, this.world) : null;
    this.canvas.classList.toggle("is-covered", this.isSpace);
    this.layersControl.tellMode();
    this.draw();
  }

  get space() {
    return this.#space;
  }

  /** @param {import("../../model/world.js").World | null} world */
  show(world) {
    this.world?.removeEventListener("changed", this.#follow);
    this.#painter?.close();
    this.world = world;
    this.#preview = null;
    this.#cursor = -1;
    this.#overlay = {};
    this.#isStale = this.#wasStale = false;
    this.#painter = world?.view ? new PAINTERS[world.kind](world, this) : null;
    world?.addEventListener("changed", this.#follow);
    if (this.#painter && world.layers > 1) this.#painter.layer = chooseOpeningLayer(world);
    this.layersControl.of(world);
    this.isSpace = true;
    this.credit.textContent = world?.view?.credit ?? "";
    this.credit.hidden = !this.credit.textContent;
    this.canvas.after(this.credit);
    this.scaleBar.of(world);
    this.#camera.isFitted = true;
    this.fit();
  }

  /** Show the world whole. */
  fit() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!this.#painter || !clientWidth || !clientHeight) return;
    this.#space?.orbit.fit(this.layersControl.height / clientHeight);
    this.#camera.fit(this.#painter.bounds, this.#painter.unit, clientWidth, clientHeight, this.layersControl.height);
  }

  /** @param {number} factor  @param {number} [x]  what stays where it is, in CSS pixels  @param {number} [y] */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    if (this.#space) this.#space.orbit.zoom(factor);
    else this.#camera.zoom(factor, x - this.canvas.clientWidth / 2, y - this.canvas.clientHeight / 2);
  }

  /** Move the view, and the layer, so that a place is seen. @param {number} place */
  reveal(place) {
    const painter = this.#painter;
    if (!painter || place < 0) return;
    if (!painter.isSeen(place)) this.layer = Math.floor(place / painter.each);
    if (this.#camera.isFitted) return; // all of it is seen, and a map that moves would no longer be still
    const { x, y } = this.pointOf(place);
    const { clientWidth, clientHeight } = this.canvas;
    const rim = Math.min(32, clientWidth / 8);
    const [dx, dy] = [outside(x, rim, clientWidth - rim), outside(y, rim, clientHeight - rim)];
    if (dx || dy) this.#camera.pan(-dx, -dy);
  }

  /** The place at a point, -1 for none. @param {number} x  in CSS pixels  @param {number} y */
  placeAt(x, y) {
    if (!this.#painter) return -1;
    const view = this.view();
    return this.#painter.placeAt(view.worldX(x * this.#ratio), view.worldY(y * this.#ratio), view);
  }

  /** The place nearest to a point, however far, of a map of lines. @param {number} x  in CSS pixels  @param {number} y */
  nearestTo(x, y) {
    const view = this.view();
    return this.#painter.buckets.nearest(view.worldX(x * this.#ratio), view.worldY(y * this.#ratio), Infinity);
  }

  /** Where a place's middle is, in CSS pixels. @param {number} place */
  pointOf(place) {
    const view = this.view();
    return { x: view.x(this.#painter.x(place)) / this.#ratio, y: view.y(this.#painter.y(place)) / this.#ratio };
  }

  /** How wide a place is, in CSS pixels. */
  get placeWidth() {
    return (this.#painter?.unit ?? 1) * this.#camera.scale;
  }

  view() {
    return new View(this.#camera, this.canvas.width, this.canvas.height, this.#ratio);
  }

  /** The tints of these places are others. @param {Iterable<number>} places */
  redrawTint(places) {
    if (!this.#wasStale) this.#isStale = false;
    if (!this.#isStale) this.#painter?.retint(places);
    this.#space?.retint();
    this.draw();
  }

  /** Draw again with the next frame. */
  draw() {
    this.#asked ||= requestAnimationFrame(() => {
      this.#asked = 0;
      this.#paint();
    });
  }

  /** @param {string} type  @param {object} detail  @returns {boolean} false if somebody took it */
  tell(type, detail) {
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
  }

  #resize() {
    this.#ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = Math.max(Math.round(clientWidth * this.#ratio), 1);
    this.canvas.height = Math.max(Math.round(clientHeight * this.#ratio), 1);
    if (this.#camera.isFitted) this.fit();
    this.#paint();
  }

  #paint() {
    this.canvas.classList.toggle("is-still", this.isStill);
    if (this.#space) this.#space.draw(this.#overlay, this.look, this.#ratio);
    else this.#paintOn(this.context, this.view());
  }

  /** Draw what is seen on a canvas of the same shape, of any size. @param {CanvasRenderingContext2D} context */
  drawOn(context) {
    const { width, height } = context.canvas;
    if (this.#space) {
      this.#paint(); // its canvas holds a picture only until the end of this task
      context.drawImage(this.#space.canvas, 0, 0, width, height);
      return;
    }
    this.#paintOn(context, new View(this.#camera, width, height, width / this.canvas.clientWidth));
  }

  #paintOn(context, view) {
    const { look } = this;
    const painter = this.#painter;
    context.fillStyle = look.surface;
    context.fillRect(0, 0, view.width, view.height);
    if (!painter) return;
    this.scaleBar.draw();
    if (this.#isStale) painter.setTint(this.#overlay.tint ?? null);
    this.#isStale = this.#wasStale = false;
    painter.draw(context, view, look);
    if (this.#preview) this.#drawPreview(context, view, painter, look);
    const { agents, arrows, numbers, paths, marks, unit } = this.#overlay;
    if (agents) return this.#drawFleet(context, view, painter, look, agents);
    if (unit) this.#drawUnit(context, view, painter, look, unit);
    for (const path of paths ?? []) drawPath(context, view, painter, look, path);
    if (arrows) drawArrows(context, view, painter, look, arrows, Boolean(numbers) && this.placeWidth >= NUMBERED);
    if (numbers) drawNumbers(context, view, painter, look, numbers);
    for (const mark of marks ?? []) {
      if (mark.kind !== "start" && mark.kind !== "goal") drawMark(context, view, painter, look, mark);
    }
    this.#drawEnds(context, view, painter, look);
    if (this.#cursor >= 0) drawMark(context, view, painter, look, { place: this.#cursor, kind: "cursor" });
    if (painter.isWaiting) this.draw();
  }

  /** Agents in place of the path of one. */
  #drawFleet(context, view, painter, look, agents) {
    this.#drawEnds(context, view, painter, look);
    drawAgents(context, view, painter, look, agents);
    if (this.#cursor >= 0) drawMark(context, view, painter, look, { place: this.#cursor, kind: "cursor" });
    if (painter.isWaiting) this.draw();
  }

  /** The unit along the paths and at the ends. */
  #drawUnit(context, view, painter, look, unit) {
    const { start, goals, world } = this.studio;
    for (const { places, colour } of this.#overlay.paths ?? []) drawUnits(context, view, painter, unit, places, colour, 0.3);
    if (world !== this.world) return;
    const isPlace = (end) => typeof end === "number";
    drawUnits(context, view, painter, unit, goals.filter(isPlace), look.goal, 0.6);
    drawUnits(context, view, painter, unit, [start].filter(isPlace), look.start, 0.6);
  }

  #drawPreview(context, view, painter, look) {
    context.beginPath();
    for (const place of this.#preview) painter.trace(context, view, place);
    context.globalAlpha = 0.5;
    context.fillStyle = look.accent;
    context.fill();
    context.globalAlpha = 1;
  }

  /** The ends are the studio's, so that they follow a drag in all panels. */
  #drawEnds(context, view, painter, look) {
    const { start, goals, world } = this.studio;
    if (world !== this.world) return;
    for (const place of goals) {
      if (typeof place === "number") drawMark(context, view, painter, look, { place, kind: "goal" });
    }
    if (typeof start === "number") drawMark(context, view, painter, look, { place: start, kind: "start" });
  }
}

/** The layer that shows most: where most places look otherwise than the layer's most common ones. @param {any} world */
function chooseOpeningLayer({ colours, width, height, layers }) {
  const each = width * height;
  let [best, most] = [0, -1];
  for (let layer = 0; layer < layers; layer++) {
    const counts = new Map();
    for (let i = 3 * layer * each; i < 3 * (layer + 1) * each; i += 3) {
      const colour = (colours[i] << 16) | (colours[i + 1] << 8) | colours[i + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const others = each - Math.max(...counts.values());
    if (others > most) [best, most] = [layer, others];
  }
  return best;
}

function outside(value, low, high) {
  return value < low ? value - low : value > high ? value - high : 0;
}
