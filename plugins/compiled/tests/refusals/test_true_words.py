"""What a refusal says of a line is true, and can be followed: another way to write the line compiles."""

from __future__ import annotations

from enum import Enum
from functools import partial
from pathlib import Path

import pytest
from attrs import frozen
from both_speeds import search_both
from telling import telling
from walks import refusal, words_of_numba

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar.algorithms import KShortest

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

FIELDS = {"rows": [[5, 1], [4, 2]], "uneven": [[5, 1], [4, 2, 3]], "flat": [3, 4]}


def lines(*text: str) -> str:
    """The lines before an expression."""
    return "\n        ".join(text)


def test_copies_of_the_rows_of_a_solver_may_be_changed(tmp_path: Path) -> None:
    before = lines(
        "copies = [row[:] for row in self.rows]",
        "copies[n % 2][0] = 77",
        "first = self.rows[0][:]",
        "first[1] += n",
        "others = [row.copy() for row in self.uneven]",
        "others[1].append(n)",
        "flat = self.flat[:]",
        "flat[0] = n",
        "second = self.rows[1].copy()",
        "second.append(n)",
        "either = self.rows[n % 2]",
        "if n > 2: either = either[:]",
    )
    told = (
        "copies[0][0]",
        "copies[1][0]",
        "first[1]",
        "sum(others[1])",
        "flat[0]",
        "sum(second)",
        "either[0]",
        "self.rows[0][1]",
    )
    search_both(telling(told, tmp_path, before, **FIELDS), 0)


OF_THE_SOLVER = "it changes a list of the solver or of a module, and a hook may be called twice for one node; keep the value in"
OF_ROWS = "a list of rows of the solver is given a row that the hook makes; make all rows in the hook, such as [list(row) for"
WORDS = (
    (lines("rows = list(self.rows)", "rows[0] = [n, n]"), "rows[0][0]", OF_ROWS, "[list(row) for row in self.rows]"),
    (lines("rows = list(self.uneven)", "rows[0] = [n, n]"), "rows[0][0]", OF_ROWS, "[list(row) for row in self.uneven]"),
    (lines("rows = list(self.rows)", "rows.append([n, n])"), "rows[2][0]", OF_ROWS, "[list(row) for row in self.rows]"),
    (lines("rows = list(self.rows)", "rows[0][0] = n"), "rows[0][0]", OF_THE_SOLVER, "[list(row) for row in self.rows]"),
    (lines("pair = [1, 2]", "pair[0] = (n, 2)"), "len(pair)", "a list of int64 is given ", "[(1, 2)]"),
)


@pytest.mark.parametrize(("before", "text", "says", "instead"), WORDS)
def test_what_is_said_compiles(before: str, text: str, says: str, instead: str, tmp_path: Path) -> None:
    """The first line that is refused is written anew: its value becomes the other one."""
    assert says in refusal(telling((text,), tmp_path / "refused", before, **FIELDS), 0)
    made, _, rest = before.partition("\n")
    other = f"{made.partition(' = ')[0]} = {instead}\n{rest}"
    search_both(telling((text,), tmp_path / "compiled", other, **FIELDS), 0)


OF_FIELDS = (
    (
        "len(str(each.cost)) for each in self.none",
        r", or put an item into none, whose items have no type, because it is empty, or",
    ),
    (
        "self.map.get((n, 1), Ground.LAKE) is ground",
        r", or put an item into map, whose items have no type, because it is empty, or",
    ),
    (
        "self.none.append(n) is None",
        "it calls append() of a list of the solver or of a module, and a hook may be called twice for",
    ),
    (
        "self.map.setdefault(n, 2)",
        "it calls setdefault() of a dict of the solver or of a module, and a hook may be called twice",
    ),
    (
        "self.best(n, 3)",
        "a function of Python's own, such as max, that is a value is not supported in machine code; give a lambda",
    ),
    (
        "self.part(n)",
        "the call of a functools.partial, or of another object of Python's own classes, is not supported in machine",
    ),
)


@pytest.mark.parametrize(("text", "says"), OF_FIELDS)
def test_words_about_fields(text: str, says: str, tmp_path: Path) -> None:
    fields = {"none": [], "map": {}, "best": max, "part": partial(max, 3)}
    needed = {name: value for name, value in fields.items() if f"self.{name}" in text}
    solver = telling((f"sum({text})" if " for " in text else text,), tmp_path, **needed)
    assert says in words_of_numba(solver, 0)


