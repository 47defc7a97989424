/** The widget of a notebook (anywidget): a frame with the page of `recorded.js`, which `PAGE` holds whole. */

/** @param {{model: {get: (name: string) => any}, el: HTMLElement}} of */
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = "A search, event by event";
  frame.srcdoc = PAGE;
  const { style } = frame;
  Object.assign(style, { display: "block", boxSizing: "border-box", width: "100%", height: `${model.get("height")}px` });
  Object.assign(style, { border: "1px solid #8886", borderRadius: "8px" });
  frame.addEventListener("load", () => frame.contentWindow.play(model.get("recording")));
  el.append(frame);
  return () => frame.remove();
}

export default { render };
