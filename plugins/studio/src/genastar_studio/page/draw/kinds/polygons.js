/** Polygons, each with its own corners: a navigation mesh, say. */

import { TilesPainter } from "./tiles.js";

export class PolygonsPainter extends TilesPainter {
  /** @param {import("../../model/world.js").World} world  @param {import("../stage/stage.js").Stage} stage */
  constructor(world, stage) {
    super(world, stage, [[findWidest(world), 0]]);
    this.unit = this.buckets.spacing;
    this.#fit();
  }

  /** The box around all corners. */
  #fit() {
    const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const { corners } = this.world;
    for (let i = 0; i < corners.length; i += 2) {
      bounds.left = Math.min(bounds.left, corners[i]);
      bounds.right = Math.max(bounds.right, corners[i]);
      bounds.top = Math.min(bounds.top, corners[i + 1]);
      bounds.bottom = Math.max(bounds.bottom, corners[i + 1]);
    }
    this.bounds = bounds;
  }

  /** Polygons differ in size, so none is drawn as a square. */
  isSmall() {
    return false;
  }

  placeAt(x, y) {
    return this.buckets.within(x, y, this.reach).find((place) => this.#contains(place, x, y)) ?? -1;
  }

  /** Whether a point is in a polygon: a line from it crosses the sides an odd number of times. */
  #contains(place, x, y) {
    const { corners, firstCorner } = this.world;
    const [first, end] = [firstCorner[place], firstCorner[place + 1]];
    let isInside = false;
    for (let i = first, before = end - 1; i < end; before = i++) {
      const [ax, ay, bx, by] = [corners[2 * before], corners[2 * before + 1], corners[2 * i], corners[2 * i + 1]];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
    }
    return isInside;
  }

  trace(context, view, place) {
    const { corners, firstCorner } = this.world;
    for (let i = firstCorner[place]; i < firstCorner[place + 1]; i++) {
      if (i === firstCorner[place]) context.moveTo(view.x(corners[2 * i]), view.y(corners[2 * i + 1]));
      else context.lineTo(view.x(corners[2 * i]), view.y(corners[2 * i + 1]));
    }
    context.closePath();
  }
}

/** The greatest distance of a corner from the point inside its polygon. @param {import("../../model/world.js").World} world */
function findWidest({ centres, corners, firstCorner, size }) {
  let most = 0;
  for (let place = 0; place < size; place++) {
    for (let i = firstCorner[place]; i < firstCorner[place + 1]; i++) {
      most = Math.max(most, Math.hypot(corners[2 * i] - centres[2 * place], corners[2 * i + 1] - centres[2 * place + 1]));
    }
  }
  return most;
}
