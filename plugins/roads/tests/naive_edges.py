"""An oracle over edges, which knows the arcs, the forbidden turns and the rule of U-turns alone."""

from __future__ import annotations

import heapq
from itertools import pairwise

import numpy as np
from towns import compute_angle

from genastar_roads.graph.road_graph import RoadGraph


class Oracle:
    """Dijkstra over edges. Nothing of it comes from the plugin but the arcs."""

    def __init__(self, graph: RoadGraph, rule: str, price: int = 0) -> None:
        self.graph = graph
        self.price = price
        self.tail, self.head, self.weight = (list(map(int, each)) for each in (graph.tail, graph.head, graph.weight))
        self.leaving: dict[int, list[int]] = {node: [] for node in range(graph.size)}
        for edge, tail in enumerate(self.tail):
            self.leaving[tail].append(edge)
        closed = {(int(a), int(b)) for a, b in graph.turns}
        self.follow: list[list[int]] = []
        stage = graph.stage.tolist()
        for edge, head in enumerate(self.head):
            found = [after for after in self.leaving[head] if (edge, after) not in closed and stage[edge] <= stage[after]]
            ahead = [after for after in found if not self.is_back(edge, after)]
            is_dead_end = all(stage[edge] < 2 == stage[after] for after in ahead)  # along these, one can only arrive
            self.follow.append(found if rule == "allowed" or (rule == "dead-ends" and is_dead_end) else ahead)

    def is_back(self, edge: int, after: int) -> bool:
        """Whether an edge is the road of another, the other way."""
        ends = (self.tail[edge], self.head[edge])
        if ends != (self.head[after], self.tail[after]):
            return False
        facts = self.graph.facts
        if facts is None:
            return ends[0] != ends[1]
        shape, other = int(facts.shape[edge]), int(facts.shape[after])
        turned = other == (shape if shape == np.iinfo(np.int32).min else ~shape)
        return bool(facts.way[edge] == facts.way[after]) and turned and (ends[0] != ends[1] or shape != other)

    def arrivals(self, begun: list[tuple[int, int]]) -> dict[int, int]:
        """What it costs to come to the end of each edge, from edges and what it costs to come to their ends."""
        best: dict[int, int] = {}
        queue = [(cost, edge) for edge, cost in begun]
        heapq.heapify(queue)
        while queue:
            cost, edge = heapq.heappop(queue)
            if edge in best:
                continue
            best[edge] = cost
            for after in self.follow[edge]:
                turn = round(self.price * compute_angle(self.graph, edge, after) / 90) if self.price else 0
                heapq.heappush(queue, (cost + turn + self.weight[after], after))
        return best

    def between(self, start: int, goal: int) -> int | None:
        """From node to node."""
        if start == goal:
            return 0
        found = self.arrivals([(edge, self.weight[edge]) for edge in self.leaving[start]])
        return min((cost for edge, cost in found.items() if self.head[edge] == goal), default=None)

    def is_legal(self, edges: list[int]) -> bool:
        """Whether one may go along these edges, one after another."""
        return all(after in self.follow[before] for before, after in pairwise(edges))
