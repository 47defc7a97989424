from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import pytest
from attrs import evolve, field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
import naive
from genastar import Algorithm, AStar, BadInput, Cost, CostError, Domain, DomainInfo, Limits, Promise
from genastar.algorithms import Deepening, Weighted
from genastar.registry import find_domain
from genastar.testing.estimates import EstimateReport, Fall, Overestimate, check
from genastar.testing.oracle import explore
from genastar_studio.heuristic import shown
from graphs import SIZE, Graph, admissible, edges, goal_sets, left_to_goals, whole

numpy = pytest.importorskip("numpy")


@frozen
class Options: ...


@frozen
class GraphWorld(Domain):
    """A graph as a world: positions are its nodes."""

    info = DomainInfo(name="graph", summary="graphs", options=Options, api_version="1")
    graph: Graph = field(factory=lambda: Graph({}, frozenset()))

    @classmethod
    def read(cls, source: object, options: Options) -> Domain:
        raise BadInput("graphs are made, not read")

    @classmethod
    def examples(cls) -> Iterable[object]:
        return ()

    def parse(self, text: str) -> object:
        return int(text)

    def format(self, position: object) -> str:
        return str(position)

    def problem(self, goals: tuple[object, ...], starts: tuple[object, ...] = ()) -> AStar:
        return Graph(self.graph.edges, frozenset(goals), self.graph.estimates)


def checked(world, start, goals, expansions=1000, **how) -> EstimateReport:
    return check(world, world.asked((start,), goals, engine="interpreted", **how), expansions=expansions)


def ask(edges, goals, estimates, start="s", **more) -> EstimateReport:
    return checked(GraphWorld(Graph(edges, frozenset(), estimates)), start, goals, **more)


FOUR = {"s": [("a", 1), ("b", 4)], "a": [("b", 2)], "b": [("t", 6)]}
"""Four nodes; with the estimates below the search closes b too early: the optimum is 9, and 10 is found without reopening."""
ESTIMATES = {"a": 7, "b": 0, "t": 0, "s": 0}


def test_four_nodes_admissible_and_not_consistent():
    report = ask(FOUR, ["t"], ESTIMATES)
    assert (report.verdict, report.optimum, report.cost) == ("suboptimal", 9, 10)
    assert (report.admissible, report.consistent, report.complete, report.states) == (True, False, True, 4)
    assert report.inconsistent == (Fall("a", "b", 7, 2),)
    assert report.sentence == (
        "The path costs 10, 11 % more than the optimum of 9; the estimate is admissible but not consistent: at 1 of 4 states "
        "it falls by more than a step costs."
    )


def test_reopening_mends_it():
    report = ask(FOUR, ["t"], ESTIMATES, reopen=True)
    assert (report.verdict, report.optimum, report.cost, report.consistent) == ("optimal", 9, 9, False)
    assert report.sentence.startswith("The path is optimal: no path costs less than 9; the estimate is admissible but not")


def test_an_overestimate_is_told_with_the_exact_cost():
    report = ask({"s": [("a", 1), ("t", 4)], "a": [("t", 1)]}, ["t"], {"a": 9, "t": 0})
    assert (report.verdict, report.optimum, report.cost, report.admissible) == ("suboptimal", 2, 4, False)
    assert report.overestimates == (Overestimate("a", 9, 1),)
    assert report.sentence == "The path costs 4, 100 % more than the optimum of 2; the estimate is too high at 1 of 3 states."


def test_a_destination_with_an_estimate_is_an_overestimate():
    report = ask({"s": [("t", 1)]}, ["t"], {"t": 3})
    assert report.overestimates == (Overestimate("t", 3, 0),)
    assert (report.verdict, report.consistent) == ("optimal", True)


def test_a_free_way_that_was_missed_has_no_percentage():
    report = ask({"s": [("a", 0), ("t", 4)], "a": [("t", 0)]}, ["t"], {"a": 9})
    assert report.sentence.startswith("The path costs 4, and not the optimum of 0; ")


def test_nowhere():
    report = ask({"s": [("a", 1)], "a": [("s", 1)]}, ["t"], {"a": 5})
    assert (report.verdict, report.optimum, report.cost) == ("unreachable", None, None)
    assert (report.admissible, report.consistent) == (True, False)
    assert report.sentence.startswith("There is no path: all 2 reachable states were checked; ")


