"""The shortest path through an area, by a visibility graph made with shapely. It shares no code with the search."""

from __future__ import annotations

from itertools import combinations
from math import dist, inf

import shapely


def shortest(area: shapely.Geometry, start, goals) -> float:
    """The length of the shortest path, by all lines between corners that stay in the area.

    The area is shrunk by a millionth, so that no line leads between two obstacles that touch.
    """
    narrow = area.buffer(-1e-6, join_style="mitre")
    corners = [tuple(each) for each in shapely.get_coordinates(narrow).tolist()]
    points = [start, *goals, *dict.fromkeys(corners)]
    roomy = narrow.buffer(1e-9, join_style="mitre")
    shapely.prepare(roomy)
    pairs = list(combinations(range(len(points)), 2))
    lines = shapely.linestrings([[points[a], points[b]] for a, b in pairs])
    seen: dict[int, list[int]] = {at: [] for at in range(len(points))}
    for (a, b), is_open in zip(pairs, shapely.covers(roomy, lines), strict=True):
        if is_open:
            seen[a].append(b)
            seen[b].append(a)
    lengths, done = {0: 0.0}, set()
    while lengths.keys() - done:
        here = min(lengths.keys() - done, key=lengths.__getitem__)
        done.add(here)
        for there in seen[here]:
            lengths[there] = min(lengths.get(there, inf), lengths[here] + dist(points[here], points[there]))
    return min(lengths.get(1 + goal, inf) for goal in range(len(goals)))
