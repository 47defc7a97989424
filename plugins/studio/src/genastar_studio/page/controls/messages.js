/** Messages: toasts that go by themselves, read aloud by screen readers. */

/** Milliseconds that they stay. */
const STAY = { info: 5000, success: 4000, error: 10000, quiet: 3000 };

/** @param {import("../model/studio.js").Studio} studio  @param {HTMLElement} region */
export function mountMessages(studio, region) {
  studio.addEventListener("message", (/** @type {any} */ event) => {
    const { text, kind } = event.detail;
    const same = [.../** @type {any} */ (region.children)].find((toast) => toast.dataset.text === text);
    same?.remove();
    const toast = document.createElement("div");
    toast.className = `toast toast-${kind}`;
    toast.dataset.text = text;
    const line = document.createElement("p");
    line.textContent = text;
    toast.append(line);
    if (kind !== "quiet") {
      const close = document.createElement("button");
      close.type = "button";
      close.className = "quiet";
      close.textContent = "Close";
      close.setAttribute("aria-label", "Close this message");
      close.addEventListener("click", () => toast.remove());
      toast.append(close);
    }
    region.append(toast);
    while (region.children.length > 4) region.firstElementChild.remove();
    let leave = setTimeout(() => toast.remove(), STAY[kind] ?? STAY.info);
    toast.addEventListener("pointerenter", () => clearTimeout(leave));
    toast.addEventListener("pointerleave", () => (leave = setTimeout(() => toast.remove(), 2000)));
  });
}
