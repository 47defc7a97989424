"""What a search answers."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from attrs import field

from genastar.cost import V
from genastar.node import K

if TYPE_CHECKING:
    from typing import TypeAlias

    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py: many a search is as short as making its result

C = TypeVar("C")
"""The type of a result's cost: that of the search, or ``None``."""

F = TypeVar("F", bound=bool)
"""Whether the result has a cost."""


class Outcome(Enum):
    """How a search ended."""

    FOUND = "found"
    UNREACHABLE = "unreachable"
    """Every position that can be reached was looked at; none is a destination."""
    LIMIT = "limit"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"


@frozen(unsafe_hash=True)
class _Fields(Generic[K, C, F]):
    """The answer to one search. It holds copies: it stays right when its workspace is used again.

    - ``path``: positions from the start to the destination; empty unless FOUND.
    - ``cost``: the cost of the destination; ``None`` unless FOUND. A type checker knows that there is one where ``found``
      is true.
    - ``closest``: of the closed positions, the one with the smallest estimate left (``cost.left``); among equals the one
      that was closed first. The destination itself if FOUND; ``None`` if the costs do not know what is left.
    - ``path_to_closest``: positions from the start to ``closest``: the way to come as near as can be.
    - ``expanded``: calls of ``add_neighbours``. A position that is reopened counts again; the destination does not count.
    - ``generated``: nodes put on the open list, the start among them. An insert that is dropped does not count.
    - ``reopened``: nodes put on the open list for a position that was closed.
    - ``peak_open``: the most nodes that the open list held between two expansions, stale ones included.
    - ``seconds``: wall time of the search.
    - ``engine``: the name of the engine that answered, which ``engine="auto"`` leaves open.
    - ``algorithm``: the name of the algorithm that answered, which ``algorithm="auto"`` leaves open.
    - ``why``: why ``auto`` picked it; empty if it was named.
    - ``bound``: how many times as dear as the cheapest way this one may be, at most, by what the algorithm proves of an
      estimate that keeps its contract: 1 for the optimum; ``None`` if nothing is proven, or nothing was found.
    - ``costs``: the cost at each position of ``path``.
    - ``actions``: what the hooks gave as ``action`` for each step of ``path``, one fewer than its positions; ``None`` where
      they gave none. It is found by calling the hooks along the path again, when it is asked for first.
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
            self._costs = found  # type: ignore[misc]  # made when it is asked for first: few ask
        return found

    @property
    def actions(self) -> tuple[object, ...]:
        found = self._actions
        if not isinstance(found, tuple):
            found = found()
            self._actions = found  # type: ignore[misc]  # as above
        return found

    @property
    def found(self) -> F:
        """Whether a destination was reached."""
        return self.outcome is Outcome.FOUND  # type: ignore[return-value]  # what F stands for

    def __bool__(self) -> F:
        return self.found

    def _repr_html_(self) -> str:
        """Return the result as a notebook shows it."""
        from genastar import html  # no search waits for it

        title = f"found, cost {html.amount(self.cost)}" if self.found else f"not found ({self.outcome.value})"
        rows = [("path", f"{html.count(self.path, 'position')}: {html.listed(self.path)}")] if self.found else []
        if not self.found and self.closest is not None:
            rows.append(("closest", html.listed((self.closest,))))
        why = f" (auto: {self.why})" if self.why else ""
        proven = "" if self.bound is None else "; optimal" if self.bound == 1 else f"; at most {self.bound:g} times the optimum"
        counts = f"{self.generated:,} generated, {self.reopened:,} reopened, peak open {self.peak_open:,}"
        rows += [
            ("expanded", f"{self.expanded:,} ({counts})"),
            ("algorithm", f"{self.algorithm}{why}{proven}"),
            ("engine", f"{self.engine}, {self.seconds * 1000:,.1f} ms"),
        ]
        return html.facts(title, rows)


if TYPE_CHECKING:
    # One of two, and `found` tells which: where it is true, there is a cost.
    Result: TypeAlias = _Fields[K, V, Literal[True]] | _Fields[K, None, Literal[False]]

    def result_of(
        *,
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
        """Make a result. ``cost`` and ``bound`` are ``None``, ``costs`` and ``actions`` empty unless the outcome is FOUND.

        ``costs`` and ``actions`` may be functions that make them when they are asked for; they must go through `pickle`.
        """
else:

    class Result(_Fields[K, V, bool]):  # noqa: D101
        __doc__ = _Fields.__doc__
        __slots__ = ()

    result_of = Result


def no_result(outcome: Outcome, engine: str = "", algorithm: str = "") -> Result[Any, Any]:
    """Return the result of a search that looked at nothing."""
    return result_of(
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
