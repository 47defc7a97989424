"""``engine="auto"``: begins interpreted, goes on in machine code, and nobody can tell but by the time."""

from __future__ import annotations

import warnings
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from fake_engine import Swift, install_engines, look_always
from genastar import CancelToken, Cost, Limits, Outcome, PluginError, Trace, Workspace
from genastar.algorithms import IdaStar
from genastar.search.auto import engine as module
from graphs import Graph, Line, admissible


@pytest.fixture(name="look_always")
def looking_always(monkeypatch):
    look_always(monkeypatch)


def same(one, other):
    return evolve(one, seconds=0, engine="") == evolve(other, seconds=0, engine="")


@given(graph=admissible(), ready_at=st.integers(0, 12), reopen=st.booleans(), live=st.booleans())
def test_a_search_that_changes_engines_anywhere_gives_the_same_result_and_events(graph, ready_at, reopen, live):
    class Ear(Trace):
        pass

    Ear.live = live
    with pytest.MonkeyPatch.context() as monkeypatch:
        look_always(monkeypatch)
        install_engines(monkeypatch, ready_at=ready_at)
        wanted, heard = Trace(), Ear()
        expected = graph.search(0, reopen=reopen, engine="interpreted", observer=wanted)
        found = graph.search(0, reopen=reopen, engine="auto", observer=heard)
    assert same(found, expected)
    assert heard.events == wanted.events
    if ready_at != expected.expanded:  # then it depends on whether the last expansion added something
        assert found.engine == ("swift" if ready_at < expected.expanded else "interpreted")


@given(graph=admissible(), ready_at=st.integers(0, 6), refuses_after=st.integers(0, 12))
def test_machine_code_that_refuses_in_the_middle_is_no_harm(graph, ready_at, refuses_after):
    with pytest.MonkeyPatch.context() as monkeypatch:
        look_always(monkeypatch)
        install_engines(monkeypatch, ready_at=ready_at, refuses_after=refuses_after)
        wanted, heard = Trace(), Trace()
        expected = graph.search(0, engine="interpreted", observer=wanted)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            found = graph.search(0, engine="auto", observer=heard)
    assert same(found, expected)
    assert heard.events == wanted.events
    assert found.engine == "interpreted"
    if ready_at != expected.expanded:
        assert len(warned) == (ready_at < expected.expanded)


@given(graph=admissible(), ready_at=st.integers(0, 8), expansions=st.integers(0, 8))
def test_a_limit_on_expansions_counts_those_of_the_whole_search_once(graph, ready_at, expansions):
    with pytest.MonkeyPatch.context() as monkeypatch:
        look_always(monkeypatch)
        install_engines(monkeypatch, ready_at=ready_at)
        limits = Limits(expansions=expansions)
        assert same(graph.search(0, engine="auto", limits=limits), graph.search(0, limits=limits))


@given(graph=admissible(), ready_at=st.integers(0, 12))
def test_rounds_of_deepening_change_engines_too(graph, ready_at):
    with pytest.MonkeyPatch.context() as monkeypatch:
        look_always(monkeypatch)
        install_engines(monkeypatch, ready_at=ready_at)
        wanted, heard = Trace(), Trace()
        limits = Limits(expansions=200)
        expected = graph.search(0, engine="interpreted", observer=wanted, limits=limits, algorithm=IdaStar())
        assert same(graph.search(0, engine="auto", observer=heard, limits=limits, algorithm=IdaStar()), expected)
    assert heard.events == wanted.events


@given(graph=admissible(), starts=st.lists(st.integers(0, 7), min_size=1, max_size=6), ready_at=st.integers(0, 12))
def test_many_questions_change_engines_too(graph, starts, ready_at):
    with pytest.MonkeyPatch.context() as monkeypatch:
        look_always(monkeypatch)
        install_engines(monkeypatch, ready_at=ready_at)
        expected = graph.search_many(starts, engine="interpreted")
        found = graph.search_many(starts, engine="auto")
    assert all(map(same, found, expected))
    assert {each.engine for each in found} <= {"swift"} or {each.engine for each in found} <= {"interpreted"}


def test_a_small_search_asks_no_engine(monkeypatch):
    _, swift = install_engines(monkeypatch)
    assert Line(50).search(0, engine="auto").found
    assert swift.looks == []


def test_the_searches_of_a_class_count_together(monkeypatch):
    _, swift = install_engines(monkeypatch)
    found = Line(50).search(0, engine="auto")
    for _ in range(100_000):
        if found.engine == "swift":
            break
        found = Line(50).search(0, engine="auto")
    assert found.engine == "swift"
    assert all(spent >= module.LOOK_AFTER for _, spent in swift.looks)


def slowly(monkeypatch, seconds_of_check):
    """Search 3,000 expansions of a millisecond each, with checks that take as long as told; return their times."""
    clock = [0.0]
    looked = []
    monkeypatch.setattr(module, "perf_counter", lambda: clock[0])

    class Slow(Line):
        def add_neighbours(self, node, open_list):
            clock[0] += 0.001
            super().add_neighbours(node, open_list)

    def ready(self, ask, asked, spent):
        looked.append(clock[0])
        clock[0] += seconds_of_check(len(looked))
        return False

    monkeypatch.setattr(Swift, "is_ready", ready)
    install_engines(monkeypatch)
    assert Slow(3000).search(0, engine="auto").found
    return looked, clock[0]


