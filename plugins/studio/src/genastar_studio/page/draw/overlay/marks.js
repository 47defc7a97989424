/** What is drawn over all worlds alike: paths, and marks at single places. */

/** A mark is at least so large, in CSS pixels. */
const LEAST = 11;

/** How much is seen of a path's parts that lie on another layer. */
const FAINT = 0.25;

/** @typedef {{place: number, kind: "start" | "goal" | "closest" | "cursor" | "breakpoint"}} Mark */
/** @typedef {{places: ArrayLike<number>, points?: [number, number][] | null, colour?: string, width?: number, dash?: number[]}} Path */

/**
 * @param {CanvasRenderingContext2D} context  @param {import("../stage/camera.js").View} view  @param {object} painter
 * @param {import("../look.js").Look} look  @param {Path} path
 */
export function drawPath(context, view, painter, look, path) {
  const { places } = path;
  if (places.length < 2) return;
  const place = painter.unit * view.scale;
  const wanted = (path.width ?? Math.min(Math.max(place / view.ratio / 4, 2.5), 8)) * view.ratio;
  const width = Math.max(wanted, painter.lineWidth?.(view) ?? 0);
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const seen of [false, true]) {
    context.beginPath();
    let lines = 0;
    let drawing = false;
    for (let i = 1; i < places.length; i++) {
      const [from, to] = [places[i - 1], places[i]];
      if ((painter.isSeen(from) && painter.isSeen(to)) !== seen) {
        drawing = false;
        continue;
      }
      lines++;
      if (path.points) {
        const [at, next] = [path.points[i - 1], path.points[i]];
        if (!drawing) context.moveTo(view.x(at[0]), view.y(at[1]));
        context.lineTo(view.x(next[0]), view.y(next[1]));
        drawing = true;
        continue;
      }
      if (!drawing) context.moveTo(view.x(painter.x(from)), view.y(painter.y(from)));
      drawing = true;
      let jump = false;
      for (const point of painter.way(from, to)) {
        if (!point) jump = true;
        else if (jump) {
          context.moveTo(view.x(point[0]), view.y(point[1]));
          jump = false;
        } else context.lineTo(view.x(point[0]), view.y(point[1]));
      }
    }
    if (!lines) continue;
    context.globalAlpha = seen ? 1 : FAINT;
    if (seen) {
      context.setLineDash([]);
      context.strokeStyle = look.halo;
      context.lineWidth = width + 3 * view.ratio;
      context.stroke();
    }
    context.setLineDash((path.dash ?? []).map((part) => part * view.ratio));
    context.strokeStyle = path.colour ?? look.path;
    context.lineWidth = width;
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
  if (painter.world.layers > 1) drawStops(context, view, painter, look, path, width);
}

/** Where a path comes through the layer that is seen. */
function drawStops(context, view, painter, look, path, width) {
  const isSeen = Array.from(path.places, (place) => painter.isSeen(place));
  for (const [i, place] of path.places.entries()) {
    if (!isSeen[i] || ((isSeen[i - 1] ?? true) && (isSeen[i + 1] ?? true))) continue;
    const [x, y] = [view.x(painter.x(place)), view.y(painter.y(place))];
    drawDisc(context, x, y, width, path.colour ?? look.path, look.halo, 1.5 * view.ratio);
  }
}

/**
 * @param {CanvasRenderingContext2D} context  @param {import("../stage/camera.js").View} view  @param {object} painter
 * @param {import("../look.js").Look} look  @param {Mark} mark
 */
export function drawMark(context, view, painter, look, mark) {
  const [x, y] = [view.x(painter.x(mark.place)), view.y(painter.y(mark.place))];
  const size = Math.max((painter.unit * view.scale) / 2, LEAST * view.ratio);
  if (x < -size || y < -size || x > view.width + size || y > view.height + size) return;
  context.globalAlpha = painter.isSeen(mark.place) ? 1 : 0.35;
  FORMS[mark.kind](context, x, y, size, view, look, painter, mark.place);
  context.globalAlpha = 1;
}

function drawDisc(context, x, y, radius, fill, ring, thick) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = ring;
  context.lineWidth = thick;
  context.stroke();
}

/** The forms differ, not only the colours. */
const FORMS = {
  start(context, x, y, size, view, look) {
    const radius = Math.min(size * 0.82, 16 * view.ratio);
    drawDisc(context, x, y, radius, look.start, look.halo, 2 * view.ratio);
    context.beginPath();
    context.moveTo(x - radius * 0.28, y - radius * 0.42);
    context.lineTo(x + radius * 0.48, y);
    context.lineTo(x - radius * 0.28, y + radius * 0.42);
    context.closePath();
    context.fillStyle = look.halo;
    context.fill();
  },
  goal(context, x, y, size, view, look) {
    const radius = Math.min(size * 0.82, 16 * view.ratio);
    drawDisc(context, x, y, radius, look.goal, look.halo, 2 * view.ratio);
    drawDisc(context, x, y, radius * 0.42, look.goal, look.halo, Math.max(radius * 0.2, view.ratio));
  },
  closest(context, x, y, size, view, look) {
    const radius = Math.min(size * 0.75, 14 * view.ratio);
    context.beginPath();
    context.moveTo(x, y - radius);
    context.lineTo(x + radius, y);
    context.lineTo(x, y + radius);
    context.lineTo(x - radius, y);
    context.closePath();
    context.fillStyle = look.closest;
    context.fill();
    context.strokeStyle = look.halo;
    context.lineWidth = 2 * view.ratio;
    context.stroke();
  },
  breakpoint(context, x, y, size, view, look) {
    const radius = Math.min(size * 0.5, 8 * view.ratio);
    drawDisc(context, x, y, radius, look.breakpoint, look.halo, 1.5 * view.ratio);
  },
  cursor(context, x, y, size, view, look, painter, place) {
    const [dash, thick] = [4 * view.ratio, 2.5 * view.ratio];
    for (const [colour, offset] of [
      [look.halo, 0],
      [look.accent, dash],
    ]) {
      context.beginPath();
      if (painter.unit * view.scale > 2 * LEAST * view.ratio) painter.trace(context, view, place);
      else context.rect(x - size, y - size, 2 * size, 2 * size);
      context.setLineDash([dash, dash]);
      context.lineDashOffset = offset;
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.stroke();
    }
    context.setLineDash([]);
    context.lineDashOffset = 0;
  },
};
