"""Answers that are known, and what is refused."""

from pathlib import Path

import pytest

import genastar

POND = Path(__file__).parent / "data" / "pond.template.txt"


@pytest.fixture
def read(tmp_path):
    def read(text, **options):
        path = tmp_path / "world.template.txt"
        path.write_text(text, encoding="utf-8")
        return genastar.load(path, **options)

    return read


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize(("mud", "cost"), [(1, 4), (3, 8), (4, 8)])
def test_the_way_through_the_mud_or_around_it(read, engine, mud, cost):
    result = read("S~~~G\n.#.#.\n.....", mud=mud).search(engine=engine)
    assert (result.cost.travelled, result.path[0], result.path[-1]) == (cost, (0, 0), (4, 0))


@pytest.mark.parametrize(
    "algorithm", ["dijkstra", "weighted", "greedy", "breadth-first", "depth-first", "deepening", "ida-star"]
)
def test_every_algorithm_keeps_its_promise(read, algorithm):
    result = read("S~~~G\n.#.#.\n.....").search(algorithm=algorithm, engine="interpreted")
    assert (result.path[0], result.path[-1]) == ((0, 0), (4, 0))
    assert result.bound is None or result.cost.travelled <= 8 * result.bound


def test_the_nearest_goal_counts(read):
    assert read("G.S..G").search().path == ((2, 0), (1, 0), (0, 0))


def test_a_cell_without_a_door(read):
    assert read("S#G").search().outcome is genastar.Outcome.UNREACHABLE


def test_the_picture(tmp_path):
    world, trace = genastar.load(POND, scale=2), genastar.Trace()
    world.draw(world.search(observer=trace), trace, tmp_path / "pond.png")
    assert (tmp_path / "pond.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line is empty; expected a row of cells: # . ~ S G"),
        ("..\n.", "line 2 has 1 cells, but the first has 2"),
        ("..\n.x", "line 2, column 2: 'x' is no cell; expected # . ~ S G"),
    ],
)
def test_what_is_no_map(read, text, message):
    with pytest.raises(genastar.BadInput, match=message):
        read(text)


def test_painting(read):
    view = read("S.G\n~..").view()
    assert view.shape.colours[9:12] == bytes([205, 180, 140])
    assert view.paint({1: 0}).search().cost.travelled == 4 + 3  # through the mud
    assert view.of(view.map).search().cost.travelled == 2
    for changes in ({6: 0}, {-1: 0}, {0: 3}, {0: 0.5}, {0: float("nan")}):
        with pytest.raises(genastar.BadInput):
            view.paint(changes)


def test_a_map_that_was_painted_is_saved(read, tmp_path):
    view = read("S.G\n~..").view().paint({1: 0}).view()
    view.save(tmp_path / "saved.template.txt", (1, 1), [(0, 1), (2, 0)])
    assert (tmp_path / "saved.template.txt").read_text() == ".#G\n~S.\n"  # mud stays mud
    for out, start in (("saved.txt", (1, 1)), ("other.template.txt", (1, 0)), ("other.template.txt", (9, 9))):
        with pytest.raises(genastar.BadInput):
            view.save(tmp_path / out, start, [(0, 1)])


def test_a_file_that_is_too_long(read, monkeypatch):
    monkeypatch.setattr("genastar_template.read.MOST_BYTES", 3)
    with pytest.raises(genastar.BadInput, match="this file has more than 3 bytes"):
        read("....")


def test_what_is_no_place(read):
    world = read("S#.")
    for goal, message in (((1, 0), "1,0 is a wall"), ((3, 0), "3,0 is outside; x is from 0 to 2, y from 0 to 0")):
        with pytest.raises(genastar.BadInput, match=message):
            world.search(goals=[goal])
    with pytest.raises(genastar.BadInput, match="no cell is marked G; give goals= or --to x,y"):
        world.search()
    with pytest.raises(genastar.BadInput, match="option of template: mud is 0; it must be a whole number from 1 to 1000"):
        read("SG", mud=0)
