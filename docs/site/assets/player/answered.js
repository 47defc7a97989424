/** The recorded answers of the service, read from files: see docs/site/record.py. */

import { Api, Problem } from "./api.js";

const NOT_RECORDED = "This was not recorded. `genastar studio` searches anything, on your own machine.";

const bytesOf = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)).buffer;

/** A replacement of WebSocket that replays a file. */
class Playback extends EventTarget {
  readyState = WebSocket.CONNECTING;

  /** @param {(question: object) => Promise<string[]>} find  the messages of a question's search */
  constructor(find) {
    super();
    this.find = find;
    setTimeout(() => {
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  /** @param {string} text */
  async send(text) {
    const { ask } = JSON.parse(text);
    if (!ask) return;
    const lines = await this.find(ask).catch(({ message }) => [JSON.stringify({ problem: { detail: message } })]);
    for (const data of lines) this.dispatchEvent(new MessageEvent("message", { data }));
  }

  close() {
    this.readyState = WebSocket.CLOSED;
  }
}

export class Answered extends Api {
  /** The worlds by their ids. @type {Map<string, any>} */ #worlds = new Map();
  /** @type {any} */ #catalogue = null;

  constructor() {
    super(new URL("recorded/", document.baseURI));
  }

  /** @param {string} name */
  async #read(name) {
    const answer = await fetch(new URL(encodeURI(name), this.base));
    if (!answer.ok) throw new Problem({ title: NOT_RECORDED });
    return answer;
  }

  async begin() {
    this.#catalogue = await (await this.#read("catalogue.json")).json();
  }

  /** The domains, without options, because only the defaults were recorded. */
  async domains() {
    return this.#catalogue.domains.map((domain) => ({ ...domain, options: {} }));
  }

  async engines() {
    return [];
  }

  /** The algorithms that were recorded. */
  async algorithms() {
    return this.#catalogue.algorithms.map((algorithm) => ({ ...algorithm, options: {} }));
  }

  async sources() {
    return this.#catalogue.sources;
  }

  /** @param {{source: string}} what */
  async open({ source }) {
    const world = await (await this.#read(`${source}.json`)).json();
    this.#worlds.set(world.id, world);
    return { ...world, view: world.view && { ...world.view, canvas: null } };
  }

  async world(id) {
    return this.#worlds.get(id);
  }

  /** @returns {Promise<any>} */
  async remove() {}

  async part(id, part) {
    return bytesOf(this.#worlds.get(id).parts[part]);
  }

  async position(id, at) {
    const known = this.#worlds.get(id).positions.find(({ place, position }) => at === place || at === position);
    if (!known) throw new Problem({ status: 422, detail: NOT_RECORDED });
    return known;
  }

  /** The algorithms that were recorded in a world. @param {string} id  @returns {string[]} */
  recorded(id) {
    return this.#worlds.get(id).algorithms;
  }

  async heuristic(id, { algorithm }) {
    return (await this.#read(`${this.#worlds.get(id).source}/${algorithm}.json`)).json();
  }

  /** @returns {any} */
  trace(id) {
    return new Playback(async ({ algorithm }) => {
      const answer = await this.#read(`${this.#worlds.get(id).source}/${algorithm}.jsonl`);
      return (await answer.text()).split("\n");
    });
  }
}
