/** Which part of a world is seen, and how large. */

/** What a view keeps free around a world that it shows whole, in CSS pixels. */
const MARGIN = 16;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** Stages that share a camera pan and zoom together. Event `changed`. */
export class Camera extends EventTarget {
  /** The middle of what is seen, in the world's units; CSS pixels for each of these. */
  x = 0;
  y = 0;
  scale = 1;
  /** Whether a world is shown whole, and nobody has moved since. */
  isFitted = false;
  /** @type {Box} */ #bounds = { left: 0, top: 0, right: 1, bottom: 1 };
  #smallest = 1e-9;
  #largest = 64;

  /**
   * Show a world whole.
   * @param {Box} bounds
   * @param {number} unit  how wide a place is
   * @param {number} width  in CSS pixels, as the others
   * @param {number} height
   * @param {number} [below]  what is covered at the bottom
   */
  fit(bounds, unit, width, height, below = 0) {
    const [across, down] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
    const whole = Math.min((width - 2 * MARGIN) / across, (height - below - 2 * MARGIN) / down);
    this.#bounds = bounds;
    this.#largest = Math.max(96 / unit, whole);
    this.scale = Math.max(Math.min(whole, 64 / unit), 1e-9);
    this.#smallest = this.scale / 4;
    this.x = (bounds.left + bounds.right) / 2;
    this.y = (bounds.top + bounds.bottom + below / this.scale) / 2;
    this.isFitted = true;
    this.dispatchEvent(new Event("changed"));
  }

  /** @param {number} dx  in CSS pixels, to the right  @param {number} dy */
  pan(dx, dy) {
    this.look(this.x - dx / this.scale, this.y - dy / this.scale);
  }

  /** Look at a point, as long as it is in the world. @param {number} x  @param {number} y */
  look(x, y) {
    this.x = Math.min(Math.max(x, this.#bounds.left), this.#bounds.right);
    this.y = Math.min(Math.max(y, this.#bounds.top), this.#bounds.bottom);
    this.#moved();
  }

  /**
   * Zoom about a point, which stays where it is.
   * @param {number} factor  @param {number} dx  from the middle of the view, in CSS pixels  @param {number} dy
   */
  zoom(factor, dx = 0, dy = 0) {
    const scale = Math.min(Math.max(this.scale * factor, this.#smallest), this.#largest);
    const [x, y] = [this.x + dx / this.scale, this.y + dy / this.scale];
    this.scale = scale;
    this.look(x - dx / scale, y - dy / scale);
  }

  #moved() {
    this.isFitted = false;
    this.dispatchEvent(new Event("changed"));
  }
}

/** A camera's view on a canvas of a certain size, all in device pixels. */
export class View {
  /**
   * @param {{x: number, y: number, scale: number}} camera
   * @param {number} width
   * @param {number} height
   * @param {number} ratio  device pixels of a CSS pixel
   */
  constructor(camera, width, height, ratio) {
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.scale = camera.scale * ratio;
    this.dx = width / 2 - camera.x * this.scale;
    this.dy = height / 2 - camera.y * this.scale;
  }

  /**
   * The same, with so much more on each side, in device pixels.
   * @param {number} across
   * @param {number} down
   * @returns {View}
   */
  wider(across, down) {
    const view = Object.create(View.prototype);
    const { width, height, dx, dy } = this;
    return Object.assign(view, this, { width: width + 2 * across, height: height + 2 * down, dx: dx + across, dy: dy + down });
  }

  /** @param {number} worldX */
  x(worldX) {
    return worldX * this.scale + this.dx;
  }

  /** @param {number} worldY */
  y(worldY) {
    return worldY * this.scale + this.dy;
  }

  /** @param {number} x */
  worldX(x) {
    return (x - this.dx) / this.scale;
  }

  /** @param {number} y */
  worldY(y) {
    return (y - this.dy) / this.scale;
  }

  /** What of the world is seen, and so much more on each side. @param {number} [more]  @returns {Box} */
  box(more = 0) {
    return {
      left: this.worldX(0) - more,
      top: this.worldY(0) - more,
      right: this.worldX(this.width) + more,
      bottom: this.worldY(this.height) + more,
    };
  }

  /** @param {View} other */
  equals(other) {
    return (
      this.scale === other.scale &&
      this.dx === other.dx &&
      this.dy === other.dy &&
      this.width === other.width &&
      this.height === other.height
    );
  }
}
