/** A point of view that turns around a world of layers, and what the pointer and the keys do with it. */

/** Radians for each CSS pixel of a drag, and for each press of an arrow key. */
const TURN = 0.008;
const KEY_TURN = 0.12;

/** The angle of view from top to bottom, in radians. */
const ANGLE = 0.7;

/** Less than this, in CSS pixels, is a click and no drag. */
const STILL = 4;

/** Tools that set an end where one clicks. */
const ENDS = ["start", "goal"];

/** @type {WeakMap<object, Orbit>} stages with one camera turn together */
const kept = new WeakMap();

export class Orbit {
  /** @param {import("./camera.js").Camera} camera  @param {import("../../model/world.js").World} world */
  static of(camera, world) {
    if (kept.get(camera)?.world !== world) kept.set(camera, new Orbit(camera, world));
    return kept.get(camera);
  }

  constructor(camera, world) {
    this.camera = camera;
    this.world = world;
    this.fit();
  }

  /** The world whole, from the south and above. @param {number} [covered]  the share of the canvas that something covers below */
  fit(covered = this.covered ?? 0) {
    this.covered = covered;
    const { width, height, layers } = this.world;
    this.yaw = -0.55;
    this.pitch = 0.85;
    this.middle = [width / 2, height / 2, layers / 2];
    this.distance = (0.55 * Math.hypot(width, height, layers)) / Math.tan(ANGLE / 2) / (1 - covered);
    this.#changed();
  }

