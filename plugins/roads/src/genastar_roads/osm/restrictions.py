"""Convert turn restrictions from relations to forbidden pairs of edges.

A restriction by a node forbids a pair of edges. A restriction by ways forbids a longer sequence, which also becomes pairs: its
edges are copied for paths that began with the sequence, so that their turns can differ. The copies are the states of an
automaton that reads edges and remembers the longest prefix of a sequence read last (Aho and Corasick 1975). Without turns, the
copies are parallel edges of equal weight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from genastar_roads.graph.columns import Int64
from genastar_roads.osm.remarks import Tally
from genastar_roads.osm.ways import Restriction
from genastar_roads.profiles.hourly import Closure

Edges = tuple[int, ...]

HourlyTurns = Mapping[tuple[int, int], tuple[Closure, ...]]
"""Pairs of edges that are forbidden at some hours."""

MISSING: Final = "{} name a way that is closed to this profile or not in the file"
UNMET: Final = "{} name ways that do not meet there, or are not split there"

_LONGEST: Final = 32
"""Maximum number of edges of a restriction by ways; longer ones are left out, as are those that do not fit the ways."""


def find_forbidden_turns(
    restrictions: Sequence[Restriction], tail: NDArray[np.integer], head: NDArray[np.integer], way: Int64, node_id: Int64
) -> tuple[Int64, Int64, HourlyTurns, Tally]:
    """Return the forbidden turns, the edges to copy for them, and the numbers of restrictions left out, by reason.

    Args:
        restrictions: the relations. Those that do not fit the ways are left out: a way is missing, or is not split at the turn,
            so that its side of the turn is unknown.
        tail: the node that an edge leaves, shape (m,).
        head: the node that it enters, shape (m,).
        way: OSM way of the edge, shape (m,).
        node_id: the ids of nodes, shape (n,).

    Returns:
        The originals of the edges m, m + 1 … to add, shape (c,); forbidden pairs of edges, shape (k, 2); those that are
        forbidden at some hours; and the numbers of restrictions that do not fit the ways, by reason.
    """
    if not restrictions:
        return np.empty(0, np.int64), np.empty((0, 2), np.int64), {}, Tally()
    streets = _RestrictedWays.of(restrictions, tail, head, way)
    numbers = {int(node_id[node]): int(node) for node in np.flatnonzero(np.isin(node_id, _list_via_nodes(restrictions)))}
    only: defaultdict[Edges, set[int]] = defaultdict(set)
    never: set[Edges] = set()
    hourly: defaultdict[Edges, list[Closure]] = defaultdict(list)
    unfit = Tally()
    for each in restrictions:
        via = numbers.get(each.via_node, -1)
        sequences = streets.find_sequences(each, via)
        if not sequences and (reason := streets.explain_misfit(each, via)):
            unfit.add(reason, ("relation", each.relation))
        for found in sequences:
            is_only = each.kind.startswith("only_")
            if each.closure is not None:
                for edge in streets.leaving[int(head[found[-2]])] if is_only else found[-1:]:
                    if not is_only or edge != found[-1]:
                        hourly[(*found[:-1], edge)].append(each.closure)
            elif is_only:
                only[found[:-1]].add(found[-1])
            else:
                never.add(found)
    for begin, allowed in only.items():
        never.update((*begin, edge) for edge in streets.leaving[int(head[begin[-1]])] if edge not in allowed)
    for sequence in never:
        hourly.pop(sequence, None)
    automaton = _Automaton.of({*never, *hourly}, len(tail))
    originals, pairs = automaton.list_turns(never, streets)
    forbidden = set(map(tuple, pairs.tolist()))
    at_hours: defaultdict[tuple[int, int], tuple[Closure, ...]] = defaultdict(tuple)
    for sequence, closures in hourly.items():
        for pair in automaton.list_pairs(sequence):
            if pair not in forbidden:
                at_hours[pair] += tuple(closures)
    return originals, pairs, at_hours, unfit


@define
class _RestrictedWays:
    """The edges near restrictions, as Python objects."""

    tail: NDArray[np.integer]
    head: NDArray[np.integer]
    of_way: defaultdict[int, list[int]] = field(factory=lambda: defaultdict(list))
    leaving: defaultdict[int, list[int]] = field(factory=lambda: defaultdict(list))
    entering: defaultdict[int, list[int]] = field(factory=lambda: defaultdict(list))

    @classmethod
    def of(
        cls, restrictions: Sequence[Restriction], tail: NDArray[np.integer], head: NDArray[np.integer], way: Int64
    ) -> _RestrictedWays:
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

    def find_sequences(self, restriction: Restriction, via: int) -> list[Edges]:
        """Return the edge sequences that a restriction names; none if it does not fit the ways."""
        origins, targets = self.of_way[restriction.origin], self.of_way[restriction.target]
        if restriction.via_ways:
            chains = [chain for edge in origins for chain in self.iterate_chains(edge, restriction.via_ways, set(targets))]
            return chains if len(chains) == 1 else []
        before = [edge for edge in origins if self.head[edge] == via]
        after = [edge for edge in targets if self.tail[edge] == via]
        if restriction.origin == restriction.target:
            u_turns = [(a, b) for a, b in product(before, after) if self.tail[a] == self.head[b]]
            return list(u_turns) if restriction.kind.endswith("_u_turn") else []
        return [(before[0], after[0])] if len(before) == len(after) == 1 else []

    def explain_misfit(self, restriction: Restriction, via: int) -> str:
        """Return why a restriction has no sequence of edges; empty if one-way streets forbid its turn anyway."""
        if not all(self.of_way[way] for way in (restriction.origin, restriction.target, *restriction.via_ways)):
            return MISSING
        if via < 0 or restriction.kind.startswith("only_") or restriction.origin == restriction.target:
            return UNMET
        origins, targets = self.of_way[restriction.origin], self.of_way[restriction.target]
        arriving, leaving = ([end[edge] == via for edge in origins].count(True) for end in (self.head, self.tail))
        entering, coming = ([end[edge] == via for edge in targets].count(True) for end in (self.tail, self.head))
        no_origin, no_target = not arriving and leaving == 1, not entering and coming == 1
        is_needless = (no_origin and entering + coming > 0) or (no_target and arriving + leaving > 0)
        return "" if is_needless else UNMET

    def iterate_chains(self, origin: int, via_ways: Edges, targets: set[int]) -> Iterable[Edges]:
        """Yield edge sequences along these ways to one of the targets, each edge at most once and without U-turns."""
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
    """An automaton whose states are edges, and copies of edges that remember the edges before them."""

    copies: dict[Edges, int]
    """Number of the copy of a sequence's last edge, for paths along the sequence."""
    memory: dict[int, Edges]
    """The inverse of ``copies``."""
    versions: defaultdict[int, list[int]]
    """Copies of each edge."""

    @classmethod
    def of(cls, never: Iterable[Edges], edges: int) -> _Automaton:
        """Build the automaton of all prefixes of these sequences; copies are numbered from ``edges`` on."""
        begun = {sequence[:end] for sequence in never for end in range(2, len(sequence))}
        copies = {begin: edges + number for number, begin in enumerate(sorted(begun))}
        versions: defaultdict[int, list[int]] = defaultdict(list)
        for begin, copy in copies.items():
            versions[begin[-1]].append(copy)
        return cls(copies, {copy: begin for begin, copy in copies.items()}, versions)

    def list_turns(self, never: Iterable[Edges], streets: _RestrictedWays) -> tuple[Int64, Int64]:
        """Return the originals of the copies, and the forbidden pairs."""
        pairs: set[tuple[int, int]] = set()
        for sequence in never:
            pairs.update(self.list_pairs(sequence))
        for edge in list(self.versions):
            for before in streets.entering[int(streets.tail[edge])]:
                for state in self.list_states(before):
                    right = self.find_next_state(state, edge)
                    pairs.update((state, wrong) for wrong in self.list_states(edge) if wrong != right)
        originals = [self.memory[copy][-1] for copy in sorted(self.memory)]
        return np.array(originals, np.int64), np.array(sorted(pairs), np.int64).reshape(-1, 2)

    def list_pairs(self, sequence: Edges) -> list[tuple[int, int]]:
        """Return the pairs of states that end a sequence."""
        return [
            (state, after)
            for state in self.list_states(sequence[-2])
            if self.get_sequence(state)[1 - len(sequence) :] == sequence[:-1]
            for after in self.list_states(sequence[-1])
        ]

    def list_states(self, edge: int) -> list[int]:
        """Return the edge itself and its copies."""
        return [edge, *self.versions.get(edge, ())]

    def get_sequence(self, state: int) -> Edges:
        """Return the edges that a state remembers, the current edge last."""
        return self.memory.get(state, (state,))

    def find_next_state(self, state: int, edge: int) -> int:
        """Return the next state after an edge: the one with the longest remembered suffix."""
        whole = (*self.get_sequence(state), edge)
        ends = (self.copies.get(whole[begin:]) for begin in range(len(whole) - 1))
        return next((copy for copy in ends if copy is not None), edge)


def _list_via_nodes(restrictions: Sequence[Restriction]) -> list[int]:
    return [each.via_node for each in restrictions if each.via_node]
