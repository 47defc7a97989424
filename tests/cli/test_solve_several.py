"""``genastar solve`` with several sources, bad input, and on a terminal."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from command_output import KEYS
from genastar import algorithm
from genastar.algorithms import Anytime
from genastar.cli import main

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
        ([""], "'' is not the path of a file; give its name"),
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
        (["pond.meadow", "--limit=expansions=-1"], "expansions=-1 is less than 0; give at least 0"),
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
    monkeypatch.setitem(algorithm.REGISTRY.registered, "anytime", Anytime)
    arguments = ["solve", "gate.mdw", "--algorithm", "anytime", "--algorithm-option", "first=9", "--engine", "interpreted"]
    assert main(arguments) == 0
    plain = capsys.readouterr().out.splitlines()
    monkeypatch.setattr("genastar.cli.commands.solve.is_watched", lambda: True)
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
