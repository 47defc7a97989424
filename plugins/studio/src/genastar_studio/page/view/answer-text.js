/** An answer in words: what was found, by which algorithm, and what is proven. */

import { formatCost, formatDuration, formatNumber, formatNumbers, formatRatio } from "../controls/numbers.js";

/** In one sentence, what an answer says. @param {boolean} walks  whether an agent walked while it searched */
export function makeSentence(answer, walks) {
  switch (answer.outcome) {
    case "found":
      return `Found: ${describeCost(answer)}.`;
    case "unreachable":
      if (walks) {
        const after = `after ${formatNumber(answer.expanded)} expansions`;
        return `Unreachable from where the agent is ${after}; astar says whether a path leads there from the start${formatClosest(answer)}.`;
      }
      return `Unreachable: all ${formatNumber(answer.expanded)} states reachable from the start were expanded${formatClosest(answer)}.`;
    case "limit":
      return `Ended by a limit after ${formatNumber(answer.expanded)} expansions${formatClosest(answer)}.`;
    case "timeout":
      return `Out of time after ${formatNumber(answer.expanded)} expansions${formatClosest(answer)}.`;
    default:
      return `Stopped after ${formatNumber(answer.expanded)} expansions${formatClosest(answer)}.`;
  }
}

/** What the path of an answer costs. @param {any} answer  @param {string} [unit]  of the view */
export function describeCost({ cost, itinerary, objectives }, unit = "") {
  if (objectives) return formatNumbers(cost, objectives);
  return itinerary?.summary || `cost ${formatCost(cost, unit)}`;
}

/** What is proven of a path that was found, in words. @param {{outcome: string, bound: number | null, fewest_steps?: boolean}} answer */
export function formatBound({ outcome, bound, fewest_steps: hasFewestSteps = false }) {
  if (outcome !== "found") return "";
  if (bound === null) return hasFewestSteps ? "fewest steps" : "not proven optimal";
  return bound === 1 ? "optimal" : `at most ${formatNumber(bound)} times the optimum`;
}

/** Which algorithm ran, why it did if the domain chose it, and what it proves; nothing of a search that never began. */
export function formatAlgorithm(answer) {
  const { algorithm, why } = answer;
  if (algorithm === "auto") return "";
  const proven = formatBound(answer);
  return ` By ${algorithm}${why ? ` (auto: ${why})` : ""}${proven && `; ${proven}`}.`;
}

function formatClosest(answer) {
  return answer.closest === null || answer.closest === undefined ? "" : `; closest position: ${answer.closest}`;
}

/** How long a search took. @param {any} panel */
export function formatTimes({ answer, times, isTiming }) {
  if (times?.interpreted !== undefined && times?.compiled !== undefined) {
    const ratio = formatRatio(times.interpreted / times.compiled);
    return `Interpreted ${formatDuration(times.interpreted)}, compiled ${formatDuration(times.compiled)}: ${ratio} times as fast.`;
  }
  if (answer.seconds === null) return "";
  if (answer.streamed && isTiming) return "Timing …";
  const what = answer.streamed ? "; with the sending of its events" : "";
  return `Completed in ${formatDuration(answer.seconds)} (${answer.engine}${what}).`;
}
