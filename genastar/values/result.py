"""Results of searches."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, SupportsIndex, TypeVar

from attrs import field

from genastar.values.arguments import expect
from genastar.values.cost import V
from genastar.values.node import K

if TYPE_CHECKING:
    from typing import TypeAlias

    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py: short searches make many results

C = TypeVar("C")
"""The type of a result's cost: the cost of the search, or ``None``."""

F = TypeVar("F", bound=bool)
"""Whether the result has a cost."""


class Outcome(Enum):
    """The way in which a search ended."""

    FOUND = "found"
    UNREACHABLE = "unreachable"
    """Every position that can be reached was expanded; none is a destination. After a walk of an agent, as by
    ``lss-lrta``: none can be reached from where the agent is now."""
    LIMIT = "limit"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"


@frozen(unsafe_hash=True)
class _Fields(Generic[K, C, F]):
    """The result of a search. It holds copies and does not change when its workspace is used again.

    - ``path``: positions from the start to the destination; empty unless FOUND.
    - ``cost``: the cost of the destination; ``None`` unless FOUND. Type checkers know that it is not ``None`` if ``found`` is
      true.
    - ``closest``: the closed position with the smallest estimate (``cost.left``); among equals the one that was closed first.
      It is the destination if FOUND, and ``None`` if the costs have no ``left``.
    - ``path_to_closest``: positions from the start to ``closest``.
    - ``expanded``: calls of ``add_neighbours``. A position that is reopened counts again; the destination does not count.
    - ``generated``: nodes put on the open list, the start included. An insert that is dropped does not count.
    - ``reopened``: nodes put on the open list for a position that was closed.
    - ``peak_open``: the maximum number of nodes on the open list between two expansions, stale ones included.
    - ``seconds``: wall time of the search in seconds.
    - ``engine``: the name of the engine that answered, also with ``engine="auto"``.
    - ``algorithm``: the name of the algorithm that answered, also with ``algorithm="auto"``.
    - ``why``: the reason why ``auto`` picked the algorithm; empty if the algorithm was named.
    - ``bound``: the maximum ratio of the cost to the optimum that the algorithm proves, if the estimate keeps its contract: 1
      for the optimum; ``None`` if nothing is proven or no path was found.
    - ``costs``: the cost at each position of ``path``.
    - ``actions``: the ``find_action`` that the hooks gave for each step of ``path``, one fewer than its positions; ``None``
      for a
      step without an action. The hooks are called along the path again when the actions are first needed.
    """

    outcome: Outcome
    path: tuple[K, ...]
    cost: C
    closest: K | None
    path_to_closest: tuple[K, ...]
    expanded: int
    generated: int
    reopened: int
    peak_open: int
    seconds: float
    engine: str
    algorithm: str
    why: str
    bound: float | None
    _costs: tuple[C, ...] | Callable[[], tuple[C, ...]] = field(eq=False, repr=False)
    _actions: tuple[object, ...] | Callable[[], tuple[object, ...]] = field(default=(), eq=False, repr=False)

    @property
    def costs(self) -> tuple[C, ...]:
        found = self._costs
        if not isinstance(found, tuple):
            found = found()
            self._costs = found  # type: ignore[misc]  # made at the first use: few callers need it
        return found

    @property
    def actions(self) -> tuple[object, ...]:
        found = self._actions
        if not isinstance(found, tuple):
            found = found()
            self._actions = found  # type: ignore[misc]  # as above
        return found

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        _ = self.costs, self.actions  # kept instead of the functions that compute them, which refer to the problem
        return super().__reduce_ex__(protocol)

    @property
    def found(self) -> F:
        """Return whether a destination was reached."""
        return self.outcome is Outcome.FOUND  # type: ignore[return-value]  # what F stands for

    def __bool__(self) -> F:
        return self.found

    def _repr_html_(self) -> str:
        """Return the result as HTML, for notebooks."""
        from genastar.values import html  # a search does not need it

        title = f"found, cost {html.format_cost(self.cost)}" if self.found else f"not found ({self.outcome.value})"
        rows = [("path", f"{html.count(self.path, 'position')}: {html.format_list(self.path)}")] if self.found else []
        if not self.found and self.closest is not None:
            rows.append(("closest", html.format_list((self.closest,))))
        why = f" (auto: {self.why})" if self.why else ""
        proven = "" if self.bound is None else "; optimal" if self.bound == 1 else f"; at most {self.bound:g} times the optimum"
        counts = f"{self.generated:,} generated, {self.reopened:,} reopened, peak open {self.peak_open:,}"
        rows += [
            ("expanded", f"{self.expanded:,} ({counts})"),
            ("algorithm", f"{self.algorithm}{why}{proven}"),
            ("engine", f"{self.engine}, {self.seconds * 1000:,.1f} ms"),
        ]
        return html.format_facts(title, rows)


if TYPE_CHECKING:
    # A union of two types: if `found` is true, there is a cost.
    Result: TypeAlias = _Fields[K, V, Literal[True]] | _Fields[K, None, Literal[False]]

    def make_result(
        outcome: Outcome,
        path: tuple[K, ...],
        cost: V | None,
        closest: K | None,
        path_to_closest: tuple[K, ...],
        expanded: int,
        generated: int,
        reopened: int,
        peak_open: int,
        seconds: float,
        engine: str,
        algorithm: str,
        why: str,
        bound: float | None,
        costs: tuple[V, ...] | Callable[[], tuple[V, ...]],
        actions: tuple[object, ...] | Callable[[], tuple[object, ...]] = (),
    ) -> Result[K, V]:
        """Return a result. ``cost`` and ``bound`` are ``None``, ``costs`` and ``actions`` empty unless the outcome is FOUND.

        ``costs`` and ``actions`` may be functions that compute them.
        """
else:

    class Result(_Fields[K, V, bool]):  # noqa: D101
        __doc__ = _Fields.__doc__
        __slots__ = ()

    make_result = Result


def expect_result(value: object) -> None:
    """Raise BadInput unless the value is the result of a search."""
    expect("result", value, _Fields, "the result of a search")


def map_result(
    found: Result[Any, Any],
    path: tuple[K, ...],
    path_to_closest: tuple[K, ...],
    cost: V | None,
    costs: tuple[V, ...] | Callable[[], tuple[V, ...]],
    actions: tuple[object, ...] | Callable[[], tuple[object, ...]],
) -> Result[K, V]:
    """Return a result in other positions and costs. Its outcome, counts, names and bound stay."""
    return make_result(
        outcome=found.outcome,
        path=path,
        cost=cost,
        closest=path_to_closest[-1] if path_to_closest else None,
        path_to_closest=path_to_closest,
        expanded=found.expanded,
        generated=found.generated,
        reopened=found.reopened,
        peak_open=found.peak_open,
        seconds=found.seconds,
        engine=found.engine,
        algorithm=found.algorithm,
        why=found.why,
        bound=found.bound,
        costs=costs,
        actions=actions,
    )


def make_empty_result(outcome: Outcome, engine: str = "", algorithm: str = "") -> Result[Any, Any]:
    """Return the result of a search without any expansions."""
    return make_result(
        outcome=outcome,
        path=(),
        cost=None,
        closest=None,
        path_to_closest=(),
        expanded=0,
        generated=0,
        reopened=0,
        peak_open=0,
        seconds=0.0,
        engine=engine,
        algorithm=algorithm,
        why="",
        bound=None,
        costs=(),
    )
