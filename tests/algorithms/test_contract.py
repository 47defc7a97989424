"""Algorithms are found by name and held to their contract; those of third parties search every problem."""

from __future__ import annotations

import json
import re
from typing import ClassVar

import pytest
from attrs import evolve, field, frozen

import genastar
from genastar import BadInput, Cost, PluginError, Trace, register
from genastar.algorithm import REGISTRY, find_algorithm, list_algorithm_names
from genastar.algorithms import (
    Weighted,
)
from genastar.authoring import Algorithm, OneRun, Promise
from graphs import Line
from house_domains import Street
from known_algorithms import ALONG_LINES, ENOUGH, EVERY, NAMES, OF_VECTORS, TOY, Fine, name_of
from reversible_graphs import TwoWay

pytestmark = pytest.mark.quick


each_algorithm = pytest.mark.parametrize("algorithm", EVERY, ids=name_of)


def test_the_algorithms_of_genastar_are_found_by_name(site):
    assert list_algorithm_names() == []
    site.core()
    assert list_algorithm_names() == NAMES
    assert [find_algorithm(name).name for name in NAMES] == NAMES
    assert find_algorithm("weighted") is Weighted
    assert find_algorithm("genastar:weighted") is Weighted


@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*ALONG_LINES, *OF_VECTORS)])
def test_a_name_stands_for_the_algorithm_with_its_defaults(name):
    problem = TwoWay({0: [(1, 3), (2, 1)], 1: [(3, 1)], 2: [(1, 1)]}, 3)
    one, other = Trace(), Trace()
    result = problem.search(0, algorithm=name, observer=one)
    assert result.algorithm == name
    assert evolve(result, seconds=0) == evolve(problem.search(0, algorithm=find_algorithm(name)(), observer=other), seconds=0)
    assert one.events == other.events


def test_auto_is_astar_for_a_problem_of_ones_own():
    assert Line(3).search(0, algorithm="auto").algorithm == "astar"
    assert Line(3).search(0).algorithm == "astar"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wieghted", "no algorithm named 'wieghted' is installed; did you mean weighted"),
        ("BFS", "no algorithm named 'BFS' is installed; did you mean breadth-first?"),
        ("a*", "no algorithm named 'a*' is installed; did you mean astar?"),
        ("ch", "no algorithm named 'ch' is installed; `genastar algorithms` lists all "),  # what was called so is not installed
        ("nobody:astar", "no algorithm named 'nobody:astar' is installed"),
        ("", "no algorithm named '' is installed"),
    ],
)
def test_a_name_that_nothing_has(site, name, message):
    site.core()
    for ask in (
        lambda: find_algorithm(name),
        lambda: Line(3).search(0, algorithm=name),
        lambda: Street(3).search(0, [2], algorithm=name),
    ):
        with pytest.raises(PluginError) as refused:
            ask()
        assert str(refused.value).startswith(message)
        assert "\n" not in str(refused.value)


def test_what_genastar_brings_is_allowed_whatever_plugins_are(site, monkeypatch):
    site.core()
    site.install("genastar-toy", "[genastar.algorithms]\ntoy = toy:Toy", toy=TOY)
    monkeypatch.setenv("GENASTAR_PLUGINS", "")
    genastar.plugin.refresh()
    assert find_algorithm("weighted") is Weighted
    with pytest.raises(PluginError, match="is disabled"):
        find_algorithm("toy")


@frozen
class Needy(Fine):
    count: int  # type: ignore[misc]  # no default: that is the fault


class Undecorated(OneRun):
    name = "undecorated"
    summary = "forgets @frozen"
    promise = Promise(None)  # type: ignore[assignment]


def without(attribute: str) -> type:
    """The class with something else in the place of a name."""
    return type("Lacks", (Fine,), {attribute: None})


@pytest.mark.parametrize(
    ("faulty", "message"),
    [
        (5, "domain 5 breaks the contract: 5 is not a subclass of genastar.Domain"),
        (OneRun, "algorithm 'OneRun' breaks the contract: it does not define promise"),
        (Algorithm, "algorithm 'Algorithm' breaks the contract: it does not define promise, results"),
        (without("name"), "algorithm 'Lacks' breaks the contract: it has no class attribute name, which must be text"),
        (without("summary"), "algorithm 'Lacks' breaks the contract: it has no class attribute summary, which must be text"),
        (Needy, "algorithm 'Needy' breaks the contract: its option count has no default; give one"),
        (Undecorated, "algorithm 'Undecorated' breaks the contract: it is not an attrs class; decorate it with @attrs.frozen"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_breaks_the_contract_is_not_registered(site, faulty, message):
    with pytest.raises(PluginError) as refused:
        register(faulty)
    assert str(refused.value) == message
    assert REGISTRY.registered == {}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "class Bad:\n    api_version = '1'\n",
            "<class 'bad_algorithm.Bad'> is not a subclass of genastar.authoring.Algorithm",
        ),
        ("from genastar.authoring import OneRun as Bad", "it does not define promise"),
    ],
)
def test_what_breaks_the_contract_is_not_found(site, source, message):
    site.install("genastar-bad", "[genastar.algorithms]\nbad = bad_algorithm:Bad", bad_algorithm=source)
    with pytest.raises(PluginError, match=f"^algorithm 'genastar-bad:bad' breaks the contract: {re.escape(message)}$"):
        find_algorithm("bad")


