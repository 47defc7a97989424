"""The function `shortest_path`, which searches a problem given as plain functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Final, Generic, Unpack, cast

from attrs import frozen

from genastar.astar import AStar
from genastar.contracts.missing_return import find_goal_test_fault, make_answer_error
from genastar.contracts.open_list import OpenList
from genastar.errors import BadInput, format_value
from genastar.settings import SearchSettings
from genastar.values.arguments import expect
from genastar.values.cost import Cost, N
from genastar.values.node import K, Node
from genastar.values.result import Result


def shortest_path(
    start: K,
    successors: Callable[[K], Iterable[tuple[K, N]]],
    is_goal: Callable[[K], bool],
    heuristic: Callable[[K], N] | None = None,
    **settings: Unpack[SearchSettings[K, Cost[N]]],
) -> Result[K, Cost[N]]:
    """Return the cheapest path from ``start`` to any position that ``is_goal``, by A*.

    >>> roads = {"a": [("b", 7), ("c", 2)], "c": [("b", 3)]}
    >>> shortest_path("a", lambda place: roads.get(place, []), "b".__eq__).path
    ('a', 'c', 'b')

    The compiled engine cannot compile plain functions. For its speed, write a subclass of `AStar` with the hooks
    `add_neighbours`, `is_destination` and `estimate`.

    Args:
        start: the start position.
        successors: returns the neighbours of a position, each with the cost of the step there.
        is_goal: returns whether a position is a destination.
        heuristic: returns an estimate of the cost from a position to the nearest destination (default 0). The path is optimal
            if the estimate is admissible and consistent; if it is only admissible, give ``reopen=True``.
        settings: those of `AStar.search`, such as ``algorithm``, ``limits`` and ``observer``.

    Raises:
        BadInput: ``successors`` does not return pairs, or an argument is no function.
        GenastarError: as in `AStar.search`.
    """
    engine = settings.get("engine", "auto")
    expect("engine", engine, str, "the name of an engine")
    if engine not in ("interpreted", "auto"):
        raise BadInput(
            f"engine={format_value(engine)}: shortest_path only runs interpreted; for machine code write a "
            "subclass of AStar with add_neighbours, is_destination and estimate"
        )
    settings["engine"] = "interpreted"
    for name in _OTHER_NAMES.keys() & settings.keys():
        raise TypeError(f"unknown argument {name!r}; shortest_path takes this function as {_OTHER_NAMES[name]!r}")
    for name, function in (("successors", successors), ("is_goal", is_goal), ("heuristic", heuristic)):
        if not (callable(function) or (name == "heuristic" and function is None)):
            raise BadInput(f"{name}={format_value(function)}: expected a function of a position")
    if type(is_goal) is FunctionType and (fault := find_goal_test_fault(is_goal)):
        raise make_answer_error("is_goal", fault, "goal")
    return FunctionProblem(successors, is_goal, heuristic).search(start, **settings)


_OTHER_NAMES: Final = dict.fromkeys(("estimate", "h", "heuristic_fn"), "heuristic") | {
    **dict.fromkeys(("neighbours", "neighbors", "add_neighbours", "neighbors_fn", "get_neighbors"), "successors"),
    **dict.fromkeys(("goal", "goal_test", "is_destination", "is_goal_reached"), "is_goal"),
}
"""Names by which `AStar` and other libraries know the functions, and those of `shortest_path`."""


@frozen(eq=False)
class FunctionProblem(AStar[K, Cost[N]], Generic[K, N]):
    """A problem given as functions."""

    successors: Callable[[K], Iterable[tuple[K, N]]]
    is_goal: Callable[[K], bool]
    heuristic: Callable[[K], N] | None

    def add_neighbours(self, node: Node[K, Cost[N]], open_list: OpenList[K, Cost[N]]) -> None:
        found = self.successors(node.position)
        if not isinstance(found, Iterable):
            raise self._make_pairs_error(node.position, found)
        for pair in found:
            if not (isinstance(pair, tuple) and len(pair) == 2):
                raise self._make_pairs_error(node.position, pair)
            try:
                travelled = node.cost.travelled + pair[1]
            except TypeError as error:
                raise self._make_pairs_error(node.position, pair) from error
            open_list.relax(pair[0], travelled)

    def is_destination(self, position: K) -> bool:
        return self.is_goal(position)

    def estimate(self, position: K) -> N:
        return cast(N, 0) if self.heuristic is None else self.heuristic(position)

    @staticmethod
    def _make_pairs_error(position: object, found: object) -> BadInput:
        return BadInput(
            f"successors({format_value(position)}) gave {format_value(found)}; expected pairs of a neighbour and the cost "
            "of the step"
        )
