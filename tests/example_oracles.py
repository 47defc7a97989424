"""The oracles of the examples: each finds the answer that a program prints in a way that shares no code with it."""

import re
from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from itertools import pairwise, permutations, product
from math import asin, cos, exp, radians, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from genastar_roads import model as roads
from genastar_roads.graph import lines as roads_lines
from naive import find_cheapest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


def dijkstra(
    start: Hashable, steps: Callable[[Hashable], Iterable[tuple[Hashable, int]]], ends: Callable[[Hashable], bool]
) -> int:
    """The cost of the cheapest way, for graphs that `naive.find_cheapest` is too slow for."""
    best, waiting = {start: 0}, [(0, start)]
    while waiting:
        cost, position = heappop(waiting)
        if ends(position):
            return cost
        if cost == best[position]:
            for neighbour, step in steps(position):
                if cost + step < best.get(neighbour, cost + step + 1):
                    best[neighbour] = cost + step
                    heappush(waiting, (cost + step, neighbour))
    raise AssertionError("there is no way")


def fewest(start: Hashable, steps: Callable[[Hashable], Iterable[Hashable]], ends: Callable[[Hashable], bool]) -> int | None:
    """The number of steps of the shortest way, by breadth-first search."""
    seen, layer, count = {start}, [start], 0
    while layer:
        if any(map(ends, layer)):
            return count
        layer = [*{new for old in layer for new in steps(old)} - seen]
        seen.update(layer)
        count += 1
    return None


def squares(text: str) -> dict[tuple[int, int], str]:
    """The letters of a drawing by column and row."""
    return {(x, y): letter for y, row in enumerate(text.splitlines()) for x, letter in enumerate(row)}


def check_maze_photo(printed: str, folder: Path) -> None:
    pixels, near, cost = map(int, re.match(r"A way of (\d+) pixels, (\d+) of them within 4 .* cost (\d+)\n", printed).groups())
    start, goal = (40, 20), (316, 309)
    photo = Image.open(EXAMPLES / "data" / "maze_photo.jpg")
    painted = np.asarray(Image.open(folder / "out" / "maze_photo.png"), int)
    red = (painted == (220, 40, 40)).all(axis=-1)
    # Ink, told from paper in another way: by the mean of 31 x 31 pixels.
    grey = np.asarray(photo.convert("L"), float)
    ink = grey < 0.75 * means(grey, 15)
    assert near == 0
    assert 2 * pixels < red.sum() < 4 * pixels
    assert not (red & ink).any()
    line = {(x, y) for y, x in np.argwhere(red).tolist()}
    sides = {at: [((at[0] + dx, at[1] + dy), 1) for dx, dy in SIDES] for at in line}
    assert find_cheapest({at: [step for step in steps if step[0] in line] for at, steps in sides.items()}, start, {goal}, 0)

    # Its pixels, by the example's own measure of ink.
    grey = photo.convert("L").filter(ImageFilter.GaussianBlur(1))
    ink = np.asarray(grey) < 0.8 * np.asarray(grey.filter(ImageFilter.GaussianBlur(20)))
    wide = means(ink.astype(float), 4) > 1e-6

    def steps(at: tuple[int, int]) -> Iterable[tuple[tuple[int, int], int]]:
        for dx, dy in [*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1)]:
            x, y = at[0] + dx, at[1] + dy
            if 0 <= x < photo.width and 0 <= y < photo.height and not ink[y, x]:
                yield (x, y), (7 if dx and dy else 5) * (5 if wide[y, x] else 1)

    assert dijkstra(start, steps, goal.__eq__) == cost


