"""Plans as files: JSON, and the texts of the community's programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from genastar import BadInput
from genastar.files import AnyPath, format_path, write_text
from genastar_fleets.discs.planning import DiscPlan
from genastar_fleets.graph.move_graph import OnTheWay
from genastar_fleets.plan import FleetPlan

PICTURES: Final = (".gif", ".svg")
SUFFIXES: Final = (".json", ".txt", ".paths", *PICTURES)


def to_json(plan: FleetPlan, world: Any) -> dict[str, object]:
    """Return a plan as one JSON object; see ``docs/json.md``."""
    return {
        "outcome": plan.outcome.value,
        "sum_of_costs": plan.sum_of_costs,
        "makespan": plan.makespan,
        "bound": plan.bound,
        "lower_bound": plan.lower_bound,
        "tick": plan.tick,
        "algorithm": plan.algorithm,
        "seconds": round(plan.seconds, 6),
        "plans": [[_to_value(position, world) for position in path] for path in plan.plans],
    }


def discs_to_json(plan: DiscPlan, world: Any) -> dict[str, object]:
    """Return a plan of discs as one JSON object: for each agent its waypoints, a time and a position each."""
    return {
        "outcome": plan.outcome.value,
        "sum_of_costs": plan.sum_of_costs,
        "makespan": plan.makespan,
        "seconds": round(plan.seconds, 6),
        "plans": [[[time, _to_value(position, world)] for time, position in path] for path in plan.plans],
    }


def _to_value(position: Any, world: Any) -> object:
    """Return a position in JSON: numbers as a list, others as text."""
    if isinstance(position, OnTheWay):
        start, end = _to_value(position.start, world), _to_value(position.end, world)
        return {"from": start, "to": end, "step": position.step, "steps": position.steps}
    if isinstance(position, tuple) and all(isinstance(part, (int, float)) for part in position):
        return list(position)
    return str(world.format(position))


def write_plan(plan: FleetPlan, world: Any, source: AnyPath, out: AnyPath) -> None:
    """Write a plan in the format of the suffix.

    - ``.json``: the object of `to_json`;
    - ``.txt``: as LaCAM writes it, and its visualiser reads it: one line for each step;
    - ``.paths``: as EECBS writes it: one line for each agent, row before column.

    Raises:
        BadInput: the suffix is unknown, the format cannot hold the positions, or the file cannot be written.
    """
    out = Path(out)
    write: dict[str, Callable[[], str]] = {
        ".json": lambda: json.dumps(to_json(plan, world)) + "\n",
        ".txt": lambda: _format_steps(plan, world, Path(source).name, out),
        ".paths": lambda: _format_agents(plan, world, out),
    }
    write_text(out, write[out.suffix.lower()]())


def _cell(position: Any, world: Any, out: Path) -> tuple[int, int]:
    match position:
        case (int(x), int(y)):
            return x, y
    raise BadInput(
        f"{format_path(out)}: this format has cells alone, and an agent is at {_to_value(position, world)}; write a .json"
    )


def _format_steps(plan: FleetPlan, world: Any, source: str, out: Path) -> str:
    rows = [[_cell(position, world, out) for position in path] for path in plan.plans]
    steps = range((plan.makespan or 0) + 1)
    lines = [
        f"agents={len(rows)}",
        f"map_file={source}",
        f"solver={plan.algorithm}",
        f"solved={int(plan.found)}",
        f"soc={plan.sum_of_costs or 0}",
        f"soc_lb={plan.lower_bound}",
        f"makespan={plan.makespan or 0}",
        f"comp_time={round(plan.seconds * 1000)}",
        f"starts={_join(row[0] for row in rows)}",
        f"goals={_join(row[-1] for row in rows)}",
        "solution=",
        *(f"{step}:{_join(row[min(step, len(row) - 1)] for row in rows)}" for step in steps),
    ]
    return "\n".join(lines) + "\n"


def _join(cells: Any) -> str:
    return "".join(f"({x},{y})," for x, y in cells)


def _format_agents(plan: FleetPlan, world: Any, out: Path) -> str:
    lines = []
    for agent, path in enumerate(plan.plans):
        cells = (_cell(position, world, out) for position in path)
        lines.append(f"Agent {agent}: " + "".join(f"({y},{x})->" for x, y in cells) + "\n")
    return "".join(lines)
