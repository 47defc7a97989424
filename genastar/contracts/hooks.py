"""The hooks: the methods of a problem that users write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from genastar.contracts.open_list import OpenList
from genastar.errors import BadInput, name_hook
from genastar.values.cost import Cost, N, V
from genastar.values.node import K, Node

F = TypeVar("F", bound=Callable[..., object])
"""A method."""


def optional(method: F) -> F:
    """Mark the default of a hook that a problem may leave out."""
    method.is_optional = True  # type: ignore[attr-defined]
    return method


def has_hook(problem: object, name: str) -> bool:
    """Return whether a problem has a hook of this name: a method of its own, and not the default or a field."""
    hook = getattr(problem, name, None)
    return callable(hook) and not hasattr(hook, "is_optional")


class Hooks(ABC, Generic[K, V]):
    """The hooks of a problem: two abstract ones, and optional ones with defaults. `AStar` adds the search.

    A field of a problem may have the name of an optional hook; it is then no hook, because it cannot be called.
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
    is_compiled_at_once: ClassVar[bool] = False
    """Whether ``engine="auto"`` waits for machine code, where an engine for it is installed, instead of beginning interpreted.
    For problems of plugins whose preparation was compiled too."""

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

    @optional
    def key(self, position: K) -> Any:
        """Return the hashable identity of a position that holds further data, such as the cell of a pose.

        The search treats two positions of one key as one and keeps the cheaper. By default a position is its own key.
        """
        return position

    @optional
    def index(self, position: K) -> int:
        """Return the index of a position, or of its key if there is one, from 0 to ``size - 1``.

        Engines then keep the closed list in arrays. By default positions have no indices.
        """
        raise NotImplementedError("this problem has no indices")

    if TYPE_CHECKING:  # problems without indices may have a field of this name

        @property
        def size(self) -> Any:
            """The number of positions, an int, for problems with `index`."""

    @property
    def is_keyed(self) -> bool:
        """Return whether the problem has the hook `key`. A problem that wraps another has it if the wrapped problem has it."""
        return type(self).key is not Hooks.key and callable(self.key)

    @property
    def is_indexed(self) -> bool:
        """Return whether the problem has `index` and `size`. One that wraps another has them if the wrapped problem has."""
        return has_hook(self, "index") and hasattr(self, "size")

    @optional
    def reverse(self, start: K) -> tuple[Hooks[K, V], K]:
        """Return the problem whose steps lead backwards and whose destination is ``start``, and a destination to start from.

        For algorithms that also search from the destination. By default a problem cannot be reversed.
        """
        raise NotImplementedError("this problem has no reverse")

    @optional
    def focus(self: Hooks[K, Cost[N]], node: Node[K, Cost[N]]) -> Any:
        """Return a number by which `genastar.algorithms.Focal` orders the nodes within its bound, the smallest first.

        The default is the estimate of the node.
        """
        return node.cost.left

    @optional
    def sight(self, one: K, other: K) -> bool:
        """Return whether the straight line from one position to another is open, for any-angle algorithms.

        By default a problem has no straight lines.
        """
        return False

    @optional
    def line_cost(self: Hooks[K, Cost[N]], one: K, other: K) -> N:
        """Return the cost of an open straight line. For a neighbour, the line costs as much as the step."""
        raise NotImplementedError("this problem has no straight lines")

    @optional
    def line_estimate(self: Hooks[K, Cost[N]], position: K) -> N:
        """Return a lower bound on the cost of the straight lines to the nearest destination. The default is `estimate`."""
        return self.estimate(position)

    @optional
    def add_neighbours_within(self, node: Node[K, V], open_list: OpenList[K, V], most: Any) -> Any:
        """Add only the neighbours of a total of at most ``most``; return the least total of the others, ``None`` without any.

        For `genastar.algorithms.PartialExpansion`, which by default leaves out neighbours that `add_neighbours` adds.
        """
        raise NotImplementedError("this problem adds all neighbours at once")


def make_nothing_added_error(solver: object) -> BadInput:
    """Return the error of an `add_neighbours` that returns or yields its neighbours, as in other packages."""
    return BadInput(
        f"{name_hook(solver)} returns or yields a value, which the search ignores; call "
        "open_list.relax(position, travelled) or open_list.insert(position, cost) for each neighbour instead"
    )
