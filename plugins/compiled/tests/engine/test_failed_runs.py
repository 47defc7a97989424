"""Runs after an observer raised."""

from __future__ import annotations

import pytest
from walks import Walk, free

from genastar import BadInput, Cost, Node, Observer


class Raises(Observer[int, Cost[int]]):
    """An observer that raises once."""

    def __init__(self) -> None:
        self.heard = 0

    def opened(self, node: Node[int, Cost[int]]) -> None:
        self.heard += 1
        if self.heard == 3:
            raise ValueError("heard enough")


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_a_run_whose_observer_raised_does_not_continue(engine: str) -> None:
    observer = Raises()
    with Walk(4, free).begin(0, engine=engine, observer=observer) as run:
        with pytest.raises(ValueError, match="heard enough"):
            run.finish()
        with pytest.raises(BadInput, match="this run ended with an error and cannot continue; begin another"):
            run.finish()
    assert observer.heard == 3
