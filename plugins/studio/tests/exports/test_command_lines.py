"""The lines that a question comes to are run, and find what the question finds."""

import contextlib
import io
import json
import shlex
import subprocess
import sys

import pytest

import genastar
from genastar import BadInput, CancelToken
from genastar.cli.app import run
from genastar_studio.exports.command_lines import make_lines
from genastar_studio.exports.exported import export_scenario
from genastar_studio.questions.question import AskedLimits, SearchQuestion, resolve_question
from genastar_studio.routes.new_worlds import paint_world
from genastar_studio.server.settings import Settings
from genastar_studio.worlds.client_worlds import ClientWorld, WorldContents

pytest.importorskip("genastar_grid")

SETTINGS = Settings()
ART = "S....\n.###.\n....G"


def world_of(path, name=None, **options):
    domain = genastar.load(path, **options)
    return ClientWorld(name or path.name, WorldContents.of(domain, domain.options), path=path)


@pytest.fixture
def yard(tmp_path, monkeypatch):
    """A world whose file lies in the working folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "the yard's.txt"
    path.write_text(ART, encoding="utf-8")
    return world_of(path)


def lines(world, question):
    return make_lines(world, resolve_question(world, question, SETTINGS), question.limits)


def printed(command):
    """What a command prints: run in this process, which is quicker."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        run([*shlex.split(command)[1:], "--json"])
    return out.getvalue()


