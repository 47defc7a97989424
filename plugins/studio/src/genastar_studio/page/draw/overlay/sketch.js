/**
 * A picture that takes longer than a frame: drawn in slices, and moved and scaled as it is while the view changes.
 *
 * @callback Draw  draws all that a view shows; yields often
 * @param {CanvasRenderingContext2D} context  @param {View} view  @returns {Generator<void>}
 */

/** @typedef {import("../stage/camera.js").View} View */
/** @typedef {{context: OffscreenCanvasRenderingContext2D, view: View}} Picture */

/** Milliseconds of a frame that are spent on it. */
const SLICE = 9;

/** So much more is drawn on each side than is seen, as a share of the view. */
const MARGIN = 0.2;

export class Sketch {
  /** @type {Picture | null} */ #shown = null;
  /** @type {(Picture & {steps: Generator<void>}) | null} */ #job = null;
  #spare = null;
  #isStale = false;
  /** @type {View | null} */ #before = null;

  /** @param {Draw} draw */
  constructor(draw) {
    this.drawAll = draw;
  }

  /** Whether there is more to draw in the next frame. */
  isWaiting = false;

  /** All of it is out of date. */
  spoil() {
    this.#isStale = true;
  }

  /** Draw something over what is there. @param {(context: any, view: View) => void} draw */
  touch(draw) {
    if (this.#shown) draw(this.#shown.context, this.#shown.view);
    if (this.#job) draw(this.#job.context, this.#job.view);
  }

  /** @param {CanvasRenderingContext2D} context  @param {View} view */
  draw(context, view) {
    const isStill = this.#before?.equals(view) ?? true;
    this.#before = view;
    if (this.#job && isStill && !this.#fits(this.#job.view, view)) this.#job = null;
    const isWanted = !this.#isGood(view) && (isStill || this.#isStale || !this.#helps(view));
    if (!this.#job && isWanted) this.#begin(view);
    if (this.#job) this.#work();
    this.isWaiting = this.#job !== null || !this.#isGood(view);
    if (this.#shown) paste(context, view, this.#shown);
  }

  /** Whether nothing has to be drawn. */
  #isGood(view) {
    return this.#shown !== null && !this.#isStale && this.#fits(this.#shown.view, view);
  }

  /** Whether a picture of the one view shows the other as well as can be. */
  #fits(picture, view) {
    if (picture.scale !== view.scale || picture.ratio !== view.ratio) return false;
    const [x, y] = [view.dx - picture.dx, view.dy - picture.dy];
    return x <= 0 && y <= 0 && x + picture.width >= view.width && y + picture.height >= view.height;
  }

  /** Whether the picture is good enough while the view moves. */
  #helps(view) {
    if (!this.#shown) return false;
    const scale = view.scale / this.#shown.view.scale;
    return scale > 0.6 && scale < 1.7;
  }

  #begin(view) {
    const [moreX, moreY] = [Math.round(view.width * MARGIN), Math.round(view.height * MARGIN)];
    const wider = view.wider(moreX, moreY);
    const { width, height } = wider;
    let context = this.#spare;
    this.#spare = null;
    if (context?.canvas.width !== width || context.canvas.height !== height)
      context = new OffscreenCanvas(width, height).getContext("2d");
    else context.clearRect(0, 0, width, height);
    this.#isStale = false;
    this.#job = { context, view: wider, steps: this.drawAll(context, wider) };
  }

  #work() {
    const end = performance.now() + SLICE;
    do {
      if (!this.#job.steps.next().done) continue;
      this.#spare = this.#shown?.context ?? null;
      this.#shown = this.#job;
      this.#job = null;
      return;
    } while (performance.now() < end);
  }
}

function paste(context, view, { context: picture, view: drawn }) {
  const scale = view.scale / drawn.scale;
  const [x, y] = [view.dx - drawn.dx * scale, view.dy - drawn.dy * scale];
  if (scale === 1) context.drawImage(picture.canvas, Math.round(x), Math.round(y));
  else context.drawImage(picture.canvas, x, y, drawn.width * scale, drawn.height * scale);
}
