/** The settings of a panel: how it searches. */

/** The engine of panels side by side: the one that runs every algorithm, so that their times can be compared. */
const COMPARING = "interpreted";

/** Settings from a link, which may hold anything; of none, the defaults. @param {any} settings */
export function readSettings(settings) {
  const { options, algorithm, algorithmOptions, engine, reopen, expansions, seconds } = settings ?? {};
  const limit = (value) => (typeof value === "number" ? value : null);
  const given = (values) => (values && typeof values === "object" ? { ...values } : {});
  const named = (name) => (typeof name === "string" ? name : "auto");
  return {
    options: given(options),
    algorithm: named(algorithm),
    algorithmOptions: given(algorithmOptions),
    engine: named(engine),
    reopen: reopen === true,
    expansions: limit(expansions),
    seconds: limit(seconds),
  };
}

/** The settings as part of a question: see API.md. @param {ReturnType<typeof readSettings>} settings  @param {boolean} isAlone */
export function makeQuestionPart({ options, algorithm, algorithmOptions, engine, reopen, expansions, seconds }, isAlone) {
  const limits = Object.fromEntries(Object.entries({ expansions, seconds }).filter(([, value]) => value !== null));
  const how = { options: { ...options }, algorithm, algorithm_options: { ...algorithmOptions }, reopen, limits };
  return { ...how, engine: engine === "auto" && !isAlone ? COMPARING : engine };
}

/** The settings in words. @param {ReturnType<typeof readSettings>} settings */
export function formatSettings({ options, algorithm, algorithmOptions, engine, reopen }) {
  const words = algorithm === "auto" ? [] : [algorithm];
  const values = [...Object.entries(algorithmOptions), ...Object.entries(options)];
  words.push(...values.map(([option, value]) => `${option.replaceAll("_", " ")} ${value}`));
  if (reopen) words.push("reopen");
  if (engine !== "auto") words.push(engine);
  return words.join(" · ") || "default settings";
}
