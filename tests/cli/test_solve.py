"""``genastar solve``: questions, answers, pictures, and everything that may be wrong with them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genastar import algorithm
from genastar.algorithms import Anytime
from genastar.cli import main

KEYS = [
    "outcome",
    "cost",
    "path",
    "closest",
    "expanded",
    "generated",
    "reopened",
    "peak_open",
    "seconds",
    "costs",
    "bound",
    "domain",
    "algorithm",
    "why",
    "engine",
    "remark",
]


@pytest.fixture
def meadow(site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of meadows to work in."""
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("pond.meadow", "gate.mdw"):
        shutil.copy(site.fine() / name, folder)
    (folder / "shut.meadow").write_text("..#.\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("\n") == 1
    found: dict[str, Any] = json.loads(captured.out)
    return found


def test_json_has_these_keys_and_no_other(meadow, capsys):
    assert main(["solve", "pond.meadow", "--json"]) == 0
    found = answer(capsys)
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
    found = answer(capsys)
    assert (found["outcome"], found["cost"], found["path"]) == (outcome, None, [])


def test_limits_that_do_not_bind(meadow, capsys):
    tokens = ["--limit", "expansions=1000", "--limit", "seconds=60", "--limit", "cost=9"]
    assert main(["solve", "pond.meadow", "--json", *tokens]) == 0
    assert answer(capsys)["cost"] == 9


def test_start_and_goals(meadow, capsys):
    assert main(["solve", "pond.meadow", "--json", "--from", "5,0", "--to", "0,4", "--to", "5,2"]) == 0
    assert answer(capsys)["path"] == ["5,0", "5,1", "5,2"]


def test_options_of_the_domain(meadow, capsys):
    assert main(["solve", "pond.meadow", "--json", "--option", "directions=8", "--option", "step=3"]) == 0
    assert answer(capsys)["cost"] == 24


def test_the_domain_may_be_named(meadow, capsys):
    Path("nameless").write_text("...\n", encoding="utf-8")
    assert main(["solve", "nameless", "--json"]) == 2
    assert "no domain recognises its name or content (installed: meadow); try: --domain NAME" in capsys.readouterr().err
    assert main(["solve", "nameless", "--json", "--domain", "meadow"]) == 0
    assert answer(capsys)["domain"] == "meadow"
    assert main(["solve", "nameless", "--json", "--domain", "genastar-meadow:meadow"]) == 0


def test_the_domain_may_be_guessed_by_content(meadow, capsys):
    Path("nameless").write_text("meadow\n...\n", encoding="utf-8")
    assert main(["solve", "nameless", "--json"]) == 0
    assert answer(capsys)["path"] == ["0,0", "1,0", "2,0"]


ENGINE = """
from attrs import evolve
from genastar import CannotCompile
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    def search(self, request, workspace):
        {body}

ENGINE = Engine()
"""


SWIFT = """
from attrs import evolve
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    rank = 1

    def begin(self, request, workspace):
        run = super().begin(request, workspace)
        go_to = run.go_to

        def named(target):
            found = go_to(target)
            return None if found is None else evolve(found, engine="compiled")

        run.go_to = named
        return run

ENGINE = Engine()
"""


def test_the_engine_that_searched_is_named(site, meadow, capsys):
    body = "return evolve(super().search(request, workspace), engine='swift')"
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE.format(body=body))
    for engine, wanted in (("swift", "swift"), ("interpreted", "interpreted"), ("auto", "interpreted")):
        assert main(["solve", "pond.meadow", "--json", "--engine", engine]) == 0
        assert answer(capsys)["engine"] == wanted


def test_auto_takes_the_compiled_engine_once_it_is_worth_it(site, meadow, capsys, monkeypatch):
    site.install("genastar-swift", "[genastar.engines]\ncompiled = swift:ENGINE", swift=SWIFT)
    assert main(["solve", "pond.meadow", "--json"]) == 0
    assert answer(capsys)["engine"] == "interpreted"
    monkeypatch.setattr("genastar.search.auto.LOOK_AFTER", 0)
    assert main(["solve", "pond.meadow", "--json"]) == 0
    assert answer(capsys)["engine"] == "compiled"


def test_reopen_is_passed_on(site, meadow, capsys):
    body = "return evolve(super().search(request, workspace), reopened=77 if request.reopen else 0)"
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE.format(body=body))
    assert main(["solve", "pond.meadow", "--json", "--engine=swift"]) == 0
    assert answer(capsys)["reopened"] == 0
    assert main(["solve", "pond.meadow", "--json", "--engine=swift", "--reopen"]) == 0
    assert answer(capsys)["reopened"] == 77


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
    assert list(answer(capsys)) == KEYS
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

    from genastar import registry
    from genastar_meadow.info import INFO
    from genastar_meadow.model import Meadow

    blind = type("Blind", (Meadow,), {"info": evolve(INFO, name="blind", writes=(), capabilities=frozenset())})
    monkeypatch.setitem(registry._registered, "blind", blind)
    assert main(["solve", "pond.meadow", "--domain=blind", "--out=x.txt"]) == 2
    assert capsys.readouterr().err == "genastar: x.txt: blind cannot draw a file of this suffix; supported: none\n"


