/** Keys that work everywhere on the page, but not while somebody writes. */

import { redoOne, undoOne } from "./bar.js";
import { showHelp } from "./help.js";

const TOOLS = { v: "inspect", b: "paint", l: "line", r: "rectangle", f: "fill" };

/** @param {import("../model/studio.js").Studio} studio  @param {import("./files.js").Files} files */
export function mountKeys(studio, files) {
  const withControl = {
    z: () => undoOne(studio),
    Z: () => redoOne(studio),
    y: () => redoOne(studio),
    o: () => files.showOpen(),
    s: () => files.save(),
    e: () => files.showExport(),
  };
  const plain = {
    n: () => files.showNew(),
    "?": () => showHelp(),
    "[": () => studio.setBrush({ size: Math.max(studio.brush.size - 1, 1) }),
    "]": () => studio.setBrush({ size: Math.min(studio.brush.size + 1, 15) }),
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isWriting(event.target) || document.querySelector("dialog[open]")) return;
    const { key } = event;
    const action =
      event.ctrlKey || event.metaKey ? withControl[key] : (plain[key] ?? findTool(studio, key) ?? findBrush(studio, key));
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function findTool(studio, key) {
  const tool = TOOLS[key];
  const button = tool && document.getElementById(`tool-${tool}`);
  return button && !button.hidden ? () => studio.setTool(tool) : null;
}

function findBrush(studio, key) {
  const brush = /^[1-9]$/.test(key) ? studio.world?.canvas?.brushes[Number(key) - 1] : null;
  return brush ? () => studio.setBrush({ value: brush.value }) : null;
}

/** @param {EventTarget | null} target */
function isWriting(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type);
}