def test_an_infinite_estimate_of_a_dead_end_is_no_overestimate_and_of_a_way_is_one():
    report = ask({"s": [("dead", 1), ("a", 1)], "a": [("t", 1)]}, ["t"], {"dead": float("inf")})
    assert (report.admissible, report.consistent, report.verdict) == (True, True, "optimal")
    report = ask({"s": [("a", 1)], "a": [("t", 1)]}, ["t"], {"a": float("inf")})
    assert shown(report, str).overestimates == [["a", "inf", 1.0]]
    assert shown(report, str).inconsistent == [["a", "t", "inf", 1.0]]


CHAIN = {number: [(number + 1, 1)] for number in range(20)}


def test_a_sample_that_is_cut_off_knows_what_it_knows():
    report = ask(CHAIN, [20], {5: 100}, start=0, expansions=10)
    assert (report.verdict, report.optimum, report.cost) == ("unknown", None, 20)
    assert (report.complete, report.states, report.admissible, report.consistent) == (False, 10, None, False)
    assert report.overestimates == ()
    assert report.sentence.startswith("The optimum is unknown: it lies beyond the 10 states nearest to the start; ")
    report = ask(CHAIN, [20], {}, start=0, expansions=10)
    assert (report.admissible, report.consistent) == (None, None)
    assert report.sentence.endswith("no error of the estimate was found at the 10 states that were checked.")


def test_costs_that_the_unseen_could_beat_are_not_said_to_be_exact():
    """From b the way that was seen costs 50, and another leads out of the sample at 1: that may be cheaper."""
    graph = {"s": [("t", 2), ("b", 1)], "b": [("t", 50), ("c", 9)], "c": [("t", 1)]}
    report = ask(graph, ["t"], {"b": 20, "s": 0}, expansions=3)
    assert (report.verdict, report.optimum, report.complete, report.admissible) == ("optimal", 2, False, None)
    assert ask(graph, ["t"], {"b": 20, "s": 0}).overestimates == (Overestimate("b", 20, 10),)


def test_a_search_that_its_limits_ended():
    report = ask(CHAIN, [20], {}, start=0, limits=Limits(expansions=3))
    assert (report.verdict, report.optimum, report.cost) == ("unknown", 20, None)
    assert report.sentence.startswith("The search ended without a path (limit); the cheapest costs 20; ")


def test_no_time_is_a_sample_of_nothing():
    report = ask(FOUR, ["t"], {}, limits=Limits(seconds=0))
    assert (report.verdict, report.complete, report.states) == ("unknown", False, 0)
    assert report.sentence.startswith("The optimum is unknown: ")


def test_steps_that_cost_less_than_nothing():
    with pytest.raises(CostError, match="a step has a negative cost"):
        ask({"s": [("a", 5)], "a": [("t", -2)]}, ["t"], {})


def test_two_states_at_one_place_are_the_worse_of_them():
    report = ask({"s": [("a1", 1), ("a2", 1)], "a1": [("t", 1)], "a2": [("t", 1)]}, ["t"], {"a1": 9, "a2": 7})
    told = shown(report, lambda state: str(state)[0])
    assert told.overestimates == [["a", 9.0, 1.0]]
    assert told.inconsistent == [["a", "t", 9.0, 1.0]]


@frozen
class Letters(AStar):
    """Costs without an estimate."""

    def add_neighbours(self, node, open_list):
        open_list.insert("t", (*node.cost, 1))

    def is_destination(self, position):
        return position == "t"


class Lettered(GraphWorld):
    def problem(self, goals, starts=()):
        return Letters()

    def start_cost(self, position):
        return (0,)


def test_costs_without_an_estimate():
    report = checked(Lettered(), "s", ("t",), expansions=9)
    assert (report.verdict, report.admissible) == ("unknown", None)


@frozen
class Meeting(Graph):
    """A search that looks at what is known."""

    def add_neighbours(self, node, open_list):
        open_list.known("t")
        super().add_neighbours(node, open_list)


class MeetingWorld(GraphWorld):
    def problem(self, goals, starts=()):
        return Meeting(self.graph.edges, frozenset(goals))


def test_a_search_that_goes_by_what_it_knows():
    report = checked(MeetingWorld(Graph(FOUR, frozenset())), "s", ("t",), expansions=9)
    assert (report.verdict, report.cost) == ("unknown", 9)


@frozen
class Elsewhere(Algorithm):
    """Searches other states than the problem's."""

    name = "elsewhere"
    summary = "search a mirror image"
    promise = Promise(1.0)

    def results(self, request):
        graph = request.problem
        mirrored = {f"{at}'": [(f"{to}'", step) for to, step in steps] for at, steps in graph.edges.items()}
        goals = frozenset(f"{goal}'" for goal in graph.goals)
        yield Graph(mirrored, goals).search(f"{request.start}'", observer=request.observer)


