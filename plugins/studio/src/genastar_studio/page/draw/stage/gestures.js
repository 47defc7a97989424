/** What fingers, mouse and pen do on a stage: pan, zoom, and what the tools and the inspector are told. */

/** Less than this, in CSS pixels, is a click and no drag. */
const STILL = 4;

/** What is told when the pointer is over no place, or busy. */
const NOWHERE = { place: -1, x: 0, y: 0 };

/** A finger that goes at least so far across, in CSS pixels, and mostly so, swipes. */
const SWIPE = 40;

/** @typedef {{x: number, y: number, startX: number, startY: number}} Finger */

export class Gestures {
  /** @type {Map<number, Finger>} */ #fingers = new Map();
  /** @type {"none" | "tool" | "pan" | "pinch" | "swipe"} */ #doing = "none";
  #dragged = false;
  #spaced = false;

  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    const { canvas } = stage;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#up(event, true));
    canvas.addEventListener("pointerleave", () => stage.tell("hover", NOWHERE));
    // The focus is shown to whoever uses keys.
    canvas.addEventListener("pointerdown", () => canvas.classList.add("is-pointed"));
    for (const type of ["keydown", "blur"]) canvas.addEventListener(type, () => canvas.classList.remove("is-pointed"));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => event.code === "Space" && (this.#spaced = true));
    canvas.addEventListener("keydown", (event) => event.key === "Escape" && this.#cancel());
    canvas.addEventListener("keyup", (event) => event.code === "Space" && (this.#spaced = false));
    canvas.addEventListener("blur", () => (this.#spaced = false));
    canvas.addEventListener("dblclick", () => stage.studio.isRecorded && stage.fit());
  }

  #at(event) {
    const box = this.stage.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #detail(event, at) {
    return {
      place: this.stage.placeAt(at.x, at.y),
      ...at,
      button: event.button,
      buttons: event.buttons,
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      pointerType: event.pointerType,
    };
  }

  #down(event) {
    const at = this.#at(event);
    this.stage.canvas.focus({ preventScroll: true });
    if (this.#fingers.has(event.pointerId)) {
      // A second button of the same mouse.
      if (this.#doing === "tool") this.stage.tell("move", this.#detail(event, at));
      return;
    }
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, { ...at, startX: at.x, startY: at.y });
    if (this.#fingers.size === 2) {
      if (this.#doing === "tool") this.stage.tell("up", { ...this.#detail(event, at), cancelled: true });
      this.#doing = "pinch";
      this.#dragged = true;
      return;
    }
    if (this.#fingers.size > 2) return;
    this.#dragged = false;
    this.stage.tell("hover", NOWHERE);
    if (event.button === 1 || this.#spaced) this.#doing = "pan";
    else if (event.pointerType === "touch" && this.stage.isStill) this.#doing = "swipe";
    else this.#doing = this.stage.tell("down", this.#detail(event, at)) ? "pan" : "tool";
    event.preventDefault();
  }

  #move(event) {
    const at = this.#at(event);
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) {
      this.stage.tell("hover", this.#detail(event, at));
      return;
    }
    if (Math.hypot(at.x - finger.startX, at.y - finger.startY) > STILL) this.#dragged = true;
    if (this.#doing === "pinch") this.#pinch(event.pointerId, at);
    else if (this.#doing === "swipe") return;
    else if (this.#doing === "pan" && this.#dragged) this.stage.camera.pan(at.x - finger.x, at.y - finger.y);
    else if (this.#doing === "tool") this.stage.tell("move", this.#detail(event, at));
    if (this.#doing !== "pan" || this.#dragged) Object.assign(finger, at);
  }

  /** What is being done with a tool is left undone. */
  #cancel() {
    if (this.#doing !== "tool") return;
    this.#doing = "none";
    this.stage.tell("up", {
      place: -1,
      x: 0,
      y: 0,
      button: 0,
      buttons: 0,
      shift: false,
      ctrl: false,
      pointerType: "",
      cancelled: true,
    });
  }

  /** Two fingers: what lies under them stays there. */
  #pinch(id, at) {
    const finger = this.#fingers.get(id);
    const other = [...this.#fingers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(at.x - other.x, at.y - other.y);
    this.stage.camera.pan((at.x - finger.x) / 2, (at.y - finger.y) / 2);
    if (before > 1) this.stage.zoom(after / before, (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  #up(event, cancelled = false) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    this.#fingers.delete(event.pointerId);
    const detail = this.#detail(event, this.#at(event));
    const doing = this.#doing;
    if (this.#fingers.size) return;
    this.#doing = "none";
    if (doing === "tool") this.stage.tell("up", { ...detail, cancelled });
    const [across, down] = [detail.x - finger.startX, detail.y - finger.startY];
    if (doing === "swipe" && !cancelled && Math.abs(across) > Math.max(SWIPE, 2 * Math.abs(down)))
      this.stage.tell("swipe", { step: across < 0 ? 1 : -1 });
    if (!this.#dragged && !cancelled && event.button === 0) this.stage.tell("pick", { ...detail, taken: doing === "tool" });
  }

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const turned = Math.max(Math.min(event.deltaY * lines, 240), -240);
    const { x, y } = this.#at(event);
    this.stage.zoom(2 ** (-turned / (event.ctrlKey ? 80 : 240)), x, y);
  }
}
