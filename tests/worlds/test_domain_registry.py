"""Domains: installed, registered, and held to their contract."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

import genastar
from fake_domains import BOTH, INFO, MODEL, install
from genastar import BadInput, PluginError, Result, load, register
from genastar.authoring import DomainInfo
from genastar.cli.options import parse_options
from genastar.plugin import Broken, Disabled, Incompatible, Ready, refresh
from genastar.worlds.domain_registry import (
    contract_fault,
    find_domain,
    guess_domain,
    list_domains,
    make_options,
    run_plugin_file,
)

pytestmark = pytest.mark.quick


def test_listing_domains_imports_their_metadata_alone(site):
    install(site, "road", model="raise RuntimeError")
    row = list_domains()["road"]
    assert (row.name, row.state, row.info.summary) == ("road", Ready(), "A fake.")
    assert "road_info" in sys.modules
    assert "road_model" not in sys.modules


def test_a_domain_is_imported_when_it_is_asked_for(site):
    install(site, "road")
    world = load("a.fake")
    assert type(world) is find_domain("road") is find_domain("genastar-road:road") is sys.modules["road_model"].World
    assert world.source == "a.fake"
    result = world.search(0, [3], engine="interpreted")
    assert (result.path, result.cost.travelled) == ((0, 1, 2, 3), 3)


def test_a_domain_that_fails_on_import(site):
    install(site, "road", model="import no_such_module_anywhere")
    with pytest.raises(PluginError, match=r"'road' of genastar-road 1\.0 is broken: ModuleNotFoundError: .*; try: pip"):
        find_domain("road")


@pytest.mark.parametrize(
    ("info", "state"),
    [
        ("1 / 0", Broken("ZeroDivisionError: division by zero")),
        ("INFO = 5", Broken("road_info:INFO has no attribute api_version, which genastar.domain_info needs")),
        ("class INFO:\n    api_version = '1'", Broken("road_info:INFO is not a genastar.authoring.DomainInfo")),
        (INFO.replace('"1"', '"2"'), Incompatible("2")),
        (INFO.replace("{name!r}", "'street'"), Broken("its entry point is named 'road', but its info 'street'")),
    ],
)
def test_bad_metadata_is_a_row_and_harms_no_other(site, info, state):
    install(site, "road", info=info)
    install(site, "rail", suffix=".rail", magic=b"RAIL")
    found = list_domains()["road"].state
    assert type(found) is type(state)
    assert getattr(found, "reason", None) == getattr(state, "reason", None)
    assert list_domains()["rail"].state == Ready()
    with pytest.raises(PluginError, match="road"):
        find_domain("road")
    assert guess_domain("a.rail") == "rail"


def test_metadata_that_is_missing(site):
    site.install("genastar-road", "[genastar.domains]\nroad = road_model:World", road_model="")
    assert list_domains()["road"].state == Broken("it has no entry point 'road' in the group genastar.domain_info")


def test_the_class_must_carry_the_metadata_that_is_installed(site):
    other = MODEL.replace("INFO, Options", "INFO, Options\nfrom attrs import evolve\nINFO = evolve(INFO, summary='Another.')")
    install(site, "road", model=other)
    with pytest.raises(PluginError, match="its info differs from the object of its entry point 'road' in the group"):
        find_domain("road")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("class World(Domain[int, Cost[int], Options])", "class World", "is not a subclass of genastar.Domain"),
        (
            "info: ClassVar = INFO",
            "info: ClassVar = None",
            "it has no class attribute info, which must be a genastar.authoring.DomainInfo",
        ),
        ("def format(self, position)", "def forget(self, position)", "it does not define format"),
        ("def parse(self, text)", "def parse(self, word)", r"parse\(self, word\) must be parse\(self, text\)"),
        ("def parse(self, text)", "def parse(self)", r"parse\(self\) must be parse\(self, text\)"),
        (
            "def problem(self, goals, starts=())",
            "def problem(self, goals, starts, extra)",
            r"problem\(self, goals, starts, extra\) must be problem\(self, goals, starts\)",
        ),
        ("    @classmethod\n    def read(cls", "    def read(self", r"must be read\(source, options\) \(a class method\)"),
        (
            "    def parse(self, text):\n        return int(text)",
            "    parse = 5",
            r"parse must be a method, parse\(self,",
        ),
    ],
)
def test_a_class_that_breaks_the_contract(site, old, new, fault):
    assert MODEL.count(old) == 1
    install(site, "road", model=MODEL.replace(old, new))
    assert list_domains()["road"].state == Ready()  # that much is known from metadata
    with pytest.raises(PluginError, match=fault):
        find_domain("road")


def test_a_method_may_take_more_with_defaults(site):
    install(
        site,
        "road",
        model=MODEL.replace(
            "def problem(self, goals, starts=())", "def problem(self, goals, starts=(), weight=1, *rest, **more)"
        ),
    )
    assert contract_fault(find_domain("road")) is None


def test_a_disabled_domain(site, monkeypatch):
    install(site, "road")
    monkeypatch.setenv("GENASTAR_PLUGINS", "rail")
    refresh()
    assert list_domains()["road"].state == Disabled()
    assert "road_info" not in sys.modules
    with pytest.raises(PluginError, match="GENASTAR_PLUGINS='rail' does not name it"):
        find_domain("road")
    with pytest.raises(BadInput, match="no domain recognises its name or content"):
        guess_domain("a.fake")


def test_two_domains_of_one_name(site):
    install(site, "road")
    info, model = INFO.format(name="road", suffix=".other", magic=b""), MODEL.replace("{name}", "other")
    points = BOTH.format(name="road").replace("road_", "other_")
    site.install("genastar-another", points, other_info=info, other_model=model)
    with pytest.warns(UserWarning, match="'road' is that of genastar-another, use 'genastar-road:road' for the other"):
        rows = list_domains()
    assert {name: row.info.suffixes for name, row in rows.items()} == {"road": (".other",), "genastar-road:road": (".fake",)}
    assert find_domain("genastar-road:road") is sys.modules["road_model"].World
    assert find_domain("road") is sys.modules["other_model"].World
    assert guess_domain("a.fake") == "genastar-road:road"


def test_registering_a_domain(site):
    pond = fine(site)
    assert register(pond) is pond
    assert list_domains()["meadow"].plugin is None
    assert list_domains()["genastar-meadow:meadow"].state == Ready()
    assert find_domain("meadow") is pond


def fine(site: Any) -> Any:
    """The domain of the fake plugin, registered over the installed one."""
    site.fine()
    installed = find_domain("meadow")
    with pytest.warns(UserWarning, match="registered here; use 'genastar-meadow:meadow' for the installed one"):
        return register(type("Pond", (installed,), {}))


@pytest.mark.parametrize(
    ("thing", "fault"),
    [
        (5, "domain 5 breaks the contract: 5 is not a subclass of genastar.Domain"),
        (Result, "domain 'Result' breaks the contract"),
    ],
)
def test_registering_what_is_no_domain(site, thing, fault):
    with pytest.raises(PluginError, match=fault):
        register(thing)


def test_registering_a_domain_of_another_version(site):
    site.fine()
    meadow = find_domain("meadow")
    info = DomainInfo("later", "", meadow.info.options, api_version="2")
    with pytest.raises(PluginError, match="it needs version 2 of genastar's plugin contract, but this genastar has 1"):
        register(type("Later", (meadow,), {"info": info}))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "red"}, "meadow has no option 'colour'; it has: directions, wall, step"),
        ({"directions": 5}, "option of meadow: 'directions' must be in (4, 8) (got 5)"),
        ({"step": "x"}, "option of meadow: '>' not supported between instances of 'str' and 'int'"),
    ],
)
def test_options_that_are_refused(site, options, message):
    folder = site.fine()
    with pytest.raises(BadInput) as raised:
        load(folder / "pond.meadow", **options)
    assert str(raised.value) == message


def test_an_option_of_one_other_domain_names_it(site):
    folder = site.fine()
    meadow = find_domain("meadow")
    deep = attrs.make_class("Deep", {"depth": attrs.field(default=1)}, frozen=True)
    register(type("Pond", (meadow,), {"info": DomainInfo("pond", "", deep, api_version="1")}))
    told = r"meadow has no option 'depth'.*; pond has one: give --domain pond \(domain='pond' in Python\)"
    with pytest.raises(BadInput, match=told):
        load(folder / "pond.meadow", depth=2)
    with pytest.raises(BadInput, match=told):
        parse_options(meadow.info, {"depth": "2"})
    register(type("Lake", (meadow,), {"info": DomainInfo("lake", "", deep, api_version="1")}))
    with pytest.raises(BadInput, match=r"no option 'depth'; it has: directions, wall, step$"):  # two have it: which is meant?
        load(folder / "pond.meadow", depth=2)


def test_options_that_are_taken(site):
    info = find_fine_info(site)
    assert make_options(info, {"directions": 8}) == info.options(directions=8)


def find_fine_info(site: Any) -> DomainInfo:
    site.fine()
    return find_domain("meadow").info


def test_a_validator_may_raise_bad_input_of_its_own(site):
    from attrs import field, frozen

    def refuse(*_: object) -> None:
        raise BadInput("the colour of the bicycle shed is settled")

    @frozen
    class Options:
        colour: str = field(default="red", validator=refuse)

    with pytest.raises(BadInput, match=r"^the colour of the bicycle shed"):
        make_options(DomainInfo("shed", "", Options, api_version="1"), {})


STREET = INFO.format(name="street", suffix=".street", magic=b"") + MODEL.replace("from {name}_info import INFO, Options", "")


def plugin_file(folder: Path, source: str) -> Path:
    source = source.replace("from __future__ import annotations", "")
    path = folder / "street.py"
    path.write_text(f"from __future__ import annotations\nimport genastar\n{source}", encoding="utf-8")
    return path


def test_a_plugin_file(site, tmp_path):
    run_plugin_file(plugin_file(tmp_path, f"{STREET}\ngenastar.register(World)\n"))
    world = load("a.street")
    assert world.info.name == "street"
    assert world.search(0, [3], engine="interpreted").found
    assert sys.modules[type(world).__module__].World is type(world)


def test_a_plugin_file_imports_what_lies_beside_it(site, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "beside_street.py").write_text("STEP = 3\n")
    run_plugin_file(plugin_file(tmp_path, f"import beside_street\n{STREET}\ngenastar.register(World)\n"))
    assert sys.path[0] == str(tmp_path.resolve())


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "this plugin file registers neither a domain nor an algorithm; decorate one with @genastar.register"),
        ("def", "this plugin file fails: SyntaxError: invalid syntax"),
        ("1 / 0", "this plugin file fails: ZeroDivisionError: division by zero"),
        ("raise SystemExit(5)", "this plugin file fails: SystemExit: 5"),
    ],
)
def test_a_plugin_file_that_fails(site, tmp_path, source, message):
    path = plugin_file(tmp_path, source)
    with pytest.raises(BadInput) as raised:
        run_plugin_file(path)
    assert str(raised.value).startswith(f"{path}: {message}")
    assert len(str(raised.value).splitlines()) == 1


def test_a_plugin_file_that_breaks_the_contract(site, tmp_path):
    with pytest.raises(PluginError, match="domain 'int' breaks the contract"):
        run_plugin_file(plugin_file(tmp_path, "genastar.register(int)"))


@pytest.mark.parametrize("name", ["nowhere.py", "."])
def test_a_plugin_file_that_is_none(site, monkeypatch, tmp_path, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="cannot read this file"):
        run_plugin_file(name)


def test_the_public_names_are_there():
    assert load is genastar.load
    assert register is genastar.register
    for name in genastar.__all__:
        assert getattr(genastar, name).__name__ == name
    assert set(genastar.__all__) <= set(dir(genastar))
    with pytest.raises(AttributeError, match="module 'genastar' has no attribute 'nothing'"):
        _ = genastar.nothing
