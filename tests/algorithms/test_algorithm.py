"""Algorithms: found by name, held to their contract, and true to what they promise."""

from __future__ import annotations

import json
import pickle
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import evolve, field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
import naive
from genastar import (
    Algorithm,
    AStar,
    BadInput,
    Cost,
    Limits,
    Node,
    OneRun,
    OpenList,
    PluginError,
    Promise,
    Trace,
    register,
)
from genastar import algorithm as module
from genastar.algorithm import algorithm_names, find_algorithm, registered_algorithms
from genastar.algorithms import (
    AllOptimal,
    Alternatives,
    Astar,
    BothWays,
    BreadthFirst,
    Deepening,
    DepthFirst,
    Dijkstra,
    Greedy,
    IdaStar,
    KShortest,
    Weighted,
)
from graphs import Graph, InsertingGraph, Line, admissible, edges, goal_sets
from street import OneWay, Street
from two_way import TwoWay, questions

pytestmark = pytest.mark.quick

EVERY: list[Algorithm] = [
    AllOptimal(),
    Alternatives(),
    Astar(),
    BreadthFirst(),
    Deepening(),
    Deepening(2, by="steps"),
    DepthFirst(),
    Dijkstra(),
    Greedy(),
    IdaStar(),
    KShortest(),
    Weighted(2),
]
ALONG_LINES = ("lazy-theta-star", "theta-star")
"""Those that need straight lines, which the problems here lack."""

NAMES = [
    "all-optimal",
    "alternatives",
    "anytime",
    "anytime-weighted",
    "astar",
    "beam",
    "both-ways",
    "breadth-first",
    "breadth-first-heuristic",
    "convex",
    "deepening",
    "depth-first",
    "dijkstra",
    "dynamic-potential",
    "focal",
    "greedy",
    "ida-star",
    "k-shortest",
    "lazy-theta-star",
    "lss-lrta",
    "mm",
    "nbs",
    "partial-expansion",
    "restarting",
    "rtaa",
    "theta-star",
    "weighted",
]
ENOUGH = Limits(expansions=5000)


def name_of(algorithm: object) -> str:
    return re.sub(r"[^\w=.]+", "-", repr(algorithm)).strip("-")


each_algorithm = pytest.mark.parametrize("algorithm", EVERY, ids=name_of)


# Found by name.


