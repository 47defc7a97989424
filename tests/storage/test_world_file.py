"""Files of worlds, which other programs may change."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from genastar import BadInput
from genastar.storage import world_file


def test_a_change_of_a_file_that_was_read_does_not_reach_the_world(tmp_path: Path) -> None:
    path = world_file.save({"numbers": np.arange(100_000)}, tmp_path)
    content = world_file.read(path, is_mapped=False)
    assert content is not None
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))
    with path.open("r+b") as file:
        file.truncate(1)
    world = world_file.load(content)
    assert isinstance(world, dict)
    assert (world["numbers"] == np.arange(100_000)).all()


@pytest.mark.parametrize("is_mapped", [True, False])
def test_a_file_that_was_changed_is_refused(is_mapped: bool, tmp_path: Path) -> None:
    path = world_file.save({"numbers": np.arange(100_000)}, tmp_path)
    size = path.stat().st_size
    for length in (1, 16, size // 2, size - 1):
        with path.open("r+b") as file:
            file.truncate(length)
        with pytest.raises(BadInput, match="this file was changed after it was written"):
            world_file.read(path, is_mapped)
