"""Algorithms with several answers, on the examples of each domain and in each engine."""

from __future__ import annotations

from functools import partial
from itertools import islice, pairwise

import pytest

from genastar import BadInput, Cost
from genastar.algorithms import KShortest
from genastar.worlds.domain_registry import find_domain, list_domains

pytestmark = pytest.mark.long


@pytest.mark.parametrize("domain", [name for name, row in list_domains().items() if row.info is not None])
@pytest.mark.parametrize("algorithm", [KShortest(4), KShortest(3, loops=True)], ids=repr)
def test_the_answers_are_in_order_and_the_same_in_each_engine(domain, algorithm):
    pytest.importorskip("genastar_compiled", reason="the engine is not installed")
    tried = 0
    for example in islice(find_domain(domain).examples(), 3):
        ask = partial(example.domain.results, example.start, example.goals, algorithm=algorithm)
        try:
            slow = list(ask(engine="interpreted"))
        except BadInput:
            continue
        fast = list(ask(engine="compiled"))
        assert [(each.path, each.cost, each.expanded) for each in slow] == [
            (each.path, each.cost, each.expanded) for each in fast
        ]
        assert slow[0].cost == example.domain.search(example.start, example.goals, algorithm="astar").cost
        paid = [each.cost.travelled if isinstance(each.cost, Cost) else each.cost for each in slow if each.found]
        assert all(one <= other * (1 + 1e-9) for one, other in pairwise(paid))
        assert len({each.path for each in slow}) == len(slow)
        tried += len(paid) > 1
    assert tried
