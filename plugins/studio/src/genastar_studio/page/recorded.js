/** A recorded search, played without a server. `play` is called from outside, with a recording. */

import { Problem } from "./api.js";
import { mountMessages } from "./messages.js";
import { World } from "./model/world.js";
import { Breakpoints } from "./search/breakpoints.js";
import { Inspector } from "./search/inspector.js";
import { Choice } from "./search/layers.js";
import { layersForm, Legend } from "./search/legend.js";
import { Panels } from "./search/panels.js";
import { Player } from "./search/player.js";
import { Studio } from "./studio.js";

/**
 * What genastar_studio.recording makes: a world as the API tells it, the bytes of its view by part, the places of its ends, the
 * events as one frame of the service's stream with columns of bytes, and the answer.
 * @typedef {{world: object, parts: Record<string, DataView>, start: number | null, goals: number[],
 *   frame: {kind: string, names: string[], cost?: (string | number)[]}, columns: Record<string, DataView>, capped: number, answer: object}} Recording
 *   `capped`: how many events there are if some were left out, else 0
 */

const COLUMNS = { state: Int32Array, parent: Int32Array, place: Int32Array, g: Float64Array, h: Float64Array, f: Float64Array };

/** A copy of the bytes of a view, for arrays that must begin at a multiple of their element's size. @param {DataView} view */
const bytesOf = ({ buffer, byteOffset, byteLength }) => buffer.slice(byteOffset, byteOffset + byteLength);

/** What of the service's API a world asks for while it is shown. */
class Recorded {
  /** @param {Record<string, DataView>} parts */
  constructor(parts) {
    this.parts = parts;
  }

  async part(_id, part) {
    return bytesOf(this.parts[part]);
  }

  async position() {
    throw new Problem({ status: 422, title: "positions that were not searched are not recorded" });
  }
}

/** @param {Recording} recording */
export async function play({ world, parts, start, goals, frame, columns, capped, answer }) {
  const region = (id) => document.getElementById(id);
  const studio = new Studio();
  studio.api = /** @type {any} */ (new Recorded(parts));
  mountMessages(studio, region("toasts"));
  const choice = new Choice();
  const panels = new Panels(studio, choice, region("panels"));
  const player = new Player(panels, new Breakpoints(), studio, region("player"));
  const legend = new Legend(studio, choice);
  const inspector = new Inspector(studio);
  const tell = () => legend.show(panels.active, []);
  region("side").append(legend.element, layersForm(choice));
  choice.addEventListener("change", () => {
    panels.paint();
    tell();
  });
  studio.addEventListener("theme", () => {
    panels.repaint();
    tell();
  });
  panels.addEventListener("inspect", (/** @type {any} */ { detail: { panel, place = -1, x, y } }) =>
    panel.showTip(place >= 0 ? inspector.tip(panel, place) : "", x, y),
  );
  studio.show(await World.of(studio.api, world), start, goals);
  panels.showWorld();
  const { watcher } = panels.active;
  const arrays = Object.entries(columns).map(([name, view]) => [name, new COLUMNS[name](bytesOf(view))]);
  const hear = (name, detail) => watcher.dispatchEvent(new CustomEvent(name, { detail }));
  hear("frame", { first: 0, ...frame, ...Object.fromEntries(arrays) });
  hear("capped", capped);
  hear("ended", { answer });
  tell();
  return { studio, panels, player };
}

Object.assign(window, { play });
