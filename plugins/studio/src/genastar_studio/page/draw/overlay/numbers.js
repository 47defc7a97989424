/** Numbers inside places, when these are large enough to be read. */

/** In CSS pixels. */
export const NARROWEST = 34;
const MOST = 4000;

/** Where up to four texts stand, as shares of a place's width from its middle. */
const SPOTS = [
  [[0, 0]],
  [
    [0, -0.2],
    [0, 0.2],
  ],
  [
    [-0.24, -0.31],
    [0.24, -0.31],
    [0, 0.33],
  ],
  [
    [-0.24, -0.31],
    [0.24, -0.31],
    [-0.24, 0.33],
    [0.24, 0.33],
  ],
];

/**
 * @param {CanvasRenderingContext2D} context  @param {import("../stage/camera.js").View} view  @param {object} painter
 * @param {import("../look.js").Look} look  @param {(place: number) => string[] | null} textsOf
 */
export function drawNumbers(context, view, painter, look, textsOf) {
  const wide = painter.unit * view.scale;
  if (wide / view.ratio < NARROWEST) return;
  const places = painter.seen(view, MOST);
  if (!places) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = look.ink;
  context.strokeStyle = look.halo;
  context.lineJoin = "round";
  for (const place of places) {
    const texts = textsOf(place);
    if (!texts?.length) continue;
    const spots = SPOTS[Math.min(texts.length, 4) - 1];
    const most = Math.max(...texts.map((text) => text.length), 2);
    const room = spots.length > 2 ? wide * 0.46 : wide * 0.86;
    const size = Math.min(room / (most * 0.6), wide * (spots.length > 1 ? 0.19 : 0.36), 18 * view.ratio);
    if (size < 5 * view.ratio) continue;
    context.font = `${size}px ${look.font}`;
    const [x, y] = [view.x(painter.x(place)), view.y(painter.y(place))];
    // A rim, so that they are read on dark places too.
    context.lineWidth = size / 4;
    spots.forEach(([dx, dy], i) => {
      context.globalAlpha = 0.75;
      context.strokeText(texts[i], x + dx * wide, y + dy * wide);
      context.globalAlpha = 1;
      context.fillText(texts[i], x + dx * wide, y + dy * wide);
    });
  }
}
