"""Restrictions by ways and by nodes, against an oracle that walks streets and looks back at where it came from."""

from __future__ import annotations

import heapq
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from towns import NAMES, Tags, make_road, make_square, osm_file

from genastar_roads.answers.route import Route
from genastar_roads.info import Options
from genastar_roads.model import Roads

Step = tuple[int, int]
Relation = tuple[list[tuple[str, int, str]], Tags]

STREETS = [(a, b) for a in make_square() for b in (a + 1, a + 10) if b in make_square()]
"""Each is a way of its own, numbered from 1."""
LONGEST = 5
"""Streets of a sequence that is forbidden or ordered."""


class Walks:
    """Dijkstra over walks: a state is the last streets that were walked. It knows relations as sequences of nodes."""

    def __init__(self, length: dict[Step, int], never: set[tuple[int, ...]], only: dict[tuple[int, ...], set[int]], rule: str):
        self.length, self.never, self.only, self.rule = length, never, only, rule

    def onward(self, walked: tuple[int, ...]) -> list[int]:
        """The nodes that may come next."""
        found = [b for a, b in self.length if a == walked[-1]]
        for begin in range(len(walked)):
            past = walked[begin:]
            found = [b for b in found if (*past, b) not in self.never and (past not in self.only or b in self.only[past])]
        ahead = [b for b in found if len(walked) < 2 or b != walked[-2]]
        return ahead if self.rule == "dead-ends" and ahead else found

    def costs(self, begun: list[tuple[int, tuple[int, ...]]]) -> dict[tuple[int, ...], int]:
        """What it costs to have walked so."""
        best: dict[tuple[int, ...], int] = {}
        queue = list(begun)
        heapq.heapify(queue)
        while queue:
            cost, walked = heapq.heappop(queue)
            if walked in best:
                continue
            best[walked] = cost
            for after in self.onward(walked):
                heapq.heappush(queue, (cost + self.length[walked[-1], after], (*walked, after)[-LONGEST:]))
        return best


@st.composite
def towns(draw: st.DrawFn) -> tuple[list[tuple[int, list[int], Tags]], list[Relation], list[tuple[int, ...]]]:
    """Streets of the square, some one-ways; relations; and the nodes that each relation speaks of, in order."""
    kept = draw(st.lists(st.sampled_from(STREETS), min_size=6, unique=True))
    oneway = draw(st.sets(st.sampled_from(kept), max_size=2))
    ways = [make_road(STREETS.index(s) + 1, list(s), **({"oneway": "yes"} if s in oneway else {})) for s in kept]
    steps = {step for s in kept for step in (s, s[::-1]) if step == s or s not in oneway}
    relations, walks = [], []
    for _ in range(draw(st.integers(1, 4))):
        walk = list(draw(st.sampled_from(sorted(steps))))
        for _ in range(draw(st.integers(1, 3))):
            onward = sorted(b for a, b in steps if a == walk[-1] and b not in walk)
            if not onward:
                break
            walk.append(draw(st.sampled_from(onward)))
        if len(walk) < 3:
            continue
        number = [STREETS.index((min(s), max(s))) + 1 for s in pairwise(walk)]
        via = [("node", walk[1], "via")] if len(number) == 2 else [("way", each, "via") for each in number[1:-1]]
        kind = draw(st.sampled_from(["no_left_turn", "only_straight_on"]))
        relations.append(
            ([("way", number[0], "from"), *via, ("way", number[-1], "to")], {"type": "restriction", "restriction": kind})
        )
        walks.append(tuple(walk))
    return ways, relations, walks


@settings(max_examples=50)
@given(towns(), st.sampled_from(["allowed", "dead-ends"]), st.data())
def test_as_one_who_looks_back(given_town, rule: str, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    ways, relations, walks = given_town
    with TemporaryDirectory() as folder:
        options = Options(part="all", metric="distance", u_turns=rule)  # type: ignore[arg-type]
        plain = Roads.read(osm_file(Path(folder, "a.osm"), make_square(), ways), options).graph
        roads = Roads.read(osm_file(Path(folder, "b.osm"), make_square(), ways, relations), options)
    assert "restrictions" not in roads.remark
    node = plain.node_id.tolist()
    length: dict[Step, int] = {}
    assert plain.facts is not None
    for edge in range(plain.edges):
        a, b = node[plain.tail[edge]], node[plain.head[edge]]
        length[a, b] = int(plain.weight[edge])
    if any(step not in STREETS and step[::-1] not in STREETS for step in length):
        return  # a street that nothing crosses is a bend of a longer one
    never = {w for w, (_, tags) in zip(walks, relations, strict=True) if tags["restriction"].startswith("no_")}
    only: dict[tuple[int, ...], set[int]] = {}
    for walk, (_, tags) in zip(walks, relations, strict=True):
        if walk not in never or not tags["restriction"].startswith("no_"):
            only.setdefault(walk[:-1], set()).add(walk[-1])
    oracle = Walks(length, never, only, rule)
    start = data.draw(st.sampled_from([*sorted(set(node)), *(walk[0] for walk in walks)]))
    of_walks = [step for walk in walks for step in pairwise(walk)]
    found = oracle.costs([(0, (start,))])
    graph = roads.graph
    number = {int(each): place for place, each in enumerate(graph.node_id)}
    world = Roads("it", graph, Options(part="all", metric="distance"), roads.network)
    for name in data.draw(st.permutations(NAMES))[:2]:
        for goal in sorted(set(node)):
            best = min((cost for walked, cost in found.items() if walked[-1] == goal), default=None)
            answer = world.search(
                world.make_node_place(number[start]),
                [world.make_node_place(number[goal])],
                algorithm=name,
                engine="interpreted",
            )
            assert (None if answer.cost is None else round(answer.cost.travelled * 100)) == best
            if answer.found:
                route = Route.of(graph, answer.path)
                assert route.cost == best
                is_walk(oracle, [int(graph.node_id[each]) for each in route.nodes])
        a, b = data.draw(st.sampled_from([*sorted(length), *of_walks]))
        (lat, lon), (to_lat, to_lon) = make_square()[a], make_square()[b]
        place = world.find_nearest((3 * lat + to_lat) / 4, (3 * lon + to_lon) / 4)
        ends = [cost + length[a, b] // 4 for walked, cost in found.items() if walked[-1] == a and b in oracle.onward(walked)]
        if (b, a) in length:
            ends += [cost + 3 * length[b, a] // 4 for w, cost in found.items() if w[-1] == b and a in oracle.onward(w)]
        answer = world.search(world.make_node_place(number[start]), [place], algorithm=name, engine="interpreted")
        got = None if answer.cost is None else answer.cost.travelled * 100
        assert (got is None) == (not ends)
        assert got is None or got == pytest.approx(min(ends), abs=3)
        if answer.found and start not in (a, b):
            assert Route.of(graph, answer.path).cost == pytest.approx(min(ends), abs=3)


def is_walk(oracle: Walks, nodes: list[int]) -> None:
    """See whether one may go by these nodes."""
    for end in range(1, len(nodes)):
        assert nodes[end] in oracle.onward(tuple(nodes[max(0, end - LONGEST) : end]))
