# ruff: noqa: E501
"""Lists, dicts, sets and texts in machine code: as Python does it, or refused."""

from __future__ import annotations

import bisect
import heapq
import itertools
import operator
import random
from collections import deque
from typing import Any

import pytest
from attrs import frozen
from both_speeds import record_events
from calling import compiled, function_of

from genastar import AStar, Cost, Node, OpenList
from genastar_compiled.compiler.faults import NotCovered

BODIES = """
s = [n, 3, 1]; s.append(n); s.insert(1, 7); s.insert(-1, 8); s.insert(99, 9); r = len(s), s[-1], s[n % 3], sum((*s[:3], 5))
s = [1, 2, 3]; r = s.pop(), s.pop(0), len(s), s[0]
s = []; s.append(n); s += [1, 2]; t = s; t.append(5); r = len(s), s[-1], s is None
s = [n, 2, n, 4]; s.remove(n); r = s.count(n), s.index(4), len(s), 2 in s, n in s, s == [2, n, 4], s != [2, n], s < [2, n, 5], s >= [3]
s = list(range(n % 7)); s.reverse(); r = sum(s), len(s), s[1:], s[::-1], s[-3:-1], s[5:1:-2]; r = tuple(len(k) if isinstance(k, list) else k for k in r)
s = [k * k % 7 for k in range(n % 13)]; s.sort(); r = sum(i * k for i, k in enumerate(s)), len(s)
s = sorted([k * k % 11 for k in range(n % 40)], reverse=True); r = sum(i * k for i, k in enumerate(s)), len(s)
s = sorted([(k % 3, k) for k in range(n % 20)], key=lambda p: -p[0]); r = sum((i + 1) * p[1] for i, p in enumerate(s)), 0
s = [(k % 3, k) for k in range(n % 20)]; s.sort(key=lambda p: p[0], reverse=True); r = sum((i + 1) * p[1] for i, p in enumerate(s)), 0
s = [1, 2] * (n % 4) + [n]; r = len(s), sum(s), s[0]
s = [[] for _ in range(3)]; s[n % 3].append(n); s[0].append(4); r = len(s[0]), len(s[1]), len(s[2]), sum(len(t) for t in s)
s = [[0] * 3 for _ in range(2)]; s[1][n % 3] += n; r = sum(s[0]), sum(s[1])
s = [1, 2, 3, 4]; del s[n % 4]; r = len(s), s[0], s[-1]
s = [1]; t = s.copy(); t.append(n); u = s[:]; u[0] = 5; r = len(s), len(t), s[0]
s = [1, 2, 3]; k = 0
for x in s: k += x; (s.append(x + 1) if len(s) < 6 else None)
r = k, len(s)
s = [1, 2, 3, 4, 5]; k = 0
for x in s:
    k = k * 10 + x
    if x == 2: s.remove(1)
r = k, len(s)
s = [n, 1]; a, b = s; c, *d = (n, 2, 3); r = a, b, c, len(d), d[0]
s = [n, 1]; a, b, c = s; r = a, b
s = [None] * 3; s[n % 3] = n; r = sum(1 for x in s if x is not None), s[0] is None
s = tuple([n, 1, 2]); t = s + (3,); r = len(t), t[-1], t == (n, 1, 2, 3), (1, 2) < s, s.index(2), s.count(1), n in s
s = tuple(k for k in range(n % 5) if k != 2); r = len(s), sum(s), s * 2 == s + s
s = [1.5, n * 1.0]; s.append(2.0); r = s[0], s[1], max(s), min(s)
d = {1: n, 2: 3}; d[n] = 5; d[n] += 2; r = len(d), d[n], d.get(99, -1), 2 in d, n in d, sum(d), sum(d.values())
d = {}; d[(n, 1)] = 2; d[(n, 2)] = 3; r = len(d), d[(n, 2)], (n, 1) in d, sum(a * b for (a, b) in d)
d = {k: k * n for k in range(n % 9)}; k = 0
for a, b in d.items(): k = k * 3 + a - b
r = k, len(d), max(d.values(), default=0)
d = {5: 1, 3: 2, n: 9}; del d[5]; d[5] = 4; d.pop(3); d.setdefault(8, 7); k = 0
for a in d: k = k * 7 + a
r = k, len(d), d.setdefault(n, 3), d.pop(77, -5)
d = {1: 2}; r = d[n],
d = {1: 2, 2: 3}; e = {2: 9, n: 4}; f = d | e; d.update(e); d |= {7: 7}; r = len(f), f[2], len(d), d == f, list(f) == list(d), d != e
d = {k: [] for k in range(3)}; d[n % 3].append(n); d[n % 3].append(1); r = len(d[0]), len(d[1]), len(d[2])
d = {}; d.setdefault(n % 3, []).append(n); d.setdefault(1, []).append(5); r = len(d), sum(len(x) for x in d.values())
d = dict([(1, n), (2, 3)]); e = dict(d); e[1] = 7; r = d[1], e[1], len(e), sorted(d.items())[0][1]
d = {k: k for k in range(200)}; [d.pop(k) for k in range(0, 200, 3)]; r = len(d), sum(d), sum(list(d)[k] * k for k in range(10))
d = {1: 1, 2: 2}
for k in d: d[k + 10] = 1
r = len(d), 0
d = {1: 1, 2: 2}; k = 0
for k in d: d[k] = 7
r = len(d), d[2]
d = {'a': n, 'b': 2}; r = d['a'], d.get('c', 5), 'b' in d, len(d)
d = {'ab': 1}; d['a' * (n % 3) + 'b'] = 7; r = len(d), d['ab'], sum(len(k) for k in d)
s = {1, n, 2}; s.add(7); s.discard(1); t = {2, 7, 9}; r = len(s), n in s, len(s | t), len(s & t), len(s - t), len(s ^ t), s <= s | t, s == {n, 2, 7}, s.isdisjoint({99}), sum(s), max(s), sorted(s)[0]
s = set(k % 4 for k in range(n % 9)); r = len(s), sum(s), sorted(s) == list(range(len(s))), frozenset(s) == s
s = set(); s.add((n, 1)); s.add((n, 1)); s |= {(1, 2)}; s.update([(3, 4)]); r = len(s), (n, 1) in s
s = {1, 2, 3}; s.remove(n); r = len(s),
s = {1, 2, 3}; s -= {2}; s &= {1, 2, 3}; r = len(s), bool(s), not s
t = 'abcab'; r = len(t), t[n % 5] == 'a', t[-1] == 'b', t.find('ca'), t.count('ab'), 'bc' in t, t[1:3] == 'bc', t < 'abd', t.startswith('ab'), t.endswith('b'), t.index('c')
t = 'ab' if n > 3 else 'c'; r = len(t), t == 'c', t + 'x' == 'cx', len(t * (n % 3)), t != 'ab'
t = 'hello'; r = sum(i for i, c in enumerate(t) if c == 'l'), len(set(t)), sorted(t)[0] == 'e', len(list(t)), max(t) == 'o'
q = deque([1, n]); q.append(3); q.appendleft(9); r = q.popleft(), q.pop(), len(q), q[0], q[-1]
q = deque(); q.append((n, 0)); k = 0
while q:
    a, b = q.popleft(); k += 1
    if b < 3: q.append((a + 1, b + 1)); q.append((a, b + 1))
r = k, len(q)
q, k = deque([1, 2, n]), 0
for x in q: k += x; (q.append(q.popleft()) if x == n else None)
r = k, len(q)
q, k = deque([1, 2, 4, n]), 0
for x in q:
    k += x
    if x == n: q.append(3); q.pop()
r = k, len(q)
q, k = deque([4, 2, 1, n]), 0
for x in reversed(q):
    k += x
    if x == 2: q.remove(n); q.append(n)
r = k, len(q)
q, k = deque([1, 2]), 0
for x in q:
    k += x; q[0] = n; q.reverse()
    if x == n: q.clear(); q.append(1); q.append(2)
r = k, len(q)
q, k = deque([1, 2, n]), 0
for x in q:
    k += x
    if x == n: del q[1]; q.insert(0, 5)
    if x == 2: break
r = k, len(q)
s = [n, 1]; t = s; t *= 2; s.append(3); t *= n > 0; q = deque([n]); p = q; p *= 3; r = len(s), len(t), sum(s), len(q)
s = []; s *= 2; s.append(n); s *= n; r = len(s), sum(s)
s = [3, n, 1]; r = min(s), max(s), sum(s), any(s), all(s), any(x > 5 for x in s), sorted(s)[1], len(list(reversed(s))), list(reversed(s))[0], sum(x for x in reversed(s))
s, t = [1, 2, n], (4, 5); r = sum(a * b for a, b in zip(s, t)), sum(i * x for i, x in enumerate(s, 2)), len(list(zip(s, t)))
s = [(1, 2), (n, 3)]; r = sum(a * b for a, b in s), max(s)[0], (n, 3) in s, s.index((n, 3)), min(s, key=lambda p: -p[1])[0]
s = [n]; s.extend(k for k in range(3)); s.extend((7, 8)); s.extend(s); r = len(s), s[-1], sum(s)
s = [n, 2]; s[5] = 1; r = s[0],
s = [n]; s.pop(); r = s.pop(),
s = []; r = len(s), sum(s), max(s, default=7), sorted(s) == s, bool(s), [] == s
s = [1, 2]; r = s.index(n),
s = [k for k in range(3) for j in range(k) if j != n]; r = len(s), sum(s)
x = [1] if n > 3 else []; x.append(n); r = len(x), x[0]
x = None
if n > 3: x = [n]
r = (len(x) if x is not None else 0), (len(x) if x else -1)
board = [[k * 3 + j for j in range(3)] for k in range(3)]; new = [row[:] for row in board]; new[n % 3][1] = 50; r = sum(map(sum, new)), sum(map(sum, board)), tuple(tuple(row) for row in new)[n % 3][1]
p = (1, 2, n, 4); q = list(p); q[0], q[3] = q[3], q[0]; r = q[0], q[3], tuple(q) == (4, 2, n, 1), p.index(n), p.count(4)
s = [True, n > 3]; r = sum(s), all(s), any(s), s.count(True)
s = [0] * 5; s[n] += 1; s[-2] = 3; r = s[0], s[-1], sum(s)
seen = set(); stack = [n % 5]
while stack:
    k = stack.pop()
    if k in seen or k > 20: continue
    seen.add(k); stack.extend([k + 3, k * 2 + 1])
r = len(seen), sum(seen), max(seen)
h = [n, 3, 5, n % 7]; heapq.heapify(h); heapq.heappush(h, 1); a = heapq.heappop(h); b = heapq.heapreplace(h, 9); r = a, b, h[0], h[1], h[-1], len(h)
h = []
for k in range(n % 20): heapq.heappush(h, (k * 7 % 5, k))
a = 0
while h: a = a * 3 % 1009 + heapq.heappop(h)[1]
r = a, 0
s = sorted([n, 4, 9]); r = bisect.bisect_left(s, 4), bisect.bisect(s, 4), bisect.bisect_right((1, 3, 5), n), operator.add(n, 2)
s = sorted([3, n, 1], key=lambda k: -k); r = s[0], s[1], sorted((n, 2), key=lambda k: k % 3)[0]
r = len(list(itertools.product(range(2), repeat=2))), len(list(itertools.product([1, n], repeat=-1)))
memo = {0: 0, 1: 1}
for k in range(2, n % 20 + 2): memo[k] = memo[k - 1] + memo[k - 2]
r = len(memo), memo[n % 20]
"""


