"""The check of a world's verbs: runs, trees and batches answer as a search does, in the positions and units of the user."""

from __future__ import annotations

from attrs import evolve

from genastar.algorithms.astar import ASTAR
from genastar.algorithms.dijkstra import Dijkstra
from genastar.errors import BadInput
from genastar.testing.check_subject import CheckFailed, DomainSubject
from genastar.testing.compare import is_same_cost
from genastar.values.cost import Comparable
from genastar.values.limits import Limits
from genastar.values.result import Result
from genastar.worlds.domain import Example


def verbs_agree(subject: DomainSubject) -> str:
    """Check that a run, a batch and a tree of each example agree with its search."""
    limits = Limits(expansions=subject.bounds.expansions)
    in_trees = 0
    for example in subject.examples:
        world, start, goals = example.domain, example.start, example.goals
        wanted = evolve(world.search(start, goals, algorithm=ASTAR, engine="interpreted", limits=limits), seconds=0.0)
        with world.begin(start, goals, algorithm=ASTAR, engine="interpreted", limits=limits) as run:
            first = run.best_open
            if first is not None and first.position != start:
                raise CheckFailed(f"a run from {start!r} begins at {first.position!r}; see to_state and to_positions")
            _expect_same("begin()", run.finish(), wanted)
        (answer,) = world.search_many([start], [goals], algorithm=ASTAR, engine="interpreted", limits=limits)
        _expect_same("search_many()", answer, wanted)
        in_trees += _check_tree(example, limits)
    return f"{in_trees} goals in trees"


def _expect_same(verb: str, found: Result[object, Comparable], wanted: Result[object, Comparable]) -> None:
    if evolve(found, seconds=0.0) != wanted or not is_same_cost(found.cost, wanted.cost):
        raise CheckFailed(f"{verb} answers {found}, and search() {wanted}")


def _check_tree(example: Example[object], limits: Limits) -> int:
    """Check the paths to the goals in the tree from the start; return how many goals are in it."""
    world, found = example.domain, 0
    tree = world.explore(example.start, engine="interpreted", limits=limits)
    for goal in example.goals:
        if goal not in tree:
            continue
        found += 1
        path, cost = tree.path_to(goal), tree[goal].cost
        if path[0] != example.start or path[-1] != goal:
            raise CheckFailed(f"explore() gives the path {path} from {example.start!r} to {goal!r}")
        try:
            wanted = world.search(example.start, (goal,), algorithm=Dijkstra(), engine="interpreted", limits=limits).cost
        except BadInput:  # the costs do not add
            wanted = world.search(example.start, (goal,), algorithm=ASTAR, engine="interpreted", limits=limits).cost
        if wanted is not None and not is_same_cost(cost, wanted):
            raise CheckFailed(f"explore() gives {cost!r} for {goal!r}, and search() {wanted!r}; see DomainHooks.price")
    return found
