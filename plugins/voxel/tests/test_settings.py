"""Every setting against a naive Dijkstra, and both engines against each other."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isclose

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_voxel import Voxel, compute_lengths, is_free, list_steps, stands

from genastar import BadInput, Limits, Outcome, Trace, Workspace
from genastar.algorithms import Astar, BothWays, BreadthFirst, Deepening, DepthFirst, Dijkstra, Greedy, Weighted
from genastar.algorithms.astar import ASTAR
from genastar.authoring import Algorithm
from genastar_voxel.info import Options, Wrap
from genastar_voxel.model import Voxels

pytestmark = pytest.mark.long

SHAPE = (8, 3, 4)
"""Eight columns fill their words."""

EVEN = [1.0, 1.0, 0.0]
MUD = [1.0, 2.0, 5.0, 0.0]
BROKEN = [0.5, 1.0, 2.25, 0.0]


def worlds(values: list[float]) -> st.SearchStrategy[np.ndarray]:
    size = int(np.prod(SHAPE))
    return st.lists(st.sampled_from(values), min_size=size, max_size=size).map(lambda costs: np.array(costs).reshape(SHAPE))


algorithms = st.sampled_from(
    [Astar(), Astar(), Weighted(2.5), Dijkstra(), Greedy(), BreadthFirst(), DepthFirst(), Deepening(3000.0), BothWays()]
)
any_world = st.one_of(worlds(EVEN), worlds(MUD), worlds(BROKEN))
voxels = st.tuples(*(st.integers(0, side - 1) for side in SHAPE))

flying = st.builds(
    Options,
    neighbours=st.sampled_from([26, 18, 6]),
    diagonals=st.sampled_from(["no-obstacle", "passage", "always", "never"]),
    lengths=st.sampled_from(["euclidean", "uniform", "manhattan"]),
    step=st.sampled_from(["entered", "mean"]),
    heuristic=st.sampled_from(["auto", "octile", "manhattan", "chebyshev", "euclidean", "none"]),
    wrap=st.sampled_from(["none", "none", "x", "y", "xy"]),
)
walking = st.builds(
    evolve,
    flying,
    gravity=st.just(True),
    climb=st.integers(0, 3),
    fall=st.integers(0, 4),
    headroom=st.integers(1, 3),
)


def check(costs: np.ndarray, start: Voxel, goal: Voxel, options: Options, algorithm: Algorithm = ASTAR) -> None:
    world = Voxels.read(costs, options)
    truth = compute_lengths(costs, start, options).get(goal, inf)
    result = world.search(start, [goal], algorithm=algorithm, engine="interpreted")
    if truth == inf:
        assert result.outcome is Outcome.UNREACHABLE
        return
    assert result.cost is not None
    assert (result.path[0], result.path[-1]) == (start, goal)
    length = sum(
        min(price for cell, price in list_steps(costs, here, options) if cell == there) for here, there in pairwise(result.path)
    )
    assert isclose(length, result.cost.travelled, rel_tol=1e-9)
    promise = world.describe_guarantee()
    assert promise.optimal == (not promise.why)
    if promise.optimal and algorithm == ASTAR:
        assert isclose(length, truth, rel_tol=1e-6, abs_tol=1e-9)
    declared = algorithm.promise
    sure = declared.heuristic == "any" or promise.optimal
    assert result.bound == (declared.bound if sure and not declared.steps else None)
    if result.bound is not None:
        assert length <= result.bound * truth * (1 + 1e-6) + 1e-9
    if declared.steps:
        assert len(result.path) - 1 == fewest(costs, start, goal, options)


def fewest(costs: np.ndarray, start: Voxel, goal: Voxel, options: Options) -> int:
    """The fewest steps."""
    count, ring, seen = 0, {start}, {start}
    while goal not in ring:
        ring = {there for here in ring for there, _ in list_steps(costs, here, options)} - seen
        seen |= ring
        count += 1
    return count


def opened(costs: np.ndarray, *places: Voxel) -> np.ndarray:
    costs = costs.copy()
    for place in places:
        costs[place] = max(costs[place], 1)
    return costs


@settings(max_examples=150)
@given(any_world, voxels, voxels, flying, algorithms)
def test_every_setting(costs: np.ndarray, start: Voxel, goal: Voxel, options: Options, algorithm: Algorithm) -> None:
    check(opened(costs, start, goal), start, goal, options, algorithm)


@settings(max_examples=150)
@given(any_world, voxels, voxels, walking, algorithms)
def test_every_setting_on_the_ground(
    costs: np.ndarray, start: Voxel, goal: Voxel, options: Options, algorithm: Algorithm
) -> None:
    costs = opened(costs, start, goal)
    if all(stands(costs, feet, options) for feet in (start, goal)):
        check(costs, start, goal, options, algorithm)
    else:
        with pytest.raises(BadInput, match=r"in the air; give the ground below|fewer than . free voxels"):
            Voxels.read(costs, options).search(start, [goal], engine="interpreted")


NARROW = [
    (1, 1, 1),
    (1, 1, 5),
    (1, 5, 1),
    (5, 1, 1),
    (2, 1, 3),
    (2, 2, 2),
    (1, 2, 4),
    (3, 2, 1),
    (7, 2, 2),
    (6, 3, 2),
    (8, 1, 3),
]


@settings(max_examples=200)
@given(
    st.sampled_from(NARROW),
    st.integers(0, 2**32 - 1),
    st.sampled_from([EVEN, MUD, BROKEN]),
    st.one_of(flying, walking),
    st.data(),
)
def test_every_setting_around_narrow_worlds(
    shape: Voxel, seed: int, values: list[float], options: Options, data: st.DataObject
) -> None:
    axes = ["x", "y", "xy"] if options.gravity else ["x", "y", "z", "xy", "xz", "yz", "xyz"]
    options = evolve(options, wrap=data.draw(st.sampled_from(axes)))
    random = np.random.default_rng(seed)
    costs = random.choice(np.array(values), shape)
    x, y, z, to_x, to_y, to_z = (int(random.integers(side)) for side in (*shape, *shape))
    costs = opened(costs, (x, y, z), (to_x, to_y, to_z))
    if not options.gravity or all(stands(costs, feet, options) for feet in ((x, y, z), (to_x, to_y, to_z))):
        check(costs, (x, y, z), (to_x, to_y, to_z), options, data.draw(algorithms))


def test_each_axis_is_joined_alone() -> None:
    wide = np.ones((9, 3, 3))
    wide[4] = 0  # a wall across x
    assert not Voxels.read(wide, Options(wrap="yz")).search((3, 1, 1), [(5, 1, 1)], engine="interpreted").found
    around = Voxels.read(wide, Options(wrap="x")).search((3, 1, 1), [(5, 1, 1)], engine="interpreted")
    assert around.path == ((3, 1, 1), (2, 1, 1), (1, 1, 1), (0, 1, 1), (8, 1, 1), (7, 1, 1), (6, 1, 1), (5, 1, 1))
    with pytest.raises(ValueError, match="gravity=true needs a bottom"):
        Options(wrap="xz", gravity=True)


HILLS = np.array([[0, 1, 3, 1, 0], [0, 2, 3, 2, 0], [0, 1, 2, 1, 1], [0, 0, 4, 2, 2]])


@pytest.mark.parametrize("climb", [0, 1, 2, 3])
@pytest.mark.parametrize("fall", [0, 1, 3])
@pytest.mark.parametrize("headroom", [1, 2])
def test_hills(climb: int, fall: int, headroom: int) -> None:
    costs = (np.arange(7) >= HILLS[:, :, None]).astype(float)
    options = Options(gravity=True, climb=climb, fall=fall, headroom=headroom, neighbours=18)
    tops = [(x, y, int(HILLS[x, y])) for x in range(4) for y in range(5)]
    for start in tops[::3]:
        for goal in tops[::4]:
            check(costs, start, goal, options)
            check(costs, start, goal, options, BothWays())


def test_a_low_passage() -> None:
    costs = np.ones((3, 1, 4))
    costs[1, 0, 1] = 0  # a beam
    low, tall = (Voxels.read(costs, Options(gravity=True, headroom=headroom, climb=2)) for headroom in (1, 2))
    assert [voxel[2] for voxel in low.search((0, 0, 0), [(2, 0, 0)], engine="interpreted").path] == [0, 0, 0]
    assert [voxel[2] for voxel in tall.search((0, 0, 0), [(2, 0, 0)], engine="interpreted").path] == [0, 2, 0]


@pytest.mark.parametrize(
    ("kind", "options", "strategy"),
    [
        ("even", Options(diagonals="passage"), flying),
        ("mud", Options(neighbours=18), flying),
        ("even", Options(gravity=True), walking),
    ],
)
def test_both_speeds_tell_the_same(kind: str, options: Options, strategy: object) -> None:
    """Of the shapes that the kit's examples compile, so that little is compiled here."""
    workspace = Workspace()

    @settings(max_examples=30)
    @given(worlds(EVEN if kind == "even" else MUD), st.lists(voxels, min_size=2, max_size=2), st.data())
    def run(costs: np.ndarray, ends: list[Voxel], data: st.DataObject) -> None:
        rules = evolve(
            options,
            diagonals=data.draw(st.sampled_from(["no-obstacle", "passage", "always"])),
            step=data.draw(st.sampled_from(["entered", "mean"])),
            headroom=data.draw(st.integers(1, 2)),
        )
        costs = opened(costs, *ends)
        if kind == "mud":
            costs[ends[0]] = 2  # or a world of even costs would compile anew
        if options.gravity and not all(stands(costs, feet, rules) for feet in ends):
            return
        world = Voxels.read(costs, rules)
        traces: list[Trace[int, object]] = [Trace(), Trace()]  # type: ignore[type-var]
        slow, fast = (
            world.search(ends[0], [ends[1]], engine=engine, observer=trace, workspace=workspace)  # type: ignore[arg-type]
            for engine, trace in zip(("interpreted", "compiled"), traces, strict=True)
        )
        assert (slow.path, slow.cost, slow.expanded) == (fast.path, fast.cost, fast.expanded)
        assert traces[0].events == traces[1].events

    run()


