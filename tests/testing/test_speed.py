"""How much faster an engine is, by a clock that only hooks advance."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any

import pytest

from genastar.authoring import Example
from genastar.testing import DomainSubject, speed
from genastar.worlds.domain_registry import find_domain
from kit_helpers import install_engine

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


SWIFT = """
from attrs import evolve
from genastar.search.interpreted import Interpreted
from clock import CLOCK

class Engine(Interpreted):
    def search(self, request):
        now = CLOCK.now
        result = super().search(request)
        CLOCK.now = now + (CLOCK.now - now) / {factor}
        return evolve(result, engine="swift")

ENGINE = Engine()
"""


def timed(site: Any, monkeypatch: Any, step: float, factor: float) -> Callable[..., tuple[str, int]]:
    """What is said of an engine, by a clock that only hooks advance, by ``step`` for each expansion; and how many there were.

    The engine makes the clock run slower by the factor.
    """
    clock = "class Clock:\n    now = 0.0\n    asked = 0\n\nCLOCK = Clock()\n"
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=SWIFT.format(factor=factor), clock=clock)
    site.fine()
    meadow = find_domain("meadow")
    ticking: Any = importlib.import_module("clock").CLOCK

    def add_neighbours(self: Any, node: Any, open_list: Any) -> None:
        ticking.now += step
        ticking.asked += 1
        walk.add_neighbours(self, node, open_list)

    walk = type(next(iter(meadow.examples())).domain.problem(((0, 0),)))
    slow_walk = type("SlowWalk", (walk,), {"add_neighbours": add_neighbours})
    slow_meadow = type("Slow", (meadow,), {"problem": lambda self, goals, starts=(): slow_walk(self, goals)})
    slow_meadow.examples = classmethod(lambda cls: [evolve_example(cls, each) for each in meadow.examples()])
    monkeypatch.setattr(speed, "perf_counter", lambda: ticking.now)
    return lambda *sources: (speed.measure_speeds(DomainSubject(slow_meadow, sources)), ticking.asked)


def evolve_example(cls: Any, example: Example[Any]) -> Example[Any]:
    world: Any = example.domain
    return Example(cls(world.rows, world.options), example.start, example.goals)


@pytest.mark.parametrize("factor", [0.5, 1, 40])
def test_how_much_faster_an_engine_is(site, monkeypatch, factor):
    said, _ = timed(site, monkeypatch, 0.001, factor)()
    assert (
        said
        == f"swift: {factor} times as fast on the largest world (13 expansions), which is small: give a larger one to see more"
    )


def test_short_searches_are_repeated_until_there_is_enough_to_measure(site, monkeypatch):
    said, asked = timed(site, monkeypatch, 1e-5, 2)()
    assert said.startswith("swift: 2 times as fast")
    assert asked * 1e-5 > 2 * 5 * 0.02  # five rounds of each engine, at 0.02 s of its own time at the least


def test_a_large_source_is_the_one_that_is_timed(site, monkeypatch, tmp_path):
    (tmp_path / "large.meadow").write_text("\n".join(["." * 60] * 60), encoding="utf-8")
    (tmp_path / "ragged.meadow").write_text("..\n.", encoding="utf-8")
    said, _ = timed(site, monkeypatch, 0.01, 3)(tmp_path / "large.meadow", tmp_path / "ragged.meadow")
    assert re.fullmatch(r"swift: 3 times as fast on the largest world \(\d{3,5} expansions\)", said)


def test_an_engine_that_refuses_has_no_speed(site):
    install_engine(site, "raise CannotCompile('a dict')")
    site.fine()
    assert speed.measure_speeds(DomainSubject(find_domain("meadow"))) == ""
