from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import ClassVar

from attrs import frozen

from genastar import AStar, BadInput, Cost, Domain, Node, OpenList, Result, Trace
from genastar.authoring import DomainInfo, Example
from genastar.files import AnyPath, replace_file
from genastar_meadow.info import INFO, MeadowOptions

Square = tuple[int, int]
HERE = Path(__file__).parent


@frozen
class Walk(AStar[Square, Cost[int]]):
    meadow: Meadow
    goals: tuple[Square, ...]

    def add_neighbours(self, node: Node[Square, Cost[int]], open_list: OpenList[Square, Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in self.meadow.ways():
            if self.meadow.is_free((x + dx, y + dy)):
                open_list.relax((x + dx, y + dy), node.cost.travelled + self.meadow.options.step)

    def is_destination(self, position: Square) -> bool:
        return position in self.goals

    def estimate(self, position: Square) -> int:
        x, y = position
        return self.meadow.options.step * min(max(abs(x - gx), abs(y - gy)) for gx, gy in self.goals)


@frozen
class Meadow(Domain[Square, Cost[int], MeadowOptions]):
    info: ClassVar[DomainInfo] = INFO
    rows: tuple[str, ...]
    options: MeadowOptions

    @classmethod
    def read(cls, source: object, options: MeadowOptions) -> Meadow:
        assert isinstance(source, (str, PathLike))
        try:
            rows = Path(source).read_text(encoding="utf-8").removeprefix("meadow\n").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{source}: cannot be read: {error}") from error
        if not rows or len({len(row) for row in rows}) != 1:
            raise BadInput(f"{source}: expected rows of one length")
        return cls(tuple(rows), options)

    @classmethod
    def examples(cls) -> Iterable[Example[Square]]:
        for name in ("pond.meadow", "gate.mdw"):
            world = cls.read(HERE / name, MeadowOptions())
            yield Example(world, world.default_starts()[0], world.default_goals(), HERE / name)
        yield Example(cls(("..#.",), MeadowOptions(directions=8)), (0, 0), ((3, 0),))

    def ways(self) -> list[Square]:
        far = self.options.directions == 8
        return [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0) and (far or not dx or not dy)]

    def is_free(self, square: Square) -> bool:
        x, y = square
        return 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]) and self.rows[y][x] not in self.options.wall

    def parse(self, text: str) -> Square:
        try:
            x, y = map(int, text.split(","))
        except ValueError:
            raise BadInput(f"{text!r} is no square; expected x,y") from None
        if not self.is_free((x, y)):
            raise BadInput(f"{text} is a wall or lies outside")
        return x, y

    def format(self, position: Square) -> str:
        return "{},{}".format(*position)

    def problem(self, goals: tuple[Square, ...], starts: tuple[Square, ...] = ()) -> Walk:
        return Walk(self, goals)

    def default_starts(self) -> tuple[Square, ...]:
        return ((0, 0),)

    def default_goals(self) -> tuple[Square, ...]:
        return ((len(self.rows[0]) - 1, len(self.rows) - 1),)

    def draw(self, result: Result[Square, Cost[int]], trace: Trace[Square, Cost[int]], out: AnyPath) -> None:
        out = Path(out)
        if out.suffix != ".txt":
            raise BadInput(f"{out}: a meadow is drawn as .txt")
        seen = set(trace.list_closed())
        rows = [[("+" if (x, y) in seen else each) for x, each in enumerate(row)] for y, row in enumerate(self.rows)]
        for x, y in result.path:
            rows[y][x] = "*"
        with replace_file(out) as beside:
            beside.write_text("".join("".join(row) + "\n" for row in rows), encoding="utf-8")
