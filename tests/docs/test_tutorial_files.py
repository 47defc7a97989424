"""The programs in examples/tutorial, to which guides link."""

import runpy
from pathlib import Path

import pytest

import genastar

FOLDER = Path(__file__).parents[2] / "examples" / "tutorial"

if not FOLDER.exists():
    pytest.skip("the examples are in the repository", allow_module_level=True)


def test_a_solver_made_of_a_solver():
    names = runpy.run_path(str(FOLDER / "at_most.py"))
    towns = {"a": {"b": 3, "c": 8, "d": 10}, "b": {"c": 3}, "c": {"d": 3}, "d": {}}

    class Towns(genastar.AStar):
        def add_neighbours(self, node, open_list):
            for town, length in towns[node.position].items():
                open_list.relax(town, node.cost.travelled + length)

        def is_destination(self, position):
            return position == "d"

    costs = [names["AtMost"](Towns(), most).search(("a", 0)).cost.travelled for most in (1, 2, 3)]
    assert costs == [10, 10, 9]


@pytest.mark.long
def test_pattern_puzzles():
    pytest.importorskip("genastar_prepare")
    runpy.run_path(str(FOLDER / "pattern_puzzles.py"), run_name="__main__")  # it asserts its answers
