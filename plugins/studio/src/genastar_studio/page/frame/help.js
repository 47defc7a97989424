/** The dialog of keys and gestures. */

import { make } from "../controls/dom.js";
import { showDialog } from "../controls/dialog.js";

const GROUPS = {
  "On the map": [
    ["Drag", "paints; moves the start or a goal; moves a map that cannot be painted"],
    ["Left button", "sets the brush value"],
    ["Right button", "adds the brush value, where values are costs; otherwise erases"],
    ["Both buttons, Shift", "subtracts the brush value; otherwise erases"],
    ["Escape", "cancels a drag"],
    ["Wheel, pinch, +, −", "zooms"],
    ["Space and drag, middle button, two fingers", "moves the map"],
    ["0", "shows the whole map"],
  ],
  "On the map, by keyboard": [
    ["Arrows", "move the cursor"],
    ["Shift+Arrows", "move the map"],
    ["Space", "paints at the cursor; hold it while moving to paint a line"],
    ["A, D", "add and subtract at the cursor"],
    ["Enter", "inspects the place"],
    ["S, G", "set the start, the goal at the cursor"],
    ["Shift+G", "adds or removes a goal"],
    ["Page up, Page down", "the layer above, below"],
    ["Escape", "hides the cursor"],
  ],
  "In a search": [
    ["Ctrl+Enter", "runs the search"],
    ["P", "plays or stops"],
    [",", "goes one event back"],
    [".", "goes one event forward"],
    ["<", "goes one expansion back"],
    [">", "goes one expansion forward"],
    ["Home", "on the slider: goes to the first event"],
    ["End", "on the slider: goes to the last event"],
  ],
  Everywhere: [
    ["V, B, L, R, F", "tools: inspect, brush, line, rectangle, fill"],
    ["[, ]", "smaller and larger brush"],
    ["1 … 9", "brushes"],
    ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
    ["N, Ctrl+O, Ctrl+S, Ctrl+E", "new, open, save, export"],
    ["?", "this list"],
  ],
};

export function showHelp() {
  const parts = Object.entries(GROUPS).map(([title, rows]) =>
    make(
      "section",
      {},
      make("h3", {}, title),
      make("dl", { class: "keys" }, ...rows.flatMap(([keys, what]) => [make("dt", {}, ...makeKeys(keys)), make("dd", {}, what)])),
    ),
  );
  showDialog({
    title: "Keys and gestures",
    id: "help-dialog",
    wide: true,
    body: [make("div", { class: "keys-columns" }, ...parts)],
  });
}

/** Keys are set off from each other. @param {string} keys */
function makeKeys(keys) {
  return keys.split(", ").flatMap((key, i) => [...(i ? [" "] : []), make("kbd", {}, key)]);
}
