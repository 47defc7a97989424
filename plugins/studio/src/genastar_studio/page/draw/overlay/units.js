/** A unit that is larger than a place, at its real size. */

/** @typedef {{size: string, outline: [number, number][], layers: number}} UnitForm  as `genastar.worlds.view.UnitForm` */

/**
 * Draw the unit at each of these places, as one area.
 * @param {CanvasRenderingContext2D} context  @param {import("../stage/camera.js").View} view  @param {any} painter
 * @param {UnitForm} form  @param {ArrayLike<number>} places  @param {string} colour  @param {number} alpha  of the area
 */
export function drawUnits(context, view, painter, form, places, colour, alpha) {
  context.beginPath();
  for (const place of Array.from(places)) {
    const above = painter.layer - Math.floor(place / painter.each);
    if (above < 0 || above >= form.layers) continue;
    const [x, y] = [painter.x(place), painter.y(place)];
    form.outline.forEach(([dx, dy], at) => context[at ? "lineTo" : "moveTo"](view.x(x + dx), view.y(y + dy)));
    context.closePath();
  }
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}

/** The cells at the surface of a unit in layers, relative to its position. @param {UnitForm} form  @returns {[number, number, number][]} */
export function listSurface({ outline, layers }) {
  const [across, down] = [0, 1].map((axis) => outline.map((corner) => corner[axis]));
  const spans = [across, down].map((parts) => [Math.round(Math.min(...parts) + 0.5), Math.round(Math.max(...parts) - 0.5)]);
  const [[left, right], [top, bottom], [low, high]] = [...spans, [0, layers - 1]];
  const found = [];
  for (let z = low; z <= high; z++) {
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        if (x === left || x === right || y === top || y === bottom || z === low || z === high) found.push([x, y, z]);
      }
    }
  }
  return found;
}
