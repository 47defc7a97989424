/** Numbers for people: the only place where the page writes them, so that a number looks the same wherever it is shown. */

/** Between thousands. */
const THIN = "\u202f";

/**
 * A number, rounded, with thin spaces between thousands.
 * @param {number} value  @param {number} [decimals]  at most so many
 */
export function figure(value, decimals = 3) {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return value.toLocaleString("en", { maximumFractionDigits: decimals }).replaceAll(",", THIN).replace(/^-(?=0$)/, "");
}

/** A duration. @param {number} seconds */
export function duration(seconds) {
  const ms = seconds * 1000;
  if (ms >= 1000) return `${figure(seconds, 2)} s`;
  return `${figure(ms, ms >= 100 ? 0 : ms >= 10 ? 1 : ms >= 1 ? 2 : 3)} ms`;
}

/** How many times as much. @param {number} ratio */
export function multiple(ratio) {
  return figure(ratio, ratio >= 10 ? 0 : 1);
}

/** A cost, which may be of any type. @param {unknown} cost  @param {string} [unit]  of the view */
export function costText(cost, unit = "") {
  const text = typeof cost === "number" ? figure(cost) : typeof cost === "string" ? cost : JSON.stringify(cost);
  return `${text} ${unit}`.trim();
}

/** A cost or a length with its unit. @param {number} value  @param {string} unit  of the view, such as "s" or "m" */
export function withUnit(value, unit) {
  if (unit === "m") return value >= 1000 ? `${figure(value / 1000)} km` : value >= 1 ? `${figure(value)} m` : `${figure(100 * value)} cm`;
  if (unit !== "s") return `${figure(value)} ${unit}`.trim();
  if (value < 60) return `${figure(value, 1)} s`;
  const [size, units] = value < 3600 ? [1, ["min", "s"]] : [60, ["h", "min"]];
  const whole = Math.round(value / size);
  return `${figure(Math.floor(whole / 60))} ${units[0]}${whole % 60 ? ` ${whole % 60} ${units[1]}` : ""}`;
}

/** The size of a file. @param {number} count */
export function bytes(count) {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${figure(count / 1000, 1)} kB` : `${figure(count / 1e6, 1)} MB`;
}
