"""How plugins are found, named, checked and imported."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from genastar import PluginError
from genastar.algorithm import find_algorithm
from genastar.engine import find_engine
from genastar.plugin import (
    COMMANDS,
    DOMAIN_INFO,
    DOMAINS,
    ENGINES,
    Broken,
    Disabled,
    Incompatible,
    Plugin,
    Ready,
    explain_state,
    find_plugin,
    find_plugins,
    make_install_command,
    refresh,
)

ENGINE = """
import genastar

class Engine(genastar.authoring.Engine):
    api_version = "1"

    def begin(self, request):
        raise NotImplementedError

ENGINE = Engine()
"""


def state(group: str, name: str) -> object:
    return find_plugins(group)[name].probe()


def test_an_empty_site_has_no_plugins(site):
    assert [find_plugins(group) for group in (DOMAINS, DOMAIN_INFO, ENGINES, COMMANDS)] == [{}, {}, {}, {}]


def test_a_plugin_is_known_by_its_metadata(site):
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", "2.5", swift="raise RuntimeError")
    plugin = find_plugins(ENGINES)["swift"]
    assert (plugin.name, plugin.group, plugin.distribution, plugin.version) == ("swift", ENGINES, "genastar-swift", "2.5")
    assert plugin.full_name == "genastar-swift:swift"
    assert plugin.state == Ready()  # it was not imported: that would have failed
    assert "swift" not in sys.modules


def test_a_plugin_is_imported_when_it_is_loaded(site):
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE)
    assert find_plugins(ENGINES)["swift"].load() is sys.modules["swift"].ENGINE
    assert find_engine("swift") is sys.modules["swift"].ENGINE
    assert state(ENGINES, "swift") == Ready()


def test_an_entry_point_may_name_a_module(site):
    site.install("genastar-count", "[genastar.commands]\ncount = count_command", count_command="api_version = '1'")
    assert find_plugins(COMMANDS)["count"].load() is sys.modules["count_command"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import no_such_module_anywhere", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("raise ValueError('one\\ntwo')", "ValueError: one"),
        ("raise ImportError('\\n \\none\\ntwo')", "ImportError: one"),
        ("raise ImportError", "ImportError"),
        ("raise SystemExit('bye')", "SystemExit: bye"),
        ("", "AttributeError: module 'bad_engine' has no attribute 'ENGINE'"),
        ("ENGINE = object()", "bad_engine:ENGINE has no attribute api_version, which genastar.engines needs"),
    ],
)
def test_a_broken_plugin_has_a_reason_and_does_no_harm(site, source, reason):
    site.install("genastar-bad", "[genastar.engines]\nbad = bad_engine:ENGINE", bad_engine=source)
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE)
    broken = state(ENGINES, "bad")
    assert isinstance(broken, Broken)
    assert broken.reason == reason
    assert state(ENGINES, "swift") == Ready()
    with pytest.raises(PluginError) as raised:
        find_plugins(ENGINES)["bad"].load()
    wanted = f"plugin 'bad' of genastar-bad 1.0 is broken: {reason}; try: pip install --force-reinstall genastar-bad"
    assert str(raised.value) == wanted


def test_a_broken_plugin_keeps_its_traceback(site):
    site.install("genastar-bad", "[genastar.engines]\nbad = bad_engine:ENGINE", bad_engine="1 / 0")
    broken = state(ENGINES, "bad")
    assert isinstance(broken, Broken)
    assert "1 / 0" in broken.traceback
    assert "ZeroDivisionError" in broken.traceback


def test_a_plugin_for_another_version_is_incompatible(site):
    site.install("genastar-new", "[genastar.engines]\nnew = new_engine:ENGINE", new_engine=ENGINE.replace('"1"', '"2"'))
    assert state(ENGINES, "new") == Incompatible(wanted="2", found="1")
    with pytest.raises(
        PluginError, match=r"needs version 2 .* has version 1; try: pip install --upgrade genastar genastar-new"
    ):
        find_engine("new")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("ENGINE = Engine()", "ENGINE = Engine"),
            "<class 'bad_engine.Engine'> is not an instance of genastar.authoring.Engine",
        ),
        (("(genastar.authoring.Engine)", ""), "<bad_engine.Engine object at "),
    ],
)
def test_what_is_no_engine_breaks_the_contract(site, change, message):
    site.install("genastar-bad", "[genastar.engines]\nbad = bad_engine:ENGINE", bad_engine=ENGINE.replace(*change))
    with pytest.raises(PluginError, match=f"'genastar-bad:bad' breaks the contract: {re.escape(message)}"):
        find_engine("bad")


def test_an_engine_without_its_method_is_broken(site):
    source = ENGINE.replace("def begin", "def start")
    site.install("genastar-bad", "[genastar.engines]\nbad = bad_engine:ENGINE", bad_engine=source)
    with pytest.raises(PluginError, match=r"'bad' of genastar-bad 1\.0 is broken: TypeError: .* abstract method '?begin'?"):
        find_engine("bad")


def test_of_two_with_one_name_the_first_in_the_alphabet_has_it(site):
    for name in ("genastar-zebra", "genastar-ape"):  # whatever the order on the path
        module = name.removeprefix("genastar-")
        site.install(name, f"[genastar.engines]\nsame = {module}:ENGINE", **{module: ENGINE})
    with pytest.warns(UserWarning, match="both have") as caught:
        found = find_plugins(ENGINES)
    assert [str(warning.message) for warning in caught] == [
        "genastar.engines: genastar-ape and genastar-zebra both have a plugin named 'same'; "
        "'same' is that of genastar-ape, use 'genastar-zebra:same' for the other"
    ]
    assert {name: plugin.distribution for name, plugin in found.items()} == {
        "same": "genastar-ape",
        "genastar-zebra:same": "genastar-zebra",
    }
    assert find_engine("same") is sys.modules["ape"].ENGINE
    assert find_engine("genastar-ape:same") is sys.modules["ape"].ENGINE
    assert find_engine("genastar-zebra:same") is sys.modules["zebra"].ENGINE


def test_the_allow_list_disables_all_others(site, monkeypatch):
    for name in ("ape", "zebra"):
        site.install(f"genastar-{name}", f"[genastar.engines]\n{name} = {name}:ENGINE", **{name: ENGINE})
    monkeypatch.setenv("GENASTAR_PLUGINS", "zebra, lion")
    refresh()
    assert {name: plugin.state for name, plugin in find_plugins(ENGINES).items()} == {"ape": Disabled(), "zebra": Ready()}
    assert state(ENGINES, "ape") == Disabled()
    assert find_engine("zebra").api_version == "1"
    with pytest.raises(PluginError, match="disabled: GENASTAR_PLUGINS='zebra, lion' does not name it"):
        find_engine("ape")
    assert "ape" not in sys.modules


def test_an_empty_allow_list_allows_nothing(site, monkeypatch):
    site.install("genastar-ape", "[genastar.engines]\nape = ape:ENGINE", ape=ENGINE)
    monkeypatch.setenv("GENASTAR_PLUGINS", "")
    refresh()
    assert find_plugins(ENGINES)["ape"].state == Disabled()


def test_the_allow_list_settles_a_clash(site, monkeypatch):
    for name in ("ape", "zebra"):
        site.install(f"genastar-{name}", f"[genastar.engines]\nsame = {name}:ENGINE", **{name: ENGINE})
    monkeypatch.setenv("GENASTAR_PLUGINS", "genastar-zebra:same")
    refresh()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert find_engine("same") is sys.modules["zebra"].ENGINE
    assert find_plugins(ENGINES)["genastar-ape:same"].state == Disabled()


def test_the_first_of_two_versions_on_the_path_is_the_one_that_counts(site):
    site.install("genastar-ape", "[genastar.engines]\nape = ape:ENGINE", "1.0", ape=ENGINE)
    second = site.folder / "again" / "genastar_ape-0.9.dist-info"
    second.mkdir(parents=True)
    (second / "METADATA").write_text("Metadata-Version: 2.1\nName: genastar-ape\nVersion: 0.9\n", encoding="utf-8")
    (second / "entry_points.txt").write_text("[genastar.engines]\nape = ape:ENGINE\n", encoding="utf-8")
    site.add(second.parent)
    assert find_plugins(ENGINES)["ape"].version == "1.0"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ape", "no engine named 'ape' is installed (built in: auto, interpreted; installed: none)"),
        ("some-dist:ape", "no engine named 'some-dist:ape' is installed (built in: auto, interpreted; installed: none)"),
    ],
)
def test_a_plugin_that_is_not_there(site, name, message):
    with pytest.raises(PluginError) as raised:
        find_plugin(ENGINES, name)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("group", "name", "message"),
    [
        (
            DOMAINS,
            "grid",
            "'grid' is installed; it comes with genastar-grid; try: pip install 'genastar[grid]'",
        ),
        (ENGINES, "compiled", "it comes with genastar-compiled; try: pip install 'genastar[compiled]'"),
    ],
)
def test_a_plugin_of_this_project_is_named_with_the_command_that_installs_it(site, group, name, message):
    with pytest.raises(PluginError, match=re.escape(message)):
        find_plugin(group, name)


@pytest.mark.parametrize(
    ("version", "origin", "links"),
    [
        ("1.0", None, ""),
        ("1.0", "{}", ""),
        ("1.0", "no JSON", ""),
        ("1.0", '{"url": "https://example.org/genastar.whl"}', ""),
        ("1.0", '{"url": "file:///some%20where/genastar-1.0.whl", "archive_info": {}}', "--find-links '/some where' "),
        ("1.0", '{"url": "file:///clone", "dir_info": {"editable": true}}', "--find-links /clone/dist "),
        ("0.1.dev7+g1234567", None, "--find-links dist "),
    ],
)
def test_the_command_that_installs_names_the_folder_of_local_wheels(site, version, origin, links):
    home = site.install("genastar", "", version)
    if origin is not None:
        (home / f"genastar-{version}.dist-info" / "direct_url.json").write_text(origin, encoding="utf-8")
    refresh()
    assert make_install_command("genastar[grid]") == f"pip install {links}'genastar[grid]'"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("dikstra", "'dikstra' is installed; did you mean dijkstra, ida-star or astar? `genastar algorithms` lists all "),
        ("bfs", "did you mean breadth-first? `genastar algorithms` lists all "),
        ("zzz", "no algorithm named 'zzz' is installed; `genastar algorithms` lists all "),
    ],
)
def test_a_name_is_answered_by_those_that_are_similar(site, name, message):
    site.core()
    with pytest.raises(PluginError) as raised:
        find_algorithm(name)
    assert message in str(raised.value)
    assert "lazy-theta-star" not in str(raised.value)


def test_a_plugin_that_is_ready_says_so(site):
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE)
    plugin: Plugin = find_plugins(ENGINES)["swift"]
    assert explain_state(plugin, plugin.probe()) == "plugin 'swift' of genastar-swift 1.0 is ready"


LISTING = """
import sys
from genastar.cli import main
code = main(sys.argv[1:])
heavy = {"numpy", "llvmlite", "PIL", "heavy_model"} & set(sys.modules)
assert not heavy, heavy
raise SystemExit(code)
"""

HEAVY = """
[genastar.domains]
heavy = heavy_model:Heavy

[genastar.domain_info]
heavy = heavy_info:INFO

[genastar.engines]
heavy = heavy_model:ENGINE

[genastar.commands]
heavy = heavy_model
"""

HEAVY_INFO = """
from attrs import frozen
from genastar.authoring import DomainInfo

@frozen
class Options:
    pass

INFO = DomainInfo("heavy", "It takes its time.", Options, (".heavy",), api_version="1")
"""


@pytest.mark.parametrize("tokens", [["plugins"], ["plugins", "--json"], ["--help"], ["--version"]])
def test_listing_imports_nothing_heavy(site, tokens):
    """In a process of its own, beside all that is really installed here."""
    pytest.importorskip("cyclopts", reason="the command line is not installed")
    home = site.install("genastar-heavy", HEAVY, heavy_model="import numpy", heavy_info=HEAVY_INFO)
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(Path(__file__).parents[1])])}
    done = subprocess.run([sys.executable, "-c", LISTING, *tokens], env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "heavy" in done.stdout or tokens == ["--version"]
