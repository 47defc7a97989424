/**
 * A world of several layers in three dimensions: its walls, the cells of a search and the path as faces of cubes, by WebGL 2.
 *
 * Only faces that can be seen are sent: those between a wall and a free cell, and between a tinted cell and one without a tint.
 * What lies above the stage's layer is cut off, so that the slider of layers is a plane that cuts the world open.
 */

import { Orbit } from "../stage/orbit.js";
import { listAgentCubes } from "../overlay/agents.js";
import { listSurface } from "../overlay/units.js";

/** Corners of a face as two triangles, in units of half a cube: two axes across the face. */
const CORNERS = new Float32Array([-1, -1, 1, -1, 1, 1, -1, -1, 1, 1, -1, 1]);

/** The six neighbours of a cell, in the order of the faces: columns, rows, layers. */
const SIDES = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];
const TOP = 4;

/** The width of cells of a search, of the path, of its joints and of ends, as a share of a cell. */
const WIDTH = { wall: 1, tint: 0.82, path: 0.62, joint: 0.42, end: 1.3 };

/** A face in a buffer: column, row, layer, width, side as floats, and a colour of 4 bytes. */
const FLOATS = 6;

/** The colour of the world's edges: grey on light and dark ground. */
const FRAME = 0xff8e867c;

/** Milliseconds between two looks at the tints of all cells. */
const PAUSE = 80;

// Rows come towards the viewer and layers go up: x, y, z of the screen are column, layer, row.
const VERTEX = `#version 300 es
in vec2 corner;
in vec3 cell;
in float width;
in float side;
in vec4 colour;
uniform mat4 view;
uniform vec3 middle;
uniform float layer;
uniform float lift;
out vec4 shade;
void main() {
  int axis = int(side) / 2;
  float sign = 1.0 - 2.0 * mod(side, 2.0);
  vec3 across = axis == 0 ? vec3(0, 1, 0) : axis == 1 ? vec3(0, 0, 1) : vec3(1, 0, 0);
  vec3 up = axis == 0 ? vec3(0, 0, 1) : axis == 1 ? vec3(1, 0, 0) : vec3(0, 1, 0);
  vec3 out_of = axis == 0 ? vec3(1, 0, 0) : axis == 1 ? vec3(0, 1, 0) : vec3(0, 0, 1);
  vec3 at = cell + 0.5 + 0.5 * width * (corner.x * across + corner.y * sign * up + sign * out_of) - middle;
  gl_Position = cell.z > layer ? vec4(2, 2, 2, 1) : view * vec4(at.x, at.z, at.y, 1);
  float light = axis == 2 ? (sign > 0.0 ? 1.0 : 0.45) : axis == 1 ? 0.82 : 0.66;
  shade = vec4(mix(colour.rgb, vec3(0.72, 0.75, 0.8), lift) * light, colour.a);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec4 shade;
uniform float alpha;
out vec4 pixel;
void main() { pixel = vec4(shade.rgb, 1) * alpha; }`;

/** A growing list of faces. */
class Faces {
  constructor() {
    this.size = 0;
    this.floats = new Float32Array(FLOATS * 1024);
    this.bytes = new Uint32Array(this.floats.buffer);
  }

  /** @param {number} colour  as of `rgba` */
  add(x, y, z, width, side, colour) {
    if ((this.size + 1) * FLOATS > this.floats.length) {
      const more = new Float32Array(2 * this.floats.length);
      // As numbers of bits: a colour may be no valid float.
      new Uint32Array(more.buffer).set(this.bytes);
      this.floats = more;
      this.bytes = new Uint32Array(more.buffer);
    }
    const at = FLOATS * this.size++;
    this.floats[at] = x;
    this.floats[at + 1] = y;
    this.floats[at + 2] = z;
    this.floats[at + 3] = width;
    this.floats[at + 4] = side;
    this.bytes[at + 5] = colour;
  }

  cube(x, y, z, width, colour) {
    for (let side = 0; side < SIDES.length; side++) this.add(x, y, z, width, side, colour);
  }
}

/** Whether this browser can draw in three dimensions. */
export function hasSpace() {
  return Boolean(document.createElement("canvas").getContext("webgl2"));
}

export class Space {
  #tinted = 0;
  #later = 0;
  #isStale = true;
  #capped = -1;

  /** @param {import("../stage/stage.js").Stage} stage  @param {import("../../model/world.js").World} world */
  constructor(stage, world) {
    this.stage = stage;
    this.world = world;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "stage space";
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute(
      "aria-label",
      "Map in three dimensions. Arrow keys turn it, plus and minus zoom, Page Up and Page Down move the cut.",
    );
    this.gl = this.canvas.getContext("webgl2", { antialias: true, alpha: false });
    this.orbit = Orbit.of(stage.camera, world);
    stage.canvas.after(this.canvas);
    this.#program();
    this.walls = this.#batch();
    this.cap = this.#batch();
    this.cells = this.#batch();
    this.path = this.#batch();
    this.frame = this.#batch();
    this.#send(this.frame, this.#edges());
    this.spoil = () => {
      this.#fillWalls();
      this.#capped = -1;
      stage.draw();
    };
    this.#fillWalls();
    world.addEventListener("changed", this.spoil);
    this.orbit.listen(this);
  }

