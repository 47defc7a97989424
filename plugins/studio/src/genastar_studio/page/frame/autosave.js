/** What is shown is kept: a reload shows it again, with its panels and what can be undone; the newest of all tabs is kept longer. */

import { waitForCalm } from "../controls/dom.js";
import { openScenario, pack, makeScenario, unpack } from "../model/share-link.js";

const KEY = "genastar.studio.kept";

/** Milliseconds after a change. */
const WAIT = 250;

export class Autosave {
  /** @param {import("../model/studio.js").Studio} studio  @param {import("../edit/editor.js").Editor} editor */
  constructor(studio, editor) {
    this.studio = studio;
    this.editor = editor;
    /** Whether what is kept is whole, so that the server may forget its world. */
    this.hasAll = true;
  }

  /** Whether this tab showed something before it was loaded again. */
  get hasOwn() {
    return sessionStorage.getItem(KEY) !== null;
  }

  /** Keep what changes from now on. @param {import("../search/panels.js").Panels} panels */
  begin(panels) {
    const { studio } = this;
    const save = waitForCalm(() => this.save(), WAIT);
    for (const event of ["world", "painted", "ends", "agents"]) studio.addEventListener(event, save);
    studio.history.addEventListener("changed", save);
    panels.addEventListener("settings", save);
    panels.choice.addEventListener("change", save);
  }

  async save() {
    const { studio } = this;
    const { world } = studio;
    if (!world || studio.isRecorded) return;
    try {
      const scenario = await makeScenario(studio).catch(() => ({ ...studio.sharedBy(), world: world.id }));
      const kept = await pack({ scenario, history: studio.history.dump() });
      if (studio.world !== world) return;
      sessionStorage.setItem(KEY, kept);
      this.hasAll = !scenario.world;
      if (this.hasAll) localStorage.setItem(KEY, kept);
    } catch {
      // A map may be larger than what a browser keeps; it can still be saved as a file.
    }
  }

  /** Whether another tab, or an earlier visit, left something. */
  get hasLast() {
    return localStorage.getItem(KEY) !== null;
  }

  /** Show what this tab showed before it was loaded again. @returns {Promise<boolean>} whether there was something */
  restore() {
    return this.#restore(sessionStorage.getItem(KEY));
  }

  /** Show what was changed last, in any tab. */
  restoreLast() {
    return this.#restore(localStorage.getItem(KEY));
  }

  /** @param {string | null} kept */
  async #restore(kept) {
    if (!kept) return false;
    const { studio, editor } = this;
    try {
      const { scenario, history } = await unpack(kept);
      await openScenario(studio, scenario);
      studio.history.load(history, (data) => editor.entryOf(data));
      return true;
    } catch {
      sessionStorage.removeItem(KEY); // It is of a file that the server no longer has, or of another version.
      return false;
    }
  }
}