  /** @param {number} across  in radians  @param {number} down */
  turn(across, down) {
    this.yaw -= across;
    this.pitch = Math.min(Math.max(this.pitch + down, -1.5), 1.5);
    this.#changed();
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height, layers } = this.world;
    this.distance = Math.min(Math.max(this.distance / factor, 3), 8 * Math.hypot(width, height, layers));
    this.#changed();
  }

  /** @param {number} dx  in CSS pixels  @param {number} dy  @param {number} high  of the canvas */
  pan(dx, dy, high) {
    const { right, up } = this.#axes();
    const scale = (2 * this.distance * Math.tan(ANGLE / 2)) / high;
    // Axes are those of the screen's space, in which layers come second.
    const moved = [0, 1, 2].map((part) => scale * (dx * right[part] - dy * up[part]));
    this.middle = [this.middle[0] - moved[0], this.middle[1] - moved[2], this.middle[2] - moved[1]];
    this.#changed();
  }

  #changed() {
    this.camera.dispatchEvent(new Event("changed"));
  }

  /** Where right, up and backwards of the screen point. */
  #axes() {
    const [sinYaw, cosYaw, sinPitch, cosPitch] = [Math.sin(this.yaw), Math.cos(this.yaw), Math.sin(this.pitch), Math.cos(this.pitch)];
    return {
      right: [cosYaw, 0, -sinYaw],
      up: [-sinYaw * sinPitch, cosPitch, -cosYaw * sinPitch],
      back: [sinYaw * cosPitch, sinPitch, cosYaw * cosPitch],
    };
  }

  /** From the world, around the middle, to what WebGL clips; column by column. @param {number} aspect  width by height */
  matrix(aspect) {
    const { right, up, back } = this.#axes();
    const focal = 1 / Math.tan(ANGLE / 2);
    const [near, far] = [this.distance / 100, this.distance * 4 + 1];
    const [depth, offset] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
    const found = new Float32Array(16);
    for (let part = 0; part < 3; part++) {
      found[4 * part] = (focal / aspect) * right[part];
      found[4 * part + 1] = focal * up[part] - this.covered * back[part];
      found[4 * part + 2] = depth * back[part];
      found[4 * part + 3] = -back[part];
    }
    found[13] = this.covered * this.distance;
    found[14] = -depth * this.distance + offset;
    found[15] = this.distance;
    return found;
  }

  /**
   * The cells that a ray through a point of the screen passes, from near to far (Amanatides and Woo, Eurographics 1987).
   * @param {number} x  in CSS pixels  @param {number} y  @param {HTMLCanvasElement} canvas  @param {number} top  the highest layer
   * @returns {Generator<[number, number, number]>}  column, row, layer
   */
  *cellsAt(x, y, canvas, top) {
    const { clientWidth, clientHeight } = canvas;
    const { right, up, back } = this.#axes();
    const slope = Math.tan(ANGLE / 2);
    const across = ((2 * x) / clientWidth - 1) * slope * (clientWidth / clientHeight);
    const down = (1 - this.covered - (2 * y) / clientHeight) * slope;
    const screen = [0, 1, 2].map((part) => across * right[part] + down * up[part] - back[part]);
    const ray = [screen[0], screen[2], screen[1]];
    const eye = [back[0], back[2], back[1]].map((part, axis) => this.middle[axis] + this.distance * part);
    const most = [this.world.width, this.world.height, top + 1];
    let [enter, leave] = [0, Infinity];
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(ray[axis]) < 1e-12) {
        if (eye[axis] < 0 || eye[axis] >= most[axis]) return;
        continue;
      }
      const times = [-eye[axis] / ray[axis], (most[axis] - eye[axis]) / ray[axis]].sort((one, other) => one - other);
      [enter, leave] = [Math.max(enter, times[0]), Math.min(leave, times[1])];
    }
    if (enter >= leave) return;
    const cell = ray.map((part, axis) => Math.min(Math.max(Math.floor(eye[axis] + (enter + 1e-6) * part), 0), most[axis] - 1));
    const step = ray.map(Math.sign);
    const next = ray.map((part, axis) => (part ? (cell[axis] + (part > 0 ? 1 : 0) - eye[axis]) / part : Infinity));
    while (cell.every((part, axis) => part >= 0 && part < most[axis])) {
      yield /** @type {[number, number, number]} */ ([...cell]);
      const axis = next.indexOf(Math.min(...next));
      cell[axis] += step[axis];
      next[axis] += Math.abs(1 / ray[axis]);
    }
  }

  /** What pointer and keys do on the canvas of a space. @param {import("../kinds/space.js").Space} space */
  listen(space) {
    const { canvas, stage } = space;
    /** @type {Map<number, {x: number, y: number}>} */ const fingers = new Map();
    let isDragged = false;
    let isTool = false;
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const detail = (event) => {
      const { x, y } = at(event);
      const { button, buttons, shiftKey: shift, pointerType } = event;
      return { place: space.placeAt(x, y), x, y, button, buttons, shift, ctrl: event.ctrlKey || event.metaKey, pointerType };
    };
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, at(event));
      isDragged = fingers.size > 1;
      isTool = fingers.size === 1 && event.button === 0 && ENDS.includes(stage.studio.tool) && !stage.tell("down", detail(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return stage.tell("hover", detail(event));
      const { x, y } = at(event);
      const [dx, dy] = [x - finger.x, y - finger.y];
      if (!isDragged && Math.hypot(dx, dy) < STILL) return;
      isDragged = true;
      if (isTool) return stage.tell("move", detail(event));
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const [before, after] = [finger, { x, y }].map((point) => Math.hypot(point.x - other.x, point.y - other.y));
        if (before > 1) this.zoom(after / before);
        this.pan(dx / 2, dy / 2, canvas.clientHeight);
      } else if (event.buttons & 6 || event.shiftKey) this.pan(dx, dy, canvas.clientHeight);
      else this.turn(TURN * dx, TURN * dy);
      Object.assign(finger, { x, y });
    });
    const up = (event) => {
      if (!fingers.delete(event.pointerId) || fingers.size) return;
      const cancelled = event.type === "pointercancel";
      if (isTool) stage.tell("up", { ...detail(event), cancelled });
      if (!isDragged && !cancelled && event.button === 0) stage.tell("pick", { ...detail(event), taken: isTool });
      isTool = false;
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => stage.tell("hover", { place: -1, x: 0, y: 0 }));
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
        this.zoom(2 ** (-Math.max(Math.min(event.deltaY * lines, 240), -240) / 240));
      },
      { passive: false },
    );
    const keys = {
      ArrowLeft: () => this.turn(-KEY_TURN, 0),
      ArrowRight: () => this.turn(KEY_TURN, 0),
      ArrowUp: () => this.turn(0, -KEY_TURN),
      ArrowDown: () => this.turn(0, KEY_TURN),
      "+": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      PageUp: () => (stage.layer += 1),
      PageDown: () => (stage.layer -= 1),
      0: () => this.fit(),
    };
    canvas.addEventListener("keydown", (event) => {
      if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    });
  }
}
