"""``genastar solve``: questions, answers, pictures and engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_output import KEYS, read_json
from genastar.cli import main


def test_json_has_these_keys_and_no_other(meadow, capsys):
    assert main(["solve", "pond.meadow", "--json"]) == 0
    found = read_json(capsys)
    assert list(found) == KEYS
    assert found.pop("seconds") >= 0
    assert found == {
        "outcome": "found",
        "cost": 9,
        "path": ["0,0", "0,1", "0,2", "0,3", "0,4", "1,4", "2,4", "3,4", "4,4", "5,4"],
        "closest": "5,4",
        "expanded": 13,
        "generated": 15,
        "reopened": 0,
        "peak_open": 2,
        "costs": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        "bound": 1,
        "domain": "meadow",
        "algorithm": "astar",
        "why": "it fits every world of this domain",
        "engine": "interpreted",
        "remark": None,
    }


def test_a_summary_in_two_lines(meadow, capsys):
    assert main(["solve", "pond.meadow"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "found, cost 9, 10 positions: 0,0 -> 0,1 -> 0,2 -> ... -> 3,4 -> 4,4 -> 5,4"
    assert second.startswith("  13 expanded, 15 generated, 0 reopened, peak open 2, ")
    assert second.endswith(" s (meadow, astar, interpreted)")


def test_a_short_path_is_told_whole(meadow, capsys):
    assert main(["solve", "pond.meadow", "--from=0,0", "--to=2,0"]) == 0
    assert "3 positions: 0,0 -> 1,0 -> 2,0\n" in capsys.readouterr().out
    assert main(["solve", "pond.meadow", "--from=0,0", "--to=0,0"]) == 0
    assert "1 position: 0,0\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("tokens", "outcome", "why"),
    [
        (["shut.meadow"], "unreachable", "no path leads there (unreachable); the closest position reached is 1,0"),
        (["pond.meadow", "--limit=expansions=2"], "limit", "a limit was reached before a path was found (limit); the closest"),
        (["pond.meadow", "--limit=cost=1"], "limit", "a limit was reached before a path was found (limit)"),
        (["pond.meadow", "--limit=seconds=0"], "timeout", "the time limit was reached before a path was found (timeout)"),
    ],
)
def test_not_found_says_why(meadow, capsys, tokens, outcome, why):
    assert main(["solve", *tokens]) == 1
    assert capsys.readouterr().out.startswith(f"not found: {why}")
    assert main(["solve", "--json", *tokens]) == 1
    found = read_json(capsys)
    assert (found["outcome"], found["cost"], found["path"]) == (outcome, None, [])


def test_limits_that_do_not_bind(meadow, capsys):
    tokens = ["--limit", "expansions=1000", "--limit", "seconds=60", "--limit", "cost=9"]
    assert main(["solve", "pond.meadow", "--json", *tokens]) == 0
    assert read_json(capsys)["cost"] == 9


def test_start_and_goals(meadow, capsys):
    assert main(["solve", "pond.meadow", "--json", "--from", "5,0", "--to", "0,4", "--to", "5,2"]) == 0
    assert read_json(capsys)["path"] == ["5,0", "5,1", "5,2"]


def test_options_of_the_domain(meadow, capsys):
    assert main(["solve", "pond.meadow", "--json", "--option", "directions=8", "--option", "step=3"]) == 0
    assert read_json(capsys)["cost"] == 24


def test_the_domain_may_be_named(meadow, capsys):
    Path("nameless").write_text("...\n", encoding="utf-8")
    assert main(["solve", "nameless", "--json"]) == 2
    assert "no domain recognises its name or content (installed: meadow); try: --domain NAME" in capsys.readouterr().err
    assert main(["solve", "nameless", "--json", "--domain", "meadow"]) == 0
    assert read_json(capsys)["domain"] == "meadow"
    assert main(["solve", "nameless", "--json", "--domain", "genastar-meadow:meadow"]) == 0


def test_the_domain_may_be_guessed_by_content(meadow, capsys):
    Path("nameless").write_text("meadow\n...\n", encoding="utf-8")
    assert main(["solve", "nameless", "--json"]) == 0
    assert read_json(capsys)["path"] == ["0,0", "1,0", "2,0"]


ENGINE = """
from attrs import evolve
from genastar import CannotCompile
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    def search(self, request):
        {body}

ENGINE = Engine()
"""


SWIFT = """
from attrs import evolve
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    rank = 1

    def begin(self, request):
        run = super().begin(request)
        run_until = run.run_until

        def named(target):
            found = run_until(target)
            return None if found is None else evolve(found, engine="compiled")

        run.run_until = named
        return run