def printed_by_a_shell(command):
    """What a command prints that is given to a shell."""
    command = command.replace("genastar", f"{shlex.quote(sys.executable)} -m genastar", 1)
    done = subprocess.run(f"{command} --json", shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


def run_both(found, printed=printed):
    """What the two lines find."""
    (command,) = (line for line in found.shell.splitlines() if not line.startswith("#"))
    told, names = json.loads(printed(command)), {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(found.python, "lines", "exec"), names)
    result = names["result"]
    assert out.getvalue() == f"{result.outcome.value} {result.cost}\n"
    cost = None if result.cost is None else result.cost.travelled
    assert (told["outcome"], told["cost"], told["expanded"]) == (result.outcome.value, cost, result.expanded)
    return told


def asked_cost(world, question):
    asked = resolve_question(world, question, SETTINGS)
    result = asked.solve(cancel=CancelToken())
    return None if result.cost is None else result.cost.travelled


def test_lines_as_they_are(yard):
    question = SearchQuestion(
        start="0,0",
        goals=["4,2"],
        options={"diagonals": "never"},
        algorithm="weighted",
        algorithm_options={"weight": 2.5},
        engine="interpreted",
        reopen=True,
        limits=AskedLimits(expansions=1000),
    )
    found = lines(yard, question)
    assert found.save is None
    assert found.shell == (
        "genastar solve 'the yard'\"'\"'s.txt' --from 0,0 --to 4,2 --option diagonals=never --algorithm weighted "
        "--algorithm-option weight=2.5 --engine interpreted --reopen --limit expansions=1000"
    )
    assert found.python == (
        "from genastar.algorithms import Weighted\nimport genastar\n\n"
        "world = genastar.load(\"the yard's.txt\", diagonals='never')\n"
        "result = world.search(world.parse('0,0'), [world.parse('4,2')], algorithm=Weighted(weight=2.5), "
        "engine='interpreted', reopen=True, limits=genastar.Limits(expansions=1000))\n"
        "print(result.outcome.value, result.cost)"
    )
    assert run_both(found, printed_by_a_shell)["cost"] == asked_cost(yard, question) == 6


@pytest.mark.parametrize(
    "question",
    [
        SearchQuestion(engine="interpreted"),
        SearchQuestion(engine="interpreted", goals=["4,0", "0,2"], options={"turn": 1.0, "wrap": "xy"}),
        SearchQuestion(engine="interpreted", limits=AskedLimits(expansions=1)),
        SearchQuestion(engine="interpreted", limits=AskedLimits(cost="7/2", seconds=9.5)),
    ],
)
def test_they_find_the_same(yard, question):
    assert run_both(lines(yard, question))["cost"] == asked_cost(yard, question)


def test_a_painted_world_is_saved_first(yard):
    canvas = yard.contents.view
    yard.replace(paint_world(yard, {canvas.place((2, 2)): 0.0}))
    question = SearchQuestion(start="0,0", goals=["4,2"], engine="interpreted", options={"diagonals": "never"})
    found = lines(yard, question)
    assert found.save == "the-yard-s.genastar.json"
    assert found.shell.splitlines()[0] == found.python.splitlines()[0] == "# Save the world first, as the-yard-s.genastar.json."
    file = export_scenario(resolve_question(yard, question, SETTINGS), yard.name)
    assert file.name == found.save
    with open(file.name, "wb") as out:  # noqa: PTH123  # a name beside the lines
        out.write(file.content)
    assert run_both(found)["cost"] == asked_cost(yard, question) == 6


def test_a_scenario_whose_options_are_set_back_is_saved_anew(yard, tmp_path):
    never = SearchQuestion(start="0,0", goals=["4,2"], engine="interpreted", options={"diagonals": "never"})
    (tmp_path / "old.genastar.json").write_bytes(export_scenario(resolve_question(yard, never, SETTINGS), "old").content)
    old = world_of(tmp_path / "old.genastar.json")
    kept = SearchQuestion(engine="interpreted")
    found = lines(old, kept)
    assert (found.save, run_both(found)["cost"]) == (None, 6)
    back = SearchQuestion(engine="interpreted", options={"diagonals": "always"})
    assert lines(old, back).save is None  # an option that is given wins over the file
    assert run_both(lines(old, back))["cost"] == asked_cost(old, back)
    back = SearchQuestion(engine="interpreted", options={"diagonals": "no-obstacle", "turn": 0.5})
    found = lines(old, back)
    assert found.save == "old-new.genastar.json"
    (tmp_path / found.save).write_bytes(export_scenario(resolve_question(old, back, SETTINGS), old.name).content)
    assert run_both(found)["cost"] == asked_cost(old, back)


def test_worlds_that_cannot_be_saved(tmp_path):
    pytest.importorskip("genastar_puzzle.model")
    path = tmp_path / "near.puzzle"
    path.write_text("1 2 3\n4 5 6\n0 7 8\n", encoding="utf-8")
    world = world_of(path)
    world.source_digest = b"another"
    with pytest.raises(BadInput, match=r"^near\.puzzle was painted or created here, but puzzle cannot save worlds"):
        lines(world, SearchQuestion())


def test_a_puzzle(tmp_path, monkeypatch):
    pytest.importorskip("genastar_puzzle.model")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "near.puzzle").write_text("1 2 3\n4 5 6\n0 7 8\n", encoding="utf-8")
    question = SearchQuestion(engine="interpreted", options={"heuristic": "manhattan"})
    assert run_both(lines(world_of(tmp_path / "near.puzzle"), question))["cost"] == 2


def test_a_domain_that_nobody_would_guess_is_named(tmp_path, monkeypatch):
    pytest.importorskip("genastar_bitmap.model")
    image = pytest.importorskip("PIL.Image")
    monkeypatch.chdir(tmp_path)
    image.new("RGB", (4, 3), "white").save(tmp_path / "room.png")
    domain = genastar.load(tmp_path / "room.png", domain="grid")
    world = ClientWorld("room.png", WorldContents.of(domain, domain.options), path=tmp_path / "room.png")
    found = lines(world, SearchQuestion(start="0,0", goals=["3,2"], engine="interpreted"))
    assert "room.png --domain grid --from" in found.shell
    assert "'room.png', domain='grid'" in found.python
    assert run_both(found)["outcome"] == "found"


def test_a_name_that_looks_like_an_option_and_one_of_the_servers_files(yard, tmp_path):
    (tmp_path / "-x.txt").write_text(ART, encoding="utf-8")
    assert run_both(lines(world_of(tmp_path / "-x.txt"), SearchQuestion(engine="interpreted")))["outcome"] == "found"
    twice = world_of(tmp_path / "-x.txt", name="-x.txt (2)")
    assert "genastar solve ./-x.txt" in lines(twice, SearchQuestion(engine="interpreted")).shell
