"""Many questions at once: the answers are those of single ones."""

from __future__ import annotations

import numpy as np
import pytest

from genastar import BadInput
from genastar.testing.many import check_many
from genastar_voxel.frame import Voxel
from genastar_voxel.info import Options
from genastar_voxel.model import Voxels

pytestmark = pytest.mark.long

CAVE = np.random.default_rng(4).random((9, 8, 7)) > 0.3
HILLS = np.arange(7) > np.random.default_rng(6).integers(0, 4, (9, 8))[:, :, None]


def make_questions(world: Voxels, count: int = 30) -> list[tuple[Voxel, tuple[Voxel, ...]]]:
    """Questions between voxels that can be entered."""
    free = world.world.find_bodies(2)[1] if world.options.gravity else world.world.free
    voxels = [(x, y, z) for x, y, z in np.argwhere(world.world.frame.unpack(free)).tolist()]
    chosen = np.random.default_rng(1).integers(len(voxels), size=(count, 2)).tolist()
    return [(voxels[start], (voxels[goal],)) for start, goal in chosen]


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize(
    ("costs", "options"), [(CAVE, Options()), (HILLS, Options(gravity=True, headroom=2))], ids=["flying", "walking"]
)
def test_as_single_ones(costs: np.ndarray, options: Options, engine: str) -> None:
    world = Voxels.read(costs, options)
    check_many(world, make_questions(world), engine)


def test_several_goals_are_asked_one_by_one() -> None:
    world = Voxels.read(np.ones((2, 2, 2)), Options())
    assert world.combine([((0, 0, 0), ((1, 1, 1),)), ((0, 0, 0), ((1, 0, 0), (0, 1, 0)))]) is None
    assert world.combine([((0, 0, 0), ())]) is None


def test_a_blocked_voxel_is_refused() -> None:
    with pytest.raises(BadInput, match="1,0,0 is blocked"):
        Voxels.read(np.array([[[1]], [[0]]]), Options()).combine([((0, 0, 0), ((1, 0, 0),))])
