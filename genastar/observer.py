"""Observers: the only return path out of a running search.

The order of events is part of the contract, the same for every engine:

1. ``opened(start)``.
2. For each node that comes off the open list and is not stale: ``closed(node)``; then, while its neighbours are added and in
   the order in which the hook adds them, for each insert that is not dropped ``opened(neighbour)``, or
   ``reopened(neighbour)`` where that position had been closed.
3. If the node just closed is a destination, ``found(node)`` is the last event, and its neighbours are not added.

An event is sent after the open list and the closed dictionary hold what it tells. Inserts that are dropped and stale nodes
send nothing.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic

from attrs import Factory, define, frozen

from genastar.cost import Comparable, V
from genastar.errors import shown
from genastar.node import K, Node

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # A plain `Trace()` hears any search; to name its types is better, and need not be done.
    TK = TypeVar("TK", default=Any)
    TV = TypeVar("TV", bound=Comparable, default=Any)
else:
    TK, TV = K, V


class Observer(Generic[K, V]):
    """Hears what a search does; this one is silent. Subclass it and override what you want to hear."""

    live: bool = True
    """Whether each event must be heard as it happens. An engine may send the events of others in bundles, which is faster."""

    def opened(self, node: Node[K, V]) -> None:
        """A node was put on the open list."""

    def closed(self, node: Node[K, V]) -> None:
        """A node left the open list; its cost is what the search will answer for this position, unless it is reopened."""

    def reopened(self, node: Node[K, V]) -> None:
        """A closed position was put on the open list again, at a smaller cost."""

    def found(self, node: Node[K, V]) -> None:
        """The node is a destination."""


class EventKind(Enum):
    """The four events."""

    OPENED = "opened"
    CLOSED = "closed"
    REOPENED = "reopened"
    FOUND = "found"


@frozen
class Event(Generic[K, V]):
    """One event of a trace."""

    kind: EventKind
    node: Node[K, V]


@define
class Trace(Observer[TK, TV]):
    """The observer that records: ``events`` is what the search did, in order.

    It holds every node of the search. Use a new one for each search, or `clear` it.
    """

    live = False
    events: list[Event[TK, TV]] = Factory(list)

    def opened(self, node: Node[TK, TV]) -> None:
        self.events.append(Event(EventKind.OPENED, node))

    def closed(self, node: Node[TK, TV]) -> None:
        self.events.append(Event(EventKind.CLOSED, node))

    def reopened(self, node: Node[TK, TV]) -> None:
        self.events.append(Event(EventKind.REOPENED, node))

    def found(self, node: Node[TK, TV]) -> None:
        self.events.append(Event(EventKind.FOUND, node))

    def clear(self) -> None:
        """Forget all events."""
        self.events.clear()

    def closing_order(self) -> list[TK]:
        """The positions in the order in which they were closed; one that was closed again appears again."""
        return [event.node.position for event in self.events if event.kind is EventKind.CLOSED]

    def _repr_html_(self) -> str:
        """Return the first and the last events as a notebook shows them."""
        from genastar import html  # no search waits for it

        kinds = Counter(event.kind for event in self.events)
        told = ", ".join(f"{kinds[kind]:,} {kind.value}" for kind in EventKind if kinds[kind])
        first, last = html.ends(list(enumerate(self.events)))
        rows = [
            (f"{number:,}", event.kind.value, shown(event.node.position), html.amount(event.node.cost), html.origin(event.node))
            for number, event in (*first, *last)
        ]
        if last:
            rows.insert(len(first), ("…",) * 5)
        title = f"Trace: {html.count(self.events, 'event')}" + (f" ({told})" if told else "")
        return html.table(title, ("", "event", "position", "cost", "from"), rows)