ENGINE = Engine()
"""


def test_the_engine_that_searched_is_named(site, meadow, capsys):
    body = "return evolve(super().search(request), engine='swift')"
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE.format(body=body))
    for engine, wanted in (("swift", "swift"), ("interpreted", "interpreted"), ("auto", "interpreted")):
        assert main(["solve", "pond.meadow", "--json", "--engine", engine]) == 0
        assert read_json(capsys)["engine"] == wanted


def test_auto_takes_the_compiled_engine_once_it_is_worth_it(site, meadow, capsys, monkeypatch):
    site.install("genastar-swift", "[genastar.engines]\ncompiled = swift:ENGINE", swift=SWIFT)
    assert main(["solve", "pond.meadow", "--json"]) == 0
    assert read_json(capsys)["engine"] == "interpreted"
    monkeypatch.setattr("genastar.search.auto.engine.LOOK_AFTER", 0)
    assert main(["solve", "pond.meadow", "--json"]) == 0
    assert read_json(capsys)["engine"] == "compiled"


def test_reopen_is_passed_on(site, meadow, capsys):
    body = "return evolve(super().search(request), reopened=77 if request.reopen else 0)"
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE.format(body=body))
    assert main(["solve", "pond.meadow", "--json", "--engine=swift"]) == 0
    assert read_json(capsys)["reopened"] == 0
    assert main(["solve", "pond.meadow", "--json", "--engine=swift", "--reopen"]) == 0
    assert read_json(capsys)["reopened"] == 77


def test_an_engine_that_refuses_is_bad_input(site, meadow, capsys):
    source = ENGINE.format(body="raise CannotCompile('Walk.add_neighbours, line 5: a generator')")
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=source)
    assert main(["solve", "pond.meadow", "--engine=swift"]) == 2
    assert capsys.readouterr().err == "genastar: Walk.add_neighbours, line 5: a generator\n"


# Pictures.


def test_a_picture(meadow, capsys):
    assert main(["solve", "pond.meadow", "--out", "new/folder/pond.txt"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "  picture: new/folder/pond.txt"
    assert Path("new/folder/pond.txt").read_text(encoding="utf-8") == "*++++.\n*####.\n*#..#.\n*####.\n******\n"


def test_a_picture_of_a_search_in_vain(meadow, capsys):
    assert main(["solve", "shut.meadow", "--out", "shut.txt"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "  picture: shut.txt"
    assert Path("shut.txt").read_text(encoding="utf-8") == "++#.\n"


def test_json_and_a_picture(meadow, capsys):
    assert main(["solve", "pond.meadow", "--json", "--out", "pond.txt"]) == 0
    assert list(read_json(capsys)) == KEYS
    assert Path("pond.txt").exists()


@pytest.mark.parametrize(
    ("sources", "out", "message"),
    [
        (["pond.meadow"], "pond.png", "pond.png: meadow cannot draw a file of this suffix; supported: .txt"),
        (["pond.meadow"], "pond", "pond: meadow cannot draw a file of this suffix; supported: .txt"),
        (["pond.meadow"], "pond.meadow", "pond.meadow: the picture would overwrite a source; choose another name for --out"),
        (["pond.meadow"], "./gate/../pond.meadow", "the picture would overwrite a source; choose another name for --out"),
        (
            ["out-2.txt", "gate.mdw"],
            "out.txt",
            "out-2.txt: the picture would overwrite a source; choose another name for --out",
        ),
        (["pond.meadow"], ".", ".: meadow cannot draw a file of this suffix; supported: .txt"),
        (["pond.meadow"], "folder.txt", "folder.txt: cannot write here: it is a folder; give the name of a file"),
        (["pond.meadow"], "pond.meadow/x.txt", "pond.meadow/x.txt: cannot write here: "),
    ],
)
def test_a_picture_that_cannot_be(meadow, capsys, sources, out, message):
    Path("folder.txt").mkdir()
    before = sorted(meadow.rglob("*"))
    assert main(["solve", *sources, "--out", out]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert sorted(meadow.rglob("*")) == before


def test_a_domain_that_does_not_draw(meadow, capsys, monkeypatch):
    from attrs import evolve

    from genastar.worlds import domain_registry
    from genastar_meadow.info import INFO
    from genastar_meadow.model import Meadow

    blind = type("Blind", (Meadow,), {"info": evolve(INFO, name="blind", writes=(), capabilities=frozenset())})
    monkeypatch.setitem(domain_registry.REGISTRY.registered, "blind", blind)
    assert main(["solve", "pond.meadow", "--domain=blind", "--out=x.txt"]) == 2
    assert capsys.readouterr().err == "genastar: x.txt: blind cannot draw a file of this suffix; supported: none\n"
