"""A refusal that is kept on disk is that of the same source: one byte code may have another text, or other lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from both_speeds import write_module
from walks import refusal

pytestmark = pytest.mark.long

HOOK = """
from attrs import frozen
from genastar import AStar

@frozen
class Refused(AStar):
    def add_neighbours(self, node, open_list):{above}
        n = node.position
        if {test}:
            print(n)
        open_list.relax(n + 1, node.cost.travelled + 1)

    def is_destination(self, position):
        return position == 3
"""


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the byte code of the hook, and what the search says, with these texts in it."""
    monkeypatch.setenv("GENASTAR_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir(mode=0o700)

    def refused(test: str, above: str = "") -> tuple[bytes, str]:
        solver = write_module(HOOK.format(test=test, above=above), tmp_path / "hooks").Refused()
        return solver.add_neighbours.__func__.__code__.co_code, refusal(solver, 0)

    return refused


def test_a_hook_that_moved_is_refused_at_its_line(code: Any) -> None:
    before, moved = code("n in (1, 2)"), code("n in (1, 2)", "  # how to go on\n        # from here")
    assert before[0] == moved[0]
    assert "line 10): print is called" in before[1]
    assert "line 11): print is called" in moved[1]


def test_another_text_of_one_byte_code_is_asked_anew(code: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = code("n in (1, 2)")
    monkeypatch.setattr("genastar_compiled.plans.plan.build", lambda *given: pytest.fail("it was compiled again"))
    assert code("n in (1, 2)") == before
    with pytest.raises(pytest.fail.Exception):
        code("n in [1, 2]")
