"""Solvers as people write them that machine code refuses."""

from __future__ import annotations

from typing import Final

from ways import RECORD, steps

UNLIKE: Final = "a list is compared with a tuple, which it never equals; make both tuples, or lists"

REFUSED: Final[dict[str, tuple[str, str]]] = {
    "a bool or an int in a field": (
        steps("r = R(True) if n > 2 else R(0)\nd = 1 + len(str(r.f))", before=RECORD),
        "a value is a bool or a member of an enum on one branch, and a number on another, and the hook depends on which; "
        "write int(...) around it",
    ),
    "the type of a number": (steps("d = 1 if type(n) is int else 2"), "type() of a number is asked for; write isinstance(...)"),
    "isinstance of a number of numpy's": (
        steps("d = 1 if isinstance(self.table[n], int) else 2", "np.arange(9)"),
        "isinstance() of a number that may be numpy's; compare numbers instead, or write int(...) around it",
    ),
    "a list or a tuple is compared": (
        steps("d = 1 + ((n, 1) in self.table)", "[[1, 1], [2, 1]]"),
        UNLIKE,
    ),
    "texts are compared by identity": (
        steps("s = 'a' if n > 2 else 'b'\nd = 1 if s is self.table else 2", "'a'"),
        "two texts, or members of an enum of texts, are compared by 'is'; write ==",
    ),
    "the order of a frozenset": (
        """
@frozen
class Shrinks(AStar[frozenset[int], Cost[int]]):
    def add_neighbours(self, node, open_list):
        for k in node.position:
            open_list.relax(node.position - {k}, node.cost.travelled + 1)

    def is_destination(self, position):
        return len(position) == 1

problem, start = Shrinks(), frozenset({8, 1, 16, 3})
""",
        "the order of a set differs from Python's here; write sorted(...) around it",
    ),
    "a field of a record is set": (
        steps("p = P(n, 2)\np.a += 1\nd = p.a", before="@dataclass\nclass P:\n    a: int\n    b: int"),
        "a field is set, P.a; of a record, make another, as by attrs.evolve",
    ),
    "a defaultdict": (
        steps("c = defaultdict(list)\nc[n].append(1)\nd = 1 + len(c[n])"),
        "a defaultdict is of other items than numbers, is passed on, or is given items at once; write a dict and get(key, 0)",
    ),
    "a list is compared with a tuple": (
        steps("d = 1 + ([n, 1] == (n, 1))"),
        UNLIKE,
    ),
    "a row is hashed": (
        steps("d = 1 + len({self.table[n % 2]: 3})", "[[1, 2], [3, 4]]"),
        "a list is hashed, or put into a set or a dictionary as a key; write tuple(...) around it",
    ),
    "a part of a row is compared with a tuple": (
        steps("d = 1 + (self.table[n % 2][1:] == (2,))", "[[1, 2], [3, 4]]"),
        UNLIKE,
    ),
    "a part of a row, with a bound that is not constant": (
        steps("d = 1 + (self.table[n % 2][n:] == (2,))", "[[1, 2], [3, 4]]"),
        UNLIKE,
    ),
    "a part of a list of any length": (
        steps("d = 1 + (self.table[n % 2][1:] == (2,))", "[[1, 2], [3]]"),
        UNLIKE,
    ),
    "a row is looked for among tuples": (
        steps("d = 1 + (self.table[n % 2] in ((1, 2), (3, 5)))", "[[1, 2], [3, 4]]"),
        UNLIKE,
    ),
    "a tuple is looked for among rows": (
        steps("x = [r for r in self.table]\nd = 1 + x.index((1, 2))", "[[1, 2], [3, 4]]"),
        UNLIKE,
    ),
    "a row on one branch, and a tuple on another": (
        steps("x = self.table[0] if n > 1 else (1, 2)\nd = 1 + x[0]", "[[1, 2], [3, 4]]"),
        "on another; give both one type",
    ),
    "values of two types in a dictionary that begins empty": (
        steps("m = {}\nm[n] = 1\nm[n + 1] = 0.5\nd = 1 + int(m[n])"),
        "a dictionary that begins empty is given values of the types int64 and float64; give its values one type",
    ),
    "the source of a text": (steps("d = 1 + len(repr(self.table))", "'abc'"), "repr() of a text is asked for"),
    "a container of members that are also strings": (
        steps("d = 1 + ('red' in self.table)", "[C.RED]", before="class C(str, Enum):\n    RED = 'red'"),
        "a container of members of C is not supported in machine code; derive it from Enum alone, or from StrEnum if",
    ),
    "an attribute of an item": (
        "@define(slots=False)\nclass Rate:\n    x: int\n    rate = 5\nodd = Rate(1)\nodd.rate = 7\n"
        + steps("d = self.table[n % 2].rate", "[Rate(1), odd]"),
        "rate is set on a Rate itself, in place of its class's; declare it as a field",
    ),
    "a field that its class makes empty": (
        steps(
            "d = len(Q(n).items) + len(Q(n, [1]).items)",
            before="@frozen\nclass Q:\n    n: int\n    items: Any = field(factory=list)",
        ),
        "Q.items is left out, and the empty list in its place does not show what it would hold; give one with a first item, or",
    ),
    "tuples of several lengths in a set": (
        steps("s = frozenset({(n, 1)})\nd = len(s | {(n,)})"),
        "a frozenset has tuples of several lengths; write a text in place of each, such as ''.join(row), or tuples of one",
    ),
    "NaN in a set": (
        steps("d = 1 + (1.5 in self.table)", "frozenset({math.nan, 1.5})"),
        "a set, or a key of a dictionary, is NaN, which Python finds only if it is the same object; leave it out",
    ),
    "NaN among others": (
        steps("x = self.table[0]\nd = 1 + (x in self.table)", "[math.nan, 1.5]"),
        "a NaN is looked up among others, or put into a set or a dictionary",
    ),
    "NaN in a set of a hook": (
        steps("s = {1.5}\ns.add(self.table)\nd = len(s)", "math.nan"),
        "a NaN is looked up among others, or put into a set or a dictionary",
    ),
    "a row of lists is compared with a tuple": (
        steps("d = 1 + (self.table[n % 2] == (3, 4))", "[[1, 2], [3, 4]]"),
        UNLIKE,
    ),
    "rows inside tuples are compared": (
        steps("d = 1 + ((self.table[n % 2], n) == ((3, 4), 1))", "[[1, 2], [3, 4]]"),
        UNLIKE,
    ),
    "a row of lists in a position": (
        "class State(NamedTuple):\n    at: int\n    row: tuple[int, int]\n"
        + steps("d = 1", "[[1, 2], [3, 4]]")
        .replace("AStar[int", "AStar[Any")
        .replace("relax(n + 1,", "relax(State(n + 1, self.table[0]),")
        .replace("n = node.position", "n = node.position.at")
        .replace("return position ", "return position.at ")
        .replace(", 0\n", ", State(0, (1, 2))\n"),
        "a position has a list, which is not hashable; write tuple(...) around it",
    ),
    "the text of a member in a variable": (
        steps(
            "c = C.RED if n % 2 else C.BLUE\nd = len(f'{c}')",
            before="class C(str, Enum):\n    RED = 'red'\n    BLUE = 'blue'",
        ),
        "the text of a value is asked for that may be a member of C, whose text is not its value; make C a StrEnum, or",
    ),
    "the text of a member of ints in a variable": (
        steps("d = len(str(CS[n % 2]))", before="class C(int, Enum):\n    RED = 1\n    BLUE = 2\nCS = (C.RED, C.BLUE)"),
        "the text of a member of C is asked for; write its .name or its .value, or search",
    ),
    "setdefault of a list": (
        steps("g = {}\nfor x in (1, 2, n):\n    g.setdefault(x, []).append(n)\nd = len(g)"),
        "a dictionary that a hook makes cannot hold lists, sets or dictionaries, such as setdefault() adds; keep",
    ),
    "an item of a dictionary that begins empty": (
        steps("g = {}\nd = g.setdefault(n, 4)"),
        "a dictionary is asked for an item before it is clear what it holds; make it with a first item, or set one by",
    ),
    "a dictionary of lists": (
        steps("g = {n: [1], 5: [2]}\nd = len(g)"),
        "a dictionary that a hook makes is given lists, sets or dictionaries; keep (key, item) pairs in a list, or make",
    ),
    "a dictionary of the module by members that are also strings": (
        steps("d = PRICES[C.RED]", before="class C(str, Enum):\n    RED = 'red'\nPRICES = {C.RED: 2}"),
        "PRICES: a container of members of C is not supported in machine code; derive it from Enum alone, or from StrEnum if",
    ),
    "an estimate beyond 2 ** 53": (
        steps("d = 1")
        .replace("open_list.relax(n + 1,", "open_list.insert(n + 1, Cost(2**53 + 1,")
        .replace("node.cost.travelled + d)", "node.cost.travelled + 0.5))"),
        "in a cost",
    ),
    "a function of a hook that is passed on": (
        steps("def f(x, k=n):\n    return -x * k\nd = sorted([1, n], key=f)[0]"),
        "a function that is defined in a hook is passed on; write a lambda as the argument, define the function outside",
    ),
    "a star and a named argument": (
        steps(
            "d = dear(n, 2)",
            before="def price(*given, scale=1):\n    return sum(given) * scale\n"
            "def dear(*given):\n    return price(*given, scale=3)",
        ),
        "a call has a star and a named argument; give all arguments by their places, or search",
    ),
    "a counter of the module": (
        steps("d = 1 + COUNTS[1]", before="from collections import Counter\nCOUNTS = Counter([1, 2])"),
        "COUNTS: a Counter is a dict with a __add__ of its own, which machine code does not call; ",
    ),
    "the keys of two dictionaries": (
        steps("a, b = {1: 2, n: 3}, {n: 3}\nd = 1 + len(a.keys() & b.keys())"),
        "the keys, or the items, of a dictionary are combined, or compared; write set(...) around each, such as set(a)",
    ),
    "two ranges": (steps("d = 1 + (range(n) == range(3))"), "a range is compared; write list(...) around it, or search"),
    "a dictionary and pairs": (
        steps("a = {1: 2}\na |= [(n, 3)]\nd = len(a)"),
        "a dictionary and what is none are joined by |; write d[key] = value for each pair, or search",
    ),
    "a key of another type": (
        steps("d = 1 + ({1: n} == {'a': n})"),
        "a dictionary is asked for a key of another type than its keys have, or compared with a dictionary or a set of such;",
    ),
    "a loop over what may be None": (
        steps(
            "a, b = (g(n + i) for i in range(2))\nd = 1 + all(v is not None for v in (a, b))",
            before="def g(n):\n    return None if n % 5 == 0 else n",
        ),
        "a loop, or any() or all(), goes over a tuple of values that may be None; write a list, [a, b], or test each by",
    ),
    "a method of a Counter": (
        steps("c = Counter([1, n])\ne = c.copy()\ne.update([2])\nd = c[1]", before="from collections import Counter"),
        "line 23): a Counter is asked for e.update; machine code knows one of a local by [key], += 1, in, len, get, items,",
    ),
    "a Counter that is passed on": (
        steps("c = Counter([1, n])\nd = max(c)", before="from collections import Counter"),
        "a Counter is passed on, c; machine code knows one of a local by [key], += 1, in, len, get, items, keys, values and",
    ),
    "a Counter of named counts": (
        steps("c = Counter(a=3)\nd = c['a']", before="from collections import Counter"),
        "a Counter is made with named counts; machine code",
    ),
    "a look among the digits of a number": (
        steps("d = 1 + (3 in n)"),
        "'in' is asked of an int; compare with ==, or look among several numbers, or search",
    ),
    "an empty frozenset of unknown items": (
        "class State(NamedTuple):\n    at: int\n    items: frozenset\n"
        + steps("d = 1").replace("AStar[int", "AStar[Any").replace("), 0\n", "), State(0, frozenset())\n"),
        "an empty frozenset, State.items, does not show the type of its items; "
        "declare a type of numbers, texts or tuples of these, for example items: frozenset[int]",
    ),
}
"""Solvers that are refused in one line, and its words."""
