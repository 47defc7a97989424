/**
 * What was done, to be undone: entries with the two ways.
 *
 * @typedef {{label: string, undo: () => void | Promise<void>, redo: () => void | Promise<void>, weight?: number,
 *   forget?: () => void, data?: any}} Entry  `forget` is called when it can be neither undone nor done again; `data`, where
 *   there is any, is what the entry can be made of again
 */

/** What all entries may weigh, in places that they remember. */
const MOST = 40_000_000;

/** What the entries that are kept over a reload may weigh. */
const MOST_KEPT = 2_000_000;

/** Event `changed`. */
export class History extends EventTarget {
  /** @type {Entry[]} */ #done = [];
  /** @type {Entry[]} */ #undone = [];
  #busy = Promise.resolve();

  /** @param {Entry} entry  of what was just done */
  push(entry) {
    this.#done.push(entry);
    forget(this.#undone);
    let weight = 0;
    for (let i = this.#done.length - 1; i >= 0; i--) {
      weight += (this.#done[i].weight ?? 0) + 100;
      if (weight > MOST) {
        forget(this.#done.splice(0, i + 1));
        break;
      }
    }
    this.dispatchEvent(new Event("changed"));
  }

  clear() {
    forget(this.#done);
    forget(this.#undone);
    this.dispatchEvent(new Event("changed"));
  }

  /** The data of the newest entries, as JSON has it: as far as all of them have some, and are not too many. */
  dump() {
    const kept = (entries) => {
      const found = [];
      let weight = 0;
      for (const { data, weight: own = 0 } of entries.toReversed()) {
        weight += own + 100;
        if (!data || weight > MOST_KEPT) break;
        const numbers = (value) => (ArrayBuffer.isView(value) ? Array.from(/** @type {any} */ (value)) : value);
        found.unshift(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, numbers(value)])));
      }
      return found;
    };
    return { done: kept(this.#done), undone: kept(this.#undone) };
  }

  /** @param {{done: any[], undone: any[]}} dumped  @param {(data: any) => Entry} entryOf */
  load({ done, undone }, entryOf) {
    this.clear();
    this.#done = done.map(entryOf);
    this.#undone = undone.map(entryOf);
    this.dispatchEvent(new Event("changed"));
  }

  /** What would be undone, or null. */
  get last() {
    return this.#done.at(-1)?.label ?? null;
  }

  /** What would be done again, or null. */
  get next() {
    return this.#undone.at(-1)?.label ?? null;
  }

  /** @returns {Promise<string | null>} what was undone */
  undo() {
    return this.#move(() => [this.#done, this.#undone, "undo"]);
  }

  /** @returns {Promise<string | null>} what was done again */
  redo() {
    return this.#move(() => [this.#undone, this.#done, "redo"]);
  }

  /** One after the other, however fast the keys are pressed. */
  #move(which) {
    const step = this.#busy.then(async () => {
      const [from, to, way] = which();
      const entry = from.pop();
      if (!entry) return null;
      await entry[way]();
      to.push(entry);
      this.dispatchEvent(new Event("changed"));
      return entry.label;
    });
    this.#busy = step.then(
      () => {},
      () => {},
    );
    return step;
  }
}

/** @param {Entry[]} entries  which is emptied */
function forget(entries) {
  for (const entry of entries.splice(0)) entry.forget?.();
}
