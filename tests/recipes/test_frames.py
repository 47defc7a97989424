"""Searches that share a budget: fairness, bounds and changes, measured in expansions and never in time."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from attrs import frozen

import genastar
from genastar import AStar, BadInput, Cost, Node, OpenList
from genastar.recipes.frames import Frames

grid = pytest.importorskip("genastar_grid.model")


def make_world(seed=1, size=40):
    costs = np.where(np.random.default_rng(seed).random((size, size)) < 0.2, 0, 1)
    costs[0], costs[-1], costs[:, 0], costs[:, -1] = 1, 1, 1, 1
    return genastar.load(costs, domain="grid")


@frozen
class Line(AStar[int, Cost[int]]):
    """A street of whole numbers from the start upwards."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def estimate(self, position: int) -> int:
        return max(0, self.goal - position)


SETTINGS = {"algorithm": "astar", "engine": "interpreted"}


def test_answers_are_those_of_plain_searches_and_no_frame_exceeds_its_budget():
    world = make_world()
    frames = Frames(world, expansions=150, runs=8, turn=20)
    goals = [(39, number % 40) for number in range(60)]
    tickets = [frames.ask((0, number % 40), [goal], **SETTINGS) for number, goal in enumerate(goals)]
    assert len(frames) == 60
    done, passes = [], 0
    while len(frames):
        done += frames.advance()
        passes += 1
        assert sum(ticket._run is not None for ticket in tickets) <= 8
    assert set(map(id, done)) == set(map(id, tickets))
    total = 0
    for ticket, goal in zip(tickets, goals, strict=True):
        assert ticket.result is not None
        plain = world.search(ticket.start, [goal], **SETTINGS)
        assert (ticket.path, ticket.result.cost, ticket.result.expanded) == (plain.path, plain.cost, plain.expanded)
        total += plain.expanded
    assert total <= 150 * passes
    assert passes <= total / 150 + 2
    assert frames.advance() == []


def test_turns_are_fair():
    """After any frame, no open search has had more than one turn more than another; and a short one does not wait."""
    frames = Frames(Line(10_000), expansions=70, runs=4, turn=10)
    tickets = [frames.ask(start, engine="interpreted") for start in (0, 0, 9_975, 0, 9_000)]
    assert tickets[4].path == ()
    frames.advance()
    counts = [0 if ticket._run is None else ticket._run.expanded for ticket in tickets]
    assert counts == [20, 20, 20, 10, 0]
    (done,) = frames.advance()
    assert done is tickets[2]
    assert done.path == tuple(range(9_975, 10_001))
    counts = [0 if ticket._run is None else ticket._run.expanded for ticket in tickets]
    assert max(counts[0], counts[1], counts[3]) - min(counts[0], counts[1], counts[3]) <= 10
    assert tickets[4]._run is not None
    assert tickets[0].path == tuple(range(len(tickets[0].path)))
    assert len(tickets[0].path) >= 20


def test_a_change_of_the_world_begins_open_searches_again():
    world = make_world()
    frames = Frames(world, expansions=30, turn=10)
    tickets = [frames.ask((0, 0), [(39, 39)], **SETTINGS), frames.ask((0, 5), [(39, 5)], **SETTINGS)]
    frames.advance()
    assert len(tickets[0].path) > 1
    world.change([(39, number) for number in range(1, 39)], 0)
    finished = []
    while len(frames):
        finished += frames.advance()
    plain = world.search((0, 0), [(39, 39)], **SETTINGS)
    assert tickets[0].result is not None
    assert (tickets[0].path, tickets[0].result.expanded) == (plain.path, plain.expanded)
    assert tickets[1].result is None
    assert "39,5 is blocked" in str(tickets[1].error)
    assert tickets[1].is_done
    assert set(map(id, finished)) == set(map(id, tickets))


