/** Forms of options, built from the schema of a domain or an algorithm: none is written by hand. */

import { make } from "./dom.js";
import { makeButton, makeCheckbox, makeId, makeSegments } from "./controls.js";

/** Options that the page asks for in another way: on the map. */
const ON_THE_MAP = new Set(["start", "goal", "origin", "target"]);

/** Choices with no more letters than these stand side by side; with more, in a list. */
const LETTERS_IN_A_ROW = 18;

/**
 * What a property of a schema allows.
 * @param {any} property
 * @returns {{type: string, items?: string, choices: ?unknown[], nullable: boolean, minimum?: number, maximum?: number, above?: number, below?: number}}
 */
export function readProperty(property) {
  const parts = property.anyOf ?? property.oneOf ?? [property];
  const merged = Object.assign({}, property, ...parts.filter((part) => part.type !== "null"));
  const types = [merged.type].flat();
  const choices = merged.enum ?? ("const" in merged ? [merged.const] : null);
  const nullable = types.includes("null") || parts.some((part) => part.type === "null") || Boolean(choices?.includes(null));
  const type = types.find((name) => name && name !== "null") ?? "string";
  return {
    type,
    items: merged.items?.type ?? merged.prefixItems?.[0]?.type,
    choices: choices?.filter((choice) => choice !== null) ?? null,
    nullable,
    minimum: merged.minimum,
    maximum: merged.maximum,
    above: merged.exclusiveMinimum,
    below: merged.exclusiveMaximum,
  };
}

/** The options that change searches. @param {any} schema */
function listSearchOptions(schema) {
  return Object.entries(schema?.properties ?? {}).filter(([name, property]) => !property["x-picture"] && !ON_THE_MAP.has(name));
}

export class OptionsForm {
  /**
   * @param {any} schema of an object
   * @param {Object<string, unknown>} base what holds where nothing was changed
   * @param {Object<string, unknown>} changes what was changed; is kept up to date
   * @param {() => void} changed is called after each change
   * @param {string} [resetting] what the button that resets all of them is called
   */
  constructor(schema, base, changes, changed, resetting = "Reset all") {
    this.base = base;
    this.changes = changes;
    this.changed = changed;
    this.rows = new Map(listSearchOptions(schema).map(([name, property]) => [name, this.#row(name, property)]));
    this.resetAll = makeButton(resetting, resetting, () => this.#reset([...this.rows.keys()]));
    this.element = make("div", { class: "search-form" }, ...[...this.rows.values()].map((row) => row.element), this.resetAll);
    this.#mark();
  }

  #value(name, property) {
    return name in this.changes ? this.changes[name] : name in this.base ? this.base[name] : property.default;
  }

  #row(name, property) {
    const id = makeId(`option-${name}`);
    const help = makeId("help");
    const holder = make("div", { class: "search-control" });
    const label = make("label", { for: id, id: makeId("label") }, name.replaceAll("_", " "));
    const reset = makeButton("↺", `Reset ${name}`, () => this.#reset([name]), { class: "search-reset" });
    const element = make(
      "div",
      { class: "search-row", "data-option": name },
      label,
      holder,
      reset,
      make("p", { class: "search-help", id: help }, property.description ?? ""),
    );
    const row = {
      element,
      reset,
      fill: () => holder.replaceChildren(this.#control(name, property, { id, help, label: label.id })),
    };
    row.fill();
    return row;
  }

  #control(name, property, { id, help, label }) {
    const { type, items, choices, nullable, minimum, maximum, above, below } = readProperty(property);
    const value = this.#value(name, property);
    const set = (chosen) => this.#set(name, chosen);
    if (choices) return makeChoice({ id, help, label, name, choices, nullable, value, set });
    if (type === "boolean")
      return make("input", {
        type: "checkbox",
        id,
        "aria-describedby": help,
        checked: value === true,
        change: (event) => set(event.target.checked),
      });
    if (type === "number" || type === "integer") {
      const step = type === "integer" ? 1 : "any";
      const input = make("input", {
        type: "number",
        id,
        "aria-describedby": help,
        min: minimum ?? above,
        max: maximum ?? below,
        step,
        value: value ?? "",
        required: !nullable,
      });
      input.addEventListener("change", () => input.reportValidity() && set(input.value === "" ? null : input.valueAsNumber));
      return input;
    }
    const read = (text) => (text === "" && nullable ? null : type === "array" ? parseList(text, items) : text);
    return make("input", {
      type: "text",
      id,
      "aria-describedby": help,
      value: value ?? "",
      change: (event) => set(read(event.target.value)),
    });
  }

  #set(name, value) {
    if (value === this.base[name]) delete this.changes[name];
    else this.changes[name] = value;
    this.#mark();
    this.changed();
  }

  #reset(names) {
    for (const name of names) {
      delete this.changes[name];
      this.rows.get(name)?.fill();
    }
    this.#mark();
    this.changed();
  }

  #mark() {
    for (const [name, row] of this.rows) {
      const isChanged = name in this.changes;
      row.element.classList.toggle("is-changed", isChanged);
      row.reset.hidden = !isChanged;
    }
    this.resetAll.hidden = !Object.keys(this.changes).length;
  }
}

