/**
 * Where a jump over cells turns. A search that jumps has no nodes between: a straight line from one node to the next would cross walls
 * that its path goes round.
 *
 * The cost of a jump says how it goes: as much as its straight line, at any angle; as diagonal and then straight steps; or, without
 * diagonal steps, as vertical and then horizontal ones. Algorithms that jump take their steps in this order.
 */

/** Costs that differ by no more than this share are equal: a search may count in whole numbers, whose ratios are rounded. */
const EQUAL = 1e-3;

const isEqual = (cost, other) => Math.abs(cost - other) <= EQUAL * other;

/**
 * The place at which a jump turns, -1 if it goes straight.
 * @param {{kind: string | null, width: number, layers: number}} world
 * @param {number} from  @param {number} to  places  @param {number} cost
 */
export function findBend({ kind, width, layers }, from, to, cost) {
  if (kind !== "cells" || layers > 1) return -1;
  const [x, y] = [from % width, Math.floor(from / width)];
  const [right, down] = [(to % width) - x, Math.floor(to / width) - y];
  const [wide, high] = [Math.abs(right), Math.abs(down)];
  if (!wide || !high || isEqual(cost, Math.hypot(wide, high))) return -1;
  const turn = Math.min(wide, high);
  if (isEqual(cost, turn * Math.SQRT2 + Math.max(wide, high) - turn)) return from + Math.sign(right) * turn + Math.sign(down) * turn * width;
  return isEqual(cost, wide + high) ? from + down * width : -1;
}
