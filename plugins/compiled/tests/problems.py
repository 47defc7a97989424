"""Problems as people write them, one class each; see `ways`."""

from __future__ import annotations

from typing import Final

PROBLEMS: Final[dict[str, str]] = {
    "dataclass state, replace": """
@dataclass(frozen=True)
class Robot:
    x: int
    y: int
    heading: str = "N"

TURN = {"N": "E", "E": "S", "S": "W", "W": "N"}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

@dataclass(frozen=True, eq=False)
class Walk(AStar[Robot, Cost[int]]):
    walls: frozenset
    size: int = 5
    goal: tuple = (4, 4)

    def add_neighbours(self, node, open_list):
        robot = node.position
        open_list.relax(replace(robot, heading=TURN[robot.heading]), node.cost.travelled + 1)
        dx, dy = STEP[robot.heading]
        x, y = robot.x + dx, robot.y + dy
        if 0 <= x < self.size and 0 <= y < self.size and (x, y) not in self.walls:
            open_list.relax(replace(robot, x=x, y=y), node.cost.travelled + 2)

    def estimate(self, position):
        return 2 * (abs(position.x - self.goal[0]) + abs(position.y - self.goal[1]))

    def is_destination(self, position):
        return (position.x, position.y) == self.goal

problem, start = Walk(frozenset({(1, 0), (2, 2), (3, 4)})), Robot(0, 0)
""",
    "attrs state with IntEnum": """
class Dir(IntEnum):
    N = 0
    E = 1
    S = 2
    W = 3

    def left(self):
        return Dir((self - 1) % 4)

    @property
    def delta(self):
        return ((0, -1), (1, 0), (0, 1), (-1, 0))[self]

@frozen
class At:
    x: int
    y: int
    d: Dir

@frozen
class Walk(AStar[At, Cost[int]]):
    rows: list

    def add_neighbours(self, node, open_list):
        p = node.position
        for d, price in ((p.d, 1), (p.d.left(), 5), (Dir((p.d + 1) % 4), 5)):
            dx, dy = d.delta
            if self.rows[p.y + dy][p.x + dx] != "#":
                open_list.relax(At(p.x + dx, p.y + dy, d), node.cost.travelled + price)

    def is_destination(self, position):
        return self.rows[position.y][position.x] == "G"

problem, start = Walk(["#######", "#.....#", "#.###.#", "#..#.G#", "#######"]), At(1, 1, Dir.E)
""",
    "nested tuples": """
@frozen
class Two(AStar[tuple, Cost[int]]):
    size: int

    def moved(self, p, d):
        x, y = p[0] + d[0], p[1] + d[1]
        return (x, y) if 0 <= x < self.size and 0 <= y < self.size else p

    def add_neighbours(self, node, open_list):
        a, b = node.position
        for d in [(1, 0), (0, 1), (-1, 0), (0, -1)]:
            a2, b2 = self.moved(a, d), self.moved(b, (-d[0], d[1]))
            if a2 != b2:
                open_list.relax((a2, b2), node.cost.travelled + 1)

    def is_destination(self, position):
        return position == ((self.size - 1, 0), (0, self.size - 1))

problem, start = Two(3), ((0, 0), (2, 2))
""",
    "dict of lists of tuples, text positions": """
@frozen
class Map(AStar[str, Cost[float]]):
    roads: dict[str, list[tuple[str, float]]]
    goal: str

    def add_neighbours(self, node, open_list):
        for town, km in self.roads.get(node.position, []):
            open_list.relax(town, node.cost.travelled + km)

    def is_destination(self, position):
        return position.lower() == self.goal.lower()

problem, start = Map({"Ayr": [("Bute", 3.5), ("Crail", 8)], "Bute": [("Crail", 3.25)]}, "crail"), "Ayr"
""",
    "dict of dicts comprehension": """
@frozen
class Map(AStar[str, Cost[int]]):
    roads: dict
    goal: str

    def add_neighbours(self, node, open_list):
        steps = {town: km * 2 for town, km in self.roads[node.position].items() if km < 9}
        for town in sorted(steps):
            open_list.relax(town, node.cost.travelled + steps[town])

    def is_destination(self, position):
        return position == self.goal

problem, start = Map({"a": {"b": 3, "c": 8}, "b": {"c": 3, "d": 20}, "c": {"d": 1}, "d": {}}, "d"), "a"
""",
    "generator method": """
@frozen
class Gen(AStar[tuple[int, int], Cost[int]]):
    n: int

    def cells(self, x, y):
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and 0 <= x + dx < self.n and 0 <= y + dy < self.n:
                    yield x + dx, y + dy, 14 if dx and dy else 10

    def add_neighbours(self, node, open_list):
        for x, y, price in self.cells(*node.position):
            open_list.relax((x, y), node.cost.travelled + price)

    def is_destination(self, position):
        return position == (self.n - 1, self.n - 1)

problem, start = Gen(4), (0, 0)
""",
    "heapq dijkstra in estimate": """
GRAPH = {0: [(1, 4), (2, 1)], 1: [(3, 1)], 2: [(1, 2), (3, 5)], 3: []}

@frozen
class H(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        for to, w in GRAPH[node.position]:
            open_list.relax(to, node.cost.travelled + w)

    def estimate(self, position):
        best = {position: 0}
        heap = [(0, position)]
        while heap:
            cost, at = heapq.heappop(heap)
            if at == 3:
                return cost
            for to, w in GRAPH[at]:
                if to not in best or cost + w < best[to]:
                    best[to] = cost + w
                    heapq.heappush(heap, (cost + w, to))
        return 0

    def is_destination(self, position):
        return position == 3

problem, start = H(), 0
""",
    "math floats": """
@frozen
class Hills(AStar[tuple[int, int], Cost[float]]):
    height: np.ndarray = field(eq=False)
    goal: tuple[int, int] = (4, 4)

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for dx, dy in product((-1, 0, 1), repeat=2):
            if (dx, dy) == (0, 0):
                continue
            a, b = x + dx, y + dy
            if 0 <= a < self.height.shape[1] and 0 <= b < self.height.shape[0]:
                rise = self.height[b, a] - self.height[y, x]
                open_list.relax((a, b), node.cost.travelled + math.hypot(dx, dy, rise) + max(0.0, rise) * 0.5)

    def estimate(self, position):
        return math.dist(position, self.goal)

    def is_destination(self, position):
        return position == self.goal

problem, start = Hills(np.arange(25.0).reshape(5, 5) % 7), (0, 0)
""",
    "numpy rows": """
@frozen(eq=False)
class Rows(AStar[tuple[int, int], Cost[int]]):
    grid: np.ndarray

    def add_neighbours(self, node, open_list):
        x, y = node.position
        row = self.grid[y]
        for a in (x - 1, x + 1):
            if 0 <= a < len(row) and row[a] > 0:
                open_list.relax((a, y), node.cost.travelled + int(row[a]))
        column = self.grid[:, x]
        for b in (y - 1, y + 1):
            if 0 <= b < len(column) and column[b]:
                open_list.relax((x, b), node.cost.travelled + int(column[b]))

    def is_destination(self, position):
        return position == (self.grid.shape[1] - 1, self.grid.shape[0] - 1)

problem, start = Rows((np.arange(30).reshape(5, 6) * 7 + 3) % 5), (0, 0)
""",
    "numpy argwhere and any": """
@frozen(eq=False)
class Where(AStar[int, Cost[int]]):
    table: np.ndarray

    def add_neighbours(self, node, open_list):
        n = node.position
        for m in np.nonzero(self.table[n])[0]:
            open_list.relax(int(m), node.cost.travelled + int(self.table[n, m]))

    def is_destination(self, position):
        return not self.table[position].any()

problem, start = Where(np.array([[0, 2, 9, 0], [0, 0, 3, 8], [0, 0, 0, 1], [0, 0, 0, 0]])), 0
""",
    "post init field": """
@dataclass(frozen=True, eq=False)
class Q(AStar[int, Cost[int]]):
    top: int
    half: int = dataclass_field(init=False)
    def __post_init__(self):
        object.__setattr__(self, "half", self.top // 2)
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + self.half)
    def is_destination(self, position):
        return position == self.top
problem, start = Q(5), 0
""",
    "plain class with __init__": """
class Plain(AStar):
    def __init__(self, top, walls):
        self.top = top
        self.walls = set(walls)
        self.names = {w: str(w) for w in walls}
    def add_neighbours(self, node, open_list):
        for n in (node.position + 1, node.position + 2):
            if n not in self.walls:
                open_list.relax(n, node.cost.travelled + 1 + len(self.names.get(n, "")))
    def is_destination(self, position):
        return position >= self.top
problem, start = Plain(9, [3, 5]), 0
""",
    "inherited hooks and super": """
@frozen
class Base(AStar[int, Cost[int]]):
    top: int
    def price(self, n):
        return 2
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + self.price(node.position))
    def is_destination(self, position):
        return position == self.top
@frozen
class Child(Base):
    def price(self, n):
        return super().price(n) + n % 2
    def add_neighbours(self, node, open_list):
        super().add_neighbours(node, open_list)
        open_list.relax(node.position + 3, node.cost.travelled + 9)
problem, start = Child(7), 0
""",
    "order of a frozenset that is a field": """
@frozen
class S(AStar[int, Cost[int]]):
    steps: frozenset
    def add_neighbours(self, node, open_list):
        for k in self.steps:
            open_list.relax(node.position + k, node.cost.travelled + k)
    def is_destination(self, position):
        return position >= 24
problem, start = S(frozenset({8, 1, 16, 3})), 0
""",
}
"""Modules that define ``problem`` and ``start``."""
