"""The checks of views: they pass a truthful canvas, and catch each lie."""

from __future__ import annotations

import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from genastar import BadInput
from genastar.files import AnyPath
from genastar.testing import CheckFailed, CheckSkipped, DomainSubject
from genastar.testing.checks import view as checks
from genastar.worlds.domain_registry import find_domain
from genastar.worlds.view import Alternative, Brush, Canvas, Cells, Lines, Polygons, Tiles, View, check_place

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("site")]

GRASS, WALL = (0, 160, 0), (60, 60, 60)
Square = tuple[int, int]


@frozen(eq=False)
class Garden(Canvas[Square, Square, Any]):
    """A meadow to paint on."""

    saves = (".meadow",)

    meadow: Any

    @property
    def width(self) -> int:
        return len(self.meadow.rows[0])

    @property
    def letters(self) -> str:
        return "".join(self.meadow.rows)

    @property
    def shape(self) -> Any:
        colours = b"".join(bytes(GRASS if letter == "." else WALL) for letter in self.letters)
        return Cells(self.width, len(self.meadow.rows), colours)

    def place(self, position: Square) -> int:
        return position[1] * self.width + position[0]

    def position(self, place: int) -> Square:
        y, x = divmod(check_place(place, len(self.letters)), self.width)
        return self.meadow.parse(f"{x},{y}")

    @property
    def brushes(self) -> tuple[Brush, ...]:
        return Brush("grass", 1, GRASS), Brush("wall", 0, WALL)

    @property
    def values(self) -> bytes:
        return array.array("d", [letter == "." for letter in self.letters]).tobytes()

    def paint(self, changes: Mapping[int, float]) -> Any:
        letters = list(self.letters)
        for place, value in changes.items():
            if value not in (0, 1):
                raise BadInput(f"a square cannot have the value {value}")
            letters[check_place(place, len(letters))] = "#."[int(value)]
        return self.of("".join(letters), self.width)

    def make_blank(self, width: int, height: int) -> Any:
        if min(width, height) < 1:
            raise BadInput("there is no such meadow")
        return self.of("." * (width * height), width)

    def save(self, out: AnyPath, start: Square, goals: Sequence[Square]) -> None:
        out = Path(out)
        if out.suffix not in self.saves:
            raise BadInput(f"{out}: a meadow is saved as .meadow")
        out.write_text("meadow\n" + "\n".join(self.meadow.rows) + "\n", encoding="utf-8")

    def of(self, letters: str, width: int) -> Any:
        rows = tuple(letters[begin : begin + width] for begin in range(0, len(letters), width))
        return evolve(self.meadow, rows=rows)


@pytest.fixture
def lying(site: Any) -> Callable[..., DomainSubject]:
    """Makes the truthful garden with some of its methods replaced; those that begin with ``of_`` are the domain's."""
    site.fine()
    meadow = find_domain("meadow")

    def make(**lies: Any) -> DomainSubject:
        garden = type("Garden", (Garden,), {name: lie for name, lie in lies.items() if not name.startswith("of_")})
        own = {"view": lambda world: garden(world), "with_options": lambda world, options: evolve(world, options=options)}
        own |= {name.removeprefix("of_"): lie for name, lie in lies.items() if name.startswith("of_")}
        return DomainSubject(type("Liar", (meadow,), own))

    return make