@settings(max_examples=60)
@given(any_world, voxels, voxels, flying, st.permutations(range(3)), st.tuples(*[st.booleans()] * 3))
def test_axes_are_alike(
    costs: np.ndarray, start: Voxel, goal: Voxel, options: Options, order: list[int], mirrored: tuple[bool, ...]
) -> None:
    options = evolve(options, heuristic="auto")
    costs = opened(costs, start, goal)
    flips = [axis for axis in range(3) if mirrored[axis]]
    turned = np.flip(costs, flips).transpose(order)

    def mirror_voxel(voxel: Voxel) -> Voxel:
        parts = [costs.shape[axis] - 1 - part if mirrored[axis] else part for axis, part in enumerate(voxel)]
        return parts[order[0]], parts[order[1]], parts[order[2]]

    one = Voxels.read(costs, options).search(start, [goal], engine="interpreted")
    joined = "".join(new for new, axis in zip("xyz", order, strict=True) if "xyz"[axis] in options.wrap) or "none"
    other = Voxels.read(turned, evolve(options, wrap=joined)).search(
        mirror_voxel(start), [mirror_voxel(goal)], engine="interpreted"
    )
    assert one.outcome is other.outcome
    if one.cost is not None and other.cost is not None:
        assert isclose(one.cost.travelled, other.cost.travelled, rel_tol=1e-9, abs_tol=1e-12)


