"""Puzzles as people write them, one class each; see `ways`."""

from __future__ import annotations

from typing import Final

PUZZLES: Final[dict[str, str]] = {
    "f-string state": """
@frozen
class Words(AStar[str, Cost[int]]):
    goal: str

    def add_neighbours(self, node, open_list):
        s = node.position
        for i in range(len(s) - 1):
            open_list.relax(f"{s[:i]}{s[i + 1]}{s[i]}{s[i + 2:]}", node.cost.travelled + 1)

    def is_destination(self, position):
        return position == self.goal

problem, start = Words("dcab"), "abcd"
""",
    "word ladder": """
WORDS = {"cold", "cord", "card", "ward", "warm", "worm", "word", "wold"}

@frozen
class Ladder(AStar[str, Cost[int]]):
    goal: str

    def add_neighbours(self, node, open_list):
        word = node.position
        for i in range(len(word)):
            for letter in "abcdefghijklmnopqrstuvwxyz":
                other = word[:i] + letter + word[i + 1:]
                if other in WORDS and other != word:
                    open_list.relax(other, node.cost.travelled + 1)

    def estimate(self, position):
        return sum(a != b for a, b in zip(position, self.goal))

    def is_destination(self, position):
        return position == self.goal

problem, start = Ladder("warm"), "cold"
""",
    "sorting tuple state": """
@frozen
class Sort(AStar[tuple[int, ...], Cost[int]]):
    def add_neighbours(self, node, open_list):
        t = node.position
        for i in range(2, len(t) + 1):
            open_list.relax(t[:i][::-1] + t[i:], node.cost.travelled + 1)

    def estimate(self, position):
        return sum(1 for a, b in zip(position, position[1:]) if abs(a - b) > 1)

    def is_destination(self, position):
        return list(position) == sorted(position)

problem, start = Sort(), (3, 1, 4, 2)
""",
    "list swap then tuple": """
@frozen
class Tiles(AStar[tuple[int, ...], Cost[int]]):
    width: int

    def add_neighbours(self, node, open_list):
        tiles = list(node.position)
        blank = tiles.index(0)
        y, x = divmod(blank, self.width)
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= y + dy < 2 and 0 <= x + dx < self.width:
                other = (y + dy) * self.width + x + dx
                tiles[blank], tiles[other] = tiles[other], tiles[blank]
                open_list.relax(tuple(tiles), node.cost.travelled + 1)
                tiles[blank], tiles[other] = tiles[other], tiles[blank]

    def is_destination(self, position):
        return position == tuple(range(len(position)))

problem, start = Tiles(3), (1, 2, 0, 3, 4, 5)
""",
    "missionaries, all() over generator": """
@frozen
class River(AStar[tuple[int, int, int], Cost[int]]):
    def add_neighbours(self, node, open_list):
        m, c, boat = node.position
        sign = -1 if boat else 1
        for dm, dc in [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]:
            a, b = m + sign * dm, c + sign * dc
            if 0 <= a <= 3 and 0 <= b <= 3 and all(x == 0 or x >= y for x, y in ((a, b), (3 - a, 3 - b))):
                open_list.relax((a, b, 1 - boat), node.cost.travelled + 1)

    def is_destination(self, position):
        return not any(position)

problem, start = River(), (3, 3, 1)
""",
    "keys and doors": """
MAZE = \"\"\"
#########
#a.A..bG#
#.###.###
#S..B...#
#########
\"\"\".strip().splitlines()

@frozen
class Keys(AStar[tuple[int, int, frozenset[str]], Cost[int]]):
    def add_neighbours(self, node, open_list):
        x, y, keys = node.position
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            c = MAZE[y + dy][x + dx]
            if c == "#" or (c.isupper() and c not in "SG" and c.lower() not in keys):
                continue
            open_list.relax((x + dx, y + dy, keys | {c} if c.islower() else keys), node.cost.travelled + 1)

    def is_destination(self, position):
        return MAZE[position[1]][position[0]] == "G"

problem, start = Keys(), (1, 3, frozenset())
""",
    "hanoi padded": """
@frozen
class Hanoi(AStar[tuple[int, ...], Cost[int]]):
    \"\"\"Position: the peg of each disk, smallest first.\"\"\"

    def add_neighbours(self, node, open_list):
        pegs = node.position
        for disk, peg in enumerate(pegs):
            if peg in pegs[:disk]:
                continue
            for other in range(3):
                if other != peg and other not in pegs[:disk]:
                    open_list.relax(pegs[:disk] + (other,) + pegs[disk + 1:], node.cost.travelled + 1)

    def is_destination(self, position):
        return set(position) == {2}

problem, start = Hanoi(), (0, 0, 0)
""",
    "queens": """
@frozen
class Queens(AStar[tuple[int, ...], Cost[int]]):
    n: int

    def add_neighbours(self, node, open_list):
        rows = node.position
        column = rows.index(-1)
        for row in range(self.n):
            if all(r != row and abs(r - row) != column - c for c, r in enumerate(rows[:column])):
                placed = list(rows)
                placed[column] = row
                open_list.relax(tuple(placed), node.cost.travelled + 1)

    def is_destination(self, position):
        return -1 not in position

problem, start = Queens(5), (-1,) * 5
""",
    "bitmask tsp": """
@frozen
class Tour(AStar[tuple[int, int], Cost[int]]):
    far: tuple[tuple[int, ...], ...]

    def add_neighbours(self, node, open_list):
        at, seen = node.position
        for city, km in enumerate(self.far[at]):
            if not seen & 1 << city:
                open_list.relax((city, seen | 1 << city), node.cost.travelled + km)

    def estimate(self, position):
        return (len(self.far) - bin(position[1]).count("1")) * min(min(k for k in row if k) for row in self.far)

    def is_destination(self, position):
        return position[1] == (1 << len(self.far)) - 1

problem, start = Tour(((0, 3, 4, 9), (3, 0, 2, 5), (4, 2, 0, 1), (9, 5, 1, 0))), (0, 1)
""",
    "jugs of a namedtuple": """
State = namedtuple("State", "a b")

@frozen
class Jugs(AStar[State, Cost[int]]):
    sizes: tuple[int, int]
    goal: int

    def add_neighbours(self, node, open_list):
        a, b = node.position
        A, B = self.sizes
        pour = min(a, B - b)
        back = min(b, A - a)
        fill, empty = {State(A, b), State(a, B)}, {State(0, b), State(a, 0)}
        for state in sorted(fill | empty | {State(a - pour, b + pour), State(a + back, b - back)}):
            open_list.relax(state, node.cost.travelled + 1)

    def is_destination(self, position):
        return self.goal in position

problem, start = Jugs((3, 5), 4), State(0, 0)
""",
    "farmer with frozensets of texts": """
BAD = ({"wolf", "goat"}, {"goat", "cabbage"})

@frozen
class Farmer(AStar[tuple[frozenset[str], bool], Cost[int]]):
    def safe(self, side):
        return not any(bad <= side for bad in BAD)

    def add_neighbours(self, node, open_list):
        left, here = node.position
        everything = frozenset({"wolf", "goat", "cabbage"})
        mine = left if here else everything - left
        if self.safe(mine):
            open_list.relax((left, not here), node.cost.travelled + 1)
        for thing in sorted(mine):
            if self.safe(mine - {thing}):
                open_list.relax((left - {thing} if here else left | {thing}, not here), node.cost.travelled + 1)

    def is_destination(self, position):
        return not position[0]

problem, start = Farmer(), (frozenset({"wolf", "goat", "cabbage"}), True)
""",
}
"""Modules that define ``problem`` and ``start``."""
