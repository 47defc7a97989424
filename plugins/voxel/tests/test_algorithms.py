"""Every algorithm by name on examples, at both speeds; `test_settings` holds their promises."""

from __future__ import annotations

import pytest
from attrs import evolve

from genastar import BadInput, Limits, Trace
from genastar_voxel.model import Voxels

pytestmark = pytest.mark.long

NAMES = ("astar", "dijkstra", "weighted", "greedy", "breadth-first", "depth-first", "deepening", "ida-star", "both-ways")
SOME = Limits(expansions=2000)
"""IDA* walks every way, and here there are many."""


def test_both_ways_needs_one_goal() -> None:
    _, _, several, *_ = Voxels.examples()
    with pytest.raises(BadInput, match="needs one goal; give one, or use astar"):
        several.domain.search(several.start, several.goals, algorithm="both-ways", engine="interpreted")


@pytest.mark.parametrize("name", NAMES)
def test_both_speeds_do_the_same(name: str) -> None:
    flying, *_, walking, _, _ = Voxels.examples()
    for example in (flying, walking) if name == "both-ways" else (flying,):  # each of both compiles anew
        slow, fast = Trace[object, object](), Trace[object, object]()  # type: ignore[type-var]
        one, other = (
            example.domain.search(example.start, example.goals, algorithm=name, engine=engine, observer=trace, limits=SOME)  # type: ignore[arg-type]
            for engine, trace in (("interpreted", slow), ("compiled", fast))
        )
        assert evolve(other, seconds=one.seconds, engine="interpreted") == one
        assert slow.events == fast.events
