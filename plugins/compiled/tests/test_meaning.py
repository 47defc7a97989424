"""One meaning: what compiles does what Python does, or is refused in one line."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest
from attrs import evolve, field, frozen
from numba.core.errors import NumbaError
from pieces import function_of, in_machine_code, outcome

from genastar import AStar, BadInput, CannotCompile, Cost, CostError, Limits, Node, OpenList

pytestmark = pytest.mark.long

INTS = (0, 1, 2, 3, -1, -2, 7, 62, 63, 64, 2**31, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.0, 2.0**53, 1e300, math.inf, -math.inf, math.nan)
BINARY = ("+", "-", "*", "//", "%", "/", "<<", ">>", "&", "|", "^", "**", "<", "<=", "==", "!=")


@pytest.mark.parametrize("numpy", [False, True])
@pytest.mark.parametrize("sign", BINARY)
@pytest.mark.parametrize("kinds", ["ii", "if", "fi", "ff", "bi", "bb"])
def test_operators_are_pythons(sign: str, kinds: str, numpy: bool) -> None:
    if "f" in kinds and sign in ("<<", ">>", "&", "|", "^"):
        return
    values = {"i": INTS, "f": FLOATS, "b": (False, True)}
    asked = function_of(f"a {sign} b")
    try:
        made = in_machine_code(asked, *(values[kind][0] for kind in kinds), numpy=numpy)
    except NumbaError:
        assert kinds == "bb"
        assert numpy
        return
    refused = 0
    for a in values[kinds[0]]:
        for b in values[kinds[1]]:
            if sign in ("<<", "**") and abs(b) > 2**31 and abs(a) > 1:  # Python would fill the memory
                continue
            found = outcome(made, a, b)
            if found is None:
                refused += 1
                continue
            wanted = outcome(asked, a, b)
            assert found == wanted or (kinds == "bb" and eval(str(found)) == eval(str(wanted))), (a, sign, b)
    if sign in ("+", "-", "<", "==") and kinds == "ff":
        assert not refused


@pytest.mark.parametrize(
    "text",
    [
        *(f"math.{name}(a)" for name in ("sqrt", "log", "log2", "log10", "log1p", "exp", "expm1", "sin", "cos", "tan", "asin")),
        *(
            f"math.{name}(a)"
            for name in ("acos", "atanh", "acosh", "cosh", "sinh", "floor", "ceil", "trunc", "fabs", "radians")
        ),
        *(
            "int(a)",
            "float(a)",
            "round(a)",
            "round(a, 2)",
            "abs(a)",
            "-a",
            "a ** 2",
            "a ** 3",
            "a ** 0.5",
            "math.hypot(a, 0.3)",
        ),
        *("divmod(a, 3)", "max(a, 1.5)", "min(a, 1.5)", "math.pow(a, 0.5)", "math.pow(a, -1)", "sum([a, 0.1, 0.2])"),
    ],
)
def test_functions_are_pythons(text: str) -> None:
    asked = function_of(text, "a")
    for values in (FLOATS, INTS):
        made = in_machine_code(asked, values[1], numpy=False)
        found = [outcome(made, value) for value in values]
        assert [each for each in found if each is not None]
        for value, each in zip(values, found, strict=True):
            number = None if each is None or not isinstance(each, str) else float(each) if "(" not in each else each
            wanted = outcome(asked, value)
            if number is None:
                assert each is None or each == wanted, (text, value)
            else:
                assert isinstance(wanted, str), (text, value)
                assert repr(number) == repr(float(wanted) if "(" not in wanted else wanted), (text, value)


def test_hypot_is_pythons_to_the_last_bit() -> None:
    asked = function_of("math.hypot(a, b)")
    made = in_machine_code(asked, 1.0, 1.0)
    random = np.random.default_rng(1)
    for a, b in random.normal(size=(20_000, 2)) * 10.0 ** random.integers(-5, 5, size=(20_000, 1)):
        assert made(float(a), float(b)) == asked(float(a), float(b))


NARROW = (np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32)


@pytest.mark.parametrize("kind", NARROW)
def test_narrow_ints_are_numpys(kind: type[np.generic]) -> None:
    limits = np.iinfo(kind)
    array = np.array([0, 1, 3, limits.max, limits.min, limits.max // 2], kind)
    for sign in ("+", "-", "*", "//", "%", "&", ">>", "<"):
        for other in ("array[b]", "3", "number"):
            asked = function_of(f"array[a] {sign} {other}", "array, a, b, number")
            made = in_machine_code(asked, array, 0, 0, 0)
            for a in range(len(array)):
                for b in range(len(array)):
                    for number in (2, 300) if other == "number" else (0,):
                        found = outcome(made, array, a, b, number)
                        if found is not None:
                            wanted = outcome(asked, array, a, b, number)
                            assert found == wanted, (sign, array[a], array[b])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("array[0] + 0.5", np.float32(1)),
        ("array[0] + a", np.uint64(1)),
        ("array[0] + 300", np.uint8(1)),
        ("~array[0]", np.uint8(1)),
        ("~array[0]", np.bool_(True)),
        ("array[0] - array[0]", np.bool_(True)),
        ("array[0] if a else 5", np.uint8(1)),
        ("[array[0], 5]", np.uint8(1)),
        ("max(array[0], 5)", np.uint8(1)),
        ("a & 0xFFFFFFFFFFFFFFFF", np.uint8(1)),
    ],
)
def test_what_numpy_and_python_would_answer_otherwise_is_refused(text: str, value: np.generic) -> None:
    with pytest.raises(NumbaError):
        in_machine_code(function_of(text, "array, a"), np.array([value]), 1)


@pytest.mark.parametrize(
    "text",
    [
        "[each for each in {a, 1}]",
        "list({a, 1})",
        "tuple({a, 1})",
        "{a, 1}.pop()",
        "sum({float(a), 0.1})",
        "[place for place, each in enumerate({a, 1})]",
    ],
)
def test_the_order_of_a_set_is_refused(text: str) -> None:
    with pytest.raises(NumbaError):
        in_machine_code(function_of(text, "a"), 1)


def by_remainder(count: int) -> tuple[list[int], list[int], list[int]]:
    numbers = [each * each * 7 % 31 for each in range(count)]
    three = sorted(numbers, key=lambda each: each % 3)
    falling = sorted(numbers, key=lambda each: each % 3, reverse=True)
    numbers.sort(key=lambda each: -(each % 5))
    return three, falling, numbers


def walking(number: int) -> list[int]:
    table = {number: 1, 5: 2, 9: 3}
    del table[5]
    table[5] = 4
    table[number] = 7
    table.popitem()
    table[1] = 1
    return [*table.keys(), *sorted({number, 3, 1}), len({number, 3}), sum({number, 3}), max({number, 3})]


def test_sorting_is_stable_and_dictionaries_keep_their_order() -> None:
    for count in (0, 1, 2, 50):
        assert by_remainder(count) == in_machine_code(by_remainder, count)(count)
    assert walking(4) == in_machine_code(walking, 4)(4)


def unbound(count: int) -> int:
    for number in range(count):
        last = number
    return last


def test_a_local_that_is_not_bound() -> None:
    made = in_machine_code(unbound, 1)
    assert made(3) == 2
    with pytest.raises(UnboundLocalError, match="last"):
        made(0)


# --- searches --------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Steps(AStar[object, Cost[int]]):
    """Steps to the right, up to a goal."""

    goal: int
    step: int = 1

    def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
        if node.position < self.goal:
            open_list.relax(node.position + 1, node.cost.travelled + self.step)

    def is_destination(self, position: object) -> bool:
        return position == self.goal


def both(solver: AStar, start: object, cost: object = None) -> object:  # type: ignore[type-arg]
    """The result, which must be one at both engines, position by position and type by type."""
    slow, fast = (solver.search(start, cost, engine=engine) for engine in ("interpreted", "compiled"))
    assert evolve(slow, seconds=0.0, engine="") == evolve(fast, seconds=0.0, engine="")
    assert list(map(repr, slow.path)) == list(map(repr, fast.path))
    return slow


@pytest.mark.parametrize("start", [False, np.uint8(0), np.int32(0), np.bool_(False), np.int64(0)])
def test_starts_of_narrow_types(start: object) -> None:
    assert both(Steps(300), start).expanded == 300  # type: ignore[attr-defined]


class Spot(NamedTuple):
    x: int
    y: int


@frozen
class Tagged:
    """Equal by the place alone."""

    x: int
    way: int = field(eq=False)


@frozen(eq=False)
class Moving(AStar[object, Cost[int]]):
    """Makes positions as the start is made."""

    goal: int

    def add_neighbours(self, node: Node[object, Cost[int]], open_list: OpenList[object, Cost[int]]) -> None:
        here = node.position
        for step in (1, 2):
            if here.x + step <= self.goal:
                open_list.relax(self.place(here.x + step, here), node.cost.travelled + step * step)

    def is_destination(self, position: object) -> bool:
        return position.x == self.goal  # type: ignore[attr-defined, no-any-return]


@frozen(eq=False)
class ByTag(Moving):
    def place(self, x: int, before: Tagged) -> Tagged:
        return Tagged(x, before.way * 2 + 1)


@frozen(eq=False)
class BySpot(Moving):
    def place(self, x: int, before: Spot) -> Spot:
        return Spot(x, before.y)


def test_positions_that_do_not_compare_all_their_fields() -> None:
    result = both(ByTag(12), Tagged(0, 0))
    assert result.expanded == 12  # type: ignore[attr-defined]


def test_named_tuples_come_back_as_they_are() -> None:
    assert type(both(BySpot(5), Spot(0, 3)).path[-1]) is Spot  # type: ignore[attr-defined]


@frozen(eq=False)
class Identical:
    x: int


@frozen
class Folded:
    x: int = field(eq=abs)


@pytest.mark.parametrize("start", [Identical(0), Folded(0)])
def test_positions_that_machine_code_cannot_compare(start: object) -> None:
    @frozen(eq=False)
    class Copying(Moving):
        def place(self, x: int, before: object) -> object:
            return start_of(x)

    start_of = type(start)
    with pytest.raises(CannotCompile, match=r"compares by identity|is compared by a function"):
        Copying(3).search(start, engine="compiled")


@frozen(eq=False)
class Shifting(AStar[int, Cost[int]]):
    """Sets bit after bit."""

    bits: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for bit in range(self.bits):
            if node.position < 1 << bit:
                open_list.relax(node.position | 1 << bit, node.cost.travelled + 1)
                return

    def is_destination(self, position: int) -> bool:
        return position == -1


@pytest.mark.usefixtures("auto_at_once")
def test_masks_beyond_63_bits_are_refused() -> None:
    both(Shifting(63), 0)
    with pytest.raises(CannotCompile, match=r"a number in Shifting\.add_neighbours left the range of 64-bit") as caught:
        Shifting(66).search(0, engine="compiled")
    assert "\n" not in str(caught.value)
    with pytest.warns(UserWarning, match="64-bit"):
        assert Shifting(66).search(0, engine="auto").expanded == 67


@frozen(eq=False)
class Dear(AStar[int, object]):
    """Inserts costs of any type."""

    step: int
    goal: int = 4

    def add_neighbours(self, node: Node[int, object], open_list: OpenList[int, object]) -> None:
        open_list.insert(node.position + 1, self.dearer(node.cost))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen(eq=False)
class DearInt(Dear):
    def dearer(self, cost: int) -> int:
        return cost + self.step


@frozen(eq=False)
class DearTuple(Dear):
    def dearer(self, cost: tuple[int, int]) -> tuple[int, int]:
        return cost[0], cost[1] + self.step


@frozen(eq=False)
class DearCost(Dear):
    def dearer(self, cost: Cost[int]) -> Cost[int]:
        return Cost(cost.travelled + self.step, cost.travelled + self.step)


@pytest.mark.parametrize("kind", [DearInt, DearTuple, DearCost])
def test_costs_near_the_end_of_the_range(kind: type[Dear]) -> None:
    start = {DearInt: 0, DearTuple: (0, 0), DearCost: Cost(0, 0)}[kind]
    both(kind((2**63 - 1) // 4), 0, start)
    with pytest.raises(CostError, match="64-bit"):
        kind(2**62).search(0, start, engine="compiled")


def test_a_sum_with_the_estimate_beyond_the_range() -> None:
    @frozen(eq=False)
    class Far(Steps):
        def estimate(self, position: int) -> int:
            return 2**63 - 1

    with pytest.raises(CostError, match="64-bit"):
        Far(5).search(0, engine="compiled")


@frozen(eq=False)
class Falling(AStar[int, Cost[int]]):
    """A step that costs less than nothing."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        open_list.relax(node.position + 1, node.cost.travelled + (5 if node.position < 3 else -1))

    def is_destination(self, position: int) -> bool:
        return position == 9


