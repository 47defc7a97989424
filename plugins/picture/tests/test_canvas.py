"""What was painted on a canvas, as arrays."""

from math import inf, nan

import numpy as np
import pytest

from genastar import BadInput
from genastar_picture.canvas import check_blank_size, split_changes


def test_strokes_are_arrays():
    places, values = split_changes({3: 1, 0: 2.5}, 4)
    assert (places.dtype, places.tolist()) == (np.int64, [3, 0])
    assert (values.dtype, values.tolist()) == (np.float64, [1.0, 2.5])
    assert [part.size for part in split_changes({}, 4)] == [0, 0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({4: 1}, "place 4 is outside 0..3"),
        ({0: 1, -1: 1}, "place -1 is outside 0..3"),
        ({1 << 70: 1}, "these changes cannot be painted"),
        ({0.0: 1}, "these changes cannot be painted"),
        ({"0": 1}, "these changes cannot be painted"),
        ({0: "wall"}, "these changes cannot be painted"),
        ({0: None}, "a place cannot have the value nan"),
        ({0: nan}, "a place cannot have the value nan"),
        ({0: 1, 1: inf}, "a place cannot have the value inf"),
    ],
)
def test_what_cannot_be_painted(changes, message):
    with pytest.raises(BadInput, match=message) as refused:
        split_changes(changes, 4)
    assert "\n" not in str(refused.value)


def test_sizes():
    assert check_blank_size(np.int64(3), 4, 12) == (3, 4)
    for width, height in ((3, 5), (0, 4), (-3, -4), (2.0, 4), ("3", 4), (nan, 4), (None, None)):
        with pytest.raises(BadInput, match="a world cannot have"):
            check_blank_size(width, height, 12)
