/** Arrows from places to where they were reached from. */

/** Places that are narrower have none, in CSS pixels; nor have so many at once. */
const NARROWEST = 13;
const MOST = 12_000;

/**
 * @param {CanvasRenderingContext2D} context  @param {import("../stage/camera.js").View} view  @param {object} painter
 * @param {import("../look.js").Look} look  @param {Int32Array} parents  the place before, or -1
 * @param {boolean} areShort  so that numbers stand around them
 */
export function drawArrows(context, view, painter, look, parents, areShort) {
  const wide = painter.unit * view.scale;
  if (wide / view.ratio < NARROWEST) return;
  const places = painter.seen(view, MOST);
  if (!places) return;
  context.beginPath();
  for (const place of places) {
    const parent = parents[place];
    if (parent < 0) continue;
    const [x, y] = [view.x(painter.x(place)), view.y(painter.y(place))];
    const [towards] = painter.way(place, parent);
    let [dx, dy] = [view.x(towards[0]) - x, view.y(towards[1]) - y];
    const far = Math.hypot(dx, dy);
    if (!far) {
      // The place before is above or below.
      context.moveTo(x + wide * 0.12, y);
      context.arc(x, y, wide * 0.12, 0, 2 * Math.PI);
      continue;
    }
    const length = Math.min(wide * (areShort ? 0.17 : 0.36), far * 0.45);
    dx *= length / far;
    dy *= length / far;
    const [tipX, tipY] = [x + dx, y + dy];
    context.moveTo(x - dx * 0.8, y - dy * 0.8);
    context.lineTo(tipX, tipY);
    context.moveTo(tipX - dx * 0.5 - dy * 0.4, tipY - dy * 0.5 + dx * 0.4);
    context.lineTo(tipX, tipY);
    context.lineTo(tipX - dx * 0.5 + dy * 0.4, tipY - dy * 0.5 - dx * 0.4);
  }
  context.lineCap = "round";
  context.lineJoin = "round";
  const thick = Math.max(1.2, Math.min(wide / view.ratio / 18, 2)) * view.ratio;
  context.lineWidth = 2.4 * thick;
  context.strokeStyle = look.halo;
  context.globalAlpha = 0.45;
  context.stroke();
  context.lineWidth = thick;
  context.strokeStyle = look.ink;
  context.globalAlpha = 0.75;
  context.stroke();
  context.globalAlpha = 1;
}
