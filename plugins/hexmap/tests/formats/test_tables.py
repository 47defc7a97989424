"""Tables: CSV, JSON, dictionaries, arrays; tables of terrain; and what is none of them."""

import json
from pathlib import Path

import numpy as np
import pytest

import genastar
from genastar import BadInput
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap

DATA = Path(__file__).parents[1] / "data"


def costs(world):
    source = world.world.source
    return [["" if n < 0 else source.kinds[n].cost for n in row] for row in source.terrain.tolist()]


def test_names_and_numbers_in_csv():
    world = genastar.load(DATA / "lake.hex.csv")
    assert world.info.name == "hexmap"
    assert costs(world)[2] == [2, None, None, 3, 1.5]
    assert costs(world)[4] == [1, 1, 1, "", 1]
    assert world.world.unit == 2
    assert world.search((0, 0), [(4, 4)], engine="interpreted").cost.travelled == 9.5


def test_the_layout_is_an_option_and_what_the_file_says(tmp_path):
    path = tmp_path / "t.hex.json"
    path.write_text('{"layout": "even-q", "rows": [[1, 1], [1, 1]]}')
    assert genastar.load(path).world.layout.name == "even-q"
    assert genastar.load(path, layout="odd-r").world.layout.name == "odd-r"
    assert genastar.load(DATA / "lake.hex.csv", layout="odd-q").world.layout.name == "odd-q"
    with pytest.raises(BadInput, match="layout=odd-r is for tables"):
        genastar.load(DATA / "ford.map", layout="odd-r")


def test_a_hexagon_with_terrain_edges_and_ends():
    world = genastar.load(DATA / "isle.hex.json")
    assert sum(number >= 0 for number in world.world.source.terrain.ravel()) == 61
    result = world.search(engine="interpreted")
    assert (result.path[0], result.path[-1]) == ((-3, 0), (4, 0))
    assert world.parse("1,1") == world.parse("1, 1, -2") == (1, 1)
    for text in ("5,0", "3,3", "0,0", "1,1,1", "1"):  # outside twice; rock; no cube; nothing
        with pytest.raises(BadInput):
            world.parse(text)


def test_dictionaries_and_arrays():
    world = HexMap.read({(-7, 2): 1, (-6, 2): "forest", (-5, 1): 4}, Options())
    assert world.search((-7, 2), [(-5, 1)], engine="interpreted").cost.travelled == 6
    array = np.array([[1, 2, 0], [1, 0, 3]])
    assert costs(HexMap.read(array, Options())) == [[1, 2, None], [1, None, 3]]
    assert costs(HexMap.read(array > 0, Options())) == [[1, 1, None], [1, None, 1]]
    assert costs(HexMap.read(array / 2, Options())) == [[0.5, 1, None], [0.5, None, 1.5]]