def bodies() -> list[str]:
    """The texts above: a body ends with the line that has ``r =``."""
    found, lines = [], []
    for line in BODIES.strip().splitlines():
        lines.append(line)
        if "r = " in line:
            found.append("\n".join(lines))
            lines = []
    return found


def told(act: Any, *arguments: Any) -> tuple[str, ...]:
    try:
        made = act(*arguments)
    except Exception as error:
        return type(error).__name__, ""
    return type(made).__name__, repr(made)


def function(body: str) -> Any:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return function_of(
        f"def f(n):\n{lines}\n    return r\n", deque=deque, heapq=heapq, bisect=bisect, operator=operator, itertools=itertools
    )


@pytest.mark.parametrize("body", bodies())
def test_a_body_gives_what_python_gives(body: str) -> None:
    python = function(body)
    machine = compiled(python, 1)
    for n in (*range(-3, 15), 1000):
        assert told(machine, n) == told(python, n), n


def test_a_set_is_not_gone_over() -> None:
    with pytest.raises(NotCovered, match="a loop over a set of int"):
        compiled(function("r = 0\nfor k in {n, 1}: r += k"), 1)


@pytest.mark.parametrize("error", ["StopIteration", "RuntimeError", "(KeyError, Exception)"])
def test_a_handler_that_may_catch_stop_iteration_is_refused(error: str) -> None:
    with pytest.raises(NotCovered, match="StopIteration"):
        compiled(function(f"try: r = next(k for k in [n] if k > 2)\nexcept {error}: r = 7"), 1)