@frozen(eq=False)
class FallingDense(Falling):
    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return 20


@frozen(eq=False)
class FallingInserted(Falling):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        travelled = node.cost.travelled + (5 if node.position < 3 else -1)
        open_list.insert(node.position + 1, Cost(travelled, travelled))


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("kind", [Falling, FallingDense, FallingInserted])
def test_a_cost_that_falls_along_a_way(kind: type[Falling], engine: str) -> None:
    with pytest.raises(CostError, match="a step has a negative cost"):
        kind().search(0, engine=engine)


@frozen(eq=False)
class Yielding(Falling):
    def add_neighbours(self, node, open_list):  # type: ignore[no-untyped-def, override]
        yield node.position + 1, 1


@frozen(eq=False)
class Returning(Falling):
    def add_neighbours(self, node, open_list):  # type: ignore[no-untyped-def, override]
        return [(node.position + 1, 1)]


@pytest.mark.parametrize("kind", [Yielding, Returning])
def test_a_hook_that_gives_its_neighbours_back(kind: type[Falling]) -> None:
    with pytest.raises(BadInput, match=r"add_neighbours returns or yields .*call open_list\.relax"):
        kind().search(0)
    with pytest.raises(CannotCompile, match=r"add_neighbours returns or yields .*call open_list\.relax") as caught:
        kind().search(0, engine="compiled")
    assert "\n" not in str(caught.value)


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


