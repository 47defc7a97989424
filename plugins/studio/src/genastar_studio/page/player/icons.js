/** The player's signs. */

const PATHS = {
  first: "M5 4v12M15.5 4.5 7.5 10l8 5.500z",
  "back-expansion": "M10 4.5 3.5 10l6.5 5.500zM16.5 4.5 10 10l6.5 5.500z",
  back: "M13.5 4.5 6 10l7.5 5.500z",
  play: "M6 3.800v12.400L16 10z",
  pause: "M6.5 4v12M13.5 4v12",
  next: "M6.5 4.5 14 10l-7.5 5.500z",
  "next-expansion": "M3.5 4.5 10 10l-6.5 5.500zM10 4.500l6.5 5.5-6.5 5.500z",
  last: "M15 4v12M4.5 4.500l8 5.5-8 5.500z",
  "jump-back": "M3.5 4v12M16.5 10h-10M10 6.5 6.5 10l3.5 3.5",
  "jump-next": "M16.5 4v12M3.5 10h10M10 6.500l3.5 3.5-3.5 3.5",
};

const SVG = "http://www.w3.org/2000/svg";

/** @param {keyof typeof PATHS} name */
export function makeSign(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
