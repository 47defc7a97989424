"""The check of an estimate in the worlds of domains."""

import pytest
from attrs import evolve

import genastar
from genastar import Cost
from genastar.algorithms import Weighted
from genastar.testing.oracle import explore
from genastar.worlds.domain_registry import find_domain
from graph_world import check_estimates

ART = """
..........
..########
..........
########..
..........
"""

numpy = pytest.importorskip("numpy")


@pytest.fixture
def grid(tmp_path):
    pytest.importorskip("genastar_grid")
    path = tmp_path / "walls.txt"
    path.write_text(ART.strip(), encoding="utf-8")
    return lambda **options: genastar.load(path, **options)


def of_grid(world, goal=(9, 4), **more):
    return check_estimates(world, (0, 0), (goal,), expansions=10_000, **more)


@pytest.mark.parametrize("search", ["astar", "canonical", "jps", "jps-plus", pytest.param("subgoal", marks=pytest.mark.long)])
def test_a_grid_is_fine_by_every_search(grid, search):
    world = grid()
    report = of_grid(world, algorithm=search)
    assert (report.verdict, report.admissible, report.consistent, report.complete) == ("optimal", True, True, True)
    assert report.cost == world.search((0, 0), [(9, 4)], engine="interpreted").cost.travelled
    assert report.sentence.endswith("; the estimate is admissible and consistent.")


@pytest.mark.parametrize("search", ["theta-star", "lazy-theta-star", "anya"])
def test_no_path_is_said_to_be_optimal_at_any_angle(search):
    """From (0, 2) by (1, 2) to (3, 3) costs 3.236, and the cheapest path of steps 3.414."""
    world = genastar.load(numpy.array([[0, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 1, 1]]), "grid")
    report = check_estimates(world, (0, 2), ((3, 3),), algorithm=search)
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
    report = check_estimates(world, *ends, algorithm=search)
    assert (report.verdict, report.complete) == ("optimal", True)
    sure = None if search in ("hierarchy", "dijkstra") else True
    assert (report.admissible, report.consistent) == (sure, sure)


def test_a_puzzle_that_deepens():
    puzzle = pytest.importorskip("genastar_puzzle.model")
    world = puzzle.Puzzle.read([[1, 2, 3], [4, 5, 6], [0, 7, 8]], puzzle.Options())
    ends = world.default_starts()[0], world.default_goals()
    report = check_estimates(world, *ends, expansions=2000, algorithm="ida-star")
    assert (report.verdict, report.cost, report.admissible) == ("optimal", 2, None)


@pytest.mark.parametrize("domain", ["bitmap", "grid", "hexmap", "puzzle", "roads", "voxel"])
def test_the_examples_of_domains_have_sound_estimates(domain):
    kind = pytest.importorskip(f"genastar_{domain}.model") and find_domain(domain)
    for example in kind.examples():
        report = check_estimates(example.domain, example.start, example.goals, expansions=500)
        assert report.verdict != "suboptimal"
        assert report.admissible is not False
        assert report.consistent is not False
        assert (report.verdict == "unknown") <= (not report.complete)


def test_the_estimate_of_landmarks_is_checked():
    """Whether they are prepared before, or by the search; and a wrong table is found."""
    pytest.importorskip("genastar_prepare")
    pytest.importorskip("genastar_grid")
    hills = genastar.load(numpy.array([[1, 1, 9, 1], [1, 0, 9, 1], [1, 1, 1, 1]]), "grid", turn=1)
    prepared = genastar.prepare(hills, "landmarks").algorithm
    for algorithm in ("landmarks", prepared):
        report = check_estimates(hills, (0, 0), ((3, 0),), algorithm=algorithm)
        assert report.sentence.endswith("the estimate is admissible and consistent.")
    wrong = evolve(prepared, landmarks=evolve(prepared.landmarks, table=3 * prepared.landmarks.table))
    report = check_estimates(hills, (0, 0), ((3, 0),), algorithm=wrong)
    assert (report.admissible, report.consistent) == (False, False)


def test_the_estimate_of_pattern_databases_is_checked():
    """A sum of two tables is admissible, but not consistent; and a wrong table is found."""
    pytest.importorskip("genastar_prepare")
    puzzle = pytest.importorskip("genastar_puzzle.model")
    world = puzzle.Puzzle.read([[1, 2, 3], [4, 5, 6], [0, 7, 8]], puzzle.Options()).with_patterns(((1, 2, 3, 4), (5, 6, 7, 8)))
    ends = world.default_starts()[0], world.default_goals()
    report = check_estimates(world, *ends, expansions=3000, algorithm="astar", reopen=True)
    assert (report.verdict, report.cost, report.admissible, report.holds) == ("optimal", 2, None, True)
    assert report.sentence.startswith("The path is optimal: no path costs less than 2; ")
    databases = world.heuristic.databases
    wrong = evolve(databases[0], costs=databases[0].costs + numpy.uint8(1))
    world = evolve(world, heuristic=evolve(world.heuristic, databases=(wrong, *databases[1:])))
    report = check_estimates(world, *ends, expansions=3000, algorithm="astar", reopen=True)
    assert (report.admissible, report.holds) == (False, False)


def test_the_estimate_of_roads_by_landmarks_is_checked():
    roads = pytest.importorskip("genastar_roads.model").Roads
    example = next(iter(roads.examples()))
    prepared = genastar.prepare(example.domain, "landmarks").algorithm
    for algorithm in ("landmarks", prepared):
        report = check_estimates(example.domain, example.start, example.goals, algorithm=algorithm)
        assert report.sentence.endswith("the estimate is admissible and consistent.")
