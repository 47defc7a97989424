"""Ordinary Python in plainer Python: a rewritten function does what the original does."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from itertools import combinations, product
from types import FunctionType

import pytest
from attrs import frozen

from genastar_compiled.syntax import plain
from genastar_compiled.syntax.source import PREFIX, source_of

WEIGHT = 3


@frozen
class Point:
    x: int
    y: int


def weigh(value):
    return value * WEIGHT


class Hooks:
    def __init__(self):
        self.walls = ((1, 2), (3, 4))
        self.__secret = 7

    def cost(self, position):
        return abs(position[0]) + self.__secret

    def any_wall(self, position):
        return any(position == wall for wall in self.walls)

    def all_far(self, position):
        return all(abs(x - position[0]) + abs(y - position[1]) > 1 for x, y in self.walls)

    def nested(self, n):
        return sum(sum(i * j for j in range(i)) for i in range(n) if i % 2)

    def in_a_comprehension(self, n):
        return [any(i == j for j in range(3)) for i in range(n)]

    def short_circuit(self, n):
        return any(1 // (i - 3) > 100 or i == 2 for i in range(n))

    def start(self, n):
        return sum((i * WEIGHT for i in range(n)), 10) + sum((i for i in range(n)), start=1)

    def least(self, n):
        return min((i * 7 % 5 for i in range(1, n + 1)), default=-1), max(i for i in range(n + 1))

    def by_key(self, n):
        low = n
        return (
            min(range(n + 1), key=lambda i: (i - low) ** 2),
            max((i for i in range(n + 1)), key=lambda i: i * 7 % 5),
            min(self.walls, key=self.cost),
            max(range(n + 1), key=weigh, default=None),
        )

    def of_two(self, n):
        return min(n, 3), max(n, 2, 5), min((n, 1), (2, n)), min(n, 3, key=lambda i: -i)

    def shifted(self, position):
        by = 2
        return tuple(x + by for x in position), tuple(i * x for i, x in enumerate(position)), tuple(2 * i for i in range(3))

    def zipped(self, position):
        return tuple(a - b for a, b in zip(position, self.walls[0])), tuple(x for x in reversed(position))  # noqa: B905

    def at(self, position):
        return tuple(position[len(position) - 1 - i] for i in range(len(position)))

    def listed(self, n):
        return sorted(i % 3 for i in range(n)), list(i for i in range(n)), ",".join(str(i) for i in range(n))  # noqa: C400

    def mapped(self, n):
        return sum(map(lambda i: i * n, range(n))), max(map(weigh, range(n + 1))), any(map(bool, range(n)))  # noqa: C417

    def whole_lists(self, n):
        return any([i > 1 for i in range(n)]), all([i < 3 for i in range(n)]), sum([i for i in range(n)])  # noqa: C416, C419

    def membership(self, n):
        return n in {1, 2, 3}, n not in [1, 2]

    def bits(self, n):
        return bin(n).count("1"), bin(-n).count("1")

    def walrus(self, n):
        found = 0
        if (half := n // 2) > 1 and (rest := n % 2) == 1:
            found = half * 10 + rest
        while (n := n - 2) > 0:
            if n == 1:
                continue
            found += n
        return found, (k := 3) + k, half

    def walrus_or(self, n):
        if n > 3 or (m := n + 1) > 2:
            return 1
        return m

    def walrus_in_order(self, n):
        return weigh(n) + (n := 5) + n

    def walrus_of_a_method(self, n):
        letters = "a3b4"
        return int(c) if (c := letters[n % 4]).isdigit() else (c := c + "x").replace(c, (c := c.upper()))

    def walrus_choice(self, n):
        return (m if (m := n % 3) else -1) + n

    def pattern(self, position):
        match position:
            case (0, y):
                return y
            case (x, 2) if x > 4:
                return x * 10
            case (1 | 2, _):
                return -1
            case (x, y):
                return x + y

    def class_pattern(self, position):
        match Point(*position):
            case Point(x=0, y=y):
                return y
            case Point(1, y):
                return -y
            case Point() as whole:
                return whole.x
        return None

    def starred_pattern(self, position):
        match position:
            case [first, *rest]:
                return first, rest
        return None

    def pattern_in_a_loop(self, n):
        total = 0
        for pair in product(range(n), range(3)):
            match pair:
                case (0, _):
                    continue
                case (4, _):
                    break
                case (x, y):
                    total += x * y
        return total

    def unpacked(self, position):
        first, *rest = position
        *some, last = position
        a, *between, z = (*position, 8)
        return first, rest, some, last, a, between, z

    def imports(self, n):
        import operator as op
        from math import hypot

        return hypot(n, n), op.add(n, 1)

    def products(self, n):
        found = []
        for a, b in product(range(n), repeat=2):
            if a == b:
                continue
            found.append(a * 10 + b)
        for pair in itertools.product((1, 2), (3, 4), range(n)):
            found.append(sum(pair))
        for a, b in product(range(n), range(n)):
            if a + b > 3:
                break
            found.append(a)
        return found, [a - b for a, b in product(range(n), (1, 2))]

    def combined(self, n):
        items = (5, 6, 7, n)
        return (
            [a * b for a, b in combinations(items, 2)],
            [a * b * c for a, b, c in combinations(items, 3)],
            [a - b for a, b in itertools.permutations(items, 2)],
            [b - a for a, b in itertools.pairwise(items)],
            [a for a in itertools.chain(items, (1, 2))],  # noqa: C416
        )

    def back(self, n):
        return [i for i in reversed(range(n))], [i for i in reversed(range(2, n))], [i for i in reversed((1, n))]  # noqa: C416

    def keyword_only(self, n, *, factor=2, offset=1):
        return n * factor + offset

    def mangled(self, n):
        return any(self.__secret == i for i in range(n))

    def shadowed(self, n):
        sum = max
        return sum(i for i in range(n + 1))

    def default_in_generator(self, n):
        step = 1
        return any(x == step for x in range(n)), [any(x == y for x in (1, 2)) for y in range(n)]

    def inner_function(self, n):
        def near(i):
            return any(i == j for j in (n, n + 1))

        return [near(i) for i in range(8)]


def outer(limit):
    def closing(self, n):
        return any(i > limit for i in range(n))

    return closing


Hooks.closing = outer(3)

POSITIONS = {"any_wall", "all_far", "shifted", "zipped", "at", "pattern", "class_pattern", "starred_pattern", "unpacked"}
UNCHANGED = {"cost", "shadowed", "__init__"}
CASES = [name for name, value in vars(Hooks).items() if isinstance(value, FunctionType) and name != "__init__"]


def outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except Exception as error:  # what a hook raises is part of what it does
        return type(error), str(error).partition(" ")[0]


@pytest.mark.parametrize("name", CASES)
def test_a_rewritten_function_does_what_the_original_does(name: str) -> None:
    original = vars(Hooks)[name]
    rewritten = plain(original)
    assert (rewritten is original) == (name in UNCHANGED)
    hooks = Hooks()
    given = [(a, b) for a in range(6) for b in range(4)] if name in POSITIONS or name == "cost" else range(9)
    for value in given:
        assert outcome(lambda value=value: rewritten(hooks, value)) == outcome(lambda value=value: original(hooks, value))
    assert rewritten.__qualname__ == original.__qualname__


def names_in(code) -> set[str]:
    return {*code.co_names, *(name for each in code.co_consts if hasattr(each, "co_names") for name in names_in(each))}


@pytest.mark.parametrize("name", sorted(set(CASES) - UNCHANGED - {"listed", "in_a_comprehension", "inner_function"}))
def test_nothing_that_numba_does_not_know_is_left(name: str) -> None:
    functions = [plain(vars(Hooks)[name])]
    functions += [each for key, each in functions[0].__globals__.items() if key.startswith(PREFIX) and "loop" in key]
    for function in functions:
        inside = [each for each in function.__code__.co_consts if hasattr(each, "co_name")]
        assert "<genexpr>" not in [each.co_name for each in inside]
        assert "import_name" not in names_in(function.__code__)


def test_keyword_only_arguments_become_ordinary_ones() -> None:
    rewritten = plain(Hooks.keyword_only)
    assert rewritten.__code__.co_kwonlyargcount == 0
    assert rewritten(Hooks(), 3, offset=5) == 11


def test_lines_stay_where_they_are() -> None:
    rewritten = plain(Hooks.short_circuit)
    assert rewritten.__code__.co_firstlineno == Hooks.short_circuit.__code__.co_firstlineno
    with pytest.raises(ZeroDivisionError) as raised:
        plain(Hooks.fails)(Hooks(), 4)
    assert raised.traceback[-1].lineno + 1 == Hooks.fails.__code__.co_firstlineno + 1


def fails(self, n):
    return any(1 // (i - 3) > 100 for i in range(n))


Hooks.fails = fails


def test_a_function_whose_source_has_changed_is_left_as_it_is(tmp_path, monkeypatch) -> None:
    module = tmp_path / "changing.py"
    module.write_text("def hook(n):\n    return any(i > 1 for i in range(n))\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import changing

    assert source_of(changing.hook) is not None
    import linecache

    module.write_text("def hook(n):\n    return any(i > 2 for i in range(n))\n")
    linecache.checkcache()
    assert source_of(changing.hook) is None
    assert plain(changing.hook) is changing.hook


def test_a_set_of_constants_may_have_another_order(tmp_path, monkeypatch) -> None:
    """Of equal constants, those in a file of bytecode may have another order than those of the text."""
    module = tmp_path / "sets.py"
    module.write_text("def hook(n):\n    return n in {8, 16, 0}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import sets

    code = sets.hook.__code__
    turned = tuple(frozenset(sorted(each, reverse=True)) if isinstance(each, frozenset) else each for each in code.co_consts)
    sets.hook.__code__ = code.replace(co_consts=turned)
    assert list(map(repr, turned)) != list(map(repr, code.co_consts))
    assert source_of(sets.hook) is not None


def test_a_function_without_source_is_left_as_it_is() -> None:
    scope: dict[str, FunctionType] = {}
    exec("def hook(n):\n    return any(i > 1 for i in range(n))\n", scope)
    assert plain(scope["hook"]) is scope["hook"]
    assert plain(math.hypot.__class__ and weigh) is weigh
