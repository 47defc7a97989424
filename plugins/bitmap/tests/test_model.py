from pathlib import Path

import numpy as np
import pytest

import genastar
from genastar import BadInput
from genastar_bitmap.info import Options
from genastar_bitmap.model import Bitmap
from genastar_bitmap.threshold import compute_otsu_threshold

DATA = Path(__file__).parent / "data"
STEPS_OF_GREY = np.array([[0, 1, 127, 128, 254, 255]], dtype=np.uint8)


def free(source, **options):
    return Bitmap.read(source, Options(**options)).free[0].tolist()


def refused(call, *arguments):
    """What is said of it, in one line."""
    with pytest.raises(BadInput) as error:
        call(*arguments)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_pixel_is_free_where_its_red_reaches_the_threshold():
    assert free(STEPS_OF_GREY, threshold=1) == [False, True, True, True, True, True]
    assert free(STEPS_OF_GREY, threshold=128) == [False, False, False, True, True, True]
    assert free(STEPS_OF_GREY, threshold=255) == [False, False, False, False, False, True]
    assert free(np.array([[[0, 255, 255], [1, 0, 0]]], dtype=np.uint8), threshold=1) == [False, True]


def test_without_a_threshold_grey_buildings_are_walls():
    """Black borders, buildings of level 100, streets of 230 and more: the threshold lies between buildings and streets."""
    city = np.full((40, 40), 230, np.uint8)
    city[::7] = 245
    city[5:20, 5:30] = 100
    city[0] = 0
    world = Bitmap.read(city, Options())
    assert 100 < world.options.threshold <= 230
    assert (world.free == (city > 100)).all()
    # It does not change while the world is painted, nor under other options.
    painted = world.view().paint(dict.fromkeys(range(800), 0))
    assert painted.options.threshold == world.options.threshold == painted.with_options(painted.options).options.threshold


@pytest.mark.parametrize(
    ("levels", "threshold"),
    [([0, 255], 128), ([7], 1), ([250, 251, 255], 1), ([0] * 9 + [60] * 3 + [200] * 9, 131)],
)
def test_the_threshold_of_a_histogram(levels, threshold):
    """By comparison with the definition: the greatest variance between the groups, of several the middle."""
    image = np.array([levels], np.uint8)
    found = compute_otsu_threshold(image)
    assert found == threshold

    def between(level):
        below, above = image[image < level], image[image >= level]
        return len(below) * len(above) * (above.mean() - below.mean()) ** 2 if len(below) and len(above) else 0.0

    if found > 1:
        assert between(found) == pytest.approx(max(map(between, range(1, 256))))


def test_a_view_has_the_levels_that_the_threshold_divides():
    image = np.array([[[10, 200, 0], [100, 0, 0]], [[240, 0, 0], [250, 9, 9]]], np.uint8)
    levels = Bitmap.read(image, Options(threshold=50)).view().levels
    assert (levels.option, levels.threshold, list(levels.values)) == ("threshold", 50, [10, 100, 240, 250])
    assert levels.suggested == compute_otsu_threshold(image[..., 0])
    assert levels.is_free_above
    assert not Bitmap.read(image, Options(invert=True)).view().levels.is_free_above
    assert Bitmap.read(image, Options(wall_colour="#000000")).view().levels is None


def test_walls_and_free_pixels_may_change_places():
    assert free(STEPS_OF_GREY, invert=True, threshold=1) == [True, False, False, False, False, False]
    assert free(STEPS_OF_GREY, invert=True, threshold=128) == [True, True, True, False, False, False]


