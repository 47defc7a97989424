"""Scenarios: the starts and the goals of the agents, from files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import AnyPath, parse_json, read_text, strip_packing

MOST_BYTES = 200_000_000
MOST_AGENTS = 100_000


def read_scenario(file: AnyPath, world: Any, count: int | None) -> tuple[list[Any], list[Any]]:
    """Return the starts and the goals of the first ``count`` agents.

    Args:
        file: a scenario of MovingAI's benchmarks, ``.scen`` or ``.scen.gz``, whose rows are agents; or JSON, a list of objects
            with ``start`` and ``goal``: positions as text of the world, or lists of numbers; a goal may be a list of several.
        world: the world.
        count: number of agents; ``None`` for all.

    Raises:
        BadInput: the file is no such file, belongs to another map, has too few rows, or names no position; or the count is low.
    """
    if count is not None and count < 1:
        raise BadInput(f"--count {count} is less than 1; give the number of agents")
    text = read_text(file, MOST_BYTES)
    read = _read_json if strip_packing(file).lower().endswith(".json") else _read_rows
    rows = read(Path(file), text, world, MOST_AGENTS + 1 if count is None else count)
    if count is None and len(rows) > MOST_AGENTS:
        raise BadInput(f"{file}: it has more than {MOST_AGENTS:,} agents; give a --count")
    if count is not None and len(rows) < count:
        raise BadInput(f"{file}: {count} agents were asked for, but there are {len(rows)}; give a smaller --count")
    if not rows:
        raise BadInput(f"{file}: it has no agents; expected at least one row")
    return [start for start, _ in rows], [goal for _, goal in rows]


def _read_rows(file: Path, text: str, world: Any, most: int) -> list[tuple[Any, Any]]:
    lines = text.splitlines()
    if not lines or not re.fullmatch(r"version\s+1(\.0)?\s*", lines[0]):
        first = format_value(lines[0] if lines else "")
        raise BadInput(f"{file}: line 1: expected 'version 1' of a scenario, not {first}; a list of agents is a .json")
    rows: list[tuple[Any, Any]] = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        if len(rows) == most:
            break
        parts = line.split("\t") if "\t" in line else line.split()
        try:
            _, _, width, height, *ends, _ = parts
            start_x, start_y, goal_x, goal_y = map(int, ends)
            size = int(width), int(height)
        except ValueError:
            raise BadInput(
                f"{file}: line {number}: expected bucket, map, width, height, start x and y, goal x and y, length; not "
                f"{format_value(line)}"
            ) from None
        if not rows:
            _check_size(file, number, world, size)
        rows.append(((start_x, start_y), (goal_x, goal_y)))
    return rows


def _check_size(file: Path, number: int, world: Any, size: tuple[int, int]) -> None:
    view = world.view()
    shape = None if view is None else view.shape
    found = getattr(shape, "width", None), getattr(shape, "height", None)
    if found != size and None not in found:
        raise BadInput(
            f"{file}: line {number}: this row is for a map of {size[0]} x {size[1]}, but {world.info.name} world is "
            f"{found[0]} x {found[1]}; give the map of this scenario"
        )


def _read_json(file: Path, text: str, world: Any, most: int) -> list[tuple[Any, Any]]:
    agents = parse_json(str(file), text)
    if not isinstance(agents, list):
        raise BadInput(f'{file}: expected a list of agents, as [{{"start": [0, 0], "goal": [3, 4]}}]')
    rows = []
    for number, values in enumerate(agents[:most]):
        if not isinstance(values, dict):
            raise BadInput(f"{file}: agent {number} is {format_value(values)}; expected an object with a start and a goal")
        start, goal = values.get("start"), values.get("goal")
        several = goal if isinstance(goal, list) and any(isinstance(each, (str, list)) for each in goal) else None
        ends = [_parse(f"{file}: agent {number}: goal", each, world) for each in several or [goal]]
        rows.append((_parse(f"{file}: agent {number}: start", start, world), ends if several else ends[0]))
    return rows


def _parse(where: str, value: object, world: Any) -> Any:
    if isinstance(value, str):
        try:
            return world.parse(value)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from error
    if isinstance(value, list) and value and all(isinstance(part, (int, float)) for part in value):
        return tuple(value)
    raise BadInput(f"{where} is {format_value(value)}; expected a position as text or a list of numbers")


def find_bad_row(world: Any, starts: list[Any], goals: list[Any]) -> str | None:
    """Return the first agent whose start or goal is no position of a world, and why; ``None`` if there is none."""
    for agent, (start, goal) in enumerate(zip(starts, goals, strict=True)):
        try:
            world.problem(tuple(goal) if isinstance(goal, list) else (goal,), (start,))
        except BadInput as error:
            return f"agent {agent}: {error}"
    return None