OF_HOOKS = (
    ("self.calls += 1", "self.calls", "a field is set, Telling.calls; of a record, make another, as by attrs.evolve"),
    ("", "[n, 'a'] == [5, 'a']", "a list of items of several types is compared; write tuples in place of the lists"),
    ("", "([n, 'a'], 1) != ([5, 'a'], 1)", "a list of items of several types is compared; write tuples in place of the lists"),
    ("", "[n, 'a'].count(3)", "a list of items of several types is searched, indexed by a variable, or taken apart; give its"),
    (
        "",
        "[n, 'a'][n % 2] == 3",
        "a list of items of several types is searched, indexed by a variable, or taken apart; give its",
    ),
    (
        "q = [n, 1]; q[1:1] = (7,)",
        "len(q)",
        "a slice of a list is given a tuple, or a row of the solver; write list(...) around",
    ),
    ("q = [n, 1]; q[1:1] = [7.5]", "len(q)", "a list or dictionary of int64 is given float64; give its items one type"),
    ("", "len({1: 2} | {n: 7.5})", "two dictionaries of other types of keys, or of values, are joined by |; give their keys"),
    ("", "{True: min, False: max}[n > 2](n, 5)", "a function is chosen and kept, as from a dictionary; call each in its place"),
    (
        "best = max if n > 4 else min",
        "best(n, 4)",
        " on one branch, and another on another; call each in its place, by if and else",
    ),
    (
        "",
        "int({'a': n > 3, 'b': n}['a' if n > 2 else 'b'])",
        "written out has values of several types, or functions, and is asked",
    ),
    ("end = n if n < 3 else 'end'", "end == 3", " str on "),
    (
        "",
        "len(list(product(Ground, repeat=2)))",
        "such as product() with repeat=, goes over the enum Ground; write list(Ground)",
    ),
    ("", "(n, 1) in [(2, 1), (3.0, 1.0)]", "a tuple is looked up among tuples of other types; give them one type"),
    (
        "",
        "sum(map({1: 5, 2: 7}.__getitem__, [2]))",
        "__getitem__ is called by its name; write the operator, such as items[key]",
    ),
    ("", "math.fsum([0.5, n])", "and a sum in a loop may differ in its last digit; add ints, such as scaled numbers"),
    ("items = [n, 1]", "len(list(iter(items.pop, n)))", "iter() is given a function and a value to stop at; write while True"),
    (
        lines("def pair():", "    yield n", "    yield 2"),
        "sum(pair())",
        "or that of a function that the hook defines; write a list",
    ),
    ("", "float('abc') if n > 9 else n", "the text 'abc', which is no number, is made one; raise ValueError(...) there"),
    (
        "",
        "np.clip(n, 0, 3)",
        "by a function of numpy that takes arrays, such as clip; write min() and max(), or give it an array",
    ),
    ("", "sum(accumulate(k for k in range(n)))", "is given a generator; write a loop that appends each sum to a list"),
    (
        lines("counts = {n: 1}", "counts[ground] = 2"),
        "len(counts)",
        "has a int64 first, and a Ground behind it; give its items",
    ),
    (
        lines("heap = [(1, 2)]", "heapq.heappush(heap, (n, 2.5))"),
        "len(heap)",
        "a heap of items of one type is given an item of",
    ),
)


@pytest.mark.parametrize(("before", "text", "says"), OF_HOOKS)
def test_words_about_lines(before: str, text: str, says: str, tmp_path: Path) -> None:
    fields = {"calls": 0} if "calls" in text else {}
    assert says in refusal(telling((text,), tmp_path, before, **fields), 0)


def test_lists_of_sets_are_sorted_and_products_of_nothing_have_one_item(tmp_path: Path) -> None:
    search_both(
        telling(
            ("sum(sorted(list({n, 3, 40})))", "len(list(product('', repeat=0)))", "len(list(product([n], repeat=0)))"), tmp_path
        ),
        0,
    )


