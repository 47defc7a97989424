"""``genastar algorithms``, and ``genastar solve --algorithm``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from known_algorithms import NAMES

pytestmark = pytest.mark.quick


@pytest.fixture
def run(toy: Any, monkeypatch: Any, capsys: Any) -> Any:
    """Runs a command among a plugin's files, and gives its exit code and what it printed."""
    pytest.importorskip("cyclopts", reason="the command line is not installed")
    from genastar.cli import main

    monkeypatch.chdir(Path(__file__).parents[1] / "fake_plugins" / "fine" / "genastar_meadow")

    def call(*tokens: str) -> tuple[int, str, str]:
        code = main(tokens)
        return code, *capsys.readouterr()

    return call


def test_the_list_of_algorithms(run):
    code, out, err = run("algorithms")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == sorted([*NAMES, "toy"])
    assert any(re.search(r"weighted .* at most 1\.5 times the optimum, if the heuristic is consistent", line) for line in lines)
    assert any(re.search(r"both-ways .* costs that add, a reverse problem", line) for line in lines)


def test_one_algorithm(run):
    code, out, err = run("algorithms", "weighted")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "weighted: expand the smallest travelled + weight x estimate first",
        "  promise: at most 1.5 times the optimum, if the heuristic is consistent",
        "  needs: costs that add",
        "  domains: meadow",
        "  --algorithm-option weight=: factor of the estimate, at least 1 (a number, or a fraction such as 3/2; default 1.5)",
    ]


def test_the_list_as_json(run):
    code, out, err = run("algorithms", "--json")
    rows = {row["name"]: row for row in json.loads(out)["algorithms"]}
    assert (code, err, sorted(rows)) == (0, "", sorted([*NAMES, "toy"]))
    for row in rows.values():
        assert set(row) == {
            "name",
            "summary",
            "promise",
            "needs",
            "domains",
            "options",
            "walks",
            "counts_steps",
            "viewing_hint",
            "error",
        }
        assert row["error"] is None
    assert [option["name"] for option in rows["deepening"]["options"]] == ["step", "by"]
    assert rows["deepening"]["options"][1]["expected"] == "one of cost, steps"
    assert (rows["astar"]["domains"], rows["theta-star"]["domains"]) == (["meadow"], [])  # the meadow has no straight lines
    code, out, _ = run("algorithms", "toy", "--json")
    assert [row["name"] for row in json.loads(out)["algorithms"]] == ["toy"]


def test_one_that_is_broken_is_a_row_with_a_reason(toy, run):
    toy.install("genastar-bad", "[genastar.algorithms]\nbad = bad_algorithm:Bad", bad_algorithm="1 / 0")
    code, out, _ = run("algorithms", "--json")
    assert code == 0
    assert "ZeroDivisionError" in {row["name"]: row for row in json.loads(out)["algorithms"]}["bad"]["error"]
    code, out, err = run("algorithms", "bad")
    assert (code, out) == (2, "")
    assert err.startswith("genastar: plugin 'bad' of genastar-bad 1.0 is broken: ZeroDivisionError")
    assert run("doctor")[0] == 1


def test_solve_by_an_algorithm_with_options(run):
    code, out, _ = run("solve", "pond.meadow", "--json", "--algorithm", "weighted", "--algorithm-option", "weight=2")
    found = json.loads(out)
    assert (code, found["algorithm"], found["bound"], found["why"]) == (0, "weighted", 2, None)
    assert found["costs"] == list(range(len(found["path"])))
    code, out, _ = run("solve", "pond.meadow", "--algorithm", "weighted", "--algorithm-option", "weight=2")
    assert code == 0
    assert "; at most 2 times the optimum" in out
    code, out, _ = run("solve", "pond.meadow", "--json")
    found = json.loads(out)
    assert (found["algorithm"], found["why"], found["bound"]) == ("astar", "it fits every world of this domain", 1)
    code, out, _ = run("solve", "pond.meadow", "--json", "--algorithm", "breadth-first", "--limit", "depth=2")
    assert (code, json.loads(out)["outcome"]) == (1, "limit")


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (
            ["--algorithm", "wieghted"],
            "no algorithm named 'wieghted' is installed; did you mean weighted",
        ),
        (["--algorithm-option", "weight=2"], "--algorithm-option weight: auto has no options; name one with --algorithm"),
        (
            ["--algorithm=weighted", "--algorithm-option=wait=2"],
            "--algorithm-option wait: weighted has no such option; it has: weight",
        ),
        (
            ["--algorithm=astar", "--algorithm-option=weight=2"],
            "--algorithm-option weight: astar has no such option; it has: none",
        ),
        (["--algorithm=weighted", "--algorithm-option=weight=far"], "--algorithm-option weight=far: expected a number"),
        (
            ["--algorithm=weighted", "--algorithm-option=weight=0.5"],
            "weight=0.5: expected a finite number of at least 1, such as 1.5",
        ),
        (["--algorithm=weighted", "--algorithm-option=weight"], "--algorithm-option weight: expected NAME=VALUE"),
        (["--algorithm=deepening", "--algorithm-option=by=miles"], "--algorithm-option by=miles: expected one of cost, steps"),
        (["--algorithm=deepening", "--algorithm-option=step=0"], "the step of a deepening search is 0"),
        (
            ["--algorithm=both-ways"],
            "the algorithm 'both-ways' needs Walk.reverse(start), which it lacks; change the world's options, or use astar",
        ),
        (["--algorithm=depth-first", "--reopen"], "the algorithm 'depth-first' cannot reopen positions"),
        (
            ["--limit=depth=3"],
            "Limits.depth counts steps, and the algorithm 'astar' does not; use breadth-first or depth-first",
        ),
    ],
    ids=" ".join,
)
def test_what_does_not_fit_is_refused_in_one_line(run, tokens, message):
    code, out, err = run("solve", "pond.meadow", *tokens)
    assert (code, out) == (2, "")
    assert err.startswith(f"genastar: {message}")
    assert err.count("\n") == 1


def test_an_agent_that_cannot_arrive_says_from_where(run, tmp_path):
    shut = tmp_path / "shut.meadow"
    shut.write_text("..#.\n", encoding="utf-8")
    code, out, _ = run("solve", str(shut), "--algorithm", "lss-lrta")
    assert code == 1
    assert out.startswith(
        "not found: no path leads there from where the agent is now; astar says whether one leads there from the start "
        "(unreachable); the closest position reached is 0,0\n"
    )
