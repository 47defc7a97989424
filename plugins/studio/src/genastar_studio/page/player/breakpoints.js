/** Breakpoints: where playing stops. */

import { make } from "../controls/dom.js";
import { makeButton, makeId } from "../controls/controls.js";
import { CLOSED, isReopening } from "./trace.js";

const COMPARES = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "=": (left, right) => left === right,
  "!=": (left, right) => left !== right,
};

const FIELDS = {
  g: (trace, event) => trace.g[event],
  h: (trace, event) => trace.h[event],
  f: (trace, event) => trace.f[event],
  steps: (trace, event) => (trace.isInSteps ? Math.abs(trace.f[event]) : NaN),
  open: (trace, event) => trace.open[event],
  expanded: (trace, event) => trace.closings[event],
};

/**
 * @typedef {object} Breakpoint
 * @property {string} kind `place`, `drop`, `reopening`, `expression` or `expansion`
 * @property {string} text what it says in the list
 * @property {string|number} value
 * @property {boolean} isOn
 * @property {(trace: import("./trace.js").Trace, event: number) => boolean} test
 */

/**
 * A test of a comparison such as `f > 20`: a field, a comparison and a number.
 * @param {string} text
 * @returns {(trace: any, event: number) => boolean}
 */
export function parseComparison(text) {
  const found = /^\s*([a-z]+)\s*(<=|>=|==|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*$/i.exec(text);
  const field = found && FIELDS[found[1].toLowerCase()];
  if (!found || !field)
    throw new SyntaxError(
      `“${text}” is not a comparison; write one of ${Object.keys(FIELDS).join(", ")}, then < <= > >= = or !=, then a number: f > 20`,
    );
  const compare = COMPARES[found[2] === "==" ? "=" : found[2]];
  const number = Number(found[3]);
  return (trace, event) => compare(field(trace, event), number);
}

/** Whether f is smaller at this expansion than at the one before: the estimate is not consistent. */
function drops(trace, event) {
  if (trace.kind[event] !== CLOSED || trace.closings[event] < 2) return false;
  return trace.f[event] < trace.f[trace.expansions[trace.closings[event] - 2]] - 1e-9;
}

/**
 * @param {string} kind
 * @param {string|number} value
 * @returns {Breakpoint}
 */
export function makeBreakpoint(kind, value) {
  switch (kind) {
    case "drop":
      return { kind, value, isOn: true, text: "f drops", test: drops };
    case "reopening":
      return { kind, value, isOn: true, text: "a reopening", test: isReopening };
    case "expansion": {
      const number = Number(value);
      if (!Number.isInteger(number) || number < 1)
        throw new SyntaxError(`“${value}” is no number of an expansion; write a whole number from 1`);
      return {
        kind,
        value: number,
        isOn: true,
        text: `expansion ${number}`,
        test: (trace, event) => trace.kind[event] === CLOSED && trace.closings[event] === number,
      };
    }
    case "position": {
      const name = String(value).trim();
      if (!name) throw new SyntaxError("write a position, or pick one on the map");
      return {
        kind,
        value: name,
        isOn: true,
        text: `at ${name}`,
        test: (trace, event) => trace.names[trace.state[event]] === name,
      };
    }
    case "comparison":
      return { kind, value, isOn: true, text: String(value).trim(), test: parseComparison(String(value)) };
    default:
      throw new SyntaxError(`there are no breakpoints of the kind ${kind}`);
  }
}

/** A breakpoint on a place of the map, whatever state lies there. */
export function makeBreakpointAt(place, position) {
  return {
    kind: "place",
    value: place,
    isOn: true,
    text: `at ${position}`,
    test: (trace, event) => trace.place[trace.state[event]] === place,
  };
}

/** The list, and what to add to it. Events: `change`; `aim` (detail: whether the next pick on the map is a breakpoint). */
export class Breakpoints extends EventTarget {
  constructor() {
    super();
    /** @type {Breakpoint[]} */
    this.list = [];
    this.isAiming = false;
    this.#build();
  }

  get isEmpty() {
    return !this.list.some((each) => each.isOn);
  }

  /** Which breakpoint an event is at, or null. */
  hit(trace, event) {
    return this.list.find((each) => each.isOn && each.test(trace, event)) ?? null;
  }

  /** The places that are marked on the map. */
  get places() {
    return this.list.filter((each) => each.isOn && each.kind === "place").map((each) => /** @type {number} */ (each.value));
  }

  /** @param {Breakpoint} added */
  add(added) {
    this.list.push(added);
    this.#changed();
  }

  remove(removed) {
    this.list = this.list.filter((each) => each !== removed);
    this.#changed();
  }

  /** Forget those that belong to a world. */
  forgetPlaces() {
    this.list = this.list.filter((each) => each.kind !== "place" && each.kind !== "position");
    this.#changed();
  }

  /** @param {boolean} isOn */
  aim(isOn) {
    this.isAiming = isOn;
    this.aimButton.setAttribute("aria-pressed", String(isOn));
    this.dispatchEvent(new CustomEvent("aim", { detail: isOn }));
  }

  #build() {
    this.rows = make("ul", { class: "search-breakpoints", "aria-label": "breakpoints" });
    const kinds = {
      comparison: "a comparison",
      position: "a position",
      expansion: "an expansion",
      drop: "f drops",
      reopening: "a reopening",
    };
    const hints = { comparison: "f > 20", position: "3,4", expansion: "100" };
    const kind = make(
      "select",
      { "aria-label": "kind of breakpoint" },
      ...Object.entries(kinds).map(([value, text]) => make("option", { value }, text)),
    );
    const value = make("input", { type: "text", placeholder: hints.comparison, "aria-label": "breakpoint value", autocomplete: "off" });
    const problem = make("p", { class: "search-problem", role: "alert", hidden: true });
    kind.addEventListener("change", () => {
      value.hidden = !(kind.value in hints);
      value.placeholder = hints[kind.value] ?? "";
    });
    const add = (event) => {
      event.preventDefault();
      try {
        this.add(makeBreakpoint(kind.value, value.value));
        value.value = "";
        problem.hidden = true;
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
        problem.hidden = false;
      }
    };
    const form = make("form", { class: "search-add", submit: add }, kind, value, make("button", { type: "submit" }, "Add"));
    this.aimButton = makeButton("Pick on the map", "Pick on the map", () => this.aim(!this.isAiming), { "aria-pressed": "false" });
    this.element = make("div", {}, form, problem, this.aimButton, this.rows);
  }

  #changed() {
    this.rows.replaceChildren(
      ...this.list.map((each) => {
        const id = makeId("stop");
        const isOn = make("input", { type: "checkbox", id, checked: each.isOn });
        isOn.addEventListener("change", () => {
          each.isOn = isOn.checked;
          this.dispatchEvent(new CustomEvent("change"));
        });
        return make(
          "li",
          {},
          isOn,
          make("label", { for: id }, each.text),
          makeButton("×", `Remove ${each.text}`, () => this.remove(each)),
        );
      }),
    );
    this.dispatchEvent(new CustomEvent("change"));
  }
}
