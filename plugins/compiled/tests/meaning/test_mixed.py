"""Numbers that are ints on one branch and floats on another: each stays what it is in Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen
from both_speeds import search_both
from pieces import function_of, in_machine_code, number_of, outcome

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar_compiled.compiler.faults import NotCovered

NUMBERS = (0, 1, 2, 3, -1, -7, 63, 2**31, 94906267, 2**53 - 1, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))


def in_a_variable(a: int, b: int) -> float:
    y: float = 0.5
    if a > 0:
        y = b
    return y % 9


def in_a_sum(a: int, b: int) -> float:
    y: float = b
    for each in range(a):
        y += 0.5 * each
    return y % 9


def in_what_is_returned(a: int, b: int) -> float:
    if a > 5:
        return 0.5
    return b


def in_a_tuple(a: int, b: int) -> float:
    pair: tuple[float, int] = (0.5, 1)
    if a > 0:
        pair = (b, 2)
    return pair[0] % 9


def in_a_list(a: int, b: int) -> float:
    items = [0.5]
    items.append(b)
    return items[a] % 9


def in_a_literal(a: int, b: int) -> float:
    return [0.5, b][a] % 9


def in_a_choice(a: int, b: int) -> float:
    return (b if a > 0 else 0.5) % 9


def in_a_greatest(a: int, b: int) -> float:
    return max(b, 0.5) % 9


def in_a_dictionary(a: int, b: int) -> float:
    found = {0: 0.5}
    found[a] = b
    return found[a] % 9


def in_a_set(a: int, b: int) -> float:
    return max({0.5, b, 2.5})


def in_an_infinite_list(a: int, b: int) -> float:
    costs = [math.inf] * 3
    costs[a] = b
    return costs[a]


def in_a_list_of_ints(a: int, b: int) -> float:
    costs = [0] * 3
    costs[a] += 0.5
    return costs[a] + b % 4 if b > 0 else costs[0]


def in_a_question(a: int, b: int) -> float:
    x = b if a > 0 else 0.5
    y = x % 7
    return (1 if isinstance(y, int) else 2) + (10 if isinstance(x + 1, int) else 20) + (100 if isinstance(-x, float) else 200)


def in_a_comprehension(a: int, b: int) -> float:
    costs = [b for _ in range(3)]
    costs[2] = 0.5
    return costs[a]


def in_an_argument(a: int, b: int, total: float = 0) -> float:
    for _ in range(a - 1):
        total += 0.5
    return total


def in_a_record(a: int, b: int) -> float:
    pair = Pair(b, 2)
    if a > 5:
        pair = evolve(pair, left=0.5)
    return pair.left


@frozen
class Pair:
    left: float
    right: float


MEETINGS: tuple[Callable[[int, int], float], ...] = (
    *(in_a_variable, in_a_sum, in_what_is_returned, in_a_tuple, in_a_literal, in_a_choice, in_a_greatest),
    *(in_a_question, in_an_argument, in_a_record),
)
REFUSED = in_a_list, in_a_dictionary, in_a_set, in_an_infinite_list, in_a_list_of_ints, in_a_comprehension


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: str(function.__name__))
def test_a_container_of_one_type_takes_no_other(function: Callable[[int, int], float]) -> None:
    says = rf"{function.__name__} \(test_mixed\.py, line \d+\): (int where float|float where int) is wanted"
    with pytest.raises(NotCovered, match=says):
        in_machine_code(function, 1, 1)


@pytest.mark.long
@pytest.mark.parametrize("function", MEETINGS, ids=lambda function: str(function.__name__))
def test_an_int_that_meets_a_float_stays_an_int(function: Callable[[int, int], float]) -> None:
    asked = function_of("number_of(function(a, b))", number_of=number_of, function=function)
    compiled = in_machine_code(asked, 1, 1)
    for number in NUMBERS:
        assert outcome(compiled, 1, number) in (None, outcome(asked, 1, number))
        assert outcome(compiled, 1, number) is not None or abs(number) > 2**53


QUESTIONS = (
    *(f"x {sign} 3" for sign in ("+", "-", "*", "//", "%", "/", "<", "<=", "==", "!=")),
    *(f"3 {sign} (x or 1)" for sign in ("+", "-", "*", "//", "%", "/")),
    *(f"x {sign} 0.25" for sign in ("+", "-", "*", "//", "%", "/", "<", "==")),
    *(f"x {sign} x" for sign in ("+", "-", "*", "==")),
    *("-x", "abs(x)", "x * -1", "x // -5", "math.atan2(-x, -1)", "x ** 2", "x ** 0.5 if x > 0 else 0", "pow(x, 2)"),
    *("isinstance(x, int)", "isinstance(x, float)", "isinstance(x, (int, float))", "bool(x)", "not x", "1 if x else 2"),
    *("int(x)", "float(x)", "round(x)", "math.floor(x)", "math.ceil(x)", "divmod(x, 4)[1]", "math.hypot(x, 2)"),
    *("max(x, 1)", "min(x, 1.5)", "max(0, x, 7.5)", "sum([x, 1])", "sorted([x, 2, 0.1])[1]", "[x, 2].index(x)"),
    *("(x, 1) < (1, 2)", "(x, 1) == (1, 1)", "(1, 2.5)[a % 2]", "[1, 2.5][a % 2]", "x and 0.5", "x or 7"),
    *(
        "x in (1, 0.5)",
        "x not in [2, 2.5]",
        "b in (1, 0.5)",
        "x in (3, 63)",
        "(x, b) in ((1, 1), (2, 0))",
    ),
    "sum([0.5] * (a % 2))",
)


@pytest.mark.long
@pytest.mark.parametrize("text", QUESTIONS)
def test_operations_on_a_number_that_may_be_either_are_pythons(text: str) -> None:
    asked = function_of(f"(lambda x: number_of({text}))(b if a > 0 else 0.5 * b)", number_of=number_of)
    compiled = in_machine_code(asked, 1, 1)
    for a in (0, 1, 2):
        for b in NUMBERS:
            found = outcome(compiled, a, b)
            assert found in (None, outcome(asked, a, b)), (a, b)
            assert found is not None or abs(b) > 2**31, (a, b)


@pytest.mark.parametrize("text", ["str(x)", "f'{x}'", "x & 1", "[[4, 5][x]]", "[(4, 5)[x]]", "range(x)"])
def test_what_cannot_be_known_of_such_a_number_is_refused(text: str) -> None:
    with pytest.raises(NotCovered):
        in_machine_code(function_of(f"(lambda x: len({text}))(b if a > 0 else 0.5)"), 1, 1)


MIXED_LIST = [1, 2.5, 94906267]
MIXED_TABLE = {0: 1, 1: 2.5, 2: 94906267}
MIXED_ROWS = ((1, 2), (2, 2.5))


@frozen(eq=False)
class Mixing(AStar[int, Cost[int]]):
    which: int
    prices: list[float]
    factor: float
    pair: tuple[float, float]

    def length(self, position: int) -> float:
        if position % 2:
            return 94906267
        return 2.5

    def price(self, position: int) -> float:
        if self.which == 0:
            return MIXED_LIST[position % 3]
        if self.which == 1:
            return MIXED_TABLE[position % 3]
        if self.which == 2:
            return MIXED_ROWS[position % 2][1]
        if self.which == 3:
            return self.prices[position % 3]
        if self.which == 4:
            return self.factor
        if self.which == 5:
            return self.pair[0]
        if self.which == 6:
            return self.length(position)
        return max(position * 1.5, 3)

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        price = self.price(node.position)
        kind = 1 if isinstance(price, int) else 2
        open_list.relax(node.position + 1, node.cost.travelled + int(price * price) % 97 + kind)
        open_list.relax(node.position + 2, node.cost.travelled + 9 * kind)

    def is_destination(self, position: int) -> bool:
        return position == 12


@pytest.mark.long
@pytest.mark.parametrize("which", range(8))
def test_searches_that_mix_are_pythons(which: int) -> None:
    problem = Mixing(which, [1, 2.5, 94906267], 94906267, (94906267, 1))
    assert problem.search(0, engine="compiled", verify=True).found


@frozen(eq=False)
class LookedUp(AStar[int, Cost[int]]):
    prices: dict[int, Any]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        price = self.prices.get(node.position % 5, 0.5)
        open_list.relax(node.position + 1, node.cost.travelled + (1 if isinstance(price, int) else 3) + int(price * 2))

    def is_destination(self, position: int) -> bool:
        return position == 9


@pytest.mark.long
@pytest.mark.parametrize("prices", [{0: 1, 3: 2.5, 4: 7}, {0: 1, 3: 2}, {0: 1.5}], ids=["mixed", "ints", "floats"])
def test_a_default_of_another_kind_leaves_what_is_held_as_it_is(prices: dict[int, Any]) -> None:
    problem = LookedUp(prices)
    assert problem.search(0, engine="compiled").cost == problem.search(0).cost


@frozen(eq=False)
class Appends(AStar[int, Cost[int]]):
    """Append a float to a list that begins with a float and an int."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        items = [0.0, 2]
        items.append(0.5 * node.position)
        number = items[node.position % 3]
        open_list.relax(node.position + 1, node.cost.travelled + (1 if isinstance(number, int) else 3) + int(number * 2))

    def is_destination(self, position: int) -> bool:
        return position == 9


