"""A preparation ends soon after it was cancelled: it looks at the flag between units of work, each of which is short."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_dissection import square
from test_graphs import Numbers

import genastar
from genastar import Cancelled, CancelToken
from genastar.authoring import check_cancelled
from genastar.storage.array_file import open_arrays, save_arrays
from genastar.values import limits
from genastar.values.limits import check_while_iterating
from genastar_prepare.dissection.flow import count_steps, cut
from genastar_prepare.dissection.order import _add_reverse_edges, dissect
from genastar_prepare.ground import PreparedGround
from genastar_prepare.moves.table import choose_stretch

pytestmark = pytest.mark.long


def test_work_item_by_item_is_cancelled_at_once() -> None:
    token, seen = CancelToken(), []

    def items() -> Iterator[int]:
        yield from range(5)
        token.cancel()
        yield from range(5, 1000)

    with token.govern(), pytest.raises(Cancelled):
        seen.extend(check_while_iterating(items()))
    assert len(seen) <= 5


@pytest.mark.parametrize("hook", ["position", "to_state", "index"])
def test_the_listing_of_a_world_is_cancelled_at_once(hook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of a view, their states, and the indices of the states: each is a loop over the world."""
    world: Any = genastar.load(np.arange(1, 1001, dtype=np.int64).reshape(20, 50), "grid")
    token, calls = CancelToken(), [0]
    owner = {"position": type(world.view()), "to_state": type(world), "index": type(world.problem(((0, 0),)))}[hook]
    plain = getattr(owner, hook)

    def counting(self: Any, *args: Any) -> Any:
        calls[0] += 1
        if calls[0] == 10:
            token.cancel()
        return plain(self, *args)

    monkeypatch.setattr(owner, hook, counting)
    with token.govern(), pytest.raises(Cancelled):
        PreparedGround.of(world, engine="interpreted")
    assert calls[0] <= 12


@pytest.mark.parametrize("method", ["customizable", "first-moves", "hierarchy", "hub-labels", "landmarks"])
def test_a_preparation_that_is_cancelled_before_ends_without_work(method: str) -> None:
    token = CancelToken()
    token.cancel()
    with token.govern(), pytest.raises(Cancelled):
        genastar.prepare(Numbers({0: [(1, 2)], 1: [(0, 3)]}, 2, frozenset()), method)


def test_a_cut_ends_without_a_flow_once_it_is_cancelled() -> None:
    """One cut of a large part takes seconds, so machine code looks at the flag by itself."""
    token = CancelToken()
    with token.govern():
        sides = _add_reverse_edges(square(20))
    nodes = np.arange(400, dtype=np.int32)
    assert count_steps(sides, 0, np.zeros(400, np.int64), nodes) == 400
    assert cut(sides, nodes, np.arange(400), 10_000) == 20
    token.cancel()
    assert cut(sides, nodes, np.arange(400), 10_000) == 0
    assert not sides.flow.any()


def test_a_dissection_cuts_nothing_once_it_is_cancelled() -> None:
    token = CancelToken()
    with token.govern():
        sides = _add_reverse_edges(square(20))
    order, known = np.arange(400, dtype=np.int32), np.zeros((4, 400), np.int64)
    parts, state = np.zeros((402, 2), np.int64), np.array([1, 1, 0])
    parts[0] = 0, 400
    token.cancel()
    dissect(sides, order, known, parts, state, 10_000)
    assert (state.tolist(), order.tolist()) == ([1, 1, 0], list(range(400)))


def test_a_unit_of_searches_is_bounded_by_the_steps_that_it_relaxes() -> None:
    for nodes, edges in ((100, 400), (16_384, 130_000), (200_000, 1_600_000)):
        assert choose_stretch(nodes, edges) >= 1
        assert choose_stretch(nodes, edges) == 1 or choose_stretch(nodes, edges) * (nodes + edges) <= 8_000_000


def test_a_file_is_neither_written_nor_read_once_it_is_cancelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files may have gigabytes; they are written and checked in pieces."""
    monkeypatch.setattr("genastar.storage.array_file._PIECE", 100)
    path, array = tmp_path / "table", np.arange(1000)
    save_arrays(path, "table", {}, {"array": array})
    assert np.array_equal(open_arrays(path, "table").arrays["array"], array)
    cases = [(lambda: save_arrays(path, "table", {}, {"array": -array}), looks) for looks in (0, 10, 79, 81, 150)]
    cases += [(lambda: open_arrays(path, "table"), looks) for looks in (0, 10, 79)]
    for work, most in cases:
        token, looks = CancelToken(), [0]

        def look(most: int = most, token: CancelToken = token, looks: list[int] = looks) -> None:
            looks[0] += 1
            if looks[0] > most:
                token.cancel()
            check_cancelled()

        monkeypatch.setattr(limits, "check_cancelled", look)
        with token.govern(), pytest.raises(Cancelled):
            work()
        assert looks == [most + 1]
        assert [each.name for each in tmp_path.iterdir()] == ["table"]
    monkeypatch.undo()
    assert np.array_equal(open_arrays(path, "table").arrays["array"], array)
