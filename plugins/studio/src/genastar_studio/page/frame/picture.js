/** Pictures and films of what is on the screen: the maps with their ends and paths, a legend and captions. */

import { formatNumber } from "../controls/numbers.js";
import { describeCost, formatBound } from "../view/answer-text.js";

/** Pixels of a picture to one of the screen: even, because films have even sizes. */
const SHARP = 2;

const SECONDS = 8;
const FRAMES_PER_SECOND = 30;

/** Seconds for which the end stands still. */
const STILL = 1.5;

/** Milliseconds without anything new after which a film is taken as written. */
const QUIET = 400;

/** The kinds of film that browsers write. */
const VIDEOS = { webm: ["video/webm;codecs=vp9", "video/webm"], mp4: ["video/mp4;codecs=avc1.42E01E", "video/mp4"] };

/** Heights in pixels of the screen. */
const HEAD = 34;
const LINE = 24;

/** Of the legend: its texts, and how far apart its entries are. */
const LEGEND = { size: 12, swatch: 28, gap: 18, edge: 12 };

/** The kinds of pictures that this browser makes of a world. @param {import("../model/studio.js").Studio} studio */
export function listPictureKinds(studio) {
  if (!studio.world?.view) return [];
  const videos = Object.keys(VIDEOS).filter((kind) => findVideoType(kind));
  return ["png", ...videos];
}

/** @param {string} kind */
function findVideoType(kind) {
  return globalThis.MediaRecorder && VIDEOS[kind]?.find((type) => MediaRecorder.isTypeSupported(type));
}

/** What a panel's search came to, or the plan that is drawn in its place, in a line. @param {import("../search/panel.js").Panel} panel */
export function makeCaption({ answer, settings, trace, cursor, studio, agents, plan }) {
  if (agents) return `${formatNumber(agents.length)} agents. ${plan}`;
  const name = answer?.algorithm ?? settings.algorithm;
  const counts = `expanded ${formatNumber(trace.counted(cursor.at))}`;
  const bound = answer && formatBound(answer) ? `, ${formatBound(answer)}` : "";
  if (!answer || cursor.at < trace.length - 1) return `${name} ${counts}${bound}`;
  const cost = describeCost(answer, studio.world.view.cost_unit);
  return `${name} ${counts}, ${answer.outcome === "found" ? cost : answer.outcome}${bound}`;
}

class Composition {
  /** @param {import("../model/studio.js").Studio} studio  @param {import("../search/panels.js").Panels} panels */
  constructor(studio, panels) {
    this.studio = studio;
    this.panels = panels.list;
    const { clientWidth, clientHeight } = panels.list[0].canvas;
    this.columns = this.panels.length === 4 ? 2 : this.panels.length;
    this.rows = Math.ceil(this.panels.length / this.columns);
    this.cell = { width: clientWidth, height: clientHeight };
    const width = this.columns * clientWidth;
    this.width = width;
    this.canvas = document.createElement("canvas");
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    const lines = this.#entries().at(-1).line + 1;
    const height = HEAD + this.rows * (clientHeight + LINE) + lines * LINE + 8;
    this.canvas.width = SHARP * width;
    this.canvas.height = SHARP * height;
    this.map = document.createElement("canvas");
    this.map.width = SHARP * clientWidth;
    this.map.height = SHARP * clientHeight;
  }

  draw() {
    const { context, columns, cell, studio, panels } = this;
    const style = getComputedStyle(document.documentElement);
    const read = (name) => style.getPropertyValue(name).trim();
    const write = (text, x, y, size, colour, weight = 400, most = columns * cell.width - x - 12) => {
      context.font = `${weight} ${size * SHARP}px ${read("--font")}`;
      context.fillStyle = read(colour);
      context.textBaseline = "middle";
      context.fillText(text, x * SHARP, y * SHARP, most * SHARP);
    };
    context.fillStyle = read("--surface");
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    write(studio.world.name, 12, HEAD / 2, 15, "--ink", 600);
    panels.forEach((panel, i) => {
      const [left, top] = [(i % columns) * cell.width, HEAD + Math.floor(i / columns) * (cell.height + LINE)];
      panel.stage.drawOn(this.map.getContext("2d", { alpha: false }));
      context.drawImage(this.map, left * SHARP, top * SHARP);
      write(makeCaption(panel), left + 12, top + cell.height + LINE / 2, 12.5, "--ink", 500, cell.width - 24);
    });
    this.#legend(write);
  }

