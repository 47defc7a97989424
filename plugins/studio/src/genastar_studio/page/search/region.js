/** The half of the page that searches: panels, player, and what stands at the side. */

import { make } from "../controls/dom.js";
import { AlgorithmForm, listChoices } from "./algorithms.js";
import { Breakpoints, makeBreakpointAt } from "../player/breakpoints.js";
import { Comparison } from "./comparison.js";
import { EndsForm } from "./ends-form.js";
import { EstimateCheck } from "./estimate.js";
import { OptionsForm, makeSearchForm } from "../controls/options-form.js";
import { Inspector } from "./inspector.js";
import { LayerChoice } from "../player/layers.js";
import { makeLayersForm, Legend } from "../player/legend.js";
import { Panels } from "./panels.js";
import { Player } from "../player/player.js";
import { makeTabs } from "../controls/tabs.js";
import { AlternativesLayer } from "../view/alternatives.js";
import { FitsLayer } from "../view/fits.js";
import { FleetLayer } from "../view/fleet.js";
import { ItineraryList } from "../view/itinerary.js";
import { ReachLayer } from "../view/reach.js";

/**
 * @param {import("../model/studio.js").Studio} studio
 * @param {{panels: HTMLElement, player: HTMLElement, side: HTMLElement}} regions
 */
export function mountSearch(studio, regions) {
  const search = new Search(studio, regions);
  studio.asked = () => search.panels.active.asked();
  studio.legend = () => [...search.reach.rows, ...search.fits.rows, ...search.legend.rows];
  studio.stop = () => search.player.stop();
  studio.run = () => search.player.run();
  studio.sharers.set("panels", search.panels);
  studio.sharers.set("layers", search.choice);
  return search;
}

/** Milliseconds between two looks at what the side says, while events go by. */
const PAUSE = 80;

const makeHeading = (text) => make("h2", { class: "search-heading" }, text);

