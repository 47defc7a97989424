"""What a search answers."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

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

    @property
    def found(self) -> F:
        """Whether a destination was reached."""
        return self.outcome is Outcome.FOUND  # type: ignore[return-value]  # what F stands for

    def __bool__(self) -> F:
        return self.found


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
    ) -> Result[K, V]:
        """Make a result. ``cost`` is ``None`` unless the outcome is FOUND."""
else:

    class Result(_Fields[K, V, bool]):  # noqa: D101
        __doc__ = _Fields.__doc__
        __slots__ = ()

    result_of = Result
