/** Recorded searches in links (`#r=`) and in files: played by a page without a server, and opened by a running studio. */

import { checkRecording, convertTrace, readRecording } from "./recording.js";
import { deflate, openScenario, pack, unpack } from "./share-link.js";

const MARK = "#r=";

/** The element of the player's page that holds its recording: see genastar_studio.player.saved_page, which fills it too. */
const SLOT = '<script type="text/plain" id="recording"></scr' + "ipt>";

/** @param {string} hash  @returns {Promise<import("./recording.js").Recording | null>} */
export async function readRecordedLink(hash) {
  return hash.startsWith(MARK) ? checkRecording(await unpack(hash.slice(MARK.length))) : null;
}

/** The address at which the player shows a recording. @param {import("./recording.js").Recording} recording */
export async function makeRecordingLink(recording) {
  return new URL(`recorded.html${MARK}${await pack(recording)}`, document.baseURI);
}

/** The player as one file, with a recording in it. @param {import("./recording.js").Recording} recording */
export async function makeRecordingPage(recording) {
  const page = await (await fetch(new URL("player.html", document.baseURI))).text();
  const packed = await pack(recording);
  return new Blob([page.replace(SLOT, () => SLOT.replace("><", () => `>${packed}<`))], { type: "text/html" });
}

/** @param {import("./recording.js").Recording} recording */
export async function makeRecordingFile(recording) {
  return new Blob([await deflate(recording)], { type: "application/octet-stream" });
}

/**
 * Open a recorded link in a running studio: the world itself where the service can have it, otherwise what was recorded.
 * @param {import("./studio.js").Studio} studio  @param {string} hash
 */
export async function openRecordedLink(studio, hash) {
  const recording = await readRecordedLink(hash);
  if (!recording) return false;
  await openRecording(studio, recording);
  return true;
}

/** @param {import("./studio.js").Studio} studio  @param {import("./recording.js").Recording} recording */
async function openRecording(studio, recording) {
  if (recording.scenario && studio.domain(recording.world.domain)?.state === "ready") {
    try {
      return await openScenario(studio, recording.scenario);
    } catch {
      // Another server may not have the file of this world.
    }
  }
  await studio.openRecording(recording);
}

/** The files that hold recorded searches. @param {string} name */
export const isRecordingName = (name) => /(\.recording|\.trace\.json)$/i.test(name);

/** Open a recording, or an exported trace. @param {import("./studio.js").Studio} studio  @param {File} file */
export async function openRecordingFile(studio, file) {
  if (!/\.json$/i.test(file.name)) {
    return openRecording(studio, await readRecording(new Uint8Array(await file.arrayBuffer())));
  }
  let trace;
  try {
    trace = JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name}: this is no JSON`);
  }
  await studio.openRecording(convertTrace(trace));
}
