"""The voxel domain: a voxel world that answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import ClassVar, cast

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Domain, Result, Trace
from genastar.authoring import DomainInfo, Example, Question, StepMeasure
from genastar.files import AnyPath, expect_suffix, replace_file
from genastar.values.cost import Comparable
from genastar.worlds.view import Brush, Cells
from genastar_lattice.domain import Lattice
from genastar_lattice.guarantee import Guarantee
from genastar_lattice.metrics import MeasuredSteps
from genastar_lattice.positions import find_changed_around
from genastar_lattice.shades import DEAREST, make_brushes
from genastar_lattice.sizes import Footprint, describe_clearance, describe_misfit, make_footprint
from genastar_lattice.view import CellView
from genastar_picture import canvas
from genastar_voxel.answers.draw import GROUND, colour_layer, draw_search, find_dearest
from genastar_voxel.formats.map_files import check_size
from genastar_voxel.formats.read import read_source
from genastar_voxel.frame import Voxel, VoxelFrame
from genastar_voxel.info import INFO, Options
from genastar_voxel.problems import make_problem
from genastar_voxel.rules.guarantee import describe_guarantee
from genastar_voxel.rules.measures import VoxelExposure, make_length
from genastar_voxel.rules.prices import compute_prices, split_length
from genastar_voxel.world import VoxelWorld


@frozen(eq=False)
class Voxels(MeasuredSteps[int], Lattice[Voxel, Options, int]):
    """A voxel world. A position is a voxel, ``(x, y, z)``, each from 0; with gravity, the one that holds a walker's feet.

    `search` gives lengths: a straight step between voxels of cost 1 has length 1. Problems, and therefore traces, use the
    numbers of voxels (`frame`) and count in whole `prices`.
    """

    info: ClassVar[DomainInfo] = INFO
    noun: ClassVar[str] = "voxel"
    realm: ClassVar[str] = "world"
    is_additive: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = (".npy",)

    name: str
    """Name of the source in messages."""
    options: Options
    world: VoxelWorld

    @classmethod
    def read(cls, source: object, options: Options) -> Voxels:
        """Read a ``.3dmap``, a numpy array or its file, or a MagicaVoxel model; see `read_source`."""
        name, world = read_source(source, options.megavoxels)
        is_plain = options.wrap == "none" and options.unit is None
        world = world if is_plain else world.with_rules(options.wrap, _make_footprint_of(options))
        return cls(name, options, world).with_measures()

    @classmethod
    def examples(cls) -> Iterable[Example[Voxel]]:
        """Yield small caves under every rule, price and number of neighbours, and hills to walk on."""
        cave = np.random.default_rng(4).random((6, 5, 4)) > 0.3
        cave[0, 0, 0] = cave[5, 4, 3] = cave[5, 0, 0] = True
        mud = np.where(cave, np.random.default_rng(5).integers(1, 5, cave.shape), 0)
        far = (5, 4, 3)
        yield Example(cls.read(cave, Options()), (0, 0, 0), (far,))
        yield Example(cls.read(cave, Options(neighbours=6, lengths="uniform")), (0, 0, 0), (far,))
        yield Example(cls.read(cave, Options(diagonals="always", lengths="manhattan")), (0, 0, 0), (far, (5, 0, 0)))
        yield Example(cls.read(mud, Options(neighbours=18, step="mean", diagonals="passage")), (0, 0, 0), (far,))
        hills = np.arange(6) > np.array([[0, 1, 3, 1, 0], [0, 2, 3, 2, 0], [0, 1, 2, 1, 1], [0, 0, 4, 2, 2]])[:, :, None]
        for options in (
            Options(gravity=True, headroom=2),
            Options(gravity=True, diagonals="always", fall=1),
            Options(gravity=True, neighbours=6, climb=2),
        ):
            yield Example(cls.read(hills, options), (0, 0, 1), ((3, 4, 3),))

    def problem(self, goals: tuple[Voxel, ...], starts: tuple[Voxel, ...] = ()) -> AStar[int, Cost[float]]:
        """Return the problem with these goals.

        Raises:
            BadInput: a goal is outside or blocked; or, with gravity, a walker cannot stand there.
        """
        return make_problem(self.world, self.options, [self.entered(goal) for goal in goals])

    def to_state(self, position: Voxel) -> int:
        """Return the number of the voxel.

        Raises:
            BadInput: the voxel is outside or blocked; or, with gravity, a walker cannot stand there.
        """
        return self.world.frame.to_number(self.entered(position))

    def to_positions(self, states: Sequence[int], question: Question[Voxel]) -> tuple[Voxel, ...]:
        """Return the voxels of a path of numbers."""
        return tuple((x, y, z) for x, y, z in self.world.frame.to_voxels(states).tolist())

    def price(self, cost: Cost[float], path: Sequence[Voxel]) -> Cost[float]:
        """Return the length of a path, computed from the counts of its steps."""
        length = fsum(split_length(path, self.world, self.options)[-1])
        return Cost(length, length)

    def price_path(self, costs: Sequence[Cost[float]], path: Sequence[Voxel]) -> Sequence[Cost[float]]:
        """Return the length up to each voxel of a path."""
        return [Cost(length, length) for length in map(fsum, split_length(path, self.world, self.options).tolist())]

    def make_measure(self, name: str) -> StepMeasure[int]:
        """Return the measure of a metric; see `MeasuredSteps`."""
        frame = self.world.frame
        length = make_length(frame, is_climb=name == "climb")
        if name != "exposure":
            return length
        checked = self.read_exposure(
            lambda file: read_source(file, self.options.megavoxels)[1].list_ground(), frame.unpack(self.world.free)
        )
        by_number = np.zeros(frame.size)
        by_number[frame.to_numbers(np.argwhere(np.ones(frame.shape, np.bool_)))] = checked.reshape(-1)
        return VoxelExposure(by_number, length)

    def limit(self, cost: Comparable) -> Comparable | None:
        """Convert a limit on the length to prices; the search refuses other values than numbers."""
        return compute_prices(self.world, self.options).convert_bound(cost)

    def combine(
        self, questions: Sequence[tuple[Voxel, tuple[Voxel, ...]]]
    ) -> tuple[AStar[int, Cost[float]], Sequence[int], Mapping[str, Sequence[object]]] | None:
        """Prepare questions for one batch; ``None`` with several goals. See `DomainHooks.combine`."""
        if any(len(goals) != 1 for _, goals in questions):
            return None
        goals = [self.entered(goal) for _, (goal,) in questions]
        starts = [self.to_state(start) for start, _ in questions]
        boxes = [(x, x, y, y, z, z) for x, y, z in goals]
        return self.problem((goals[0],)), starts, {"goals.one": [*map(self.world.frame.to_number, goals)], "goals.box": boxes}

    @property
    def ends(self) -> tuple[tuple[Voxel, ...], tuple[Voxel, ...]]:  # type: ignore[override]  # of the options alone
        """Return the options ``start`` and ``goal``."""
        start, goal = (
            () if text is None else tuple(map(self.parse, text.split(";"))) for text in (self.options.start, self.options.goal)
        )
        return start, goal

    def describe_guarantee(self) -> Guarantee:
        """Return whether A* finds the shortest path under these options, and the reasons if not."""
        return describe_guarantee(self.options)

    @property
    def revision(self) -> int:
        return self.world.changes

    def change(self, voxels: Iterable[Voxel] | Mapping[Voxel, float], cost: float | None = None) -> None:
        """Set the cost of voxels between two searches; 0 blocks them. Nothing is read again.

        Args:
            voxels: voxels, which all get the same cost; or a mapping of voxels to costs.
            cost: that cost; left out with a mapping.

        Raises:
            BadInput: a voxel is outside, or a cost is not valid.
        """
        self.world.change(voxels, cost)

    def with_options(self, options: Options) -> Voxels:
        """Return the same world under other options."""
        check_size(self.name, self.world.frame.shape, options.megavoxels)
        world = self.world.with_rules(options.wrap, _make_footprint_of(options))
        return evolve(self, options=options, world=world).with_measures()

    def copy_for_worker(self) -> Voxels:
        """Return the same world with voxels of its own."""
        return evolve(self, world=self.world.copy())

    def find_changed_states(self, before: Domain[Voxel, Cost[float], Options, int]) -> list[int] | None:
        """Return the states near voxels whose cost has changed; ``None`` if the estimates may be less. See the base class."""
        was, world, options = cast("Voxels", before), self.world, self.options
        if (options, world.frame) != (was.options, was.world.frame) or world.least < was.world.least:
            return None
        if compute_prices(world, options) != compute_prices(was.world, options):
            return None
        up = max(options.climb + options.headroom, options.fall + 1) if options.gravity else 1
        voxels = find_changed_around(world.list_costs() != was.world.list_costs(), (1, 1, up), world.frame.wrap)
        return None if voxels is None else cast("list[int]", world.frame.to_numbers(voxels).tolist())

    def view(self) -> CellView[Voxel, int, Voxels]:
        """Return a canvas for painting costs, in layers; cost 0 blocks a voxel."""
        return CellView(self)

    @property
    def unit(self) -> float:
        return compute_prices(self.world, self.options).unit

    def get_shape(self) -> Cells:
        (columns, rows, layers), most = self.sides, self._dearest
        colours = b"".join(colour_layer(self.world, z, most).tobytes() for z in range(layers))
        return Cells(columns, rows, colours, layers, wraps=bool(set("xy") & set(self.world.frame.wrap)))

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return make_brushes(GROUND, self.world.least, self._dearest)

    @property
    def _dearest(self) -> float:
        return max(find_dearest(self.world), DEAREST)

    @property
    def values(self) -> NDArray[np.generic]:
        return self.world.list_ground().T

    @property
    def footprint(self) -> Footprint | None:
        return self.world.footprint

    @property
    def fits(self) -> NDArray[np.bool_]:
        return self.world.frame.unpack(self.world.free).T

    def describe_clearance(self, position: Voxel) -> str:
        costs, unit = self.world.ground, self.world.footprint
        return "" if costs is None or unit is None else describe_clearance(costs, position, unit, self.world.frame.wrap)

    def cell_of(self, state: int) -> Voxel:
        return self.world.frame.to_voxel(state)

    def paint(self, places: NDArray[np.int64], values: NDArray[np.float64]) -> Voxels:
        """Return the same world with other costs."""
        voxels = np.stack(np.unravel_index(places, self.sides, order="F"), axis=1)
        return evolve(self, world=self.world.paint(self.world.frame.to_numbers(voxels), values))

    def make_blank(self, width: int, height: int) -> Voxels:
        layers, options = self.world.frame.layers, evolve(self.options, start=None, goal=None)
        columns, rows = canvas.check_blank_size(width, height, options.megavoxels * 1_000_000 // layers)
        check_size("the blank world", (columns, rows, layers), options.megavoxels)
        frame = VoxelFrame(columns, rows, layers, wrap=options.wrap)
        world = VoxelWorld(frame, frame.make_all_bits())
        return Voxels("the blank world", options, world.with_rules(options.wrap, _make_footprint_of(options)))

    def save(self, out: AnyPath, start: Voxel, goals: Sequence[Voxel]) -> None:
        """Write the costs as a numpy array, without the question and the options.

        Raises:
            BadInput: the name does not end in ``.npy``, or the file cannot be written.
        """
        with replace_file(expect_suffix(out, ".npy", "voxel world")) as beside, beside.open("wb") as file:
            np.save(file, self.world.list_ground(), allow_pickle=False)

    @property
    def sides(self) -> tuple[int, int, int]:
        return self.world.frame.shape

    def draw(self, result: Result[Voxel, Cost[float]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        """Write a picture of a search: the layers side by side, or an isometric view.

        It shows the closed voxels in order and the path; a ``.gif`` is an animation.
        """
        self.draw_all((result,), trace, out)

    def draw_all(self, results: Sequence[Result[Voxel, Cost[float]]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        self.check_drawn(results, trace)
        closed = self.world.frame.to_voxels(trace.list_closed())
        paths = [np.array(each.path, np.int64) for each in results if each.path] or [np.empty((0, 3), np.int64)]
        draw_search(self.world, self.options, closed, paths, out)

    def find_fault(self, position: Voxel) -> str:
        if not self.world.is_free(position):
            costs, unit = self.world.ground, self.world.footprint
            if costs is not None and unit is not None and costs[position] > 0:
                return describe_misfit(costs, position, unit, self.world.frame.wrap)
            return "is blocked; give a free voxel"
        if not self.options.gravity:
            return ""
        frame, headroom, (x, y, ground) = self.world.frame, self.options.headroom, position
        fits, stands = self.world.find_bodies(headroom)
        number = frame.to_number(position)
        if not frame.has_bit(fits, number):
            return f"has fewer than {headroom} free voxels upwards; give another voxel, or lower the option headroom"
        if frame.has_bit(stands, number):
            return ""
        while self.world.is_free((x, y, ground - 1)):
            ground -= 1
        return f"is in the air; give the ground below, {x},{y},{ground}"


def _make_footprint_of(options: Options) -> Footprint | None:
    return None if options.unit is None else make_footprint(options.unit, 3)
