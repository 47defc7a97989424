"""Build a graph from OSM ways: cut them where they meet, add weights and forbidden turns. Vectorised in numpy."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_roads.graph.columns import Bools, Int8, Int32, Int64
from genastar_roads.graph.earth import compute_metres
from genastar_roads.graph.facts import STRAIGHT, EdgeFacts, Shapes
from genastar_roads.graph.road_graph import MOST, RoadGraph
from genastar_roads.graph.stages import OPEN
from genastar_roads.info import UTurns
from genastar_roads.osm.areas import find_areas
from genastar_roads.osm.barriers import join_sides
from genastar_roads.osm.hours import double_turns, find_destinations, make_hours
from genastar_roads.osm.remarks import Tally, objects_of
from genastar_roads.osm.restrictions import find_forbidden_turns
from genastar_roads.osm.ways import OsmWays
from genastar_roads.profiles.traits import TRAITS
from genastar_roads.search.metrics import round_up
from genastar_roads.sources.order import order_locally

Metric = Literal["distance", "time"]
Part = Literal["largest", "all"]

CREDIT: Final = "© OpenStreetMap contributors"
"""Attribution that the licence of OpenStreetMap, the ODbL, requires."""


@frozen(eq=False)
class _Pieces:
    """Parts of ways between two junctions, as positions in the arrays of `OsmWays`, in their order."""

    begin: Int64
    end: Int64
    inside: Bools
    """Which nodes of all ways are bends of a piece."""
    length: NDArray[np.float64]
    """Metres."""


def build(ways: OsmWays, metric: Metric, part: Part, name: str, u_turns: UTurns) -> RoadGraph:
    """Return the graph of these ways, with its nodes in a local order.

    Distances are in centimetres, times in milliseconds; each edge is rounded up.

    Args:
        ways: the ways, with their rules from the profile.
        metric: quantity that the weights measure.
        part: ``"largest"`` keeps the largest strongly connected component; the graph's remark reports what that left out.
        name: name of the source in error messages.
        u_turns: where the profile allows U-turns.

    Raises:
        BadInput: no way has two consecutive nodes with coordinates, or an edge's weight is too large.
    """
    pieces = _cut(ways)
    if not len(pieces.begin):
        raise BadInput(f"{name}: no way has two consecutive nodes with coordinates; expected nodes and ways in one file")
    way = np.searchsorted(ways.first, pieces.begin, "right") - 1
    forward, backward = _compute_speeds(ways, pieces, way)
    through = np.array([(rule.through_forward, rule.through_backward) for rule in ways.rules])[ways.rule[way]]
    through &= np.stack((forward > 0, backward > 0), axis=1)
    key, is_closed = _find_junctions(ways, pieces, ~(through[:, 0] | through[:, 1]))
    _, first_seen, node = np.unique(key, return_index=True, return_inverse=True)
    place = np.stack((pieces.begin, pieces.end), axis=1).ravel()[first_seen]
    origin, target = node.reshape(-1, 2).T

    bends = pieces.end - pieces.begin - 1
    shape = np.where(bends > 0, np.cumsum(bends > 0) - 1, STRAIGHT).astype(np.int32)
    along, against = np.flatnonzero(forward > 0), np.flatnonzero(backward > 0)
    piece = np.concatenate((along, against))
    length, number = pieces.length[piece], way[piece]
    backwards = np.where(shape[against] == STRAIGHT, STRAIGHT, ~shape[against])
    seconds = length / (np.concatenate((forward[along], backward[against])) / 3.6)
    weight = round_up(length * 100.0 if metric == "distance" else seconds * 1000.0)
    facts = EdgeFacts(
        length=length,
        seconds=seconds,
        way=ways.way[number],
        name=ways.name[number],
        shape=np.concatenate((shape[along], backwards)).astype(np.int32),
        names=ways.names,
        shapes=Shapes(
            np.concatenate(([0], np.cumsum(bends[bends > 0]))),
            ways.lat[pieces.inside],
            ways.lon[pieces.inside],
            ways.node[pieces.inside],
        ),
        kind=ways.kind[number],
        kinds=ways.kinds,
        traits=ways.traits[number] | _find_booths(ways, pieces)[piece] << TRAITS.index("toll"),
    )
    if weight.max(initial=0) > MOST:
        worst = int(weight.argmax())
        raise BadInput(
            f"{name}: way {facts.way[worst]} is too long or too slow: {length[worst]:,.0f} m and {seconds[worst]:,.0f} s "
            f"between junctions; expected at most {MOST / 100_000:,.0f} km or {MOST / 1000:,.0f} s; check the profile's speeds"
        )
    tail = np.concatenate((origin[along], target[against]))
    head = np.concatenate((target[along], origin[against]))
    node_id = ways.node[place]
    no_through = np.concatenate((~through[along, 0] | is_closed[along], ~through[against, 1] | is_closed[against]))
    copies, turns, closures, unfit = find_forbidden_turns(ways.restrictions, tail, head, facts.way, node_id)
    chosen = np.concatenate((np.arange(len(tail)), copies))
    is_against = np.repeat((False, True), (len(along), len(against)))
    hours = make_hours(ways, ways.rule[number[chosen]], is_against[chosen], closures)
    facts, no_through = evolve(facts.take_edges(chosen), hours=hours), no_through[chosen]
    if hours is not None and len(doubled := find_destinations(hours, no_through)):
        turns, size = double_turns(turns, doubled, len(chosen)), len(chosen)
        facts = facts.take_edges(np.concatenate((np.arange(size), doubled)))
        no_through = np.concatenate((no_through, np.ones(len(doubled), np.bool_)))
        chosen = np.concatenate((chosen, chosen[doubled]))
    graph = RoadGraph.from_edges(
        tail[chosen],
        head[chosen],
        weight[chosen],
        ways.lat[place],
        ways.lon[place],
        node_id=node_id,
        unit="cm" if metric == "distance" else "ms",
        turns=turns,
        u_turns=u_turns,
        no_through=no_through,
        facts=facts,
        credit=CREDIT,
        name=name,
    )
    total = ways.unread.total + len(ways.restrictions)
    reasons = Tally()
    for each in (ways.unread, unfit):
        reasons.add_all(each)
    remarks = [*ways.tally.texts, *_describe_turns(reasons, total)]
    if part == "largest":
        kept = find_largest_part(graph)
        remarks = [*_describe_nodes(graph.node_id[~kept], graph.size), *remarks]
        graph = graph.select_part(kept)
    graph = join_sides(graph)
    return evolve(graph.reorder_nodes(order_locally(graph)), remark="; ".join(remarks))


def _describe_nodes(left_out: Int64, total: int) -> tuple[str, ...]:
    tally = Tally()
    share = max(100 * len(left_out) / total, 0.1)
    tally.add(
        f"{{}} of {total:,} nodes ({share:.1f} %) are left out: they are not in the largest strongly connected component; "
        "part=all keeps them",
        *objects_of("node", left_out),
        number=len(left_out),
    )
    return tally.texts


def _describe_turns(reasons: Tally, total: int) -> list[str]:
    if not reasons.total:
        return []
    return [f"{reasons.total:,} of {total:,} turn restrictions are left out: {', '.join(reasons.texts)}"]


def _find_booths(ways: OsmWays, pieces: _Pieces) -> Int8:
    """Return 1 for pieces with a toll booth on them or at an end, otherwise 0, shape (p,)."""
    before = np.concatenate(([0], np.cumsum(np.isin(ways.node, ways.booths))))
    return (before[pieces.end + 1] > before[pieces.begin]).astype(np.int8)


def find_largest_part(graph: RoadGraph) -> Bools:
    """Return the nodes of the largest strongly connected component, shape (n,).

    Roads without through traffic do not connect it. Their nodes belong to it if they lead to it and it leads to them.
    """
    from scipy.sparse import coo_array  # type: ignore[import-untyped]
    from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped]

    is_open = graph.stage == OPEN if (graph.stage == OPEN).any() else np.ones(graph.edges, np.bool_)
    ends = graph.tail[is_open], graph.head[is_open]
    matrix = coo_array((np.ones(len(ends[0]), np.int8), ends), shape=(graph.size, graph.size))
    _, label = connected_components(matrix, directed=True, connection="strong")
    largest = np.asarray(label == np.bincount(label, minlength=1).argmax(), np.bool_)
    tail, head = graph.tail[~is_open], graph.head[~is_open]
    return _find_reached(largest, tail, head) & _find_reached(largest, head, tail)


def _find_reached(nodes: Bools, tail: Int32, head: Int32) -> Bools:
    """Return the nodes that edges lead to, one after another, from some of these nodes, with these nodes, shape (n,)."""
    found = nodes.copy()
    while (new := found[tail] & ~found[head]).any():
        found[head[new]] = True
    return found


def _cut(ways: OsmWays) -> _Pieces:
    """Cut ways at their ends, at shared nodes, at barriers and gates, and at missing nodes."""
    size = len(ways.node)
    known = ~np.isnan(ways.lat)
    _, seen, count = np.unique(ways.node, return_inverse=True, return_counts=True)
    begins_way = np.zeros(size + 1, np.bool_)
    begins_way[ways.first] = True
    follows = known[1:] & known[:-1] & ~begins_way[1:-1]
    before, after = np.concatenate(([False], follows)), np.concatenate((follows, [False]))
    cut = (before | after) & (
        ~before | ~after | (count[seen] > 1) | np.isin(ways.node, (*ways.barriers, *ways.gates, *ways.closures))
    )
    cuts = np.flatnonzero(cut)
    begin = np.flatnonzero(after[cuts])
    pieces = cuts[begin], cuts[begin + 1]
    step = np.where(follows, compute_metres(ways.lat[:-1], ways.lon[:-1], ways.lat[1:], ways.lon[1:]), 0.0)
    travelled = np.concatenate(([0.0], np.cumsum(step)))
    return _Pieces(*pieces, before & after & ~cut, travelled[pieces[1]] - travelled[pieces[0]])


def _find_junctions(ways: OsmWays, pieces: _Pieces, no_through: Bools) -> tuple[Int64, Bools]:
    """Return an id for each end of a piece, shape (p, 2), and the pieces without through traffic, shape (p,).

    The id is the node's, or a unique number at a barrier and at a closed gate, which makes it a dead end.

    Args:
        ways: the ways.
        pieces: their pieces.
        no_through: which pieces are without through traffic by their way, shape (p,).
    """
    id_of = ways.node[np.stack((pieces.begin, pieces.end), axis=1)]
    _, key = np.unique(id_of, return_inverse=True)
    key = key.reshape(id_of.shape).astype(np.int64)
    stopped = np.isin(id_of, ways.barriers)
    key[stopped] = key.size + np.arange(np.count_nonzero(stopped))
    return find_areas(key, np.isin(id_of, ways.gates) & ~stopped, no_through, pieces.length)


def _compute_speeds(ways: OsmWays, pieces: _Pieces, way: Int64) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the speeds along pieces and against them in km/h; 0 if closed."""
    rule = ways.rule[way]
    forward = np.array([each.forward for each in ways.rules])[rule]
    backward = np.array([each.backward for each in ways.rules])[rule]
    hours = np.array([each.minutes for each in ways.rules])[rule] / 60
    signed = hours > 0
    if signed.any():
        whole = np.bincount(way, pieces.length, minlength=len(ways.way))[way] / 1000
        signed &= whole > 0
        speed = whole[signed] / hours[signed]
        forward[signed], backward[signed] = (np.where(each[signed] > 0, speed, 0.0) for each in (forward, backward))
    return forward, backward