def test_the_algorithms_of_genastar_are_found_by_name(site):
    assert algorithm_names() == []
    site.core()
    assert algorithm_names() == NAMES
    assert [find_algorithm(name).name for name in NAMES] == NAMES
    assert find_algorithm("weighted") is Weighted
    assert find_algorithm("genastar:weighted") is Weighted


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ALONG_LINES])
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
        (
            "wieghted",
            "no algorithm named 'wieghted' is installed; did you mean weighted? (installed: all-optimal, alternatives, ",
        ),
        ("BFS", "no algorithm named 'BFS' is installed; did you mean breadth-first?"),
        ("a*", "no algorithm named 'a*' is installed; did you mean astar?"),
        ("ch", "no algorithm named 'ch' is installed (installed: "),  # what it was called is not installed here
        ("nobody:astar", "no algorithm named 'nobody:astar' is installed"),
        ("", "no algorithm named '' is installed"),
    ],
)
def test_a_name_that_nothing_has(site, name, message):
    site.core()
    for ask in (
        lambda: find_algorithm(name),
        lambda: Line(3).search(0, algorithm=name),
        lambda: Street(3).solve(0, [2], algorithm=name),
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


# The contract.


@frozen
class Fine(OneRun):
    """Searches by A*."""

    name: ClassVar[str] = "fine"
    summary: ClassVar[str] = "expand what A* expands"
    count: int = 1

    @property
    def promise(self) -> Promise:
        return Promise(1.0, "consistent")


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
    assert registered_algorithms() == {}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("class Bad:\n    api_version = '1'\n", "<class 'bad_algorithm.Bad'> is not a subclass of genastar.Algorithm"),
        ("from genastar import OneRun as Bad", "it does not define promise"),
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


# One registered, and one installed, each in one file.

TOY = '''
"""An algorithm in one file: searches with a weight that falls (Richter, Thayer and Ruml, ICAPS 2010)."""

from typing import ClassVar

from attrs import evolve, field, frozen

from genastar import Algorithm, Promise, register
from genastar.algorithms import Weighted


@frozen
class Toy(Algorithm):
    """Search with the weights 3, 2 and 1, an answer for each."""

    name: ClassVar[str] = "toy"
    summary: ClassVar[str] = "search with a weight that falls"
    first: int = field(default=3, metadata={"help": "the first weight"})

    @property
    def promise(self):
        return Promise(1.0, "consistent")

    def results(self, request):
        for weight in range(self.first, 0, -1):
            weighted = Weighted(weight)
            result = weighted.search(evolve(request, bound=weighted.proven(request)))
            yield result
            if not result.found:
                return
'''


@pytest.fixture
def toy(site: Any) -> Any:
    site.core()
    site.fine()
    site.install("genastar-toy", "[genastar.algorithms]\ntoy = toy:Toy", toy=TOY)
    return site


def test_a_third_partys_algorithm_searches_every_problem(toy):
    results = list(Line(9, informed=True).results(0, algorithm="toy"))
    assert [(each.algorithm, each.bound, each.path[-1]) for each in results] == [("toy", bound, 9) for bound in (3, 2, 1)]
    assert Line(9).search(0, algorithm="toy").bound == 1
    assert [each.bound for each in Street(9).results([0], [8], algorithm=find_algorithm("toy")(2))] == [2, 1]
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
    assert "toy" in algorithm_names()
    assert main(["algorithms", "toy", "--plugin-file", str(file)]) == 0
    assert "toy: search with a weight that falls" in capsys.readouterr().out


ENGINE = '''
"""An engine in one file."""

from genastar import Engine
from genastar.algorithm import OneRun
from genastar.search.interpreted import Interpreted
from attrs import evolve


class Loud(Engine):
    """Searches as the interpreted engine does, and counts what it was asked for."""

    api_version = "1"
    frontiers = Interpreted.frontiers
    asked = 0

    def begin(self, request, workspace):
        type(self).asked += 1
        return Interpreted().begin(request, workspace)


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


# What fits.


def test_an_algorithm_of_a_domain_searches_its_worlds_alone():
    @frozen
    class Local(Fine):
        domain: ClassVar[str] = "street"

    assert Street(5).solve(0, [3], algorithm=Local()).path == (0, 1, 2, 3)
    for ask in (
        lambda: Line(5).search(0, algorithm=Local()),
        lambda: Line(5).begin(0, algorithm=Local()),
        lambda: OneWay(5).solve(0, [3], algorithm=Local()),
    ):
        with pytest.raises(BadInput, match=r"^the algorithm 'fine' searches only street worlds; use astar$"):
            ask()


ANY_COST = ("astar", "beam", "ida-star", "partial-expansion")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*ANY_COST, "both-ways", *ALONG_LINES)])
def test_costs_that_do_not_add_are_refused_before_the_search(name):
    graph = InsertingGraph({0: [(1, "b")]}, frozenset([1]), str.__add__)
    message = (
        f"the algorithm {name!r} needs costs that add, and InsertingGraph counts in str; "
        "give a start cost that is a Cost, or use astar"
    )
    with pytest.raises(BadInput) as refused:
        graph.search(0, "a", algorithm=name)
    assert str(refused.value) == message
    assert graph.search(0, "a", algorithm="astar").cost == graph.search(0, "a", algorithm="ida-star").cost == "ab"


def test_what_cannot_be_turned_round_is_refused_before_the_search():
    with pytest.raises(
        BadInput, match=r"^the algorithm 'both-ways' needs Line\.reverse\(start\), which it lacks; write it, or use astar$"
    ):
        Line(5).search(0, algorithm=BothWays())


# What is promised.


@frozen
class Claims(Graph):
    """A graph that says of its estimate what it is."""

    admissible: bool = True  # type: ignore[misc]  # a class attribute elsewhere; either will do
    consistent: bool = True  # type: ignore[misc]


@frozen
class TurningClaims(Claims):
    def reverse(self, start):
        (goal,) = self.goals
        return Graph(naive.reversed_edges(self.edges), frozenset([start])), goal


BOUNDS = {  # by consistency and admissibility: both, admissible alone, that with reopening, none
    Astar(): (1, None, 1, None),
    BothWays(): (1, None, None, None),
    BreadthFirst(): (None, None, None, None),
    Deepening(): (1, None, 1, None),
    Deepening(1, by="steps"): (None, None, None, None),
    Deepening(2, by="steps"): (None, None, None, None),
    DepthFirst(): (None, None, None, None),
    Dijkstra(): (1, 1, 1, 1),
    Greedy(): (None, None, None, None),
    IdaStar(): (1, 1, 1, None),
    Weighted(2): (2, None, 2, None),
    Weighted(Fraction(3, 2)): (1.5, None, 1.5, None),
}


@pytest.mark.parametrize("algorithm", BOUNDS, ids=name_of)
def test_the_bound_is_told_where_it_is_proven(algorithm):
    cases = [(True, True, False), (True, False, False), (True, False, True), (False, False, False)]
    for (is_admissible, is_consistent, reopen), bound in zip(cases, BOUNDS[algorithm], strict=True):
        reopen = reopen and not isinstance(algorithm, DepthFirst)
        problem = TurningClaims({0: [(1, 2)]}, frozenset([1]), {}, is_admissible, is_consistent)
        result = problem.search(0, algorithm=algorithm, reopen=reopen)
        assert result.bound == bound, (is_admissible, is_consistent, reopen)
        assert evolve(problem, edges={}).search(0, algorithm=algorithm, reopen=reopen).bound is None, "nothing was found"


@settings(max_examples=200)
@given(algorithm=st.sampled_from(EVERY), graph=admissible(), reopen=st.booleans())
def test_the_bound_holds(algorithm, graph, reopen):
    """Most of these estimates are admissible and not consistent, and the problem says so."""
    problem = Claims(graph.edges, graph.goals, graph.estimates, consistent=False)
    result = problem.search(0, algorithm=algorithm, reopen=reopen and not isinstance(algorithm, DepthFirst), limits=ENOUGH)
    if result.found and result.bound is not None:
        assert result.cost.travelled <= result.bound * naive.cheapest(graph.edges, 0, graph.goals, 0)


@pytest.mark.parametrize(
    ("promise", "text"),
    [
        (Promise(None), "none"),
        (Promise(1.0), "optimal"),
        (Promise(1.0, "consistent"), "optimal, if the heuristic is consistent"),
        (Promise(1.5, "admissible"), "at most 1.5 times the optimum, if the heuristic is admissible"),
        (Promise(1.0, steps=True), "the fewest steps"),
    ],
)
def test_a_promise_in_words(promise, text):
    assert str(promise) == text


def test_deepening_by_more_than_one_step_promises_nothing_of_the_cost():
    assert Deepening(1, by="steps").promise == Promise(1.0, steps=True)
    assert Deepening(2, by="steps").promise == Promise(None)
    dear = Graph({0: [(1, 1), (2, 100)], 1: [(2, 1)]}, frozenset([2]))
    assert dear.search(0, algorithm=Deepening(2, by="steps")).bound is None


# What a path is made of.

simple = edges(st.integers(0, 9)).map(lambda steps: {place: sorted(dict(ends).items()) for place, ends in steps.items()})
"""Graphs without parallel edges: a path says what it costs."""


def sums(steps, path):
    return [naive.cost_of_path(steps, path[: count + 1], 0) for count in range(len(path))]


@settings(max_examples=200)
@given(algorithm=st.sampled_from(EVERY), steps=simple, goals=goal_sets, data=st.data())
def test_the_costs_are_those_along_the_path(algorithm, steps, goals, data):
    lies = data.draw(st.dictionaries(st.integers(0, 7), st.integers(0, 30)))
    reopen = data.draw(st.booleans()) and not isinstance(algorithm, DepthFirst)
    result = Graph(steps, goals, lies).search(0, algorithm=algorithm, reopen=reopen, limits=ENOUGH)
    assert [cost.travelled for cost in result.costs] == sums(steps, result.path)
    assert result.costs[-1:] == ((result.cost,) if result.found else ())
    copy = pickle.loads(pickle.dumps(result))
    assert (copy, copy.costs) == (result, result.costs)


@given(question=questions())
def test_the_costs_of_a_search_from_both_ends(question):
    problem, start = question
    result = problem.search(start, algorithm=BothWays())
    assert [cost.travelled for cost in result.costs] == sums(problem.edges, result.path)
    problem_again, copy = pickle.loads(pickle.dumps((problem, problem.search(start, algorithm=BothWays()))))
    assert problem_again == problem
    assert (copy.path, copy.costs) == (result.path, result.costs)


def test_the_costs_of_a_domain_are_those_that_a_person_counts():
    result = OneWay(9).solve(3, [1], engine="interpreted")
    assert [cost.travelled for cost in result.costs] == [100, 111, 112]
    copy = pickle.loads(pickle.dumps(OneWay(9).solve(3, [1], engine="interpreted")))
    assert [cost.travelled for cost in copy.costs] == [100, 111, 112]
    assert copy.path == result.path
    assert Street(9).solve(0, [3], engine="interpreted", limits=Limits(expansions=1)).costs == ()


def test_costs_that_do_not_add():
    graph = InsertingGraph({0: [(1, "b")], 1: [(2, "c")]}, frozenset([2]), str.__add__)
    for algorithm in (Astar(), IdaStar()):
        assert graph.search(0, "a", algorithm=algorithm).costs == ("a", "ab", "abc")


def test_why_is_told_of_what_auto_picked_and_of_nothing_else():
    street = Street(5)
    picked, named = street.solve(0, [3], engine="interpreted"), street.solve(0, [3], engine="interpreted", algorithm="astar")
    assert (picked.algorithm, picked.why) == ("astar", "it fits every world of this domain")
    assert (named.algorithm, named.why) == ("astar", "")
    assert Line(3).search(0).why == ""


# The command line.


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
        assert set(row) == {"name", "summary", "promise", "needs", "domains", "options", "error"}
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
            "no algorithm named 'wieghted' is installed; did you mean weighted? (installed: all-optimal",
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


def test_an_option_may_be_of_any_field(site):
    @frozen
    class Careful(Fine):
        name: ClassVar[str] = "careful"
        seconds: float = field(default=0.0, metadata={"help": "time"})

    register(Careful)
    assert find_algorithm("careful")(seconds=2).seconds == 2  # type: ignore[call-arg, attr-defined]
    assert Line(3).search(0, algorithm="careful").algorithm == "careful"
    assert "careful" in algorithm_names()
    assert module.registered_algorithms() == {"careful": Careful}
    assert Line(3).search(0, Cost(1, 1), algorithm=Careful(3)).cost.travelled == 4


@frozen
class Named(AStar[int, Cost[int]]):
    """A line whose fields have the names of optional hooks. Fields are no hooks."""

    size: int
    index: int = 3
    key: str = "a"
    reverse: bool = False
    sight: int = 4
    line_cost: int = 1
    line_estimate: int = 1

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for position in (node.position - 1, node.position + 1):
            if 0 <= position < self.size:
                open_list.relax(position, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.size - 1

    def estimate(self, position: int) -> int:
        return self.size - 1 - position


@pytest.mark.parametrize("name", sorted({*NAMES} - {"depth-first"}))
def test_fields_with_the_names_of_hooks(name: str) -> None:
    algorithm = find_algorithm(name)
    if {"reverse", "sight", "domain"}.intersection(algorithm.needs):
        with pytest.raises(BadInput, match=r"which it lacks|searches only"):
            Named(6).search(0, algorithm=name)
    else:
        assert Named(6).search(0, algorithm=name).path == (0, 1, 2, 3, 4, 5)


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
