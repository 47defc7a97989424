# ruff: noqa: E501
"""Functions inside functions, generators, exceptions and recursion in machine code: as Python does it, or refused."""

from __future__ import annotations

import math
import sys
from random import Random
from time import perf_counter
from typing import Any

import pytest
from attrs import frozen
from calling import compiled, function_of

from genastar import AStar, Cost, Limits, Node, OpenList, Outcome
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.failures.refusal import Refusal

HELPERS = """
import enum
import functools
import itertools
import math
import typing


def near(n):
    yield 1
    if n % 2:
        yield n
    for i in range(n % 5):
        if i == 3:
            return
        yield i * n


def twice(n):
    yield from near(n)
    yield from (7, n % 3)
    yield from (i * i for i in range(n % 4))


def applied(function, *values, by=2):
    total = 0
    for value in values:
        total += function(value) * by
    return total


def total(items):
    made = 0
    for item in items:
        made = made * 3 + item
    return made


def made(**named):
    return named["a"] * 2 + named["b"]


def passed(*values, **named):
    return made(**named) + len(values)


def adding(x):
    def inside(y):
        return x + y
    return inside(x) * 2


def halved(x):
    return x / 2 if isinstance(x, int) and x % 2 == 0 else x


class Mode(enum.IntEnum):
    SLOW = 0
    FAST = 2


class Pair(typing.NamedTuple):
    x: int
    y: int

    @classmethod
    def of(cls, x, y=1):
        return cls(x * 2, y)

    def swapped(self):
        return self.of(self.y, self.x)


Toll = typing.NewType("Toll", int)


class Far(Exception):
    pass


def checked(n):
    if n > 5:
        raise Far(f"{n} is far")
    return n * 2


def deep(n):
    if n <= 0:
        raise ValueError("deep enough")
    if n % 5 == 0:
        return n
    return deep(n - 3) + 1


def fact(n):
    return 1 if n < 2 else n % 7 * fact(n - 1) % 1009


def is_even(n):
    return True if n <= 0 else is_odd(n - 1)


def is_odd(n):
    return False if n <= 0 else is_even(n - 1)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))
"""
CASES = {
    "a generator": "d = 0\nfor k in near(a):\n    d = d * 3 + k\nreturn d",
    "a generator that is left": "d = 0\nfor k in near(a):\n    if k > b:\n        break\n    d = d * 3 + k\nelse:\n    d = -d\nreturn d",
    "a generator, continued": "d = 0\nfor k in twice(a):\n    if k % 2:\n        continue\n    d = d * 3 + k\nreturn d",
    "a return inside": "for k in near(a):\n    if k > b:\n        return k\nreturn -1",
    "a generator in a generator": "d = 0\nfor k in near(a):\n    for j in near(b):\n        d = (d * 3 + k * j) % 1009\nreturn d",
    "a generator that is kept": "steps = near(a)\nd = 0\nfor k in steps:\n    d = d * 3 + k\nreturn d",
    "a generator that is passed": "return total(near(a)) + total(k * b for k in near(a))",
    "any and all": "return (any(k > b for k in near(a)), all(k < b for k in twice(a)), any(near(a)), all(map(bool, near(a))))",
    "sums": "return (sum(near(a)), sum((k for k in near(b)), 5), sum(map(abs, near(a))), math.prod(k % 5 + 1 for k in near(b)))",
    "extremes": "return (min(near(a)), max(k * (k - 5) for k in twice(b)), max((k for k in near(a) if k > b), default=-1))",
    "extremes by a key": "return (min((a, b, 3), key=lambda k: k % 5), max(near(a), key=lambda k: -k), min(a, b, key=lambda k: -k))",
    "the first": "return next((k for k in near(a) if k > b), -1)",
    "the first, or none": "k = next((k for k in near(a) if k > b), None)\nreturn -1 if k is None else k",
    "a tuple": "return tuple(k * a for k in range(4)) + tuple(i + j for i, j in ((1, a), (b, 2)))",
    "a tuple in a tuple": "return tuple(tuple(i * a + j for j in range(2)) for i in range(3))",
    "enumerate and zip": "d = 0\nfor i, k in enumerate(near(a), b % 4):\n    d = d * 3 + i * k\nfor k, i in zip(near(a), range(b % 5)):\n"
    "    d += i * k\nfor i, k in zip((1, 2, 3), near(b)):\n    d += i * k\nreturn d",
    "map and filter": "return (sum(map(lambda k, j: k * j, near(a), range(3))), sum(filter(lambda k: k > b, near(a))), "
    "sum(filter(None, near(b))))",
    "chains": "d = 0\nfor k in itertools.chain(near(a), (1, b), range(a % 3)):\n    d = d * 3 + k\n"
    "return d + sum(itertools.chain.from_iterable((i, i * a) for i in near(b)))",
    "slices": "return (total(itertools.islice(near(a), b % 4)), total(itertools.takewhile(lambda k: k != b, near(a))))",
    "counting": "for i in itertools.count(a % 10, 3):\n    if i * i > abs(b) % 1000:\n        return i",
    "pairs": "return (sum(i * j for i, j in itertools.pairwise(near(a))), sum(i - j * 2 for i, j in itertools.pairwise((a, b, 3))))",
    "running sums": "return (total(itertools.accumulate(near(a))), total(itertools.accumulate(near(b), max, initial=2)))",
    "products": "return sum(i * j * 3 + i for i, j in itertools.product(range(a % 4), (1, b, 3)))",
    "repeated products": "return sum(i * 5 + j for i, j in itertools.product(range(a % 4), repeat=2))",
    "combinations": "return sum(i * 5 + j * 3 + k for i, j, k in itertools.combinations((a, b, 3, 4, 5), 3))",
    "permutations": "return sum(i * 5 + j for i, j in itertools.permutations(range(a % 5), 2))",
    "repeat": "return total(itertools.repeat(a, b % 4))",
    "reduce": "return (functools.reduce(lambda x, y: x * 3 + y, near(a)), functools.reduce(max, near(b), 4))",
    "a lambda": "f = lambda x, k=b: x * 3 + k\nb = 5\nreturn f(a) + f(1, k=a)",
    "a closure": "k = a\ndef f(x):\n    return x * 3 + k\nd = f(1)\nk = b\nreturn d + f(2)",
    "nonlocal": "k = a\ndef add(x):\n    nonlocal k\n    k += x\nfor i in range(b % 5):\n    add(i)\nreturn k",
    "a function in a function in a function": "def f(x):\n    def g(y):\n        return x * y + a\n    return g(3) + g(b)\nreturn f(5) + adding(a)",
    "a function that is passed": "return applied(lambda x: x * a, 1, b, by=3) + applied(abs, a, b) + applied(fact, a % 5)",
    "a generator inside": "def steps(k):\n    yield k\n    yield a\nreturn sum(steps(b)) + sum(x * 2 for x in steps(1))",
    "any number of arguments": "return passed(1, *(2, a), **{}, a=b, b=2)" if False else "return passed(1, *(2, a), a=b, b=2)",
    "names of a comprehension": "x = a\nd = sum(x * x for x in range(b % 5))\nreturn d + x",
    "a walrus in a comprehension": "d = any((last := k) > b for k in (a, 3, 5))\nreturn (d, last)",
    "try": "try:\n    d = 6 // (a % 3)\nexcept ZeroDivisionError:\n    d = b\nreturn d",
    "several clauses": "try:\n    assert a != 3\n    d = 6 // (a - 1) + (1, 5, 7)[b]\nexcept (AssertionError, KeyError):\n    d = 2\n"
    "except ZeroDivisionError as error:\n    d = 3\nexcept LookupError:\n    raise\nelse:\n    d += 100\nreturn d",
    "a bare except": "d = 0\nfor i in range(4):\n    try:\n        d += 12 // (i - a) + (1, 2, 3)[b]\n    except:\n        d -= 1\nreturn d",
    "finally": "d = 1\ntry:\n    d += 6 // a\nfinally:\n    d += 5\nreturn d",
    "finally after a return": "def f():\n    nonlocal d\n    try:\n        return 6 // a\n    except ZeroDivisionError:\n        return 7\n"
    "    finally:\n        d += 10\nd = 1\nk = f()\nreturn (d, k)",
    "finally that returns": "def f():\n    try:\n        return 6 // a\n    finally:\n        if b > 0:\n            return 5\nreturn f()",
    "finally in a loop": "d = 0\nfor i in range(6):\n    try:\n        if i == a:\n            continue\n        if i == b:\n            break\n"
    "        d = d * 3 + 12 // (i - 2 + a)\n    except ZeroDivisionError:\n        d += 50\n        continue\n    finally:\n        d += i\nelse:\n    d = -d\nreturn d",
    "try in try": "d = 0\ntry:\n    try:\n        d = 6 // a\n    except IndexError:\n        d = 1\n    finally:\n        d += 10 // b\n"
    "except ZeroDivisionError:\n    d += 100\nreturn d",
    "raised again": "try:\n    try:\n        return 6 // a\n    except ArithmeticError:\n        if b:\n            raise\n        return 1\n"
    "except Exception:\n    return 2",
    "raised from another": "try:\n    try:\n        return 6 // a\n    except ZeroDivisionError as error:\n        raise ValueError('none') from error\n"
    "except ValueError:\n    return b",
    "an exception of a class of its own": "try:\n    d = checked(a)\nexcept Far:\n    d = -1\nreturn d",
    "an exception that is not caught": "try:\n    d = checked(a)\nexcept KeyError:\n    d = -1\nreturn d",
    "an exception of a function": "d = 0\nfor i in (a, b, 3):\n    try:\n        d += checked(i) // i\n    except (Far, ZeroDivisionError):\n        d -= 1\nreturn d",
    "a try in a generator's loop": "d = 0\nfor k in near(a):\n    try:\n        d += 6 // k\n    except ZeroDivisionError:\n        break\nreturn d",
    "exceptions of math": "d = 0\nfor x in (0.5 * a, 400.0 * b, -1.0):\n    try:\n        d += int(math.exp(x) * 0.0 + math.sqrt(x))\n    except ValueError:\n        d += 100\n"
    "    except OverflowError:\n        d += 1000\nreturn d",
    "recursion": "return (fact(a % 20), is_even(abs(a)), ackermann(a % 3, b % 3) if a >= 0 <= b else 0)",
    "recursion and exceptions": "def f():\n    return deep(a)\ntry:\n    return f()\nexcept ValueError:\n    return -b",
    "an int or a float": "x = 1.5 if a > 3 else a\nreturn (isinstance(x, int), float(x), x > b, x == 2, x + 1 > b, bool(x), int(x), abs(x) < 2)",
    "least so far": "best = math.inf\nfor k in near(a):\n    if k < best:\n        best = k\nreturn (best == math.inf, isinstance(best, float), best > b)",
    "numbers of two kinds": "x = 0.5 * a if b > 1 else b\ny = a if b < 5 else 2.5\nz = x * y - x // (abs(y) + 1) + (-x) % 3\n"
    "return (isinstance(z, int), float(z), float(max(x, y)), isinstance(min(x, y, 2), float), x < y, x == y, (x, 1) < (y, 2))",
    "a sum of both": "t = 0\nfor x in (a, 0.5 * b, 3):\n    t += x\nreturn (float(t), isinstance(t, float), float(sum(i * 0.5 for i in range(b % 3))))",
    "an int or a float that is passed": "def f(x):\n    return x if x > 2 else 0.5\ny = f(a)\nreturn float(halved(y)) + float(halved(f(b)))",
    "an int or a float or none": "x = None\nif a > 2:\n    x = a\nelif b > 2:\n    x = 0.5 * b\nreturn -1.0 if x is None else float(x)",
    "mixed constants": "return float((1, 2.5, a)[b % 3]) + float((0.5, a)[a % 2])",
    "functions of ints": "n = abs(a)\nk = abs(b)\nreturn (math.gcd(a, b, 6), math.lcm(a, b), math.isqrt(n), math.comb(n, k), math.perm(n, k), "
    "math.factorial(n), a.bit_count(), b.bit_length(), math.isqrt(b))",
    "rounding": "return (round(a * 0.5), round(b * 0.25), round(a), round(-0.5 * b), math.fmod(a, 3.5) == math.fmod(b, 2.0), math.fmod(a, b) < 1)",
    "tuples": "t = (a, b, 2, a)\nreturn (t.count(a), t.index(b), t.index(2), (1, 2, 5).index(a) if a in (1, 2, 5) else 0, (a, 1) * 2)",
    "rows of several lengths": "d = 0\nfor row in ((1, a), (b, 2, 3), (), (4,)):\n    for k in row:\n        d = d * 3 + k\n"
    "return d + sum(k * i for line in ((1,), (a, b)) for i, k in enumerate(line))",
    "an import": "from math import gcd\nimport operator\nreturn gcd(a, 6)",
    "a variable that is deleted": "x = a\ny = x + b\ndel x\nx = y * 2\nreturn x + y",
    "members of enums": "d = 0\nfor m in Mode:\n    d = d * 3 + m.value\nm = Mode(a)\nreturn (d, m + b, m * 2 > b, m == Mode.FAST, (4, 5, 6)[m], -m, int(m), m < b)",
    "class methods": "return Pair.of(a).swapped().x + Pair.of(b, y=3).y + Pair(a, b).of(5).x",
    "kinds by name": "from typing import cast\nx = cast('tuple[int, ...]', (a, b))\nreturn x[1] + Toll(a)",
    "exceptions of containers": "d = 0\nitems = [a, b, 3]\nprices = {1: 5, 2: a}\nfor i in (a, b, 7):\n    try:\n        d += items[i]\n        d += prices[i] * 3\n"
    "        items.remove(i)\n    except IndexError:\n        d += 100\n    except KeyError:\n        d += 1000\n    except ValueError:\n        d -= 7\nreturn d + len(items)",
    "comprehensions of generators": "items = [k * b for k in near(a) if k != 2]\nmore = sorted(near(b), key=lambda k: -k)\nfound = {k % 3: k for k in near(a)}\n"
    "return (sum(items), len(more), more[0], sum(found.values()), sum(list(map(lambda k: k + a, more))), len(set(near(a))))",
    "a hidden end": "def f(x):\n    if x > b:\n        raise ValueError('far')\n    return x\nreturn f(a) + f(1)",
}
VALUES = [(a, b) for a in (0, 1, 2, 3, 4, 7, 9, 14, -3, -8) for b in (0, 1, 2, 5, 8, -1, -6)]


