"""The model: voxels as a world to ask questions of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import numpy as np
from attrs import evolve, frozen

from genastar import AStar, BadInput, CancelToken, Cost, Domain, DomainInfo, Example, Limits, Observer, Result, Trace, Workspace
from genastar.arguments import expect, matched
from genastar.errors import shown
from genastar.files import AnyPath
from genastar_voxel.draw import draw_search
from genastar_voxel.frame import Voxel
from genastar_voxel.guarantee import Guarantee, guarantee_of
from genastar_voxel.info import INFO, Options
from genastar_voxel.map_files import check_size
from genastar_voxel.prices import length_of, prices_of
from genastar_voxel.read import read_source
from genastar_voxel.solvers import solver_of
from genastar_voxel.view import VoxelView
from genastar_voxel.world import World

NO_LIMITS = Limits()


@frozen(eq=False)
class Voxels(Domain[Voxel, Cost[float], Options, int]):
    """A voxel world. A position is a voxel, ``(x, y, z)``, each from 0; under gravity, the one that holds a walker's feet.

    `solve` gives lengths: a straight step between voxels of cost 1 is 1. The solvers themselves, and so traces, count in whole
    `prices` and go from number to number (`frame`).
    """

    info: ClassVar[DomainInfo] = INFO

    name: str
    """The source, in messages."""
    options: Options
    world: World

    @classmethod
    def read(cls, source: object, options: Options) -> Voxels:
        """A ``.3dmap``, an array of numpy or its file, a MagicaVoxel model; see `read_source`."""
        name, world = read_source(source, options.megavoxels)
        return cls(name, options, world if options.wrap == "none" else world.under(options.wrap))

    @classmethod
    def examples(cls) -> Iterable[Example[Voxel]]:
        """Small caves under every rule, price and number of neighbours; and hills to walk on."""
        cave = np.random.default_rng(4).random((6, 5, 4)) > 0.3
        cave[0, 0, 0] = cave[5, 4, 3] = cave[5, 0, 0] = True
        mud = np.where(cave, np.random.default_rng(5).integers(1, 5, cave.shape), 0)
        far = (5, 4, 3)
        yield Example(cls.read(cave, Options()), (0, 0, 0), (far,))
        yield Example(cls.read(cave, Options(neighbours=6, lengths="uniform")), (0, 0, 0), (far,))
        yield Example(cls.read(cave, Options(corners="always", lengths="manhattan")), (0, 0, 0), (far, (5, 0, 0)))
        yield Example(cls.read(mud, Options(neighbours=18, step="mean", corners="passage")), (0, 0, 0), (far,))
        hills = np.arange(6) > np.array([[0, 1, 3, 1, 0], [0, 2, 3, 2, 0], [0, 1, 2, 1, 1], [0, 0, 4, 2, 2]])[:, :, None]
        for options in (
            Options(gravity=True, headroom=2),
            Options(gravity=True, corners="always", fall=1),
            Options(gravity=True, neighbours=6, climb=2),
        ):
            yield Example(cls.read(hills, options), (0, 0, 1), ((3, 4, 3),))

    def parse(self, text: str) -> Voxel:
        """``x,y,z`` in whole numbers."""
        found = matched(r"\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*,\s*(-?[0-9]{1,9})\s*", text)
        if not found:
            raise BadInput(f"{shown(text)} is no voxel; give x,y,z in whole numbers, each from 0")
        return self._entered((int(found[1]), int(found[2]), int(found[3])))

    def format(self, position: Voxel) -> str:
        """``x,y,z``."""
        return ",".join(map(str, position))

    def solver(self, goals: tuple[Voxel, ...]) -> AStar[int, Cost[float]]:
        """The solver that ends at any of these voxels.

        Raises:
            BadInput: one of them is outside or blocked; or, under gravity, nobody can stand there.
        """
        return solver_of(self.world, self.options, [self._entered(goal) for goal in goals])

    def start(self, position: Voxel) -> int:
        """The number of the voxel.

        Raises:
            BadInput: it is outside or blocked; or, under gravity, nobody can stand there.
        """
        return self.world.frame.number(self._entered(position))

    def route(self, path: Sequence[int]) -> tuple[Voxel, ...]:
        """The voxels of a path of numbers."""
        return tuple((x, y, z) for x, y, z in self.world.frame.voxels(path).tolist())

    def many(
        self, questions: Sequence[tuple[Voxel, tuple[Voxel, ...]]]
    ) -> tuple[AStar[int, Cost[float]], Sequence[int], Mapping[str, Sequence[object]]] | None:
        """One solver for all, where each question has one goal; see `Domain.many`."""
        if any(len(goals) != 1 for _, goals in questions):
            return None
        goals = [self._entered(goal) for _, (goal,) in questions]
        starts = [self.start(start) for start, _ in questions]
        boxes = [(x, x, y, y, z, z) for x, y, z in goals]
        return self.solver((goals[0],)), starts, {"goals.one": [*map(self.world.frame.number, goals)], "goals.box": boxes}

    def default_start(self) -> Voxel:
        """The option ``start``."""
        if self.options.start is None:
            raise BadInput(f"{self.name} names no start; give one with --from x,y,z")
        return self.parse(self.options.start)

    def default_goals(self) -> tuple[Voxel, ...]:
        """The option ``goal``."""
        if self.options.goal is None:
            raise BadInput(f"{self.name} names no goal; give one with --to x,y,z")
        return (self.parse(self.options.goal),)

    def solve(
        self,
        start: Voxel | None = None,
        goals: Iterable[Voxel] | None = None,
        *,
        engine: str = "auto",
        reopen: bool = False,
        limits: Limits = NO_LIMITS,
        cancel: CancelToken | None = None,
        observer: Observer[int, Cost[float]] | None = None,
        workspace: Workspace | None = None,
    ) -> Result[Voxel, Cost[float]]:
        """The cheapest way; see `Domain.solve`. Its cost is its length, from the counts of its steps; so is a limit on it."""
        expect("limits", limits, Limits)
        limits = limits.in_units(prices_of(self.world, self.options).limit)
        return super().solve(
            start,
            goals,
            engine=engine,
            reopen=reopen,
            limits=limits,
            cancel=cancel,
            observer=observer,
            workspace=workspace,
        )

    def _in_positions(self, found: Result[int, Cost[float]]) -> Result[Voxel, Cost[float]]:
        result = super()._in_positions(found)
        if not result.found:
            return result
        length = length_of(result.path, self.world, self.options)
        return evolve(result, cost=Cost(length, length))

    def guarantee(self) -> Guarantee:
        """What is promised of a path's length under these options, and why not more."""
        return guarantee_of(self.options)

    def change(self, voxels: Iterable[Voxel], cost: float) -> None:
        """Give voxels another cost, 0 to block them, between two searches. Nothing is read again.

        Raises:
            BadInput: a voxel is outside, or the cost cannot be.
        """
        self.world.change(voxels, cost)

    def configured(self, options: Options) -> Voxels:
        """The same world under other options."""
        check_size(self.name, self.world.frame.shape, options.megavoxels)
        return evolve(self, options=options, world=self.world.under(options.wrap))

    def view(self) -> VoxelView:
        """The world as a canvas of costs, in layers."""
        return VoxelView(self)

    def draw(self, result: Result[Voxel, Cost[float]], trace: Trace[int, Cost[float]], out: AnyPath) -> None:
        """The layers side by side, or the world from above a corner, with the closed voxels in the order of closing and the
        path; an animation in a ``.gif``.
        """
        closed = self.world.frame.voxels(trace.closing_order())
        draw_search(self.world, self.options, closed, np.array(result.path, np.int64).reshape(-1, 3), out)

    def _entered(self, position: Voxel) -> Voxel:
        """The voxel in Python's ints, if it can be entered, and stood in under gravity."""
        try:
            x, y, z = self.world.inside(position)
        except BadInput as error:
            raise BadInput(f"{self.name}: {error}") from None
        if not self.world.is_free((x, y, z)):
            raise BadInput(f"{self.name}: {x},{y},{z} is blocked; give a free voxel")
        if self.options.gravity:
            self._check_footing(x, y, z)
        return x, y, z

    def _check_footing(self, x: int, y: int, z: int) -> None:
        frame, headroom = self.world.frame, self.options.headroom
        fits, stands = self.world.bodies(headroom)
        number = frame.number((x, y, z))
        if not frame.has(fits, number):
            raise BadInput(f"{self.name}: {x},{y},{z} has less than {headroom} free voxels upwards, the option headroom")
        if not frame.has(stands, number):
            ground = z
            while self.world.is_free((x, y, ground - 1)):
                ground -= 1
            raise BadInput(f"{self.name}: {x},{y},{z} is in the air; the ground below it is {x},{y},{ground}")
