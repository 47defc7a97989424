/** Dialogs for whole worlds: new, open, save, resize, share, export. Files may also be dropped on the page. */

import { isResizable } from "./bar.js";
import { showDialog, makeField } from "../controls/dialog.js";
import { make } from "../controls/dom.js";
import { formatBytes } from "../controls/numbers.js";
import { listPictureKinds, makePicture } from "./picture.js";
import { makeRecordingFile, isRecordingName, makeRecordingLink, openRecordingFile, makeRecordingPage } from "../model/recorded-link.js";
import { makeRecording } from "../model/recording.js";
import { makeShareLink, LONG, makeScenario } from "../model/share-link.js";

/** Names of the formats that are no suffix of a picture. */
const FORMATS = {
  trace: ["Trace, JSON", "all events of the search"],
  posthoc: ["Trace, Posthoc", "for the Posthoc visualiser"],
  scenario: ["Scenario", "map, question and options"],
};

/** What the page makes itself of what is on the screen. */
const FILMS = {
  png: ["PNG, 2×", "a picture of the maps, with legend and captions"],
  webm: ["WebM, 2×", "a film of 8 seconds, which takes as long to make"],
  mp4: ["MP4, 2×", "a film of 8 seconds, which takes as long to make"],
};

/** Hosts that mean the machine of the browser itself, and what to know of links to them. */
const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;
const LOCAL =
  "The address of this studio works on this machine alone, and only while the studio runs. To show it to somebody else, save a page.";

/** Suffixes of the same format. */
const TWINS = new Set(["jpeg", "tiff"]);

export class Files {
  /** @param {import("../model/studio.js").Studio} studio  @param {HTMLElement} drop  shown while something is dragged over the page
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
    const domain = makeSelect("new-domain", names, names.includes(world?.domain) ? world.domain : names[0]);
    const width = makeWholeInput("new-width", 48);
    const height = makeWholeInput("new-height", 30);
    showDialog({
      title: "New world",
      id: "new-dialog",
      body: [makeField("Domain", domain), make("div", { class: "fields" }, makeField("Width", width), makeField("Height", height))],
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
    const domain = makeSelect("open-domain", ["by file name", ...domains], "by file name");
    const chosen = () => (domains.includes(domain.value) ? domain.value : null);
    const file = make("input", { type: "file", id: "open-file", class: "unseen", "aria-label": "Map file" });
    const pick = make("button", { type: "button", class: "primary", click: () => file.click() }, "Choose a file");
    const dialog = showDialog({
      title: "Open",
      id: "open-dialog",
      body: [
        make("div", { class: "pick-file" }, pick, file, make("p", {}, "or drop a file on the page")),
        this.#suffixes(),
        makeField("Domain", domain),
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
          make("small", {}, `${source.domain ?? ""} ${formatBytes(source.bytes)}`),
        ),
      ),
    );
    return [make("h3", {}, "Files on the server"), make("ul", { class: "list", id: "open-sources" }, ...rows)];
  }

  /** @param {File} file  @param {string | null} [domain] */
  async openFile(file, domain = null) {
    if (!domain && isRecordingName(file.name)) return openRecordingFile(this.studio, file);
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
    const { world } = this.studio;
    const { api } = world;
    await world.settled();
    const question = this.#question();
    const { blob, name } = await this.studio.during(() => api.export(world.id, format, question));
    const suffix =
      format === "scenario" ? (world.canvas?.saves[0] ?? ".json") : format in FORMATS ? `.${format}.json` : `.${format}`;
    download(blob, name ?? `${getStem(world.name)}${suffix}`);
    this.studio.say(`Saved ${name ?? getStem(world.name) + suffix}`, "success");
  }

  showResize() {
    const { world } = this.studio;
    if (!isResizable(world)) return;
    const width = makeWholeInput("resize-width", world.width);
    const height = makeWholeInput("resize-height", world.height);
    showDialog({
      title: "Change the size",
      id: "resize-dialog",
      body: [
        make("div", { class: "fields" }, makeField("Width", width), makeField("Height", height)),
        make("p", {}, "The map is cut or extended at the right and the bottom."),
      ],
      action: { text: "Resize", run: () => this.resize(width.valueAsNumber, height.valueAsNumber) },
    });
  }

