/** A map of lines between points: roads, graphs. */

import { Buckets } from "./buckets.js";
import { formatColour, formatChannels } from "../colour.js";
import { Network } from "./network.js";
import { Sketch } from "../overlay/sketch.js";

/** So many lines are drawn between two looks at the clock. */
const SOME = 500;

/** Points are drawn as discs where they are so far apart, in CSS pixels. */
const WITH_POINTS = 14;

/** A point is found so near, in CSS pixels. */
const REACH = 16;

/** Lines shorter than this, in device pixels, are drawn without their bends. */
const STRAIGHT = 3;

/** No line is drawn shorter than this, in device pixels. */
const SHORTEST = 1;

export class LinesPainter {
  layer = 0;
  #tint = null;
  #look = null;

  /** @param {import("../../model/world.js").World} world  @param {import("../stage/stage.js").Stage} stage */
  constructor(world, stage) {
    this.world = world;
    this.stage = stage;
    this.each = world.size;
    this.points = world.points;
    this.buckets = Buckets.of(world, world.points);
    this.network = Network.of(world);
    this.unit = this.buckets.spacing / 2;
    this.bounds = this.buckets.bounds;
    this.roads = new Sketch((context, view) => this.#drawRoads(context, view));
    this.tints = new Sketch((context, view) => this.#drawTints(context, view));
    this.follow = () => this.roads.spoil();
    world.addEventListener("changed", this.follow);
  }

  close() {
    this.world.removeEventListener("changed", this.follow);
  }

  get isWaiting() {
    return this.roads.isWaiting || this.tints.isWaiting;
  }

  isSeen() {
    return true;
  }

  x(place) {
    return this.points[2 * place];
  }

  y(place) {
    return this.points[2 * place + 1];
  }

  /** @param {number} x  @param {number} y  @param {import("../stage/camera.js").View} view */
  placeAt(x, y, view) {
    return this.buckets.nearest(x, y, (REACH * view.ratio) / view.scale);
  }

  seen(view, most) {
    return this.buckets.inside(view.box(this.unit), most);
  }

  setTint(tint) {
    this.#tint = tint;
    this.tints.spoil();
  }

  restyle() {
    this.roads.spoil();
  }

  /** What was reached is drawn over the rest; what is reached no more needs all to be drawn again. */
  retint(places) {
    const list = [...places];
    if (!this.#tint || list.some((place) => !this.#tint[place])) return this.tints.spoil();
    this.tints.touch((context, view) => {
      const groups = new Map();
      for (const place of list) {
        const lines = this.network.linesAt(place).filter((line) => this.#tintOf(line));
        groups.set(this.#tint[place], [...(groups.get(this.#tint[place]) ?? []), ...lines]);
      }
      this.#style(context, view, 1.6);
      for (const [colour, lines] of groups) this.#stroke(context, view, lines, formatColour(colour));
      this.#dots(context, view, list);
    });
  }

  draw(context, view, look) {
    this.#look = look;
    this.roads.draw(context, view);
    if (this.#tint) this.tints.draw(context, view);
  }

  /** A line is tinted where both its ends are. */
  #tintOf(line) {
    const { ends } = this.world;
    const [tint, other] = [this.#tint[ends[2 * line]], this.#tint[ends[2 * line + 1]]];
    return tint && other ? Math.max(tint, other) : 0;
  }

  /** Whether a line ends where nothing can be. */
  #isClosed(line) {
    const { ends } = this.world;
    return this.world.bars(ends[2 * line]) || this.world.bars(ends[2 * line + 1]);
  }

  /** In device pixels. */
  lineWidth(view) {
    const apart = (this.buckets.spacing * view.scale) / view.ratio;
    return Math.min(Math.max(apart / 9, 0.8), 6) * view.ratio;
  }

  #style(context, view, wider) {
    const apart = (this.buckets.spacing * view.scale) / view.ratio;
    context.lineWidth = this.lineWidth(view) * wider;
    context.lineJoin = "round";
    context.lineCap = apart > 6 ? "round" : "butt";
  }

  #stroke(context, view, lines, colour) {
    context.beginPath();
    for (const line of lines) this.#trace(context, view, line);
    context.strokeStyle = colour;
    context.stroke();
  }

  #trace(context, view, line) {
    const { ends } = this.world;
    const [from, to] = [ends[2 * line], ends[2 * line + 1]];
    const [x, y, toX, toY] = [view.x(this.x(from)), view.y(this.y(from)), view.x(this.x(to)), view.y(this.y(to))];
    const extent = this.network.extent(line) * view.scale;
    // Otherwise roads of many short lines would fade.
    const more = extent < SHORTEST ? SHORTEST / 2 : 0;
    context.moveTo(x - more, y);
    if (extent > STRAIGHT) {
      for (const [bendX, bendY] of this.network.bends(line)) context.lineTo(view.x(bendX), view.y(bendY));
    }
    context.lineTo(toX + more, toY);
  }

  *#drawRoads(context, view) {
    const apart = (this.buckets.spacing * view.scale) / view.ratio;
    const { classes } = this.world.view;
    const { lineClasses } = this.world;
    // The classes come from the least to the most important, so that these are on top.
    const groups = classes.length ? classes.map((each) => ({ ...each, lines: [] })) : [{ width: 1, colour: null, lines: [] }];
    const closed = [];
    for (const line of this.network.seen(view)) (this.#isClosed(line) ? closed : groups[lineClasses?.[line] ?? 0].lines).push(line);
    groups.push({ width: 1.4, colour: this.world.view.canvas?.brushes[1].colour, lines: closed });
    yield;
    for (const { width, colour, lines } of groups) {
      this.#style(context, view, width);
      if (lines === closed) context.setLineDash([2, 2].map((part) => part * context.lineWidth));
      context.globalAlpha = apart < 3 && width <= 1 ? 0.6 : 1;
      for (let i = 0; i < lines.length; i += SOME) {
        this.#stroke(context, view, lines.slice(i, i + SOME), colour ? formatChannels(colour) : this.#look.road);
        yield;
      }
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
    if (apart < WITH_POINTS) return;
    context.fillStyle = this.#look.road;
    this.#discs(context, view, this.seen(view, Infinity), 3);
  }

  *#drawTints(context, view) {
    if (!this.#tint) return;
    const groups = new Map();
    for (const line of this.network.seen(view)) {
      const colour = this.#tintOf(line);
      if (!colour) continue;
      if (!groups.has(colour)) groups.set(colour, []);
      groups.get(colour).push(line);
    }
    yield;
    this.#style(context, view, 1.6);
    for (const [colour, lines] of groups) {
      for (let i = 0; i < lines.length; i += SOME) {
        // What was changed meanwhile is there already.
        const some = lines.slice(i, i + SOME).filter((line) => this.#tintOf(line) === colour);
        this.#stroke(context, view, some, formatColour(colour));
        yield;
      }
    }
    const places = this.seen(view, 60_000);
    if (places)
      this.#dots(
        context,
        view,
        places.filter((place) => this.#tint[place]),
      );
  }

  /** Tinted points. */
  #dots(context, view, places) {
    if ((this.buckets.spacing * view.scale) / view.ratio < WITH_POINTS / 2) return;
    for (const place of places) {
      if (!this.#tint[place]) continue;
      context.fillStyle = formatColour(this.#tint[place]);
      this.#discs(context, view, [place], 4.5);
    }
  }

  #discs(context, view, places, radius) {
    context.beginPath();
    for (const place of places) {
      const [x, y] = [view.x(this.x(place)), view.y(this.y(place))];
      context.moveTo(x + radius * view.ratio, y);
      context.arc(x, y, radius * view.ratio, 0, 2 * Math.PI);
    }
    context.fill();
  }

  trace(context, view, place) {
    const radius = Math.max(this.unit * view.scale, 9 * view.ratio);
    const [x, y] = [view.x(this.x(place)), view.y(this.y(place))];
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }

  /** Along the line's bends. */
  way(from, to) {
    return [...this.network.between(from, to), [this.x(to), this.y(to)]];
  }
}
