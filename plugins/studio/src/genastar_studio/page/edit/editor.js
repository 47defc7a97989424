/**
 * The tools: what a drag on a stage does to the world and its ends. All of it can be undone.
 *
 * @typedef {"set" | "add" | "subtract" | "erase"} Way  amounts are added and subtracted; elsewhere the second button erases
 * @typedef {{stage: import("../draw/stage/stage.js").Stage, tool: string, way: Way, from: number, last: number,
 *   before: Map<number, number>, end?: Handle, was?: Ends}} Drag
 * @typedef {{start: import("../model/api.js").Place | null, goals: import("../model/api.js").Place[],
 *   agents: {start: number, goal: number}[]}} Ends
 * @typedef {{place: import("../model/api.js").Place | null, label: string, move: (place: number) => Ends}} Handle
 */

import { generateCave, generateMaze } from "./generators.js";
import { formatNumber } from "../controls/numbers.js";
import { Keyboard } from "./keyboard.js";
import { makeShape } from "./shape.js";

/** An end is taken hold of so near to it, in CSS pixels. */
const REACH = { mouse: 10, pen: 14, touch: 22 };

/** Larger maps are not filled by a generator. */
const MOST = 1_000_000;

export const TOOLS = ["inspect", "paint", "line", "rectangle", "fill", "start", "goal"];

/** Of these every mouse button paints. */
const PAINTING = new Set(["paint", "line", "rectangle", "fill"]);

export class Editor {
  /** @type {Drag | null} */ #drag = null;
  #domain = "";