def test_a_list_that_a_float_is_appended_to() -> None:
    search_both(Appends(), 0)


@pytest.mark.long
def test_a_mixed_cost_is_a_float_and_a_mixed_position_is_refused() -> None:
    @frozen(eq=False)
    class Steps(AStar[Any, Cost[float]]):
        bad: bool

        def add_neighbours(self, node: Node[Any, Cost[float]], open_list: OpenList[Any, Cost[float]]) -> None:
            step = 1 if node.position[0] % 2 else 0.5
            open_list.relax((node.position[0] + 1.0, 0.0), node.cost.travelled + step)

        def is_destination(self, position: Any) -> bool:
            return bool(position[0] == 6)

    @frozen(eq=False)
    class Places(Steps):
        def add_neighbours(self, node: Node[Any, Cost[float]], open_list: OpenList[Any, Cost[float]]) -> None:
            open_list.relax((node.position[0] + 1.0, 1 if node.position[0] % 2 else 0.5), node.cost.travelled + 1)

    assert Steps(False).search((0.0, 0.0), engine="compiled", verify=True).cost == Cost(4.5, 4.5, 0.0)
    with pytest.raises(CannotCompile, match="int or float"):
        Places(False).search((0.0, 0.0), engine="compiled")


@pytest.mark.parametrize("store", [False, True])
def test_an_index_outside_a_list_has_pythons_text(store: bool) -> None:
    @frozen(eq=False)
    class Outside(AStar[int, Cost[int]]):
        store: bool

        def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
            prices = [node.position] * 3
            if self.store:
                prices[node.position + 2] = 1
            open_list.relax(node.position + 1, node.cost.travelled + prices[node.position])

        def is_destination(self, position: int) -> bool:
            return False

    for engine in ("interpreted", "compiled"):
        with pytest.raises(IndexError, match="^list assignment index out of range$" if store else "^list index out of range$"):
            Outside(store).search(0, engine=engine)


@frozen(eq=False)
class Guarded(AStar[int, Cost[int]]):
    """Asks in a ``try`` whether a sum is an int."""

    mixed: list[float] = [1, 2.5, 94906267]  # noqa: RUF008
    prices: dict[int, float] = {0: 1, 3: 2.5, 4: 7}  # noqa: RUF008

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        p = node.position
        try:
            more = 3 if isinstance(self.mixed[p % 3] + 1, int) else 4
            found = -self.prices.get(p % 5, 0.5)
            more += 10 if isinstance(found, int) else 20
        except Exception:
            more = 5
        open_list.relax(p + 1, node.cost.travelled + more)

    def is_destination(self, position: int) -> bool:
        return position == 9


def test_a_sum_in_a_try_is_an_int_or_a_float() -> None:
    search_both(Guarded(), 0)


def of_a_bool(n: int) -> int:
    return min((n, n % 3 == 1))


def test_the_least_of_a_bool_and_an_int_in_a_tuple_is_refused() -> None:
    with pytest.raises(NotCovered, match="a value that is int on one way and bool on another"):
        in_machine_code(of_a_bool, 1)
