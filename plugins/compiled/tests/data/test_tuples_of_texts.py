"""Positions that are tuples of texts, made of lists and of generator expressions."""

from __future__ import annotations

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, Cost, Node, OpenList

pytestmark = pytest.mark.long

Piles = tuple[str, ...]


@frozen
class Moving(AStar[Piles, Cost[int]]):
    """Moves the last letter of one pile to the end of another, in two ways to write it."""

    grows: bool = False

    def add_neighbours(self, node: Node[Piles, Cost[int]], open_list: OpenList[Piles, Cost[int]]) -> None:
        for i in range(2):
            after = list(node.position)
            if after[i]:
                letter = after[i][-1]
                after[i] = after[i][:-1]
                after[1 - i] += letter
                if self.grows:
                    after.append(letter)
                open_list.relax(tuple(after), node.cost.travelled + 1)
                written = tuple(node.position[k][:-1] if k == i else node.position[k] + letter for k in range(2))
                open_list.relax(written, node.cost.travelled + 2)

    def is_destination(self, position: Piles) -> bool:
        return position == ("", "cba")


def test_a_list_of_texts_becomes_a_tuple() -> None:
    search_both(Moving(), ("abc", ""))


def test_tuples_of_other_lengths_are_positions() -> None:
    search_both(Moving(), ("abc", ""))
    search_both(Moving(grows=True), ("abc", ""))
