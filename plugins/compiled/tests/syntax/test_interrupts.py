"""A hook that takes for ever, because a function calls itself, ends as a search does between two expansions."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator

import pytest
from attrs import frozen

from genastar import AStar, CancelToken, Cost, Limits, Node, OpenList, Outcome


def paths(x: int, y: int) -> int:
    return 1 if x == 0 or y == 0 else (paths(x - 1, y) + paths(x, y - 1)) % 1009


@frozen
class Walk(AStar[int, Cost[int]]):
    """The second step takes longer than anybody waits."""

    width: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        there = node.position + self.width
        open_list.relax(there, node.cost.travelled + 1 + paths(node.position, node.position))

    def is_destination(self, position: int) -> bool:
        return position == 100


@pytest.fixture(autouse=True)
def _default_interrupt() -> Iterator[None]:
    """Let an interrupt raise, as a job in a shell's background does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_hook_that_takes_for_ever_ends() -> None:
    """By a limit, a token and a signal; and what comes after it is searched."""
    timed = Walk(40).search(0, engine="compiled", limits=Limits(seconds=0.05))
    assert (timed.outcome, timed.expanded, timed.closest) == (Outcome.TIMEOUT, 1, 0)
    token = CancelToken()
    threading.Timer(0.05, token.cancel).start()
    cancelled = Walk(40).search(0, engine="compiled", cancel=token)
    assert (cancelled.outcome, cancelled.expanded) == (Outcome.CANCELLED, 1)
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        Walk(40).search(0, engine="compiled")
    for limits in (Limits(), Limits(seconds=600.0)):
        assert Walk(100).search(0, engine="compiled", limits=limits).cost == Walk(100).search(0).cost
