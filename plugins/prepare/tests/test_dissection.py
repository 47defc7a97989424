"""Customizable hierarchies: an order that does not depend on costs, and what it is good for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_graphs import Numbers

import genastar
from genastar import BadInput
from genastar_prepare.dissection import customizable
from genastar_prepare.dissection.customizable import Customizable
from genastar_prepare.graph.rows import Rows, compute_first
from genastar_prepare.hierarchy.pairs import compute_distances_from
from genastar_prepare.landmarks import RowsProblem

pytestmark = pytest.mark.long


def square(size: int) -> Rows:
    """A grid of size × size nodes, with steps to four neighbours."""
    nodes = np.arange(size * size).reshape(size, size)
    one = np.concatenate((nodes[:, :-1].ravel(), nodes[:-1].ravel()))
    other = np.concatenate((nodes[:, 1:].ravel(), nodes[1:].ravel()))
    tail, head = np.concatenate((one, other)), np.concatenate((other, one))
    order = np.argsort(tail, kind="stable")
    weight = np.random.default_rng(1).integers(0, 9, len(tail)).astype(np.int32)
    return Rows(compute_first(tail, size * size), head[order].astype(np.int32), weight)


def test_an_order_by_nested_dissection_has_few_arcs() -> None:
    made = Customizable.of(square(40))
    assert np.array_equal(np.sort(made.rank), np.arange(1600))
    # George, Nested dissection of a regular finite element mesh (1973): at most 31/4 n log2 n. A row after a row has 40 n.
    assert len(made.chords.upper) < 20 * 1600


@pytest.mark.parametrize("prune", [False, True])
def test_unpruned_hierarchies_have_the_same_distances(prune: bool) -> None:
    rows = square(9)
    hierarchy = Customizable.of(rows).customize_weights(rows.weight, rows.fingerprint, prune=prune)
    hierarchy.check("it", rows)
    problem = RowsProblem(rows.first, rows.head, rows.weight)
    for start in (0, 40, 80):
        assert np.array_equal(compute_distances_from(hierarchy, start), problem.search_tree(start, "interpreted").g)


def test_new_costs_need_no_new_order(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Numbers({0: [(1, 5)], 1: [(2, 5)], 2: [(0, 7)]}, 3, frozenset())
    assert genastar.prepare(first, "customizable").distance(0, 2) == 10
    monkeypatch.setattr(customizable, "dissect_graph", lambda graph: pytest.fail("a new order"))
    again = Numbers({0: [(1, 1)], 1: [(2, 2)], 2: [(0, 0)]}, 3, frozenset())
    assert genastar.prepare(again, "customizable").distance(0, 2) == 3
    assert genastar.prepare(again, "customizable").distance(2, 1) == 1


def test_a_file_serves_all_costs_of_the_same_steps(tmp_path: Path) -> None:
    genastar.prepare(Numbers({0: [(1, 5)], 1: [(0, 2)]}, 2, frozenset()), "customizable").save(tmp_path / "order")
    dearer = Numbers({0: [(1, 9)], 1: [(0, 2)]}, 2, frozenset())
    assert genastar.prepare(dearer, "customizable", table=tmp_path / "order").distance(0, 1) == 9
    other = Numbers({0: [(1, 5)]}, 2, frozenset())
    with pytest.raises(BadInput, match="this customizable hierarchy belongs to another graph"):
        genastar.prepare(other, "customizable", table=tmp_path / "order")


def test_wrong_weights_are_refused() -> None:
    rows = square(3)
    made = Customizable.of(rows)
    with pytest.raises(BadInput, match="the graph has 24 edges; give one each"):
        made.customize_weights(rows.weight[:-1], 0)
    with pytest.raises(BadInput, match="a weight is -1; expected at least 0"):
        made.customize_weights(rows.weight - 1, 0)
    with pytest.raises(BadInput, match="scale the costs down"):
        made.customize_weights(np.full(24, 2**60), 0)
