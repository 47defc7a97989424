/**
 * Links that hold the whole scenario, in their fragment: `#s=` and deflated JSON in base64url.
 *
 * A world of cells that may be painted on is shared as its size and values; another canvas as its scenario file; any other
 * world by its source's name, with what was painted over it.
 */

const MARK = "#s=";
const VERSION = 1;

/** Links that are longer are not opened everywhere. */
export const LONG = 32_000;

/** Guards against a small link that unfolds to much. */
const MOST_BYTES = 64_000_000;
const MOST_PLACES = 16_000_000;

/** @param {ArrayLike<number>} values  @returns {number[]} value and length of each run */
export function encodeRuns(values) {
  const found = [];
  for (let i = 0; i < values.length;) {
    let end = i + 1;
    while (end < values.length && values[end] === values[i]) end++;
    found.push(values[i], end - i);
    i = end;
  }
  return found;
}

/** @param {number[]} found  as of `encodeRuns`  @param {number} length */
export function decodeRuns(found, length) {
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

/** @param {Uint8Array} bytes  @returns {string} in base64 */
export function encodeBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 32_768) text += String.fromCharCode(...bytes.subarray(i, i + 32_768));
  return btoa(text);
}

/** @param {string} text  in base64  @returns {Uint8Array<ArrayBuffer>} */
export const decodeBase64 = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

/** JSON as deflated bytes. @param {object} value */
export async function deflate(value) {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {object} scenario  @returns {Promise<string>} */
export async function pack(scenario) {
  return encodeBase64(await deflate(scenario)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text  @returns {Promise<any>} */
export async function unpack(text) {
  let bytes;
  try {
    bytes = decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new Error("this link is damaged: it is no base64url");
  }
  return inflate(bytes);
}

/** The JSON of deflated bytes. @param {Uint8Array<ArrayBuffer>} bytes  @returns {Promise<any>} */
export async function inflate(bytes) {
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

/** What is shown, as a scenario of a link. @param {import("./studio.js").Studio} studio */
export async function makeScenario(studio) {
  const { world, start, goals } = studio;
  await world.settled();
  const shared = studio.sharedBy();
  const isNumbered = world.kind === "lines" || (world.kind === "cells" && world.layers === 1);
  const isPainted = isNumbered && world.canvas && (world.canvas.complete || !world.isBlank);
  const painted = isPainted ? { width: world.width || world.size, height: world.height || 1, values: encodeRuns(world.values) } : {};
  if (isPainted && world.canvas.complete) return { ...shared, options: world.options, ...painted };
  if (world.canvas?.saves.length) {
    const { blob } = await world.api.export(world.id, "scenario", world.question({ start, goals }));
    return { ...shared, file: await blob.text(), suffix: world.canvas.saves[0] };
  }
  if (world.example) return { ...shared, options: world.options, example: world.example, ...painted };
  if (world.source) return { ...shared, options: world.options, source: world.source, ...painted };
  throw new Error("This world was opened from a file and cannot be painted, so a link cannot contain it; share the recorded search");
}

/** @param {import("./studio.js").Studio} studio  @returns {Promise<URL>} */
export async function makeShareLink(studio) {
  const url = new URL(location.href);
  url.search = "";
  url.hash = MARK + (await pack(await makeScenario(studio)));
  return url;
}

/**
 * @param {import("./studio.js").Studio} studio
 * @param {string} hash
 * @returns {Promise<boolean>} whether it held a scenario
 */
export async function restoreShared(studio, hash) {
  if (!hash.startsWith(MARK)) return false;
  await openScenario(studio, await unpack(hash.slice(MARK.length)));
  return true;
}

/** Open what `makeScenario` gave. @param {import("./studio.js").Studio} studio  @param {any} scenario */
export async function openScenario(studio, scenario) {
  if (scenario?.v !== VERSION) throw new Error("this link was made by another version of the studio");
  const { start, goals } = scenario;
  const ends = { start, goals: Array.isArray(goals) ? goals : [] };
  await studio.open(makeDescriptor(scenario), ends);
  if (scenario.name) studio.rename(String(scenario.name));
  await studio.restore(scenario.pieces ?? {});
}

/** What a scenario opens. @param {any} scenario  @returns {import("./studio.js").Descriptor} */
export function makeDescriptor({ world, example, source, file, suffix, domain, options, width, height, values }) {
  if (world) return { world };
  if (file) return { file: new File([String(file)], `shared${suffix}`), domain };
  const painted = values && decodeRuns(values, width * height);
  if (example) return { example, domain, options, values: painted };
  if (source) return { source, domain, options, values: painted };
  return { blank: { domain, width, height }, options, values: decodeRuns(values, width * height) };
}
