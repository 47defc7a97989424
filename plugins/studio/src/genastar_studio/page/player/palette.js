/** The colours of a search, the same as those of pictures: see genastar_picture.palette. */

/** @typedef {[number, number, number]} Rgb */

/** @type {Object<string, {closed: Rgb[], path: Rgb, other: Rgb, waiting: Rgb, again: Rgb, way: Rgb, sealed: Rgb}>} */
export const PALETTES = {
  "colour-blind": {
    closed: [
      [170, 212, 240],
      [86, 180, 233],
      [0, 114, 178],
      [0, 62, 112],
    ],
    path: [240, 120, 0],
    other: [112, 118, 140],
    waiting: [250, 220, 0],
    again: [204, 121, 167],
    way: [180, 84, 0],
    sealed: [150, 120, 190],
  },
  "red-blue": {
    closed: [
      [255, 0, 0],
      [0, 0, 255],
    ],
    path: [0, 255, 0],
    other: [112, 118, 140],
    waiting: [255, 215, 0],
    again: [255, 0, 255],
    way: [0, 170, 0],
    sealed: [170, 110, 200],
  },
};

/** Of the difference between two panels: closed in the first alone, in the second alone, in both. @type {Rgb[]} */
export const DIFFERENCE = [
  [0, 114, 178],
  [230, 159, 0],
  [0, 158, 115],
];

/** The names of panels. */
export const PANEL_NAMES = ["A", "B", "C", "D"];

/** A colour as CSS has it. */
export function formatColour([red, green, blue], alpha = 1) {
  return `rgb(${red} ${green} ${blue} / ${alpha})`;
}

/** The palette of a name, the colour-blind one where nobody chose. */
export function getPalette(name) {
  return PALETTES[name] ?? PALETTES["colour-blind"];
}

/**
 * So many colours between evenly spaced ones.
 * @param {Rgb[]} colours
 * @param {number} length
 * @returns {Rgb[]}
 */
export function makeRamp(colours, length) {
  const last = colours.length - 1;
  return Array.from({ length }, (_, step) => {
    const place = length > 1 ? (last * step) / (length - 1) : 0;
    const left = Math.min(Math.floor(place), last - 1);
    const share = place - left;
    return /** @type {Rgb} */ (colours[left].map((value, part) => Math.round(value + (colours[left + 1][part] - value) * share)));
  });
}
