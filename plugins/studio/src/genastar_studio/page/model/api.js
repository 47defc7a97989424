/**
 * The service's API, see API.md: one method for each of its requests.
 *
 * @typedef {number | string} Place  the number of a place, or a position's text where the domain has no places
 * @typedef {{start?: Position, goals?: Position[], options?: object, algorithm?: string, algorithm_options?: object,
 *   engine?: string, reopen?: boolean, limits?: {expansions?: number, seconds?: number, cost?: number}}} Question
 * @typedef {{name: string, summary: string, promise: string, needs: string[], domains: string[],
 *   options: {properties?: object}, walks: boolean, viewing_hint: string, error: string | null}} Algorithm
 * @typedef {string | {place: number}} Position
 */

/** A refusal, with the server's one line as its message. */
export class Problem extends Error {
  /** @param {{status?: number, title?: string, detail?: string}} problem  RFC 9457 */
  constructor({ status = 0, title = "", detail = "" }) {
    super(detail || title || "the server refused the request without a reason");
    this.name = "Problem";
    this.status = status;
    this.title = title;
  }
}

export class Api {
  /** @param {string | URL} base  where version 1 is served */
  constructor(base = new URL("api/v1/", document.baseURI)) {
    this.base = new URL(base);
  }

  /** @param {string} path  @param {RequestInit} [init] */
  async #ask(path, init = {}) {
    const url = new URL(path, this.base);
    let answer;
    try {
      answer = await fetch(url, { credentials: "same-origin", ...init });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new Problem({ title: "the server does not answer; is it still running?" });
    }
    if (answer.ok) return answer;
    const text = await answer.text();
    let problem = { detail: text.slice(0, 300) };
    try {
      problem = JSON.parse(text);
    } catch {
      // Whatever stands between may answer in words.
    }
    throw new Problem({ title: answer.statusText, ...problem, status: answer.status });
  }

  /** @param {string} path  @param {AbortSignal} [signal] */
  async #get(path, signal) {
    return (await this.#ask(path, { signal })).json();
  }

  /** @param {string} path  @param {object} body  @param {{method?: string, signal?: AbortSignal}} [how] */
  #send(path, body, { method = "POST", signal } = {}) {
    const headers = { "Content-Type": "application/json" };
    return this.#ask(path, { method, signal, headers, body: JSON.stringify(body) });
  }

  health() {
    return this.#get("health");
  }

  plugins() {
    return this.#get("plugins");
  }

  /** @returns {Promise<string[]>} */
  engines() {
    return this.#get("engines");
  }

  /** @returns {Promise<Algorithm[]>} */
  algorithms() {
    return this.#get("algorithms");
  }

  /** @returns {Promise<object[]>} */
  domains() {
    return this.#get("domains");
  }

  /** @returns {Promise<{name: string, domain: string, bytes: number}[]>} */
  sources() {
    return this.#get("sources");
  }

  /** Open a world: of a source, a copy, a blank one. @param {object} what  @returns {Promise<object>} */
  async open(what) {
    return (await this.#send("worlds", what)).json();
  }

  /**
   * @param {File} file
   * @param {string | null} domain  null: by the file's suffix
   * @param {object | null} options
   */
  async openFile(file, domain = null, options = null) {
    const body = new FormData();
    body.append("file", file, file.name);
    if (domain) body.append("domain", domain);
    if (options) body.append("options", JSON.stringify(options));
    return (await this.#ask("worlds", { method: "POST", body })).json();
  }

  /** @param {string} id */
  world(id) {
    return this.#get(`worlds/${id}`);
  }

  /** Give a world back. @param {string} id */
  remove(id) {
    return this.#ask(`worlds/${id}`, { method: "DELETE", keepalive: true });
  }

  /** @param {string} id  @param {string} part  @param {object} [options]  @returns {Promise<ArrayBuffer>} */
  async part(id, part, options = {}) {
    return (await this.#ask(`worlds/${id}/view/${part}${makeQuery({}, options)}`)).arrayBuffer();
  }

  /** @param {string} id  @param {Place} at  @param {object} [options]  @returns {Promise<{place: number, position: string}>} */
  position(id, at, options = {}) {
    return this.#get(`worlds/${id}/position${makeQuery({ [typeof at === "number" ? "place" : "position"]: at }, options)}`);
  }

  /**
   * Ends that a path connects: those wanted, or the world's own, or others.
   * @param {string} id  @param {number | null} start  @param {number | null} goal  @param {object} [options]
   * @returns {Promise<{start: number | null, goals: number[]}>}
   */
  ends(id, start = null, goal = null, options = {}) {
    return this.#get(`worlds/${id}/ends${makeQuery({ start, goal }, options)}`);
  }

  /**
   * The cost from a start to each place: infinite without a path.
   * @param {string} id  @param {{start: Position, within?: number, options?: object}} asked  @param {AbortSignal} [signal]
   */
  async reach(id, asked, signal) {
    return new Float32Array(await (await this.#send(`worlds/${id}/reach`, asked, { signal })).arrayBuffer());
  }

  /** Whether the unit fits, for each place: 1 or 0. @param {string} id  @param {{options?: object}} asked */
  async fits(id, asked) {
    return new Uint8Array(await (await this.#send(`worlds/${id}/fits`, asked)).arrayBuffer());
  }

  /** The size of the largest unit at a place. @param {string} id  @param {{place: number, options?: object}} asked  @returns {Promise<string>} */
  async clearance(id, asked) {
    return (await (await this.#send(`worlds/${id}/clearance`, asked)).json()).clearance;
  }

  /**
   * Paths among which people choose, of a world whose view has them.
   * @param {string} id  @param {{start: Position, goal: Position, count?: number, options?: object}} asked
   * @returns {Promise<{paths: {cost: number, places: number[], points: [number, number][] | null, itinerary: any}[]}>}
   */
  async alternatives(id, asked) {
    return (await this.#send(`worlds/${id}/alternatives`, asked)).json();
  }

  /** A plan for several agents. @param {string} id  @param {{starts: Position[], goals: Position[]}} asked */
  async fleet(id, asked) {
    return (await this.#send(`worlds/${id}/fleet`, asked)).json();
  }

  /** @param {string} id  @param {number} version  @param {[number, number][]} paint  places and their values */
  async paint(id, version, paint) {
    return (await this.#send(`worlds/${id}`, { version, paint }, { method: "PATCH" })).json();
  }

  /** @param {string} id  @param {number} version  @param {Float64Array} values  of all places */
  async putValues(id, version, values) {
    const headers = { "Content-Type": "application/octet-stream", "If-Match": `"${version}"` };
    return (await this.#ask(`worlds/${id}/values`, { method: "PUT", headers, body: /** @type {BodyInit} */ (values) })).json();
  }

  /** @param {string} id  @param {Question} question  @param {AbortSignal} [signal] */
  async solve(id, question, signal) {
    return (await this.#send(`worlds/${id}/solve`, question, { signal })).json();
  }

  /** @param {string} id  @param {object} batch  @param {AbortSignal} [signal] */
  async batch(id, batch, signal) {
    return (await this.#send(`worlds/${id}/batch`, batch, { signal })).json();
  }

  /** @param {string} id  @param {object} matrix  @param {AbortSignal} [signal] */
  async matrix(id, matrix, signal) {
    return (await this.#send(`worlds/${id}/matrix`, matrix, { signal })).json();
  }

  /** @param {string} id  @param {Question & {expansions?: number}} question  @param {AbortSignal} [signal] */
  async heuristic(id, question, signal) {
    return (await this.#send(`worlds/${id}/heuristic`, question, { signal })).json();
  }

  /**
   * A file of a question's answer.
   * @param {string} id  @param {string} format  @param {Question} question  @param {AbortSignal} [signal]
   * @returns {Promise<{blob: Blob, name: string | null}>}
   */
  async export(id, format, question, signal) {
    const answer = await this.#send(`worlds/${id}/export`, { format, question }, { signal });
    const named = /filename="?([^";]+)"?/.exec(answer.headers.get("Content-Disposition") ?? "");
    return { blob: await answer.blob(), name: named ? named[1] : null };
  }

  /** @param {string} id  @param {Question} question  @returns {Promise<{shell: string, python: string}>} */
  async commands(id, question) {
    return (await this.#send(`worlds/${id}/commands`, question)).json();
  }

  /** The address of a world's stream of traces. @param {string} id */
  traceAddress(id) {
    const url = new URL(`worlds/${id}/trace`, this.base);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    return url;
  }

  /** @param {string} id */
  trace(id) {
    return new WebSocket(this.traceAddress(id));
  }
}

/** A query without what is null. @param {Record<string, unknown>} values  @param {object} options  of the domain, those that differ from the world's */
function makeQuery(values, options) {
  const all = { ...values, options: Object.keys(options).length ? JSON.stringify(options) : null };
  const query = new URLSearchParams(Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
  return query.size ? `?${query}` : "";
}
