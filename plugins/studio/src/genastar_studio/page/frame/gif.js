/**
 * Write animated GIFs (GIF89a): one palette for all frames, and of each frame the rectangle that differs from the one before.
 */

/** Colours are told apart by their upper five bits each. */
const keyOf = (red, green, blue) => ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);

/** A palette of the most frequent colours of some pictures. */
class Palette {
  /** @param {Uint8ClampedArray[]} pictures  red, green, blue, alpha of each pixel */
  constructor(pictures) {
    const counts = new Uint32Array(32_768);
    for (const data of pictures) for (let i = 0; i < data.length; i += 4) counts[keyOf(data[i], data[i + 1], data[i + 2])]++;
    const keys = [...counts.keys()].filter((key) => counts[key]).sort((one, other) => counts[other] - counts[one]);
    this.keys = keys.slice(0, 256);
    this.nearest = new Int16Array(32_768).fill(-1);
    this.keys.forEach((key, i) => (this.nearest[key] = i));
  }

  /** @param {number} key */
  at(key) {
    if (this.nearest[key] < 0) this.nearest[key] = this.#find(key);
    return this.nearest[key];
  }

  #find(key) {
    const [red, green, blue] = [key >> 10, (key >> 5) & 31, key & 31];
    let [best, found] = [Infinity, 0];
    this.keys.forEach((other, i) => {
      const far = (red - (other >> 10)) ** 2 + (green - ((other >> 5) & 31)) ** 2 + (blue - (other & 31)) ** 2;
      if (far < best) [best, found] = [far, i];
    });
    return found;
  }

  /** Its 256 colours. */
  get bytes() {
    const whole = (five) => (five << 3) | (five >> 2);
    const bytes = new Uint8Array(768);
    this.keys.forEach((key, i) => bytes.set([whole(key >> 10), whole((key >> 5) & 31), whole(key & 31)], 3 * i));
    return bytes;
  }
}

/** Bytes that grow. */
class Bytes {
  parts = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);

  /** @param {...number} bytes */
  put(...bytes) {
    this.parts.push(Uint8Array.from(bytes));
  }

  /** @param {number} number  of 16 bits */
  short(number) {
    this.put(number & 255, number >> 8);
  }
}

export class Gif {
  #out = new Bytes();
  /** @type {Uint8Array | null} */ #before = null;

  /** @param {number} width  @param {number} height  @param {Uint8ClampedArray[]} samples  pictures whose colours it has */
  constructor(width, height, samples) {
    this.width = width;
    this.height = height;
    this.palette = new Palette(samples);
    const out = this.#out;
    out.put(...[..."GIF89a"].map((letter) => letter.charCodeAt(0)));
    out.short(width);
    out.short(height);
    out.put(0xf7, 0, 0);
    out.parts.push(this.palette.bytes);
    out.put(0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0); // plays again and again
  }

  /** @param {Uint8ClampedArray} data  of a whole picture  @param {number} delay  in hundredths of a second */
  add(data, delay) {
    const { width, height, palette } = this;
    const pixels = new Uint8Array(width * height);
    for (let i = 0, at = 0; i < pixels.length; i++, at += 4) pixels[i] = palette.at(keyOf(data[at], data[at + 1], data[at + 2]));
    const { left, top, right, bottom } = this.#changed(pixels);
    const out = this.#out;
    out.put(0x21, 0xf9, 4, 0x04);
    out.short(delay);
    out.put(0, 0, 0x2c);
    for (const number of [left, top, right - left, bottom - top]) out.short(number);
    out.put(0, 8);
    const part = new Uint8Array((right - left) * (bottom - top));
    for (let y = top; y < bottom; y++) part.set(pixels.subarray(y * width + left, y * width + right), (y - top) * (right - left));
    packInto(out, part);
    this.#before = pixels;
  }

  /** The rectangle that is not as before; at least a pixel. */
  #changed(pixels) {
    const { width, height } = this;
    const before = this.#before;
    if (!before) return { left: 0, top: 0, right: width, bottom: height };
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        if (pixels[i] === before[i]) continue;
        if (x < left) left = x;
        if (x >= right) right = x + 1;
        if (y < top) top = y;
        bottom = y + 1;
      }
    }
    return right ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 };
  }

  blob() {
    this.#out.put(0x3b);
    return new Blob(this.#out.parts, { type: "image/gif" });
  }
}

/** The LZW of GIF: codes of 9 to 12 bits, in blocks of 255 bytes. @param {Bytes} out  @param {Uint8Array} pixels */
function packInto(out, pixels) {
  const [clear, end] = [256, 257];
  let block = new Uint8Array(256);
  let [filled, bits, held, size, next] = [0, 0, 0, 9, 258];
  /** The code of each known string: by the code of its beginning, times 256, and its last pixel. */
  let codes = new Map();
  const flush = () => {
    if (!filled) return;
    block[0] = filled;
    out.parts.push(block.slice(0, filled + 1));
    filled = 0;
  };
  const put = (code) => {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8, held >>>= 8) {
      block[++filled] = held & 255;
      if (filled === 255) flush();
    }
  };
  put(clear);
  let prefix = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = prefix * 256 + pixels[i];
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next < 4096) {
      if (next === 1 << size && size < 12) size++;
      codes.set(key, next++);
    } else {
      put(clear);
      codes = new Map();
      [size, next] = [9, 258];
    }
    prefix = pixels[i];
  }
  put(prefix);
  if (next === 1 << size && size < 12) size++;
  put(end);
  if (bits) {
    block[++filled] = held & 255;
  }
  flush();
  out.put(0);
}