def test_nothing_is_said_of_an_estimate_that_the_search_does_not_ask():
    report = ask(FOUR, ["t"], ESTIMATES, algorithm=Elsewhere())
    assert (report.verdict, report.cost, report.optimum) == ("optimal", 9, 9)
    assert (report.admissible, report.consistent, report.inconsistent) == (None, None, ())
    assert report.sentence.endswith("; the search does not use this estimate, so it was not checked.")


def test_the_estimate_is_that_of_the_algorithm():
    """Weighted A*'s is larger; Dijkstra's algorithm and a search by steps use none."""
    three = {"s": [("a", 1), ("t", 5)], "a": [("t", 3)]}
    exact = {"s": 4, "a": 3, "t": 0}
    plain = ask(three, ["t"], exact)
    assert (plain.verdict, plain.admissible, plain.consistent) == ("optimal", True, True)
    weighted = ask(three, ["t"], exact, algorithm=Weighted(3))
    assert (weighted.admissible, weighted.consistent) == (False, False)
    assert {each.state: (each.estimate, each.exact) for each in weighted.overestimates} == {"s": (12, 4), "a": (9, 3)}
    wrong = {"s": 0, "a": 9, "t": 0}
    for algorithm in ("dijkstra", Weighted(1)):
        report = ask(three, ["t"], wrong, algorithm=algorithm)
        assert report.admissible is (None if algorithm == "dijkstra" else False)
        assert (report.verdict, report.cost) == (("optimal", 4) if algorithm == "dijkstra" else ("suboptimal", 5))
    steps = ask(three, ["t"], exact, algorithm="breadth-first")
    assert (steps.verdict, steps.cost, steps.optimum, steps.admissible) == ("suboptimal", 5, 4, None)
    assert ask(three, ["t"], exact, algorithm="ida-star").verdict == "optimal"


GUIDED = "astar all-optimal alternatives anytime anytime-weighted beam both-ways breadth-first-heuristic convex deepening"
GUIDED += " dynamic-potential focal greedy ida-star k-shortest lss-lrta mm nbs partial-expansion restarting rtaa weighted"
UNGUIDED = ("dijkstra", "breadth-first", "depth-first", Deepening(by="steps"), Deepening(by="steps", step=2))


@frozen
class TwoWays(Graph):
    """A graph whose steps may be reversed."""

    def reverse(self, start):
        back: dict = {}
        for at, steps in self.edges.items():
            for to, step in steps:
                back.setdefault(to, []).append((at, step))
        return Graph(back, frozenset([start])), next(iter(self.goals))


@frozen
class TwoWaysWorld(GraphWorld):
    def problem(self, goals, starts=()):
        return TwoWays(self.graph.edges, frozenset(goals), self.graph.estimates)


@pytest.mark.parametrize("algorithm", GUIDED.split())
def test_an_estimate_that_the_search_uses_is_checked(algorithm):
    """Also where the search weighs it, halves it or never meets the states where it is wrong."""
    world = TwoWaysWorld(Graph({"a": [("b", 1), ("c", 50)], "b": [("c", 1)]}, frozenset(), {"b": 60, "a": 0, "c": 0}))
    report = checked(world, "a", ("c",), expansions=100, algorithm=algorithm)
    assert (report.asks, report.admissible, report.consistent) == (True, False, False)
    assert "not checked" not in report.sentence


@pytest.mark.parametrize("algorithm", UNGUIDED, ids=str)
@pytest.mark.parametrize("estimate", [0, 60, float("nan"), "seven", None])
def test_an_estimate_that_the_search_does_not_use_is_never_checked(algorithm, estimate):
    """Whatever it is; nor does the check ask for it."""
    report = ask({"a": [("b", 1), ("c", 50)], "b": [("c", 1)]}, ["c"], {"b": estimate}, start="a", algorithm=algorithm)
    assert (report.asks, report.admissible, report.consistent) == (False, None, None)
    assert report.sentence.endswith("; the search does not use this estimate, so it was not checked.")


@frozen
class Declared(Graph):
    """A graph whose class declares the property itself."""

    admissible = True
    consistent = True


@frozen
class Unsure(Graph):
    """A graph that declares neither."""

    admissible = False
    consistent = False