@frozen
class Mixed(AStar[tuple[int, object], Cost[int]]):
    """Parts of positions are equal and of different types: ``1``, ``True`` and ``1.0``."""

    def add_neighbours(
        self, node: Node[tuple[int, object], Cost[int]], open_list: OpenList[tuple[int, object], Cost[int]]
    ) -> None:
        place, side = node.position
        open_list.relax((place + 1, side), node.cost.travelled + 2)
        open_list.relax((place, not side), node.cost.travelled + 1)
        if place % 3 == 0:
            open_list.relax((place + 2, 1 if side == 0 else 0), node.cost.travelled + 3)

    def is_destination(self, position: tuple[int, object]) -> bool:
        return position[0] >= 60


@pytest.mark.parametrize("algorithm", ["astar", "deepening", "depth-first"])
def test_equal_parts_of_other_types_are_one_position(algorithm: str) -> None:
    limits = Limits(expansions=2000)
    slow, fast = (
        Mixed().search((0, 0.0), algorithm=algorithm, engine=engine, limits=limits) for engine in ("interpreted", "compiled")
    )
    assert (slow.path, slow.cost, slow.expanded) == (fast.path, fast.cost, fast.expanded)


@pytest.mark.parametrize(
    ("side", "says"),
    [(0, r"a bool where the start has an int; write int\(\.\.\.\) around"), (False, "an int where the start has a bool; give")],
)
def test_a_bool_in_place_of_an_int_is_refused(side: int, says: str) -> None:
    """Python's path would have ``True`` among ints, or ints among bools."""
    with pytest.raises(CannotCompile, match=f"a position has {says}"):
        Mixed().search((0, side), engine="compiled")


