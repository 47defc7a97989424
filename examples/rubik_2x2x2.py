"""Rubik's cube of 2 x 2 x 2: the fewest turns to solve it, with pattern databases as the estimate (Korf, 1997)."""

from collections.abc import Callable
from operator import itemgetter

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

Stickers = tuple[int, ...]  # three for each corner, clockwise; 3 * c + s is side s of the corner that belongs to place c

SOLVED: Stickers = tuple(range(24))
SCRAMBLE = "F2 U' R U' R F2 R F' U2 R' U'"

# For each place: the corner that a quarter turn brings there, and the thirds by which it twists that corner. Corner 6 stays.
QUARTER_TURNS = {
    "U": ((3, 0, 1, 2, 4, 5, 6, 7), (0, 0, 0, 0, 0, 0, 0, 0)),
    "R": ((4, 1, 2, 0, 7, 5, 6, 3), (2, 0, 0, 1, 1, 0, 0, 2)),
    "F": ((1, 5, 2, 3, 0, 4, 6, 7), (1, 2, 0, 0, 2, 1, 0, 0)),
}
TURNS: dict[str, Callable[[Stickers], Stickers]] = {}
for face, (corners, twists) in QUARTER_TURNS.items():
    stickers = SOLVED
    for name in (face, face + "2", face + "'"):
        stickers = tuple(stickers[3 * c + (s - t) % 3] for c, t in zip(corners, twists, strict=True) for s in range(3))
        TURNS[name] = itemgetter(*stickers)


@frozen
class Cube(AStar[Stickers, Cost[int]]):
    def add_neighbours(self, node: Node[Stickers, Cost[int]], open_list: OpenList[Stickers, Cost[int]]) -> None:
        for name, turned in TURNS.items():
            open_list.relax(turned(node.position), node.cost.travelled + 1, action=name)

    def is_destination(self, position: Stickers) -> bool:
        return position == SOLVED


def database(pattern: Stickers) -> dict[Stickers, int]:
    """Return the number of turns from each arrangement of the stickers to this pattern, in which some look alike."""
    return {arrangement: node.cost.travelled for arrangement, node in Cube().explore(pattern, engine="interpreted").items()}


@frozen
class EstimatedCube(Cube):
    places = database(tuple(sticker // 3 for sticker in SOLVED))  # the places of the corners, without their twists
    twists = database(tuple(sticker % 3 for sticker in SOLVED))  # the twists, without the places

    def estimate(self, position: Stickers) -> int:
        return max(self.places[tuple([s // 3 for s in position])], self.twists[tuple([s % 3 for s in position])])


if __name__ == "__main__":
    cube = SOLVED
    for turn in SCRAMBLE.split():
        cube = TURNS[turn](cube)
    result = EstimatedCube().search(cube, engine="interpreted")
    print(f"Scramble: {SCRAMBLE}\nSolution: {' '.join(map(str, result.actions))}")
    print(f"{len(result.actions)} turns, which no position exceeds; {result.expanded} positions looked at")
