/** Colours as numbers. */

/**
 * A colour as one number of a Uint32Array that shares its bytes with an ImageData: red, green, blue, alpha in this order.
 * @param {number} red  0 to 255, as the others  @param {number} green  @param {number} blue  @param {number} [alpha]
 */
export function packColour(red, green, blue, alpha = 255) {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The number of a colour in CSS. @param {number} colour */
export function formatColour(colour) {
  return `rgb(${colour & 255} ${(colour >>> 8) & 255} ${(colour >>> 16) & 255} / ${((colour >>> 24) / 255).toFixed(3)})`;
}

/** @param {[number, number, number]} colour */
export function formatChannels([red, green, blue]) {
  return `rgb(${red} ${green} ${blue})`;
}

/**
 * The colour of a value: its brush's; between two brushes of other values, a mixture.
 * @param {{value: number, colour: [number, number, number]}[]} brushes  @param {number} value
 * @returns {[number, number, number]}
 */
export function blendBrushes(brushes, value) {
  let below = null;
  let above = null;
  for (const brush of brushes.filter((_, i) => i !== 1)) {
    if (brush.value <= value && (!below || brush.value > below.value)) below = brush;
    if (brush.value >= value && (!above || brush.value < above.value)) above = brush;
  }
  if (brushes[1]?.value === value) return brushes[1].colour;
  if (!below) return (above ?? brushes[0]).colour;
  if (!above || above === below) return below.colour;
  const share = (value - below.value) / (above.value - below.value);
  const mixed = below.colour.map((part, i) => Math.round(part + share * (above.colour[i] - part)));
  return /** @type {[number, number, number]} */ (mixed);
}
