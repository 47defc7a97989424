/**
 * Links that hold the whole scenario, in their fragment: `#s=` and deflated JSON in base64url.
 *
 * A world of cells that may be painted on is shared as its size and values; another canvas as its scenario file; any other
 * world by its source's name.
 */

const MARK = "#s=";
const VERSION = 1;

/** Links that are longer are not opened everywhere. */
export const LONG = 32_000;

/** Guards against a small link that unfolds to much. */
const MOST_BYTES = 64_000_000;
const MOST_PLACES = 16_000_000;

/** @param {ArrayLike<number>} values  @returns {number[]} value and length of each run */
export function runs(values) {
  const found = [];
  for (let i = 0; i < values.length;) {
    let end = i + 1;
    while (end < values.length && values[end] === values[i]) end++;
    found.push(values[i], end - i);
    i = end;
  }
  return found;
}

/** @param {number[]} found  as of `runs`  @param {number} length */
export function unrolled(found, length) {
  if (!Array.isArray(found) || !Number.isInteger(length)) throw new Error("this link is damaged: it has no values");
  if (length > MOST_PLACES) throw new Error("this link contains too much data");
  const values = new Float64Array(length);
  let at = 0;
  for (let i = 0; i < found.length; i += 2) {
    values.fill(found[i], at, at + found[i + 1]);
    at += found[i + 1];
  }
  if (at !== length) throw new Error("this link is damaged: it has not as many values as places");
  return values;
}

/** @param {object} scenario  @returns {Promise<string>} */
export async function pack(scenario) {
  const stream = new Blob([JSON.stringify(scenario)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 32_768) text += String.fromCharCode(...bytes.subarray(i, i + 32_768));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text  @returns {Promise<any>} */
export async function unpack(text) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    throw new Error("this link is damaged: it is no base64url");
  }
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let json = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      json += decoder.decode(part.value, { stream: true });
      if (json.length > MOST_BYTES) throw new RangeError();
    }
    return JSON.parse(json + decoder.decode());
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw new Error(
      error instanceof RangeError ? "this link contains too much data" : "this link is damaged: it was cut off or changed",
    );
  }
}

/** What is shown, as a scenario of a link. @param {import("../studio.js").Studio} studio */
async function scenarioOf(studio) {
  const { world, start, goals } = studio;
  await world.settled();
  const shared = { v: VERSION, name: world.name, domain: world.domain, start, goals, pieces: studio.shared() };
  if (world.canvas && world.kind === "cells" && world.layers === 1) {
    return { ...shared, options: world.options, width: world.width, height: world.height, values: runs(world.values) };
  }
  if (world.canvas?.saves.length) {
    const { blob } = await studio.api.export(world.id, "scenario", world.question({ start, goals }));
    return { ...shared, file: await blob.text(), suffix: world.canvas.saves[0] };
  }
  if (world.source) return { ...shared, options: world.options, source: world.source };
  throw new Error(
    "this world was opened from a file of yours and cannot be painted, so a link cannot contain it; send the file instead",
  );
}

/** @param {import("../studio.js").Studio} studio  @returns {Promise<URL>} */
export async function linkOf(studio) {
  const url = new URL(location.href);
  url.search = "";
  url.hash = MARK + (await pack(await scenarioOf(studio)));
  return url;
}

/**
 * @param {import("../studio.js").Studio} studio
 * @param {string} hash
 * @returns {Promise<boolean>} whether it held a scenario
 */
export async function restoreShared(studio, hash) {
  if (!hash.startsWith(MARK)) return false;
  const scenario = await unpack(hash.slice(MARK.length));
  if (scenario?.v !== VERSION) throw new Error("this link was made by another version of the studio");
  const { domain, options, width, height, start, goals } = scenario;
  const ends = { start, goals: Array.isArray(goals) ? goals : [] };
  if (scenario.source) await studio.open({ source: scenario.source, domain, options }, ends);
  else if (scenario.file) {
    const file = new File([String(scenario.file)], `shared${scenario.suffix}`);
    await studio.open({ file, domain }, ends);
  } else
    await studio.open({ blank: { domain, width, height }, options, values: unrolled(scenario.values, width * height) }, ends);
  await studio.restore(scenario.pieces ?? {});
  return true;
}
