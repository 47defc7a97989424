"""Where the positions of a world lie, and which straight lines between them are open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from attrs import field, frozen

from genastar import AStar, BadInput, Cost, Domain, Node
from genastar.contracts.hooks import has_hook
from genastar.errors import format_value, name_problem
from genastar.worlds.question import Question
from genastar.worlds.view import Cells, Lines, View
from genastar_fleets.discs.motions import Vector
from genastar_fleets.graph.reading import World
from genastar_fleets.validate import StepLog


@frozen(eq=False)
class Plane:
    """A problem with straight lines, and the points of its states."""

    problem: AStar[Any, Any]
    locate: Callable[[Any], Vector]
    """Returns the point of a state."""
    world: Domain[Any, Any, Any, Any] | None
    question: Question[Any]
    _points: dict[Any, Vector] = field(factory=dict, repr=False)
    _neighbours: dict[Any, list[Any]] = field(factory=dict, repr=False)
    _lines: dict[tuple[Any, Any], bool] = field(factory=dict, repr=False)

    def to_state(self, position: Any) -> Any:
        """Return the state of a position of the user."""
        return position if self.world is None else self.world.to_state(position)

    def to_position(self, state: Any) -> Any:
        """Return the position of a state for the user."""
        return state if self.world is None else next(iter(self.world.to_positions((state,), self.question)))

    def point(self, state: Any) -> Vector:
        """Return where a state is."""
        if state not in self._points:
            self._points[state] = self.locate(state)
        return self._points[state]

    def list_neighbours(self, state: Any) -> list[Any]:
        """Return the states to which a step leads, in the order of the hook."""
        if state not in self._neighbours:
            log = StepLog(self.problem)
            self.problem.add_neighbours(Node(state, Cost(0, 0, 0)), log)
            self._neighbours[state] = list(log.costs)
        return self._neighbours[state]

    def is_open(self, one: Any, other: Any) -> bool:
        """Return whether the straight line between two states is open."""
        if (one, other) not in self._lines:
            self._lines[one, other] = one != other and bool(self.problem.sight(one, other))
        return self._lines[one, other]


def read_plane(world: World, starts: Sequence[Any], goals: Sequence[Any]) -> Plane:
    """Return the plane of a world or a problem.

    Raises:
        BadInput: it has no straight lines, or its positions have no coordinates.
    """
    question = Question(tuple(dict.fromkeys(starts)), tuple(dict.fromkeys(goals)))
    if isinstance(world, Domain):
        problem = world.with_line_of_sight(world.problem(question.goals, question.starts))
        name = f"the {world.info.name} world"
    elif isinstance(world, AStar):
        problem, name = world, name_problem(world)
    else:
        raise BadInput(f"plans need a world or a problem, and {format_value(world)} is neither; give one that load() returned")
    if not has_hook(problem, "sight"):
        raise BadInput(f"{name} has no straight lines, along which discs move; give a problem with sight(one, other)")
    if not isinstance(world, Domain):
        return Plane(problem, _read_point, None, question)
    view = world.view()
    if view is None or isinstance(view.shape, Lines):
        raise BadInput(f"{name} has no places in the plane; discs move on grids, hex maps, voxels and rasters")
    return Plane(problem, _make_locator(view), world, question)


def _read_point(position: Any) -> Vector:
    try:
        point = np.array(position, np.float64)
    except (TypeError, ValueError):
        point = np.empty(0)
    if point.ndim != 1 or not point.size:
        raise BadInput(f"the position {format_value(position)} is no point; discs need tuples of coordinates")
    return point


def _make_locator(view: View[Any, Any]) -> Callable[[Any], Vector]:
    shape = view.shape
    if isinstance(shape, Cells):
        width, height = shape.width, shape.height

        def locate(state: Any) -> Vector:
            row, x = divmod(int(view.place_of_state(state)), width)
            layer, y = divmod(row, height)
            return np.array([x, y, layer] if shape.layers > 1 else [x, y], np.float64)

        return locate
    assert not isinstance(shape, Lines)
    centres = np.frombuffer(shape.centres, "<f4").reshape(-1, 2).astype(np.float64)
    return lambda state: np.asarray(centres[int(view.place_of_state(state))])
