"""Positions with tuples that differ in length, or grow."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList

Pegs = tuple[tuple[int, ...], ...]


@frozen(eq=False)
class Hanoi(AStar[Pegs, Cost[int]]):
    """Disks on pegs, the largest below."""

    disks: int

    def add_neighbours(self, node: Node[Pegs, Cost[int]], open_list: OpenList[Pegs, Cost[int]]) -> None:
        pegs = node.position
        for i, source in enumerate(pegs):
            for j, target in enumerate(pegs):
                if i != j and source and (not target or target[-1] > source[-1]):
                    moved = list(pegs)
                    moved[i] = source[:-1]
                    moved[j] = (*target, source[-1])
                    open_list.relax(tuple(moved), node.cost.travelled + 1)

    def is_destination(self, position: Pegs) -> bool:
        return len(position[-1]) == self.disks

    def estimate(self, position: Pegs) -> int:
        return self.disks - len(position[-1])


Stacks = tuple[tuple[str, ...], ...]


@frozen(eq=False)
class Blocks(AStar[Stacks, Cost[int]]):
    """Stacks of blocks on a table; all are of one length at the start."""

    goal: Stacks

    def add_neighbours(self, node: Node[Stacks, Cost[int]], open_list: OpenList[Stacks, Cost[int]]) -> None:
        stacks = node.position
        for i in range(len(stacks)):
            if len(stacks[i]) == 0:
                continue
            for j in range(len(stacks)):
                if i != j:
                    block = stacks[i][-1]
                    after = tuple(
                        stack[:-1] if at == i else (*stack, block) if at == j else stack for at, stack in enumerate(stacks)
                    )
                    open_list.relax(after, node.cost.travelled + 1)

    def is_destination(self, position: Stacks) -> bool:
        return position == self.goal


class Walk(NamedTuple):
    """A walk through places."""

    at: int
    trail: tuple[int, ...] = ()


@frozen(eq=False)
class Trails(AStar[Walk, Cost[int]]):
    """Walks that come to no place twice."""

    size: int

    def add_neighbours(self, node: Node[Walk, Cost[int]], open_list: OpenList[Walk, Cost[int]]) -> None:
        at, trail = node.position
        for place in (at + 1, at + 2, at * 2, at - 1):
            if 0 <= place < self.size and place not in trail:
                open_list.relax(Walk(place, (*trail, place)), node.cost.travelled + 1 + len(trail) % 2)

    def is_destination(self, position: Walk) -> bool:
        return position.at == self.size - 1 and len(position.trail) > 3


@frozen(eq=False)
class Tour(AStar[tuple[int, ...], Cost[int]]):
    """A tour of towns, which grows."""

    towns: int

    def add_neighbours(self, node: Node[tuple[int, ...], Cost[int]], open_list: OpenList[tuple[int, ...], Cost[int]]) -> None:
        for town in range(self.towns):
            if town not in node.position:
                open_list.relax((*node.position, town), node.cost.travelled + abs(node.position[-1] - town) * 3 % 7 + 1)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return len(position) == self.towns


class Crossing(NamedTuple):
    """Two banks of a river, and where the boat is."""

    left: tuple[int, ...]
    right: tuple[int, ...] | None
    boat: bool


@frozen(eq=False)
class River(AStar[Crossing, Cost[int]]):
    """Travellers by the minutes that they need; an empty right bank is None."""

    def add_neighbours(self, node: Node[Crossing, Cost[int]], open_list: OpenList[Crossing, Cost[int]]) -> None:
        left, right, boat = node.position
        there = left[:0] if right is None else right
        here, other = (left, there) if boat else (there, left)
        for i in range(len(here)):
            for j in range(i, len(here)):
                stay = tuple(each for each in here if each not in (here[i], here[j]))
                went = tuple(sorted({here[i], here[j]}))
                come = tuple(sorted(other + went))
                after = come if boat else stay or None
                open_list.relax(Crossing(stay if boat else come, after, not boat), node.cost.travelled + here[j])

    def is_destination(self, position: Crossing) -> bool:
        return position.left == () and not position.boat


@frozen(eq=False)
class Growing(AStar[tuple[int, ...], Cost[int]]):
    """Steps of a number up to a bound, and then a position that grows."""

    bound: int
    length: int

    def add_neighbours(self, node: Node[tuple[int, ...], Cost[int]], open_list: OpenList[tuple[int, ...], Cost[int]]) -> None:
        at = node.position[0]
        if at < self.bound:
            open_list.relax((at + 1, *node.position[1:]), node.cost.travelled + 1)
        else:
            open_list.relax((*node.position, 1), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return len(position) == self.length


def test_tuples_of_a_tuple_differ_in_length() -> None:
    search_both(Hanoi(3), ((3, 2, 1), (), ()))


def test_tuples_of_texts_become_different() -> None:
    search_both(Blocks((("a",), ("c", "b"), ())), (("a",), ("b",), ("c",)))


def test_a_tuple_of_a_named_tuple_grows() -> None:
    search_both(Trails(9), Walk(0))
    search_both(Trails(9), Walk(0, (0,)))


def test_a_position_grows() -> None:
    search_both(Tour(5), (0,))
    search_both(Tour(5), (0, 2))
    search_both(Tour(3), (0, 2))


def test_what_is_none_may_be_a_tuple_of_any_length() -> None:
    search_both(River(), Crossing((1, 2, 5), None, True))


def test_many_questions_have_tuples_of_several_lengths() -> None:
    starts = [(0,), (0, 1), (3, 1, 2)]
    answers = [list(Tour(5).search_many(starts, engine=engine)) for engine in ("interpreted", "compiled")]
    assert [each.path for each in answers[0]] == [each.path for each in answers[1]]


def test_a_tuple_has_room_for_more_than_was_seen() -> None:
    search_both(Growing(0, 17), (0,))
    search_both(Growing(0, 40), (0,))


@frozen(eq=False)
class Named(Growing):
    """Its position holds no text, but a field does."""

    name: str = "a name"


def test_a_position_grows_beside_a_text_of_the_solver() -> None:
    search_both(Named(3, 3), (0,))
    search_both(Named(20, 3), (0,))


@frozen(eq=False)
class Choosing(Growing):
    """A tuple that may be empty."""

    def add_neighbours(self, node: Node[tuple[int, ...], Cost[int]], open_list: OpenList[tuple[int, ...], Cost[int]]) -> None:
        rest = () if len(node.position) > 3 else node.position[1:]
        open_list.relax((1, *node.position, *rest), node.cost.travelled + 1)


def test_a_choice_of_an_empty_tuple() -> None:
    search_both(Choosing(0, 12), (0,))


@frozen
class Barred(AStar[Pegs, Cost[int]]):
    """Disks on pegs, with positions that are looked up in a set and in a dictionary, as k-shortest looks them up."""

    goal: Pegs
    closed: frozenset[Pegs]
    fees: dict[Pegs, int]

    def add_neighbours(self, node: Node[Pegs, Cost[int]], open_list: OpenList[Pegs, Cost[int]]) -> None:
        pegs = node.position
        for i in range(3):
            for j in range(3):
                if i != j and pegs[i] and (not pegs[j] or pegs[j][-1] > pegs[i][-1]):
                    new = list(pegs)
                    new[j] = pegs[j] + (pegs[i][-1],)
                    new[i] = pegs[i][:-1]
                    there = tuple(new)
                    if there not in self.closed and pegs not in self.closed:
                        open_list.relax(there, node.cost.travelled + 1 + self.fees.get(there, 0))

    def is_destination(self, position: Pegs) -> bool:
        return position == self.goal


def test_keys_of_several_lengths_are_refused() -> None:
    says = r"Barred.add_neighbours \(test_tuples_of_any_length.py, line \d+\): tuple of tuple of int among keys that are"
    with pytest.raises(CannotCompile, match=says):
        Barred(((), (), (2, 1)), frozenset({((), (2, 1), ())}), {}).search(((2, 1), (), ()), engine="compiled")
