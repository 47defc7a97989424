"""What people write: it compiles, or the refusal says what to write instead, which compiles."""

from __future__ import annotations

import linecache
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, ClassVar

import pytest
from attrs import frozen
from both_speeds import search_both
from walks import Walk, refusal

from genastar import AStar, CannotCompile, Cost, Node, OpenList

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

Pair = tuple[int, int]


@frozen
class Unpacking(AStar[Pair, Cost[int]]):
    """A class that has a list of tuples, and a field that is a list of lists."""

    special: list[list[int]]
    name: str = "43"
    steps: ClassVar[list[Pair]] = [(0, 1), (1, 0)]

    def add_neighbours(self, node: Node[Pair, Cost[int]], open_list: OpenList[Pair, Cost[int]]) -> None:
        a, b = (v + 1 for v in node.position)
        c, d = [v + k for v, k in zip(node.position, (a, b), strict=False)]
        e, f = (v for v in (a, b, 9) if v < 9)
        g, h = [len(row) + k for row, k in zip(self.special, (1, 2), strict=False)]
        i, j = (int(letter) for letter in self.name)
        (k, m), [p, (q, r)] = [row[0] for row in self.special], (c, (v + 1 for v in node.position))
        for *items, cost in self.special:
            open_list.relax((a, b), node.cost.travelled + cost + len(items) + c + d + e + f + g * h + i * j + k * m + p + q * r)
        for dx, dy in self.steps:
            if dx + node.position[0] > 5:
                continue
            open_list.relax((node.position[0] + dx, node.position[1] + dy), node.cost.travelled + 1)

    def is_destination(self, position: Pair) -> bool:
        return position == (2, 3)


def merged(n: int) -> int:
    d = {1: 2, n: 5} | {n + 1: 3, 1: n}
    for key, value in d.items():
        n = n * 3 + key * value
    return n


def unpacked(n: int) -> int:
    items = list(range(n + 1))
    try:
        a, b = (v + 1 for v in items)
    except ValueError:
        return 7
    c, d = [v for v in range(n, n + 2)]  # noqa: C416
    prices = {1: n, 2: 4}
    e, f = [k for k in prices]  # noqa: C416
    g, h = (v + k for k, v in prices.items())
    return a + b + c * d + e * 2 + f + g * 3 + h


def test_what_compiles() -> None:
    search_both(Walk(6, _depth), 0)
    search_both(Unpacking([[1, 2, 3], [4, 5]]), (0, 0))
    for helper in (merged, unpacked):
        search_both(Walk(3, helper), 0)


def chosen(n: int) -> int:
    return sum(len(each) for k in (1, 2) for each in combinations((1, 2, n), k))


def chosen_plainly(n: int) -> int:
    return sum(len(each) for each in list(combinations((1, 2, n), 2))) + len([each for each in combinations((1, 2, n), 3)])  # noqa: C416


def turned(n: int) -> int:
    rows = [[1, 2], [n, 4]]
    return sum(a * b for a, b in zip(*rows, strict=False))


def turned_plainly(n: int) -> int:
    rows = [[1, 2], [n, 4]]
    return sum(rows[0][k] * rows[1][k] for k in range(2))


def down(k: int) -> Iterator[int]:
    if k > 0:
        yield k
        yield from down(k - 1)


def going_down(n: int) -> int:
    return sum(down(n))


def down_plainly(k: int) -> Iterator[int]:
    left = [k]
    while left:
        k = left.pop()
        if k > 0:
            yield k
            left.append(k - 1)


def going_down_plainly(n: int) -> int:
    return sum(down_plainly(n))


def inside(n: int) -> int:
    def depth(k: int) -> int:
        return 0 if k <= 0 else depth(k - 1) + 1

    return depth(n)


def _depth(k: int) -> int:
    return 0 if k <= 0 else _depth(k - 1) + 1


def inside_plainly(n: int) -> int:
    return _depth(n)


def marked(n: int) -> int:
    items = [None] * 5
    items[n % 5] = n  # type: ignore[call-overload]
    return sum(1 for each in items if each is not None)


def marked_plainly(n: int) -> int:
    items = [-1] * 5
    items[n % 5] = n
    return sum(1 for each in items if each != -1)


def parents(n: int) -> int:
    return 1 if {0: None, 1: n}[n % 2] is None else 2


def parents_plainly(n: int) -> int:
    return 1 if {0: -1, 1: n}[n % 2] == -1 else 2


def either(n: int) -> int:
    return sum(down_plainly(n) if n % 2 else upwards(n))


def upwards(n: int) -> Iterator[int]:
    yield from range(n)


def either_plainly(n: int) -> int:
    return sum(list(down_plainly(n)) if n % 2 else list(upwards(n)))


def updated(n: int) -> int:
    found = {1: 2}
    found.update([(6, n)])
    return len(found)


def updated_plainly(n: int) -> int:
    found = {1: 2}
    found.update({6: n})
    first, *rest = upwards(n + 2)
    return len(found) + first + len(rest)


def by_name(n: int) -> int:
    return upwards_by(n, **{"by": 2})


def upwards_by(n: int, by: int) -> int:
    return n * by


def by_name_plainly(n: int) -> int:
    return upwards_by(n, by=2)


def kept(n: int) -> int:
    items = (k for k in range(n))
    return next(items, 0)


