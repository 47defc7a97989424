/** Dialogs: one at a time, closed by Escape, by their button, or when what they ask for is done. */

import { make } from "./dom.js";

/**
 * @param {{title: string, id: string, body: (Node | null)[], wide?: boolean,
 *   action?: {text: string, run: () => Promise<void> | void}}} of  the action closes the dialog unless it throws;
 *   then its error is shown
 * @returns {HTMLDialogElement}
 */
export function showDialog({ title, id, body, action, wide = false }) {
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
  const error = make("p", { class: "error-line", role: "alert", hidden: true });
  const close = make(
    "button",
    { type: "button", class: action ? "" : "primary", click: () => dialog.close() },
    action ? "Cancel" : "Close",
  );
  const run = action ? make("button", { type: "submit", class: "primary" }, action.text) : null;
  const submit = async (event) => {
    event.preventDefault();
    if (!action) return dialog.close();
    error.hidden = true;
    run.disabled = true;
    try {
      await action.run();
      dialog.close();
    } catch (problem) {
      error.textContent = problem.message;
      error.hidden = false;
    }
    run.disabled = false;
  };
  const form = make(
    "form",
    { class: "dialog-form", method: "dialog", tabindex: -1, submit },
    make("div", { class: "dialog-head" }, make("h2", { id: `${id}-title` }, title)),
    ...body,
    error,
    make("div", { class: "dialog-actions" }, close, run),
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    make("dialog", { id, class: wide ? "wide" : "", "aria-labelledby": `${id}-title`, close: () => dialog.remove() }, form)
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  // Otherwise a button at the end has the focus, and a long dialog begins there.
  (dialog.querySelector("input:not(.unseen), select") ?? form).focus();
  return dialog;
}

/**
 * A labelled control.
 * @param {string} label  @param {HTMLElement} control  @param {string} [hint]
 */
export function makeField(label, control, hint) {
  return make("label", { class: "field" }, make("span", {}, label), control, hint ? make("small", {}, hint) : null);
}
