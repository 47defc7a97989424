"""Turn restrictions: from relations to forbidden pairs of edges.

A restriction by a node forbids a pair of edges. One that goes by ways forbids a longer sequence. It becomes pairs too: the
edges of the sequence are copied for those who came along its beginning, so that what they may do next can differ. The copies
are the states of an automaton that reads edges and remembers the longest beginning of a sequence that it has just read (Aho and
Corasick 1975). Whoever does not look at turns sees parallel edges of one weight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from genastar_roads.sources.osm import Restriction

Int64 = NDArray[np.int64]
Edges = tuple[int, ...]

_LONGEST: Final = 32
"""Edges of a restriction that goes by ways; longer ones are left out, as are those that do not fit the ways."""


def turns_of(
    restrictions: Sequence[Restriction], tail: NDArray[np.integer], head: NDArray[np.integer], way: Int64, node_id: Int64
) -> tuple[Int64, Int64, int]:
    """The forbidden turns, the edges to be copied for them, and how many restrictions were left out.

    Args:
        restrictions: the relations. Those that do not fit the ways are left out: a way is missing, or it is not split where
            the turn is, so that nobody can tell which of its sides is meant.
        tail: the node that an edge leaves, shape (m,).
        head: the node that it enters, shape (m,).
        way: the way that it runs along, shape (m,).
        node_id: the ids of nodes, shape (n,).

    Returns:
        The originals of the edges m, m + 1 ... that are to be added, shape (c,); forbidden pairs of edges, shape (k, 2); and
        how many restrictions do not fit the ways.
    """
    if not restrictions:
        return np.empty(0, np.int64), np.empty((0, 2), np.int64), 0
    streets = _Streets.of(restrictions, tail, head, way)
    numbers = {int(node_id[node]): int(node) for node in np.flatnonzero(np.isin(node_id, _via_nodes(restrictions)))}
    only: defaultdict[Edges, set[int]] = defaultdict(set)
    never: set[Edges] = set()
    unfit = 0
    for each in restrictions:
        sequences = streets.sequences(each, numbers.get(each.via_node, -1))
        unfit += not sequences
        for found in sequences:
            if each.kind.startswith("only_"):
                only[found[:-1]].add(found[-1])
            else:
                never.add(found)
    for begin, allowed in only.items():
        never.update((*begin, edge) for edge in streets.leaving[int(head[begin[-1]])] if edge not in allowed)
    return *_Automaton.of(never, len(tail)).turns(never, streets), unfit


@define
class _Streets:
    """The edges near restrictions, as Python has them."""

    tail: NDArray[np.integer]
    head: NDArray[np.integer]
    of_way: defaultdict[int, list[int]] = field(factory=lambda: defaultdict(list))
    leaving: defaultdict[int, list[int]] = field(factory=lambda: defaultdict(list))
    entering: defaultdict[int, list[int]] = field(factory=lambda: defaultdict(list))

    @classmethod
    def of(
        cls, restrictions: Sequence[Restriction], tail: NDArray[np.integer], head: NDArray[np.integer], way: Int64
    ) -> _Streets:
        streets = cls(tail, head)
        named = {number for each in restrictions for number in (each.origin, each.target, *each.via_ways)}
        for edge in np.flatnonzero(np.isin(way, list(named))):
            streets.of_way[int(way[edge])].append(int(edge))
        of_named = [edge for edges in streets.of_way.values() for edge in edges]
        near = np.unique(np.concatenate((tail[of_named], head[of_named])))
        for edge in np.flatnonzero(np.isin(tail, near)):
            streets.leaving[int(tail[edge])].append(int(edge))
        for edge in np.flatnonzero(np.isin(head, near)):
            streets.entering[int(head[edge])].append(int(edge))
        return streets

    def sequences(self, restriction: Restriction, via: int) -> list[Edges]:
        """The edges that a restriction speaks of, in order; nothing if it does not fit the ways."""
        origins, targets = self.of_way[restriction.origin], self.of_way[restriction.target]
        if restriction.via_ways:
            chains = [chain for edge in origins for chain in self.chains(edge, restriction.via_ways, set(targets))]
            return chains if len(chains) == 1 else []
        before = [edge for edge in origins if self.head[edge] == via]
        after = [edge for edge in targets if self.tail[edge] == via]
        if restriction.origin == restriction.target:
            u_turns = [(a, b) for a, b in product(before, after) if self.tail[a] == self.head[b]]
            return list(u_turns) if restriction.kind == "no_u_turn" else []
        return [(before[0], after[0])] if len(before) == len(after) == 1 else []

    def chains(self, origin: int, via_ways: Edges, targets: set[int]) -> Iterable[Edges]:
        """The ways from an edge over these ways, each edge at most once and never straight back, to one of the targets."""
        via = {edge for way in via_ways for edge in self.of_way[way]}
        waiting: list[Edges] = [(origin,)]
        steps = 0
        while waiting and steps < _LONGEST * _LONGEST:
            chain = waiting.pop()
            steps += 1
            for edge in self.leaving[int(self.head[chain[-1]])]:
                if self.head[edge] == self.tail[chain[-1]] or edge in chain:
                    continue
                if edge in targets and len(chain) > 1:
                    yield (*chain, edge)
                elif edge in via and len(chain) < _LONGEST:
                    waiting.append((*chain, edge))


@define
class _Automaton:
    """States are edges as they are, and copies of edges that know what was travelled before."""

    copies: dict[Edges, int]
    """The number of the copy of the last edge of a sequence, for those who came along the sequence."""
    memory: dict[int, Edges]
    """The same the other way round."""
    versions: defaultdict[int, list[int]]
    """The copies of an edge."""

    @classmethod
    def of(cls, never: Iterable[Edges], edges: int) -> _Automaton:
        """The automaton that tells apart all that begins these sequences; copies are numbered from ``edges`` on."""
        begun = {sequence[:end] for sequence in never for end in range(2, len(sequence))}
        copies = {begin: edges + number for number, begin in enumerate(sorted(begun))}
        versions: defaultdict[int, list[int]] = defaultdict(list)
        for begin, copy in copies.items():
            versions[begin[-1]].append(copy)
        return cls(copies, {copy: begin for begin, copy in copies.items()}, versions)

    def turns(self, never: Iterable[Edges], streets: _Streets) -> tuple[Int64, Int64]:
        """The originals of the copies, and the forbidden pairs."""
        pairs: set[tuple[int, int]] = set()
        for sequence in never:
            for state in self.states(sequence[-2]):
                if self.sequence_of(state)[1 - len(sequence) :] == sequence[:-1]:
                    pairs.update((state, after) for after in self.states(sequence[-1]))
        for edge in list(self.versions):
            for before in streets.entering[int(streets.tail[edge])]:
                for state in self.states(before):
                    right = self.after(state, edge)
                    pairs.update((state, wrong) for wrong in self.states(edge) if wrong != right)
        originals = [self.memory[copy][-1] for copy in sorted(self.memory)]
        return np.array(originals, np.int64), np.array(sorted(pairs), np.int64).reshape(-1, 2)

    def states(self, edge: int) -> list[int]:
        """The edge itself and its copies."""
        return [edge, *self.versions.get(edge, ())]

    def sequence_of(self, state: int) -> Edges:
        """What a state remembers, the edge itself last."""
        return self.memory.get(state, (state,))

    def after(self, state: int, edge: int) -> int:
        """The state of one who was in a state and goes along an edge: the longest end of what that makes."""
        whole = (*self.sequence_of(state), edge)
        ends = (self.copies.get(whole[begin:]) for begin in range(len(whole) - 1))
        return next((copy for copy in ends if copy is not None), edge)


def _via_nodes(restrictions: Sequence[Restriction]) -> list[int]:
    return [each.via_node for each in restrictions if each.via_node]