class OnlyYes(Steps):
    def is_destination(self, position: object) -> bool:  # noqa: RET503  # as many write it
        if position == self.goal:
            return True


def test_a_destination_that_is_none_is_no_destination() -> None:
    assert both(OnlyYes(9), 0).path == tuple(range(10))  # type: ignore[attr-defined]


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


class Straight(AStar[tuple[int, int], Cost[int]]):
    """Cells in a square; a step may not turn back. From every third column, nodes are expanded as a start is."""

    def add_neighbours(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        if node.position[0] % 3 == 0:
            self.add_onward(Node(node.position, node.cost), open_list)
        else:
            self.add_onward(node, open_list)

    def add_onward(self, node: Node[tuple[int, int], Cost[int]], open_list: OpenList[tuple[int, int], Cost[int]]) -> None:
        x, y = node.position
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            is_back = node.parent is not None and node.parent[0] == x + dx and node.parent[1] == y + dy
            if not is_back and 0 <= x + dx < 9 and 0 <= y + dy < 9:
                open_list.relax((x + dx, y + dy), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int]) -> bool:
        return position == (8, 7)


def test_a_node_without_a_parent_is_of_the_same_type_as_one_with_a_parent() -> None:
    assert both(Straight(), (0, 0)).cost.travelled == 15  # type: ignore[attr-defined]


def test_an_int_that_is_made_a_float_is_rounded() -> None:
    compiled = in_machine_code(function_of("float(a) + b"), 1, 0.0)
    for number in (7, 2**53 + 1, 2**63 - 1, -(2**63)):
        assert outcome(compiled, number, 0.0) == repr(float(number))
