"""The transposition table beside a plain list of what it should know."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genastar.memory.transpositions import Transpositions

pytestmark = pytest.mark.quick


@given(size=st.integers(2, 9), asked=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3)), max_size=60))
def test_it_knows_the_last_half_and_never_more_than_its_size(size: int, asked: list[tuple[int, int]]) -> None:
    table: Transpositions[int] = Transpositions(size)
    for now, (position, rank) in enumerate(asked):
        before = [at for at in range(now) if asked[at][0] == position]
        admits = table.admit(position, rank)
        assert len(table) <= size
        if not any(asked[at][1] <= rank for at in before):
            assert admits
        elif len({other for other, _ in asked[before[0] : now]}) <= size // 2:
            assert not admits


def test_it_looks_up_keys() -> None:
    table: Transpositions[str] = Transpositions(4, str.lower)
    assert table.admit("a", 3)
    assert not table.admit("A", 3)
    assert table.admit("A", 2)
    assert len(table) == 1