  close() {
    clearTimeout(this.#later);
    this.world.removeEventListener("changed", this.spoil);
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.canvas.remove();
  }

  /** The tints of the search are others. */
  retint() {
    this.#isStale = true;
  }

  #program() {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, text] of /** @type {[number, string][]} */ ([
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, FRAGMENT],
    ])) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    const names = ["view", "middle", "layer", "lift", "alpha"];
    this.uniforms = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
    this.program = program;
    this.corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
    gl.bufferData(gl.ARRAY_BUFFER, CORNERS, gl.STATIC_DRAW);
    gl.enable(gl.DEPTH_TEST);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** A buffer of faces, and how they are laid out in it. */
  #batch() {
    const { gl, program } = this;
    const batch = { array: gl.createVertexArray(), buffer: gl.createBuffer(), size: 0 };
    gl.bindVertexArray(batch.array);
    const point = (name, buffer, length, kind, offset, stride, isShared) => {
      const at = gl.getAttribLocation(program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, length, kind, kind === gl.UNSIGNED_BYTE, stride, offset);
      gl.vertexAttribDivisor(at, isShared ? 0 : 1);
    };
    point("corner", this.corners, 2, gl.FLOAT, 0, 0, true);
    point("cell", batch.buffer, 3, gl.FLOAT, 0, 4 * FLOATS, false);
    point("width", batch.buffer, 1, gl.FLOAT, 12, 4 * FLOATS, false);
    point("side", batch.buffer, 1, gl.FLOAT, 16, 4 * FLOATS, false);
    point("colour", batch.buffer, 4, gl.UNSIGNED_BYTE, 20, 4 * FLOATS, false);
    return batch;
  }

  /** @param {Faces} faces */
  #send(batch, faces) {
    const { gl } = this;
    batch.size = faces.size;
    gl.bindBuffer(gl.ARRAY_BUFFER, batch.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, faces.floats.subarray(0, FLOATS * faces.size), gl.DYNAMIC_DRAW);
  }

  #colour(place) {
    const { colours } = this.world;
    return (0xff000000 | (colours[3 * place + 2] << 16) | (colours[3 * place + 1] << 8) | colours[3 * place]) >>> 0;
  }

  /** The faces of some cells towards others. @param {(place: number) => number} colourOf  0: nothing there */
  #surfaces(width, colourOf) {
    const { width: columns, height: rows, layers } = this.world;
    const faces = new Faces();
    for (let z = 0, place = 0; z < layers; z++) {
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++, place++) {
          const colour = colourOf(place);
          if (!colour) continue;
          if (x + 1 < columns && !colourOf(place + 1)) faces.add(x, y, z, width, 0, colour);
          if (x > 0 && !colourOf(place - 1)) faces.add(x, y, z, width, 1, colour);
          if (y + 1 < rows && !colourOf(place + columns)) faces.add(x, y, z, width, 2, colour);
          if (y > 0 && !colourOf(place - columns)) faces.add(x, y, z, width, 3, colour);
          if (z + 1 < layers && !colourOf(place + columns * rows)) faces.add(x, y, z, width, TOP, colour);
          if (z > 0 && !colourOf(place - columns * rows)) faces.add(x, y, z, width, TOP + 1, colour);
        }
      }
    }
    return faces;
  }

  #fillWalls() {
    this.#send(
      this.walls,
      this.#surfaces(WIDTH.wall, (place) => (this.world.bars(place) ? this.#colour(place) : 0)),
    );
  }

  /** The edges of the world: a rim around its ground, and its four upright edges. */
  #edges() {
    const { width, height, layers } = this.world;
    const faces = new Faces();
    for (let x = -1; x <= width; x++) for (const y of [-1, height]) faces.add(x, y, -1, 1, TOP, FRAME);
    for (let y = 0; y < height; y++) for (const x of [-1, width]) faces.add(x, y, -1, 1, TOP, FRAME);
    for (let z = 0; z < layers; z++) for (const x of [-1, width]) for (const y of [-1, height]) faces.cube(x, y, z, WIDTH.joint, FRAME);
    return faces;
  }

  /** The walls and the cells that the layer cuts, seen from above. */
  #fillCap(layer, tint) {
    const { width: columns, height: rows } = this.world;
    const faces = new Faces();
    for (let y = 0, place = layer * columns * rows; y < rows; y++) {
      for (let x = 0; x < columns; x++, place++) {
        if (this.world.bars(place)) faces.add(x, y, layer, WIDTH.wall, TOP, this.#colour(place));
        else if (tint?.[place]) faces.add(x, y, layer, WIDTH.tint, TOP, tint[place]);
      }
    }
    this.#send(this.cap, faces);
  }

  #where(place) {
    const { width, height } = this.world;
    return [place % width, Math.floor(place / width) % height, Math.floor(place / (width * height))];
  }

  /** Paths, with joints between their cells, and ends with the unit there. */
  #fillPath({ paths, unit, agents }, look) {
    const { start, goals, world } = this.stage.studio;
    const faces = new Faces();
    for (const [x, y, z, width, colour] of listAgentCubes(agents ?? [], (place) => this.#where(place), look)) {
      faces.cube(x, y, z, width, packColour(colour));
    }
    for (const { places, colour } of agents ? [] : (paths ?? [])) {
      const paint = packColour(colour);
      places.forEach((place, at) => {
        const [x, y, z] = this.#where(place);
        faces.cube(x, y, z, WIDTH.path, paint);
        if (!at) return;
        const [fromX, fromY, fromZ] = this.#where(places[at - 1]);
        const steps = 3 * Math.max(Math.abs(x - fromX), Math.abs(y - fromY), Math.abs(z - fromZ));
        for (let step = 1; step < steps && steps < 3 * 64; step++) {
          const share = step / steps;
          const [joinX, joinY, joinZ] = [fromX + share * (x - fromX), fromY + share * (y - fromY), fromZ + share * (z - fromZ)];
          faces.cube(joinX, joinY, joinZ, WIDTH.joint, paint);
        }
      });
    }
    if (world === this.world) {
      for (const [ends, colour] of /** @type {const} */ ([
        [goals, look.goal],
        [[start], look.start],
      ])) {
        for (const place of ends.filter((end) => typeof end === "number")) {
          const [x, y, z] = this.#where(place);
          faces.cube(x, y, z, WIDTH.end, packColour(colour));
          for (const [dx, dy, dz] of unit ? listSurface(unit) : []) faces.cube(x + dx, y + dy, z + dz, WIDTH.tint, packColour(colour));
        }
      }
    }
    this.#send(this.path, faces);
  }

  /** Look at the tints of all cells, but not at each picture. */
  #fillCells(tint) {
    const wait = PAUSE - (performance.now() - this.#tinted);
    if (wait > 0) {
      this.#later ||= setTimeout(() => {
        this.#later = 0;
        this.stage.draw();
      }, wait);
      return;
    }
    this.#tinted = performance.now();
    this.#isStale = false;
    this.#capped = -1;
    this.#send(this.cells, tint ? this.#surfaces(WIDTH.tint, (place) => tint[place]) : new Faces());
  }

  /** @param {import("../stage/stage.js").Overlay} overlay  @param {import("../look.js").Look} look  @param {number} ratio */
  draw(overlay, look, ratio) {
    const { gl, canvas, stage } = this;
    const { layer } = stage;
    const tint = overlay.tint ?? null;
    if (this.#isStale) this.#fillCells(tint);
    if (this.#capped !== layer) {
      this.#capped = layer;
      this.#fillCap(layer, tint);
    }
    this.#fillPath(overlay, look);
    const [width, height] = [Math.max(canvas.clientWidth * ratio, 1), Math.max(canvas.clientHeight * ratio, 1)].map(Math.round);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    gl.viewport(0, 0, width, height);
    const [red, green, blue] = parseColour(look.surface);
    gl.clearColor(red / 255, green / 255, blue / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const { uniforms } = this;
    gl.uniformMatrix4fv(uniforms.view, false, this.orbit.matrix(width / height));
    gl.uniform3fv(uniforms.middle, this.orbit.middle);
    gl.uniform1f(uniforms.layer, layer);
    this.#show(this.walls, 0.55, 1);
    this.#show(this.cap, 0.35, 1);
    this.#show(this.cells, 0, 1);
    // The path and the ends are seen through whatever is in front of them, and above the cut.
    gl.uniform1f(uniforms.layer, this.world.layers);
    this.#show(this.frame, 0, 1);
    this.#show(this.path, 0, 1);
    gl.depthFunc(gl.GREATER);
    gl.depthMask(false);
    gl.enable(gl.BLEND);
    this.#show(this.path, 0, 0.45);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    gl.depthFunc(gl.LESS);
  }

  #show(batch, lift, alpha) {
    const { gl, uniforms } = this;
    if (!batch.size) return;
    gl.uniform1f(uniforms.lift, lift);
    gl.uniform1f(uniforms.alpha, alpha);
    gl.bindVertexArray(batch.array);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, CORNERS.length / 2, batch.size);
  }

  /**
   * The cell at a point of the screen: a tinted one, or the free one before a wall; -1 for none.
   * @param {number} x  in CSS pixels  @param {number} y
   */
  placeAt(x, y) {
    const { width, height } = this.world;
    const { tint } = this.stage.overlay;
    let before = -1;
    for (const [column, row, layer] of this.orbit.cellsAt(x, y, this.canvas, this.stage.layer)) {
      const place = (layer * height + row) * width + column;
      if (tint?.[place] && !this.world.bars(place)) return place;
      if (this.world.bars(place)) return before;
      before = place;
    }
    return before;
  }
}

/** Red, green, blue of a colour of the style sheet. @param {string} colour  @returns {number[]} */
function parseColour(colour) {
  if (colour.startsWith("#")) return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}

/** The same as one number. @param {string} colour */
function packColour(colour) {
  const [red = 0, green = 0, blue = 0] = parseColour(colour);
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}
