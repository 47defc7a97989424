"""Observers: classes that receive the events of a running search.

The order of events is part of the contract, the same for every engine:

1. ``opened(start)``.
2. For each node that comes off the open list and is not stale: ``closed(node)``. Then for each insert that is not dropped, in
   the order in which the hook adds neighbours: ``opened(neighbour)``, or ``reopened(neighbour)`` if that position had been
   closed.
3. If the node just closed is a destination, ``found(node)`` is the last event, and its neighbours are not added.

An event is sent after the open list and the closed dictionary were updated. Dropped inserts and stale nodes send no events.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic

from attrs import Factory, define, frozen

from genastar.errors import format_value
from genastar.values.cost import Comparable, V
from genastar.values.node import K, Node

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # The defaults let a plain `Trace()` observe any search. Naming the types is better but optional.
    TK = TypeVar("TK", default=Any)
    TV = TypeVar("TV", bound=Comparable, default=Any)
else:
    TK, TV = K, V


class Observer(Generic[K, V]):
    """A receiver of the events of a search, which ignores them. Subclass it and override the events that you need."""

    live: bool = True
    """Whether each event must be sent as it happens. Otherwise an engine may send events in bundles, which is faster."""

    def opened(self, node: Node[K, V]) -> None:
        """Receive a node that was put on the open list."""

    def closed(self, node: Node[K, V]) -> None:
        """Receive a node that left the open list. Its cost is final for this position, unless the position is reopened."""

    def reopened(self, node: Node[K, V]) -> None:
        """Receive a node that put a closed position on the open list again, at a smaller cost."""

    def found(self, node: Node[K, V]) -> None:
        """Receive the node of a destination."""


class EventKind(Enum):
    """The four kinds of events. The value is the name of the method that receives them."""

    OPENED = "opened"
    CLOSED = "closed"
    REOPENED = "reopened"
    FOUND = "found"


@frozen
class Event(Generic[K, V]):
    """One event of a trace."""

    kind: EventKind
    node: Node[K, V]


class Listener(Observer[K, V]):
    """An observer that receives events of all kinds in one method."""

    def notify(self, kind: EventKind, node: Node[K, V]) -> None:
        """Receive an event."""
        raise NotImplementedError

    def opened(self, node: Node[K, V]) -> None:
        self.notify(EventKind.OPENED, node)

    def closed(self, node: Node[K, V]) -> None:
        self.notify(EventKind.CLOSED, node)

    def reopened(self, node: Node[K, V]) -> None:
        self.notify(EventKind.REOPENED, node)

    def found(self, node: Node[K, V]) -> None:
        self.notify(EventKind.FOUND, node)


def notify_observer(observer: Observer[K, V], kind: EventKind, node: Node[K, V]) -> None:
    """Send an event to an observer."""
    getattr(observer, kind.value)(node)


@define
class Trace(Listener[TK, TV]):
    """An observer that records the events of a search in ``events``, in order.

    It holds every node of the search. Use a new one for each search, or `clear` it.
    """

    live = False
    events: list[Event[TK, TV]] = Factory(list)

    def notify(self, kind: EventKind, node: Node[TK, TV]) -> None:
        self.events.append(Event(kind, node))

    def clear(self) -> None:
        """Forget all events."""
        self.events.clear()

    def list_closed(self) -> list[TK]:
        """Return the positions in the order in which they were closed; a position that was closed again appears again."""
        return [event.node.position for event in self.events if event.kind is EventKind.CLOSED]

    def _repr_html_(self) -> str:
        """Return the first and the last events as a notebook shows them."""
        from genastar.values import html  # no search waits for it

        kinds = Counter(event.kind for event in self.events)
        told = ", ".join(f"{kinds[kind]:,} {kind.value}" for kind in EventKind if kinds[kind])
        first, last = html.split_ends(list(enumerate(self.events)))
        rows = [
            (
                f"{number:,}",
                event.kind.value,
                format_value(event.node.position),
                html.format_cost(event.node.cost),
                html.format_parent(event.node),
            )
            for number, event in (*first, *last)
        ]
        if last:
            rows.insert(len(first), ("…",) * 5)
        title = f"Trace: {html.count(self.events, 'event')}" + (f" ({told})" if told else "")
        return html.format_table(title, ("", "event", "position", "cost", "from"), rows)