def outcome(function: Any, given: tuple[int, ...]) -> Any:
    try:
        return function(*given)
    except Exception as error:
        return error


def agree(body: str) -> int:
    """Hold a body against Python; return for how many values it was not refused as it ran."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    scope: dict[str, Any] = {}
    function = function_of(f"def f(a, b):\n{lines}\n{HELPERS}", **scope)
    machine = compiled(function, 1, 1)
    count = 0
    for given in VALUES:
        found, expected = outcome(machine, given), outcome(function, given)
        if isinstance(found, Refusal):
            continue
        count += 1
        if isinstance(expected, Exception):
            is_own = type(expected).__module__ == "builtins"  # the others are raised again by Python
            assert type(found) is (type(expected) if is_own else RuntimeError), (
                f"{body} of {given}: {found!r} where Python raises {expected!r}"
            )
        else:
            assert repr(found) == repr(expected), f"{body} of {given}: {found!r} where Python gives {expected!r}"
    return count


@pytest.mark.parametrize("name", CASES)
def test_each(name: str) -> None:
    assert agree(CASES[name]) > len(VALUES) // 2


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def deepest(n: int) -> int:
    return 1 if n == 0 else deepest(n - 1) + 2


@frozen
class Slow(AStar[int, Cost[int]]):
    depth: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if self.depth < 100:
            open_list.relax(node.position + 1, node.cost.travelled + fib(self.depth))
        else:
            open_list.relax(node.position + 1, node.cost.travelled + deepest(self.depth))

    def is_destination(self, position: int) -> bool:
        return position == 3


def test_recursion_is_interrupted() -> None:
    began = perf_counter()
    assert Slow(60).search(0, engine="compiled", limits=Limits(seconds=0.2)).outcome is Outcome.TIMEOUT
    assert perf_counter() - began < 5
    assert Slow(12).search(0, engine="compiled").cost == Cost(432, 432, 0)


def test_recursion_without_end_raises() -> None:
    with pytest.raises(RecursionError):
        Slow(10**7).search(0, engine="compiled")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="CPython computes it otherwise since")
def test_distances() -> None:
    texts = (
        "math.hypot(x, y)",
        "math.hypot(x, y, z)",
        "math.dist((x, y), (z, 1))",
        "math.hypot(x)",
        "math.dist((x, 2, z), (y, x, 0.5))",
    )
    random = Random(5)
    for text in texts:
        function = function_of(f"def f(x, y, z):\n    return {text}\n")
        machine = compiled(function, 1.0, 1.0, 1.0)
        for _ in range(400):
            given = tuple(
                random.choice((random.uniform(-9, 9), random.gauss(0, 1) * 10.0 ** random.randrange(-90, 90), 3.0, 0.0))
                for _ in "xyz"
            )
            found, expected = outcome(machine, given), outcome(function, given)
            assert isinstance(found, Refusal) or repr(found) == repr(expected), (text, given)
        for given in (
            (math.inf, math.nan, 1.0),
            (math.nan, 1.0, 0.0),
            (0.0, -0.0, 0.0),
            (1e300, 1e300, 1.0),
            (5e-324, 3e-320, 1e-310),
            (2e-308, 1e-308, 1e-309),
        ):
            assert repr(machine(*given)) == repr(outcome(function, given)), (text, given)


REFUSED = {
    "a generator that is read twice": "steps = near(a)\nreturn sum(steps) + sum(steps)",
    "a generator that is read in a loop": "steps = near(a)\nd = 0\nfor i in range(3):\n    for k in steps:\n        d += k\nreturn d",
    "a function whose variables are gone": "def f(x):\n    return lambda: x\nreturn f(a)()",
    "a generator that calls itself": "def g(n):\n    yield n\n    if n > 0:\n        yield from g(n - 1)\nreturn sum(g(a))",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    with pytest.raises(NotCovered):
        agree(REFUSED[name])
