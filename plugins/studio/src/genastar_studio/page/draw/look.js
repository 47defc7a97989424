/** The colours that canvases are drawn with, read from the style sheet, so that it alone decides. */

/**
 * @typedef {{surface: string, ink: string, grid: string, accent: string, start: string, goal: string, closest: string,
 *   breakpoint: string, path: string, halo: string, road: string, font: string, baseAlpha: number}} Look
 */

const NAMES = ["surface", "ink", "grid", "accent", "start", "goal", "closest", "breakpoint", "path", "halo", "road"];

/** @returns {Look} */
export function readLook() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  const look = /** @type {any} */ (Object.fromEntries(NAMES.map((name) => [name, read(`--canvas-${name}`)])));
  return { ...look, font: read("--font"), baseAlpha: Number(read("--canvas-base-alpha")) || 1 };
}