def test_worlds_of_several_units_share_a_budget():
    """A change of one world does not begin the searches of another again."""
    small, large = make_world(), genastar.load(np.ones((40, 40), int), domain="grid", unit="2x2")
    frames = Frames(small, expansions=10, turn=5)
    one = frames.ask((0, 0), [(39, 39)], **SETTINGS)
    other = frames.ask((0, 0), [(38, 38)], source=large, **SETTINGS)
    frames.advance()
    assert (one._run.expanded, other._run.expanded) == (5, 5)
    small.change([(5, 5)], 0)
    frames.advance()
    assert (one._run.expanded, other._run.expanded) == (5, 10)
    while len(frames):
        frames.advance()
    assert one.result.expanded == small.search((0, 0), [(39, 39)], **SETTINGS).expanded
    assert other.result.expanded == large.search((0, 0), [(38, 38)], **SETTINGS).expanded


def test_cancelling_and_closing():
    world = make_world()
    with Frames(world, expansions=20, runs=1) as frames:
        tickets = [frames.ask((0, 0), [(39, 39)], **SETTINGS) for _ in range(3)]
        frames.advance()
        tickets[0].cancel()
        tickets[1].cancel()
        assert len(frames) == 1
        frames.advance()
        assert [ticket._run is not None for ticket in tickets] == [False, False, True]
    assert all(ticket.is_cancelled and ticket.path == () for ticket in tickets)
    assert len(frames) == 0
    answered = Frames(Line(5), expansions=100).ask(0)
    assert not answered.is_done


def test_seconds_are_a_budget_too():
    frames = Frames(make_world(), seconds=0)
    ticket = frames.ask((0, 0), [(39, 39)])
    assert frames.advance() == []
    assert ticket.result is None
    frames = Frames(make_world(), seconds=60)
    ticket = frames.ask((0, 0), [(39, 39)])
    assert frames.advance() == [ticket]


def test_a_hook_that_raises_gives_up_its_own_search_alone():
    class Fault(Exception):
        pass

    @frozen
    class Broken(Line):
        def add_neighbours(self, node, open_list):
            if node.position == 3:
                raise Fault
            super().add_neighbours(node, open_list)

    frames = Frames(Broken(9), expansions=100)
    bad, good = frames.ask(0, engine="interpreted"), frames.ask(5, engine="interpreted")
    with pytest.raises(Fault):
        frames.advance()
    assert bad.is_cancelled
    assert frames.advance() == [good]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Frames(Line(5)), "a frame has no budget; give seconds=0.002, or a number of expansions"),
        (lambda: Frames(3, expansions=5), "source=3: expected a problem or a world"),
        (lambda: Frames(Line(5), expansions=0), "expansions=0"),
        (lambda: Frames(Line(5), seconds=-1), "seconds=-1"),
        (lambda: Frames(Line(5), expansions=5, runs=0), "runs=0"),
        (lambda: Frames(Line(5), expansions=5).ask(0, [5]), "goals are for worlds, and this is a problem"),
        (lambda: Frames(make_world(), expansions=5).ask((-1, 0), [(5, 0)]), "-1,0 is outside the grid"),
    ],
)
def test_refusals(make, message):
    with pytest.raises(BadInput) as refused:
        make()
    assert message in str(refused.value)


def test_the_path_as_far_as_it_is_known():
    """In positions of the world, whatever the algorithm searches; every prefix is a path of steps."""
    world = make_world(seed=3, size=16)
    for algorithm in (
        "astar",
        "jps",
        "canonical",
        "weighted",
        "anytime-weighted",
        "both-ways",
        "anya",
        "theta-star",
        "subgoal",
    ):
        with world.begin((0, 0), [(15, 15)], algorithm=algorithm, engine="interpreted") as run:
            assert run.path_to_closest == ()
            while run.advance(3) is None:
                path = run.path_to_closest
                if algorithm == "both-ways":
                    assert path == ()
                    continue
                assert path[0] == (0, 0)
                if algorithm != "anya":
                    assert run.closest is not None
                    assert path[-1] == run.closest.position
                if algorithm in ("astar", "jps", "canonical"):
                    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in itertools.pairwise(path))
            assert run.result is not None
            if algorithm not in ("weighted", "anytime-weighted"):
                assert run.path_to_closest == run.result.path