def of_kind(kind, algorithm, edges, estimates, **more):
    class World(GraphWorld):
        def problem(self, goals, starts=()):
            return kind(edges, frozenset(goals), estimates)

    return checked(World(), "s", ("t",), expansions=100, algorithm=algorithm, **more)


FALLS = {"s": [("a", 1), ("t", 9)], "a": [("b", 2)], "b": [("t", 6)]}, {"a": 7, "b": 0}
"""An estimate that is admissible and not consistent, and does no harm."""
HIGH = {"s": [("a", 1)], "a": [("b", 2)], "b": [("t", 6)]}, {"a": 20, "b": 7}
"""An estimate that is too high, and does no harm."""


@pytest.mark.parametrize("algorithm", ["ida-star", "anytime", "breadth-first-heuristic", "breadth-first", "astar", "greedy"])
def test_an_inconsistent_estimate_fails_where_it_must_be_consistent(algorithm):
    report = of_kind(Graph, algorithm, *FALLS)
    assert report.holds is (algorithm != "astar")
    if algorithm in ("ida-star", "anytime", "breadth-first-heuristic", "greedy"):
        assert report.sentence.endswith("than a step costs; the algorithm does not need it to be consistent.")
    if algorithm == "astar":
        assert report.sentence.endswith("than a step costs.")
        assert of_kind(Graph, algorithm, *FALLS, reopen=True).holds is True
    assert of_kind(Declared, algorithm, *FALLS).holds is (algorithm == "breadth-first")
    assert of_kind(Unsure, algorithm, *FALLS).holds is True


@pytest.mark.parametrize("algorithm", ["astar", "ida-star", "focal", "greedy", Weighted(2)], ids=str)
def test_an_estimate_that_is_too_high_fails_where_it_must_be_admissible(algorithm):
    report = of_kind(Graph, algorithm, *HIGH)
    assert report.admissible is False
    assert report.holds is (algorithm == "greedy")
    assert of_kind(Declared, algorithm, *HIGH).holds is False
    unsure = of_kind(Unsure, algorithm, *HIGH)
    assert unsure.holds is True
    assert unsure.sentence.endswith("; it is not declared admissible.")


def test_an_estimate_that_only_the_algorithm_raises_is_no_failure():
    report = of_kind(Declared, Weighted(3), FALLS[0], {"s": 8, "a": 8, "b": 6})
    assert (report.admissible, report.consistent, report.holds) == (False, False, True)
    assert report.sentence.endswith("; the estimate is too high at 3 of 4 states, as the algorithm raises it on purpose.")


def test_an_inconsistent_estimate_that_the_algorithm_raises_is_told():
    report = of_kind(Graph, Weighted(2), *FALLS)
    assert report.holds is False
    assert report.sentence.endswith(", as the algorithm raises it on purpose; without that, it is not consistent.")


@frozen
class OnlyConsistent(Graph):
    """A class that declares itself only the stronger property."""

    consistent = True


def test_a_class_that_declares_a_consistent_estimate_declares_an_admissible_one():
    report = of_kind(OnlyConsistent, "greedy", *HIGH)
    assert report.holds is False
    assert report.sentence.endswith("; the estimate is too high at 2 of 4 states.")


@given(
    graph=st.one_of(
        admissible(),
        st.builds(Graph, edges(whole), goal_sets, st.dictionaries(st.integers(0, SIZE - 1), st.fractions(0, 12))),
    ),
    start=st.integers(0, SIZE - 1),
    expansions=st.sampled_from([2, 4, 100]),
    reopen=st.booleans(),
)
@settings(max_examples=150)
def test_as_the_naive_say(graph, start, expansions, reopen):
    report = checked(GraphWorld(graph), start, tuple(graph.goals), expansions=expansions, reopen=reopen)
    ahead = naive.distances({at: () if at in graph.goals else steps for at, steps in graph.edges.items()}, start, 0)
    best = naive.cheapest(graph.edges, start, graph.goals, 0)
    assert report.complete == (len(ahead) <= expansions)
    truth = left_to_goals(graph)
    over = {at: truth[at] for at in ahead if at in truth and graph.estimate(at) > truth[at]}
    found = {each.state: each.exact for each in report.overestimates}
    assert found.items() <= {at: float(cost) for at, cost in over.items()}.items()
    falls = {
        at
        for at in ahead
        if at not in graph.goals
        for to, step in graph.edges.get(at, ())
        if graph.estimate(at) > step + graph.estimate(to)
    }
    assert {fall.state for fall in report.inconsistent} <= falls
    if report.complete:
        assert set(found) == set(over)
        assert {fall.state for fall in report.inconsistent} == falls
        assert report.admissible == (not over)
        assert report.consistent == (not falls)
        assert report.optimum == best
        assert (report.verdict == "unreachable") == (best is None)
    if best is not None and report.verdict in ("optimal", "suboptimal"):
        assert report.optimum == best
        assert (report.verdict == "optimal") == (report.cost == best)
    if report.complete and best is not None and not over and (reopen or not falls):
        assert report.verdict == "optimal"