def fails(check: Callable[[Any], object], subject: object, message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        check(subject)


def test_a_truthful_canvas_passes(lying):
    assert [check(lying()) for check in checks.VIEW_CHECKS] == ["24 positions", "3 of 3", ".meadow", "3 of 3"]


def test_without_a_view_there_is_nothing_to_check(lying):
    for check in checks.VIEW_CHECKS[:3]:
        with pytest.raises(CheckSkipped, match="it has no view"):
            check(lying(of_view=lambda world: None))


@frozen(eq=False)
class PlainView(View[Square, Square]):
    """A view that cannot be painted on."""

    meadow: Any

    @property
    def shape(self) -> Any:
        return Garden(self.meadow).shape

    def place(self, position: Square) -> int:
        return Garden(self.meadow).place(position)

    def position(self, place: int) -> Square:
        return Garden(self.meadow).position(place)


def test_a_view_that_is_no_canvas(lying):
    subject = lying(of_view=lambda world: PlainView(world))
    assert checks.views_are_true(subject) == "24 positions"
    for check in (checks.canvases_paint, checks.canvases_are_saved):
        with pytest.raises(CheckSkipped, match="its views are not canvases"):
            check(subject)


def entered(self: Garden, place: int) -> Square:
    """The square of a place, by the letters alone."""
    y, x = divmod(check_place(place, len(self.letters)), self.width)
    if self.letters[place] == "#":
        raise BadInput("a wall")
    return x, y


POINTS = array.array("f", [0, 0, 1, 0, 0, 1]).tobytes()
ENDS = array.array("i", [0, 1, 1, 2]).tobytes()


@pytest.mark.parametrize(
    ("shape", "places"),
    [
        (Cells(2, 3, bytes(36), layers=2), 12),
        (Tiles(POINTS, bytes(9)), 3),
        (Tiles(POINTS, bytes(9), sides=ENDS, side_colours=bytes(6)), 3),
        (Polygons(POINTS[:16], bytes(6), bytes(56), array.array("i", [0, 3, 7]).tobytes()), 2),
        (Lines(POINTS, ENDS), 3),
        (Lines(POINTS, ENDS, POINTS, array.array("i", [0, 2, 3]).tobytes()), 3),
    ],
)
def test_shapes_that_are_whole(shape, places):
    assert checks.count_places(shape) == places


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (Cells(2, 3, bytes(17)), "colours of 2 x 3 x 1 cells have 17 bytes; expected 18"),
        (Cells(0, 3, b""), "no place"),
        (Tiles(POINTS[:-1], bytes(6)), "centres of tiles have 23 bytes; expected 16"),
        (Tiles(POINTS, bytes(8)), "colours of 3 tiles have 8 bytes; expected 9"),
        (Tiles(POINTS, bytes(9), sides=ENDS, side_colours=bytes(5)), "colours of sides have 5 bytes; expected 6"),
        (
            Tiles(POINTS, bytes(9), sides=array.array("i", [0, -1]).tobytes()),
            "sides name a place that does not exist; there are 3 places",
        ),
        (Polygons(POINTS[:8], bytes(2), bytes(24), bytes(8)), "colours of 1 polygons have 2 bytes; expected 3"),
        (
            Polygons(POINTS[:8], bytes(3), bytes(24), bytes(4)),
            "first corners of 1 polygons, and the number of all have 4 bytes",
        ),
        (Polygons(POINTS[:8], bytes(3), bytes(16), array.array("i", [0, 2]).tobytes()), "at least 3 more than before"),
        (Polygons(POINTS[:8], bytes(3), bytes(16), array.array("i", [0, 3]).tobytes()), "3 corners of polygons have 16 bytes"),
        (Lines(POINTS[:-1], b""), "points have 23 bytes"),
        (Lines(POINTS, ENDS[:-1]), "ends of lines have 15 bytes"),
        (
            Lines(POINTS, array.array("i", [0, 3]).tobytes()),
            "ends of lines name a place that does not exist; there are 3 places",
        ),
        (Lines(POINTS, ENDS, POINTS), "0 bends have 24 bytes"),
        (Lines(POINTS, ENDS, POINTS, ENDS[:8]), "first bends of 2 lines, and the number of all have 8 bytes; expected 12"),
        (Lines(POINTS, ENDS, POINTS, array.array("i", [0, 2, 4]).tobytes()), "4 bends have 24 bytes; expected 32"),
    ],
)
def test_shapes_that_are_not_whole(shape, message):
    fails(checks.count_places, shape, message)


