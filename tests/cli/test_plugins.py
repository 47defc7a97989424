"""``genastar plugins``, ``genastar doctor``, ``genastar check``."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from genastar.algorithms import Dijkstra
from genastar.cli import main
from genastar.testing.checks import SOLVER_CHECKS
from genastar.testing.domain_checks import DOMAIN_CHECKS

ENGINE = """
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    cache_folder = "/somewhere/else"

ENGINE = Engine()
"""

PLUGIN_FILE = """
import genastar
from genastar_meadow.info import INFO
from genastar_meadow.model import Meadow
from attrs import evolve

@genastar.register
class Field(Meadow):
    info = evolve(INFO, name="field", summary="Text files of wheat.", suffixes=(".field",))
    {more}
"""


@pytest.fixture
def mixed(site: Any) -> Any:
    """One plugin that is fine, one that is broken, one that is too new."""
    site.fine()
    site.install("genastar-swift", "[genastar.engines]\nswift = swift_engine:ENGINE", swift_engine=ENGINE)
    site.install("genastar-bad", "[genastar.engines]\nbad = bad_engine:ENGINE", bad_engine="import no_such_module_anywhere")
    site.install("genastar-new", "[genastar.domain_info]\nnew = new_info", "3.0", new_info="api_version = '2'")
    return site


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("\n") == 1
    found: dict[str, Any] = json.loads(captured.out)
    return found


def rows(text: str) -> list[list[str]]:
    """The cells of a table that was printed into a pipe."""
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]


def states(found: dict[str, Any]) -> dict[tuple[str, str], str]:
    return {(row["group"].removeprefix("genastar."), row["name"]): row["state"] for row in found["plugins"]}


def test_plugins(mixed, capsys):
    assert main(["plugins"]) == 0
    out = capsys.readouterr().out
    for name in ("meadow", "census", "swift", "bad", "new"):
        assert name in out
    assert "Text files of grass and walls." in out
    assert "needs version 2 of the plugin contract; this genastar has version 1" in out
    assert "bad_engine" not in sys.modules  # listed, and not imported
    assert "genastar_meadow.model" not in sys.modules


def test_plugins_as_json(mixed, capsys):
    assert main(["plugins", "--json"]) == 0
    found = printed(capsys)
    assert states(found) == {
        ("domains", "meadow"): "ready",
        ("domain_info", "meadow"): "ready",
        ("domain_info", "new"): "incompatible",
        ("engines", "swift"): "ready",
        ("engines", "bad"): "ready",  # as far as anyone has looked
        ("commands", "census"): "ready",
    }
    assert list(found["plugins"][0]) == ["group", "name", "distribution", "version", "state", "reason"]
    new = next(row for row in found["plugins"] if row["name"] == "new")
    assert (new["distribution"], new["version"]) == ("genastar-new", "3.0")
    assert new["reason"] == "needs version 2 of the plugin contract; this genastar has version 1"


def test_no_plugins(site, capsys):
    assert main(["plugins"]) == 0
    assert capsys.readouterr().out == "no plugins are installed; try: pip install genastar-bitmap\n"


def test_disabled_plugins(mixed, capsys, monkeypatch):
    monkeypatch.setenv("GENASTAR_PLUGINS", "swift")
    assert main(["plugins", "--json"]) == 0
    found = printed(capsys)
    assert states(found)["domains", "meadow"] == "disabled"
    assert states(found)["engines", "swift"] == "ready"
    assert {row["reason"] for row in found["plugins"] if row["state"] == "disabled"} == {"GENASTAR_PLUGINS does not name it"}


def test_plugins_of_a_plugin_file(site, capsys, tmp_path):
    site.fine()
    (tmp_path / "field.py").write_text(PLUGIN_FILE.format(more=""), encoding="utf-8")
    assert main(["plugins", "--plugin-file", str(tmp_path / "field.py")]) == 0
    out = capsys.readouterr().out
    assert ["domain", "field", "a plugin file", "ready", "Text files of wheat."] in rows(out)


def test_why_of_a_domain_shows_its_options(mixed, capsys):
    assert main(["plugins", "--why", "meadow"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("domain meadow, from genastar-meadow 1.0: ready\n  Text files of grass and walls.\n")
    assert "  reads .meadow, .mdw\n" in out
    assert "  draws .txt\n" in out
    assert ["directions", "one of 4, 8", "4", "Ways out of a square."] in rows(out)


def test_why_of_a_domain_as_json(mixed, capsys):
    assert main(["plugins", "--why", "genastar-meadow:meadow", "--json"]) == 0
    domain = printed(capsys)["plugins"][0]
    assert domain["reads"] == [".meadow", ".mdw"]
    assert domain["options"][0] == {
        "name": "directions",
        "takes": "one of 4, 8",
        "default": "4",
        "help": "Ways out of a square.",
    }


def test_why_of_a_broken_plugin_shows_its_traceback(mixed, capsys):
    assert main(["plugins", "--why", "bad"]) == 1
    out = capsys.readouterr().out
    assert "engine bad, from genastar-bad 1.0: broken\n" in out
    assert "No module named 'no_such_module_anywhere'" in out
    assert "Traceback (most recent call last):" in out


def test_why_of_nothing(mixed, capsys):
    assert main(["plugins", "--why", "sea"]) == 2
    assert capsys.readouterr().err.startswith("genastar: no domain named 'sea' is installed (installed: meadow)\n")


def test_doctor_imports_everything(mixed, capsys):
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "ModuleNotFoundError: No module named 'no_such_module_anywhere'" in out
    assert "cache of swift: /somewhere/else\n" in out
    assert "; try: pip install --force-reinstall genastar-bad" in out
    assert "; try: pip install --upgrade genastar genastar-new" in out
    assert out.endswith("2 of 6 plugins cannot be used\n")
    assert "genastar_meadow.model" in sys.modules


def test_doctor_as_json(mixed, capsys, monkeypatch):
    monkeypatch.setenv("GENASTAR_SOMETHING", "else")
    assert main(["doctor", "--json"]) == 1
    found = printed(capsys)
    assert found["healthy"] is False
    assert states(found)["engines", "bad"] == "broken"
    assert states(found)["domains", "meadow"] == "ready"
    assert found["python"].split()[1] == sys.version.split()[0]
    assert found["environment"]["GENASTAR_SOMETHING"] == "else"
    assert found["caches"] == {"swift": "/somewhere/else"}


def test_a_healthy_house(site, capsys):
    site.fine()
    assert main(["doctor"]) == 0
    assert capsys.readouterr().out.endswith("all plugins can be used\n")


def test_doctor_says_what_to_install(site, capsys):
    site.fine()
    assert main(["doctor"]) == 0  # nothing that is required is missing
    table = rows(capsys.readouterr().out)
    assert ["genastar-voxel", "domain voxel; command voxels", "optional", "pip install 'genastar[voxel]'"] in table
    assert ["pandas", "genastar.to_pandas", "optional", "pip install 'genastar[tables]'"] in table
    assert "pyarrow" not in [row[0] for row in table]  # genastar-batch uses it, which is not installed itself


def test_doctor_names_what_the_parts_of_a_plugin_need(site, capsys):
    site.install("genastar-Batch", "")
    assert main(["doctor", "--json"]) == 0
    told = {each["distribution"]: each for each in printed(capsys)["missing"]}
    assert "genastar-batch" not in told
    assert told["pyarrow"] == {
        "distribution": "pyarrow",
        "needed_for": "genastar batch with Parquet files",
        "required": False,
        "install": "pip install 'genastar-batch[parquet]'",
    }


def test_doctor_misses_what_a_plugin_requires(site, capsys):
    home = site.install("genastar-lame", "[genastar.commands]\nlame = lame_command", lame_command="")
    (metadata,) = home.glob("*.dist-info/METADATA")
    wants = ("no_such.thing>=1", "attrs", "backport; python_version < '3'", "more; extra == 'more'")
    site.install("attrs", "")
    with metadata.open("a", encoding="utf-8") as file:
        file.writelines(f"Requires-Dist: {each}\n" for each in wants)
    assert main(["doctor", "--json"]) == 1
    assert [each for each in printed(capsys)["missing"] if each["required"]] == [
        {
            "distribution": "no-such-thing",
            "needed_for": "genastar-lame",
            "required": True,
            "install": "pip install 'genastar-lame'",
        }
    ]
    assert main(["doctor"]) == 1
    assert capsys.readouterr().out.endswith("required distributions that are not installed: 1\n")


def test_doctor_asks_engines_whether_they_can_search(site, capsys):
    check = "    def check(self):\n        raise genastar.PluginError('it needs a library; try: pip install library')\n"
    site.install(
        "genastar-late", "[genastar.engines]\nlate = late:ENGINE",
        late="import genastar" + ENGINE.replace("ENGINE =", f"{check}\nENGINE ="),
    )  # fmt: skip
    assert main(["doctor", "--json"]) == 1
    (row,) = printed(capsys)["plugins"]
    assert (row["state"], row["reason"]) == ("broken", "it needs a library; try: pip install library")


def test_doctor_holds_plugins_to_their_contract(site, capsys):
    """Ready to be imported is not all: what is imported must be what it says."""
    site.install("genastar-odd", "[genastar.engines]\nodd = odd_engine", odd_engine="api_version = '1'")
    site.install("genastar-idle", "[genastar.commands]\nidle = idle_command", idle_command="api_version = '1'")
    assert main(["doctor", "--json"]) == 1
    found = printed(capsys)
    assert states(found) == {("engines", "odd"): "broken", ("commands", "idle"): "broken"}
    assert "is not an instance of genastar.Engine" in found["plugins"][0]["reason"]
    assert "has no attribute command that can be called" in found["plugins"][1]["reason"]


def test_check(site, capsys):
    site.fine()
    assert main(["check", "meadow"]) == 0
    out = capsys.readouterr().out
    assert len(rows(out)) == 1 + len(SOLVER_CHECKS) + len(DOMAIN_CHECKS) + 1
    assert ["positions are hashable", "passed"] in rows(out)
    assert ["engines agree", "skipped", "no other engine is installed"] in rows(out)
    assert out.endswith("meadow keeps the contract, as far as these examples show\n")


def test_check_of_a_liar(site, capsys, tmp_path):
    site.fine()
    lie = "def format(self, position):\n        return 'nowhere'"
    (tmp_path / "field.py").write_text(PLUGIN_FILE.format(more=lie), encoding="utf-8")
    tokens = ["check", "field", "--plugin-file", str(tmp_path / "field.py")]
    assert main(tokens) == 1
    assert capsys.readouterr().out.endswith(f"1 of {len(SOLVER_CHECKS) + len(DOMAIN_CHECKS)} checks failed\n")
    assert main([*tokens, "--json"]) == 1
    found = printed(capsys)
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
    _, (title, state, told), kept = rows(capsys.readouterr().out)
    assert (title, state) == (f"estimate in {home / 'pond.meadow'}", "passed")
    assert told.startswith("The path is optimal: ")
    assert told.endswith("; the estimate is admissible and consistent.")
    assert kept == ["the estimate of astar is as declared, as far as these examples show"]
    assert main(["check", "meadow", "--algorithm", "weighted", "--algorithm-option", "weight=9", "--json"]) == 0
    found = printed(capsys)
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
    assert [row["state"] for row in printed(capsys)["checks"]] == ["skipped", "skipped", "passed"]
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
    _, *found, _ = rows(capsys.readouterr().out)
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


def test_a_domain_of_a_plugin_file_is_solved(site, capsys, tmp_path):
    """Beside what is really installed, in a process of its own."""
    (tmp_path / "field.py").write_text(PLUGIN_FILE.format(more=""), encoding="utf-8")
    (tmp_path / "wheat.field").write_text("...\n", encoding="utf-8")
    root = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "tests" / "fake_plugins" / "fine"), str(root)])}
    done = subprocess.run(
        [sys.executable, "-m", "genastar", "solve", "wheat.field", "--json", "--plugin-file=field.py", "--engine=interpreted"],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["domain"], found["path"]) == ("field", ["0,0", "1,0", "2,0"])
