/**
 * A picture with one pixel for each place, of any size: in chunks, made when they are first seen, with smaller copies of each.
 */

const CHUNK = 512;
const LEVELS = 5;

/** @param {number} side */
function makeContext(side) {
  return new OffscreenCanvas(side, side).getContext("2d");
}

class Chunk {
  /** @param {number} x  @param {number} y  @param {number} columns  @param {number} rows */
  constructor(x, y, columns, rows) {
    this.x = x;
    this.y = y;
    this.columns = columns;
    this.rows = rows;
    /** @type {OffscreenCanvasRenderingContext2D[]} each half as large as the one before */
    this.levels = [makeContext(CHUNK)];
    this.fresh = 0;
    this.left = 0;
    this.top = 0;
    this.right = columns;
    this.bottom = rows;
  }

  /** @param {number} x  @param {number} y  in the chunk */
  spoil(x, y) {
    this.left = Math.min(this.left, x);
    this.top = Math.min(this.top, y);
    this.right = Math.max(this.right, x + 1);
    this.bottom = Math.max(this.bottom, y + 1);
  }

  /** @param {Fill} fill  @param {number} level  @returns {OffscreenCanvas} */
  at(fill, level) {
    if (this.left < this.right) {
      const [columns, rows] = [this.right - this.left, this.bottom - this.top];
      const image = new ImageData(columns, rows);
      fill(new Uint32Array(image.data.buffer), this.x + this.left, this.y + this.top, columns, rows);
      this.levels[0].putImageData(image, this.left, this.top);
      this.left = this.top = CHUNK;
      this.right = this.bottom = 0;
      this.fresh = 0;
    }
    for (; this.fresh < level; this.fresh++) {
      const side = CHUNK >> (this.fresh + 1);
      const smaller = (this.levels[this.fresh + 1] ??= makeContext(side));
      smaller.clearRect(0, 0, side, side);
      smaller.drawImage(this.levels[this.fresh].canvas, 0, 0, side, side);
    }
    return this.levels[level].canvas;
  }
}

/**
 * @callback Fill  writes the colours of a rectangle of places, row by row
 * @param {Uint32Array} pixels  bytes red, green, blue, alpha  @param {number} x  @param {number} y
 * @param {number} columns  @param {number} rows
 */

export class Bitmap {
  /** @type {Map<number, Chunk>} */ #chunks = new Map();
  #across;

  /** @param {number} width  @param {number} height  @param {Fill} fill */
  constructor(width, height, fill) {
    this.width = width;
    this.height = height;
    this.fill = fill;
    this.#across = Math.ceil(width / CHUNK);
  }

  /** This place has another colour. @param {number} x  @param {number} y */
  spoil(x, y) {
    const [column, row] = [Math.floor(x / CHUNK), Math.floor(y / CHUNK)];
    this.#chunks.get(row * this.#across + column)?.spoil(x - column * CHUNK, y - row * CHUNK);
  }

  /** All places may have other colours. */
  spoilAll() {
    this.#chunks.clear();
  }

  /** @param {CanvasRenderingContext2D} context  @param {import("../stage/camera.js").View} view */
  draw(context, view) {
    let level = 0;
    while (level < LEVELS && view.scale * 2 ** level < 0.7) level++;
    context.imageSmoothingEnabled = view.scale < 1;
    const seen = view.box();
    const [first, last] = [Math.max(Math.floor(seen.left / CHUNK), 0), Math.min(seen.right, this.width - 1e-6) / CHUNK];
    const [top, bottom] = [Math.max(Math.floor(seen.top / CHUNK), 0), Math.min(seen.bottom, this.height - 1e-6) / CHUNK];
    for (let row = top; row <= bottom; row++) {
      for (let column = first; column <= last; column++) this.#drawChunk(context, view, level, column, row);
    }
    context.imageSmoothingEnabled = true;
  }

  #drawChunk(context, view, level, column, row) {
    const key = row * this.#across + column;
    let chunk = this.#chunks.get(key);
    if (!chunk) {
      const [x, y] = [column * CHUNK, row * CHUNK];
      chunk = new Chunk(x, y, Math.min(CHUNK, this.width - x), Math.min(CHUNK, this.height - y));
      this.#chunks.set(key, chunk);
    }
    const picture = chunk.at(this.fill, level);
    // Whole pixels, so that no gaps are seen between chunks.
    const [left, top] = [Math.round(view.x(chunk.x)), Math.round(view.y(chunk.y))];
    const [right, bottom] = [Math.round(view.x(chunk.x + chunk.columns)), Math.round(view.y(chunk.y + chunk.rows))];
    const [columns, rows] = [chunk.columns / 2 ** level, chunk.rows / 2 ** level];
    context.drawImage(picture, 0, 0, columns, rows, left, top, Math.max(right - left, 1), Math.max(bottom - top, 1));
  }
}
