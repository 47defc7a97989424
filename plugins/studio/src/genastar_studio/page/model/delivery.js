/**
 * What was painted on a world and the server is still to know: it is told in batches, one at a time, so that its version of the world
 * is always known here.
 */

import { Problem } from "./api.js";

/** So many changes are sent at once: fewer than a megabyte of JSON, 33 bytes each at most. */
const MANY = 30_000;

/** What a change takes in JSON, and a value by itself, in bytes; and what the values of all places may take. */
const CHANGE = 12;
const VALUE = 8;
const MOST = 32_000_000;

export class Delivery {
  /** @type {Map<number, number>} */ #unsent = new Map();
  /** Whether the server's world is no longer that of one of its sources. */
  #isOwn = false;
  /** @type {Promise<void> | null} */ #sending = null;
  /** Whether more of the same stroke is to come. */
  isStroking = false;

  /** @param {import("./world.js").World} world */
  constructor(world) {
    this.world = world;
  }

  /** Whether nothing waits, and nobody paints. */
  get isIdle() {
    return !this.#unsent.size && !this.isStroking;
  }

  /** @param {number} place  @param {number} value */
  add(place, value) {
    this.#unsent.set(place, value);
  }

  /** Wait until the server knows all that was painted. */
  async settled() {
    while (this.#sending) await this.#sending;
  }

  /** Deliver what waits, unless something is under way: then after it. */
  send() {
    if (this.#sending) return;
    this.#sending = this.#deliver().finally(() => {
      this.#sending = null;
      if (this.#unsent.size) this.send();
    });
  }

  async #deliver() {
    const { world } = this;
    const changes = this.#unsent;
    this.#unsent = new Map();
    try {
      if (changes.size) await this.#deliverOne(changes);
    } catch (error) {
      this.#unsent.clear();
      this.isStroking = false;
      await world.reload();
      world.dispatchEvent(new CustomEvent("refused", { detail: { error } }));
      return;
    }
    const live = this.isStroking || this.#unsent.size > 0;
    world.dispatchEvent(new CustomEvent("sent", { detail: { places: [...changes.keys()], live } }));
    if (!live) await world.recolour();
  }

  /** @param {Map<number, number>} changes */
  async #deliverOne(changes) {
    const { world } = this;
    try {
      if (world.source && !this.#isOwn) await this.#copy();
      await this.#put(changes);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 404) await this.revive();
      else if (error.status === 409) world.tell(await world.api.world(world.id));
      else throw error;
      await this.#put(changes);
    }
  }

  /** The server's sources are not changed, copies are. */
  async #copy() {
    const { world } = this;
    world.tell(await world.api.open({ copy: world.id }));
    this.#isOwn = true;
  }

  /** @param {Map<number, number>} changes */
  async #put(changes) {
    const { world } = this;
    const whole = VALUE * world.size;
    if (whole < MOST && (whole < CHANGE * changes.size || changes.size > MANY)) {
      world.tell(await world.api.putValues(world.id, world.version, world.values));
      return;
    }
    const list = [...changes];
    for (let i = 0; i < list.length; i += MANY) {
      world.tell(await world.api.paint(world.id, world.version, list.slice(i, i + MANY)));
    }
  }

  /** The server has forgotten this world: make it anew, from its source, or from what is seen here. */
  async revive() {
    const { world } = this;
    if (world.source && !this.#isOwn) {
      world.tell(await world.api.open({ source: world.source, domain: world.domain, options: world.options }));
      return;
    }
    if (!world.canvas?.complete || !world.width || world.layers > 1)
      throw new Problem({ title: "the server has forgotten this world; open it again" });
    const blank = { domain: world.domain, width: world.width, height: world.height };
    world.tell(await world.api.open({ blank, options: world.options }));
    world.tell(await world.api.putValues(world.id, world.version, world.values));
  }
}
