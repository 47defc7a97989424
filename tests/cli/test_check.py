"""``genastar check``."""

from __future__ import annotations

import json

import pytest

from command_output import PLUGIN_FILE, read_json, split_rows
from genastar.algorithms import Dijkstra
from genastar.cli import main
from genastar.testing.checks.domain import DOMAIN_CHECKS
from genastar.testing.checks.solver import SOLVER_CHECKS


def test_check(site, capsys):
    site.fine()
    assert main(["check", "meadow"]) == 0
    out = capsys.readouterr().out
    assert len(split_rows(out)) == 1 + len(SOLVER_CHECKS) + len(DOMAIN_CHECKS) + 1
    assert ["positions are hashable", "passed"] in split_rows(out)
    assert ["engines agree", "skipped", "no other engine is installed"] in split_rows(out)
    assert out.endswith("meadow keeps the contract, as far as these examples show\n")


def test_check_of_a_liar(site, capsys, tmp_path):
    site.fine()
    lie = "def format(self, position):\n        return 'nowhere'"
    (tmp_path / "field.py").write_text(PLUGIN_FILE.format(more=lie), encoding="utf-8")
    tokens = ["check", "field", "--plugin-file", str(tmp_path / "field.py")]
    assert main(tokens) == 1
    assert capsys.readouterr().out.endswith(f"1 of {len(SOLVER_CHECKS) + len(DOMAIN_CHECKS)} checks failed\n")
    assert main([*tokens, "--json"]) == 1
    found = read_json(capsys)
    assert (found["domain"], found["passed"]) == ("field", False)
    failed = [row for row in found["checks"] if row["state"] == "failed"]
    wanted = "format((0, 0)) gives 'nowhere', which parse refuses: 'nowhere' is no square; expected x,y"
    assert failed == [{"check": "positions read back", "state": "failed", "why": wanted}]


def test_check_of_sources(site, capsys, tmp_path):
    home = site.fine()
    assert main(["check", "meadow", str(home / "pond.meadow"), str(tmp_path / "none.meadow"), "--json"]) == 1
    failed = [row for row in json.loads(capsys.readouterr().out)["checks"] if row["state"] == "failed"]
    assert [row["check"] for row in failed] == ["sources are read"]
    assert failed[0]["why"].startswith(f"it does not read {tmp_path / 'none.meadow'}: ")


def test_check_of_an_estimate(site, capsys):
    home = site.fine()
    site.core()
    assert main(["check", "meadow", str(home / "pond.meadow"), "--algorithm", "astar", "--from", "0,0"]) == 0
    _, (title, state, told), kept = split_rows(capsys.readouterr().out)
    assert (title, state) == (f"estimate in {home / 'pond.meadow'}", "passed")
    assert told.startswith("The path is optimal: ")
    assert told.endswith("; the estimate is admissible and consistent.")
    assert kept == ["the estimate of astar is as declared, as far as these examples show"]
    assert main(["check", "meadow", "--algorithm", "weighted", "--algorithm-option", "weight=9", "--json"]) == 0
    found = read_json(capsys)
    assert found["passed"]
    assert [row["check"] for row in found["checks"]] == [f"estimate in example {number}" for number in (1, 2, 3)]
    assert "the estimate is too high" in found["checks"][0]["why"]


def test_check_of_an_estimate_makes_each_problem_once(site, capsys, tmp_path):
    site.fine()
    site.core()
    problem = """def problem(self, goals, starts=()):
        sys.stderr.write("made ")
        return super().problem(goals, starts)
"""
    (tmp_path / "field.py").write_text("import sys\n" + PLUGIN_FILE.format(more=problem), encoding="utf-8")
    assert main(["check", "field", "--plugin-file", str(tmp_path / "field.py"), "--algorithm", "astar"]) == 0
    told = capsys.readouterr()
    assert told.err.count("made") == told.out.count("estimate in example ")


def test_check_of_an_estimate_that_is_too_high(site, capsys, tmp_path):
    site.fine()
    site.core()
    lie = "def problem(self, goals, starts=()):\n        return Steep(self, goals)\n\n"
    steep = "class Steep(Walk):\n    def estimate(self, position):\n        return 50 if sum(position) == 1 else 0\n"
    text = PLUGIN_FILE.replace("import Meadow", "import Meadow, Walk").format(more=lie) + steep
    (tmp_path / "field.py").write_text(text, encoding="utf-8")
    for how in ("astar", "auto"):
        assert main(["check", "field", "--plugin-file", str(tmp_path / "field.py"), "--algorithm", how]) == 1
        out = capsys.readouterr().out
        assert "the estimate is too high at 2 of " in out
        assert out.endswith(" of 3 checks failed\n")


def test_check_of_an_estimate_that_is_not_used(site, capsys):
    site.fine()
    site.core()
    assert main(["check", "meadow", "--algorithm", "dijkstra"]) == 0
    out = capsys.readouterr().out
    assert out.count("; the search does not use this estimate, so it was not checked.") == 3
    assert out.endswith("\nno path of dijkstra costs more than promised, as far as these examples show\n")