class Search {
  constructor(studio, { panels, player, side }) {
    this.studio = studio;
    this.choice = new LayerChoice();
    this.breakpoints = new Breakpoints();
    this.panels = new Panels(studio, this.choice, panels);
    this.player = new Player(this.panels, this.breakpoints, studio, player);
    this.legend = new Legend(studio, this.choice);
    this.inspector = new Inspector(studio);
    this.comparison = new Comparison(studio, this.panels, this.choice);
    this.estimate = new EstimateCheck(studio, this.panels, this.choice);
    this.ends = new EndsForm(studio);
    this.itinerary = new ItineraryList(this.panels);
    this.reach = new ReachLayer(studio, this.panels, this.choice);
    this.fits = new FitsLayer(studio, this.panels, this.choice);
    this.inspector.more = (place) => this.fits.facts(place);
    this.alternatives = new AlternativesLayer(studio, this.panels, () => this.#showPath());
    this.fleet = new FleetLayer(studio, this.panels, this.choice);
    this.problem = make("p", { class: "search-problem", hidden: true });
    this.algorithms = make("div", {});
    this.forms = make("div", { class: "search-forms" });
    const estimate = make("div", { id: "estimate-tools" }, makeHeading("The estimate"), this.estimate.element);
    const more = [this.reach, this.fits, this.alternatives, this.fleet].map(({ element }) => element);
    const layers = [makeLayersForm(this.choice), this.legend.element, ...more];
    const { tabs, elements } = makeTabs("Settings and results", [
      { name: "search", title: "Search", parts: [this.algorithms, this.problem, this.ends.element, this.forms] },
      { name: "layers", title: "Layers", parts: layers },
      { name: "results", title: "Results", parts: [this.itinerary.element, this.comparison.element, estimate] },
      { name: "inspect", title: "Inspect", parts: [this.inspector.element, makeHeading("Breakpoints"), this.breakpoints.element] },
    ]);
    this.tabs = tabs;
    side.append(...elements);
    this.#listen();
    if (studio.world) this.#showWorld();
  }

  #listen() {
    const { studio, panels, player, choice, breakpoints } = this;
    studio.addEventListener("world", () => this.#showWorld());
    studio.addEventListener("attached", () => {
      panels.tellSettings();
      this.#showForms();
    });
    studio.addEventListener("painted", (event) => this.#changed(event.detail.live));
    studio.addEventListener("ends", (event) => {
      this.#changed(event.detail.live);
      if (!event.detail.live) this.ends.show();
    });
    studio.addEventListener("theme", () => {
      panels.repaint();
      this.#tell();
    });
    panels.addEventListener("active", () => this.#showForms());
    panels.addEventListener("added", ({ detail }) => this.#added(detail.panel));
    panels.addEventListener("restored", () => {
      this.#showForms();
      player.changed();
      if (!studio.isRecorded) this.#playTogether();
    });
    panels.addEventListener("problem", () => this.#showProblem());
    panels.addEventListener("settings", () => {
      this.inspector.positions.clear(); // where no unit fits under some options, it may under others
      this.#tell();
    });
    for (const event of ["ended", "timed"]) panels.addEventListener(event, () => this.#tell());
    panels.addEventListener("cursor", () => this.#soon());
    panels.addEventListener("inspect", ({ detail }) => this.#inspect(detail));
    choice.addEventListener("change", () => {
      if (!choice.instead) for (const panel of panels.list) panel.showInstead(null);
      panels.paint();
      this.#tell();
    });
    breakpoints.addEventListener("change", () => this.#markBreakpoints());
  }

  #showWorld() {
    this.inspector.clear();
    this.estimate.clear();
    this.breakpoints.forgetPlaces();
    this.breakpoints.aimButton.hidden = !this.studio.world?.view;
    this.panels.showWorld();
    this.#showForms();
    this.ends.show();
    this.player.changed();
    this.player.tell();
  }

  /** @param {boolean|string} [live] whether more of the same is to come */
  #changed(live = false) {
    this.estimate.clear();
    this.player.changed(live);
  }

  #added(panel) {
    panel.marks = this.#breakpointMarks();
    this.alternatives.paint();
    this.fleet.paint();
    if (!this.player.searchesAlways) return;
    const { engine } = panel.asked();
    // A panel that was alone may have searched in another engine.
    const isMixed = this.panels.list.some((each) => each !== panel && (each.answer ?? each.searched)?.engine !== engine);
    if (isMixed) this.player.changed();
    else panel.search();
    this.#playTogether();
  }

  /** Play a comparison from its start, so that no search is over before the others begin; unless nobody wants motion. */
  #playTogether() {
    const { panels, player } = this;
    if (panels.list.length > 1 && player.searchesAlways && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.replay();
  }

  /** The form of the active panel. */
  #showForms() {
    const { studio, panels } = this;
    const panel = panels.active;
    if (!panel || !studio.world) return;
    const changed = () => {
      panels.tellSettings();
      this.estimate.clear();
      this.player.changed(false, panel);
    };
    const schema = studio.domain(studio.world.domain)?.options;
    const options = new OptionsForm(schema, studio.world.options, panel.settings.options, changed);
    const algorithm = new AlgorithmForm(panel.settings, listChoices(studio), changed);
    this.algorithms.replaceChildren(algorithm.element);
    algorithm.reveal();
    const changedEngine = (engine) => {
      for (const each of panels.list) each.settings.engine = engine;
      panels.tellSettings();
      this.#changed();
    };
    const how = makeSearchForm(panel.settings, studio.engines, changed, changedEngine);
    this.forms.replaceChildren(how, options.element);
    this.#tell();
  }

  /** Soon, what the side says of this event; while it plays, not at each picture. */
  #soon() {
    if (this.isDue) return;
    this.isDue = true;
    setTimeout(() => {
      this.isDue = false;
      this.comparison.paint();
      this.#showLegend();
      this.inspector.show();
    }, PAUSE);
  }

  /** All that the side says. */
  #tell() {
    const { panels } = this;
    if (!panels.active) return;
    const isAlone = panels.list.length === 1;
    this.#showProblem();
    this.tabs.setTitle("search", isAlone ? "Search" : `Search ${panels.active.name}`);
    this.comparison.show();
    this.comparison.paint();
    this.estimate.paint();
    this.reach.paint();
    this.fits.paint();
    this.fleet.paint();
    this.#showPath();
    this.inspector.show();
  }

  /** What the server said to the active panel's question, beside the form. */
  #showProblem() {
    const problem = this.panels.active?.problem;
    this.problem.textContent = problem ?? "";
    this.problem.hidden = !problem;
  }

  /** The path that is drawn, in words and in the legend. */
  #showPath() {
    if (!this.panels.active) return;
    this.itinerary.show();
    this.#showLegend();
  }

  #showLegend() {
    this.legend.show(this.panels, this.comparison.pairNames);
  }

  #inspect({ panel, place = -1, state, how, taken, x, y }) {
    if (state !== undefined) return this.inspector.showState(panel, state);
    if (how === "pick" && this.breakpoints.isAiming && place >= 0) return this.#addBreakpoint(place);
    const showTip = () => panel.showTip(place >= 0 ? this.inspector.tip(panel, place) : "", x, y);
    if (how === "hover") showTip();
    // A finger that is lifted leaves the map, which takes the tip away: it comes after that.
    else requestAnimationFrame(showTip);
    this.inspector.showPlace(panel, place);
    this.fits.look(place, () => {
      showTip();
      this.inspector.show();
    });
    if (how === "pick" && !taken && this.studio.tool === "inspect") this.tabs.choose("inspect");
  }

  async #addBreakpoint(place) {
    const { breakpoints, studio } = this;
    breakpoints.aim(false);
    const position = await studio.world.position(place);
    if (position === null) return studio.say("No search can expand this place: it is blocked.", "info");
    breakpoints.add(makeBreakpointAt(place, position));
  }

  #breakpointMarks() {
    return this.breakpoints.places.map((place) => ({ place, kind: "breakpoint" }));
  }

  #markBreakpoints() {
    for (const panel of this.panels.list) panel.marks = this.#breakpointMarks();
    this.panels.paint();
  }
}
