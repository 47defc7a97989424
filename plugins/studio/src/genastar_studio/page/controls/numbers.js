/** Numbers for people: the only place where the page writes them, so that a number looks the same wherever it is shown. */

/** Between thousands. */
const THIN = "\u202f";

/**
 * A number, rounded, with thin spaces between thousands.
 * @param {number} value  @param {number} [decimals]  at most so many
 */
export function formatNumber(value, decimals = 3) {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return value.toLocaleString("en", { maximumFractionDigits: decimals }).replaceAll(",", THIN).replace(/^-(?=0$)/, "");
}

/** A duration. @param {number} seconds */
export function formatDuration(seconds) {
  const ms = seconds * 1000;
  if (ms >= 1000) return `${formatNumber(seconds, 2)} s`;
  return `${formatNumber(ms, ms >= 100 ? 0 : ms >= 10 ? 1 : ms >= 1 ? 2 : 3)} ms`;
}

/** How many times as much. @param {number} ratio */
export function formatRatio(ratio) {
  return formatNumber(ratio, ratio >= 10 ? 0 : 1);
}

/** A cost, which may be of any type. @param {unknown} cost  @param {string} [unit]  of the view */
export function formatCost(cost, unit = "") {
  if (Array.isArray(cost)) return cost.map((part) => formatCost(part)).join(", ");
  const text = typeof cost === "number" ? formatNumber(cost) : typeof cost === "string" ? cost : JSON.stringify(cost);
  return `${text} ${unit}`.trim();
}

/** A cost or a length with its unit. @param {number} value  @param {string} unit  of the view, such as "s" or "m" */
export function formatWithUnit(value, unit) {
  if (unit === "m") return value >= 1000 ? `${formatNumber(value / 1000)} km` : value >= 1 ? `${formatNumber(value)} m` : `${formatNumber(100 * value)} cm`;
  if (unit !== "s") return `${formatNumber(value)} ${unit}`.trim();
  if (value < 60) return `${formatNumber(value, 1)} s`;
  const [size, units] = value < 3600 ? [1, ["min", "s"]] : [60, ["h", "min"]];
  const whole = Math.round(value / size);
  return `${formatNumber(Math.floor(whole / 60))} ${units[0]}${whole % 60 ? ` ${whole % 60} ${units[1]}` : ""}`;
}

/** The numbers of a cost of a front, each with its name. @param {number[]} costs  @param {{name: string, unit: string}[]} objectives */
export function formatNumbers(costs, objectives) {
  return objectives.map(({ name, unit }, place) => `${name} ${formatWithUnit(costs[place], unit)}`).join(", ");
}

/** The size of a file. @param {number} count */
export function formatBytes(count) {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${formatNumber(count / 1000, 1)} kB` : `${formatNumber(count / 1e6, 1)} MB`;
}