# Several sources.


def test_several_sources(meadow, capsys):
    assert main(["solve", "pond.meadow", "gate.mdw", "--out", "out.txt"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "pond.meadow",
        lines[1].split(":")[0],
        "  picture",
        "gate.mdw",
        lines[4].split(":")[0],
        "  picture",
    ]
    assert [lines[2], lines[5]] == ["  picture: out-1.txt", "  picture: out-2.txt"]
    assert Path("out-1.txt").exists()
    assert Path("out-2.txt").exists()
    assert not Path("out.txt").exists()


def test_one_that_fails_does_not_stop_the_others(meadow, capsys):
    assert main(["solve", "pond.meadow", "none.meadow", "shut.meadow", "gate.mdw", "--json", "--out", "out.txt"]) == 2
    captured = capsys.readouterr()
    objects = [json.loads(line) for line in captured.out.splitlines()]
    assert [each["source"] for each in objects] == ["pond.meadow", "none.meadow", "shut.meadow", "gate.mdw"]
    assert [each.get("outcome") for each in objects] == ["found", None, "unreachable", "found"]
    assert list(objects[0]) == ["source", *KEYS]
    assert list(objects[1]) == ["source", "error"]
    assert captured.err == f"genastar: {objects[1]['error']}\n"
    assert sorted(path.name for path in meadow.glob("out*")) == ["out-1.txt", "out-3.txt", "out-4.txt"]


@pytest.mark.parametrize(
    ("sources", "code"),
    [
        (["pond.meadow", "gate.mdw"], 0),
        (["shut.meadow", "gate.mdw"], 1),
        (["shut.meadow", "none.meadow", "gate.mdw"], 2),
    ],
)
def test_the_exit_code_is_that_of_the_worst(meadow, capsys, sources, code):
    assert main(["solve", *sources]) == code


def test_pictures_of_several_need_a_name(meadow, capsys):
    assert main(["solve", "pond.meadow", "gate.mdw", "--out", "."]) == 2
    assert "pond.meadow: -1: meadow cannot draw a file of this suffix" in capsys.readouterr().err


def test_an_error_names_its_source(meadow, capsys):
    assert main(["solve", "pond.meadow", "gate.mdw", "--to", "4,3"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "genastar: pond.meadow: 4,3 is a wall or lies outside\n"
    assert captured.out.startswith("gate.mdw: found")


def test_a_fault_in_one_is_told_and_the_others_have_their_turn(site, meadow, capsys, monkeypatch):
    import genastar_meadow.model

    real = genastar_meadow.model.Meadow.default_goals
    monkeypatch.setattr(
        genastar_meadow.model.Meadow, "default_goals", lambda self: real(self) if len(self.rows) == 4 else {}["no such key"]
    )
    assert main(["solve", "pond.meadow", "gate.mdw"]) == 3
    captured = capsys.readouterr()
    assert "KeyError: 'no such key'" in captured.err
    assert captured.err.endswith(
        "genastar: pond.meadow: this is a fault in genastar or in a plugin, not in your input; report it with the lines above\n"
    )
    assert captured.out.startswith("gate.mdw: found")


def test_only_a_search_that_ran_out_of_memory_is_told_to_limit_it(site, meadow, monkeypatch, capsys):
    import genastar_meadow.model

    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr(genastar_meadow.model.Meadow, "to_state", lambda self, position: full())
    assert main(["solve", "pond.meadow"]) == 2
    assert capsys.readouterr().err == "genastar: the search ran out of memory; limit it with --limit expansions=N\n"
    monkeypatch.setattr(genastar_meadow.model.Meadow, "read", classmethod(lambda cls, source, options: full()))
    assert main(["solve", "pond.meadow"]) == 2
    assert capsys.readouterr().err == "genastar: out of memory; use a smaller source, or fewer sources at once\n"


# Bad input.


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["none.meadow"], "none.meadow: cannot be read: [Errno 2] No such file or directory: 'none.meadow'"),
        (["none"], "none: no such file or directory, and no domain recognises its name or content (installed: meadow); try:"),
        (["."], ".: is a directory, and no domain recognises its name or content (installed: meadow); try: --domain NAME"),
        (["pond.meadow", "--from=2,2x"], "'2,2x' is no square; expected x,y"),
        (["pond.meadow", "--from", "-1,0"], "-1,0 is a wall or lies outside"),
        (["pond.meadow", "--to=1,1"], "1,1 is a wall or lies outside"),
        (["pond.meadow", "--option=directions=5"], "--option directions=5: expected one of 4, 8"),
        (["pond.meadow", "--option=step=x"], "--option step=x: expected a whole number"),
        (["pond.meadow", "--option=step=0"], "option of meadow: 'step' must be > 0: 0"),
        (["pond.meadow", "--option=colour=red"], "--option colour: meadow has no such option; it has: directions, wall, step"),
        (["pond.meadow", "--option=step"], "--option step: expected NAME=VALUE"),
        (["pond.meadow", "--option=step=1", "--option=step=2"], "--option step=2: step is given twice"),
        (["pond.meadow", "--limit=expansions=-1"], "the limit on expansions is -1; it must be at least 0"),
        (
            ["pond.meadow", "--limit=cost=nan"],
            "--limit cost=nan: expected a finite number, a fraction, or several with commas between them",
        ),
        (
            ["pond.meadow", "--limit=cost=1,2"],
            "the limit cost=(1, 2) cannot be compared with the costs of this search, such as",
        ),
        (
            ["pond.meadow", "--limit=moves=5"],
            "--limit moves: there is no such limit; expected one of: expansions, seconds, cost, depth",
        ),
        (
            ["pond.meadow", "--engine=warp"],
            "no engine named 'warp' is installed (built in: auto, interpreted; installed: none)",
        ),
        (
            ["pond.meadow", "--domain=sea"],
            "no domain named 'sea' is installed (installed: meadow)",
        ),
        (["pond.meadow", "--plugin-file=none.py"], "none.py: cannot read this file: No such file or directory"),
    ],
)
def test_bad_input_is_one_line(meadow, capsys, tokens, message):
    assert main(["solve", *tokens]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"genastar: {message}")
    assert captured.err.count("\n") == 1