/** A list that was written with commas between. @param {string} text @param {string} [kind] of its items */
function parseList(text, kind) {
  const items = text.split(",").map((item) => item.trim());
  return kind === "number" || kind === "integer" ? items.map(Number) : items;
}

function makeChoice({ id, help, label, name, choices, nullable, value, set }) {
  const texts = choices.map(String);
  const pairs = /** @type {[string, string][]} */ (texts.map((text) => [text, text]));
  const asGiven = (text) => choices[texts.indexOf(text)] ?? null;
  if (!nullable && choices.length <= 4 && texts.join("").length <= LETTERS_IN_A_ROW) {
    const group = makeSegments(name, pairs, String(value), (text) => set(asGiven(text)));
    group.setAttribute("aria-labelledby", label);
    group.setAttribute("aria-describedby", help);
    return group;
  }
  const options = [...(nullable ? [["", "–"]] : []), ...pairs];
  return make(
    "select",
    { id, "aria-describedby": help, change: (event) => set(asGiven(event.target.value)) },
    ...options.map(([text, shown]) => make("option", { value: text, selected: text === String(value ?? "") }, shown)),
  );
}

/**
 * How a panel's question is searched, whatever the domain: engine, reopening, limits.
 * @param {{engine: string, reopen: boolean, expansions: ?number, seconds: ?number}} settings is kept up to date
 * @param {string[]} engines those that are ready
 * @param {() => void} changed
 * @param {(engine: string) => void} chooseEngine  which all panels have in common
 */
export function makeSearchForm(settings, engines, changed, chooseEngine) {
  const names = { auto: "auto", interpreted: "interpreted", compiled: "compiled (fast)" };
  const ready = ["auto", ...engines].map((name) => /** @type {[string, string]} */ ([name, names[name] ?? name]));
  const engine = makeSegments("engine", ready, settings.engine, chooseEngine);
  engine.setAttribute("aria-label", "engine");
  const reopen = makeCheckbox("reopen closed nodes", settings.reopen, (isOn) => {
    settings.reopen = isOn;
    changed();
  });
  return make(
    "div",
    { class: "search-form search-how" },
    engine,
    reopen,
    limit("expansion limit", { min: 0, step: 1 }, "expansions"),
    limit("time limit in seconds", { min: 0, step: "any" }, "seconds"),
  );

  function limit(label, range, name) {
    const id = makeId(name);
    const input = make("input", { type: "number", id, placeholder: "none", value: settings[name] ?? "", ...range });
    input.addEventListener("change", () => {
      if (!input.reportValidity()) return;
      settings[name] = input.value === "" ? null : input.valueAsNumber;
      changed();
    });
    return make("div", { class: "search-row" }, make("label", { for: id }, label), input);
  }
}