def kept_plainly(n: int) -> int:
    items = [k for k in range(n)]  # noqa: C416
    return sum(items)


@frozen
class Adding:
    by: int

    def __call__(self, n: int) -> int:
        return self.plus(n)

    def plus(self, n: int) -> int:
        return self.by + n


@frozen
class Through(Walk):
    """Calls a method by its name."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.helper.plus(node.position))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("helper", "says", "instead"),
    [
        (chosen, "combinations is called otherwise than with a number of items that is written out, 1 to 6", chosen_plainly),
        (turned, "a star passes on a list, .*; write a loop over the indices", turned_plainly),
        (going_down, "a generator calls itself; write the generator with a list of what is left to do", going_down_plainly),
        (marked, r"a list of None is given other items; .* such as \[-1\] \* 5", marked_plainly),
        (parents, "has None beside other keys or values; write a number that means nothing, such as -1", parents_plainly),
        (either, "one generator on one branch, and another on another; .* make lists of both", either_plainly),
        (updated, r"is given pairs, or named values; write update\(\{key: value\}\)", updated_plainly),
        (by_name, r"a call passes on a dictionary by \*\*; name its arguments", by_name_plainly),
        (kept, "a generator expression is kept, or passed on, or .*; write a list", kept_plainly),
        (inside, "or an inner function calls itself; .* write the function outside", inside_plainly),
    ],
)
def test_what_to_write_instead(helper: Callable[[int], int], says: str, instead: Callable[[int], int]) -> None:
    with pytest.raises(CannotCompile, match=says):
        Walk(3, helper).search(0, engine="compiled")
    search_both(Walk(3, instead), 0)


def test_an_object_that_is_called() -> None:
    says = "an object of the class Adding is called; give its __call__ a name, and call that method, or"
    assert says in refusal(Walk(3, Adding(2)), 0)
    search_both(Through(3, Adding(2)), 0)


@frozen
class Reading(AStar[int, Cost[int]]):
    table: Any

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + self.table[node.position][1])

    def is_destination(self, position: int) -> bool:
        return position == 2


@pytest.mark.parametrize(
    "table",
    [
        defaultdict(dict, {0: {1: 2}, 1: {1: 3}}),
        defaultdict(list, {0: [1, 2], 1: [3, 4, 5]}),
        OrderedDict({0: {1: 2}, 1: {1: 3}}),
    ],
    ids=["dict", "list", "ordered"],
)
def test_a_dictionary_of_another_class(table: dict[int, Any]) -> None:
    with pytest.raises(
        CannotCompile, match=rf"an? {type(table).__name__} is not supported in machine code; give a dict, dict\("
    ):
        Reading(table).search(0, engine="compiled")
    search_both(Reading(dict(table)), 0)


def test_complex_keys() -> None:
    with pytest.raises(CannotCompile, match=r"type complex inside a container .*; write two floats, such as \(1\.0, 0\.0\)"):
        Reading({0j: "a", 1j: "b"}).search(0, engine="compiled")


@frozen
class Growing(AStar[tuple[int, ...], Cost[int]]):
    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        d = 1
        for place, item in enumerate(node.position):
            d += place * item
        open_list.relax((*node.position, 1), node.cost.travelled + d)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return len(position) == 2


def test_an_empty_position_that_grows() -> None:
    search_both(Growing(), ())


@frozen
class Returning(Reading):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> Any:
        return [node.position + 1]


def test_what_no_engine_takes_does_not_propose_the_other() -> None:
    with pytest.raises(CannotCompile, match=r"add_neighbours returns or yields .* for each neighbour instead$"):
        Returning({}).search(0, engine="compiled")


SOURCE = """
from attrs import frozen
from genastar import AStar, Cost
def deep(n): return 2 if n <= 0 else deep(n - 1) + 1
@frozen
class Deep(AStar[int, Cost[int]]):
    goal: int
    def add_neighbours(self, node, open_list): open_list.relax(node.position + 1, node.cost.travelled + deep(node.position))
    def is_destination(self, position): return position == self.goal
"""


def test_a_refusal_of_code_without_source_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ("<string>", "<cell 2>"):
        if file != "<string>":
            monkeypatch.setitem(linecache.cache, file, (len(SOURCE), None, SOURCE.splitlines(keepends=True), file))
        scope: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(SOURCE, file, "exec"), scope)
        solver = scope["Deep"](3)
        if file == "<string>":
            assert "its source cannot be read" in refusal(solver, 0)
        else:
            assert solver.search(0, engine="compiled").cost == solver.search(0).cost


class OfPairs(AStar):  # type: ignore[type-arg]
    """Its costs should be pairs."""

    def add_neighbours(self, node: Node[Any, Any], open_list: OpenList[Any, Any]) -> None:
        open_list.insert(node.position + 1, (node.cost[0] + 1, 0))

    def is_destination(self, position: Any) -> bool:
        return bool(position == 3)


def test_a_forgotten_start_cost_is_named_beside_a_refusal() -> None:
    with pytest.raises(TypeError) as interpreted:
        OfPairs().search(0)
    with pytest.raises(CannotCompile, match=r"getitem is not supported for values of the types \(Cost, int64\)") as compiled:
        OfPairs().search(0, engine="compiled")
    assert compiled.value.__notes__ == interpreted.value.__notes__
