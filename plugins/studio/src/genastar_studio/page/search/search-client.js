/**
 * Questions to the service: one that is watched, over a socket, and quick ones whose answer alone is wanted.
 */

/** A search is timed so often at most, unless that takes as many seconds. */
const RUNS = 3;
const ENOUGH = 0.5;

/**
 * @typedef {import("../model/api.js").Question & {events?: number}} Question
 */

/**
 * One search at a time that is watched as it runs.
 *
 * A new question cancels the one before and is asked when that has ended; of several that wait, the newest is asked.
 *
 * Events: `thinned`, `began` (detail: what the service began), `frame` (detail: columns of events), `capped`, `ended` (detail: {answer}
 * or {problem}), `state`.
 */
export class TraceSearch extends EventTarget {
  constructor() {
    super();
    /** @type {?WebSocket} */
    this.socket = null;
    /** The id of the world that the socket is for, and who answered. */
    this.world = "";
    /** @type {?import("../model/world.js").World} */
    this.nextWorld = null;
    /** `idle`, `asked` (nothing has come back yet), `running` or `paused`. */
    this.state = "idle";
    /** Whether a question that waits is to pause as soon as it begins: somebody paused while the one before it was ending. */
    this.isHeld = false;
    /** @type {?Question} */
    this.next = null;
  }

  get busy() {
    return this.state !== "idle";
  }

  /**
   * @param {import("../model/world.js").World} world
   * @param {Question} question
   */
  ask(world, question) {
    this.next = question;
    this.nextWorld = world;
    this.isHeld = false;
    if (this.busy) this.#send({ cancel: true });
    else this.#begin();
  }

  pause() {
    if (this.state !== "running") return;
    this.isHeld = this.next !== null;
    this.#send({ pause: true });
    this.#become("paused");
  }

  resume() {
    if (this.state !== "paused") return;
    this.isHeld = false;
    this.#send({ pause: false });
    this.#become("running");
  }

  /** End the search that runs, whose answer will say `cancelled`, and ask no other. */
  cancel() {
    this.next = null;
    if (this.busy) this.#send({ cancel: true });
  }

  /** End all of it. */
  close() {
    this.next = null;
    this.socket?.close();
    this.socket = null;
    this.#become("idle");
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.#tell("state", state);
  }

  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #begin() {
    const question = this.next;
    if (!question) return;
    this.next = null;
    this.#become("asked");
    const { id, api } = /** @type {import("../model/world.js").World} */ (this.nextWorld);
    if (this.socket?.readyState === WebSocket.OPEN && this.world === id) return this.#send({ ask: question });
    this.socket?.close();
    this.world = id;
    const socket = api.trace(id);
    this.socket = socket;
    socket.addEventListener("open", () => {
      if (this.socket !== socket) return;
      this.#send({ ask: this.next ?? question });
      this.next = null;
    });
    socket.addEventListener("message", (event) => this.socket === socket && this.#hear(typeof event.data === "string" ? JSON.parse(event.data) : event.data));
    socket.addEventListener("close", () => this.socket === socket && this.#lost());
  }

  #lost() {
    this.socket = null;
    if (!this.busy) return;
    this.#end({ problem: { title: "no connection", detail: "server connection lost; restart `genastar studio` and reload" } });
  }

  #hear(message) {
    if (message.answer || message.problem) return this.#end(message);
    // Of a question that was overtaken by the next, nobody wants what still comes.
    if (this.next) return;
    if (message.began) {
      this.#become("running");
      this.#tell("began", message.began);
      if (this.isHeld) this.pause();
    } else if (message.events) this.#tell("frame", message.events);
    else if (message.thinned !== undefined) this.#tell("thinned", message.thinned);
    else if (message.capped !== undefined) this.#tell("capped", message.capped);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #end(outcome) {
    this.#become("idle");
    if (this.next) this.#begin();
    else this.#tell("ended", outcome);
  }
}

/** Answers without a trace, for while somebody drags: at most one is under way, and of those that wait the newest is next. */
export class QuickSearch {
  constructor() {
    this.isBusy = false;
    /** @type {?(() => Promise<void>)} */
    this.next = null;
    /** Each question's number, and the last whose answer nobody wants. */
    this.stamp = 0;
    this.forgotten = 0;
  }

  /**
   * @param {import("../model/world.js").World} world
   * @param {Question} question
   * @param {(answer: any) => void} show is called with the answer unless it was forgotten meanwhile
   * @param {(error: Error) => void} [fail]
   */
  ask(world, question, show, fail = () => {}) {
    const stamp = ++this.stamp;
    this.next = async () => {
      try {
        const answer = await world.api.solve(world.id, question);
        if (stamp > this.forgotten) show(answer);
      } catch (error) {
        if (stamp > this.forgotten) fail(/** @type {Error} */ (error));
      }
    };
    if (!this.isBusy) this.#run();
  }

  /** No answer that is still to come is shown. */
  forget() {
    this.next = null;
    this.forgotten = this.stamp;
  }

  async #run() {
    this.isBusy = true;
    while (this.next) {
      const ask = this.next;
      this.next = null;
      await ask();
    }
    this.isBusy = false;
  }
}

/**
 * The quickest of some answers to the same question: other programs slow some of them down.
 * @param {() => Promise<{seconds: number, engine: string}>} ask
 */
export async function measureQuickest(ask) {
  let best = await ask();
  let spent = best.seconds;
  for (let times = 1; times < RUNS && spent < ENOUGH; times++) {
    const answer = await ask();
    spent += answer.seconds;
    if (answer.engine !== best.engine || answer.seconds < best.seconds) best = answer;
  }
  return best;
}