def test_names_of_files_are_text_and_nothing_else(meadow, capsys):
    """Neither markup nor what a terminal would obey."""
    for name, shown in [
        ("[red]x[bold].meadow", "[red]x[bold].meadow"),
        ("a\x1b[31mb\n.meadow", "a\\x1b[31mb .meadow"),
        ("caf\udce9  .meadow", "caf\\udce9  .meadow"),
        (":smile:.meadow", ":smile:.meadow"),
    ]:
        shutil.copy("pond.meadow", name)
        assert main(["solve", name, "gate.mdw"]) == 0
        assert capsys.readouterr().out.startswith(f"{shown}: found")
        assert main(["solve", name, "--to=1,1", "gate.mdw", "--json"]) == 2
        captured = capsys.readouterr()
        assert captured.err == f"genastar: {shown}: 1,1 is a wall or lies outside\n"
        assert json.loads(captured.out.splitlines()[0])["source"] == name


@given(content=st.binary(max_size=60), start=st.text(max_size=8), option=st.text(max_size=12))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_whatever_is_given_the_answer_is_an_answer_or_one_line(meadow, capsys, content, start, option):
    Path("any.meadow").write_bytes(content)
    code = main(["solve", "any.meadow", "--json", f"--from={start}", f"--option=wall={option}", "--limit=expansions=100"])
    captured = capsys.readouterr()
    assert code in (0, 1, 2)
    assert (captured.err.count("\n"), captured.out.count("\n")) == ((1, 0) if code == 2 else (0, 1))


# A terminal.


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
@pytest.mark.parametrize(("tokens", "shown"), [([], True), (["--json"], False)])
def test_a_progress_bar_is_for_terminals(meadow, tokens, shown):
    import pty

    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "tests" / "fake_plugins" / "fine"), str(root)])
    environ = {**os.environ, "PYTHONPATH": path, "GENASTAR_PLUGINS": "meadow", "TERM": "xterm", "COLUMNS": "80"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "genastar", "solve", "pond.meadow", "gate.mdw", *tokens],
        env=environ,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                some = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not some:
                break
            seen += some
        process.wait(timeout=30)
    os.close(ours)
    assert process.returncode == 0
    assert ("\u2501".encode() in seen) == shown
    assert (b"\x1b" in seen) == shown
    assert b"pond.meadow" in seen


def test_there_is_no_progress_bar_in_a_pipe(meadow, capsys):
    assert main(["solve", "pond.meadow", "gate.mdw"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert "\x1b" not in captured.out


def test_a_terminal_shows_each_improvement(meadow, capsys, monkeypatch):
    monkeypatch.setitem(algorithm._registered, "anytime", Anytime)
    arguments = ["solve", "gate.mdw", "--algorithm", "anytime", "--algorithm-option", "first=9", "--engine", "interpreted"]
    assert main(arguments) == 0
    plain = capsys.readouterr().out.splitlines()
    monkeypatch.setattr("genastar.cli.solve.is_watched", lambda: True)
    assert main(arguments) == 0
    *improvements, answer, work = capsys.readouterr().out.splitlines()
    assert (answer, len(plain)) == (plain[0], 2)
    assert work.startswith("  ")
    assert improvements
    assert all(
        re.fullmatch(r"cost \d+, (optimal|at most [\d.]+ times the optimum), after [\d.]+ s and [\d,]+ expansions", line)
        for line in improvements
    )
    assert ", optimal, " in improvements[-1]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bound"] == 1
    assert main(["solve", "shut.meadow", *arguments[2:]]) == 1
    assert capsys.readouterr().out.startswith("not found")
