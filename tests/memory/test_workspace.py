"""Workspaces: used again, by one search at a time, and usable whatever happened in the last."""

import gc
import threading
import weakref
from contextlib import ExitStack, contextmanager

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from genastar import AStar, Cost, Limits, Outcome, Trace, Workspace
from genastar.contracts.workspace import MOST_IDLE, MOST_KEPT, acquire_workspace, forget_idle, release_workspace
from genastar.errors import WorkspaceBusy
from genastar.search.loop import InterpreterMemory
from graphs import Graph, InsertingGraph, Line, admissible, graphs


def answer(result):
    """All of a result but the time it took."""
    return evolve(result, seconds=0)


@given(st.lists(st.tuples(admissible(), st.booleans(), st.integers(0, 9)), min_size=2, max_size=4))
def test_a_used_workspace_is_as_good_as_a_new_one(questions):
    workspace = Workspace()
    for graph, reopen, expansions in questions:
        old, new = Trace(), Trace()
        limits = Limits(expansions=expansions)
        used = graph.search(0, reopen=reopen, limits=limits, workspace=workspace, observer=old)
        fresh = graph.search(0, reopen=reopen, limits=limits, observer=new)
        assert answer(used) == answer(fresh)
        assert old.events == new.events


def test_one_workspace_serves_costs_of_different_types():
    workspace = Workspace()
    graph = InsertingGraph({0: [(1, "b")]}, frozenset([1]), str.__add__)
    assert graph.search(0, "a", workspace=workspace).cost == "ab"
    assert Line(goal=2).search(0, workspace=workspace).cost == Cost(2, 2)


class Fault(Exception):
    """What a hook raises."""


class Faulty(Graph):
    """Raises in one of its hooks at one position."""

    hook, at = "", 1

    def maybe(self, hook, position):
        if (hook, position) == (self.hook, self.at):
            raise Fault(hook)

    def add_neighbours(self, node, open_list):
        super().add_neighbours(node, open_list)
        self.maybe("add_neighbours", node.position)

    def estimate(self, position):
        self.maybe("estimate", position)
        return super().estimate(position)

    def is_destination(self, position):
        self.maybe("is_destination", position)
        return super().is_destination(position)


@pytest.mark.parametrize("position", [0, 1])
@pytest.mark.parametrize("hook", ["add_neighbours", "estimate", "is_destination"])
@given(graph=graphs())
def test_an_exception_in_a_hook_reaches_the_caller_and_leaves_the_workspace_usable(hook, position, graph):
    class Failing(Faulty):
        pass

    Failing.hook, Failing.at = hook, position
    workspace = Workspace()
    failing = Failing({**graph.edges, 0: [*graph.edges.get(0, ()), (1, 0)]}, frozenset())
    with pytest.raises(Fault) as caught:
        failing.search(0, workspace=workspace)
    assert caught.value.args == (hook,)
    assert caught.value.__cause__ is None
    assert answer(graph.search(0, workspace=workspace)) == answer(graph.search(0))


def test_an_exception_in_an_observer_reaches_the_caller_too():
    class Failing(Trace):
        def closed(self, node):
            raise Fault

    workspace = Workspace()
    with pytest.raises(Fault):
        Line(goal=1).search(0, workspace=workspace, observer=Failing())
    assert Line(goal=1).search(0, workspace=workspace).found


def test_an_interrupt_leaves_the_workspace_usable():
    class Interrupted(Line):
        def is_destination(self, position):
            raise KeyboardInterrupt

    workspace = Workspace()
    with pytest.raises(KeyboardInterrupt):
        Interrupted().search(0, workspace=workspace)
    assert Line(goal=1).search(0, workspace=workspace).found


def test_a_second_thread_is_refused():
    workspace, inside, go_on = Workspace(), threading.Event(), threading.Event()
    results = []

    class Waiting(Line):
        def is_destination(self, position):
            inside.set()
            go_on.wait()
            return super().is_destination(position)

    thread = threading.Thread(target=lambda: results.append(Waiting(goal=3).search(0, workspace=workspace)))
    thread.start()
    inside.wait()
    try:
        with pytest.raises(WorkspaceBusy, match="in use"):
            Line(goal=1).search(0, workspace=workspace)
    finally:
        go_on.set()
        thread.join()
    assert results[0].path == (0, 1, 2, 3)
    assert Line(goal=1).search(0, workspace=workspace).found


