/** Controls that the search's parts share. */

import { make } from "./dom.js";

let made = 0;

/** A new id, for labels and descriptions. */
export function makeId(stem) {
  return `${stem}-${++made}`;
}

/** A button with a text or a sign, and a name for whoever does not see the sign. */
export function makeButton(sign, name, click, properties = {}) {
  const named = sign === name ? {} : { "aria-label": name, title: name };
  return make("button", { type: "button", ...named, ...properties, click }, sign);
}

/** A labelled switch. */
export function makeCheckbox(label, isOn, change, properties = {}) {
  const input = /** @type {HTMLInputElement} */ (
    make("input", { type: "checkbox", checked: isOn, ...properties, change: () => change(input.checked) })
  );
  return make("label", { class: "search-check" }, input, make("span", {}, label));
}

/** One of several, side by side. `choices` are pairs of value and label. */
export function makeSegments(name, choices, chosen, change) {
  const group = makeId(name);
  const parts = choices.flatMap(([value, label]) => {
    const id = makeId(group);
    const input = make("input", {
      type: "radio",
      name: group,
      id,
      value,
      checked: value === chosen,
      change: () => change(value),
    });
    return [input, make("label", { for: id }, label)];
  });
  return make("div", { class: "search-segments", role: "radiogroup" }, ...parts);
}
