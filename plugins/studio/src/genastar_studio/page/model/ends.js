/** Ends for a world that names none, or that no path connects. */

import { Problem } from "./api.js";

const TRIES = 24;

/** Worlds with more places are not searched for ends that are connected. */
const SEARCHED = 50_000;

/**
 * Ends that a path connects: these if it does, otherwise others that lie far apart.
 * @param {import("./world.js").World} world  @param {{start: number | null, goals: number[]}} wanted
 */
export async function findConnectedEnds(world, wanted) {
  if (world.size > SEARCHED || !world.needsGoals || world.isBlank || wanted.goals.length > 1) return wanted;
  try {
    const found = await world.connected(wanted.start, wanted.goals[0] ?? null);
    return found.start !== null && found.goals.length ? found : wanted;
  } catch (error) {
    if (error instanceof Problem) return wanted;
    throw error;
  }
}

/**
 * A start to the left and a goal to the right, as near to the middle as may be.
 * @param {import("./world.js").World} world  @param {{start: number | null, goals: number[]}} found  those that it has
 */
export async function chooseDefaultEnds(world, found) {
  const start = found.start ?? (await findFree(world, 0.2, found.goals[0] ?? -1));
  if (found.goals.length || !world.needsGoals) return { start, goals: found.goals };
  const goals = [await findFree(world, 0.8, start ?? -1)].filter((place) => place !== null);
  return { start, goals };
}

/** A place that can be entered, near a share of the way from left to right. */
async function findFree(world, share, taken) {
  if (world.values) return findFreeByValue(world, share, taken);
  for (let i = 0; i < TRIES; i++) {
    const spread = ((i % 2 ? 1 : -1) * Math.ceil(i / 2)) / TRIES;
    const place = findNearPoint(world, share + spread * 0.4, 0.5 + spread * 0.9, Math.floor(world.layers / 2));
    if (place !== taken && (await world.position(place)) !== null) return place;
  }
  return null;
}

function findFreeByValue(world, share, taken) {
  const first = findNearPoint(world, share, 0.5, share < 0.5 ? 0 : world.layers - 1);
  for (let away = 0; away < world.size; away++) {
    for (const place of [first + away, first - away]) {
      if (place >= 0 && place < world.size && place !== taken && !world.bars(place)) return place;
    }
  }
  return null;
}

/** The place nearest to a point of the world's box, given in shares of its width and height. */
function findNearPoint(world, across, down, layer) {
  if (world.kind === "cells") {
    const [x, y] = [Math.floor(across * (world.width - 1)), Math.floor(down * (world.height - 1))];
    return (layer * world.height + y) * world.width + x;
  }
  const points = world.centres ?? world.points;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]);
    right = Math.max(right, points[i]);
    top = Math.min(top, points[i + 1]);
    bottom = Math.max(bottom, points[i + 1]);
  }
  const [x, y] = [left + across * (right - left), top + down * (bottom - top)];
  let [best, nearest] = [Infinity, 0];
  for (let i = 0; i < points.length; i += 2) {
    const far = Math.hypot(points[i] - x, points[i + 1] - y);
    if (far < best) [best, nearest] = [far, i / 2];
  }
  return nearest;
}