def test_an_algorithm_for_another_version_is_refused(site):
    source = TOY.replace('name: ClassVar[str] = "toy"', 'name: ClassVar[str] = "toy"\n    api_version: ClassVar[str] = "2"')
    site.install("genastar-toy", "[genastar.algorithms]\ntoy = toy:Toy", toy=source)
    with pytest.raises(PluginError, match=r"needs version 2 .* has version 1"):
        find_algorithm("toy")


def test_a_third_partys_algorithm_searches_every_problem(toy):
    results = list(Line(9, informed=True).results(0, algorithm="toy"))
    assert [(each.algorithm, each.bound, each.path[-1]) for each in results] == [("toy", bound, 9) for bound in (3, 2, 1)]
    assert Line(9).search(0, algorithm="toy").bound == 1
    assert [each.bound for each in Street(9).results(0, [8], algorithm=find_algorithm("toy")(2))] == [2, 1]
    with pytest.raises(BadInput, match="consists of several searches and cannot pause"):
        Line(9).begin(0, algorithm="toy")


def test_results_do_the_work_that_is_asked_for(toy):
    trace = Trace()
    results = Line(3).results(0, algorithm="toy", observer=trace)
    assert trace.events == []
    next(results)
    once = len(trace.events)
    assert once > 0
    next(results)
    assert len(trace.events) == 2 * once


def test_an_algorithm_may_be_registered_by_a_plugin_file(site, tmp_path, capsys, monkeypatch):
    pytest.importorskip("cyclopts", reason="the command line is not installed")
    from genastar.cli import main

    site.core()
    site.fine()
    monkeypatch.chdir(site.fine())
    file = tmp_path / "mine.py"
    file.write_text(TOY.replace("@frozen\nclass", "@register\n@frozen\nclass"), encoding="utf-8")
    line = ["solve", "pond.meadow", "--json", "--plugin-file", str(file), "--algorithm", "toy"]
    assert main([*line, "--algorithm-option", "first=2"]) == 0
    assert json.loads(capsys.readouterr().out)["algorithm"] == "toy"
    assert "toy" in list_algorithm_names()
    assert main(["algorithms", "toy", "--plugin-file", str(file)]) == 0
    assert "toy: search with a weight that falls" in capsys.readouterr().out


ENGINE = '''
"""An engine in one file."""

from genastar.authoring import Engine
from genastar.algorithm import OneRun
from genastar.search.interpreted import Interpreted
from attrs import evolve


class Loud(Engine):
    """Searches as the interpreted engine does, and counts what it was asked for."""

    api_version = "1"
    frontiers = Interpreted.frontiers
    asked = 0

    def begin(self, request):
        type(self).asked += 1
        return Interpreted().begin(request)


ENGINE = Loud()
'''


@each_algorithm
def test_a_third_partys_engine_runs_every_algorithm(toy, algorithm):
    toy.install("genastar-loud", "[genastar.engines]\nloud = loud:ENGINE", loud=ENGINE)
    wanted, heard = Trace(), Trace()
    expected = Line(4, informed=True).search(0, algorithm=algorithm, observer=wanted, limits=ENOUGH)
    found = Line(4, informed=True).search(0, algorithm=algorithm, observer=heard, limits=ENOUGH, engine="loud")
    assert evolve(found, seconds=0) == evolve(expected, seconds=0)
    assert heard.events == wanted.events
    from genastar.engine import find_engine

    assert find_engine("loud").asked > 0  # type: ignore[attr-defined]


def test_an_option_may_be_of_any_field(site):
    @frozen
    class Careful(Fine):
        name: ClassVar[str] = "careful"
        seconds: float = field(default=0.0, metadata={"help": "time"})

    register(Careful)
    assert find_algorithm("careful")(seconds=2).seconds == 2  # type: ignore[call-arg, attr-defined]
    assert Line(3).search(0, algorithm="careful").algorithm == "careful"
    assert "careful" in list_algorithm_names()
    assert REGISTRY.registered == {"careful": Careful}
    assert Line(3).search(0, Cost(1, 1), algorithm=Careful(3)).cost.travelled == 4


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("k-shortest", {"k": 0}), ("alternatives", {"shared": 2}), ("all-optimal", {"k": True}), ("lss-lrta", {"lookahead": 0}),
        ("convex", {"order": "xyz"}), ("deepening", {"by": "luck"}), ("weighted", {"weight": 0}), ("beam", {"complete": "no"}),
        ("breadth-first-heuristic", {"deepen": 3}),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_bad_input(algorithm, options):
    with pytest.raises(BadInput, match=next(iter(options))):
        find_algorithm(algorithm)(**options)
