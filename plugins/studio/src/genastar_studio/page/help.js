/** The dialog of keys and gestures. */

import { make } from "./dom.js";
import { showDialog } from "./dialog.js";

const GROUPS = {
  "On the map": [
    ["Drag", "paints; drags the start or a goal; moves the map where nothing can be painted"],
    ["Left button", "sets the brush's value"],
    ["Right button", "adds it, where values are costs"],
    ["Both buttons, Shift", "subtracts it"],
    ["Escape", "leaves a drag undone"],
    ["Wheel, pinch, +, −", "zooms"],
    ["Space and drag, middle button, two fingers", "moves the map"],
    ["0", "shows all of it"],
  ],
  "On the map, by keys": [
    ["Arrows", "move the cursor"],
    ["Shift+Arrows", "move the map"],
    ["Space", "paints at the cursor; held while moving, a line"],
    ["A, D", "add and subtract at the cursor"],
    ["Enter", "inspects the place"],
    ["S, G", "put the start, the goal here"],
    ["Shift+G", "one more goal, or one less"],
    ["Page up, Page down", "the layer above, below"],
    ["Escape", "puts the cursor away"],
  ],
  "In a search": [
    ["P", "plays, and stops playing"],
    [",", "an event back"],
    [".", "an event forward"],
    ["<", "an expansion back"],
    [">", "an expansion forward"],
    ["Home", "on the bar: to the start"],
    ["End", "on the bar: to the end"],
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
      make("dl", { class: "keys" }, ...rows.flatMap(([keys, what]) => [make("dt", {}, ...keysOf(keys)), make("dd", {}, what)])),
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
function keysOf(keys) {
  return keys.split(", ").flatMap((key, i) => [...(i ? [" "] : []), make("kbd", {}, key)]);
}
