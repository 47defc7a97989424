/** Dialogs for whole worlds: new, open, save, resize, share, export. Files may also be dropped on the page. */

import { isResizable } from "./bar.js";
import { showDialog, field } from "./dialog.js";
import { make } from "./dom.js";
import { linkOf, LONG } from "./model/share.js";

/** Names of the formats that are no suffix of a picture. */
const FORMATS = {
  trace: ["Trace, JSON", "all events of the search"],
  posthoc: ["Trace, Posthoc", "for the Posthoc visualiser"],
  scenario: ["Scenario", "map, question and options"],
};

export class Files {
  /** @param {import("./studio.js").Studio} studio  @param {HTMLElement} drop  shown while something is dragged over the page
   *  @param {(width: number, height: number) => Promise<void>} resize */
  constructor(studio, drop, resize) {
    this.studio = studio;
    this.resize = resize;
    // Each element that is entered or left tells so.
    let depth = 0;
    const hasFile = (event) => event.dataTransfer?.types.includes("Files");
    const count = (step) => (event) => {
      if (!hasFile(event)) return;
      depth += step;
      drop.hidden = depth <= 0;
    };
    addEventListener("dragenter", count(1));
    addEventListener("dragleave", count(-1));
    addEventListener("dragover", (event) => hasFile(event) && event.preventDefault());
    addEventListener("drop", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      depth = 0;
      drop.hidden = true;
      this.#attempt(() => this.openFile(event.dataTransfer.files[0]));
    });
  }

  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      this.studio.say(error.message, "error");
    }
  }

  /** Domains that are ready. @param {boolean} [canvas]  whether it must be one that can be painted on */
  #domains(canvas = false) {
    return this.studio.domains.filter(
      (domain) => (domain.state ?? "ready").toLowerCase() === "ready" && (domain.canvas || !canvas),
    );
  }

  showNew() {
    const names = this.#domains(true).map((domain) => domain.name);
    const { world } = this.studio;
    const domain = select("new-domain", names, names.includes(world?.domain) ? world.domain : names[0]);
    const width = whole("new-width", 48);
    const height = whole("new-height", 30);
    showDialog({
      title: "New world",
      id: "new-dialog",
      body: [field("Domain", domain), make("div", { class: "fields" }, field("Width", width), field("Height", height))],
      action: {
        text: "Create",
        run: async () => {
          await this.studio.open({ blank: { domain: domain.value, width: width.valueAsNumber, height: height.valueAsNumber } });
        },
      },
    });
  }

  showOpen() {
    const domains = this.#domains().map((domain) => domain.name);
    const domain = select("open-domain", ["by file name", ...domains], "by file name");
    const chosen = () => (domains.includes(domain.value) ? domain.value : null);
    const file = make("input", { type: "file", id: "open-file", class: "unseen", "aria-label": "Map file" });
    const pick = make("button", { type: "button", class: "primary", click: () => file.click() }, "Choose a file");
    const dialog = showDialog({
      title: "Open",
      id: "open-dialog",
      body: [
        make("div", { class: "pick-file" }, pick, file, make("p", {}, "or drop a file on the page")),
        this.#suffixes(),
        field("Domain", domain),
        ...this.#sources((source) => open(() => this.studio.open({ source: source.name, domain: source.domain }))),
      ],
    });
    const line = /** @type {HTMLElement} */ (dialog.querySelector(".error-line"));
    const open = async (action) => {
      line.hidden = true;
      dialog.setAttribute("aria-busy", "true");
      try {
        await action();
        dialog.close();
      } catch (error) {
        line.textContent = error.message;
        line.hidden = false;
      }
      dialog.removeAttribute("aria-busy");
    };
    file.addEventListener("change", () => file.files[0] && open(() => this.openFile(file.files[0], chosen())));
  }

  /** What each domain reads. */
  #suffixes() {
    const rows = this.#domains().flatMap(({ name, suffixes }) => [
      make("dt", {}, name),
      make("dd", {}, (suffixes ?? []).join(" ")),
    ]);
    return make("details", { class: "formats" }, make("summary", {}, "Formats"), make("dl", { class: "keys" }, ...rows));
  }

  #sources(open) {
    const { sources } = this.studio;
    if (!sources.length) return [];
    const rows = sources.map((source) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", click: () => open(source) },
          source.name,
          make("small", {}, `${source.domain ?? ""} ${bytes(source.bytes)}`),
        ),
      ),
    );
    return [make("h3", {}, "Files on the server"), make("ul", { class: "list", id: "open-sources" }, ...rows)];
  }

  /** @param {File} file  @param {string | null} [domain] */
  async openFile(file, domain = null) {
    const world = await this.studio.open({ file, domain });
    if (world) this.studio.say(world.remark ?? `${file.name} is open`, world.remark ? "info" : "quiet");
  }

  async save() {
    const { world } = this.studio;
    if (!world?.canvas?.saves.length) return;
    await this.#attempt(async () => this.#fetch("scenario"));
  }

  /** What is exported: the active panel's question. */
  #question() {
    const { world, start, goals } = this.studio;
    return world.question({ start, goals, ...this.studio.asked() });
  }

  async #fetch(format) {
    const { world, api } = this.studio;
    await world.settled();
    const question = this.#question();
    const { blob, name } = await this.studio.during(() => api.export(world.id, format, question));
    const suffix =
      format === "scenario" ? (world.canvas?.saves[0] ?? ".json") : format in FORMATS ? `.${format}.json` : `.${format}`;
    download(blob, name ?? `${stem(world.name)}${suffix}`);
    this.studio.say(`Saved ${name ?? stem(world.name) + suffix}`, "success");
  }

  showResize() {
    const { world } = this.studio;
    if (!isResizable(world)) return;
    const width = whole("resize-width", world.width);
    const height = whole("resize-height", world.height);
    showDialog({
      title: "Change the size",
      id: "resize-dialog",
      body: [
        make("div", { class: "fields" }, field("Width", width), field("Height", height)),
        make("p", {}, "The map is cut or extended at the right and the bottom."),
      ],
      action: { text: "Resize", run: () => this.resize(width.valueAsNumber, height.valueAsNumber) },
    });
  }

  async showShare() {
    if (!this.studio.world) return;
    await this.#attempt(async () => {
      const link = (await linkOf(this.studio)).href;
      const input = make("input", { type: "text", id: "share-link", readonly: true, value: link, "aria-label": "Link" });
      const long =
        link.length > LONG
          ? make("p", {}, "This link is long, and some programs may cut it off. A saved scenario is safer.")
          : null;
      const dialog = showDialog({
        title: "Share",
        id: "share-dialog",
        body: [
          make("p", {}, "This link contains the whole scenario and opens in any studio."),
          field("Link", input),
          copyButton("share-copy", () => link),
          ...(long ? [long] : []),
        ],
      });
      dialog.querySelector("input").select();
    });
  }

  async showExport() {
    const { studio } = this;
    const { world } = studio;
    if (!world) return;
    const writes = studio.domain(world.domain)?.writes ?? [];
    const formats = [
      ...writes.map((suffix) => suffix.replace(/^\./, "")),
      "trace",
      "posthoc",
      ...(world.canvas?.saves.length ? ["scenario"] : []),
    ];
    const line = make("p", { class: "error-line", role: "alert", hidden: true });
    const buttons = [...new Set(formats)].map((format) => {
      const [text, title] = FORMATS[format] ?? [format.toUpperCase(), `A file ${format}`];
      const run = async () => {
        line.hidden = true;
        button.disabled = true;
        try {
          await this.#fetch(format);
        } catch (error) {
          line.textContent = error.message;
          line.hidden = false;
        }
        button.disabled = false;
      };
      const button = make("button", { type: "button", "data-format": format, title, click: run }, text);
      return button;
    });
    const commands = make("div", { class: "field", id: "export-commands" });
    showDialog({
      title: "Export",
      id: "export-dialog",
      wide: true,
      body: [
        make("h3", {}, "Files"),
        make("div", { class: "choices" }, ...buttons),
        line,
        make("h3", {}, "The same question as code"),
        commands,
      ],
    });
    try {
      await world.settled();
      const { shell, python } = await studio.api.commands(world.id, this.#question());
      commands.append(code("shell", "Command line", shell), code("python", "Python", python));
    } catch (error) {
      commands.append(make("p", { class: "error-line" }, error.message));
    }
  }
}

function code(id, title, text) {
  return make(
    "div",
    { class: "code-block" },
    make(
      "div",
      {},
      make("span", { class: "legend" }, title),
      copyButton(`copy-${id}`, () => text),
    ),
    make("pre", { id: `code-${id}`, tabindex: 0 }, text),
  );
}

function copyButton(id, text) {
  const label = make("span", {}, "Copy");
  const copy = async () => {
    label.textContent = (await copied(text())) ? "Copied" : "Copying failed: select the text and press Ctrl+C";
    setTimeout(() => (label.textContent = "Copy"), 2000);
  };
  return make("button", { type: "button", id, click: copy }, label);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function select(id, values, chosen) {
  return make("select", { id }, ...values.map((value) => make("option", { value, selected: value === chosen }, value)));
}

function whole(id, value) {
  return make("input", { type: "number", id, min: 1, max: 100000, step: 1, value, required: true });
}

function bytes(count) {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

function stem(name) {
  return name.replace(/\.(genastar\.json|[a-z0-9]+)$/i, "").replaceAll(/[^\p{L}\p{N}._-]+/gu, "-") || "world";
}

/** @param {Blob} blob  @param {string} name */
function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
