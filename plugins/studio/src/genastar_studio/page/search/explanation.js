/** Why a node is what it is at the cursor, in one sentence. */

import { formatNumber } from "../controls/numbers.js";
import { AGAIN, Cursor, DONE, OPEN, UNSEEN } from "../player/cursor.js";
import { FOUND, OPENED } from "../player/trace.js";

/** Costs that differ by no more than this share are equal: they are sums of roundings. */
const EQUAL = 1e-9;

const isEqual = (one, other) => one === other || Math.abs(one - other) <= EQUAL * Math.max(Math.abs(one), Math.abs(other));

/**
 * @param {import("./panel.js").Panel} panel
 * @param {number} state -1 where nothing was seen
 * @param {boolean} isBarred whether nothing can be there
 */
export function explainNode(panel, state, isBarred = false) {
  const { cursor, trace } = panel;
  if (!trace.length) return "No search yet.";
  if (isBarred) return "Blocked: no path can enter this place.";
  const status = state < 0 ? UNSEEN : cursor.status(state);
  if (status === UNSEEN) return explainUnseen(panel);
  if (status === DONE) return explainClosed(panel, state);
  return status === AGAIN ? explainReopening(panel, state) : explainOpen(panel, state);
}

const isAtEnd = ({ cursor, trace }) => cursor.at === trace.length - 1;

function explainUnseen(panel) {
  const { answer } = panel;
  if (!isAtEnd(panel) || !answer) return "Not generated yet: no predecessor has been expanded.";
  if (answer.outcome === "unreachable" && panel.walks) return "Never generated: the agent came to a dead end before.";
  if (answer.outcome === "unreachable") return "Never reached: there is no path from the start.";
  const end = answer.outcome === "found" ? "the goal was found" : "the search ended";
  return `Never generated: ${end} before a predecessor was expanded, or the algorithm prunes this step.`;
}

/** The open list just before an event: how many nodes, the least cost, and how many have the cost of the event's node. */
function listOpenBefore(trace, event) {
  const before = new Cursor(trace);
  before.goTo(event - 1);
  const cost = trace.f[event];
  const list = { open: 0, least: Infinity, ties: 0, older: 0 };
  for (const state of before.states(OPEN, AGAIN)) {
    const opening = before.eventOf(state);
    const f = trace.f[opening];
    list.open++;
    list.least = Math.min(list.least, f);
    if (state === trace.state[event] || !isEqual(f, cost)) continue;
    list.ties++;
    if (opening < trace.before[event]) list.older++;
  }
  return list;
}

function explainClosed(panel, state) {
  const { cursor, trace } = panel;
  const closing = cursor.closing(state);
  const number = trace.closings[closing];
  const isGoal = trace.kind[cursor.eventOf(state)] === FOUND;
  const end = isGoal ? " It is a destination, so the search ended." : "";
  const list = listOpenBefore(trace, closing);
  if (list.open <= 1) return `Expansion ${formatNumber(number)}: it was the only open node.${end}`;
  const f = trace.f[closing];
  const others = formatNumber(list.open);
  if (Number.isNaN(f))
    return `Expansion ${formatNumber(number)}: its cost ${trace.costText(closing)} was the first of ${others} open nodes.${end}`;
  const { name, verb, first } = nameTotals(trace);
  const [total, least] = [f, list.least].map((value) => (trace.isInSteps ? `${trace.totalText(value)} ${name}` : `${name} ${trace.totalText(value)}`));
  if (f > list.least && !isEqual(f, list.least)) {
    return `Expansion ${formatNumber(number)}: its ${total} ${verb.then} not the ${first}: ${least} ${verb.then} open; this algorithm does not order by ${name} alone.${end}`;
  }
  if (!list.ties) return `Expansion ${formatNumber(number)}: its ${total} ${verb.then} the ${first} of ${others} open nodes.${end}`;
  const newest = list.older === list.ties ? "; the newest is expanded first" : "";
  return `Expansion ${formatNumber(number)}: its ${total} ${verb.then} the ${first} of ${others} open nodes, tied with ${formatNumber(list.ties)} ${list.ties === 1 ? "other" : "others"}${newest}.${end}`;
}

function explainOpen(panel, state) {
  const { cursor, trace, answer } = panel;
  const event = cursor.eventOf(state);
  const f = trace.f[event];
  if (trace.before[event] < 0 && trace.parent[event] < 0 && !isAtEnd(panel)) return "The start: the search begins here.";
  if (!isAtEnd(panel) || !answer) return explainWaiting(cursor, state);
  const last = trace.length - 1;
  const goal = trace.f[last];
  if (answer.outcome === "found" && trace.kind[last] !== FOUND)
    return `Open at the last recorded event, with cost ${trace.costText(event)}.`;
  if (answer.outcome !== "found")
    return `Opened, but the search ended before its turn; its cost is ${trace.costText(event)}.`;
  if (Number.isNaN(f) || Number.isNaN(goal))
    return `Opened, but not closed: its cost ${trace.costText(event)} is not less than the goal's, ${trace.costText(last)}.`;
  const [here, there] = [f, goal].map((value) => trace.totalText(value));
  const { name, verb, after, before } = nameTotals(trace);
  const its = trace.isInSteps ? `${here} ${name}` : `${name} ${here}`;
  if (isEqual(f, goal)) return `Opened, but not closed: its ${its} ${trace.isInSteps ? "equal" : "equals"} the goal's, and the goal was expanded first.`;
  if (f > goal) return `Opened, but not closed: its ${its} ${verb.now} ${after} than the goal's, ${there}.`;
  return `Opened, but not closed: the goal was expanded first, although its ${its} ${verb.now} ${before}.`;
}

/** The words of sentences about totals: f is smaller or greater, steps are fewer or more. */
function nameTotals(trace) {
  if (!trace.isInSteps) return { name: "f", verb: { now: "is", then: "was" }, first: "smallest", before: "smaller", after: "greater" };
  const isDeepest = trace.range.f[0] < 0;
  const [first, before, after] = isDeepest ? ["most", "more", "fewer"] : ["fewest", "fewer", "more"];
  return { name: "steps", verb: { now: "are", then: "were" }, first, before, after };
}


function explainWaiting(cursor, state) {
  const { trace } = cursor;
  const event = cursor.eventOf(state);
  const f = trace.f[event];
  if (Number.isNaN(f)) return `Open: it waits with cost ${trace.costText(event)}.`;
  let before = 0;
  for (const other of cursor.states(OPEN, AGAIN)) {
    const opening = cursor.eventOf(other);
    const cost = trace.f[opening];
    if (isEqual(cost, f) ? opening > event : cost < f) before++;
  }
  const turn = before ? `${formatNumber(before)} open nodes come before it` : "its turn is next";
  return `Open: it waits with ${trace.totalName} ${trace.totalText(f)}, and ${turn}.`;
}

function explainReopening({ cursor }, state) {
  const { trace } = cursor;
  const event = cursor.eventOf(state);
  const parent = trace.parent[event];
  const from = parent >= 0 ? ` through ${trace.names[parent]}` : "";
  let before = trace.before[event];
  while (before >= 0 && trace.kind[before] === OPENED) before = trace.before[before];
  if (trace.costs || before < 0) return `Reopened: a cheaper path${from} was found after it was closed.`;
  return `Reopened: after it was closed with g ${formatNumber(trace.g[before])}, a path${from} was found with g ${formatNumber(trace.g[event])}.`;
}
