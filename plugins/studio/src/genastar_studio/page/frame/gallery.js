/** The gallery: examples to click, each a world with a question and the settings of its panels. */

import { showDialog } from "../controls/dialog.js";
import { make } from "../controls/dom.js";
import { getExampleAddress, fetchExample } from "../model/examples.js";
import { readRecording } from "../model/recording.js";
import { makeDescriptor } from "../model/share-link.js";

/**
 * @typedef {{name: string, title: string, text: string, domain: string, file: string, options?: object, start?: string,
 *   goals?: string[], panels: {algorithm: string, options?: object}[]}} Example
 */

/** Show the recorded search of the first example. @param {import("../model/studio.js").Studio} studio */
export async function showOpening(studio) {
  const recording = await readRecording(await fetchExample("terrain.recording"));
  await studio.openRecording(recording);
  return { world: studio.world, descriptor: makeDescriptor(recording.scenario) };
}

/**
 * The examples of a file whose domains are installed.
 * @param {import("../model/studio.js").Studio} studio  @param {string} file  @returns {Promise<any[]>}
 */
export async function readExamples(studio, file) {
  const examples = JSON.parse(new TextDecoder().decode(await fetchExample(file)));
  return examples.filter(({ domain }) => studio.domain(domain)?.state === "ready");
}

/**
 * Open an example, and run its searches.
 * @param {import("../model/studio.js").Studio} studio  @param {Example} example
 * @returns {Promise<boolean>} false if another world was opened meanwhile
 */
export async function openExample(studio, { title, domain, file, options, start, goals, panels }) {
  const world = await studio.open({ example: file, domain, options }, { start, goals });
  if (!world) return false;
  studio.rename(title);
  await studio.restore({ panels: { panels } });
  studio.run();
  return true;
}

export class Gallery {
  /** @param {import("../model/studio.js").Studio} studio  @param {import("./autosave.js").Autosave} autosave */
  constructor(studio, autosave) {
    this.studio = studio;
    this.autosave = autosave;
  }

  async show() {
    const { studio } = this;
    try {
      const cards = (await readExamples(studio, "gallery.json")).map((example) => this.#card(example));
      showDialog({
        title: "Examples",
        id: "gallery-dialog",
        wide: true,
        body: [make("ul", { class: "gallery" }, ...cards), ...this.#last()],
      });
    } catch (error) {
      studio.say(/** @type {Error} */ (error).message, "error");
    }
  }

  /** A button for what was shown at an earlier visit. */
  #last() {
    if (!this.autosave.hasLast) return [];
    const open = async () => {
      button.closest("dialog").close();
      if (!(await this.autosave.restoreLast())) this.studio.say("Your last map can no longer be opened.", "error");
    };
    const button = make("button", { type: "button", id: "gallery-last", click: open }, "Go on with your last map");
    return [make("div", {}, button)];
  }

  /** @param {Example} example */
  #card(example) {
    const { studio } = this;
    const open = async () => {
      button.closest("dialog")?.close();
      try {
        await studio.during(() => openExample(studio, example));
      } catch (error) {
        studio.say(/** @type {Error} */ (error).message, "error");
      }
    };
    const button = make(
      "button",
      { type: "button", "data-example": example.name, click: open },
      make("img", { src: getExampleAddress(`${example.name}.png`), alt: "", width: 176, height: 110, loading: "lazy" }),
      make("strong", {}, example.title),
      make("small", {}, example.text),
    );
    return make("li", {}, button);
  }
}
