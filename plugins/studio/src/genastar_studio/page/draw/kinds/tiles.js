/** Tiles of one form, anywhere: hexagons, say. */

import { Buckets } from "./buckets.js";
import { Sketch } from "../overlay/sketch.js";

/** Narrower tiles, in device pixels, are drawn as small squares. */
const SMALL = 4;

/** Lines are drawn between tiles that are so wide, in CSS pixels. */
const WITH_LINES = 9;

/** So many tiles are drawn between two looks at the clock. */
const SOME = 400;

export class TilesPainter {
  layer = 0;
  #tint = null;
  #look = null;

  /**
   * @param {import("../../model/world.js").World} world  @param {import("../stage/stage.js").Stage} stage
   * @param {[number, number][]} [outline]  the corners of a tile, relative to its centre
   */
  constructor(world, stage, outline = world.view.outline) {
    this.world = world;
    this.each = world.size;
    this.points = world.centres;
    this.outline = outline;
    this.buckets = Buckets.of(world, world.centres);
    const [across, down] = [0, 1].map((axis) => this.outline.map((corner) => corner[axis]));
    this.reach = Math.max(...this.outline.map(([x, y]) => Math.hypot(x, y)), this.buckets.spacing / 2);
    this.unit =
      Math.min(Math.max(...across) - Math.min(...across), Math.max(...down) - Math.min(...down)) || this.buckets.spacing;
    const { left, top, right, bottom } = this.buckets.bounds;
    this.bounds = { left: left - this.reach, top: top - this.reach, right: right + this.reach, bottom: bottom + this.reach };
    this.sketch = new Sketch((context, view) => this.#drawAll(context, view));
    this.follow = (/** @type {any} */ event) => this.#changed(event.detail.places);
    world.addEventListener("changed", this.follow);
    this.stage = stage;
  }

  close() {
    this.world.removeEventListener("changed", this.follow);
  }

  get isWaiting() {
    return this.sketch.isWaiting;
  }

  isSeen() {
    return true;
  }

  x(place) {
    return this.points[2 * place];
  }

  y(place) {
    return this.points[2 * place + 1];
  }

  placeAt(x, y) {
    return this.buckets.nearest(x, y, this.reach);
  }

  seen(view, most) {
    return this.buckets.inside(view.box(this.reach), most);
  }

  setTint(tint) {
    this.#tint = tint;
    this.sketch.spoil();
  }

  restyle() {
    this.sketch.spoil();
  }

  retint(places) {
    this.#changed(places);
  }

  /** @param {Iterable<number> | null} places */
  #changed(places) {
    if (!places || !this.#look) return this.sketch.spoil();
    this.sketch.touch((context, view) => {
      for (const place of places) this.#drawOne(context, view, place);
    });
  }

  draw(context, view, look) {
    this.#look = look;
    this.sketch.draw(context, view);
    this.#drawSides(context, view);
  }

  /** Rivers and walls between tiles. */
  #drawSides(context, view) {
    const { sides, sideColours: colours } = this.world;
    if (!sides?.length || this.unit * view.scale < SMALL) return;
    const { left, top, right, bottom } = view.box(this.reach);
    context.lineWidth = Math.max((this.unit * view.scale) / 8, 1);
    context.lineCap = "round";
    for (let i = 0; 2 * i < sides.length; i++) {
      const [x, y] = [this.x(sides[2 * i]), this.y(sides[2 * i])];
      if (x < left || x > right || y < top || y > bottom) continue;
      const [from, to] = this.#side(this.x(sides[2 * i + 1]) - x, this.y(sides[2 * i + 1]) - y);
      context.strokeStyle = `rgb(${colours[3 * i]} ${colours[3 * i + 1]} ${colours[3 * i + 2]})`;
      context.beginPath();
      context.moveTo(view.x(x + from[0]), view.y(y + from[1]));
      context.lineTo(view.x(x + to[0]), view.y(y + to[1]));
      context.stroke();
    }
  }