def test_numbers_of_other_types():
    half = Fraction(1, 2)
    report = ask({"s": [("a", half)], "a": [("t", half)]}, ["t"], {"a": Fraction(2, 3)})
    assert report.overestimates == (Overestimate("a", 2 / 3, 0.5),)
    assert report.optimum == 1.0


ART = """
..........
..########
..........
########..
..........
"""


@pytest.fixture
def grid(tmp_path):
    pytest.importorskip("genastar_grid")
    path = tmp_path / "walls.txt"
    path.write_text(ART.strip(), encoding="utf-8")
    return lambda **options: genastar.load(path, **options)


def of_grid(world, goal=(9, 4), **more):
    return checked(world, (0, 0), (goal,), expansions=10_000, **more)


@pytest.mark.parametrize("search", ["astar", "canonical", "jps", "jps-plus", pytest.param("subgoal", marks=pytest.mark.long)])
def test_a_grid_is_fine_by_every_search(grid, search):
    world = grid()
    report = of_grid(world, algorithm=search)
    assert (report.verdict, report.admissible, report.consistent, report.complete) == ("optimal", True, True, True)
    assert report.cost == world.solve((0, 0), [(9, 4)], engine="interpreted").cost.travelled
    assert report.sentence.endswith("; the estimate is admissible and consistent.")


@pytest.mark.parametrize("search", ["theta-star", "lazy-theta-star", "anya"])
def test_no_path_is_said_to_be_optimal_at_any_angle(search):
    """From (0, 2) by (1, 2) to (3, 3) costs 3.236, and the cheapest path of steps 3.414."""
    world = genastar.load(numpy.array([[0, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 1, 1]]), "grid")
    report = checked(world, (0, 2), ((3, 3),), algorithm=search)
    assert (report.verdict, report.optimum) == ("unknown", None)
    assert report.admissible is not True
    assert report.consistent is not True
    assert report.sentence.startswith(
        "The optimum is unknown: the cheapest path of steps costs 3.414, and a path of straight lines may cost less; "
    )


def test_a_price_for_turning_lifts_the_states(grid):
    report = of_grid(grid(turn=2.0))
    assert (report.verdict, report.admissible, report.consistent) == ("optimal", True, True)
    assert report.states > 50  # cells with headings


def test_manhattan_with_diagonals_says_too_much(grid):
    world = grid(heuristic="manhattan", diagonals="always")
    report = of_grid(world)
    assert report.admissible is False
    view, (x, y) = world.view(), (8, 3)
    told = {place: (estimate, exact) for place, estimate, exact in shown(report, view.place_of_state).overestimates}
    assert told[view.place((x, y))] == pytest.approx((2.0, sqrt(2)), rel=1e-5)


def test_a_weight_is_seen(grid):
    report = of_grid(grid(), algorithm=Weighted(3.0))
    assert (report.admissible, report.consistent) == (False, False)
    assert all(each.estimate <= 3 * each.exact * (1 + 1e-9) for each in report.overestimates)


def test_a_tie_breaker_is_looked_at_with_the_start(grid):
    plain, biased = of_grid(grid(), goal=(9, 2)), of_grid(grid(tie_breaker=True), goal=(9, 2))
    assert plain.admissible is True
    assert biased.admissible is False
    high = len(biased.overestimates)
    assert biased.sentence.endswith(f"is too high at {high} of {biased.states} states; it is not declared admissible.")
    assert biased.holds is True


def test_the_oracle_agrees_on_a_grid(grid):
    world = grid(heuristic="manhattan")
    report = of_grid(world)
    solver = world.problem(((9, 4),))
    for each in report.overestimates[:5]:
        seen = explore(solver, each.state, expansions=1000, stop_at_goal=True)
        assert each.exact == pytest.approx(seen.best.cost.travelled / report.unit)
        assert each.estimate == pytest.approx(solver.estimate(each.state) / report.unit)
        assert isinstance(seen.best.cost, Cost)