@pytest.mark.parametrize(
    "text",
    [
        *(f"next({each}, n)" for each in ("s", "s[1:]", "(n, 1)", "range(n)", "{n: 1}", "{n}", "'ab'", "q", "n")),
        *("next(s)", "next(iter(s), default=n)", "q.pop(0)", "q[1:]", "q[::-1]", "q.sort()", "s.popleft()", "s.appendleft(n)"),
        *("sum(['a', 'b'], '')", "max(1, n, default=3)", "min(n, 1, key=abs, default=n)", "any(items=s)", "sum(items=s)"),
        *("len(list(reversed(zip(s, s))))", "len(list(reversed(enumerate(s))))", "len(list(reversed(k for k in s)))"),
        *("heapq.heappush(q, n)", "heapq.heappop(q)", "heapq.heapify((n, 1))", "bisect.bisect({1: 2}, n)"),
    ],
)
def test_what_python_refuses_of_any_value_is_not_compiled(text: str) -> None:
    python = function(f"s, q = [n, 1], deque([n, 1]); r = {text}")
    with pytest.raises((TypeError, AttributeError)):
        python(1)
    with pytest.raises(NotCovered):
        compiled(python, 1)


@pytest.mark.parametrize(
    "body", ["self_made = FIXED; FIXED.append(n); r = 0", "FIXED[0] = n; r = 0", "PRICES[n] = 2; r = 0", "BAG.add(n); r = 0"]
)
def test_a_constant_is_not_changed(body: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    changing = function_of(f"def f(n):\n{lines}\n    return r\n", FIXED=[1, 2], PRICES={1: 2}, BAG={1})
    with pytest.raises(NotCovered, match="that the hook has not made itself"):
        compiled(changing, 1)


MOVES = [(1, 2), (2, 1)]
NAMES = {"a": 1, "bb": 2}


@frozen(eq=False)
class Fields(AStar[int, Cost[int]]):
    numbers: Any
    prices: Any
    bag: Any
    rows: Any
    word: str

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n, c = node.position, 0
        for number in self.numbers:
            c += number * (n + 1)
        for name, price in self.prices.items():
            c = c * 3 % 1000 + price + len(name) + self.prices[name]
        for each in self.bag:
            c = c * 7 % 1001 + each + (n in self.bag)
        for row in self.rows:
            for letter in row:
                c += 1 if letter == "#" else 2
        c += len(self.word) + (self.word == "abc") + self.word.count("b") + NAMES.get(self.word, 7)
        for a, b in MOVES:
            c += a * b
        if n < 4:
            open_list.relax(n + 1, node.cost.travelled + abs(c) % 100)

    def is_destination(self, position: int) -> bool:
        return position == 4


def same(solver: Any, start: Any = 0) -> None:
    assert record_events(solver, start, "compiled") == record_events(solver, start, "interpreted"), solver


def a_word(rng: random.Random) -> str:
    return "".join(rng.choice("ab#é猫") for _ in range(rng.randrange(4)))


def test_containers_of_a_solver_and_of_a_module_may_change() -> None:
    rng = random.Random(1)
    for _ in range(8):
        prices = {a_word(rng): rng.randrange(9) for _ in range(rng.randrange(1, 30))}
        numbers = [rng.randrange(9) for _ in range(rng.randrange(1, 50))]
        bag = {rng.randrange(40) for _ in range(rng.randrange(1, 20))}
        same(Fields(numbers, prices, bag, tuple(a_word(rng) for _ in range(4)), a_word(rng)))
    fixed: Any = Fields([1], {"a": 1}, {1, 2}, ("#.", "##"), "abc")
    for change in (
        lambda: fixed.numbers.append(7),
        lambda: fixed.prices.update(b=3),
        lambda: fixed.bag.add(9),
        lambda: MOVES.append((3, 3)),
        lambda: NAMES.update(abc=5),
        fixed.numbers.clear,
        lambda: fixed.numbers.append(3),
        lambda: fixed.numbers.__setitem__(0, 4),
        MOVES.pop,
    ):
        change()
        same(fixed)


@frozen(eq=False)
class Sliding(AStar[Any, Cost[int]]):
    goal: Any

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        hole = node.position.index(0)
        row, column = divmod(hole, 3)
        for dy, dx in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            y, x = row + dy, column + dx
            if 0 <= y < 3 and 0 <= x < 3:
                board = list(node.position)
                board[hole], board[3 * y + x] = board[3 * y + x], board[hole]
                open_list.relax(tuple(board), node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return bool(position == self.goal)


def test_a_tuple_made_of_a_list_is_a_position() -> None:
    same(Sliding((1, 2, 3, 4, 5, 6, 7, 8, 0)), (1, 2, 3, 0, 4, 6, 7, 5, 8))
