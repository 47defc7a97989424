/** Elements in few words. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]  attributes; functions are listeners of events; null and false are left out
 * @param {...(Node | string | null)} children
 * @returns {any}  an element of this tag
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @param {string} name  of a symbol in icons.svg */
export function makeIcon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/**
 * A button with an icon and a text.
 * @param {{id?: string, icon?: string, text: string, title?: string, key?: string, class?: string,
 *   click: (event: Event) => void}} of
 */
export function makeLabelledButton({ id, icon: sign, text, title = text, key, class: classes, click }) {
  const isNamed = !/\p{L}/u.test(text) || title.toLowerCase().includes(text.toLowerCase());
  const properties = {
    type: "button",
    id,
    class: classes,
    "aria-label": isNamed ? title : `${text}: ${title}`, // as it is read, so that it can be spoken
    title: key ? `${title} (${key})` : title,
    click,
  };
  return make("button", properties, sign ? makeIcon(sign) : null, make("span", { class: "label" }, text));
}

/**
 * How long a callback waits for calls to stop.
 * @template {unknown[]} T
 * @param {(...all: T) => void} call
 * @param {number} wait
 */
export function waitForCalm(call, wait) {
  let timer = 0;
  return (/** @type {T} */ ...all) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...all), wait);
  };
}
