"""A relay between a search that may be repeated in another engine, and its observer."""

from __future__ import annotations

from genastar.values.cost import V
from genastar.values.node import K, Node
from genastar.values.observer import EventKind, Listener, Observer, notify_observer


class EventRelay(Listener[K, V]):
    """An observer that passes on the events of a repeated search, except those that its observer has already received."""

    def __init__(self, observer: Observer[K, V]) -> None:
        self.live = observer.live
        self._observer = observer
        self._heard = 0
        self._count = 0

    def begin(self) -> None:
        """Expect the events from the first one again."""
        self._count = 0

    def notify(self, kind: EventKind, node: Node[K, V]) -> None:
        self._count += 1
        if self._count > self._heard:
            self._heard = self._count
            notify_observer(self._observer, kind, node)
