"""What searches prepare once for a graph: landmarks and a hierarchy; and questions answered with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypedDict

import numpy as np
from attrs import evolve, frozen

from genastar import AStar, CancelToken, Cost, Limits, Observer, Result, Workspace
from genastar.bidirectional import search_both_ways
from genastar.files import AnyPath
from genastar_roads.graph import Int32, Int64
from genastar_roads.hierarchy import Hierarchy
from genastar_roads.info import SearchName
from genastar_roads.many import RoadQuestions
from genastar_roads.search import make
from genastar_roads.search.both import both_ways
from genastar_roads.search.landmarks import Landmarks, alt
from genastar_roads.search.plain import GreatCircle
from genastar_roads.search.question import RoadQuestion
from genastar_roads.search.upwards import BetweenNodes, upwards
from genastar_roads.turns import Junctions


class _Settings(TypedDict):
    """What `AStar.search` takes beside the start."""

    engine: str
    reopen: bool
    limits: Limits
    cancel: CancelToken | None
    observer: Observer[int, Cost[int]] | None
    workspace: Workspace | None


@frozen(eq=False)
class Prepared:
    """A graph with what the searches need: opened if it lies beside the file of a saved graph, or else made at first use."""

    junctions: Junctions
    saved: Path | None = None
    """The file of the graph; its landmarks are in the file of this name and ``.alt``, its hierarchy in that with ``.ch``."""

    @cached_property
    def landmarks(self) -> Landmarks:
        """Of the split graph."""
        found = self._beside("alt")
        return Landmarks.of(self.junctions.split) if found is None else Landmarks.open(found, self.junctions.split)

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """Of the split graph."""
        found = self._beside("ch")
        return Hierarchy.of(self.junctions.split) if found is None else Hierarchy.open(found, self.junctions.split)

    def save(self, graph_file: AnyPath, name: SearchName) -> None:
        """Write what a search needs beside the file of the graph; nothing for those that need nothing.

        Raises:
            BadInput: the file cannot be written.
        """
        if name == "alt":
            self.landmarks.save(beside(graph_file, name))
        elif name == "ch":
            self.hierarchy.save(beside(graph_file, name))

    def chosen(self, name: SearchName) -> SearchName:
        """What a name stands for: ``auto`` is the fastest that lies ready, or else A*, and without coordinates Dijkstra."""
        if name != "auto":
            return name
        ready: tuple[SearchName, ...] = ("ch", "alt")
        otherwise: SearchName = "astar" if len(self.junctions.split.lat) else "dijkstra"
        return next((each for each in ready if self._beside(each) is not None), otherwise)

    def solver(self, name: SearchName, question: RoadQuestion) -> AStar[int, Cost[int]]:
        """The solver of a question; its states are those of the question.

        `answer` alone searches from both ends and in a hierarchy, whose states are others: here their names stand for A*.
        """
        name = self.chosen(name)
        if name == "alt":
            return alt(question, self.landmarks)
        return make("dijkstra" if name == "dijkstra" else "astar", question)

    def answer(
        self,
        name: SearchName,
        question: RoadQuestion,
        start: int,
        *,
        engine: str,
        reopen: bool,
        limits: Limits,
        cancel: CancelToken | None,
        observer: Observer[int, Cost[int]] | None,
        workspace: Workspace | None,
    ) -> Result[int, Cost[int]]:
        """Search, and tell the path in states of the question.

        With a hierarchy the observer hears of that one's states, and a search from both ends tells it nothing.
        """
        name = self.chosen(name)
        more = _Settings(engine=engine, reopen=reopen, limits=limits, cancel=cancel, observer=observer, workspace=workspace)
        if name == "bidirectional":
            return self._from_both_ends(question, more)
        if name != "ch":
            return self.solver(name, question).search(start, **more)
        climb = upwards(question, self.hierarchy)
        return self.told(name, climb.search(climb.start, **more), start)

    def many(
        self, name: SearchName, questions: RoadQuestions, starts: Sequence[int]
    ) -> tuple[AStar[int, Cost[int]], Sequence[int], Mapping[str, Sequence[object]]] | None:
        """One solver for all, where it searches from and in which fields it differs; ``None`` where each needs its own.

        Its results are for `told`.
        """
        match self.chosen(name):
            case "ch":
                climb = upwards(questions.all, self.hierarchy)
                return climb, [climb.start] * len(starts), questions.fields
            case ("astar" | "dijkstra") as plain:
                solver = make(plain, questions.all)
                near = {"near": questions.near} if isinstance(solver, GreatCircle) else {}
                return solver, starts, {**questions.fields, **near}
        return None

    def told(self, name: SearchName, found: Result[int, Cost[int]], start: int) -> Result[int, Cost[int]]:
        """A result in states of the question: those of a hierarchy are others."""
        if self.chosen(name) != "ch":
            return found
        climb = BetweenNodes(self.hierarchy.first, self.hierarchy.arcs, True, 0, 0)
        path = self._states(climb.climbed(found.path), start) if found.found else ()
        return evolve(found, path=path, closest=path[-1] if path else None, path_to_closest=path)

    def _beside(self, name: SearchName) -> Path | None:
        if self.saved is None or not beside(self.saved, name).is_file():
            return None
        return beside(self.saved, name)

    def _from_both_ends(self, question: RoadQuestion, settings: _Settings) -> Result[int, Cost[int]]:
        solver = both_ways(question, self.junctions.backward)
        return search_both_ways(
            solver,
            solver.size - 1,
            engine=settings["engine"],
            limits=settings["limits"],
            cancel=settings["cancel"],
            workspace=settings["workspace"],
        )

    def _states(self, climbed: Int64, start: int) -> tuple[int, ...]:
        """The states of a way in the hierarchy, from the start to the goal; these alone where it stays on one edge."""
        split = self.junctions.split
        edges = self.hierarchy.edges_of(climbed)
        if len(edges):
            nodes = [int(split.tail[edges[0]]), *map(int, split.head[edges])]
        else:
            nodes = [int(np.flatnonzero(self.hierarchy.rank == rank >> 1)[0]) for rank in climbed[:1]]
        begin = [] if nodes and nodes[0] == start else [start]
        return (*begin, *nodes, split.size)

    def nodes_at(self, name: SearchName, states: list[int]) -> list[int]:
        """The nodes of the graph at which states of a search lie; what is at none is left out."""
        node_of = self.node_of(name)
        return [int(node_of[state]) for state in states if state < len(node_of)]

    def node_of(self, name: SearchName) -> Int32:
        """The node of the graph at which each state of a search lies, for those that lie at one: shape (states,)."""
        node_of = self.junctions.node_of
        if self.chosen(name) != "ch":
            return node_of
        return np.repeat(node_of[self.hierarchy.node], 2)


def beside(graph_file: AnyPath, name: SearchName) -> Path:
    """Where what a search needs lies, beside the file of the graph."""
    graph_file = Path(graph_file)
    return graph_file.with_name(f"{graph_file.name}.{name}")
