import numpy as np
import pytest

from genastar import BadInput
from genastar_bitmap.ends import close_outside, find_maze_border, find_middle, find_openings
from genastar_bitmap.info import Options
from genastar_bitmap.model import Bitmap


def mask(*rows):
    return np.array([[letter == "." for letter in row] for row in rows])


def found(*rows):
    free = mask(*rows)
    return find_openings(free, find_maze_border(free))


def test_openings_come_in_the_order_of_reading():
    assert found("##.##", "#...#", "#.###") == [(2, 0), (1, 2)]
    assert found("#####", "#....", ".####") == [(4, 1), (0, 2)]
    assert found("#####", "..#..", "#####") == [(0, 1), (4, 1)]


def test_the_middle_of_a_wide_opening():
    assert found("#...#", "#...#", "##.##") == [(2, 0), (2, 2)]
    assert found("#######", "#.....#", "#.....#", "#...###") == [(2, 3)]


def test_an_opening_may_go_around_a_corner():
    assert found("..#", "..#", "###") == [(0, 0)]
    assert found(".##", "#.#", "##.") == [(0, 0), (2, 2)]


def test_an_opening_where_the_border_begins_is_one():
    assert found("...#", ".###", ".###", "####") == [(0, 0)]
    assert found("....#", ".####", "#####") == [(1, 0)]


def test_a_border_that_is_all_wall_or_all_free_has_none():
    assert found("###", "#.#", "###") == []
    assert find_openings(mask("...", "...", "..."), (0, 0, 2, 2)) == []


@pytest.mark.parametrize(
    ("rows", "expected"),
    [(("#.#.#",), [(1, 0), (3, 0)]), (("#", ".", "#", ".", "#"), [(0, 1), (0, 3)]), (("#",), [])],
)
def test_a_border_that_is_a_line(rows, expected):
    assert found(*rows) == expected


def test_a_maze_may_have_a_margin():
    free = mask("......", ".#.##.", ".#..#.", ".##.#.", "......")
    assert find_maze_border(free) == (1, 1, 4, 3)
    assert find_openings(free, find_maze_border(free)) == [(2, 1), (3, 3)]
    np.testing.assert_array_equal(close_outside(free, (1, 1, 4, 3)), mask("######", "##.###", "##..##", "###.##", "######"))


WALLED = ("#######", "#.....#", "#.###.#", "#...#.#", "#######")


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (("....", "....", "...."), "every pixel is free, so there is no maze with openings"),
        (("####", "####"), "the border of this maze has no opening; expected two"),
        (WALLED, "the border of this maze has no opening; expected two"),
        ((".........", *(f".{row}." for row in WALLED), "........."), "has no opening"),
        (("###.###", *WALLED[1:]), "has one opening; expected two: 3,0"),
        (("#.#.###", *WALLED[1:-1], "##.####"), "has 3 openings; expected two: 1,0 3,0 2,4"),
        # The whole edge is open: the walls stand free, and the two runs between them around the edge are no doors.
        (("......", ".##.#.", "...#..", ".#.##.", "......"), "openings; expected two"),
        (
            ("#.......", "........", "..####..", "..#..#..", "..####..", ".......#"),
            "most of the border from 0,0 to 7,5",
        ),
        (("#......", ".......", ".......", "......."), "has no opening"),
    ],
)
def test_what_has_not_two_openings(rows, fault):
    world = Bitmap.read(mask(*rows), Options(ends="openings"))
    for ask in (world.default_starts, world.default_goals, world.search):
        with pytest.raises(BadInput) as refused:
            ask()
        assert fault in str(refused.value)
        assert str(refused.value).endswith("or change which pixels are walls (options threshold, wall_colour, invert)")


def test_a_maze_whose_image_has_an_open_edge():
    """Its own wall is its border, even where it has no column of the margin at one side, and doors may be wide."""
    rows = (".......", "##..###", "#.....#", "#.###.#", "#..##..", "#######")
    world = Bitmap.read(mask(*rows), Options(ends="openings", directions=4))
    assert (world.default_starts()[0], world.default_goals()) == ((2, 1), ((6, 4),))
    assert world.search(engine="interpreted").cost.travelled == 5 * 7
    grey = np.pad(np.where(mask(*rows), 255, 0).astype(np.uint8), 2, constant_values=128)  # a frame in another colour
    framed = Bitmap.read(grey, Options(ends="openings", directions=4))
    assert (framed.default_starts()[0], framed.default_goals()) == ((4, 3), ((8, 6),))
    assert framed.search(engine="interpreted").cost.travelled == 5 * 7
    walled = Bitmap.read(grey, Options(ends="openings", threshold=200))
    with pytest.raises(BadInput, match="has no opening"):
        walled.search()


def test_nobody_walks_around_the_maze_on_its_margin():
    rows = (".......", ".#.###.", ".#.#.#.", ".###.#.", ".#...#.", ".#.###.", ".......")
    around = Bitmap.read(mask(*rows), Options(directions=4))
    assert around.search((2, 1), [(2, 5)], engine="interpreted").found
    inside = Bitmap.read(mask(*rows), Options(directions=4, ends="openings"))
    assert inside.default_starts()[0] == (2, 1)
    assert inside.default_goals() == ((2, 5),)
    assert not inside.search(engine="interpreted").found
    with pytest.raises(BadInput, match=r"the array: 0,0 is outside the maze, which is from 1,1 to 5,5"):
        inside.parse("0,0")


def test_the_middle_of_a_region_is_a_pixel_of_it():
    assert find_middle(mask("...", "...", "...")) == (1, 1)
    assert find_middle(mask("...", ".#.", "...")) in {(1, 0), (0, 1), (2, 1), (1, 2)}
    assert find_middle(mask("####", "##.#")) == (2, 1)


def painted(width, height, **pixels):
    image = np.full((height, width, 3), 255, dtype=np.uint8)
    for colour, places in pixels.items():
        for x, y in places:
            image[y, x] = {"red": (255, 0, 0), "green": (0, 255, 0), "black": (0, 0, 0), "teal": (0, 128, 128)}[colour]
    return image


def test_ends_by_colour():
    image = painted(6, 3, red=[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)], green=[(5, 0), (5, 1)], black=[(3, 1)])
    world = Bitmap.read(image, Options(ends="colours", directions=4))
    assert world.default_starts()[0] in {(0, 1), (1, 1)}
    assert world.default_goals() == ((5, 0), (5, 1))
    assert world.free[0, 5]  # green has no red, and can be entered all the same
    assert not world.free[1, 3]


def test_the_colours_may_be_chosen():
    image = painted(3, 1, teal=[(0, 0)], red=[(2, 0)])
    world = Bitmap.read(image, Options(ends="colours", start_colour="#008080", goal_colour="#FF0000"))
    assert world.search(engine="interpreted").path == ((0, 0), (1, 0), (2, 0))
    assert world.search(engine="interpreted").cost.travelled == 10


def test_a_large_goal_is_reached_at_its_nearest_pixel():
    image = painted(9, 9, red=[(0, 4)], green=[(x, y) for x in range(5, 9) for y in range(2, 7)])
    world = Bitmap.read(image, Options(ends="colours"))
    result = world.search(engine="interpreted")
    assert result.path[-1][0] == 5
    assert result.cost.travelled == 25