  /** The corners of the side of a tile that looks most towards there. */
  #side(dx, dy) {
    const sides = this.outline.map((corner, i) => [corner, this.outline[(i + 1) % this.outline.length]]);
    const towards = ([one, other]) => (one[0] + other[0]) * dx + (one[1] + other[1]) * dy;
    return sides.reduce((best, side) => (towards(side) > towards(best) ? side : best));
  }

  /** The colour of a place with its tint, as one number. */
  #colour(place) {
    const { colours } = this.world;
    const tint = this.#tint ? this.#tint[place] : 0;
    const share = (tint >>> 24) / 255;
    const dim = (1 - share) * this.#look.baseAlpha;
    const red = colours[3 * place] * dim + (tint & 255) * share;
    const green = colours[3 * place + 1] * dim + ((tint >>> 8) & 255) * share;
    const blue = colours[3 * place + 2] * dim + ((tint >>> 16) & 255) * share;
    return (red << 16) | (green << 8) | (blue & 255);
  }

  *#drawAll(context, view) {
    const places = this.seen(view, Infinity);
    if (this.isSmall(view)) return yield* this.#drawSmall(context, view, places);
    const groups = new Map();
    for (const place of places) {
      const colour = this.#colour(place);
      if (!groups.has(colour)) groups.set(colour, []);
      groups.get(colour).push(place);
    }
    yield;
    for (const [colour, group] of groups) {
      for (let i = 0; i < group.length; i += SOME) {
        // What was changed meanwhile is there already.
        const some = group.slice(i, i + SOME).filter((place) => this.#colour(place) === colour);
        this.#fill(context, view, some, colour);
        yield;
      }
    }
  }

  #drawOne(context, view, place) {
    const colour = this.#colour(place);
    if (!this.isSmall(view)) return this.#fill(context, view, [place], colour);
    const side = Math.max(Math.ceil(this.unit * view.scale), 1);
    context.fillStyle = formatHex(colour);
    context.fillRect(Math.round(view.x(this.x(place)) - side / 2), Math.round(view.y(this.y(place)) - side / 2), side, side);
  }

  #fill(context, view, places, colour) {
    context.beginPath();
    for (const place of places) this.trace(context, view, place);
    const isLarge = (this.unit * view.scale) / view.ratio >= WITH_LINES;
    context.fillStyle = formatHex(colour);
    context.fill();
    // A line of the same colour closes the seams between small tiles.
    context.strokeStyle = isLarge ? this.#look.grid : formatHex(colour);
    context.lineWidth = isLarge ? view.ratio : 1;
    context.stroke();
  }

  /** Whether tiles are drawn as small squares. */
  isSmall(view) {
    return this.unit * view.scale < SMALL;
  }

  /** Pixel by pixel. */
  *#drawSmall(context, view, places) {
    const side = Math.max(Math.ceil(this.unit * view.scale), 1);
    const image = new ImageData(view.width, view.height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0; i < places.length; i++) {
      const colour = this.#colour(places[i]);
      const value = 0xff000000 | ((colour & 255) << 16) | (colour & 0xff00) | (colour >>> 16);
      const left = Math.round(view.x(this.x(places[i])) - side / 2);
      const top = Math.round(view.y(this.y(places[i])) - side / 2);
      for (let y = Math.max(top, 0); y < Math.min(top + side, view.height); y++) {
        for (let x = Math.max(left, 0); x < Math.min(left + side, view.width); x++) pixels[y * view.width + x] = value;
      }
      if (i % 8192 === 8191) yield;
    }
    context.putImageData(image, 0, 0);
  }

  trace(context, view, place) {
    const [x, y] = [view.x(this.x(place)), view.y(this.y(place))];
    this.outline.forEach(([dx, dy], i) => {
      if (i) context.lineTo(x + dx * view.scale, y + dy * view.scale);
      else context.moveTo(x + dx * view.scale, y + dy * view.scale);
    });
    context.closePath();
  }

  way(from, to) {
    return [[this.x(to), this.y(to)]];
  }
}

function formatHex(colour) {
  return `#${colour.toString(16).padStart(6, "0")}`;
}