  /** The legend of the side, and whom to credit: what fits no more begins another line. */
  #entries() {
    const { context, studio, width } = this;
    const { size, swatch, gap, edge } = LEGEND;
    const all = [...studio.legend(), { colours: [], text: studio.world.view.credit || "genastar" }];
    context.font = `400 ${size * SHARP}px ${getComputedStyle(document.documentElement).getPropertyValue("--font").trim()}`;
    let [x, line] = [edge, 0];
    return all.map(({ colours, text }) => {
      const wide = (colours.length ? swatch : 0) + context.measureText(text).width / SHARP;
      if (x > edge && x + wide > width - edge) [x, line] = [edge, line + 1];
      const left = colours.length ? x : Math.max(width - edge - wide, edge);
      x += wide + gap;
      return { colours, text, left, line };
    });
  }

  #legend(write) {
    const { context } = this;
    const top = HEAD + this.rows * (this.cell.height + LINE) + LINE / 2;
    for (const { colours, text, left, line } of this.#entries()) {
      const y = top + line * LINE;
      if (colours.length) {
        const fill = context.createLinearGradient(left * SHARP, 0, (left + 22) * SHARP, 0);
        colours.forEach((colour, i) => fill.addColorStop(colours.length > 1 ? i / (colours.length - 1) : 0, colour));
        context.fillStyle = fill;
        context.fillRect(left * SHARP, (y - 6) * SHARP, 22 * SHARP, 12 * SHARP);
      }
      write(text, left + (colours.length ? LEGEND.swatch : 0), y, LEGEND.size, "--ink-soft");
    }
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Make a picture, or a film of the search from its start to its end.
 * @param {import("../model/studio.js").Studio} studio  @param {import("../search/panels.js").Panels} panels  @param {string} kind
 * @param {AbortSignal} signal  @param {(share: number) => void} [tell]  @param {number} [seconds]  from the start to the end
 * @returns {Promise<Blob>}
 */
export async function makePicture(studio, panels, kind, signal, tell = () => {}, seconds = SECONDS) {
  const picture = new Composition(studio, panels);
  if (kind === "png") {
    picture.draw();
    return new Promise((done) => picture.canvas.toBlob(done, "image/png"));
  }
  const { lead } = panels;
  const { length } = lead.trace;
  const { at } = lead.cursor;
  const show = (share) => {
    signal.throwIfAborted();
    panels.goTo(Math.round(share * length) - 1, lead);
    panels.dispatchEvent(new CustomEvent("film", { detail: { share } }));
    picture.draw();
    tell(share);
  };
  try {
    return await recordVideo(picture, show, seconds, findVideoType(kind));
  } finally {
    panels.goTo(at, lead);
  }
}

/** A browser writes films as they are shown: they take as long as they play. */
async function recordVideo(picture, show, seconds, type) {
  show(0);
  const recorder = new MediaRecorder(picture.canvas.captureStream(FRAMES_PER_SECOND), { mimeType: type, videoBitsPerSecond: 8e6 });
  const parts = [];
  let written = performance.now();
  recorder.addEventListener("dataavailable", ({ data }) => {
    parts.push(data);
    if (data.size) written = performance.now();
  });
  const ended = new Promise((done) => recorder.addEventListener("stop", done));
  recorder.start(100);
  try {
    const began = performance.now();
    for (let share = 0; share < 1;) {
      share = Math.min((performance.now() - began) / (seconds * 1000), 1);
      show(share);
      await pause(1000 / FRAMES_PER_SECOND);
    }
    for (let still = 0; still < STILL * 10; still++) {
      show(1);
      await pause(100);
    }
    // On a busy machine frames wait to be written, and those that come meanwhile are dropped: the last may not be.
    for (let times = 0; times < 2; times++) {
      show(1);
      for (const last = performance.now(); performance.now() - Math.max(written, last) < QUIET; ) await pause(100);
    }
  } finally {
    recorder.stop();
    await ended;
  }
  return new Blob(parts, { type });
}
