/** Worlds by chance. Each generator tells of every given place whether it is a wall. */

/** Of a cave: the share of walls at first, and how often they are smoothed. */
const WALLS = 0.44;
const ROUNDS = 5;

/**
 * @callback Generator
 * @param {import("../model/world.js").World} world  @param {import("./shape.js").Shape} shape
 * @param {number[]} places  of one layer  @param {number[]} ends  to be connected, if they can be
 * @returns {boolean[]}
 */

/** A perfect maze: exactly one way between any two free places. @type {Generator} */
export function generateMaze(world, shape, places, ends) {
  const walls = world.kind === "cells" ? generateMazeOfCells(world, places) : generateMazeOfTiles(shape, places, ends);
  unwall(shape, walls, places, ends);
  return walls;
}

/** Rooms at odd columns and rows, joined by depth-first search. */
function generateMazeOfCells(world, places) {
  const { width, height } = world;
  const walls = new Array(places.length).fill(true);
  const [columns, rows] = [(width - 1) >> 1 || 1, (height - 1) >> 1 || 1];
  const at = (column, row) => Math.min(2 * row + 1, height - 1) * width + Math.min(2 * column + 1, width - 1);
  const seen = new Uint8Array(columns * rows);
  const stack = [Math.floor(Math.random() * seen.length)];
  seen[stack[0]] = 1;
  walls[at(stack[0] % columns, Math.floor(stack[0] / columns))] = false;
  while (stack.length) {
    const room = /** @type {number} */ (stack.at(-1));
    const [column, row] = [room % columns, Math.floor(room / columns)];
    const next = [];
    if (column > 0 && !seen[room - 1]) next.push([room - 1, -1]);
    if (column < columns - 1 && !seen[room + 1]) next.push([room + 1, 1]);
    if (row > 0 && !seen[room - columns]) next.push([room - columns, -width]);
    if (row < rows - 1 && !seen[room + columns]) next.push([room + columns, width]);
    if (!next.length) {
      stack.pop();
      continue;
    }
    const [chosen, door] = next[Math.floor(Math.random() * next.length)];
    seen[chosen] = 1;
    walls[at(column, row) + door] = false;
    walls[at(chosen % columns, Math.floor(chosen / columns))] = false;
    stack.push(chosen);
  }
  return walls;
}

/** A tree that grows as long as each new place touches one free place alone. */
function generateMazeOfTiles(shape, places, ends) {
  const number = new Map(places.map((place, i) => [place, i]));
  const walls = new Array(places.length).fill(true);
  const beside = (place) => shape.beside(place).filter((other) => number.has(other));
  const stack = [ends.find((end) => number.has(end)) ?? places[0]];
  walls[number.get(stack[0])] = false;
  while (stack.length) {
    const next = shuffle(beside(stack.at(-1))).find(
      (place) => walls[number.get(place)] && beside(place).filter((other) => !walls[number.get(other)]).length === 1,
    );
    if (next === undefined) stack.pop();
    else {
      walls[number.get(next)] = false;
      stack.push(next);
    }
  }
  return walls;
}

/** Chance, smoothed: a place becomes what most of those around it are; beyond the rim all is wall. @type {Generator} */
export function generateCave(world, shape, places, ends) {
  const [first, around] = findNeighbours(shape, places);
  const most = world.kind === "cells" ? 8 : 6;
  let walls = Uint8Array.from(places, () => (Math.random() < WALLS ? 1 : 0));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Uint8Array(walls.length);
    for (let i = 0; i < walls.length; i++) {
      let count = most - (first[i + 1] - first[i]);
      for (let j = first[i]; j < first[i + 1]; j++) count += walls[around[j]];
      next[i] = count * 2 > most || (count * 2 === most && walls[i]) ? 1 : 0;
    }
    walls = next;
  }
  const made = Array.from(walls, Boolean);
  unwall(shape, made, places, ends);
  join(shape, made, places, ends);
  return made;
}

/** No end is walled in. */
function unwall(shape, walls, places, ends) {
  for (const end of ends) {
    if (end < places[0] || end > places.at(-1)) continue;
    walls[end - places[0]] = false;
    const beside = shape.beside(end).map((other) => other - places[0]);
    if (beside.length && beside.every((i) => walls[i])) walls[beside[0]] = false;
  }
}

/** Tunnels to the ends that cannot be reached from the first. */
function join(shape, walls, places, ends) {
  const [least, most] = [places[0], places.at(-1)];
  const [first, ...others] = ends.filter((end) => end >= least && end <= most);
  for (const end of others) {
    const seen = new Set([first]);
    for (const place of seen) {
      for (const other of shape.beside(place)) if (!walls[other - least]) seen.add(other);
    }
    if (seen.has(end)) continue;
    for (const place of shape.between(first, end).flatMap((on) => shape.near(on, 2))) walls[place - least] = false;
  }
}

/** What touches each of these places: as numbers among them, those of place `i` from `first[i]` on. */
function findNeighbours(shape, places) {
  // The places of a layer are numbered one after the other.
  const [least, most] = [places[0], places.at(-1)];
  const first = new Int32Array(places.length + 1);
  const around = [];
  places.forEach((place, i) => {
    for (const other of shape.around(place)) {
      if (other >= least && other <= most) around.push(other - least);
    }
    first[i + 1] = around.length;
  });
  return [first, Int32Array.from(around)];
}

function shuffle(list) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}