@frozen
class Grows(AStar[frozenset[int], Cost[int]]):
    def add_neighbours(self, node: Node[frozenset[int], Cost[int]], open_list: OpenList[frozenset[int], Cost[int]]) -> None:
        open_list.relax(node.position | {len(node.position)}, node.cost.travelled + 1)

    def is_destination(self, position: frozenset[int]) -> bool:
        return len(position) == 12


def test_a_set_beyond_its_room() -> None:
    says = "a position has a set of more than 8 items, the room that the first search of its class gave it; write an int with"
    assert says in refusal(Grows(), frozenset())


OF_NONE = (
    (
        "len({found if n > k else None for k in range(9)})",
        "a set that a hook makes has None in it; write a number, or a member",
    ),
    ("len(frozenset(found if n > k else None for k in range(9)))", "a set that a hook makes has None in it"),
    (
        "len(dict(zip(self.flat, [n, None])))",
        "a dictionary that a hook makes has a key or a value that may be None; write a num",
    ),
)


@pytest.mark.parametrize(("text", "says"), OF_NONE)
def test_none_among_others_may_be_a_number(text: str, says: str, tmp_path: Path) -> None:
    before = "found = 3 if n > 2 else None"
    assert says in refusal(telling((text,), tmp_path / "refused", before, **FIELDS), 0)
    search_both(telling((text.replace("None", "-1"),), tmp_path / "compiled", before.replace("None", "-1"), **FIELDS), 0)


def test_isinstance_of_a_local_that_may_be_unbound(tmp_path: Path) -> None:
    text = "n > 2 and isinstance(z, int)"
    before = lines("if n > 2: z = n")
    says = "isinstance() is asked of a local that has a value on one branch only; give it a value of that type first"
    assert says in refusal(telling((text,), tmp_path / "refused", before), 0)
    search_both(telling((text,), tmp_path / "compiled", lines("z = -1", before)), 0)


def items_of(names: frozenset[str]) -> list[int]:
    return [len(each) for each in names]


@frozen
class Named(AStar[frozenset[str], Cost[int]]):
    goal: frozenset[str]

    def add_neighbours(self, node: Node[frozenset[str], Cost[int]], open_list: OpenList[frozenset[str], Cost[int]]) -> None:
        here, there = items_of(node.position), items_of(self.goal)
        open_list.relax(node.position - {"a"}, node.cost.travelled + sum(here) + sum(there))

    def is_destination(self, position: frozenset[str]) -> bool:
        return "a" not in position


def test_the_line_of_an_order_is_that_of_the_loop_in_the_function_called() -> None:
    line = items_of.__code__.co_firstlineno + 1
    says = rf"items_of \(test_true_words.py, line {line}\): the order of a set differs from Python's here"
    with pytest.raises(CannotCompile, match=says):
        Named(frozenset({"b"})).search(frozenset({"a", "b"}), engine="compiled")


@frozen
class Turning(AStar[tuple[int, ...], Cost[int]]):
    """One of two numbers goes up by one."""

    def add_neighbours(self, node: Node[tuple[int, ...], Cost[int]], open_list: OpenList[tuple[int, ...], Cost[int]]) -> None:
        for at in range(2):
            new = list(node.position)
            new[at] = (new[at] + 1) % 3
            open_list.relax(tuple(new), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, ...]) -> bool:
        return position == (1, 2)


def test_a_position_that_an_algorithm_looks_up() -> None:
    slow, fast = (list(Turning().results((0, 0), algorithm=KShortest(2), engine=each)) for each in ("interpreted", "compiled"))
    assert [(each.path, each.cost, each.engine) for each in fast] == [(each.path, each.cost, "compiled") for each in slow]


class Colour(int, Enum):
    RED = 1


@frozen
class Coloured(AStar[int, Cost[int]]):
    """Its members' texts are not their values."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + Colour.RED, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == 3


@frozen
class Overridden(Coloured):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + len(f"{node.position}"))


@frozen
class Both(Coloured):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        super().add_neighbours(node, open_list)
        open_list.relax(node.position + 2, node.cost.travelled + len(f"{node.position}"))


def test_what_a_hook_overrides_is_looked_into_only_for_super() -> None:
    assert Overridden().search(0, engine="compiled", verify=True).found
    assert "may be a member of Colour, whose text is not its value" in refusal(Both(), 0)
