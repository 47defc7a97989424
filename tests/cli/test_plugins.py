"""``genastar plugins`` and ``genastar doctor``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_output import PLUGIN_FILE, read_json, split_rows
from genastar import PluginError
from genastar.cli import main
from genastar.engine import find_engine
from genastar.plugin import find_plugins

ENGINE = """
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    cache_folder = "/somewhere/else"

ENGINE = Engine()
"""


@pytest.fixture
def mixed(site: Any) -> Any:
    """One plugin that is fine, one that is broken, one that is too new."""
    site.fine()
    site.install("genastar-swift", "[genastar.engines]\nswift = swift_engine:ENGINE", swift_engine=ENGINE)
    site.install("genastar-bad", "[genastar.engines]\nbad = bad_engine:ENGINE", bad_engine="import no_such_module_anywhere")
    site.install("genastar-new", "[genastar.domain_info]\nnew = new_info", "3.0", new_info="api_version = '2'")
    return site


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
    found = read_json(capsys)
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
    assert capsys.readouterr().out == "no plugins are installed; try: pip install 'genastar[grid]'\n"


def test_disabled_plugins(mixed, capsys, monkeypatch):
    monkeypatch.setenv("GENASTAR_PLUGINS", "swift")
    assert main(["plugins", "--json"]) == 0
    found = read_json(capsys)
    assert states(found)["domains", "meadow"] == "disabled"
    assert states(found)["engines", "swift"] == "ready"
    assert {row["reason"] for row in found["plugins"] if row["state"] == "disabled"} == {"GENASTAR_PLUGINS does not name it"}


def test_plugins_of_a_plugin_file(site, capsys, tmp_path):
    site.fine()
    (tmp_path / "field.py").write_text(PLUGIN_FILE.format(more=""), encoding="utf-8")
    assert main(["plugins", "--plugin-file", str(tmp_path / "field.py")]) == 0
    out = capsys.readouterr().out
    assert ["domain", "field", "a plugin file", "ready", "Text files of wheat."] in split_rows(out)


def test_why_of_a_domain_shows_its_options(mixed, capsys):
    assert main(["plugins", "--why", "meadow"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("domain meadow, from genastar-meadow 1.0: ready\n  Text files of grass and walls.\n")
    assert "  reads .meadow, .mdw\n" in out
    assert "  draws .txt\n" in out
    assert ["directions", "one of 4, 8", "4", "Ways out of a square."] in split_rows(out)


def test_why_of_a_domain_as_json(mixed, capsys):
    assert main(["plugins", "--why", "genastar-meadow:meadow", "--json"]) == 0
    domain = read_json(capsys)["plugins"][0]
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
    found = read_json(capsys)
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


def require(home: Path, *wants: str) -> None:
    """Let the metadata of an installed distribution require others."""
    (metadata,) = home.glob("*.dist-info/METADATA")
    with metadata.open("a", encoding="utf-8") as file:
        file.writelines(f"Requires-Dist: {each}\n" for each in wants)


def test_doctor_says_what_to_install(site, capsys):
    site.fine()
    require(
        site.install("genastar", ""),
        *(f"genastar-{name}>=0.1; extra == '{extra}'" for name in ("grid", "voxel") for extra in ("all", name)),
        "pandas>=2.2; extra == 'tables'",
    )
    assert main(["doctor"]) == 0  # nothing that is required is missing
    table = split_rows(capsys.readouterr().out)
    assert ["genastar-voxel", "genastar[voxel]", "optional", "pip install 'genastar[voxel]'"] in table
    assert ["pandas", "genastar[tables]", "optional", "pip install 'genastar[tables]'"] in table
    assert "pyarrow" not in [row[0] for row in table]  # genastar-batch uses it, which is not installed itself


def test_doctor_names_what_the_parts_of_a_plugin_need(site, capsys):
    require(site.install("genastar-Batch", ""), *(f"pyarrow>=15; extra == '{extra}'" for extra in ("test", "parquet")))
    assert main(["doctor", "--json"]) == 0
    told = {each["distribution"]: each for each in read_json(capsys)["missing"]}
    assert "genastar-batch" not in told
    assert told["pyarrow"] == {
        "distribution": "pyarrow",
        "needed_for": "genastar-batch[parquet]",
        "required": False,
        "install": "pip install 'genastar-batch[parquet]'",
    }


def test_doctor_misses_what_a_plugin_requires(site, capsys):
    home = site.install("genastar-lame", "[genastar.commands]\nlame = lame_command", lame_command="")
    wants = ("no_such.thing>=1", "attrs", "backport; python_version < '3'", "more; extra == 'more'")
    site.install("attrs", "")
    require(home, *wants)
    assert main(["doctor", "--json"]) == 1
    assert [each for each in read_json(capsys)["missing"] if each["required"]] == [
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
    (row,) = read_json(capsys)["plugins"]
    assert (row["state"], row["reason"]) == ("broken", "it needs a library; try: pip install library")


def test_doctor_holds_plugins_to_their_contract(site, capsys):
    """Ready to be imported is not all: what is imported must be what it says."""
    site.install("genastar-odd", "[genastar.engines]\nodd = odd_engine", odd_engine="api_version = '1'")
    site.install("genastar-idle", "[genastar.commands]\nidle = idle_command", idle_command="api_version = '1'")
    assert main(["doctor", "--json"]) == 1
    found = read_json(capsys)
    assert states(found) == {("engines", "odd"): "broken", ("commands", "idle"): "broken"}
    assert "is not an instance of genastar.authoring.Engine" in found["plugins"][0]["reason"]
    assert "has no attribute command that can be called" in found["plugins"][1]["reason"]


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


BROKEN = {
    "a BaseException": "class Gone(BaseException):\n    pass\n\nraise Gone('no more')",
    "SystemExit": "import sys\nsys.exit(3)",
    "GeneratorExit": "raise GeneratorExit",
    "an error without a text": "class Odd(Exception):\n    def __str__(self):\n        raise RuntimeError\n\nraise Odd",
    "no syntax": "def (",
    "too deep": "def call():\n    call()\n\ncall()",
    "an object that fails when it is looked at": (
        "class Sly:\n    def __getattr__(self, name):\n        raise OSError('sly')\n\nENGINE = Sly()"
    ),
}
"""Modules that fail when they are imported, or looked at."""


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("group", ["engines", "domains", "domain_info", "algorithms", "commands"])
def test_doctor_survives_what_a_plugin_raises(site, capsys, group, kind):
    site.fine()
    entries = f"[genastar.{group}]\nill = ill_plugin:ENGINE"
    site.install("genastar-ill", entries, ill_plugin=BROKEN[kind])
    assert main(["doctor", "--json"]) == 1
    assert states(read_json(capsys))[group, "ill"] == "broken"
    assert main(["plugins"]) == 0
    assert main(["plugins", "--why", "ill"]) == 1


def test_doctor_reports_an_annotation_that_names_nothing(site, capsys):
    site.core()
    site.install(
        "genastar-ill",
        "[genastar.engines]\nwell = well_engine:ENGINE\n[genastar.commands]\nsay = ill_command\n"
        "[genastar.algorithms]\nill = ill_rule:Ill",
        well_engine="from __future__ import annotations\n" + ENGINE + "\ndef tell(a: Nothing): pass\n",
        ill_command="from __future__ import annotations\napi_version = '1'\ndef command(a: Nothing = 1): pass\n",
        ill_rule=(
            "from __future__ import annotations\nfrom attrs import frozen\nfrom genastar.algorithms import Weighted\n"
            "@frozen\nclass Ill(Weighted):\n    name = 'ill'\n    summary = 'be ill'\n    much: Nothing = 1\n"
        ),
    )  # fmt: skip
    assert main(["doctor", "--json"]) == 1
    found = read_json(capsys)
    told = {row["name"]: (row["state"], row["reason"]) for row in found["plugins"] if row["distribution"] == "genastar-ill"}
    assert {name for name, (state, _) in told.items() if state == "broken"} == {"say", "ill"}
    for name in ("say", "ill"):
        assert "name 'Nothing' is not defined" in told[name][1]
    assert main(["say"]) == 2
    assert "Nothing" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["entry_points.txt", "METADATA"])
def test_metadata_that_is_no_text(site, capsys, file):
    """Of any distribution, for example one that knows nothing of genastar."""
    site.fine()
    home = site.install("some-thing", "[genastar.engines]\nswift = swift:ENGINE")
    (path,) = home.glob(f"*.dist-info/{file}")
    path.write_bytes(b"\xff\xfe\x00[genastar.engines]\n")
    assert main(["plugins"]) == 0
    assert main(["algorithms"]) == 0
    assert main(["doctor", "--json"]) == 1
    (row,) = [row for row in printed_last(capsys)["plugins"] if row["state"] == "broken"]
    assert (row["group"], row["distribution"]) == ("distributions", None)
    assert "its metadata cannot be read: UnicodeDecodeError" in row["reason"]
    assert row["try"].startswith("pip install --force-reinstall ")


def printed_last(capsys):
    """The JSON object on the last line that was printed."""
    return json.loads(capsys.readouterr().out.splitlines()[-1])


@pytest.mark.parametrize("name", ["--help", "-h", "--version"])
def test_a_command_that_is_named_like_an_option(site, capsys, name):
    site.fine()
    site.install("genastar-ill", f"[genastar.commands]\n{name} = ill_command", ill_command="api_version = '1'\ncommand = print")
    assert main(["--help"]) == 0
    assert "Exit codes" in capsys.readouterr().out
    assert main(["--version"]) == 0
    assert main(["doctor", "--json"]) == 1
    (row,) = [row for row in printed_last(capsys)["plugins"] if row["state"] == "broken"]
    assert row["name"] == name
    assert "is an option and no name" in row["reason"]


@pytest.mark.parametrize("source", ["raise BaseException('gone')", "ENGINE = 3"])
def test_our_own_plugin_has_its_name(site, capsys, source):
    """Not a third party's, whichever is first in the alphabet, and whatever is wrong with it."""
    site.install("genastar-compiled", "[genastar.engines]\nswift = swift_engine:ENGINE", swift_engine=ENGINE)
    site.install("a-first", "[genastar.engines]\nswift = ill_engine:ENGINE", ill_engine=source)
    with pytest.warns(UserWarning, match="'swift' is that of genastar-compiled, use 'a-first:swift' for the other"):
        assert find_plugins("genastar.engines")["swift"].distribution == "genastar-compiled"
    assert find_engine("swift").installed_as == "swift"
    with pytest.raises(PluginError):
        find_engine("a-first:swift")
    assert main(["doctor", "--json"]) == 1
    assert states(printed_last(capsys)) == {("engines", "swift"): "ready", ("engines", "a-first:swift"): "broken"}
