"""A warehouse robot: the quickest path to a shelf if a turn may take longer than a step."""

from itertools import groupby

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

Pose = tuple[int, int, int]  # column, row, heading: a number of quarter turns to the right of north

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
ARROWS = "^>v<"

FLOOR = """\
............
.##.##.##.#.
.##.##.##.#.
S..#...#...G
.#...#...##.
.##.##.##.#.
............
"""


@frozen
class Robot(AStar[Pose, Cost[int]]):
    floor: tuple[str, ...]
    goal: tuple[int, int]
    turn: int  # seconds for a quarter turn; a step takes 1

    def add_neighbours(self, node: Node[Pose, Cost[int]], open_list: OpenList[Pose, Cost[int]]) -> None:
        (x, y, heading), seconds = node.position, node.cost.travelled
        open_list.relax((x, y, (heading - 1) % 4), seconds + self.turn, action="left")
        open_list.relax((x, y, (heading + 1) % 4), seconds + self.turn, action="right")
        x, y = x + STEPS[heading][0], y + STEPS[heading][1]
        if 0 <= y < len(self.floor) and 0 <= x < len(self.floor[y]) and self.floor[y][x] != "#":
            open_list.relax((x, y, heading), seconds + 1, action="forward")

    def estimate(self, position: Pose) -> int:
        return abs(position[0] - self.goal[0]) + abs(position[1] - self.goal[1])

    def is_destination(self, position: Pose) -> bool:
        return position[:2] == self.goal


if __name__ == "__main__":
    floor = tuple(FLOOR.split())
    cells = {(x, y): letter for y, row in enumerate(floor) for x, letter in enumerate(row)}
    start, goal = (next(cell for cell, letter in cells.items() if letter == wanted) for wanted in "SG")
    for turn in (0, 2):
        result = Robot(floor, goal, turn).search((*start, 0))
        plan = ", ".join(f"{action} {len([*times])}" for action, times in groupby(result.actions))
        print(f"A turn takes {turn} s. {result.cost.travelled if result.found else 'never'} s: {plan}")
        way = {(x, y): ARROWS[heading] for x, y, heading in result.path[:-1]}
        print("\n".join("".join(way.get((x, y), letter) for x, letter in enumerate(row)) for y, row in enumerate(floor)))
