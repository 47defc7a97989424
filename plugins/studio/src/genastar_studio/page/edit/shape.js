/** Which places lie next to each other, between two, in a box: of cells by arithmetic, of tiles by where they are. */

import { Buckets } from "../draw/kinds/buckets.js";

/** @typedef {CellShape | TileShape} Shape */

/** @type {WeakMap<object, Shape>} */
const shapes = new WeakMap();

/** @param {import("../model/world.js").World} world  of cells or tiles */
export function makeShape(world) {
  if (!shapes.has(world)) shapes.set(world, world.kind === "cells" ? new CellShape(world) : new TileShape(world));
  return shapes.get(world);
}

class CellShape {
  constructor(world) {
    this.width = world.width;
    this.height = world.height;
    this.each = world.width * world.height;
  }

  #at(place) {
    const inLayer = place % this.each;
    return [inLayer % this.width, Math.floor(inLayer / this.width), place - inLayer];
  }

  /** All places on the layer of this one. @param {number} place */
  layerOf(place) {
    const first = place - (place % this.each);
    return Array.from({ length: this.each }, (_, i) => first + i);
  }

  /** Those beside it, without corners. @param {number} place */
  beside(place) {
    const [x, y] = this.#at(place);
    const found = [];
    if (x > 0) found.push(place - 1);
    if (x < this.width - 1) found.push(place + 1);
    if (y > 0) found.push(place - this.width);
    if (y < this.height - 1) found.push(place + this.width);
    return found;
  }

  /** Those that touch it. @param {number} place */
  around(place) {
    const found = this.beside(place);
    const x = place % this.width;
    for (const side of [-1, 1]) {
      if (x + side < 0 || x + side >= this.width) continue;
      if (found.includes(place - this.width)) found.push(place - this.width + side);
      if (found.includes(place + this.width)) found.push(place + this.width + side);
    }
    return found;
  }

  /** What a brush of so many places across covers. @param {number} place  @param {number} size */
  near(place, size) {
    const [x, y, first] = this.#at(place);
    const [before, after] = [Math.floor((size - 1) / 2), Math.floor(size / 2)];
    return this.#rectangle(first, x - before, y - before, x + after, y + after);
  }

  /** The corners of a rectangle given. @param {number} from  @param {number} to */
  box(from, to) {
    const [x, y, first] = this.#at(from);
    const [toX, toY] = this.#at(to);
    return this.#rectangle(first, Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY));
  }

  #rectangle(first, left, top, right, bottom) {
    const found = [];
    for (let y = Math.max(top, 0); y <= Math.min(bottom, this.height - 1); y++) {
      for (let x = Math.max(left, 0); x <= Math.min(right, this.width - 1); x++) found.push(first + y * this.width + x);
    }
    return found;
  }

  /** A straight line, both ends included; its cells share sides, because paths slip between cells that share a corner alone. */
  between(from, to) {
    const [x, y] = this.#at(from);
    const [toX, toY] = this.#at(to);
    const [wide, high] = [Math.abs(toX - x), Math.abs(toY - y)];
    const [across, down] = [Math.sign(toX - x), Math.sign(toY - y) * this.width];
    const places = [from];
    for (let i = 0, j = 0; i + j < wide + high; ) {
      // The side that the line crosses first; as far along both, of a corner either.
      const isAcross = (2 * i + 1) * high < (2 * j + 1) * wide;
      if (isAcross) i++;
      else j++;
      places.push(from + i * across + j * down);
    }
    return places;
  }

  /** The place in a direction, or the same at the rim. @param {number} place  @param {number} dx  @param {number} dy */
  step(place, dx, dy) {
    const [x, y, first] = this.#at(place);
    const [toX, toY] = [Math.min(Math.max(x + dx, 0), this.width - 1), Math.min(Math.max(y + dy, 0), this.height - 1)];
    return first + toY * this.width + toX;
  }

  /** @param {number} place */
  name(place) {
    const [x, y, first] = this.#at(place);
    return first || this.each < place ? `${x}, ${y}, layer ${first / this.each}` : `${x}, ${y}`;
  }
}

/** Tiles, and the points of a map of lines: neighbours are those that are about as near as the nearest. */
class TileShape {
  constructor(world) {
    this.points = world.centres ?? world.points;
    this.size = this.points.length / 2;
    this.buckets = Buckets.of(world, this.points);
    this.wide = this.buckets.spacing;
  }

  layerOf() {
    return Array.from({ length: this.size }, (_, i) => i);
  }

  #within(place, far) {
    return this.buckets.within(this.points[2 * place], this.points[2 * place + 1], far);
  }

  beside(place) {
    return this.#within(place, this.wide * 1.3).filter((other) => other !== place);
  }

  around(place) {
    return this.beside(place);
  }

  near(place, size) {
    return size < 2 ? [place] : this.#within(place, this.wide * (size - 1) * 0.62);
  }

  box(from, to) {
    const [x, y, toX, toY] = this.#ends(from, to);
    const rim = this.wide * 0.3;
    return this.buckets.inside({
      left: Math.min(x, toX) - rim,
      top: Math.min(y, toY) - rim,
      right: Math.max(x, toX) + rim,
      bottom: Math.max(y, toY) + rim,
    });
  }

  #ends(from, to) {
    const { points } = this;
    return [points[2 * from], points[2 * from + 1], points[2 * to], points[2 * to + 1]];
  }

  between(from, to) {
    const [x, y, toX, toY] = this.#ends(from, to);
    const steps = Math.max(Math.ceil((2 * Math.hypot(toX - x, toY - y)) / this.wide), 1);
    const places = new Set([from]);
    for (let i = 1; i <= steps; i++) {
      const place = this.buckets.nearest(x + ((toX - x) * i) / steps, y + ((toY - y) * i) / steps, this.wide);
      if (place >= 0) places.add(place);
    }
    return [...places];
  }

  /** The nearest place that lies in a direction rather than beside it. */
  step(place, dx, dy) {
    const [x, y] = [this.points[2 * place], this.points[2 * place + 1]];
    for (let far = this.wide * 1.5; far < this.wide * 200; far *= 2) {
      let [best, found] = [Infinity, -1];
      for (const other of this.buckets.within(x, y, far)) {
        const [awayX, awayY] = [this.points[2 * other] - x, this.points[2 * other + 1] - y];
        const [along, across] = [awayX * dx + awayY * dy, Math.abs(awayX * dy) + Math.abs(awayY * dx)];
        if (other !== place && along > 0 && across <= along * 1.8 && along + 2 * across < best)
          [best, found] = [along + 2 * across, other];
      }
      if (found >= 0) return found;
    }
    return place;
  }

  name(place) {
    return String(place);
  }
}
