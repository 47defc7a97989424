"""A hook that calls others in many places is compiled in a size that LLVM can bear, and gives the same."""

from __future__ import annotations

import pytest
from calling import compiled, function_of

from genastar_compiled.compiler.code import inlining

TEXT = """
def f(a, n):
    def_of = a
    for i in range(n):
        def_of = step(def_of, i) - step(i, def_of) + step(def_of, 3)
    return def_of
"""
STEP = "def step(a, b):\n    return (a * 3 + b) % 1009 // 2\n"


@pytest.mark.parametrize("largest", [0, 100, inlining.LARGEST])
def test_the_same_numbers_in_any_size(largest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inlining, "LARGEST", largest)
    function = function_of(TEXT.lstrip(), step=function_of(STEP))
    assert [compiled(function, 1, 1)(a, 9) for a in (0, 5, -7)] == [function(a, 9) for a in (0, 5, -7)]
