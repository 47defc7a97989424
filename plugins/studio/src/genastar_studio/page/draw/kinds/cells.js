/** Squares in rows and columns: one pixel each of a bitmap, and lines between them when they are large. */

import { Bitmap } from "./bitmap.js";

/** Lines are drawn between cells that are so wide, in CSS pixels. */
const WITH_LINES = 9;

/** The bitmaps of worlds, by layer: shared by all stages that show the same. @type {WeakMap<object, Map<number, Bitmap>>} */
const bases = new WeakMap();

/** @param {import("../../model/world.js").World} world  @param {number} layer */
export function computeBase(world, layer) {
  let layers = bases.get(world);
  if (!layers) {
    layers = new Map();
    bases.set(world, layers);
    world.addEventListener("changed", (/** @type {any} */ event) => spoil(world, layers, event.detail.places));
  }
  if (!layers.has(layer)) layers.set(layer, new Bitmap(world.width, world.height, makeFiller(world, layer)));
  return layers.get(layer);
}

function makeFiller(world, layer) {
  return (pixels, left, top, columns, rows) => {
    const { colours, width, height } = world;
    let out = 0;
    for (let y = top; y < top + rows; y++) {
      let from = ((layer * height + y) * width + left) * 3;
      for (let x = 0; x < columns; x++, from += 3) {
        pixels[out++] = 0xff000000 | (colours[from + 2] << 16) | (colours[from + 1] << 8) | colours[from];
      }
    }
  };
}

function spoil(world, layers, places) {
  if (!places) return layers.forEach((bitmap) => bitmap.spoilAll());
  const each = world.width * world.height;
  for (const place of places) {
    const inLayer = place % each;
    layers.get(Math.floor(place / each))?.spoil(inLayer % world.width, Math.floor(inLayer / world.width));
  }
}

/** What a stage draws a world of cells with. */
export class CellsPainter {
  unit = 1;
  /** @type {Bitmap | null} */ #tinted = null;
  #tint = null;
  #layer = -1;

  /** @param {import("../../model/world.js").World} world */
  constructor(world) {
    this.world = world;
    this.each = world.width * world.height;
    this.bounds = { left: 0, top: 0, right: world.width, bottom: world.height };
    this.layer = 0;
  }

  close() {}

  /** Whether a place is on the layer that is seen. @param {number} place */
  isSeen(place) {
    return Math.floor(place / this.each) === this.layer;
  }

  /** @param {number} place */
  x(place) {
    return ((place % this.each) % this.world.width) + 0.5;
  }

  /** @param {number} place */
  y(place) {
    return Math.floor((place % this.each) / this.world.width) + 0.5;
  }

  /** The place at a point of the world, -1 for none. @param {number} x  @param {number} y */
  placeAt(x, y) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= this.world.width || row >= this.world.height) return -1;
    return (this.layer * this.world.height + row) * this.world.width + column;
  }

  /** Places that are seen, or null if they are too many. @param {import("../stage/camera.js").View} view  @param {number} most */
  seen(view, most) {
    const box = view.box();
    const [left, right] = [Math.max(Math.floor(box.left), 0), Math.min(Math.floor(box.right), this.world.width - 1)];
    const [top, bottom] = [Math.max(Math.floor(box.top), 0), Math.min(Math.floor(box.bottom), this.world.height - 1)];
    if ((right - left + 1) * (bottom - top + 1) > most) return null;
    const places = [];
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) places.push((this.layer * this.world.height + y) * this.world.width + x);
    }
    return places;
  }

  /** Another array of tints, or none. @param {Uint32Array | null} tint */
  setTint(tint) {
    this.#tint = tint;
    this.#tinted = null;
  }

  /** The tints of these places are others. @param {Iterable<number>} places */
  retint(places) {
    if (!this.#tinted) return;
    for (const place of places) {
      if (this.isSeen(place)) this.#tinted.spoil(this.x(place) - 0.5, this.y(place) - 0.5);
    }
  }

  #tints() {
    if (this.#tinted && this.#layer === this.layer) return this.#tinted;
    const { width, height } = this.world;
    const [tint, first] = [this.#tint, this.layer * height];
    this.#layer = this.layer;
    this.#tinted = new Bitmap(width, height, (pixels, left, top, columns, rows) => {
      for (let y = 0; y < rows; y++) {
        const from = (first + top + y) * width + left;
        pixels.set(tint.subarray(from, from + columns), y * columns);
      }
    });
    return this.#tinted;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {import("../stage/camera.js").View} view
   * @param {import("../look.js").Look} look
   */
  draw(context, view, look) {
    context.globalAlpha = this.world.hasGround ? 1 : look.baseAlpha;
    computeBase(this.world, this.layer).draw(context, view);
    context.globalAlpha = 1;
    if (this.#tint) this.#tints().draw(context, view);
    this.#lines(context, view, look);
  }

  #lines(context, view, look) {
    const cell = view.scale / view.ratio;
    const box = view.box();
    const [left, right] = [Math.max(Math.floor(box.left), 0), Math.min(Math.ceil(box.right), this.world.width)];
    const [top, bottom] = [Math.max(Math.floor(box.top), 0), Math.min(Math.ceil(box.bottom), this.world.height)];
    const thick = Math.max(Math.round(view.ratio), 1);
    const middle = (thick % 2) / 2;
    context.lineWidth = thick;
    context.strokeStyle = look.grid;
    context.globalAlpha = Math.min((cell - WITH_LINES) / 12 + 0.25, 1);
    context.beginPath();
    if (cell >= WITH_LINES) {
      for (let x = left; x <= right; x++) this.#line(context, view, x, top, x, bottom, middle);
      for (let y = top; y <= bottom; y++) this.#line(context, view, left, y, right, y, middle);
    } else {
      context.globalAlpha = 1;
      context.rect(view.x(0), view.y(0), this.world.width * view.scale, this.world.height * view.scale);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  #line(context, view, x, y, toX, toY, middle) {
    context.moveTo(Math.round(view.x(x)) + middle, Math.round(view.y(y)) + middle);
    context.lineTo(Math.round(view.x(toX)) + middle, Math.round(view.y(toY)) + middle);
  }

  /**
   * The form of a place, as a path.
   * @param {CanvasRenderingContext2D} context
   * @param {import("../stage/camera.js").View} view
   * @param {number} place
   */
  trace(context, view, place) {
    const [x, y] = [this.x(place), this.y(place)];
    context.rect(view.x(x - 0.5), view.y(y - 0.5), view.scale, view.scale);
  }

  /**
   * The way from a place to the next one of a path: points in the world, from the second on; null begins a new line.
   * @param {number} from  @param {number} to  @returns {([number, number] | null)[]}
   */
  way(from, to) {
    const [x, y, toX, toY] = [this.x(from), this.y(from), this.x(to), this.y(to)];
    if (!this.world.view.wraps) return [[toX, toY]];
    const { width, height } = this.world;
    const across = Math.abs(toX - x) > width / 2 && width > 2 ? Math.sign(x - toX) * width : 0;
    const down = Math.abs(toY - y) > height / 2 && height > 2 ? Math.sign(y - toY) * height : 0;
    if (!across && !down) return [[toX, toY]];
    return [[toX + across, toY + down], null, [x - across, y - down], [toX, toY]];
  }
}