@pytest.mark.parametrize("search", ["dijkstra", "astar", "both-ways", pytest.param("hierarchy", marks=pytest.mark.long)])
def test_roads_by_every_search(search):
    roads = pytest.importorskip("genastar_roads.model")
    world = next(iter(roads.Roads.examples())).domain
    ends = world.parse("60.1700,24.9407"), (world.parse("33"),)
    report = checked(world, *ends, algorithm=search)
    assert (report.verdict, report.complete) == ("optimal", True)
    sure = None if search in ("hierarchy", "dijkstra") else True
    assert (report.admissible, report.consistent) == (sure, sure)


def test_a_puzzle_that_deepens():
    puzzle = pytest.importorskip("genastar_puzzle.model")
    world = puzzle.Puzzle.read([[1, 2, 3], [4, 5, 6], [0, 7, 8]], puzzle.Options())
    ends = world.default_start(), world.default_goals()
    report = checked(world, *ends, expansions=2000, algorithm="ida-star")
    assert (report.verdict, report.cost, report.admissible) == ("optimal", 2, None)


@pytest.mark.parametrize("domain", ["bitmap", "grid", "hexmap", "puzzle", "roads", "voxel"])
def test_the_examples_of_domains_have_sound_estimates(domain):
    kind = pytest.importorskip(f"genastar_{domain}.model") and find_domain(domain)
    for example in kind.examples():
        report = checked(example.domain, example.start, example.goals, expansions=500)
        assert report.verdict != "suboptimal"
        assert report.admissible is not False
        assert report.consistent is not False
        assert (report.verdict == "unknown") <= (not report.complete)


def test_the_estimate_of_landmarks_is_checked():
    """Whether they are prepared before, or by the search; and a wrong table is found."""
    pytest.importorskip("genastar_prepare")
    pytest.importorskip("genastar_grid")
    hills = genastar.load(numpy.array([[1, 1, 9, 1], [1, 0, 9, 1], [1, 1, 1, 1]]), "grid", turn=1)
    prepared = genastar.prepare(hills, "landmarks")
    for algorithm in ("landmarks", prepared):
        report = checked(hills, (0, 0), ((3, 0),), algorithm=algorithm)
        assert report.sentence.endswith("the estimate is admissible and consistent.")
    wrong = evolve(prepared, landmarks=evolve(prepared.landmarks, table=3 * prepared.landmarks.table))
    report = checked(hills, (0, 0), ((3, 0),), algorithm=wrong)
    assert (report.admissible, report.consistent) == (False, False)


def test_the_estimate_of_pattern_databases_is_checked():
    """A sum of two tables is admissible, but not consistent; and a wrong table is found."""
    pytest.importorskip("genastar_prepare")
    puzzle = pytest.importorskip("genastar_puzzle.model")
    world = puzzle.Puzzle.read([[1, 2, 3], [4, 5, 6], [0, 7, 8]], puzzle.Options()).with_patterns(((1, 2, 3, 4), (5, 6, 7, 8)))
    ends = world.default_start(), world.default_goals()
    report = checked(world, *ends, expansions=3000, algorithm="astar", reopen=True)
    assert (report.verdict, report.cost, report.admissible, report.holds) == ("optimal", 2, None, True)
    assert report.sentence.startswith("The path is optimal: no path costs less than 2; ")
    databases = world.heuristic.databases
    wrong = evolve(databases[0], costs=databases[0].costs + numpy.uint8(1))
    world = evolve(world, heuristic=evolve(world.heuristic, databases=(wrong, *databases[1:])))
    report = checked(world, *ends, expansions=3000, algorithm="astar", reopen=True)
    assert (report.admissible, report.holds) == (False, False)


def test_the_estimate_of_roads_by_landmarks_is_checked():
    roads = pytest.importorskip("genastar_roads.model").Roads
    example = next(iter(roads.examples()))
    prepared = genastar.prepare(example.domain, "landmarks")
    for algorithm in ("landmarks", prepared):
        report = checked(example.domain, example.start, example.goals, algorithm=algorithm)
        assert report.sentence.endswith("the estimate is admissible and consistent.")


def test_numbers_of_a_sentence_are_written_as_on_the_page() -> None:
    report = EstimateReport(
        "unknown", "The optimum is unknown: it lies beyond the 1,234,567.5 states, as far as they are known"
    )
    wanted = "The optimum is unknown: it lies beyond the 1\u202f234\u202f567.5 states, as far as they are known"
    assert shown(report, str).sentence == wanted
