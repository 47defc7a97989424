/** Several agents at once: their ends, a plan for all of them, a time bar, and where they would collide without one. */

import { make } from "../controls/dom.js";
import { makeButton } from "../controls/controls.js";
import { formatDuration, formatNumber } from "../controls/numbers.js";
import { findAgentColour } from "../draw/overlay/agents.js";
import { ServerLayer } from "./server-layer.js";

/** Milliseconds of a step while it plays. */
const STEP = 350;

/** So many are added at random. */
const MANY = 8;

/** Tries to find a place that can be entered. */
const TRIES = 500;

/** The domain of algorithms for fleets. */
const FLEET = "fleet";

/**
 * @typedef {{outcome: string, algorithm: string, sum_of_costs: number | null, makespan: number | null, bound: number | null,
 *   seconds: number, plans: (number | [number, number, number])[][], collisions: {step: number, agents: [number, number], text: string}[]}} Plan
 */

/** @extends {ServerLayer<Plan>} */
export class FleetLayer extends ServerLayer {
  #frame = 0;

  /**
   * @param {import("../model/studio.js").Studio} studio
   * @param {import("../search/panels.js").Panels} panels
   * @param {import("../player/layers.js").LayerChoice} choice
   */
  constructor(studio, panels, choice) {
    const list = make("ul", { class: "fleet-collisions", "aria-label": "collisions" });
    super(studio, panels, { name: "fleet", label: "several agents", waiting: "Planning …", list });
    this.choice = choice;
    /** No tints. @type {Uint32Array | null} */ this.blank = null;
    /** The step that is shown, with its fraction. */
    this.time = 0;
    this.kinds = make("select", { "aria-label": "algorithm for agents", change: () => studio.setAgents(studio.agents) });
    const button = (text, title, click) => makeButton(text, title, click, { title });
    const adding = make(
      "div",
      { class: "fleet-buttons" },
      button("Add", "Add an agent from the start to the goal", () => this.#addOne()),
      button(`Add ${MANY}`, `Add ${MANY} agents at random places`, () => this.#addMany()),
      button("Remove all", "Remove all agents", () => studio.setAgents([], { label: "agents removed" })),
    );
    this.bar = make("input", { type: "range", min: 0, max: 0, step: "any", value: 0, class: "search-scrub", "aria-label": "step of the plan" });
    this.bar.addEventListener("input", () => this.#goTo(this.bar.valueAsNumber));
    this.play = button("Play", "Play the plan", () => this.#toggle());
    this.step = make("span", {});
    this.player = make("div", { class: "fleet-player" }, this.bar, make("div", { class: "fleet-buttons" }, this.play, this.step));
    this.agents = make("ul", { class: "fleet-agents", "aria-label": "agents" });
    this.tools = make("div", {}, adding, make("label", { class: "search-row" }, make("span", {}, "planned by"), this.kinds), this.player);
    this.element.insertBefore(this.tools, this.note);
    this.element.append(this.agents);
    studio.addEventListener("agents", (/** @type {any} */ { detail }) => (detail.live || !this.isOn) && this.clear());
    panels.addEventListener("film", ({ detail }) => this.isOn && this.#goTo(detail.share * (this.found?.makespan ?? 0)));
    studio.sharers.set(FLEET, { share: () => this.#share(), restore: (saved) => this.#restore(saved) });
    this.another();
  }

  get isOn() {
    return this.choice.instead === FLEET;
  }

  switch(isOn) {
    this.choice.set({ instead: isOn ? FLEET : "" });
  }

  get isOffered() {
    return super.isOffered && this.#names.length > 0;
  }

  get #names() {
    return this.studio.algorithms.filter(({ domains, error }) => !error && domains.includes(FLEET)).map(({ name }) => name);
  }

  another() {
    const options = [...(this.#names.length ? ["auto", ...this.#names, "alone"] : [])];
    this.kinds.replaceChildren(...options.map((name) => make("option", { value: name }, name === "alone" ? "nobody: each is alone" : name)));
    super.another();
    if (this.studio.agents.length && this.isOffered) this.choose(true);
  }

  question() {
    const { agents } = this.studio;
    if (!agents.length) return "Add an agent from the start to the goal, or some at random. Drag them on the map.";
    const place = (end) => ({ place: end });
    return {
      starts: agents.map(({ start }) => place(start)),
      goals: agents.map(({ goal }) => place(goal)),
      algorithm: this.kinds.value,
      options: this.panels.active?.settings.options ?? {},
    };
  }

  ask(question) {
    return this.studio.world.fleet(question);
  }

  clear(note = "") {
    this.#stop();
    this.time = 0;
    super.clear(note);
  }

  paint() {
    super.paint();
    const { found: plan } = this;
    this.tools.hidden = this.agents.hidden = !this.isOn;
    this.player.hidden = !plan?.plans.length;
    if (this.isOn && this.studio.world) this.#hideSearch(this.studio.world.size);
    if (plan) this.note.textContent = describePlan(plan);
    this.bar.max = String(plan?.makespan ?? 0);
    this.list.replaceChildren(...(plan?.collisions ?? []).map((each) => this.#collision(each)));
    this.agents.replaceChildren(...this.studio.agents.map((_, number) => this.#agent(number)));
    this.#goTo(Math.min(this.time, plan?.makespan ?? 0));
  }

  /** @param {number} size  of the world */
  #hideSearch(size) {
    if (this.blank?.length !== size) this.blank = new Uint32Array(size);
    for (const panel of this.panels.list) panel.showInstead(this.blank);
  }

  #collision({ step, text }) {
    return make("li", {}, makeButton(text, text, () => this.#goTo(step)));
  }

  #agent(number) {
    const remove = () => this.studio.setAgents(this.studio.agents.toSpliced(number, 1), { label: "agent removed" });
    const sign = make("span", { class: "fleet-sign" }, String(number));
    sign.style.setProperty("--colour", findAgentColour(number));
    return make("li", {}, sign, makeButton("×", `Remove agent ${number}`, remove));
  }

  #goTo(time) {
    this.time = time;
    this.bar.value = String(time);
    this.step.textContent = `step ${formatNumber(Math.floor(time))} of ${formatNumber(this.found?.makespan ?? 0)}`;
    const spots = this.isOn ? this.studio.agents.map((agent, number) => this.#spot(agent, number)) : null;
    for (const panel of this.panels.list) panel.showAgents(spots, this.note.textContent);
  }

  /** Where an agent is at this time. @returns {import("../draw/overlay/agents.js").Agent} */
  #spot({ start, goal }, number) {
    const path = this.found?.plans[number];
    if (!path) return { from: start, to: start, share: 0, goal, isHit: false };
    const step = Math.floor(this.time);
    const at = (when) => path[Math.min(when, path.length - 1)];
    const [here, ahead, share] = [at(step), at(step + 1), this.time - step];
    const hit = Math.ceil(this.time);
    const isHit = this.found.collisions.some((each) => each.step === hit && each.agents.includes(number));
    // On a lane only the share of the move is told: steps of it are shown as they come.
    if (typeof here !== "number") return { from: here[0], to: here[1], share: here[2], goal, isHit };
    if (typeof ahead !== "number") return { from: ahead[0], to: ahead[1], share: ahead[2] * share, goal, isHit };
    return { from: here, to: ahead, share, goal, isHit };
  }

  #toggle() {
    if (this.#frame) return this.#stop();
    if (this.time >= (this.found?.makespan ?? 0)) this.#goTo(0);
    this.#tellPlay("Pause");
    this.panels.active?.map.scrollIntoView({ block: "nearest" }); // on a narrow screen it lies above
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const [began, from] = [performance.now(), this.time];
    const show = (now) => {
      const time = Math.min(from + Math.max(now - began, 0) / STEP, this.found?.makespan ?? 0);
      this.#goTo(isStill ? Math.floor(time) : time);
      if (time < (this.found?.makespan ?? 0)) this.#frame = requestAnimationFrame(show);
      else this.#stop();
    };
    this.#frame = requestAnimationFrame(show);
  }

  #stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.play) this.#tellPlay("Play");
  }

  #tellPlay(text) {
    this.play.textContent = text;
    this.play.ariaLabel = this.play.title = `${text} the plan`;
  }

  #addOne() {
    const { start, goals, agents } = this.studio;
    if (typeof start !== "number" || typeof goals[0] !== "number") return this.studio.say("Choose a start and a goal first.", "info");
    if (agents.some((agent) => agent.start === start || agent.goal === goals[0])) {
      return this.studio.say("Another agent starts or ends there; move the start and the goal first.", "info");
    }
    this.studio.setAgents([...agents, { start, goal: goals[0] }], { label: "agent added" });
  }

  async #addMany() {
    const { world, agents } = this.studio;
    const [starts, goals] = [new Set(agents.map(({ start }) => start)), new Set(agents.map(({ goal }) => goal))];
    const added = [];
    for (let each = 0; each < 2 * MANY && added.length < MANY; each++) {
      const { start, goals: ends } = await world.connected(await findFree(world, starts), await findFree(world, goals));
      if (start === null || !ends.length || starts.has(start) || goals.has(ends[0])) continue;
      starts.add(start);
      goals.add(ends[0]);
      added.push({ start, goal: ends[0] });
    }
    if (this.studio.world === world) this.studio.setAgents([...this.studio.agents, ...added], { label: "agents added" });
  }

  #share() {
    return { agents: this.studio.agents, algorithm: this.kinds.value, isOn: this.isOn };
  }

  /** @param {any} saved  what `#share` gave, of a link, which may hold anything */
  #restore({ agents, algorithm, isOn }) {
    const isPlace = (place) => Number.isInteger(place) && place >= 0 && place < (this.studio.world?.size ?? 0);
    const known = Array.isArray(agents) ? agents.filter(({ start, goal }) => isPlace(start) && isPlace(goal)) : [];
    if ([...this.kinds.options].some(({ value }) => value === algorithm)) this.kinds.value = algorithm;
    this.studio.setAgents(known);
    if (isOn && this.isOffered) this.choose(true);
  }
}

/** A place that can be entered and is not taken; null if none is found soon. @param {any} world  @param {Set<number>} taken */
async function findFree(world, taken) {
  for (let each = 0; each < TRIES; each++) {
    const place = Math.floor(Math.random() * world.size);
    if (!taken.has(place) && (await world.position(place)) !== null) return place;
  }
  return null;
}

/** @param {Plan} plan */
function describePlan({ outcome, algorithm, sum_of_costs: sum, makespan, bound, seconds, collisions }) {
  if (outcome !== "found") return outcome === "unreachable" ? "There is no plan." : "No plan was found in time.";
  const proof = bound === null ? "" : bound <= 1 ? ", optimal" : `, at most ${formatNumber(bound, 2)} times the least`;
  const hits = algorithm === "alone" ? `; ${formatNumber(collisions.length)} collisions` : ` (${algorithm}, ${formatDuration(seconds)})`;
  return `Sum of costs ${formatNumber(sum)}${proof}; makespan ${formatNumber(makespan)}${hits}.`;
}