def means(values: "np.ndarray", reach: int) -> "np.ndarray":
    """The mean of the values around each, in a square that reaches so far."""
    side = 2 * reach + 1
    sums = np.pad(np.pad(values, reach, mode="edge").cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    return (sums[side:, side:] - sums[side:, :-side] - sums[:-side, side:] + sums[:-side, :-side]) / side**2


def check_advent_of_code_grid(printed: str, folder: Path) -> None:
    found = re.findall(r"Part (\d): (\d+) \((\w+), (\d+)", printed)
    assert [(part, engine) for part, _, engine, _ in found] == [(p, e) for p in "12" for e in ("interpreted", "compiled")]
    heat = {at: int(digit) for at, digit in squares((EXAMPLES / "data" / "heat.txt").read_text(encoding="utf-8")).items()}

    def steps(state: tuple[int, ...], least: int, most: int) -> Iterable[tuple[tuple[int, ...], int]]:
        x, y, before_x, before_y, run = state
        for dx, dy in SIDES:
            straight = (dx, dy) == (before_x, before_y)
            turn = run == 0 or (run >= least and (dx, dy) != (-before_x, -before_y))
            if (x + dx, y + dy) in heat and (run < most if straight else turn):
                yield (x + dx, y + dy, dx, dy, run + 1 if straight else 1), heat[x + dx, y + dy]

    goal = max(heat)
    for number, (least, most) in enumerate([(1, 3), (4, 10)]):

        def ends(state: tuple[int, ...], least: int = least) -> bool:
            return state[:2] == goal and state[4] >= least

        best = dijkstra((0, 0, 0, 0, 0), lambda state, least=least, most=most: steps(state, least, most), ends)
        interpreted, compiled = found[2 * number : 2 * number + 2]
        assert int(interpreted[1]) == int(compiled[1]) == best
        assert interpreted[3] == compiled[3]


def check_word_ladder(printed: str, folder: Path) -> None:
    words = (EXAMPLES / "data" / "words.txt").read_text(encoding="utf-8").split()
    assert words == sorted({*words})
    assert {len(word) for word in words} == {4}

    def steps(word: str) -> list[str]:
        return [other for other in words if sum(map(str.__ne__, word, other)) == 1]

    ladders = printed.splitlines()[::2]
    for ladder, (start, goal) in zip(
        ladders, [("cold", "warm"), ("head", "tail"), ("busy", "unit"), ("iron", "rust")], strict=True
    ):
        shortest = fewest(start, steps, goal.__eq__)
        if shortest is None:
            assert ladder == f"{start} and {goal} are not connected"
        else:
            path = ladder.split(" - ")
            assert (path[0], path[-1], len(path) - 1) == (start, goal, shortest)
            assert all(other in steps(one) for one, other in pairwise(path))


def check_sokoban(printed: str, folder: Path) -> None:
    *level, moves, count, _ = printed.splitlines()
    cells = squares("\n".join(level))
    marks = {at for at, letter in cells.items() if letter == "."}

    def pushed(state: tuple[tuple[int, int], frozenset[tuple[int, int]]], dx: int, dy: int) -> tuple[object, bool] | None:
        (x, y), boxes = state
        to = (x + dx, y + dy)
        if to not in boxes:
            return ((to, boxes), False) if cells[to] != "#" else None
        moved = boxes ^ {to, (to[0] + dx, to[1] + dy)}  # one box fewer where another is in the way
        free = len(moved) == len(boxes) and cells[to[0] + dx, to[1] + dy] != "#"
        return ((to, moved), True) if free else None

    keeper = next(at for at, letter in cells.items() if letter == "@")
    state = start = (keeper, frozenset(at for at, letter in cells.items() if letter == "$"))
    for move in moves:
        state, push = pushed(state, *dict(zip("rdlu", SIDES, strict=True))[move.lower()])
        assert push == move.isupper()
    assert state[1] == marks

    def steps(state: tuple[tuple[int, int], frozenset[tuple[int, int]]]) -> Iterable[object]:
        return [after[0] for side in SIDES if (after := pushed(state, *side))]

    best = fewest(start, steps, lambda state: state[1] == marks)
    assert len(moves) == best
    assert count == f"{best} moves, {sum(map(str.isupper, moves))} of them pushes (capitals)"


def check_rubik_2x2x2(printed: str, folder: Path) -> None:
    """Stickers in space: where they are, and where they look; turns are rotations."""
    places = [(at, side) for at in CORNERS for side in range(3)]

    def turn(face: str) -> tuple[int, ...]:
        axis = "RUF".index(face)
        a, b = [(1, 2), (2, 0), (0, 1)][axis]
        order = []
        for at, side in places:  # where the sticker of this place comes from
            if at[axis] > 0:
                back = list(at)
                back[a], back[b] = -at[b], at[a]
                order.append(places.index((tuple(back), {a: b, b: a, axis: axis}[side])))
            else:
                order.append(places.index((at, side)))
        return tuple(order)

    turns = {}
    for face in "URF":
        once = turn(face)
        twice = tuple(once[i] for i in once)
        turns |= {face: once, f"{face}2": twice, f"{face}'": tuple(twice[i] for i in once)}
    scramble, solution = (line.split(": ")[1].split() for line in printed.splitlines()[:2])
    solved = tuple(range(24))
    cube = solved
    for name in scramble:
        cube = tuple(cube[i] for i in turns[name])
    scrambled = cube
    for name in solution:
        cube = tuple(cube[i] for i in turns[name])
    assert cube == solved

    def layers(start: tuple[int, ...], depth: int) -> list[set[tuple[int, ...]]]:
        found = [{start}]
        for _ in range(depth):
            further = {tuple([old[i] for i in order]) for old in found[-1] for order in turns.values()}
            found.append(further.difference(*found[-2:]))
        return found

    ahead, back = layers(scrambled, 5), layers(solved, 5)
    assert [len(layer) for layer in back] == [1, 9, 54, 321, 1847, 9992]  # as published
    assert all(one.isdisjoint(other) for one in ahead for other in back), "it takes no more than 10 turns"
    assert len(solution) == 11
    assert printed.splitlines()[2].startswith("11 turns")


def check_warehouse_robot(printed: str, folder: Path) -> None:
    parts = re.findall(r"A turn takes (\d) s. (\d+) s: (.*)\n((?:[^ ]+\n)+)", printed)
    assert [int(turn) for turn, *_ in parts] == [0, 2]
    for turn, seconds, plan, drawing in parts:
        # The walls are those of the drawing; the way starts at the lower left of the fourth row and ends at G.
        cells = {at for at, letter in squares(drawing).items() if letter != "#"}
        goal = next(at for at, letter in squares(drawing).items() if letter == "G")
        edges = {}
        for (x, y), way in product(cells, range(4)):
            ahead = (x + SIDES[way][0], y + SIDES[way][1])
            edges[(x, y), way] = [(((x, y), (way + other) % 4), int(turn)) for other in (1, 3)]
            edges[(x, y), way] += [((ahead, way), 1)] if ahead in cells else []
        start = ((0, 3), 3)  # it looks up
        assert find_cheapest(edges, start, {(goal, way) for way in range(4)}, 0) == int(seconds)
        at, way, spent = *start, 0
        for action, times in re.findall(r"(\w+) (\d+)", plan):
            for _ in range(int(times)):
                if action == "forward":
                    at = (at[0] + SIDES[way][0], at[1] + SIDES[way][1])
                    assert at in cells
                way = (way + {"forward": 0, "right": 1, "left": -1}[action]) % 4
                spent += 1 if action == "forward" else int(turn)
        assert (at, spent) == (goal, int(seconds))


def check_city_route(printed: str, folder: Path) -> None:
    source = ROOT / "plugins/roads/tests/data/kotka.osm.pbf"
    world = roads.Roads.read(source, roads.Options(profile="foot", metric="distance"))
    graph = world.graph
    ends = [world.find_by_number(number).node for number in (773542103, 876277982)]
    name_of = graph.facts.names
    for line, closed in zip(printed.splitlines(), (None, "Hillerinkatu"), strict=False):
        edges: dict[int, list[tuple[int, int]]] = {}
        for edge, (tail, head, cost) in enumerate(zip(graph.tail, graph.head, graph.weight, strict=True)):
            if name_of[graph.facts.name[edge]] != closed:
                edges.setdefault(int(tail), []).append((int(head), int(cost)))
        centimetres = find_cheapest(edges, ends[0], ends[1:], 0)
        told, *streets = re.findall(r"(\d+) m\b", line)
        assert abs(int(told) - centimetres / 100) < 1
        assert abs(sum(map(int, streets)) - int(told)) <= len(streets)
    assert (folder / "out" / "city_route.png").stat().st_size > 10_000


def check_electric_car(printed: str, folder: Path) -> None:
    """The junctions in the order of the time, each again where the range is greater than before."""
    streets: dict[int, list[tuple[int, int]]] = {}
    for line in (EXAMPLES / "data" / "rome.txt").read_text(encoding="utf-8").split("\n\n")[1].splitlines():
        one, other, metres = map(int, line.split())
        streets.setdefault(one, []).append((other, metres))
        streets.setdefault(other, []).append((one, metres))
    told = [[*map(int, re.findall(r"=(\d+)", line))] for line in printed.splitlines()]
    assert told[1] == told[2]
    for first, rows in ((3000, told[:1]), (900, told[2:])):
        waiting, most, found = [(0, -first, 20)], {}, []
        while waiting and len(found) < len(rows) + (len(rows) > 1):
            seconds, left, place = heappop(waiting)
            if -left <= most.get(place, -1):
                continue
            most[place] = -left
            if place == 880:
                found.append([seconds, -left])
                continue
            for to, metres in streets[place]:
                if metres <= -left:
                    heappush(waiting, (seconds + (metres + 6) // 7, left + metres, to))
            if place in (104, 321, 466, 590, 733, 858):
                heappush(waiting, (seconds + 90, max(left - 500, -3000), place))
        assert found == rows


def check_hex_war_game(printed: str, folder: Path) -> None:
    """Turn by turn, on the board as it is printed: all hexes where the unit can be at the end of a turn."""
    board = (EXAMPLES / "hex_war_game.py").read_text(encoding="utf-8").split('BOARD = """\\\n')[1].split('"""')[0]
    around = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]
    first, then = (part.split(":\n")[1] for part in re.split(r"(?=With )", printed))
    for shown, enemies in ((first, False), (then, True)):
        hexes = {at: letter for at, letter in squares(board if enemies else board.replace("E", ".")).items() if letter != " "}
        start, goal = (next(at for at, letter in hexes.items() if letter == end) for end in "SG")
        price = {at: {"f": 2, "h": 3}.get(letter, 1) for at, letter in hexes.items() if letter not in "~E"}
        zone = {(x + dx, y + dy) for (x, y), letter in hexes.items() if letter == "E" for dx, dy in around}
        camps, turn = {start}, 0
        while goal not in camps:
            left = dict.fromkeys(camps, 4)
            waiting = [*camps]
            while waiting:
                x, y = waiting.pop()
                for dx, dy in around:
                    to = (x + dx, y + dy)
                    rest = left[x, y] - price.get(to, 99)
                    rest = 0 if to in zone and rest > 0 else rest
                    if rest > left.get(to, -1):
                        left[to] = rest
                        waiting.append(to)
            camps, turn = {*left}, turn + 1
        way = {at: int(letter) for at, letter in squares(shown).items() if letter.isdigit()}
        assert way[goal] == turn
        assert all(at in price for at in way)
        assert min(way.values()) == 1
        near = [at for at in way if (at[0] - start[0], at[1] - start[1]) in around]
        assert len(near) == 1
        # Every hex of the way but its ends has two neighbours on it.
        beside = [sum((at[0] + dx, at[1] + dy) in {*way, start} for dx, dy in around) for at in way]
        assert sorted(beside) == [1, *[2] * (len(way) - 1)]


def check_elevator(printed: str, folder: Path) -> None:
    """All orders in which people can get in and out."""
    people = {"Ann": (0, 7), "Ben": (5, 0), "Cyd": (6, 1), "Dot": (2, 7), "Eve": (3, 2)}

    def least(floor: int, out: tuple[str, ...], aboard: tuple[str, ...], spent: int, best: float) -> float:
        if not out and not aboard:
            return min(spent, best)
        if spent >= best:
            return best
        for name in (*aboard, *(out if len(aboard) < 2 else ())):
            at = people[name][name in aboard]
            paid = spent + (len(out) + len(aboard)) * (4 * abs(at - floor) + 2)
            rest = tuple(other for other in aboard if other != name)
            best = least(at, tuple(o for o in out if o != name), rest if name in aboard else (*aboard, name), paid, best)
        return best

    best = least(0, tuple(people), (), 0, float("inf"))
    *steps, last = printed.splitlines()
    floor, spent, aboard, left = 0, 0, set(), set(people)
    for step in steps:
        at, name, way = re.fullmatch(r"Floor (\d): (\w+) gets (in|out)", step).groups()
        spent += len(left) * (4 * abs(int(at) - floor) + 2)
        floor = int(at)
        assert floor == people[name][way == "out"]
        aboard ^= {name}
        assert (name in aboard) == (way == "in")
        assert len(aboard) <= 2
        left -= {name} if way == "out" else set()
    assert (left, spent) == (set(), best)
    assert last.startswith(f"{best} seconds in all")


def check_tsp(printed: str, folder: Path) -> None:
    source = (EXAMPLES / "tsp.py").read_text(encoding="utf-8")
    cities = {name: (float(lat), float(lon)) for name, lat, lon in re.findall(r'"(\w+)": \((.*), (.*)\),', source)}
    assert len(cities) == 9

    def kilometres(one: str, other: str) -> int:  # by haversines
        (lat, lon), (to_lat, to_lon) = ([radians(degrees) for degrees in cities[name]] for name in (one, other))
        across = sin((to_lat - lat) / 2) ** 2 + cos(lat) * cos(to_lat) * sin((to_lon - lon) / 2) ** 2
        return round(6371 * 2 * asin(sqrt(across)))

    away = {(one, other): kilometres(one, other) for one in cities for other in cities}
    home, *others = cities
    best = min(sum(away[pair] for pair in pairwise((home, *order, home))) for order in permutations(others))
    trip, told = printed.splitlines()[0].split(", ")
    tour = trip.split(" - ")
    assert sorted(tour[1:]) == sorted(cities)
    assert tour[0] == tour[-1] == home
    assert sum(away[pair] for pair in pairwise(tour)) == best
    assert told == f"{best} km"


SIDES = [(1, 0), (0, 1), (-1, 0), (0, -1)]
CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def check_mountain_path(printed: str, folder: Path) -> None:
    y, x = np.mgrid[0:120, 0:120] / 120
    ridge = 300 * np.exp(-((x + y - 1) ** 2) / 0.03) * (1 - 0.9 * np.exp(-((x - 0.75) ** 2) / 0.01))
    heights = (700 * np.exp(-((x - 0.45) ** 2 + (y - 0.55) ** 2) / 0.02) + ridge + 200).tolist()
    sides = [
        (a, b)
        for a in (-2, -1, 0, 1, 2)
        for b in (-2, -1, 0, 1, 2)
        if (abs(a), abs(b)) in {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}
    ]

    def steps(cell: tuple[int, int], wide: bool = True) -> Iterable[tuple[tuple[int, int], float]]:
        row, column = cell
        for down, right in sides:
            there = row + down, column + right
            if not (0 <= there[0] < 120 and 0 <= there[1] < 120) or (not wide and 2 in (abs(down), abs(right))):
                continue
            levels = [heights[row][column], heights[there[0]][there[1]]]
            if 2 in (abs(down), abs(right)):  # the height half way is the mean of two cells
                one = (row + down // 2, column + right // 2)
                other = (row - -down // 2, column - -right // 2)
                levels.insert(1, (heights[one[0]][one[1]] + heights[other[0]][other[1]]) / 2)
            run = 50 * sqrt(down * down + right * right) / (len(levels) - 1)
            yield there, sum(0.6 * run * exp(3.5 * abs((b - a) / run + 0.05)) for a, b in pairwise(levels))

    start, goal = (116, 4), (4, 116)
    seconds = int(re.match(r"tobler: (\d+) s", printed)[1])
    assert round(dijkstra(start, steps, lambda cell: cell == goal)) == seconds
    hour = float(re.search(r"an hour on foot: ([\d.]+) square", printed)[1])
    best, waiting = {start: 0.0}, [(0.0, start)]
    while waiting:
        cost, cell = heappop(waiting)
        if cost == best[cell]:
            for there, step in steps(cell, wide=False):
                if cost + step < min(best.get(there, 3600.0), 3600.0):
                    best[there] = cost + step
                    heappush(waiting, (cost + step, there))
    assert hour == pytest.approx(len(best) * 0.0025, abs=0.05)
    with Image.open(folder / "out" / "mountain_path.png") as picture:
        assert picture.size == (600, 600)


def check_hilly_ride(printed: str, folder: Path) -> None:
    """Each edge in pieces of five metres, by the formula of the hill and a bisection for the speed; then a naive search."""
    world = roads.Roads.read(ROOT / "plugins/roads/tests/data/kotka.osm.pbf", roads.Options(profile="bike"))
    graph = world.graph

    def height(lat: float, lon: float) -> float:
        return 5 + 60 * exp(-(((lat - 60.530) / 0.004) ** 2) - ((lon - 26.950) / 0.007) ** 2)

    def speed(slope: float) -> float:
        low, high = 3 / 3.6, 10.0
        for _ in range(40):
            middle = (low + high) / 2
            force = 90 * 9.81 * (slope + 0.007) / sqrt(1 + slope * slope)
            low, high = (middle, high) if middle * (force + 0.5 * 1.225 * 0.632 * middle**2) < 120 else (low, middle)
        return low

    def slow_down(edge: int) -> float:
        line, _ = roads_lines.list_lines(graph, np.array([edge]))
        along = roads_lines.measure_along(line)
        places = np.linspace(0, along[-1], max(int(along[-1] / 5), 1) + 1)
        levels = [height(np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])) for at in places]
        step = along[-1] / (len(places) - 1)
        return sum(speed(0.0) / speed((b - a) / step) for a, b in pairwise(levels)) / (len(places) - 1)

    edges: dict[int, list[tuple[int, float]]] = {}
    for edge, (tail, head, cost) in enumerate(zip(graph.tail, graph.head, graph.weight, strict=True)):
        edges.setdefault(int(tail), []).append((int(head), int(cost) / 1000 * slow_down(edge)))
    ends = [(60.5251, 26.9402), (60.5352, 26.9601)]
    for row, (start, goal) in ((1, ends), (2, ends[::-1])):
        one, other = (world.find_nearest(*end) for end in (start, goal))
        nodes = [
            [int(graph.tail[end.edge]), int(graph.head[end.edge])] if end.edge >= 0 else [end.node] for end in (one, other)
        ]
        seconds = min(find_cheapest(edges, a, {b}, 0) for a in nodes[0] for b in nodes[1])
        told = int(re.findall(r"(\d+) s,", printed)[row])
        assert seconds <= told * 1.03 + 2  # from the nearer end of the first edge to the nearer end of the last
        assert told <= seconds * 1.03 + 40
    over = re.search(r"over the hill: .* (\d+) m up and (\d+) m down", printed)
    top = 60 - max(height(*end) for end in ends)
    assert min(map(int, over.groups())) > top / 2
    assert int(re.search(r"(\d+)% of the roads", printed)[1]) > 80
    for name in ("hilly_ride", "hilly_profile"):
        assert (folder / "out" / f"{name}.png").stat().st_size > 5_000


def check_game_frames(printed: str, folder: Path) -> None:
    """Dijkstra's algorithm over the placements of each unit on the tiles of the map, and the frames in order."""
    text = (EXAMPLES / "data" / "town.tmx").read_text(encoding="utf-8")
    rows = re.search(r'csv">\s*(.*?)\s*</data>', text, re.DOTALL)[1].split("\n")
    tiles = [[{"1": 1, "2": 3, "3": 0}[tile] for tile in row.rstrip(",").split(",")] for row in rows]

    def pay(x: int, y: int, size: int) -> int:
        if min(x, y) < 0 or x + size > 30 or y + size > 18:
            return 0
        paid = [tiles[row][column] for row in range(y, y + size) for column in range(x, x + size)]
        return max(paid) if all(paid) else 0

    lines = re.findall(
        r"(\d)x\1 \((\d+), (\d+)\) -> \((\d+), (\d+)\): known in frame (\d+), length (.*), arrived in (\d+)", printed
    )
    assert len(lines) == len(printed.splitlines()) == 20
    for line in lines:
        size, x, y, to_x, to_y, known, _, arrived = (int(float(part)) for part in line)

        def steps(cell: Hashable, size: int = size) -> Iterable[tuple[Hashable, float]]:
            x, y = cell
            for dx, dy in product((-1, 0, 1), repeat=2):
                there = pay(x + dx, y + dy, size)
                if there and (dx or dy) and pay(x + dx, y, size) and pay(x, y + dy, size):
                    yield (x + dx, y + dy), there * sqrt(dx * dx + dy * dy)

        length = dijkstra((x, y), steps, lambda cell, goal=(to_x, to_y): cell == goal)
        assert f"{length:.2f}" == line[6]
        assert arrived - known >= max(abs(to_x - x), abs(to_y - y))


ORACLES = {name.removeprefix("check_"): check for name, check in globals().items() if name.startswith("check_")}
