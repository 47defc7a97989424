"""genastar and its pure-Python peers, each solving a `Problem` through its own interface.

A contestant is a function that makes a search of a problem; calling the search gives the path it found.
A peer that is not installed is left out, with a line that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import pairwise
from typing import Any, Generic, cast

from attrs import frozen

from benchmarks.problems import Grid, P, Problem
from genastar import AStar, Cost, Node, OpenList

Search = Callable[[], Sequence[object]]


@frozen(eq=False)
class Solver(AStar[P, Cost[int]], Generic[P]):
    """Any problem, as hooks."""

    problem: Problem[P]

    def add_neighbours(self, node: Node[P, Cost[int]], open_list: OpenList[P, Cost[int]]) -> None:
        travelled = node.cost.travelled
        for position, step in self.problem.neighbours(node.position):
            open_list.relax(position, travelled + step)

    def estimate(self, position: P) -> int:
        return self.problem.estimate(position)

    def is_destination(self, position: P) -> bool:
        return position == self.problem.goal


def genastar(problem: Problem[P]) -> Search:
    solver = Solver(problem)
    return lambda: solver.search(problem.start).path


def astar(problem: Problem[P]) -> Search:
    from astar import AStar as Base

    class Peer(Base):
        def neighbors(self, node: P) -> list[P]:
            return [position for position, _ in problem.neighbours(node)]

        def distance_between(self, n1: P, n2: P) -> int:
            return problem.step(n1, n2)

        def heuristic_cost_estimate(self, current: P, goal: P) -> int:
            return problem.estimate(current)

    return lambda: list(Peer().astar(problem.start, problem.goal))


def simpleai(problem: Problem[P]) -> Search:
    from simpleai.search import SearchProblem
    from simpleai.search import astar as search

    class Peer(SearchProblem):
        def actions(self, state: P) -> list[P]:
            return [position for position, _ in problem.neighbours(state)]

        def result(self, state: P, action: P) -> P:
            return action

        def cost(self, state: P, action: P, state2: P) -> int:
            return problem.step(state, state2)

        def is_goal(self, state: P) -> bool:
            return state == problem.goal

        def heuristic(self, state: P) -> int:
            return problem.estimate(state)

    return lambda: [state for _, state in search(Peer(problem.start), graph_search=True).path()]


def pathfinding(problem: Problem[P]) -> Search:
    """Its graphs list all edges; this one asks for them."""
    from pathfinding.core.graph import Graph
    from pathfinding.core.node import GraphNode
    from pathfinding.finder.a_star import AStarFinder

    class Implicit(Graph):
        def node(self, node_id: P) -> Any:
            node = self.nodes.get(node_id)
            if node is None:
                node = self.nodes[node_id] = GraphNode(node_id=node_id)
            return node

        def neighbors(self, node: Any, **_: object) -> list[Any]:
            return [self.node(position) for position, _ in problem.neighbours(node.node_id)]

        def calc_cost(self, node_a: Any, node_b: Any, _weighted: bool = False) -> int:
            return problem.step(node_a.node_id, node_b.node_id)

    class Finder(AStarFinder):
        def apply_heuristic(self, node_a: Any, node_b: Any, heuristic: object = None, graph: object = None) -> int:
            return problem.estimate(node_a.node_id)

    def search() -> list[P]:
        graph = Implicit()
        path, _ = Finder().find_path(graph.node(problem.start), graph.node(problem.goal), graph)
        return [node.node_id for node in path]

    return search


def pathfinding_grid(problem: Grid) -> Search:
    """Its own grid, made beforehand, with its own neighbours, costs and estimate: no callback at all."""
    from pathfinding.core.diagonal_movement import DiagonalMovement
    from pathfinding.core.grid import Grid as PeerGrid
    from pathfinding.finder.a_star import AStarFinder

    grid = PeerGrid(matrix=[[int(free) for free in row] for row in problem.free])
    finder = AStarFinder(diagonal_movement=DiagonalMovement.always)

    def search() -> list[tuple[int, int]]:
        path, _ = finder.find_path(grid.node(*problem.start), grid.node(*problem.goal), grid)
        return [(node.x, node.y) for node in path]

    return search


class _Edges(Generic[P]):
    """A problem as the dictionary of dictionaries that dijkstar wants, filled when it is asked."""

    def __init__(self, problem: Problem[P]) -> None:
        self.problem = problem

    def __contains__(self, position: P) -> bool:
        return True

    def __getitem__(self, position: P) -> dict[P, int]:
        return dict(self.problem.neighbours(position))


def dijkstar(problem: Problem[P]) -> Search:
    """Its heuristic is added to the cost of each step, so A* needs the difference of two estimates."""
    from dijkstar import find_path

    estimate = problem.estimate

    def gain(position: P, neighbour: P, _edge: object, _previous: object) -> int:
        return estimate(neighbour) - estimate(position)

    return lambda: cast("list[P]", find_path(_Edges(problem), problem.start, problem.goal, heuristic_func=gain).nodes)


def dijkstar_blind(problem: Problem[P]) -> Search:
    """Return a search without an estimate."""
    from dijkstar import find_path

    return lambda: cast("list[P]", find_path(_Edges(problem), problem.start, problem.goal).nodes)


PEERS: dict[str, tuple[str, Callable[..., Search]]] = {
    "astar 0.99": ("astar", astar),
    "pathfinding": ("pathfinding", pathfinding),
    "pathfinding, its own grid": ("pathfinding", pathfinding_grid),
    "dijkstar": ("dijkstar", dijkstar),
    "dijkstar, no estimate": ("dijkstar", dijkstar_blind),
    "simpleai": ("simpleai", simpleai),
}


def contestants(problem: Problem[P]) -> dict[str, Search]:
    """Return the searches of a problem: by genastar, and by installed peers that can solve it."""
    searches = {"genastar": genastar(problem)}
    for name, (package, make) in PEERS.items():
        if make is pathfinding_grid and not isinstance(problem, Grid):
            continue
        if find_spec(package) is None:
            print(f"skipped: {name} is not installed (dependency group: bench)\n")
            continue
        searches[name] = make(problem)
    return searches


def cost_of(problem: Problem[P], path: Sequence[P]) -> int:
    """Return the cost of a path, and check that each step belongs to the problem."""
    cost = 0
    for position, neighbour in pairwise(path):
        cost += dict(problem.neighbours(position))[neighbour]
    return cost