def test_slow_checks_take_a_small_share_of_the_time(monkeypatch):
    looked, seconds = slowly(monkeypatch, lambda number: 0.05)
    assert 3 <= len(looked) <= 0.15 * seconds / 0.05


def test_one_slow_check_does_not_put_off_the_next(monkeypatch):
    """The check that imports the compiler takes half a second, and machine code may be ready soon after it."""
    looked, _ = slowly(monkeypatch, lambda number: 0.6 if number == 20 else 0.0001)
    assert looked[20] - looked[19] < 0.7
    assert max(after - before for before, after in pairwise(looked[20:])) < 0.1


def test_what_does_not_compile_is_asked_once_and_warned_of_once(monkeypatch, look_always):
    _, swift = install_engines(monkeypatch, refuses_to_be_ready=True)
    with pytest.warns(UserWarning, match="searching interpreted: Line.add_neighbours, line 5: a generator") as warned:
        results = [Line(5).search(0, engine="auto") for _ in range(3)]
    assert [each.engine for each in results] == ["interpreted"] * 3
    assert (len(warned), len(swift.looks)) == (1, 1)
    assert warned[0].filename == __file__, "the warning names the caller's line"


def test_what_was_refused_is_tried_again_after_as_many_seconds(monkeypatch, look_always):
    auto, swift = install_engines(monkeypatch, refuses_to_be_ready=True)
    with pytest.warns(UserWarning, match="searching interpreted"):
        Line(5).search(0, engine="auto")
    for seconds in (9.0, 1.0, 9.0, 2.0):  # tried after 10 and after 20 seconds, without another warning
        auto.get_history(Line).add_time(seconds)
        Line(5).search(0, engine="auto")
    assert len(swift.looks) == 3
    swift.refuses_to_be_ready = False
    auto.get_history(Line).add_time(30.0)
    assert Line(5).search(0, engine="auto").engine == "swift"


def test_an_engine_that_cannot_be_used_is_warned_of_once(monkeypatch, look_always):
    def broken():
        raise PluginError("plugin 'compiled' is broken: no llvmlite")

    install_engines(monkeypatch)
    monkeypatch.setattr(module, "find_fastest_engine", broken)
    with pytest.warns(UserWarning, match="no llvmlite") as warned:
        assert [Line(5).search(0, engine="auto").engine for _ in range(3)] == ["interpreted"] * 3
    assert len(warned) == 1


def test_without_the_compiled_engine_all_is_interpreted(monkeypatch, look_always):
    install_engines(monkeypatch)
    monkeypatch.setattr(module, "find_fastest_engine", lambda: None)
    assert Line(5).search(0, engine="auto").engine == "interpreted"


def test_a_cancelled_search_ends_at_either_speed(monkeypatch, look_always):
    for ready_at in (0, 3, 1000):
        install_engines(monkeypatch, ready_at=ready_at)
        token = CancelToken()

        class Pull(Trace):
            def closed(self, node, token=token):
                super().closed(node)
                if len(self.list_closed()) == 10:
                    token.cancel()

        result = Line().search(0, engine="auto", cancel=token, observer=Pull())
        assert (result.outcome, result.expanded) == (Outcome.CANCELLED, 10)


def test_the_time_limit_is_that_of_the_whole(monkeypatch, look_always):
    for ready_at in (0, 3, 10**9):
        install_engines(monkeypatch, ready_at=ready_at)
        result = Line().search(0, engine="auto", limits=Limits(seconds=0.05))
        assert result.outcome is Outcome.TIMEOUT
        assert result.seconds > 0.05 - 1e-9  # but for a rounding


def test_an_exception_of_a_hook_leaves_the_workspace_usable(monkeypatch, look_always):
    install_engines(monkeypatch, ready_at=1000)
    workspace = Workspace()
    with pytest.raises(TypeError):
        Graph({0: [(1, "far")]}, frozenset({1})).search(0, Cost(0, 0), engine="auto", workspace=workspace)
    assert Line(5).search(0, engine="auto", workspace=workspace).found
    install_engines(monkeypatch, ready_at=3)
    assert Line(5).search(0, engine="auto", workspace=workspace).found


def test_a_problem_that_is_compiled_at_once_is_never_searched_interpreted(monkeypatch):
    _, swift = install_engines(monkeypatch)
    monkeypatch.setattr(module, "AT_ONCE", True)
    monkeypatch.setattr(Line, "is_compiled_at_once", True)
    for observer in (None, Trace()):
        assert Line(3).search(0, engine="auto", observer=observer).engine == "swift"
    assert {found.engine for found in Line(3).search_many([0, 1], engine="auto")} == {"swift"}
    assert swift.looks == []  # nothing is compiled in the background


def test_a_problem_that_is_compiled_at_once_may_be_refused(monkeypatch):
    install_engines(monkeypatch, refuses_after=0)
    monkeypatch.setattr(module, "AT_ONCE", True)
    monkeypatch.setattr(Line, "is_compiled_at_once", True)
    with pytest.warns(UserWarning, match="searching interpreted: a number left"):
        assert Line(3).search(0, engine="auto").engine == "interpreted"