@pytest.mark.parametrize(
    ("check", "lies", "message"),
    [
        (checks.views_are_true, {"unit": 0.0}, "unit is 0.0"),
        (checks.views_are_true, {"unit": float("nan")}, "unit is nan"),
        (checks.views_are_true, {"place_of_state": lambda self, state: 10_000}, r"place_of_state\(.*\) is 10000; expected -1"),
        (
            checks.views_are_true,
            {"place": lambda self, position: -1, "place_of_state": lambda self, state: 0},
            r"place\(\(0, 0\)\) is -1; expected 0 to 29",
        ),
        (
            checks.views_are_true,
            {"place": lambda self, position: position[0] % self.width, "place_of_state": lambda self, state: 0},
            r"position\(\d+\) is \(\d, \d\), whose place is \d",
        ),
        (
            checks.views_are_true,
            {"position": lambda self, place: self.meadow.default_starts()[0]},
            r"position\(\d+\) is \(0, 0\), whose place is 0",
        ),
        (
            checks.views_are_true,
            {"position": lambda self, place: Garden.position(self, int(place))},
            r"position\(nan\) raises ValueError: cannot convert float NaN to integer; BadInput was expected",
        ),
        (
            checks.views_are_true,
            {"position": lambda self, place: divmod(check_place(place % 30, 30), self.width)[::-1]},
            r"position\(-1\) is not refused",
        ),
        (
            checks.views_are_true,
            {"alternatives": lambda self, start, goal, count: [Alternative((goal, start), 1.0)]},
            r"alternatives\(.*, 3\) give paths between",
        ),
        (
            checks.views_are_true,
            {"alternatives": lambda self, start, goal, count: [Alternative((start, goal), 1.0)] * (count + 1)},
            r"alternatives\(.*, 3\) give paths between",
        ),
        (
            checks.views_are_true,
            {"alternatives": lambda self, start, goal, count: [Alternative((start, goal), cost) for cost in (2.0, 1.0)]},
            r"alternatives\(\) cost \[2.0, 1.0\]; expected the cheapest first",
        ),
        (checks.canvases_paint, {"brushes": (Brush("grass", 1, GRASS),)}, "at least two"),
        (checks.canvases_paint, {"brushes": (Brush("grass", 1, GRASS), Brush("hay", 1, GRASS))}, "at least two of different"),
        (checks.canvases_paint, {"values": b"1234"}, "values of 30 places have 4 bytes; expected 240"),
        (
            checks.canvases_paint,
            {"paint": lambda self, changes: self.meadow},
            r"paint\(.*\): the value of place 15 is 1; expected 0",
        ),
        (
            checks.canvases_paint,
            {"position": lambda self, place: divmod(check_place(place, len(self.letters)), self.width)[::-1]},
            r"position\(\d+\), which is barred, is not refused",
        ),
        (
            checks.canvases_paint,
            {"position": entered, "of_is_free": lambda self, square: -1 < square[0] < len(self.rows[0]) and -1 < square[1] < 5},
            r"the path leads through \(\d, \d\), which paint\(.*\) blocks",
        ),
        (
            checks.canvases_paint,
            {"paint": lambda self, changes: Garden.paint(self, {p: v for p, v in changes.items() if 0 <= p < 99})},
            r"paint\(\{-1: 1\}\) is not refused",
        ),
        (
            checks.canvases_paint,
            {"paint": lambda self, changes: Garden.paint(self, {p: 1 if v == 2 else v for p, v in changes.items()})},
            r"paint\(\{0: 2\}\) is not refused",
        ),
        (
            checks.canvases_paint,
            {"make_blank": lambda self, width, height: self.of("#." * 32, 8)},
            "is not filled with the first brush",
        ),
        (
            checks.canvases_paint,
            {"make_blank": lambda self, width, height: self.of("." * 64, 8)},
            r"make_blank\(0, 5\) is not refused",
        ),
        (checks.canvases_are_saved, {"save": lambda self, out, start, goals: None}, r"save\(\) to world.meadow left \[\]"),
        (
            checks.canvases_are_saved,
            {"save": lambda self, out, start, goals: out.write_text("meadow\n")},
            r"save\(\) wrote world.meadow, which read\(\) refuses",
        ),
        (
            checks.canvases_are_saved,
            {"save": lambda self, out, start, goals: out.write_text("meadow\n..\n")},
            r"read\(\) reads as another world",
        ),
        (
            checks.canvases_are_saved,
            {"save": lambda self, out, start, goals: Garden.save(self, out.with_suffix(".meadow"), start, goals)},
            r"save\(\) to world.no-such-kind is not refused",
        ),
        (
            checks.options_are_changed_in_place,
            {"of_with_options": lambda world, options: evolve(world, options=evolve(options, step=7))},
            "with_options with its own options, the answer is",
        ),
    ],
)
def test_lies_are_caught(lying, check, lies, message):
    lies = {name: property(lambda _, value=lie: value) if not callable(lie) else lie for name, lie in lies.items()}
    fails(check, lying(**lies), message)


def test_a_canvas_that_paints_on_itself(lying):
    def painted(self: Garden, changes: Mapping[int, float]) -> Any:
        found = Garden.paint(self, changes)
        object.__setattr__(self.meadow, "rows", found.rows)
        return found

    fails(checks.canvases_paint, lying(paint=painted), r"is \d; expected|paint\(\) changes its own world")


def test_options_that_need_reading_again(lying):
    with pytest.raises(CheckSkipped, match="read again"):
        checks.options_are_changed_in_place(lying(of_with_options=lambda world, options: None))


@pytest.mark.parametrize("place", [-1, 5, 1 << 80])
def test_places_that_are_none(place):
    with pytest.raises(BadInput, match=rf"place={place} is outside 0\.\.4"):
        check_place(place, 5)


@pytest.mark.parametrize("place", [1.0, float("nan"), "1", None])
def test_what_is_no_number_of_a_place(place):
    with pytest.raises(BadInput, match=": expected a whole number"):
        check_place(place, 5)


def test_a_canvas_saves_nothing_unless_it_says_how(lying):
    world = next(iter(lying(save=Canvas.save).domain.examples())).domain
    with pytest.raises(BadInput, match="this world cannot be saved"):
        world.view().save(Path("out.meadow"), (0, 0), [(1, 1)])