def test_check_of_what_cannot_be_checked(site, capsys, monkeypatch):
    """Neither the estimate, which the search does not use, nor the path, which need not consist of steps."""
    site.fine()
    site.core()
    monkeypatch.setattr(Dijkstra, "along_steps", False)
    assert main(["check", "meadow", "--algorithm", "dijkstra", "--json"]) == 0
    assert [row["state"] for row in read_json(capsys)["checks"]] == ["skipped", "skipped", "passed"]
    home = site.fine()
    assert main(["check", "meadow", str(home / "pond.meadow"), "--algorithm", "dijkstra", "--from", "0,0"]) == 0
    assert capsys.readouterr().out.endswith("\nnothing could be checked\n")


def field_file(folder, problem):
    """Write a plugin file of a meadow with another problem, the class Steep."""
    lie = "def problem(self, goals, starts=()):\n        return Steep(self, goals)\n\n"
    text = PLUGIN_FILE.replace("import Meadow", "import Meadow, Walk").format(more=lie) + problem
    (folder / "field.py").write_text(text, encoding="utf-8")
    return str(folder / "field.py")


def test_check_of_an_estimate_that_raises(site, capsys, tmp_path):
    home = site.fine()
    site.core()
    steep = "class Steep(Walk):\n    def estimate(self, position):\n        raise ValueError('none here')\n"
    file = field_file(tmp_path, steep)
    for sources in ([str(home / "pond.meadow"), "--from", "0,0"], []):
        assert main(["check", "field", *sources, "--plugin-file", file, "--algorithm", "astar"]) == 2
        told = capsys.readouterr().err
        assert told.startswith("genastar: Steep: a hook failed in the search from (0, 0) (field.py, line ")
        assert told.endswith("): ValueError: 'none here'; correct it, or give another start\n")
        assert told.count("\n") == 1


WHY = "the algorithm 'breadth-first-heuristic' forgets parents, which Steep.add_neighbours uses; use astar"


def test_examples_that_the_algorithm_refuses_are_skipped(site, capsys, tmp_path):
    site.fine()
    site.core()
    steep = "class Steep(Walk):\n    @property\n    def uses_parent(self):\n        return {}\n"
    words = ["--plugin-file", field_file(tmp_path, steep.format("len(self.meadow.rows) > 1")), "--algorithm"]
    assert main(["check", "field", *words, "breadth-first-heuristic"]) == 0
    _, *found, _ = split_rows(capsys.readouterr().out)
    assert [(title, state) for title, state, _ in found] == [
        ("estimate in example 1", "skipped"),
        ("estimate in example 2", "skipped"),
        ("estimate in example 3", "passed"),
    ]
    assert found[0][2] == WHY


def test_an_algorithm_that_refuses_all_examples_is_an_error(site, capsys, tmp_path):
    site.fine()
    site.core()
    file = field_file(tmp_path, "class Steep(Walk):\n    uses_parent = True\n")
    assert main(["check", "field", "--plugin-file", file, "--algorithm", "breadth-first-heuristic"]) == 2
    assert capsys.readouterr().err == f"genastar: {WHY}\n"


def test_an_example_whose_estimate_is_no_number_is_not_skipped(site, capsys, tmp_path):
    site.fine()
    site.core()
    steep = "class Steep(Walk):\n    def estimate(self, position):\n        return 0 if sum(position) < 3 else float('nan')\n"
    assert main(["check", "field", "--plugin-file", field_file(tmp_path, steep), "--algorithm", "astar"]) == 2
    assert "nan left: their sum must be a number" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--from", "0,0"],
            "--from goes with --explain or --algorithm; a domain is checked on its own examples: leave out --from",
        ),
        (["--to", "0,0"], "--to goes with --algorithm; a domain is checked on its own examples: leave out --to"),
        (["--option", "a=1"], "--option goes with --algorithm; a domain is checked on its own examples: leave out --option"),
        (
            ["--algorithm-option", "a=1"],
            "--algorithm-option goes with --algorithm; a domain is checked on its own examples: leave out --algorithm-option",
        ),
        *(
            (
                ["--algorithm", "astar", word, value],
                f"{word} goes with a SOURCE; the examples of a domain are checked as they are: leave out {word}",
            )
            for word, value in (("--from", "0,0"), ("--to", "0,0"), ("--option", "a=1"))
        ),
        (["--explain", "--algorithm", "astar"], "--algorithm goes without --explain: leave out --algorithm"),
        (["--explain", "--to", "0,0"], "--to goes without --explain: leave out --to"),
        (["--algorithm", "nosuch"], "no algorithm named 'nosuch' is installed (installed: "),
    ],
)
def test_words_of_check_that_do_not_fit(site, capsys, words, message):
    site.fine()
    assert main(["check", "meadow", *words]) == 2
    assert capsys.readouterr().err.startswith(f"genastar: {message}")


def test_check_of_what_is_not_there(site, capsys):
    assert main(["check", "sea"]) == 2
    assert capsys.readouterr().err == ("genastar: no domain named 'sea' is installed (installed: none)\n")
