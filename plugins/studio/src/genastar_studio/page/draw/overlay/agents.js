/** Agents of a fleet: where each is, and where each goes. */

/** The angle between the hues of two agents, in degrees: neighbours in the list differ most. */
const GOLDEN = 137.508;

/** Numbers are written in discs of at least so many CSS pixels. */
const NUMBERED = 7;

/**
 * Where an agent is: on its way from one place to the next; `goal`: its goal's place; `isHit`: it collides.
 * @typedef {{from: number, to: number, share: number, goal: number, isHit: boolean}} Agent
 */

/** The colour of an agent. @param {number} number */
export function findAgentColour(number) {
  return `hsl(${Math.round((number * GOLDEN + 210) % 360)} 62% 42%)`;
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
    context.strokeRect(x - radius * 0.8, y - radius * 0.8, radius * 1.6, radius * 1.6);
  });
  agents.forEach(({ from, to, share, isHit }, number) => {
    const x = view.x(painter.x(from) * (1 - share) + painter.x(to) * share);
    const y = view.y(painter.y(from) * (1 - share) + painter.y(to) * share);
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
}
