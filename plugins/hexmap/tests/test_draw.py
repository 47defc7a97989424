"""Pictures: what is where in them, in both formats."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

import genastar
from genastar import BadInput, Trace
from genastar_hexmap.answers.draw import LEVELS, blend, make_drawing
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap
from genastar_picture.palette import COLOUR_BLIND, RED_BLUE

DATA = Path(__file__).parent / "data"
SVG = "{http://www.w3.org/2000/svg}"


def solved(source, start, goal, **options):
    world = HexMap.read(source, Options(**options))
    trace = Trace()
    return world, world.search(start, [goal], engine="interpreted", observer=trace), trace


def pixel(world, path, place, shift=(0.0, 0.0)):
    """The colour near the centre of a hex: so far away, in sides."""
    drawing = make_drawing(world.world, world.options.scale, RED_BLUE)
    x, y = drawing.locate(world.world.layout.to_axial(*place))
    with Image.open(path) as image:
        assert image.size == drawing.size
        return image.convert("RGB").getpixel((int(x + shift[0] * drawing.side), int(y + shift[1] * drawing.side)))


@pytest.mark.parametrize("layout", ["odd-r", "even-r", "odd-q", "even-q"])
def test_each_hex_has_the_colour_of_its_terrain_and_of_its_turn_of_closing(tmp_path, layout):
    rows = [["flat", "forest", "flat"], ["flat", "-", "flat"], ["", "flat", "hills"]]
    world, result, trace = solved({"layout": layout, "rows": rows}, (0, 0), (2, 1), scale=40)
    out = tmp_path / "a.png"
    world.draw(result, trace, out)
    away = (0.6, 0.0)
    ramp, order = RED_BLUE.make_ramp(LEVELS), trace.list_closed()
    closed = {world.world.places[cell]: number for number, cell in enumerate(order)}
    for y, row in enumerate(rows):
        for x, name in enumerate(row):
            found = pixel(world, out, (x, y), away)
            if not name:
                assert found == (255, 255, 255)
                continue
            ground = {"flat": (150, 190, 95), "forest": (58, 115, 62), "hills": (180, 150, 95), "-": (40, 40, 44)}[name]
            tint = ramp[closed[x, y] * LEVELS // len(order)] if (x, y) in closed else None
            on_path = (x, y) in result.path
            assert on_path or found == blend(ground, tint)
    assert pixel(world, out, (0, 0)) == (255, 255, 255)  # the start is a white dot
    assert pixel(world, out, (2, 1)) == RED_BLUE.path


def test_a_vector_picture_has_every_hex_once_and_the_path(tmp_path):
    world, result, trace = solved(DATA / "isle.hex.json", (-3, 0), (4, 0), palette="colour-blind")
    out = tmp_path / "a.svg"
    world.draw(result, trace, out)
    root = ET.fromstring(out.read_text())
    ground, tints = root.findall(f"{SVG}g")
    assert sum(path.get("d").count("M") for path in ground) == 61
    assert sum(path.get("d").count("M") for path in tints) == len(trace.list_closed())
    lines = root.findall(f"{SVG}polyline")
    assert [len(line.get("points").split()) for line in lines] == [len(result.path)] * 2
    assert lines[1].get("stroke") == "#{:02x}{:02x}{:02x}".format(*COLOUR_BLIND.path)
    assert len(root.findall(f"{SVG}line")) == 5  # walls and rivers
    assert len(root.findall(f"{SVG}circle")) == 2


def test_a_path_around_the_world_is_drawn_in_pieces(tmp_path):
    world, result, trace = solved({"rows": [[1] * 8] * 2, "wrap": "x"}, (0, 0), (7, 0))
    assert result.path == ((0, 0), (7, 0))
    out = tmp_path / "a.svg"
    world.draw(result, trace, out)
    assert len(ET.fromstring(out.read_text()).findall(f"{SVG}polyline")) == 4


def test_terrain_without_a_colour_is_darker_the_dearer_it_is(tmp_path):
    world, result, trace = solved({"rows": [[1, 2, 8]]}, (0, 0), (0, 0), scale=30)
    out = tmp_path / "a.png"
    world.draw(result, trace, out)
    cheap, middle, dear = (sum(pixel(world, out, (x, 0), (0.7, 0.0))) for x in range(3))
    assert middle > dear
    assert cheap != middle


@pytest.mark.long
def test_what_cannot_be_drawn(tmp_path):
    world, result, trace = solved({"rows": [[1] * 450] * 450}, (0, 0), (1, 0), scale=64)
    with pytest.raises(BadInput, match="too large; choose a smaller scale"):
        world.draw(result, trace, tmp_path / "a.png")
    with pytest.raises(BadInput, match="exceed the limit of"):
        world.draw(result, trace, tmp_path / "a.svg")
    with pytest.raises(BadInput, match=r"drawn as \.png or \.svg"):
        world.draw(result, trace, tmp_path / "a.gif")
    world, result, trace = solved({"rows": [[1]] * 30_000}, (0, 0), (0, 1))
    with pytest.raises(BadInput, match="too large; choose a smaller scale"):
        world.draw(result, trace, tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_a_large_map_gets_small_hexes(tmp_path):
    world, result, trace = solved({"rows": [[1] * 300] * 200}, (0, 0), (40, 40))
    out = tmp_path / "a.png"
    world.draw(result, trace, out)
    with Image.open(out) as image:
        assert 500 < max(image.size) <= 1000


def test_reach_is_drawn(tmp_path):
    world = genastar.load(DATA / "ford.map", moves=4, scale=30)
    for suffix in (".png", ".svg"):
        out = tmp_path / f"a{suffix}"
        world.draw_reach(world.reach(within=2, engine="interpreted"), out)
        assert out.stat().st_size > 1000
    assert pixel(world, tmp_path / "a.png", (1, 2)) == (255, 255, 255)