  /** @param {import("../model/studio.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    studio.addEventListener("stage", (/** @type {any} */ event) => this.#attach(event.detail.stage));
    studio.addEventListener("agents", (/** @type {any} */ { detail: { label, before } }) => {
      if (label) this.#remember({ label, kind: "ends", before: { ...this.#ends, agents: before }, after: this.#ends });
    });
    for (const event of ["world", "attached"]) studio.addEventListener(event, () => this.#begin());
  }

  #attach(stage) {
    stage.addEventListener("down", (event) => this.#down(stage, event));
    stage.addEventListener("move", ({ detail }) => this.#move(detail));
    stage.addEventListener("up", ({ detail }) => this.#up(detail));
    new Keyboard(this, stage);
  }

  #begin() {
    this.#drag = null;
    const { world, tool } = this.studio;
    if (world?.canvas) {
      const isNew = world.domain !== this.#domain;
      if (isNew) this.studio.setBrush({ value: world.wall ?? world.ground });
      this.#domain = world.domain;
      // A map of lines is moved by drags, until somebody chooses a tool; and a finger that scrolls the page would paint walls.
      if (world.kind === "lines") isNew && this.studio.setTool("inspect");
      else if (tool === "inspect" && matchMedia("(pointer: fine)").matches) this.studio.setTool("paint");
    } else if (PAINTING.has(tool)) this.studio.setTool("inspect");
  }

  get world() {
    return this.studio.world;
  }

  /** What is next to what, in the world that is shown. */
  get shape() {
    return makeShape(this.world);
  }

  // Drags

  #down(stage, event) {
    const { detail } = event;
    const { tool, world } = this.studio;
    if (!world?.view || stage.world !== world) return;
    const end = detail.button === 0 ? this.#endAt(stage, detail) : null;
    const place = this.#corner(stage, detail, tool);
    if (end !== null) this.#drag = this.#dragEnd(stage, detail, end);
    else if (PAINTING.has(tool) && world.canvas && place >= 0) this.#drag = this.#beginPainting(stage, { ...detail, place }, tool);
    else if ((tool === "start" || tool === "goal") && detail.button === 0 && detail.place >= 0) this.setEnd(tool, place, detail.shift);
    else return;
    event.preventDefault();
  }

  /** Where a line or a box begins or ends: between the junctions of a map of lines, at the nearest. */
  #corner(stage, { place, x, y }, tool) {
    const isLoose = place < 0 && this.world.kind === "lines" && (tool === "line" || tool === "rectangle");
    return isLoose ? stage.nearestTo(x, y) : place;
  }

  #move(detail) {
    const drag = this.#drag;
    if (!drag) return;
    const place = this.#corner(drag.stage, detail, drag.tool);
    if (place < 0) return;
    if (drag.end) this.#moveEnd(drag, place);
    else if (drag.tool === "paint") this.#paintOn(drag, detail);
    else if (drag.tool !== "fill" && place !== drag.last) {
      drag.last = place;
      drag.way = this.#wayOf(detail, drag.way);
      drag.stage.preview = this.#reach(drag);
    }
  }

  #up(detail) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    if (drag.end) this.#dropEnd(drag, detail.cancelled);
    else if (drag.tool === "paint") this.#finishPainting(drag, detail.cancelled);
    else {
      drag.stage.preview = null;
      if (!detail.cancelled) this.apply(drag.tool, this.#changes(this.#reach(drag), drag.way));
    }
  }

  // Ends

  /** @returns {Ends} */
  get #ends() {
    const { start, goals, agents } = this.studio;
    return { start, goals, agents };
  }

  /** What can be dragged, and which ends it would make. @returns {Handle[]} */
  #handles(stage) {
    const { start, goals, agents } = this.#ends;
    const ofAgent = (agent, number, end) => {
      const move = (place) => ({ start, goals, agents: agents.with(number, { ...agent, [end]: place }) });
      return { place: agent[end], label: "agent moved", move };
    };
    return [
      { place: start, label: "start moved", move: (place) => ({ start: place, goals, agents }) },
      ...goals.map((goal, i) => ({ place: goal, label: "goal moved", move: (place) => ({ start, goals: goals.with(i, place), agents }) })),
      ...(stage.overlay.agents ? agents.flatMap((agent, i) => [ofAgent(agent, i, "goal"), ofAgent(agent, i, "start")]) : []),
    ];
  }

  /** @returns {Handle | null} */
  #endAt(stage, { x, y, pointerType }) {
    if (stage.isSpace) return null;
    const reach = Math.max(REACH[pointerType] ?? REACH.mouse, stage.placeWidth / 2);
    let [best, found] = [reach, /** @type {Handle | null} */ (null)];
    for (const handle of this.#handles(stage)) {
      if (typeof handle.place !== "number" || !stage.painter.isSeen(handle.place)) continue;
      const at = stage.pointOf(handle.place);
      const far = Math.hypot(at.x - x, at.y - y);
      if (far <= best) [best, found] = [far, handle];
    }
    return found;
  }

  /** @returns {Drag} */
  #dragEnd(stage, { place }, end) {
    return { stage, tool: "end", way: "set", from: place, last: place, before: new Map(), end, was: this.#ends };
  }

  #moveEnd(drag, place) {
    if (place === drag.last || this.world.bars(place)) return;
    drag.last = place;
    this.#setEnds(drag.end.move(place), drag.was, { live: true });
  }

  #dropEnd(drag, isCancelled) {
    if (isCancelled) this.#setEnds(drag.was, this.#ends);
    else if (drag.last !== drag.from) this.#keepEnds(drag.end.label, drag.was);
  }

  /** @param {Ends} ends  @param {Ends} before  what differs is told  @param {{live?: boolean}} [how] */
  #setEnds({ start, goals, agents }, before, how) {
    if (agents !== before.agents) this.studio.setAgents(agents, how);
    if (start !== before.start || goals !== before.goals) this.studio.setEnds(start, goals, how);
  }

  /** The ends are where they shall be. @param {string} label  @param {Ends} before */
  #keepEnds(label, before) {
    const after = this.#ends;
    this.#remember({ label, kind: "ends", before, after });
    this.#setEnds(after, before);
  }

  /** @param {"start" | "goal"} which  @param {number} place  @param {boolean} [more]  one more goal, or one less */
  setEnd(which, place, more = false) {
    const before = this.#ends;
    const { goals } = before;
    if (this.world.bars(place)) {
      this.studio.say("This place is blocked; choose another", "info");
      return;
    }
    if (which === "start") this.studio.start = place;
    else if (!more) this.studio.goals = [place];
    else if (!goals.includes(place)) this.studio.goals = [...goals, place];
    else if (goals.length > 1) this.studio.goals = goals.filter((goal) => goal !== place);
    this.#keepEnds(`${which} moved`, before);
  }

  // Painting

  #beginPainting(stage, detail, tool) {
    const way = this.#wayOf(detail, null);
    const drag = { stage, tool, way, from: detail.place, last: detail.place, before: new Map() };
    if (tool === "paint") this.#dab(drag, makeShape(this.world).near(detail.place, this.studio.brush.size));
    else stage.preview = this.#reach(drag);
    return drag;
  }

  /** @param {{buttons: number, shift: boolean}} detail  @param {Way | null} before  @returns {Way} */
  #wayOf({ buttons, shift }, before) {
    if (!buttons && before) return before;
    if (!this.world.canvas.additive) return shift || buttons & 2 ? "erase" : "set";
    if (shift || (buttons & 3) === 3) return "subtract";
    // While one of both is let go, the stroke stays what it was.
    if (before === "subtract") return before;
    return buttons & 2 ? "add" : this.studio.brush.way;
  }

  #paintOn(drag, detail) {
    const way = this.#wayOf(detail, drag.way);
    if (way !== drag.way) {
      drag.way = way;
      // The second button comes a moment after the first: what that one did is taken back.
      if (drag.last === drag.from) this.#restart(drag);
    }
    if (detail.place === drag.last) return;
    const { shape } = this;
    const { size } = this.studio.brush;
    this.#dab(
      drag,
      shape.between(drag.last, detail.place).flatMap((place) => shape.near(place, size)),
    );
    drag.last = detail.place;
  }

  #restart(drag) {
    this.world.paint([...drag.before], true);
    drag.before.clear();
    this.#dab(drag, this.shape.near(drag.from, this.studio.brush.size));
  }

  /** Each place once in a stroke, whatever the mouse does. */
  #dab(drag, places) {
    const fresh = places.filter((place) => !drag.before.has(place));
    const changes = this.#changes(fresh, drag.way);
    for (const place of fresh) drag.before.set(place, this.world.values[place]);
    this.world.paint(changes, true);
  }

  #finishPainting(drag, isCancelled) {
    if (isCancelled) this.world.paint([...drag.before]);
    else {
      this.world.finish();
      this.#rememberPaint("brush", drag.before);
    }
  }

  /** What a line, a rectangle or a fill would change. */
  #reach(drag) {
    const { shape, world } = this;
    const { size } = this.studio.brush;
    if (drag.tool === "fill") return flood(world, shape, drag.from);
    if (drag.tool === "rectangle") return shape.box(drag.from, drag.last);
    return [...new Set(shape.between(drag.from, drag.last).flatMap((place) => shape.near(place, size)))];
  }

  /** The new values of places. @param {Iterable<number>} places  @param {Way} way  @returns {Map<number, number>} */
  #changes(places, way) {
    const { world } = this;
    const { value } = this.studio.brush;
    const ends = new Set([this.studio.start, ...this.studio.goals]);
    const changes = new Map();
    for (const place of places) {
      const old = world.values[place];
      const changed = { set: value, add: old + value, subtract: Math.max(old - value, 0), erase: world.ground }[way];
      const isKept = changed === old || (changed === world.wall && ends.has(place));
      if (!isKept) changes.set(place, changed);
    }
    return changes;
  }

  /** Paint at a place, as one stroke. @param {number} place  @param {Way} [way]  by default what the left button does */
  paintAt(place, way = this.world.canvas?.additive ? this.studio.brush.way : "set") {
    if (!this.world.canvas) return;
    if (way === "add" && !this.world.canvas.additive) return;
    if (way === "subtract" && !this.world.canvas.additive) way = "erase";
    this.apply("brush", this.#changes(this.shape.near(place, this.studio.brush.size), way));
  }

  /** Change values, so that it can be undone. @param {string} label  @param {Map<number, number>} changes */
  apply(label, changes) {
    if (!changes.size) return;
    const before = new Map();
    for (const place of changes.keys()) before.set(place, this.world.values[place]);
    this.world.paint(changes);
    this.#rememberPaint(label, before);
  }

  /** @param {any} data  as of `entryOf` */
  #remember(data) {
    this.studio.history.push(this.entryOf(data));
  }

  /** @param {string} label  @param {Map<number, number>} before  values that were */
  #rememberPaint(label, before) {
    const { world } = this;
    const places = Int32Array.from(before.keys()).filter((place) => world.values[place] !== before.get(place));
    if (!places.length) return;
    const old = Float64Array.from(places, (place) => before.get(place));
    const now = Float64Array.from(places, (place) => world.values[place]);
    this.#remember({ label, kind: "paint", places, before: old, after: now });
  }

  /** What was done to this world, as an entry of the history. @param {any} data  which is kept over a reload @returns {any} */
  entryOf(data) {
    const { world } = this;
    const { label, kind, places, before, after } = data;
    if (kind === "ends") {
      return { label, data, undo: () => this.#setEnds(before, after), redo: () => this.#setEnds(after, before) };
    }
    const paint = (values) => world.paint(Array.from(places, (place, i) => [place, values[i]]));
    return { label, data, undo: () => paint(before), redo: () => paint(after), weight: 20 * places.length };
  }

  // Whole worlds

  /** @param {"maze" | "cave" | "clear"} kind */
  generate(kind) {
    const { world, shape, studio } = this;
    if (!world?.canvas) return;
    const layer = studio.stages.find((stage) => stage.world === world)?.layer ?? 0;
    if ((world.width * world.height || world.size) > MOST) {
      studio.say(`This works on maps of up to ${formatNumber(MOST)} places; make a smaller map`, "error");
      return;
    }
    const places = shape.layerOf(layer * (world.width * world.height || 0));
    const ends = [studio.start, ...studio.goals].filter((end) => typeof end === "number");
    const made = { maze: generateMaze, cave: generateCave, clear: () => places.map(() => false) }[kind](world, shape, places, ends);
    const kept = new Set(ends);
    const changes = new Map();
    places.forEach((place, i) => {
      const value = made[i] && !kept.has(place) ? world.wall : world.ground;
      if (value !== world.values[place]) changes.set(place, value);
    });
    this.apply(kind, changes);
  }

  /** Another size; what fits is kept. @param {number} width  @param {number} height */
  async resize(width, height) {
    const { studio, world: before } = this;
    const ends = this.#ends;
    const fits = (place) => place % before.width < width && Math.floor(place / before.width) < height;
    const moved = (place) => Math.floor(place / before.width) * width + (place % before.width);
    const values = new Float64Array(width * height).fill(before.ground);
    for (let y = 0; y < Math.min(height, before.height); y++) {
      values.set(before.values.subarray(y * before.width, y * before.width + Math.min(width, before.width)), y * width);
    }
    const kept = (place) => (typeof place === "number" && fits(place) ? moved(place) : null);
    const found = { start: kept(ends.start), goals: ends.goals.map(kept).filter((place) => place !== null) };
    const agents = ends.agents
      .map((agent) => ({ start: kept(agent.start), goal: kept(agent.goal) }))
      .filter((agent) => agent.start !== null && agent.goal !== null);
    await before.settled();
    const world = await studio.read({ blank: { domain: before.domain, width, height }, options: before.options, values });
    const after = await studio.endsOf(world, found);
    studio.show(world, after.start, after.goals, agents);
    studio.history.push({
      label: "resize",
      undo: async () => {
        await before.keep();
        studio.show(before, ends.start, ends.goals, ends.agents);
      },
      redo: async () => {
        await world.keep();
        studio.show(world, after.start, after.goals, agents);
      },
      weight: before.size,
      forget: () => [before, world].filter((each) => each !== studio.world).forEach((each) => each.close()),
    });
  }
}

/** The connected places of the same value. */
function flood(world, shape, from) {
  const { values } = world;
  const wanted = values[from];
  const seen = new Uint8Array(world.size);
  const found = [from];
  seen[from] = 1;
  for (let i = 0; i < found.length; i++) {
    for (const other of shape.beside(found[i])) {
      if (seen[other] || values[other] !== wanted) continue;
      seen[other] = 1;
      found.push(other);
    }
  }
  return found;
}
