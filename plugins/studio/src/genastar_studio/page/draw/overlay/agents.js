/** Agents of a fleet: where each is, and where each goes. */

/** The angle between the hues of two agents, in degrees: neighbours in the list differ most. */
const GOLDEN = 137.508;

/** Numbers are written in discs of at least so many CSS pixels. */
const NUMBERED = 7;

/** Widths of cubes, as shares of a cell. */
const CUBE = { goal: 0.42, agent: 0.8, hit: 1.2 };

/** How much is seen of what lies on another layer. */
const FAINT = 0.25;

/**
 * Where an agent is: on its way from one place to the next; `goal`: its goal's place; `isHit`: it collides.
 * @typedef {{from: number, to: number, share: number, goal: number, isHit: boolean}} Agent
 */

/** The colour of an agent: of saturation 62 % and lightness 42 %. @param {number} number */
export function findAgentColour(number) {
  const hue = (number * GOLDEN + 210) % 360;
  const part = (offset) => {
    const turn = (offset + hue / 30) % 12;
    return Math.round(255 * (0.42 - 0.62 * 0.42 * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))));
  };
  return `rgb(${part(0)} ${part(8)} ${part(4)})`;
}

/**
 * Agents and their goals as cubes in a world of layers: column, row, layer, width and colour.
 * @param {Agent[]} agents  @param {(place: number) => number[]} where  @param {import("../look.js").Look} look
 * @returns {[number, number, number, number, string][]}
 */
export function listAgentCubes(agents, where, look) {
  return agents.flatMap(({ from, to, share, goal, isHit }, number) => {
    const [here, there] = [where(from), where(to)];
    const at = here.map((part, axis) => part + share * (there[axis] - part));
    const colour = findAgentColour(number);
    return /** @type {any} */ ([
      [...where(goal), CUBE.goal, colour],
      [...at, isHit ? CUBE.hit : CUBE.agent, isHit ? look.goal : colour],
    ]);
  });
}

/**
 * @param {CanvasRenderingContext2D} context  @param {import("../stage/camera.js").View} view  @param {any} painter
 * @param {import("../look.js").Look} look  @param {Agent[]} agents
 */
export function drawAgents(context, view, painter, look, agents) {
  const least = 5 * view.ratio;
  const radius = Math.min(Math.max(painter.unit * view.scale * 0.4, least), 26 * view.ratio);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 ${Math.round(radius)}px ${look.font}`;
  agents.forEach(({ goal }, number) => {
    const [x, y] = [view.x(painter.x(goal)), view.y(painter.y(goal))];
    context.strokeStyle = findAgentColour(number);
    context.lineWidth = 2 * view.ratio;
    context.globalAlpha = painter.isSeen(goal) ? 1 : FAINT;
    context.strokeRect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6);
  });
  agents.forEach(({ from, to, share, isHit }, number) => {
    const x = view.x(painter.x(from) * (1 - share) + painter.x(to) * share);
    const y = view.y(painter.y(from) * (1 - share) + painter.y(to) * share);
    context.globalAlpha = painter.isSeen(share < 0.5 ? from : to) ? 1 : FAINT;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = findAgentColour(number);
    context.fill();
    context.strokeStyle = isHit ? look.goal : look.halo;
    context.lineWidth = (isHit ? 5 : 1.5) * view.ratio;
    context.stroke();
    if (radius < NUMBERED * view.ratio) return;
    context.fillStyle = "#ffffff";
    context.fillText(String(number), x, y);
  });
  context.globalAlpha = 1;
}