  async showShare() {
    const { studio } = this;
    if (!studio.world) return;
    const line = make("p", { class: "error-line", role: "alert", hidden: true });
    const attempt = (action) => async () => {
      line.hidden = true;
      try {
        await studio.during(action);
      } catch (error) {
        line.textContent = error.message;
        line.hidden = false;
      }
    };
    const name = getStem(studio.world.name);
    const recorded = async () => makeRecording(studio, studio.sharers.get("panels"), await makeScenario(studio).catch(() => null));
    const page = attempt(async () => download(await makeRecordingPage(await recorded()), `${name}.html`));
    const file = attempt(async () => download(await makeRecordingFile(await recorded()), `${name}.recording`));
    const link = attempt(async () => {
      const { href } = await makeRecordingLink(await recorded());
      if (!(await copyText(href))) throw new Error("copying failed: save a page instead");
      studio.say(`Copied a link of ${formatBytes(href.length)}`, "success");
    });
    showDialog({
      title: "Share",
      id: "share-dialog",
      body: [
        make("h3", {}, "The search, recorded"),
        make("p", {}, "The page is one file. It plays in any browser, without a server, exactly as the search ran here."),
        ...(studio.agents.length ? [make("p", { id: "share-agents" }, "The agents are not in it: export a picture of their plan.")] : []),
        make(
          "div",
          { class: "choices" },
          make("button", { type: "button", id: "share-page", class: "primary", click: page }, "Save as a page"),
          make("button", { type: "button", id: "share-recording", click: file }, "Save as a file for the studio"),
        ),
        make("h3", {}, "Links"),
        ...(LOOPBACK.test(location.hostname) ? [make("p", { id: "share-local" }, LOCAL)] : []),
        ...(await this.#worldLink()),
        make("div", {}, make("button", { type: "button", id: "share-recorded", click: link }, "Copy a link to the recorded search")),
        line,
      ],
    });
    document.getElementById("share-page").focus();
  }

  /** The link that holds the scenario, or why there is none. */
  async #worldLink() {
    try {
      const link = (await makeShareLink(this.studio)).href;
      const input = make("input", { type: "text", id: "share-link", readonly: true, value: link, "aria-label": "Link" });
      const long = "This link is long, and some programs may cut it off. A saved scenario is safer.";
      return [
        make("p", {}, "This link contains the world, its start and goals, and the settings of each panel."),
        makeField("Link", input),
        makeCopyButton("share-copy", () => link),
        ...(link.length > LONG ? [make("p", {}, long)] : []),
      ];
    } catch (error) {
      return [make("p", {}, `${error.message}.`)];
    }
  }

  /** Make a picture or a film of what is on the screen; it can be cancelled. */
  async #film(kind, line) {
    const { studio } = this;
    const cancelling = new AbortController();
    const bar = make("progress", { max: 1, value: 0, "aria-label": "In progress" });
    const stop = make("button", { type: "button", id: "film-cancel", click: () => cancelling.abort() }, "Cancel");
    const progress = make("div", { class: "choices" }, bar, stop);
    line.hidden = true;
    line.after(progress);
    const dialog = line.closest("dialog");
    dialog.addEventListener("close", () => cancelling.abort());
    try {
      studio.stop();
      const tell = (share) => (bar.value = share);
      const blob = await makePicture(studio, studio.sharers.get("panels"), kind, cancelling.signal, tell);
      download(blob, `${getStem(studio.world.name)}.${kind}`);
      studio.say(`Saved ${getStem(studio.world.name)}.${kind} (${formatBytes(blob.size)})`, "success");
    } catch (error) {
      line.textContent = cancelling.signal.aborted ? "Cancelled." : error.message;
      line.hidden = false;
    }
    progress.remove();
  }

  async showExport() {
    const { studio } = this;
    const { world } = studio;
    if (!world) return;
    const films = listPictureKinds(studio);
    const writes = (studio.domain(world.domain)?.writes ?? []).filter((suffix) => !films.includes(suffix.slice(1)));
    const formats = [
      ...writes.map((suffix) => suffix.replace(/^\./, "")).filter((suffix) => !TWINS.has(suffix)),
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
    const shots = films.map((kind) =>
      make(
        "button",
        { type: "button", "data-picture": kind, title: FILMS[kind][1], click: () => this.#film(kind, line) },
        FILMS[kind][0],
      ),
    );
    showDialog({
      title: "Export",
      id: "export-dialog",
      wide: true,
      body: [
        ...(shots.length ? [make("h3", {}, "As on the screen"), make("div", { class: "choices" }, ...shots)] : []),
        make("h3", {}, "Files"),
        make("div", { class: "choices" }, ...buttons),
        line,
        make("h3", {}, "The same question as code"),
        commands,
      ],
    });
    try {
      await world.settled();
      const { shell, python } = await world.api.commands(world.id, this.#question());
      commands.append(makeCodeBlock("shell", "Command line", shell), makeCodeBlock("python", "Python", python));
    } catch (error) {
      commands.append(make("p", { class: "error-line" }, error.message));
    }
  }
}

function makeCodeBlock(id, title, text) {
  return make(
    "div",
    { class: "code-block" },
    make(
      "div",
      {},
      make("span", { class: "legend" }, title),
      makeCopyButton(`copy-${id}`, () => text),
    ),
    make("pre", { id: `code-${id}`, tabindex: 0 }, text),
  );
}

function makeCopyButton(id, text) {
  const label = make("span", {}, "Copy");
  const copy = async () => {
    label.textContent = (await copyText(text())) ? "Copied" : "Copying failed: select the text and press Ctrl+C";
    setTimeout(() => (label.textContent = "Copy"), 2000);
  };
  return make("button", { type: "button", id, click: copy }, label);
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function makeSelect(id, values, chosen) {
  return make("select", { id }, ...values.map((value) => make("option", { value, selected: value === chosen }, value)));
}

function makeWholeInput(id, value) {
  return make("input", { type: "number", id, min: 1, max: 100000, step: 1, value, required: true });
}

function getStem(name) {
  return name.replace(/\.(genastar\.json|[a-z0-9]+)$/i, "").replaceAll(/[^\p{L}\p{N}._-]+/gu, "-") || "world";
}

/** @param {Blob} blob  @param {string} name */
function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