def test_a_users_table_comes_before_the_maps(tmp_path):
    table = tmp_path / "t.json"
    table.write_text('{"terrains": {"bog": 9}}')
    source = {"rows": [["bog", "mud"]], "terrains": {"bog": 2, "mud": "worst bog forest"}}
    assert costs(HexMap.read(source, Options())) == [[2, 2]]
    assert costs(HexMap.read(source, Options(table=str(table)))) == [[9, 9]]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"rows": []}, "the map has no hexes"),
        ({"rows": [[]]}, "the map has no hexes"),
        ({"rows": [[1, 2], [1]]}, "row 2 has 1 hexes, but the first row has 2"),
        ({"rows": [[1, -2]]}, "row 1, column 2: '-2' is no cost"),
        ({"rows": [[1, float("nan")]]}, "row 1, column 2: 'nan' is no cost"),
        ({"rows": [[1, 1e9]]}, "is no cost"),
        ({"rows": [["1/0"]]}, "'1/0' is no cost"),
        ({"rows": [[1, "ooze"]]}, "row 1, column 2: 'ooze': the terrain 'ooze' is unknown"),
        ({"rows": [[1, [1]]]}, "row 1, column 2"),
        ({"rows": [["0.001", "1/7"]]}, "no common denominator"),
        ({"rows": 7}, "rows must be a list of rows"),
        ({"rows": [[1]], "wrap": "sideways"}, "wrap is 'sideways'"),
        ({"rows": [[1]] * 3, "wrap": "y"}, "needs an even number of rows in layout odd-r, not 3"),
        ({"rows": [[1] * 3], "layout": "even-q", "wrap": "xy"}, "needs an even number of columns in layout even-q, not 3"),
        ({"rows": [[1]], "layout": "odd"}, "layout is 'odd'"),
        ({"rows": [[1]], "radius": 1}, "found rows and radius"),
        ({}, "found none of them"),
        ({"rows": [[1]], "colour": 1}, "'colour' is an unknown key; expected layout, rows"),
        ({"radius": -1}, "radius is '-1'"),
        ({"radius": True}, "radius is 'True'"),
        ({"radius": 500_000}, "exceed the limit of 4 million"),
        ({"radius": 1, "layout": "odd-r"}, "radius needs layout pointy or flat"),
        ({"radius": 1, "wrap": "y"}, "wrap around as a whole"),
        ({"cells": []}, "the map has no hexes"),
        ({"cells": [[0, 0]]}, "cells: 1: expected [x, y, terrain]"),
        ({"cells": [[0, 0.5, 1]]}, "is no hex; expected [x, y]"),
        ({"cells": [[0, 0, 1], [999_999, 999_999, 1]]}, "exceed the limit of 4 million"),
        ({"cells": [[0, 0, 1]], "wrap": "xy"}, "a map of any shape cannot wrap around"),
        ({"rows": [[1]], "cells": [[5, 5, 1]]}, "cells: 1: 5,5 is not on the map"),
        ({"rows": [[1, 1]], "edges": [[[0, 0], [1, 0]]]}, "edges: 1: expected [[x, y], [x, y], cost]"),
        ({"rows": [[1, 1]], "edges": [[[0, 0], [1, 0], 0]]}, "'0' is no edge cost"),
        ({"rows": [[1, 1, 1]], "edges": [[[0, 0], [2, 0], "wall"]]}, "joins 0,0 and 2,0, which are not adjacent"),
        ({"rows": [[1, 1]], "edges": [[[1, 0], [2, 0], "wall"]]}, "ends at 2,0, which is not on the map"),
        ({"rows": [[1]], "start": [0]}, "start: [0]' is no hex".replace("[0]'", "'[0]'")),
        ({"rows": [[1]], "goals": [0, 0]}, "goals: 1: '0' is no hex"),
        ({"rows": [["a"]], "terrains": {"a": "b", "b": "a"}}, "refers to itself"),
        ({"rows": [["a"]], "terrains": {"a": "worst"}}, "is no mixture"),
        ({"rows": [["a"]], "terrains": ["a"]}, "terrains: expected an object"),
        ({"rows": [["a"]], "terrains": {"a": 1}, "colours": {"a": "red"}}, "colours: a: 'red' is no colour"),
    ],
)
def test_what_is_no_table(tmp_path, source, message):
    path = tmp_path / "t.hex.json"
    path.write_text(json.dumps(source))
    for each, name in ((source, "the map"), (str(path), "t.hex.json")):
        with pytest.raises(BadInput) as refused:
            HexMap.read(each, Options())
        assert message in str(refused.value)
        assert name in str(refused.value)
        assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("t.hex.json", "[1, 2]", "expected an object"),
        ("t.hex.json", '{"rows": [[1]', "this is no valid JSON"),
        ("t.hex.json", "[" * 200_000, "this is no valid JSON"),
        ("t.hex.json", "\ud800".encode("utf-8", "surrogatepass"), "not UTF-8"),
        ("t.hex.csv", '1,"2\n', "this is no valid CSV"),
        ("t.hex.csv", "", "the map has no hexes"),
        ("t.hex.csv", "1,2\n1\n", "row 2 has 1 hexes"),
        ("t.hex.csv", "1,\x1b[31m\0\a\n", r'\{"\\u001b\[31m\\u0000\\u0007": 2\}'),
        ("t.hex.csv.gz", "1,2", "this file is cut off or damaged"),
    ],
)
def test_files_that_are_damaged(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadInput, match=message) as refusal:
        HexMap.read(path, Options())
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected an object"),
        ('{"moves": {}}', "'moves' is an unknown key; expected movement, terrains, colours"),
        ('{"movement": {"foot": 1}}', "movement: foot: expected an object"),
        ('{"movement": {"foot": {"flat": "fast"}}}', "movement: foot: flat: 'fast' is no cost"),
        ('{"movement": {"foot": {"flat": true}}}', "flat: 'True' is no cost"),
        ("{", "this is no valid JSON"),
    ],
)
def test_tables_of_terrain_that_are_none(tmp_path, text, message):
    path = tmp_path / "table.json"
    path.write_text(text)
    with pytest.raises(BadInput) as refused:
        HexMap.read({"rows": [[1]]}, Options(table=str(path)))
    assert message in str(refused.value)
    assert "table.json" in str(refused.value)


@pytest.mark.parametrize("source", [7, None, [[1]], np.zeros((2, 2, 2)), np.array([["a"]]), np.array([[-1.0]]), "no.map", b"x"])
def test_what_is_no_source(source):
    with pytest.raises(BadInput):
        HexMap.read(source, Options())


def test_options_that_do_not_fit():
    with pytest.raises(BadInput, match=r"moves=0\.5"):
        genastar.load(DATA / "ford.map", moves=0.5)
    with pytest.raises(BadInput, match="moves is 0; it must be a number"):
        genastar.load(DATA / "ford.map", moves=0)
    with pytest.raises(BadInput, match="movement is ''; it must be text"):
        genastar.load(DATA / "ford.map", movement="")
    with pytest.raises(BadInput, match="exceed the limit of 1 million"):
        HexMap.read({"radius": 600}, Options(megahexes=1))
