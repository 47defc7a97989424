"""What no other line uses may raise all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import field, frozen
from both_speeds import write_module
from walks import refusal, search_each

from genastar import AStar, Node, OpenList

TRIED = """
def f(n):
    items = [i for i in range(3)]
    try:
        {line}
    except (ArithmeticError, LookupError, ValueError):
        return 5
    return 6
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    ["items[n]", "items[n] = 1", "1 // (n - 2)", "1 % (n - 1)", "a, b = [n] * n", "at = items[n]", "del items[n]"],
)
def test_it_raises_in_a_try(line: str, tmp_path: Path) -> None:
    function = write_module(TRIED.replace("{line}", line), tmp_path).f
    search_each(function, range(5))


READ = """
def f(n):
    if n > 2:
        some = n
    try:
        {line}
    except Exception:
        return 5
    return 6
"""


BEHIND_A_TRY = (
    "try: n // 1\n        finally: some",
    "try: n // 1\n        except KeyError: n\n        else: some",
    "try: n // 1\n        except KeyError: n\n        some",
    "n // 1\n    except KeyError: n\n    try: some",
)


@pytest.mark.long
@pytest.mark.parametrize("line", ["some", "del some", "some if n else n", "n and some", *BEHIND_A_TRY])
def test_a_local_that_is_not_bound_is_read_by_itself(line: str, tmp_path: Path) -> None:
    function = write_module(READ.replace("{line}", line), tmp_path).f
    search_each(function, range(5))


def captures(n: int) -> int:
    if n > 2:
        some = n
    kept = lambda: some  # noqa: E731
    return kept() if n > 2 else 0


def test_a_local_that_is_bound_later_is_captured() -> None:
    search_each(captures)


@frozen(eq=False)
class Rows(AStar[int, int]):
    """A class whose hook changes a row of the solver, which nothing uses afterwards."""

    rows: list[list[int]] = field(factory=lambda: [[1, 2], [3, 4]])

    def add_neighbours(self, node: Node[int, int], open_list: OpenList[int, int]) -> None:
        open_list.insert(node.position + 1, node.cost + self.rows[0][0])
        mine = [row for row in self.rows]  # noqa: C416  # the case
        mine[0][0] = node.position

    def is_destination(self, position: int) -> bool:
        return position == 4


@pytest.mark.long
@pytest.mark.usefixtures("refuses_at_once")
def test_a_row_of_the_solver_is_not_changed() -> None:
    assert "line 82): a change of a list of int that the hook has not made itself" in refusal(Rows(), 0, 0)
