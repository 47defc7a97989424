"""``engine="auto"`` compares the pace of machine code with that of the interpreter, on a clock that the hooks put forward."""

from __future__ import annotations

import warnings

import pytest

from fake_engine import Swift, SwiftRun, install_engines
from genastar import Limits, Outcome, Trace
from genastar.search.auto import engine as module
from genastar.values import limits
from graphs import Line


class Clock:
    """A time that passes as hooks are called, in each engine by itself."""

    def __init__(self, monkeypatch, interpreted, swift, **options):
        self.now = 0.0
        self.costs = {False: interpreted, True: swift}
        self.is_swift = False
        self.spent = {False: 0.0, True: 0.0}
        monkeypatch.setattr(module, "perf_counter", lambda: self.now)
        monkeypatch.setattr(module, "thread_time", lambda: self.now)
        monkeypatch.setattr("genastar.contracts.run.perf_counter", lambda: self.now)
        clock = self

        class Hooked(Line):
            def add_neighbours(self, node, open_list):
                clock.pass_by(node.position)
                super().add_neighbours(node, open_list)

        self.line = Hooked
        run_until = SwiftRun.run_until

        def timed(run, target):
            self.is_swift = True
            try:
                return run_until(run, target)
            finally:
                self.is_swift = False

        monkeypatch.setattr(SwiftRun, "run_until", timed)
        self.auto, self.swift = install_engines(monkeypatch, **options)

    def pass_by(self, position):
        seconds = self.costs[self.is_swift](abs(position))
        self.now += seconds
        self.spent[self.is_swift] += seconds

    def search(self, length, **options):
        with warnings.catch_warnings(record=True) as self.warned:
            warnings.simplefilter("always")
            return self.line(length).search(0, engine="auto", **options)


def test_a_search_goes_back_where_machine_code_does_not_catch_up(monkeypatch):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda _: 0.01)
    heard, wanted = Trace(), Trace()
    found = clock.search(3000, observer=heard)
    expected = Line(3000).search(0, engine="interpreted", observer=wanted)
    assert (found.engine, found.expanded, heard.events) == ("interpreted", expected.expanded, wanted.events)
    assert clock.spent[True] < 0.5
    (said,) = clock.warned
    assert (
        str(said.message)
        == f"searching interpreted: {clock.line.__qualname__} expands fewer nodes a second in machine code than in Python"
    )
    for _ in range(9):  # later searches of the class too; machine code is tried again as often as their time doubles
        assert clock.search(3000).engine == "interpreted"
        assert clock.warned == []
    assert clock.spent[True] < 0.05 * clock.spent[False]


def test_a_search_goes_back_where_machine_code_slows_down_after_it_has_caught_up(monkeypatch):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda at: 0.00001 * 1.02 ** max(0, at - 900))
    found = clock.search(3000)
    assert (found.engine, found.cost.total) == ("interpreted", 3000)
    assert clock.spent[True] < 2, "hooks that take ever longer are noticed in time"


def test_a_limit_on_seconds_is_that_of_the_faster_engine(monkeypatch):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda at: 0.00001 * 1.02 ** max(0, at - 900))
    assert clock.search(3000, limits=Limits(seconds=8.0)).outcome is Outcome.FOUND


def test_a_search_stays_in_machine_code_that_is_faster(monkeypatch):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda _: 0.0005)
    assert [clock.search(3000).engine for _ in range(3)] == ["swift"] * 3
    assert clock.warned == []


def test_later_searches_that_begin_in_machine_code_are_compared_with_earlier_ones(monkeypatch):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda _: 0.0001)
    assert [clock.search(500).engine for _ in range(4)][1:] == ["swift"] * 3
    clock.costs[True] = lambda _: 0.002
    engines_used = [clock.search(500).engine for _ in range(4)]
    assert engines_used[-2:] == ["interpreted"] * 2
    assert clock.spent[True] < 2.5


def test_a_class_that_was_slower_is_compared_again_later(monkeypatch):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda _: 0.01)
    assert clock.search(3000).engine == "interpreted"
    clock.costs[True] = lambda _: 0.0001
    clock.auto.get_history(clock.line).add_time(module.TRY_AGAIN)
    assert clock.search(3000).engine == "swift"


def test_the_time_to_compile_is_not_compared(monkeypatch):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda _: 0.0001)
    compiled = [0.0]
    monkeypatch.setattr(module, "sum_uncounted_seconds", lambda: compiled[0])

    def compile_for_long(at):
        if at == 100:
            clock.now += 9.0
            compiled[0] += 9.0
        return 0.0001

    clock.costs[True] = compile_for_long
    assert clock.search(3000).engine == "swift"


def test_uncounted_blocks_add_up(monkeypatch):
    times = iter([1.0, 3.5])
    before = limits.sum_uncounted_seconds()
    monkeypatch.setattr(limits, "perf_counter", lambda: next(times))
    with limits.pause_counting():
        pass
    assert limits.sum_uncounted_seconds() - before == 2.5


@pytest.mark.parametrize(("swift", "engine"), [(0.0001, "swift"), (0.01, "interpreted")])
def test_a_batch_is_compared_by_the_answers_that_there_are(monkeypatch, swift, engine):
    clock = Clock(monkeypatch, lambda _: 0.001, lambda _: swift)
    monkeypatch.setattr(Swift, "search_many", lambda self, requests: [self.search(each) for each in requests])
    clock.swift.ready_at = 5
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        found = clock.line(100).search_many([0] * 20, engine="auto")
    assert {each.engine for each in found} == {engine}
    assert len(warned) == (engine == "interpreted")
    assert clock.spent[True] < 20 * 100 * 0.01


def test_seconds_of_a_block_within_another_count_once(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(limits, "perf_counter", lambda: now[0])
    before = limits.sum_uncounted_seconds()
    with limits.pause_counting():
        now[0] += 1
        with limits.pause_counting():
            now[0] += 2
    assert limits.sum_uncounted_seconds() - before == 3
