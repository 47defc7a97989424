"""The world: the free voxels and their costs, which may change between searches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, cast

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from genastar import BadInput
from genastar_lattice.costs.limits import MOST_COST, has_fractions, list_changes
from genastar_lattice.positions import check_inside
from genastar_lattice.sizes import Footprint, erode_at, erode_costs, list_positions_over
from genastar_voxel.frame import Bits, Coordinates, Voxel, VoxelFrame

Costs = NDArray[np.int32] | NDArray[np.float64]
"""The cost of each voxel by number, 0 for blocked."""


@define(eq=False)
class VoxelWorld:
    """The free voxels and costs."""

    frame: VoxelFrame
    free: Bits = field(repr=False)
    costs: Costs | None = field(default=None, repr=False)
    """Costs; ``None`` if every free voxel costs 1."""
    least: float = field(default=1, init=False)
    """Lower bound of the costs of free voxels; after changes it may be too low."""
    changes: int = field(default=0, init=False, repr=False)
    """How often voxels were changed since the source was read."""
    footprint: Footprint | None = field(default=None, init=False)
    """The voxels under the unit; ``None`` for a single voxel. With one, ``free`` and ``costs`` are of its positions."""
    ground: NDArray[np.int32] | NDArray[np.float64] | None = field(default=None, init=False, repr=False)
    """The cost of each voxel, shape (columns, rows, layers), whatever the unit; ``None`` without a unit."""
    _bodies: dict[int, tuple[Bits, Bits]] = field(init=False, factory=dict, repr=False)

    def __attrs_post_init__(self) -> None:
        if self.costs is not None:
            paid = self.costs[self.costs > 0]
            self.least = paid.min().item() if paid.size else 1

    def find_bodies(self, headroom: int) -> tuple[Bits, Bits]:
        """Return where a body of this height fits and where it stands, computed when first needed after a change."""
        found = self._bodies.get(headroom)
        if found is None:
            words = self.frame.area // 8
            fits = self.free.copy()
            for layer in range(1, headroom):
                fits[: max(0, len(fits) - layer * words)] &= self.free[layer * words :]
                fits[max(0, len(fits) - layer * words) :] = 0
            stands = fits.copy()
            stands[words:] &= ~self.free[:-words]
            found = self._bodies[headroom] = fits, stands
        return found

    def is_free(self, voxel: Voxel) -> bool:
        """Return whether this voxel, which must be inside, can be entered."""
        return self.frame.has_bit(self.free, self.frame.to_number(voxel))

    def change(self, voxels: Iterable[Voxel] | Mapping[Voxel, float], cost: float | None = None) -> None:
        """Set the cost of voxels between two searches; 0 blocks them.

        Args:
            voxels: voxels, which all get the same cost; or a mapping of voxels to costs.
            cost: that cost; left out with a mapping.

        Raises:
            BadInput: a voxel is outside; or a cost is negative, not finite, or a fraction in a world of whole numbers.
        """
        paid = self.costs if self.ground is None else self.ground
        changes = list_changes(voxels, cost, paid is None or paid.dtype.kind == "i", "voxel", "world")
        wanted = np.array([self.check_voxel(voxel) for voxel, _ in changes], np.int64).reshape(-1, 3)
        costs = np.array([each for _, each in changes], None if paid is None else paid.dtype)
        self.changes += 1
        if self.ground is not None:
            self._change_ground(wanted, costs)
            return
        numbers = self.frame.to_numbers(wanted)
        if self.costs is None and (costs > 1).any():
            self.costs = np.ones(self.frame.size, np.int32)
        if self.costs is not None:
            self.costs[numbers] = costs
        for value in (True, False):
            self.frame.set(self.free, numbers[(costs > 0) == value], value)
        if (costs > 0).any():
            self.least = min(self.least, costs[costs > 0].min().item())
        self._bodies.clear()

    def _change_ground(self, voxels: Coordinates, costs: NDArray[Any]) -> None:
        """Set the cost of voxels, and of all positions from which the unit covers one."""
        if self.ground is None or self.footprint is None:
            return
        self.ground[tuple(voxels.T)] = costs
        positions = list_positions_over(voxels, self.footprint, self.frame.shape, self.frame.wrap)
        found, numbers = erode_at(self.ground, positions, self.footprint, self.frame.wrap), self.frame.to_numbers(positions)
        if self.costs is None and (found > 1).any():
            self.costs = np.ones(self.frame.size, np.int32)
        if self.costs is not None:
            self.costs[numbers] = found
        for value in (True, False):
            self.frame.set(self.free, numbers[(found > 0) == value], value)
        self.least = min(self.least, found[found > 0].min(initial=self.least))
        self._bodies.clear()

    def paint(self, numbers: NDArray[np.int64], costs: NDArray[np.float64]) -> VoxelWorld:
        """Return another world with these costs at these numbers. Costs stay or become whole numbers if all are whole.

        Raises:
            BadInput: a cost is negative or too great.
        """
        broken = has_fractions(costs, "voxel")
        if self.ground is not None:
            ground = self.ground.astype(np.float64 if broken else self.ground.dtype)
            ground[tuple(self.frame.to_voxels(numbers).T)] = costs
            fitted = self._fit(ground, self.frame.wrap, self.footprint)
            fitted.changes = self.changes
            return fitted
        twin = self.copy()
        if twin.costs is None and (costs > 1).any() | broken:
            twin.costs = np.ones(self.frame.size, np.int32)
        if twin.costs is not None:
            if broken:
                twin.costs = twin.costs.astype(np.float64, copy=False)
            twin.costs[numbers] = costs
            if not broken and (twin.costs == np.floor(twin.costs)).all():
                twin.costs = twin.costs.astype(np.int32, copy=False)
            twin.__attrs_post_init__()
        for value in (True, False):
            self.frame.set(twin.free, numbers[(costs > 0) == value], value)
        twin._bodies.clear()
        return twin

    def copy(self) -> VoxelWorld:
        """Return a copy with its own free voxels and costs, to change."""
        twin = copy(self)
        twin.free, twin.costs = self.free.copy(), None if self.costs is None else self.costs.copy()
        twin._bodies = dict(self._bodies)
        twin.ground = None if self.ground is None else self.ground.copy()
        return twin

    def with_rules(self, wrap: str, footprint: Footprint | None) -> VoxelWorld:
        """Return the same voxels with the ends of these axes joined, for a unit, with arrays of its own."""
        sizes = [None if each is None else each.text for each in (footprint, self.footprint)]
        if (wrap, sizes[0]) == (self.frame.wrap, sizes[1]):
            return self.copy()
        return self._fit(self.list_ground(), wrap, footprint)

    def _fit(self, ground: NDArray[Any], wrap: str, footprint: Footprint | None) -> VoxelWorld:
        """Return the world of these costs of voxels for a unit."""
        if footprint is None:
            return make_world_of_costs("the world", ground, wrap)
        paid = ground if ground.dtype.kind == "f" else ground.astype(np.int32)
        found = make_world_of_costs("the world", erode_costs(paid, footprint, wrap), wrap)
        found.footprint, found.ground = footprint, paid
        return found

    def list_ground(self) -> NDArray[np.int32] | NDArray[np.float64] | NDArray[np.bool_]:
        """Return the cost of each voxel, whatever the unit; else as `list_costs`."""
        return self.list_costs() if self.ground is None else self.ground

    def list_costs(self) -> NDArray[np.int32] | NDArray[np.float64] | NDArray[np.bool_]:
        """Return the cost of each voxel, shape (columns, rows, layers); bools if every free voxel costs 1."""
        free = self.frame.unpack(self.free)
        if self.costs is None:
            return free
        columns, rows, layers = self.frame.shape
        inner = self.costs[: self.frame.area * (layers + 2)].reshape(layers + 2, self.frame.lines, self.frame.width)
        paid = inner[1:-1, 1 : rows + 1, :columns].transpose(2, 1, 0)
        return paid * free  # ignores the costs of blocked voxels

    def check_voxel(self, voxel: Voxel) -> Voxel:
        """Return the voxel with Python's ints.

        Raises:
            BadInput: the argument is no voxel, or the voxel is outside the world.
        """
        return check_inside(voxel, self.frame.shape, "voxel", "world")


def make_world_of_blocked(frame: VoxelFrame, blocked: Iterable[Coordinates]) -> VoxelWorld:
    """Return a world where all voxels are free except these, which come in portions."""
    free = frame.make_all_bits()
    for portion in blocked:
        frame.set(free, frame.to_numbers(portion), False)
    return VoxelWorld(frame, free)


def make_world_of_costs(name: str, costs: NDArray[np.generic], wrap: str = "none") -> VoxelWorld:
    """Return the world of an array of costs, shape (columns, rows, layers): true or 1 is free, false or 0 blocked.

    Args:
        name: the source, in messages.
        costs: the costs.
        wrap: the axes whose ends are joined; see `Frame.wrap`.

    Raises:
        BadInput: the array is not three-dimensional or not numeric, or a cost is negative, not finite or too great.
    """
    if costs.ndim != 3 or costs.size == 0 or costs.dtype.kind not in "buif":
        raise BadInput(
            f"{name}: shape {costs.shape} of {costs.dtype} is no world; give numbers of shape (columns, rows, layers)"
        )
    numbers = cast("NDArray[np.float64]", costs)
    columns, rows, layers = numbers.shape
    frame = VoxelFrame(columns, rows, layers, wrap=wrap)
    even, whole = True, True
    for z in range(layers):  # layer by layer, to keep temporary arrays small
        layer = numbers[:, :, z]
        wrong = np.isnan(layer) | (layer < 0) | (layer > MOST_COST)
        if wrong.any():
            x, y = (int(part) for part in np.argwhere(wrong)[0])
            raise BadInput(f"{name}: {x},{y},{z}: a voxel cannot cost {layer[x, y]}; give a number in 0..{MOST_COST:,}")
        even = even and bool((layer == (layer > 0)).all())
        whole = whole and bool((layer == np.floor(layer)).all())
    free = frame.pack(numbers)
    if even:
        return VoxelWorld(frame, free)
    paid: Costs = np.zeros(frame.size, np.int32) if whole else np.zeros(frame.size, np.float64)
    inner = paid[: frame.area * (layers + 2)].reshape(layers + 2, frame.lines, frame.width)
    inner[1:-1, 1 : rows + 1, :columns] = numbers.transpose(2, 1, 0)
    return VoxelWorld(frame, free, paid)
