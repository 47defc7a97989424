"""Constructs of ordinary Python: numbers, texts, collections, and arrays of numpy."""

from __future__ import annotations

from typing import Final

from construct import Row

VALUES: Final[dict[str, Row]] = {
    "Counter": Row("d = Counter([n % 3, 1, 1])[1]", "from collections import Counter"),
    "bisect": Row("d = bisect.bisect_left((1, 3, 5, 7), n) + bisect.bisect((1, 3), n) + 1", "import bisect"),
    "% of a text": Row("d = len('%d-%s' % (n, n))"),
    "Fraction": Row(
        "d = Fraction(n, 2).numerator",
        "from fractions import Fraction",
    ),
    "d[k] if k in d else []": Row(
        "d = 1\nfor a, b in self.links[n] if n in self.links else []:\n    d += a + b",
        fields="links: dict",
        values="{0: [(1, 2)], 2: [(1, 5), (3, 1)], 3: []}",
    ),
    "dict.get(k) or []": Row(
        "d = 1 + len(self.links.get(n) or [])\nfor a, b in self.links.get(n) or []:\n    d += a + b",
        fields="links: dict",
        values="{0: [(1, 2)], 2: [(1, 5), (3, 1)], 3: []}",
    ),
    "dict.get(k, ())": Row(
        "d = 1 + sum(LINKS.get(n, ()))\nfor a in LINKS_OF_TWO.get(n, ()):\n    d += a",
        "LINKS = {0: (1, 2), 3: (4,)}\nLINKS_OF_TWO = {0: (1, 2), 3: (4, 3)}",
    ),
    "dict.get(k, [])": Row(
        "d = 1 + len([a for k in range(n) for a, b, c in self.links.get(k, [])])\n"
        "for a, b, c in self.links_of_two.get(n, []):\n    d += a + b + int(c)",
        fields="links: dict\nlinks_of_two: dict",
        values="{0: [(1, 2, 0.5)], 2: [], 3: [(1, 5, 2), (3, 1, 1.0)]}, "
        "{0: [(1, 2, 1), (2, 3, 1.5)], 2: [(1, 5, 2), (3, 1, 1.0)]}",
    ),
    "dict == dict": Row(
        "d = 1 + 2 * ({7: n, 8: 0} == self.goal) + 4 * (self.goal != {8: 0, 7: n})", fields="goal: dict", values="{7: 3, 8: 0}"
    ),
    "union of two dicts": Row(
        "a = self.price | {n: 1, 1: n}\nb = a\nb |= {9: 2} | a\nd = len(a) + sum(a.values()) + len(self.price | self.price)",
        fields="price: dict",
        values="{1: 2, 4: 3}",
    ),
    "(a, *(b if c else d))": Row("p = tuple([n, 1, 2])\nt = (5, *(p if n > 3 else p[1:]))\nd = sum(t) + len(t)"),
    "dict.get(k, set())": Row(
        "s = self.links.get(n, set())\nd = 2 if n in s or not s else 1 + len(s | {7})\nd += self.costs.get(n, {}).get(2, 3)",
        fields="links: dict\ncosts: dict",
        values="{0: {1, 3}, 2: set(), 4: {5}}, {0: {1: 3, 2: 4}, 2: {5: 1}}",
    ),
    "dict.get(k, []) of numbers": Row(
        "d = 1\nif self.price.get(n, []):\n    d = 2",
        fields="price: dict",
        values="{1: 2}",
    ),
    "max(genexpr, default=)": Row(
        "s = [k for k in range(n) if k % 2]\nd = max((k for k in range(n) if k > 2), default=0) + min(s, default=1)"
    ),
    "next(genexpr)": Row("d = next(k for k in (3, 1, 7) if k > n % 5)"),
    "next(genexpr, default)": Row(
        "p = (3, 1, 2)\ni = next((k for k, s in enumerate(p) if s < n), None)\nd = 2 if i is None else p[i]\n"
        "d += next((a + b for a in range(n) if a > 1 for b in (0, n) if a > b), next((k for k in (n, 2) if k > 1), 3))"
    ),
    "next(iter(x), default)": Row(
        "it = iter((n, 2, 3))\nd = next(it, 0) + 2 * next(it, 0) + next(iter(range(n)), 5)\n"
        "d += next(filter(lambda k: k > n, (1, 2)), 4)"
    ),
    "str.format": Row("d = len('{}'.format(n))"),
    "sum(genexpr, start)": Row("d = sum((k for k in range(n)), 3) + sum((k for k in range(n)), start=n)"),
    "default list argument": Row("d = f(n % 2)", "def f(n, prices=[1, 2]):\n    return prices[n]"),
    "empty list field": Row("d = 1 + sum([k for k in self.a])", fields="a: list", values="[]"),
    "empty set field": Row("d = 2 if n in self.a else 1", fields="a: set", values="set()"),
    "empty tuple field": Row("d = 1\nfor k in self.a:\n    d += k", fields="a: tuple", values="()"),
    "itertools.accumulate": Row("d = sum(itertools.accumulate((1, n)))", "import itertools"),
    "math.factorial perm": Row("d = math.factorial(n % 4) + math.perm(4, n % 3)"),
    "math.fmod": Row("d = 1 + int(math.fmod(n, 3.5))"),
    "math.lcm": Row("d = math.lcm(n + 1, 6) + math.lcm(-n) + math.lcm(n, 4, -6)"),
    "math.prod": Row("d = math.prod((1, n + 1), start=2)"),
    "not of a frozenset": Row("d = 1 if not frozenset([k for k in range(n % 2)]) else 2"),
    "all([listcomp])": Row("d = 1 if all([n > k for k in range(3)]) else 2"),
    "any([listcomp])": Row("d = 1 if any([n == k for k in (1, 3)]) else 2"),
    "any(genexpr)": Row("d = 1 if any(n == k for k in (1, 3)) else 2"),
    "big shift 1<<70": Row("d = (1 << 70) % (n + 3)"),
    "bin().count": Row("d = bin(n).count('1')"),
    "deque": Row("q = deque([n, 1])\nq.append(2)\nd = q.popleft() % 3 + len(q)", "from collections import deque"),
    "in dict.values()": Row(
        "made = {n: 3, 5: n}\nd = 1 + (n in self.price.values()) + 2 * (n in self.price.keys())\n"
        "d += 4 * ((n, 3) in made.items()) + 8 * (n in made.values()) + 16 * (n * 1.0 in map(abs, (n, -4)))",
        fields="price: dict",
        values="{0: 2, 1: 3, 2: 1}",
    ),
    "dict field": Row("d = self.price[n % 3] + self.price.get(n, 5)", fields="price: dict", values="{0: 2, 1: 3, 2: 1}"),
    "frozenset(genexpr)": Row("d = 1 + (n + 1 in frozenset(n + k for k in range(n)))"),
    "frozenset literal call": Row("d = 1 if n in frozenset({1, 2, 5}) else 2"),
    "int(str)": Row("d = int('12'[n % 2])"),
    "int(str, base)": Row("d = int('1f'[n % 2], 16) + int('-101'[n % 2 :], 2) + int(' zZ ', 36)"),
    "int.bit_count": Row("d = n.bit_count()"),
    "itertools.combinations": Row(
        "d = 0\nfor a, b in combinations((1, n, 3), 2):\n    d += a * b % 3", "from itertools import combinations"
    ),
    "itertools.product": Row(
        "d = 0\nfor a, b in product((0, 1), (n, 2)):\n    d += a * b % 3", "from itertools import product"
    ),
    "itertools.product(*lists)": Row(
        "d = sum(sum(row) % 3 for row in product(*[range(k, 3) for k in range(n % 3)]))", "from itertools import product"
    ),
    "map+lambda sum": Row("d = sum(map(lambda k: k % 2, (n, 1, 2)))"),
    "match tuple": Row(
        "match (n % 2, n % 3):\n    case (0, b):\n        d = b\n    case (a, 1):\n        d = a\n    case _:\n        d = 7"
    ),
    "math.comb": Row("d = math.comb(n, 2)"),
    "math.dist": Row("d = int(math.dist((n, 0), (0, 3)))"),
    "math.isqrt": Row("d = math.isqrt(n * 10)"),
    "max(tuple, key=lambda)": Row("d = max((1, 2, 3), key=lambda k: (k + n) % 3)"),
    "min of tuples": Row("d = min((n % 2, 3), (1, n))[1]"),
    "min(genexpr)": Row("d = min(abs(n - k) for k in (2, 5))"),
    "module dict": Row("d = PRICE[n % 3]", "PRICE = {0: 2, 1: 3, 2: 1}"),
    "module frozenset membership": Row("d = 1 if n in BAG else 2", "BAG = frozenset({1, 3})"),
    "module list": Row("d = PRICE[n % 3]", "PRICE = [2, 3, 1]"),
    "module list of tuples iterated": Row("d = 0\nfor a, b in MOVES:\n    d += (a * n + b) % 3", "MOVES = [(1, 2), (0, 1)]"),
    "module ragged nested tuple iterated": Row(
        "d = 0\nfor row in ROWS:\n    for k in row:\n        d += (k + n) % 2", "ROWS = ((1, 2), (3, 4, 5))"
    ),
    "module set membership": Row("d = 1 if n in BAG else 2", "BAG = {1, 3}"),
    "ndarray object dtype": Row("d = self.a[n % 2]", fields="a: np.ndarray", values="np.array([1, 2], dtype=object)"),
    "np.bitwise_count": Row("d = int(np.bitwise_count(n))"),
    "print": Row("print(n)\nd = 1"),
    "reversed(range)": Row("d = 0\nfor k in reversed(range(n)):\n    d = (d * 2 + k) % 5"),
    "str field as a key": Row("d = self.t[self.s] + n % 2", fields="t: dict\ns: str", values="{'a': 2, 'b': 3}, 'b'"),
    "str field index": Row(
        "d = 1 if self.text[n] == 'a' else len(list(self.text)) - len(set(self.text))",
        fields="text: str",
        values="'abcaabbacab'",
    ),
    "sum(genexpr)": Row("d = sum(k % 3 for k in range(n))"),
    "tuple of mixed types dyn index": Row("d = int((1, 2.5, 3)[n % 3])"),
    "tuple of str grid field": Row(
        "d = 1 if self.rows[n % 2][n % 3] == '#' else 2", fields="rows: tuple[str, ...]", values="('#.#', '..#')"
    ),
    "tuple slice dynamic": Row("t = (1, 2, 3, 4)\nd = sum(t[: n % 4]) + len(t[n % 3 :])"),
    "tuple(genexpr)": Row("t = tuple(k + n for k in (1, 2, 3))\nd = t[n % 3] % 4"),
    "tuple.count": Row("d = (1, 2, 0).count(n % 3)"),
    "zip+starred unpack": Row(
        "d = 0\nfor a, b in zip(*((1, n), (2, 3))):\n    d += a * b % 3\nfirst, *rest = (n, 1, 2)\nd += sum(rest)"
    ),
    "abs/neg floor div": Row("d = abs(-n // 2) + (3 - n) % 4"),
    "augmented ops <<= ^=": Row(
        "d = n\nd <<= 1\nd ^= 3\nd |= 1\nd &= 7\nd >>= 1\nd **= 2\nd //= 2\nd %= 5\nd *= 2\nd -= 1\nd += 2"
    ),
    "big tuple field (300 ints)": Row("d = self.big[n * 7] % 5", fields="big: tuple[int, ...]", values="tuple(range(300))"),
    "bool arithmetic": Row("d = (n > 3) + (n % 2 == 0) * 2"),
    "bytearray/bytes field": Row("d = self.raw[n] % 4", fields="raw: bytes", values="b'abcdefghijk'"),
    "bytes constant": Row("d = RAW[n % 3] % 4", "RAW = b'abc'"),
    "chained compare": Row("d = 1 if 1 < n < 5 <= n + 3 else 2"),
    "chr/ord": Row("d = ord(chr(97 + n)) % 5"),
    "complex numbers": Row("z = (n + 1j) * 1j\nd = int(abs(z.imag)) % 4"),
    "comprehension with if": Row("d = len([k for k in range(n) if k % 2])"),
    "dict made in hook": Row("t = {0: 2, 1: 3}\nt[2] = n\nd = t[n % 3]"),
    "dict str keys": Row("t = {'a': 2, 'b': 3}\nd = t['a'] + n % 2"),
    "dict.items loop": Row("d = 0\nfor k, v in {1: 2, 3: n}.items():\n    d += k * v % 3"),
    "dictcomp": Row("t = {k: k * n for k in range(3)}\nd = t[2] % 5"),
    "divmod": Row("a, b = divmod(n, 3)\nd = a + b"),
    "enumerate": Row("d = 0\nfor i, k in enumerate((n, 2, 3)):\n    d += i * k % 3"),
    "f-string": Row("d = len(f'{n}a')"),
    "f-string with a width": Row(
        "code, word = f'{-n:04d}|{n:3}|{n:<3}|{n * 37:b}|{n:>4x}', 'ab'[: n % 3]\n"
        "d = sum(k * ord(each) for k, each in enumerate(code)) + 7 * len(f'{word:4}|{word:>3}') + f'{word:>2}'.find('a')"
    ),
    "filter": Row("d = 0\nfor k in filter(lambda x: x % 2 == 1, (1, 2, 3)):\n    d += k + n % 2"),
    "float to int": Row("d = int(n * 1.5)"),
    "float var then int (type unify)": Row("x = 1.5\nif n > 3:\n    x = 2\nd = int(x * 2)"),
    "int or float, told apart": Row("x = 3 if n % 2 else 0.5\nd = 1 + isinstance(x, int)"),
    "list of ints given a float": Row("costs = [0] * 3\ncosts[n % 3] += 1.5\nd = 1 + int(2 * costs[0])"),
    "from math import hypot": Row("d = int(hypot(n, 4))", "from math import hypot"),
    "hash()": Row("d = 1 if hash(n) == hash(n) else 2"),
    "heapq": Row("h = [n, 3, 5]\nheapq.heapify(h)\nheapq.heappush(h, 1)\nd = heapq.heappop(h) + h[0]", "import heapq"),
    "iterate ndarray rows": Row(
        "d = 0\nfor row in self.a:\n    d += int(row[n % 2])", fields="a: np.ndarray", values="np.array([[1, 2], [3, 4]])"
    ),
    "len(array), shape": Row("d = len(self.a) + self.a.shape[1] + n % 2", fields="a: np.ndarray", values="np.zeros((2, 3))"),
    "list * n": Row("d = len([0] * n) + 1"),
    "list append pop": Row("s = [1]\ns.append(n)\nd = s.pop() + s[-1]"),
    "list field": Row("d = self.p[n % 3]", fields="p: list[int]", values="[1, 2, 3]"),
    "list of lists": Row("g = [[1, 2], [3, n]]\nd = g[1][n % 2]"),
    "list of mixed types": Row("s = [1, 2.5]\nd = int(s[n % 2])"),
    "list slice": Row("s = [1, 2, 3, 4][n % 3 :]\nd = len(s) + s[0]"),
    "list(map)": Row("s = list(map(lambda k: k + n, (1, 2)))\nd = s[0] % 5"),
    "list.index": Row("d = [5, 3, 1, 0, 2, 4][:].index(n % 6)"),
    "match int": Row("match n % 4:\n    case 0:\n        d = 3\n    case 1 | 2:\n        d = 2\n    case _:\n        d = 1"),
    "match str field": Row(
        "match self.mode:\n    case 'fast':\n        d = 1\n    case _:\n        d = 2", fields="mode: str", values="'fast'"
    ),
    "math.gcd": Row("d = math.gcd(n, 6) + math.gcd(-n) + math.gcd(n, 12, 18) + math.gcd(*(n, 4, 8, True))"),
    "math.inf": Row("best = math.inf\nif n < best:\n    best = n % 3\nd = int(best)"),
    "math.sqrt etc": Row("d = int(math.sqrt(n) + math.floor(n / 2) + math.ceil(n / 3))"),
    "min([listcomp])": Row("d = min([abs(n - k) for k in (2, 5)])"),
    "min(a,b,c)": Row("d = min(n, 3, 5) + max(n, 2)"),
    "min(tuple)": Row("d = min((n, 3))"),
    "module nested tuples": Row("d = 0\nfor a, b in MOVES:\n    d += (a * n + b) % 3", "MOVES = ((1, 2), (0, 1))"),
    "module numpy array": Row("d = int(COST[n % 3])", "COST = np.array([1, 2, 3])"),
    "module numpy, no int()": Row("d = COST[n % 3]", "COST = np.array([1, 2, 3])"),
    "module str constant index": Row("d = 1 if NAMES[n % 3] == 'a' else 2", "NAMES = 'abc'"),
    "module tuple": Row("d = PRICE[n % 3]", "PRICE = (2, 3, 1)"),
    "module tuple of str": Row("d = len(NAMES[n % 2])", "NAMES = ('a', 'bc')"),
    "ndarray .item() .tolist()": Row("d = self.a[n % 2].item()", fields="a: np.ndarray", values="np.array([1, 2])"),
    "ndarray field": Row("d = int(self.a[n % 2])", fields="a: np.ndarray", values="np.array([1, 2])"),
    "ndarray field 2d tuple index": Row(
        "d = int(self.a[n % 2, 1])", fields="a: np.ndarray", values="np.array([[1, 2], [3, 4]])"
    ),
    "ndarray of str dtype": Row("d = 1 if self.a[n % 2] == 'x' else 2", fields="a: np.ndarray", values="np.array(['x', 'y'])"),
    "ndarray sum slice": Row("d = int(self.a[: n % 3].sum())", fields="a: np.ndarray", values="np.array([1, 2, 3])"),
    "nested comprehension": Row("d = len([a + b for a in range(n) for b in range(2) if a > b])"),
    "nested tuple field 2d grid": Row(
        "d = self.grid[n % 2][n % 3]", fields="grid: tuple[tuple[int, ...], ...]", values="((1, 2, 3), (3, 2, 1))"
    ),
    "np any/all": Row(
        "d = 1 if np.any(self.a > n) or np.all(self.a < n) else 2", fields="a: np.ndarray", values="np.array([2, 3])"
    ),
    "np.abs/np.maximum/np.sum": Row(
        "d = int(np.sum(np.maximum(np.abs(self.a - n), 1)))", fields="a: np.ndarray", values="np.array([2, 3])"
    ),
    "np.argmin": Row("d = int(np.argmin(np.abs(self.a - n)))", fields="a: np.ndarray", values="np.array([2, 3, 5])"),
    "np.array([..]) in hook": Row("v = np.array([n, 2, 3])\nd = int(v[n % 3])"),
    "np.linalg.norm": Row(
        "d = int(np.linalg.norm(self.v))",
        fields="v: np.ndarray",
        values="np.array([3.0, 4.0])",
    ),
    "np.roll/np.flip": Row(
        "d = int(np.roll(self.a, 1)[n % 3] + np.flip(self.a)[0])", fields="a: np.ndarray", values="np.array([1, 2, 3])"
    ),
    "np.zeros(n, dtype=int)": Row(
        "z, o, e = np.zeros((n + 1, 2), dtype=int), np.ones(n + 1, int), np.empty(n + 1, dtype=bool)\n"
        "e[:] = z[:, 0] == n\nz[n, 1] = 3 * o[n]\na = np.array([n, 2], dtype=int) + np.arange(2, dtype=int)\n"
        "f, w, b = np.arange(2, dtype=float), np.ones([2]).astype(dtype=int), np.zeros_like(z, dtype=bool)\n"
        "b[0, 0] = n\nd = int(z.sum(dtype=int) + a[0] + a[1] * w[1] + f[1] * 2) + int(e[0]) + int(b[0, 0]) + KIND(2.5) + "
        "int(np.asarray([n, 2], dtype=float)[0] / 2 * 4 + np.eye(2, dtype=KIND)[1, 1] + o.astype(float)[0])",
        "KIND = int",
    ),
    "np.full(n, -1)": Row(
        "a, b = np.full((2, n + 1), -1), np.full(n + 1, False)\nb[n // 2] = True\na[0, n] = 7\na[1:, n // 2 : n] = n\n"
        "c, e, f = np.full(3, fill_value=FULL), np.full((2, 2), -1, int), np.full(2, 0.5)\n"
        "d = 9 + int(a.sum() + b.sum() + c.sum() + e[1, 1] + f[0] * 4) + int(np.full(3, n, dtype=bool)[1])",
        "FULL = 9",
    ),
    "np.where": Row("d = len(np.where(self.a > n)[0]) + 1", fields="a: np.ndarray", values="np.array([1, 2, 3])"),
    "np.zeros in hook": Row("z = np.zeros(3)\nz[n % 3] = n\nd = int(z.sum())"),
    "operator.add": Row("d = operator.add(n % 3, 1)", "import operator"),
    "raise f-string (not reached)": Row("if n > 100:\n    raise ValueError(f'far {n}')\nd = 1"),
    "random.random": Row("d = 1 if random.random() >= 0 else 2", "import random"),
    "round(x)": Row("d = round(n * 0.7)"),
    "round(x, 1)": Row("d = int(round(n * 0.7 + 0.01, 1) * 10)"),
    "set field": Row("d = 1 if n in self.bag else 2", fields="bag: set[int]", values="{1, 3}"),
    "set[int]()": Row(
        "s, l, c = set[int](), list[int](), dict[int, int]()\nfor k in range(n):\n    s.add(k % 3)\n    l.append(k)\n"
        "    c[k] = k\nd = len(s) + sum(l) + len(c) + len(frozenset[int]([n, 1]))"
    ),
    "set made in hook": Row("s = {1, n}\ns.add(5)\nd = len(s)"),
    "sorted(key=lambda of locals)": Row(
        "far = [n % 5, 3, n % 2, 4]\nfar.sort(key=lambda k: abs(k - n % 3), reverse=True)\n"
        "d = 1 + sorted([5, n % 7, 17], key=lambda k: k % (n + 2) + self.top)[0] % 3 + far[0]"
    ),
    "sorted(key=)": Row("d = sorted([3, n, 1], key=lambda k: -k)[0]"),
    "sorted(list)": Row("d = sorted([3, n, 1])[1]"),
    "sorted(tuple)": Row("d = sorted((3, n, 1))[1]"),
    "star-expr in list": Row("t = (1, n)\ns = [*t, 2]\nd = s[1] + len(s)"),
    "star-expr in tuple": Row("t = (1, n)\ns = (*t, 2)\nd = s[1] + len(s)"),
    "str compare": Row("d = 1 if 'abc'[n % 3] < 'b' else 2"),
    "str field": Row("d = 1 if self.mode == 'fast' else 2", fields="mode: str", values="'fast'"),
    "str of a float": Row("d = len(str(n / 4))"),
    "str(n)": Row("d = len(str(n * 7))"),
    "str.join": Row("d = len(','.join(['a', 'bc'])) + n % 2"),
    "str.split": Row("d = len('a b c'.split(' ')) + n % 2"),
    "sum(listcomp)": Row("d = sum([k % 3 for k in range(n)])"),
    "swap": Row("a, b = n, 2\na, b = b, a\nd = a + b % 3"),
    "try/finally": Row("d = 0\ntry:\n    d = n % 3\nfinally:\n    d += 1"),
    "tuple * n": Row("t = (1, 2) * 3\nd = t[n % 6]"),
    "tuple + tuple": Row("t = (1, n) + (2, 3)\nd = t[n % 4] + len(t)"),
    "tuple comparison <": Row("d = 1 if (n % 3, 2) < (1, n) else 2"),
    "tuple equality diff len": Row("d = 1 if (n, 2) == (1, 2, 3) else 2"),
    "tuple field": Row("d = self.p[n % 3]", fields="p: tuple[int, ...]", values="(1, 2, 3)"),
    "tuple slice const": Row("t = (1, n, 3, 4)[1:3]\nd = t[0] % 4 + len(t)"),
    "tuple.index": Row("d = (2, 0, 1).index(n % 3)"),
    "type hints local var": Row("d: int = n % 3"),
    "unpack nested": Row("(a, b), c = (n, 1), 2\nd = a % 3 + b + c"),
    "variable int or tuple": Row("t = (n, 1)\nif n > 3:\n    d = t[0]\nelse:\n    d = t[1]"),
    "variable str or None": Row("s = None\nif n > 3:\n    s = 'a'\nd = 1 if s is None else 2"),
    "x in tuple": Row("d = 1 if n in (1, 3) else 2"),
    "zip": Row("d = 0\nfor a, b in zip((1, n), (2, 3)):\n    d += a * b % 3"),
}