def test_walls_of_one_colour():
    image = np.array([[[10, 20, 30], [10, 20, 31], [0, 0, 0], [255, 255, 255]]], dtype=np.uint8)
    assert free(image, wall_colour="#0a141e") == [False, True, True, True]
    assert free(image, wall_colour="#0A141E", threshold=255) == [False, True, True, True]
    assert free(image, wall_colour="#ffffff", invert=True) == [False, False, False, True]


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("threshold", 0, "threshold is 0; it must be a whole number from 1 to 255"),
        ("threshold", 256, "threshold is 256; it must be a whole number from 1 to 255"),
        ("threshold", "1", "threshold is '1'; it must be a whole number from 1 to 255"),
        ("invert", 1, "invert is 1; it must be true or false"),
        ("wall_colour", "black", "wall_colour: 'black' is no colour; write it as #rrggbb, for example #ff0000 for red"),
        ("wall_colour", 7, "wall_colour: '7' is no colour; write it as #rrggbb, for example #ff0000 for red"),
        ("directions", 6, "directions is 6; it must be 8 or 4"),
        ("directions", 8.0, "directions is 8.0; it must be 8 or 4"),
        (
            "diagonals",
            "sometimes",
            "diagonals is 'sometimes'; it must be 'no-obstacle' or 'one-obstacle' or 'always' or 'never'",
        ),
        ("cost", "1/1", "cost is '1/1'; it must be '5/7' or 'octile'"),
        ("ends", "nowhere", "ends is 'nowhere'; it must be 'corners' or 'openings' or 'colours'"),
        ("start_colour", "#f00", "start_colour: '#f00' is no colour; write it as #rrggbb, for example #ff0000 for red"),
        ("goal_colour", "#FF0000", "goal_colour and start_colour are both '#FF0000'; choose different colours"),
        ("megapixels", 0, "megapixels is 0; it must be a whole number from 1 to 10000"),
        ("scale", 0, "scale is 0; it must be a whole number from 1 to 64"),
        ("palette", "pink", "palette is 'pink'; it must be 'red-blue' or 'colour-blind'"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(option, value, message):
    assert refused(lambda: genastar.load(DATA / "tiny.png", **{option: value})) == f"option of bitmap: {message}"


def test_the_corners_are_the_ends_when_nobody_says():
    world = Bitmap.read(np.ones((3, 5), dtype=bool), Options())
    result = world.search(engine="interpreted")
    assert (result.path[0], result.path[-1]) == ((0, 0), (4, 2))


def test_a_corner_that_is_a_wall():
    assert refused(genastar.load(DATA / "tiny.png").search) == (
        f"{DATA / 'tiny.png'}: the upper left pixel 0,0, which is the default start, is a wall; "
        "give another (start= or --from x,y), or set the option ends to openings or colours"
    )
    world = Bitmap.read(np.array([[True, False]]), Options())
    assert "the bottom right pixel 1,0, which is the default goal, is a wall; give another (goals= or --to x,y)" in refused(
        world.search
    )


def test_a_maze_without_two_openings():
    closed = Bitmap.read(np.zeros((3, 3), dtype=bool), Options(ends="openings"))
    assert "the border of this maze has no opening; expected two; give a start and a goal" in refused(closed.search)
    three = np.array([[1, 0, 1, 0, 1], [0, 0, 0, 0, 0]], dtype=bool)
    assert "has 3 openings; expected two: 0,0 2,0 4,0; give a start" in refused(
        Bitmap.read(three, Options(ends="openings")).search
    )
    many = np.array([[0, 1] * 12, [0, 0] * 12], dtype=bool)
    assert refused(Bitmap.read(many, Options(ends="openings")).search).count(",0 ") == 8
    assert "every pixel is free, so there is no maze" in refused(
        Bitmap.read(np.ones((3, 3), dtype=bool), Options(ends="openings")).search
    )


def test_a_maze_with_many_openings_is_solved_where_the_ends_are_given():
    three = np.array([[1, 0, 1, 0, 1], [1, 1, 1, 1, 1], [0, 0, 0, 0, 0]], dtype=bool)
    world = Bitmap.read(three, Options(ends="openings"))
    assert world.search((0, 0), [(4, 0)], engine="interpreted").found


def test_a_colour_that_is_not_there():
    world = Bitmap.read(np.ones((2, 2), dtype=bool), Options(ends="colours"))
    assert refused(world.search) == (
        "the array: no pixel has exactly the colour #ff0000 of the start; set the option start_colour "
        "(formats such as JPEG change colours a little: use PNG)"
    )


def test_positions_as_text():
    world = genastar.load(DATA / "tiny.png")
    assert world.parse("3,0") == (3, 0)
    assert world.parse(" 3 , 0 ") == (3, 0)
    for y, x in np.argwhere(world.free).tolist():
        assert world.parse(world.format((x, y))) == (x, y)


@pytest.mark.parametrize("text", ["", "3", "3,", "a,b", "3;0", "3,0,0", "3.0,0", "1e1,0", "٣,0", "9" * 5000 + ",0", "3,0\n4,0"])
def test_other_text_is_no_position(text):
    assert "is no pixel; give x,y in whole numbers, the upper left is 0,0" in refused(
        genastar.load(DATA / "tiny.png").parse, text
    )


@pytest.mark.parametrize("text", ["-1,0", "0,-1", "10,0", "0,10", "999999999,999999999"])
def test_outside(text):
    assert refused(genastar.load(DATA / "tiny.png").parse, text).endswith("outside the image; x is from 0 to 9, y from 0 to 9")


def test_a_wall():
    message = "0,0 is a wall; give a free pixel, or change which pixels are walls (option threshold)"
    world = genastar.load(DATA / "tiny.png", ends="openings")
    assert refused(world.parse, "0,0").endswith(message)
    assert refused(world.search, (0, 0)).endswith(message)
    assert refused(world.search, None, [(3, 0), (0, 0)]).endswith(message)


@pytest.mark.parametrize("position", [None, 3, "3,0", (3,), (3, 0, 0), (3.0, 0), ("3", "0")])
def test_what_is_no_position(position):
    world = genastar.load(DATA / "tiny.png", ends="openings")
    if position is not None:
        assert "is no pixel; give (x, y) in whole numbers" in refused(world.search, position)
    assert "is no pixel; give (x, y) in whole numbers" in refused(world.search, None, [position])


def test_unreachable_says_how_near_it_came():
    island = np.ones((5, 9), dtype=bool)
    island[:, 6] = False
    result = Bitmap.read(island, Options()).search((0, 2), [(8, 2)], engine="interpreted")
    assert result.outcome is genastar.Outcome.UNREACHABLE
    assert result.closest == (5, 2)
    assert result.path_to_closest == tuple((x, 2) for x in range(6))


def test_the_examples_have_answers_and_one_has_none():
    found = [each.domain.search(each.start, each.goals, engine="interpreted").found for each in Bitmap.examples()]
    assert found == [True] * (len(found) - 1) + [False]
    assert len(found) > 5


def test_a_world_shows_itself_in_one_line():
    world = Bitmap.read(np.ones((200, 300), dtype=bool), Options())
    assert len(repr(world)) < 500
