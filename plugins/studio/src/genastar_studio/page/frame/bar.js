/** The bar above: what is done with whole worlds, and how the page looks. */

import { makeLabelledButton, make } from "../controls/dom.js";
import { showHelp } from "./help.js";
import { formatNumber } from "../controls/numbers.js";

const THEMES = ["auto", "light", "dark"];

/**
 * @param {import("../model/studio.js").Studio} studio  @param {import("./files.js").Files} files
 * @param {{world: HTMLElement, name: HTMLElement, page: HTMLElement}} regions  @param {import("./gallery.js").Gallery} gallery
 * @param {import("./lessons.js").Lessons} lessons
 */
export function mountBar(studio, files, regions, gallery, lessons) {
  const { history } = studio;
  const gap = () => make("span", { class: "gap", "aria-hidden": "true" });
  const save = makeLabelledButton({
    id: "save",
    icon: "save",
    text: "Save",
    title: "Save the scenario",
    key: "Ctrl+S",
    click: () => files.save(),
  });
  const resize = makeLabelledButton({
    id: "resize",
    icon: "resize",
    text: "Resize",
    title: "Change the size",
    click: () => files.showResize(),
  });
  const undo = makeLabelledButton({ id: "undo", icon: "undo", text: "Undo", key: "Ctrl+Z", click: () => undoOne(studio) });
  const redo = makeLabelledButton({ id: "redo", icon: "redo", text: "Redo", key: "Ctrl+Shift+Z", click: () => redoOne(studio) });
  const share = makeLabelledButton({ id: "share", icon: "share", text: "Share", title: "Share a link", click: () => files.showShare() });
  const out = makeLabelledButton({
    id: "export",
    icon: "export",
    text: "Export",
    title: "Export pictures, traces, commands",
    key: "Ctrl+E",
    click: () => files.showExport(),
  });
  regions.world.append(
    makeLabelledButton({ id: "lessons", icon: "lessons", text: "Lessons", title: "Lessons in search", click: () => lessons.show() }),
    makeLabelledButton({ id: "gallery", icon: "gallery", text: "Examples", title: "Examples to open", click: () => gallery.show() }),
    makeLabelledButton({ id: "new", icon: "new", text: "New", title: "New world", key: "N", click: () => files.showNew() }),
    makeLabelledButton({ id: "open", icon: "open", text: "Open", title: "Open a map", key: "Ctrl+O", click: () => files.showOpen() }),
    save,
    resize,
    gap(),
    undo,
    redo,
    gap(),
    share,
    out,
  );
  const theme = makeLabelledButton({
    id: "theme",
    icon: "theme",
    text: "",
    click: () => studio.restyle({ theme: after(THEMES, studio.themeChoice) }),
  });
  const palette = makeLabelledButton({
    id: "palette",
    icon: "palette",
    text: "",
    click: () => studio.restyle({ palette: studio.palette === "colour-blind" ? "red-blue" : "colour-blind" }),
  });
  regions.page.append(
    palette,
    theme,
    makeLabelledButton({ id: "help", icon: "help", text: "Keys", title: "Keys and gestures", key: "?", click: showHelp }),
  );

  const tellStyle = () => {
    name(theme, { auto: "Auto", light: "Light", dark: "Dark" }[studio.themeChoice], `Theme: ${studio.themeChoice}`);
    name(palette, "Palette", `Palette: ${studio.palette}`);
  };
  const tellHistory = () => {
    undo.disabled = history.last === null;
    redo.disabled = history.next === null;
    undo.title = history.last ? `Undo: ${history.last} (Ctrl+Z)` : "Nothing to undo";
    redo.title = history.next ? `Redo: ${history.next} (Ctrl+Shift+Z)` : "Nothing to redo";
  };
  const tellWorld = () => {
    const { world } = studio;
    regions.name.replaceChildren(make("strong", {}, world?.name ?? ""), make("span", {}, world ? ` · ${world.domain}${formatSize(world)}` : ""));
    regions.name.title = regions.name.textContent;
    save.disabled = !world?.canvas?.saves.length;
    resize.disabled = !isResizable(world);
    share.disabled = out.disabled = !world;
    document.title = world ? `${world.name} – genastar studio` : "genastar studio";
  };
  studio.addEventListener("theme", tellStyle);
  studio.addEventListener("world", tellWorld);
  studio.addEventListener("attached", tellWorld);
  history.addEventListener("changed", tellHistory);
  tellStyle();
  tellHistory();
  tellWorld();
}

/** @param {import("../model/world.js").World | null} world */
export function isResizable(world) {
  return Boolean(world?.canvas?.complete && world.kind === "cells" && world.layers === 1);
}

/** @param {import("../model/studio.js").Studio} studio */
export async function undoOne(studio) {
  const what = await studio.history.undo();
  if (what) studio.say(`Undone: ${what}`, "quiet");
}

/** @param {import("../model/studio.js").Studio} studio */
export async function redoOne(studio) {
  const what = await studio.history.redo();
  if (what) studio.say(`Redone: ${what}`, "quiet");
}

function name(button, text, title) {
  button.lastElementChild.textContent = text;
  button.title = title;
  button.setAttribute("aria-label", title);
}

function after(list, value) {
  return list[(list.indexOf(value) + 1) % list.length];
}

/** @param {import("../model/world.js").World} world */
function formatSize(world) {
  if (world.kind === "cells") return ` · ${world.width} × ${world.height}${world.layers > 1 ? ` × ${world.layers}` : ""}`;
  return world.size ? ` · ${formatNumber(world.size)} places` : "";
}