def test_every_turn_of_one_corner() -> None:
    """One blocked voxel beside a step along three axes, in all eight directions and all six places."""
    for corner in np.ndindex(2, 2, 2):
        for beside in np.ndindex(2, 2, 2):
            goal = tuple(1 - part for part in corner)
            if beside in (corner, goal):
                continue
            costs = np.ones((2, 2, 2))
            costs[beside] = 0
            for corners, length in (("no-obstacle", 1 + 2**0.5), ("passage", 3**0.5), ("always", 3**0.5)):
                found = Voxels.read(costs, Options(diagonals=corners)).search(corner, [goal], engine="interpreted")  # type: ignore
                assert found.cost is not None
                assert isclose(found.cost.travelled, length)
    sealed = np.zeros((2, 2, 2))
    sealed[0, 0, 0] = sealed[1, 1, 1] = 1
    for corners, found in (("passage", False), ("always", True)):
        options = Options(diagonals=corners)  # type: ignore[arg-type]
        assert Voxels.read(sealed, options).search((0, 0, 0), [(1, 1, 1)], engine="interpreted").found is found


@settings(max_examples=60)
@given(worlds(MUD), st.lists(st.tuples(voxels, st.sampled_from([0, 1, 2, 9])), max_size=8), st.booleans())
def test_changes_are_as_if_read_anew(costs: np.ndarray, changes: list[tuple[Voxel, int]], even: bool) -> None:
    costs = (costs > 0).astype(float) if even else costs
    world = Voxels.read(costs, Options(gravity=True)).world
    world.find_bodies(2)
    costs = costs.copy()
    for voxel, cost in changes:
        world.change([voxel], cost)
        costs[voxel] = cost
    fresh = Voxels.read(costs, Options(gravity=True)).world
    assert (world.free == fresh.free).all()
    assert all((one == other).all() for one, other in zip(world.find_bodies(2), fresh.find_bodies(2), strict=True))
    assert world.least <= fresh.least
    numbers = world.frame.to_numbers(np.argwhere(costs > 0))
    ones = np.ones(world.frame.size)
    assert ((ones if world.costs is None else world.costs)[numbers] == costs[costs > 0]).all()


