"""Searches as files, in every format that domains write."""

import io
import json
from pathlib import Path

import pytest

import genastar
from genastar import BadInput, CancelToken
from genastar_studio.answers.trace_file import read_trace
from genastar_studio.exports.exported import (
    Exported,
    check_format,
    export,
    export_scenario,
    list_formats,
    name_stem,
    search_with_trace,
)
from genastar_studio.questions.question import SearchQuestion, resolve_question
from genastar_studio.server.settings import Settings
from genastar_studio.worlds.client_worlds import ClientWorld, WorldContents

DATA = Path(__file__).parents[3]
SETTINGS = Settings()

FILES = {
    "grid": ("yard.txt", "S...\n.##.\n...G"),
    "puzzle": ("near.puzzle", "1 2 3\n4 5 6\n0 7 8\n"),
    "hexmap": ("lake.hex.csv", None),
    "roads": (
        "town.osm",
        '<osm version="0.6"><node id="1" lat="60.1700" lon="24.9400"/><node id="2" lat="60.1710" lon="24.9400"/>'
        '<node id="3" lat="60.1710" lon="24.9420"/><way id="9"><nd ref="1"/><nd ref="2"/><nd ref="3"/>'
        '<tag k="highway" v="residential"/></way></osm>',
    ),
}


@pytest.fixture
def world(tmp_path):
    def make(domain):
        pytest.importorskip(f"genastar_{domain}.model")
        name, text = FILES[domain]
        if text is None:
            source = DATA / domain / "tests" / "data" / name
            if not source.exists():
                pytest.skip("the data of other plugins are in the repository")
            text = source.read_text(encoding="utf-8")
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        domain = genastar.load(path)
        return ClientWorld(name, WorldContents.of(domain, domain.options), path=path)

    return make


QUESTIONS = {
    "grid": SearchQuestion(engine="interpreted"),
    "puzzle": SearchQuestion(engine="interpreted", algorithm="astar"),
    "hexmap": SearchQuestion(start="0,0", goals=["2,0"], engine="interpreted"),
    "roads": SearchQuestion(start="1", goals=["3"], engine="interpreted"),
}


MEDIA_TYPES = {
    **dict.fromkeys(("jpg", "jpeg"), "image/jpeg"),
    **dict.fromkeys(("tif", "tiff"), "image/tiff"),
    **{suffix: f"image/{suffix}" for suffix in ("png", "gif", "webp")},
    **dict.fromkeys(("trace", "posthoc", "scenario"), "application/json"),
    "bmp": "image/bmp",
    "ppm": "image/x-portable-pixmap",
    "svg": "image/svg+xml",
    "tga": "application/octet-stream",
    "txt": "text/plain",
    "html": "text/html",
    "geojson": "application/geo+json",
    "gpx": "application/gpx+xml",
}


def exported(world, question, wanted, most=100_000) -> Exported:
    asked = resolve_question(world, question, SETTINGS)
    check_format(asked, wanted)
    if wanted == "scenario":
        return export_scenario(asked, world.name)
    return export(asked, world.name, wanted, *search_with_trace(asked, most, cancel=CancelToken()))


@pytest.mark.parametrize("domain", FILES)
def test_every_format_of_every_domain(world, domain):
    at_hand, question = world(domain), QUESTIONS[domain]
    wanted = list_formats(resolve_question(at_hand, question, SETTINGS))
    assert {"trace", "posthoc"} <= set(wanted)
    for each in wanted:
        file = exported(at_hand, question, each)
        assert file.content
        assert file.name.startswith(name_stem(at_hand.contents.domain.info, at_hand.name))
        assert "/" not in file.name
        assert file.media_type == MEDIA_TYPES[each]
        match each:
            case "png" | "gif":
                image = pytest.importorskip("PIL.Image").open(io.BytesIO(file.content))
                assert image.format.lower() == each
            case "svg":
                assert b"<svg" in file.content
            case "trace":
                assert read_trace(file.content).answer["outcome"] == "found"
            case "posthoc":
                assert json.loads(file.content)["events"][-1]["type"] == "end"


def test_a_gif_moves_and_options_of_pictures_count(world):
    image = pytest.importorskip("PIL.Image")
    at_hand = world("grid")
    gif = image.open(io.BytesIO(exported(at_hand, QUESTIONS["grid"], "gif").content))
    assert gif.n_frames > 1
    small, large = (
        image.open(
            io.BytesIO(exported(at_hand, SearchQuestion(engine="interpreted", options={"scale": scale}), "png").content)
        ).size
        for scale in (4, 12)
    )
    assert small[0] < large[0]


def test_a_scenario_is_read_again_with_its_options(world, tmp_path):
    question = SearchQuestion(engine="interpreted", options={"diagonals": "never"}, goals=["3,0"])
    file = exported(world("grid"), question, "scenario")
    assert file.name == "yard.genastar.json"
    (tmp_path / file.name).write_bytes(file.content)
    again = genastar.load(tmp_path / file.name)
    assert (again.options.diagonals, again.default_goals()) == ("never", ((3, 0),))


def test_a_file_is_not_saved_under_the_name_it_came_from(world):
    at_hand = world("grid")
    at_hand.name = "Old.genastar.json"
    assert exported(at_hand, QUESTIONS["grid"], "scenario").name == "Old-new.genastar.json"


def test_what_there_is_not(world):
    with pytest.raises(BadInput, match=r"^format 'pdf' is not available for this world; expected one of png, "):
        exported(world("grid"), QUESTIONS["grid"], "pdf")
    with pytest.raises(BadInput, match=r"expected one of txt, png, trace, posthoc$"):
        exported(world("puzzle"), QUESTIONS["puzzle"], "scenario")


def test_too_many_events_end_the_search(world):
    token = CancelToken()
    asked = resolve_question(world("grid"), QUESTIONS["grid"], SETTINGS)
    with pytest.raises(BadInput, match=r"^the search has more than 5 events, the maximum of a file; limit its expansions$"):
        search_with_trace(asked, 5, cancel=token)
    assert token.cancelled


def test_messages_do_not_tell_paths_of_the_server(world, monkeypatch):
    at_hand = world("grid")

    def fail(self, result, trace, out):
        raise BadInput(f"{out}: cannot be drawn")

    monkeypatch.setattr(type(at_hand.contents.domain), "draw", fail)
    with pytest.raises(BadInput, match=r"^yard\.png: cannot be drawn$"):
        exported(at_hand, QUESTIONS["grid"], "png")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("arena.map.gz", "arena"),
        ("Arena.CSV.xz", "Arena"),
        ("a b/c.txt", "a-b-c"),
        ("../../etc/passwd", "etc-passwd"),
        (".txt", "grid"),
        ("Höhle.png", "Höhle.png"),
        ("x" * 300, "x" * 80),
    ],
)
def test_names_of_files(name, stem):
    info = pytest.importorskip("genastar_grid.info").INFO
    assert name_stem(info, name) == stem
