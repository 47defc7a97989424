"""The check of a domain whose costs may have several numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isclose
from typing import Any

from genastar.algorithms.path_sets.constrained import Constrained
from genastar.algorithms.path_sets.pareto import Pareto
from genastar.testing.check_subject import CheckFailed, CheckSkipped, DomainSubject
from genastar.testing.oracle import find_front
from genastar.worlds.domain import Example


def fronts_are_those_of_all_paths(subject: DomainSubject) -> str:
    """Check that fronts are those that the oracle finds, and that the costs along each of their paths never fall."""
    if "vectors" not in subject.domain.info.capabilities:
        raise CheckSkipped("its costs are one number")
    examples = list(subject.domain.front_examples())
    if not examples:
        raise CheckFailed("it declares vectors; give examples whose costs are vectors in front_examples()")
    return f"{sum(_check_front(example) for example in examples)} paths of {len(examples)} fronts"


def _check_front(example: Example[Any]) -> int:
    """Return the number of paths of a front.

    Raises:
        CheckFailed: they are wrong.
    """
    world: Any = example.domain
    algorithm, request, _ = world.make_request(example.start, example.goals, algorithm=Pareto(), engine="interpreted")
    found = [result.cost.numbers for result in algorithm.results(request) if result.found]
    wanted = find_front(request.problem, request.start, request.cost)
    for name, some, others in (("leaves out", wanted, found), ("has", found, wanted)):
        for cost in some:
            if not any(_are_close(cost, other) for other in others):
                raise CheckFailed(
                    f"a front {name} {cost}, from {example.start!r} to {example.goals!r}; the oracle has {wanted}"
                )
    paths = [result for result in world.results(example.start, example.goals, engine="interpreted") if result.found]
    for result in paths:
        limited = world.search(
            example.start, example.goals, algorithm=Constrained(tuple(map(float, result.cost))), engine="interpreted"
        )
        if not limited.found or not all(a <= b or isclose(a, b) for a, b in zip(limited.cost, result.cost, strict=True)):
            raise CheckFailed(f"within the limits {result.cost!r}, a path of this cost, constrained finds {limited.cost!r}")
        if len(result.costs) != len(result.path) or len(result.cost) != len(world.objectives):
            raise CheckFailed(f"a path of {len(result.path)} positions has {len(result.costs)} costs of {world.objectives!r}")
        if result.costs[-1] != result.cost or not all(one.dominates(other) for one, other in pairwise(result.costs)):
            raise CheckFailed(f"the costs along a path fall, or end at another than {result.cost!r}: {result.costs!r}")
    return len(paths)


def _are_close(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(isclose(mine, theirs, rel_tol=1e-9, abs_tol=1e-9) for mine, theirs in zip(one, other, strict=True))