@given(st.tuples(*[st.integers(1, 19)] * 3), st.sampled_from(["none", "x", "y", "xyz"]), st.integers(0, 2**32 - 1))
def test_bits_are_read_back(shape: Voxel, wrap: Wrap, seed: int) -> None:
    mask = np.random.default_rng(seed).random(shape) > 0.5
    world = Voxels.read(mask, Options(wrap=wrap)).world
    frame = world.frame
    assert (frame.unpack(world.free) == mask).all()
    assert (frame.unpack(frame.make_all_bits())).all()
    for voxel in np.random.default_rng(seed).integers(-1, 20, (30, 3)).tolist():
        number = frame.to_number(voxel)
        if all(-1 <= part <= side for part, side in zip(voxel, shape, strict=True)) and number >= 0:  # the world and its rim
            assert frame.has_bit(world.free, number) == is_free(mask, tuple(voxel), wrap)
    assert (frame.to_voxels(frame.to_numbers(np.argwhere(mask))) == np.argwhere(mask)).all()
    assert all(frame.to_voxel(frame.to_number(tuple(voxel))) == tuple(voxel) for voxel in np.argwhere(mask).tolist())


def test_the_nearest_of_several_goals() -> None:
    world = Voxels.read(np.ones((9, 3, 3)), Options())
    result = world.search((4, 0, 0), [(0, 0, 0), (7, 0, 0), (8, 2, 2)], engine="interpreted")
    assert result.path[-1] == (7, 0, 0)
    assert world.search((4, 1, 1), [(4, 1, 1)], engine="interpreted").path == ((4, 1, 1),)


def test_limits_are_lengths() -> None:
    world = Voxels.read(np.ones((10, 1, 1)), Options())
    assert world.search((0, 0, 0), [(9, 0, 0)], limits=Limits(cost=9.0), engine="interpreted").found
    limited = world.search((0, 0, 0), [(9, 0, 0)], limits=Limits(cost=8.9), engine="interpreted")
    assert limited.outcome is Outcome.LIMIT


def test_what_is_lost_is_told() -> None:
    squared = Voxels.read(np.ones((2, 2, 2)), Options(heuristic="euclidean-squared")).describe_guarantee()
    assert not squared.optimal
    assert "euclidean-squared" in squared.why[0]
    assert not Voxels.read(np.ones((2, 2, 2)), Options(heuristic="manhattan", neighbours=18)).describe_guarantee().optimal
    assert Voxels.read(np.ones((2, 2, 2)), Options(heuristic="manhattan", neighbours=6)).describe_guarantee().optimal
    assert Voxels.read(np.ones((2, 2, 2)), Options(heuristic="manhattan", lengths="manhattan")).describe_guarantee().optimal
    assert not Voxels.read(np.ones((2, 2, 2)), Options(heuristic="euclidean", lengths="uniform")).describe_guarantee().optimal
    for heuristic, bounds in (("auto", (1.0, 2.0)), ("euclidean-squared", (None, None))):
        world = Voxels.read(np.ones((2, 2, 2)), Options(heuristic=heuristic))  # type: ignore[arg-type]
        results = [
            world.search((0, 0, 0), [(1, 1, 1)], algorithm=each, engine="interpreted") for each in (ASTAR, Weighted(2.0))
        ]
        assert tuple(result.bound for result in results) == bounds


def test_squared_distance_does_lose() -> None:
    """Somewhere among small worlds it answers with a longer way: what `describe_guarantee` says is no mere caution."""
    longer = 0
    for seed in range(40):
        mask = np.random.default_rng(seed).random((10, 10, 10)) > 0.3
        mask[0, 0, 0] = mask[9, 5, 8] = True
        best, squared = (
            Voxels.read(mask, Options(heuristic=heuristic)).search((0, 0, 0), [(9, 5, 8)], engine="interpreted")  # type: ignore
            for heuristic in ("auto", "euclidean-squared")
        )
        assert best.found == squared.found
        if best.cost is not None and squared.cost is not None:
            assert squared.cost.travelled >= best.cost.travelled - 1e-9
            longer += squared.cost.travelled > best.cost.travelled + 1e-9
    assert longer > 0
