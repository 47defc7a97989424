"""Many questions at once: the answers are those of single ones."""

import numpy as np
import pytest

from genastar import BadInput
from genastar.testing.many import check_many
from genastar_bitmap.info import Options
from genastar_bitmap.model import Bitmap

FREE = np.random.default_rng(3).random((20, 30)) > 0.3


def make_questions(count):
    """Questions of one goal, and of a rectangle of goals here and there."""
    rows = np.random.default_rng(5).permutation(np.argwhere(FREE)).tolist()
    pixels = [(x, y) for y, x in rows]
    pairs = [(pixels[i], (pixels[-i - 1],)) for i in range(count)]
    return [
        (start, (goal, (x + 1, y)) if x + 1 < 30 and FREE[y, x + 1] else (goal,)) for start, (goal,) in pairs for x, y in [goal]
    ]


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_as_single_ones(engine):
    world = Bitmap.read(FREE, Options(diagonals="one-obstacle"))
    assert {len(goals) for _, goals in make_questions(40)} == {1, 2}
    check_many(world, make_questions(40), engine)


def test_goals_that_are_apart_are_asked_one_by_one():
    world = Bitmap.read(np.ones((3, 3), dtype=bool), Options())
    assert world.combine([((0, 0), ((2, 2),)), ((0, 0), ((0, 2), (2, 0)))]) is None
    assert world.combine([((0, 0), ())]) is None


def test_a_wall_is_refused():
    with pytest.raises(BadInput, match="1,0 is a wall"):
        Bitmap.read(np.array([[True, False]]), Options()).combine([((0, 0), ((0, 0),)), ((1, 0), ((0, 0),))])