def test_a_search_inside_a_hook_needs_its_own():
    workspace = Workspace()

    class Nested(Line):
        shared = True

        def is_destination(self, position):
            inner = Line(goal=2).search(0, workspace=workspace if self.shared else Workspace())
            return position == inner.path[-1]

    with pytest.raises(WorkspaceBusy, match="inside a hook"):
        Nested().search(0, workspace=workspace)
    Nested.shared = False
    assert Nested().search(0, workspace=workspace).path == (0, 1, 2)


def test_one_solver_serves_many_threads():
    solver, results = Line(goal=200), []
    threads = [threading.Thread(target=lambda: results.append(solver.search(0, workspace=Workspace()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [result.path for result in results] == [tuple(range(201))] * 4


def test_a_workspace_is_cleared_at_the_start_of_a_search_and_not_at_its_end():
    workspace = Workspace()
    Line(goal=5).search(0, workspace=workspace)
    with workspace.hold(InterpreterMemory) as memory:
        assert 5 in memory.closed.nodes
    Line(goal=-1, informed=True).search(0, workspace=workspace)
    with workspace.hold(InterpreterMemory) as memory:
        assert set(memory.closed.nodes) == {0, 1, -1}


def test_each_kind_of_memory_is_made_once():
    workspace = Workspace()
    with workspace.hold(list) as memory:
        memory.append(1)
    with workspace.hold(dict) as other:
        assert other == {}
    with workspace.hold(list) as memory:
        assert memory == [1]


def test_memory_is_given_back_after_an_error():
    workspace = Workspace()
    with pytest.raises(Fault), workspace.hold(list):
        raise Fault
    assert Line(goal=1).search(0, workspace=workspace).outcome is Outcome.FOUND


@frozen
class Spot:
    """A position to which there are weak references."""

    at: int


@frozen
class Corridor(AStar):
    goal: int
    seen: list

    def add_neighbours(self, node, open_list):
        spot = Spot(node.position.at + 1)
        self.seen.append(weakref.ref(spot))
        open_list.relax(spot, node.cost.travelled + 1)

    def is_destination(self, position):
        return position.at == self.goal


@contextmanager
def hold_workspace(given):
    """Acquire and release a workspace as an engine does."""
    workspace = acquire_workspace(given)
    yield workspace
    release_workspace(workspace, given)


@pytest.fixture
def none_idle():
    forget_idle()
    yield
    forget_idle()


@pytest.mark.usefixtures("none_idle")
def test_a_plain_call_borrows_what_the_one_before_gave_back():
    with hold_workspace(None) as first:
        pass
    with hold_workspace(None) as second, hold_workspace(None) as third:
        assert second is first
        assert third is not first
    mine = Workspace()
    with hold_workspace(mine) as given:
        assert given is mine
    with hold_workspace(None) as idle:
        assert idle is not mine


@pytest.mark.usefixtures("none_idle")
def test_what_is_idle_holds_nothing_of_a_search():
    seen = []
    assert Corridor(9, seen).search(Spot(0)).found
    gc.collect()
    assert len(seen) == 9
    assert [spot for spot in seen if spot() is not None] == []


@pytest.mark.usefixtures("none_idle")
def test_what_a_failed_search_used_is_not_lent_again():
    with pytest.raises(ZeroDivisionError), hold_workspace(None) as used:
        raise ZeroDivisionError
    with hold_workspace(None) as fresh:
        assert fresh is not used


@pytest.mark.usefixtures("none_idle")
def test_few_are_idle_and_none_that_is_large(monkeypatch):
    with ExitStack() as many:
        used = {id(many.enter_context(hold_workspace(None))) for _ in range(MOST_IDLE + 3)}
    with ExitStack() as many:
        again = [id(many.enter_context(hold_workspace(None))) for _ in range(MOST_IDLE + 3)]
    assert sum(each in used for each in again[:MOST_IDLE]) == MOST_IDLE
    forget_idle()
    with hold_workspace(None) as large:
        monkeypatch.setattr(Workspace, "drop_objects", lambda _: MOST_KEPT + 1)
    with hold_workspace(None) as fresh:
        assert fresh is not large


@pytest.mark.usefixtures("none_idle")
def test_a_plain_call_inside_a_hook_has_another():
    class Outer(Line):
        def add_neighbours(self, node, open_list):
            assert Line(goal=3).search(0).cost == Cost(3, 3)
            super().add_neighbours(node, open_list)

    assert Outer(goal=4).search(0).path == (0, 1, 2, 3, 4)


@pytest.mark.usefixtures("none_idle")
def test_threads_never_share_one():
    seen = set()
    at_once = threading.Barrier(4)

    def hold():
        with hold_workspace(None) as mine:
            seen.add(id(mine))
            at_once.wait()

    for _ in range(20):
        seen.clear()
        threads = [threading.Thread(target=hold) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(seen) == 4
