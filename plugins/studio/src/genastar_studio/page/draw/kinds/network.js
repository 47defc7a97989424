/** The lines of a map: which meet at a point, how they bend, which are seen. */

/** @type {WeakMap<object, Network>} */
const kept = new WeakMap();

export class Network {
  #first;
  #lines;
  #boxes;

  /** @param {import("../../model/world.js").World} world  of lines */
  static of(world) {
    if (!kept.has(world)) kept.set(world, new Network(world));
    return kept.get(world);
  }

  constructor(world) {
    this.points = world.points;
    this.ends = world.ends;
    this.bent = world.bends;
    this.firstBend = world.firstBend;
    this.size = world.ends.length / 2;
    this.#meet(world.size);
    this.#measure();
  }

  /** The lines at each point, one after the other. */
  #meet(points) {
    const counts = new Int32Array(points + 1);
    for (const end of this.ends) counts[end + 1]++;
    for (let i = 1; i <= points; i++) counts[i] += counts[i - 1];
    this.#first = counts.slice();
    this.#lines = new Int32Array(this.ends.length);
    for (let i = 0; i < this.ends.length; i++) this.#lines[counts[this.ends[i]]++] = i >> 1;
  }

  #measure() {
    const boxes = new Float32Array(4 * this.size);
    for (let line = 0; line < this.size; line++) {
      const [a, b] = [2 * this.ends[2 * line], 2 * this.ends[2 * line + 1]];
      let [left, right] = [Math.min(this.points[a], this.points[b]), Math.max(this.points[a], this.points[b])];
      let [top, bottom] = [Math.min(this.points[a + 1], this.points[b + 1]), Math.max(this.points[a + 1], this.points[b + 1])];
      if (this.firstBend.length) {
        for (let bend = this.firstBend[line]; bend < this.firstBend[line + 1]; bend++) {
          left = Math.min(left, this.bent[2 * bend]);
          right = Math.max(right, this.bent[2 * bend]);
          top = Math.min(top, this.bent[2 * bend + 1]);
          bottom = Math.max(bottom, this.bent[2 * bend + 1]);
        }
      }
      boxes.set([left, top, right, bottom], 4 * line);
    }
    this.#boxes = boxes;
  }

  /** The longer side of what a line covers. @param {number} line */
  extent(line) {
    const i = 4 * line;
    return Math.max(this.#boxes[i + 2] - this.#boxes[i], this.#boxes[i + 3] - this.#boxes[i + 1]);
  }

  /** The bends of a line, from its first end to its second. @param {number} line  @returns {[number, number][]} */
  bends(line) {
    /** @type {[number, number][]} */ const found = [];
    if (!this.firstBend.length) return found;
    for (let bend = this.firstBend[line]; bend < this.firstBend[line + 1]; bend++)
      found.push([this.bent[2 * bend], this.bent[2 * bend + 1]]);
    return found;
  }

  /** @param {number} place  @returns {number[]} */
  linesAt(place) {
    return Array.from(this.#lines.subarray(this.#first[place], this.#first[place + 1]));
  }

  /** The bends from one place to the next, none where no line joins them. @param {number} from  @param {number} to */
  between(from, to) {
    for (const line of this.linesAt(from)) {
      const [a, b] = [this.ends[2 * line], this.ends[2 * line + 1]];
      if (a === from && b === to) return this.bends(line);
      if (b === from && a === to) return this.bends(line).reverse();
    }
    return [];
  }

  /** Lines that a view shows; of those smaller than a pixel, one for each pixel. @param {import("../stage/camera.js").View} view */
  *seen(view) {
    const { left, top, right, bottom } = view.box();
    const boxes = this.#boxes;
    const taken = new Uint8Array(view.width * view.height);
    for (let line = 0, i = 0; line < this.size; line++, i += 4) {
      if (boxes[i] > right || boxes[i + 1] > bottom || boxes[i + 2] < left || boxes[i + 3] < top) continue;
      if (this.extent(line) * view.scale < 1) {
        const pixel = Math.floor(view.y(boxes[i + 1])) * view.width + Math.floor(view.x(boxes[i]));
        if (taken[pixel]) continue;
        taken[pixel] = 1;
      }
      yield line;
    }
  }
}
