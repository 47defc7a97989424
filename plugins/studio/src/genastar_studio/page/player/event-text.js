/** Events in words. */

import { formatNumber } from "../controls/numbers.js";

const KINDS = ["opened", "closed", "reopened", "found"];

/** Where a panel is in its trace. */
export const formatWhere = ({ cursor, trace }) => `event ${formatNumber(cursor.at + 1)} of ${formatNumber(trace.length)}`;

/** What an event says. */
export function describeEvent(trace, event) {
  if (event < 0) return "before the first event";
  const state = trace.state[event];
  const parent = trace.parent[event];
  const from = parent >= 0 && trace.names[parent] !== trace.names[state] ? ` from ${trace.names[parent]}` : "";
  const costs = trace
    .listCosts(event)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
  return `${KINDS[trace.kind[event]]} ${trace.names[state]}${from}, ${costs}`;
}
