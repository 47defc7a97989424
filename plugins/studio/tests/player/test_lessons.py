"""The lessons of the page: what their sentences say is true of the searches that they show."""

from __future__ import annotations

import pytest

from genastar import Cost, Outcome, load
from genastar.cli.answer import AnyResult
from genastar_studio.player.gallery import Lesson, read_lessons

pytest.importorskip("genastar_grid")

LESSONS = {lesson.name: lesson for lesson in read_lessons()}


def search(lesson: Lesson) -> tuple[AnyResult, AnyResult]:
    """Search both panels of a lesson."""
    found = []
    for panel in lesson.panels:
        options = {name: str(value) for name, value in panel.options.items()}
        world = load(lesson.path, domain=lesson.domain, **options)
        start = None if lesson.start is None else world.parse(lesson.start)
        goals = [world.parse(goal) for goal in lesson.goals] or None
        found.append(world.search(start, goals, algorithm=panel.algorithm, engine="interpreted"))
    one, other = found
    assert one.outcome is other.outcome is Outcome.FOUND
    return one, other


def cost(result: AnyResult) -> float:
    """Return the cost of a path."""
    assert isinstance(result.cost, Cost)
    return float(result.cost.travelled)


def test_six_lessons_have_two_panels_and_three_sentences() -> None:
    assert list(LESSONS) == ["breadth-first", "dijkstra", "greedy", "astar", "lie", "jump-points"]
    for number, lesson in enumerate(LESSONS.values(), 1):
        assert lesson.title.startswith(f"{number}. ")
        assert (len(lesson.panels), len(lesson.sentences)) == (2, 3)
        assert all(sentence.endswith(".") and len(sentence) <= 140 for sentence in lesson.sentences)


def test_breadth_first_search_has_the_fewest_steps() -> None:
    one, other = search(LESSONS["breadth-first"])
    assert len(one.path) < len(other.path) / 3


@pytest.mark.parametrize("name", ["dijkstra", "greedy", "lie"])
def test_one_path_costs_more_and_is_not_proven_optimal(name: str) -> None:
    best, worse = sorted(search(LESSONS[name]), key=cost)
    assert cost(best) < cost(worse)
    assert (best.bound, worse.bound) == (1, None)


@pytest.mark.parametrize(("name", "ratio"), [("astar", 3), ("jump-points", 10)])
def test_equal_paths_need_fewer_expansions(name: str, ratio: float) -> None:
    one, other = search(LESSONS[name])
    assert cost(one) == pytest.approx(cost(other))
    assert one.bound == other.bound == 1
    assert one.expanded > ratio * other.expanded
