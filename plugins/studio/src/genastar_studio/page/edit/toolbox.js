/** The tools at the left: what a drag does, what to paint with, how large, and what fills a whole world. */

import { makeLabelledButton, make } from "../controls/dom.js";
import { formatChannels } from "../draw/colour.js";
import { ThresholdTool } from "./threshold.js";
import { TOOLS } from "./editor.js";

const NAMES = {
  inspect: ["Inspect", "V"],
  paint: ["Brush", "B"],
  line: ["Line", "L"],
  rectangle: ["Box", "R"],
  fill: ["Fill", "F"],
  start: ["Start", ""],
  goal: ["Goal", ""],
};

const TITLES = {
  inspect: "Inspect places, move the map",
  paint: "Paint freehand",
  line: "Paint a line",
  rectangle: "Paint a rectangle",
  fill: "Fill connected places of equal value",
  start: "Set the start",
  goal: "Set the goal; with Shift, add a goal",
};

/** What the left button, or a finger, does with amounts. */
const WAYS = {
  set: ["Set", "Set the value of places"],
  add: ["Add", "Add to the value of places"],
  subtract: ["Subtract", "Subtract from the value of places"],
};

/** @param {import("../model/studio.js").Studio} studio  @param {import("./editor.js").Editor} editor  @param {HTMLElement} region */
export function mountTools(studio, editor, region) {
  const tools = make("div", { class: "tool-grid", role: "group", "aria-label": "Tools" });
  const brushes = make("div", { class: "tool-grid", role: "group", "aria-label": "Brushes" });
  /** @type {[string, HTMLElement][]} */
  const buttons = TOOLS.map((tool) => {
    const [text, key] = NAMES[tool];
    const button = makeLabelledButton({
      id: `tool-${tool}`,
      icon: tool,
      text,
      title: TITLES[tool],
      key,
      click: () => studio.setTool(tool),
    });
    tools.append(button);
    return [tool, button];
  });
  const ways = make(
    "div",
    { class: "segments", role: "group", "aria-label": "Brush mode" },
    ...Object.entries(WAYS).map(([way, [text, title]]) =>
      make(
        "button",
        { type: "button", "data-way": way, title, click: () => studio.setBrush({ way: /** @type {any} */ (way) }) },
        text,
      ),
    ),
  );
  const amount = make("input", {
    type: "number",
    id: "brush-value",
    step: "any",
    "aria-label": "Brush value",
    input: () => Number.isFinite(amount.valueAsNumber) && studio.setBrush({ value: amount.valueAsNumber }),
  });
  const size = make("input", {
    type: "range",
    id: "brush-size",
    min: 1,
    max: 15,
    value: 1,
    "aria-label": "Brush size",
    input: () => studio.setBrush({ size: size.valueAsNumber }),
  });
  const shownSize = make("output", { for: "brush-size" });
  const hint = make("p", { class: "hint" });
  const amountField = make("label", { class: "tool-field" }, "Value", amount);
  const painting = make(
    "div",
    { class: "tool-group", id: "brushes" },
    make("h2", {}, "Paint with"),
    brushes,
    amountField,
    ways,
    make("label", { class: "tool-field" }, "Size", size, shownSize),
    hint,
  );
  const worlds = make(
    "div",
    { class: "tool-group", id: "generators" },
    make("h2", {}, "Fill the map"),
    make(
      "div",
      { class: "tool-grid" },
      makeLabelledButton({ id: "maze", icon: "maze", text: "Maze", title: "A maze", click: () => editor.generate("maze") }),
      makeLabelledButton({ id: "cave", icon: "cave", text: "Cave", title: "A cave", click: () => editor.generate("cave") }),
      makeLabelledButton({ id: "clear", icon: "clear", text: "Clear", title: "Clear the map", click: () => editor.generate("clear") }),
    ),
  );
  const zoom = (factor) => () => seen(studio).forEach((stage) => stage.zoom(factor));
  const seeing = make(
    "div",
    { class: "tool-group" },
    make("h2", {}, "View"),
    make(
      "div",
      { class: "tool-grid" },
      makeLabelledButton({ id: "zoom-in", icon: "zoom-in", text: "Zoom in", title: "Zoom in", key: "+", click: zoom(1.5) }),
      makeLabelledButton({ id: "zoom-out", icon: "zoom-out", text: "Zoom out", title: "Zoom out", key: "−", click: zoom(1 / 1.5) }),
      makeLabelledButton({
        id: "fit",
        icon: "fit",
        text: "Fit",
        title: "Show the whole map",
        key: "0",
        click: () => seen(studio).forEach((stage) => stage.fit()),
      }),
    ),
  );
  region.append(make("div", { class: "tool-group" }, make("h2", {}, "Tools"), tools), painting, worlds, new ThresholdTool(studio).element, seeing);

  const tellTool = () => {
    for (const [tool, button] of buttons) button.setAttribute("aria-pressed", String(tool === studio.tool));
    for (const button of brushes.children)
      button.setAttribute("aria-pressed", String(Number(button.dataset.value) === studio.brush.value));
    if (document.activeElement !== amount) amount.value = String(studio.brush.value);
    for (const button of ways.children) button.setAttribute("aria-pressed", String(button.dataset.way === studio.brush.way));
    size.value = String(studio.brush.size);
    shownSize.textContent = String(studio.brush.size);
  };
  const tellWorld = () => {
    const canvas = studio.world?.canvas ?? null;
    painting.hidden = !canvas;
    worlds.hidden = !canvas || studio.world.kind === "lines";
    amountField.hidden = ways.hidden = !canvas?.additive;
    for (const [tool, button] of buttons) {
      const isIdle = !canvas && ["paint", "line", "rectangle", "fill"].includes(tool);
      button.hidden = !studio.world?.view || isIdle || (tool === "fill" && studio.world.kind === "lines");
    }
    seeing.hidden = region.hidden = !studio.world?.view;
    brushes.replaceChildren(...(canvas?.brushes ?? []).map((brush) => makeBrushButton(studio, brush, canvas.additive)));
    hint.textContent = canvas?.additive ? "Right button: add. Both buttons or Shift: subtract." : "Right button or Shift: erase.";
    tellTool();
  };
  studio.addEventListener("tool", tellTool);
  studio.addEventListener("world", tellWorld);
  studio.addEventListener("attached", tellWorld);
  studio.addEventListener("theme", tellWorld);
  tellWorld();
}

/** One stage of those that share a camera. */
function seen(studio) {
  const cameras = new Map(studio.stages.map((stage) => [stage.camera, stage]));
  return [...cameras.values()];
}

function makeBrushButton(studio, { name, value, colour }, isAdditive) {
  const swatch = make("span", { class: studio.world.hasGround ? "swatch is-ground" : "swatch" });
  swatch.style.setProperty("--colour", formatChannels(colour));
  const button = make(
    "button",
    {
      type: "button",
      class: "brush",
      "data-value": value,
      "aria-label": `Paint ${name}`,
      title: isAdditive ? `${name}: ${value}` : name,
      click: () => pick(studio, value),
    },
    swatch,
    make("span", { class: "label" }, name),
    isAdditive ? make("span", { class: "amount" }, String(value)) : null,
  );
  return button;
}

function pick(studio, value) {
  studio.setBrush({ value });
  if (!["paint", "line", "rectangle", "fill"].includes(studio.tool)) studio.setTool("paint");
}
