"""The hooks: the methods of a problem that users write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, cast

from genastar.errors import BadInput, name_hook
from genastar.memory.open_list import OpenList
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node


class Hooks(ABC, Generic[K, V]):
    """The hooks of a problem: two abstract ones, and optional ones. `AStar` adds the search.

    Beside `estimate`, a problem may have:

    - ``key(position)``: the hashable identity of a position that holds further data, such as the cell of a pose. The search
      treats two positions of one key as one and keeps the cheaper. Without this hook, a position is its own key.
    - ``focus(node)``: a number by which `Focal` orders the nodes within its bound, the smallest first.
    - ``sight(one, other)`` and ``line_cost(one, other)``: whether the straight line from one position to another is open, and
      what it costs if it is, for any-angle algorithms such as `genastar.algorithms.ThetaStar`. For a neighbour, the line costs
      as much as the step. These algorithms use ``line_estimate(position)`` in place of `estimate`, if there is one: a lower
      bound on the cost of the lines that remain.
    - ``add_neighbours_within(node, open_list, most)``: adds only the neighbours of a total of at most ``most``, and returns the
      least total of the others; see `genastar.algorithms.PartialExpansion`.
    - ``index(position)`` and ``size``: the index of a position, or of its key if there is one, from 0 to ``size - 1``.
    """

    admissible: ClassVar[bool] = True
    """Whether `estimate` never overestimates. Set it to False if it may; results then have no bound."""
    consistent: ClassVar[bool] = True
    """Whether `estimate` never falls by more than a step costs. Set it to False if it may; results then need ``reopen`` to have
    a bound."""
    uses_parent: ClassVar[bool] = False
    """Whether `add_neighbours` adds other neighbours for another parent of the node. It may leave out those that no cheapest
    path through the parent needs. For a node without a parent, it must add all that any path needs: algorithms that call the
    hooks outside of a search, or change costs, expand every node so. `BreadthFirstHeuristic` refuses such problems."""

    @abstractmethod
    def add_neighbours(self, node: Node[K, V], open_list: OpenList[K, V]) -> None:
        """Expand a node: call ``open_list.relax`` or ``open_list.insert`` once for each neighbour of ``node.position``.

        Searches do not expand destinations. `AStar.explore`, preparations and a `Run` that goes on after its answer do.
        """

    @abstractmethod
    def is_destination(self, position: K) -> bool:
        """Return whether a position is a destination. The search calls it when a position comes off the open list."""

    def estimate(self: Hooks[K, Cost[N]], position: K) -> N:
        """Return a lower bound on the cost from a position to the nearest destination (h). ``relax`` calls it.

        If the estimate never exceeds that cost (admissible) and never falls by more than a step costs (consistent), the search
        finds the optimum. If it is only admissible, search with ``reopen=True``. The default, 0, gives Dijkstra's algorithm.
        """
        return cast(N, 0)


def make_nothing_added_error(solver: object) -> BadInput:
    """Return the error of an `add_neighbours` that returns or yields its neighbours, as in other packages."""
    return BadInput(
        f"{name_hook(solver)} returns or yields a value, which the search ignores; call "
        "open_list.relax(position, travelled) or open_list.insert(position, cost) for each neighbour instead"
    )
