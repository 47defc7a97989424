/** The colours of ground by its name, in both themes. Other brushes keep the domain's colours. */

/** @typedef {[number, number, number]} Rgb */

/** @type {Record<"light" | "dark", Record<string, Rgb>>} */
const GROUND = {
  light: { free: [255, 255, 255], grass: [186, 217, 148], sand: [240, 222, 166], mud: [193, 154, 114], swamp: [112, 148, 132] },
  dark: {
    free: [62, 70, 80],
    wall: [13, 16, 20],
    grass: [54, 92, 56],
    sand: [128, 110, 66],
    mud: [92, 66, 48],
    swamp: [34, 72, 70],
  },
};

/** Whether brushes paint ground, and not only where one may go. @param {{name: string}[]} brushes */
export const isGround = (brushes) => brushes.some(({ name }) => name === "grass");

/**
 * Brushes with the colours of a theme.
 * @template {{name: string, value: number, colour: Rgb}} Brush
 * @param {Brush[]} brushes  @param {"light" | "dark"} theme  @returns {Brush[]}
 */
export function adaptBrushes(brushes, theme) {
  if (!isGround(brushes)) return brushes;
  return brushes.map((brush) => ({ ...brush, colour: GROUND[theme][brush.name] ?? brush.colour }));
}
