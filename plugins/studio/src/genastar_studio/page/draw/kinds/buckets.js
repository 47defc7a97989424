/** Points in a grid of buckets, to find those near a point or in a box at once. */

/** Points in each bucket, on average. */
const EACH = 4;

/** @type {WeakMap<object, Buckets>} */
const kept = new WeakMap();

export class Buckets {
  #first;
  #order;
  #columns;
  #rows;
  #side;

  /** The buckets of a world's points, made once. @param {object} world  @param {Float32Array} points */
  static of(world, points) {
    if (!kept.has(world)) kept.set(world, new Buckets(points));
    return kept.get(world);
  }

  /** @param {Float32Array} points  x and y of each */
  constructor(points) {
    this.points = points;
    this.size = points.length / 2;
    this.bounds = findBounds(points);
    const { left, top, right, bottom } = this.bounds;
    this.#side = Math.sqrt((Math.max(right - left, 1e-9) * Math.max(bottom - top, 1e-9) * EACH) / this.size);
    // A line of points has no area.
    this.#side = Math.max(this.#side, Math.max(right - left, bottom - top) / 4096, 1e-9);
    this.#columns = Math.floor((right - left) / this.#side) + 1;
    this.#rows = Math.floor((bottom - top) / this.#side) + 1;
    this.#sort();
    this.spacing = this.#spacing();
  }

  #sort() {
    const counts = new Int32Array(this.#columns * this.#rows + 1);
    const where = new Int32Array(this.size);
    for (let i = 0; i < this.size; i++) {
      where[i] = this.#row(this.points[2 * i + 1]) * this.#columns + this.#column(this.points[2 * i]);
      counts[where[i] + 1]++;
    }
    for (let i = 1; i < counts.length; i++) counts[i] += counts[i - 1];
    this.#first = counts.slice();
    this.#order = new Int32Array(this.size);
    for (let i = 0; i < this.size; i++) this.#order[counts[where[i]]++] = i;
  }

  #column(x) {
    return Math.min(Math.max(Math.floor((x - this.bounds.left) / this.#side), 0), this.#columns - 1);
  }

  #row(y) {
    return Math.min(Math.max(Math.floor((y - this.bounds.top) / this.#side), 0), this.#rows - 1);
  }

  /** How far the nearest other point is, for most points. */
  #spacing() {
    const step = Math.max(Math.floor(this.size / 400), 1);
    const found = [];
    for (let i = 0; i < this.size; i += step) {
      const [x, y] = [this.points[2 * i], this.points[2 * i + 1]];
      let best = Infinity;
      for (let far = this.#side; best === Infinity && far < this.#side * 64; far *= 2) {
        for (const other of this.within(x, y, far)) {
          const away = Math.hypot(this.points[2 * other] - x, this.points[2 * other + 1] - y);
          if (away > 0 && away < best) best = away;
        }
      }
      if (best < Infinity) found.push(best);
    }
    found.sort((a, b) => a - b);
    return found.length ? found[found.length >> 1] : 1;
  }

  /** @param {import("../stage/camera.js").Box} box  @param {number} [most]  null if there are more  @returns {number[] | null} */
  inside({ left, top, right, bottom }, most = Infinity) {
    const found = [];
    for (let row = this.#row(top); row <= this.#row(bottom); row++) {
      const bucket = row * this.#columns;
      const [from, to] = [this.#first[bucket + this.#column(left)], this.#first[bucket + this.#column(right) + 1]];
      for (let i = from; i < to; i++) {
        const point = this.#order[i];
        const [x, y] = [this.points[2 * point], this.points[2 * point + 1]];
        if (x >= left && x <= right && y >= top && y <= bottom) found.push(point);
      }
      if (found.length > most) return null;
    }
    return found;
  }

  /** @param {number} x  @param {number} y  @param {number} far  @returns {number[]} */
  within(x, y, far) {
    const square = /** @type {number[]} */ (this.inside({ left: x - far, top: y - far, right: x + far, bottom: y + far }));
    return square.filter((point) => Math.hypot(this.points[2 * point] - x, this.points[2 * point + 1] - y) <= far);
  }

  /** The nearest point that is not farther, -1 for none. @param {number} x  @param {number} y  @param {number} far */
  nearest(x, y, far) {
    for (let reach = Math.min(this.#side, far); ; reach = Math.min(2 * reach, far)) {
      let [best, found] = [Infinity, -1];
      for (const point of this.within(x, y, reach)) {
        const away = Math.hypot(this.points[2 * point] - x, this.points[2 * point + 1] - y);
        if (away < best) [best, found] = [away, point];
      }
      if (found >= 0 || reach >= far) return found;
    }
  }
}

/** @param {Float32Array} points  @returns {import("../stage/camera.js").Box} */
function findBounds(points) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    if (points[i] < left) left = points[i];
    if (points[i] > right) right = points[i];
    if (points[i + 1] < top) top = points[i + 1];
    if (points[i + 1] > bottom) bottom = points[i + 1];
  }
  return { left, top, right, bottom };
}
