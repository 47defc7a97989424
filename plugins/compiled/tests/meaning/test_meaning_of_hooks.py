"""One meaning: fields, exceptions and answers of hooks are those of Python, or are refused in one line."""

from __future__ import annotations

import pytest
from attrs import frozen
from both_speeds import Steps, search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = pytest.mark.long


@frozen(eq=False)
class Holding(Steps):
    held: object = None

    def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
        if node.position < self.goal and node.position not in self.held:
            open_list.relax(node.position + 1, node.cost.travelled + 1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", [set, list])
def test_fields_that_are_empty_or_mixed_after_one_that_compiled(kind: type) -> None:
    assert Holding(3, held=kind([9])).search(0, engine="auto").found
    assert Holding(3, held=kind()).search(0, engine="compiled").found
    mixed = Holding(3, held=kind([1.5, "a"]))
    assert mixed.search(0, engine="auto").engine == "interpreted"
    with pytest.raises(CannotCompile):
        mixed.search(0, engine="compiled")


@pytest.mark.parametrize(("error", "text"), [(KeyError, "no such key"), (ValueError, "three")])
def test_a_hooks_own_exceptions_arrive(error: type[Exception], text: str) -> None:
    @frozen(eq=False)
    class Raising(Steps):
        def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
            if node.position == 3:
                raise error(text)
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    for engine in ("interpreted", "compiled"):
        with pytest.raises(error, match=text):
            Raising(9).search(0, engine=engine)


class OnlyYes(Steps):
    def is_destination(self, position: object) -> bool:  # noqa: RET503  # as many write it
        if position == self.goal:
            return True


def test_a_destination_that_is_none_is_no_destination() -> None:
    assert search_both(OnlyYes(9), 0).path == tuple(range(10))  # type: ignore[attr-defined]


class Trap(Exception):
    pass


@frozen
class Raising(AStar[int, Cost[int]]):
    what: str = "value"

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        place = node.position
        if place == 3:
            if self.what == "value":
                raise ValueError(f"a dead end at {place}")
            raise Trap(place, "x", 2.5)
        open_list.relax(place + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 9


@pytest.mark.parametrize("what", ["value", "trap"])
def test_exceptions_are_made_of_values(what: str) -> None:
    found = []
    for engine in ("interpreted", "compiled"):
        with pytest.raises((ValueError, Trap)) as error:
            Raising(what).search(0, engine=engine)
        found.append((error.type, error.value.args))
    assert found[0] == found[1]


@frozen
class Hidden(AStar[int, Cost[int]]):
    _step: int = 1
    __more: int = 2

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + self._step + self.__more, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 9


def test_fields_that_begin_with_an_underscore() -> None:
    assert Hidden().search(0, engine="compiled").path == (0, 3, 6, 9)
