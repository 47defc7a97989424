"""Pattern databases of three puzzles: the 8-puzzle, TopSpin, and Rubik's cube of 2 x 2 x 2."""

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList
from genastar_prepare.patterns import Guided, Max, pattern_database, sum_disjoint

Board = tuple[int, ...]
NEAR = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))


@frozen
class Slides(AStar[Board, Cost[int]]):
    """The 8-puzzle, in which only the counted tiles cost a move."""

    counted: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)

    def add_neighbours(self, node: Node[Board, Cost[int]], open_list: OpenList[Board, Cost[int]]) -> None:
        board = node.position
        gap = board.index(0)
        for place in NEAR[gap]:
            tile = board[place]
            after = tuple([tile if each == gap else 0 if each == place else board[each] for each in range(9)])
            open_list.relax(after, node.cost.travelled + (1 if tile in self.counted else 0))

    def is_destination(self, position: Board) -> bool:
        return position == (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def abstract(self, board: Board) -> Board:
        return tuple([tile if tile == 0 or tile in self.counted else 9 for tile in board])


Ring = tuple[int, ...]


@frozen
class TopSpin(AStar[Ring, Cost[int]]):
    def add_neighbours(self, node: Node[Ring, Cost[int]], open_list: OpenList[Ring, Cost[int]]) -> None:
        ring, n = node.position, len(node.position)
        for first in range(n):
            turned = tuple([ring[(2 * first + 3 - at) % n] if (at - first) % n < 4 else ring[at] for at in range(n)])
            open_list.relax(turned, node.cost.travelled + 1)

    def is_destination(self, position: Ring) -> bool:
        return position == tuple(range(len(position)))


def few(ring: Ring) -> Ring:
    return tuple([min(disc, 4) for disc in ring])


Stickers = tuple[int, ...]
QUARTERS = {  # for each place the corner that a quarter turn brings there, and the thirds by which it twists that corner
    "U": ((3, 0, 1, 2, 4, 5, 6, 7), (0, 0, 0, 0, 0, 0, 0, 0)),
    "R": ((4, 1, 2, 0, 7, 5, 6, 3), (2, 0, 0, 1, 1, 0, 0, 2)),
    "F": ((1, 5, 2, 3, 0, 4, 6, 7), (1, 2, 0, 0, 2, 1, 0, 0)),
}
SOLVED: Stickers = tuple(range(24))
QUARTER_TURNS = tuple(
    tuple(3 * corner + (side - twist) % 3 for corner, twist in zip(*turn, strict=True) for side in range(3))
    for turn in QUARTERS.values()
)


@frozen
class Cube(AStar[Stickers, Cost[int]]):
    def add_neighbours(self, node: Node[Stickers, Cost[int]], open_list: OpenList[Stickers, Cost[int]]) -> None:
        for turn in QUARTER_TURNS:
            cube = node.position
            for _ in range(3):  # a quarter, a half, three quarters
                cube = tuple([cube[sticker] for sticker in turn])
                open_list.relax(cube, node.cost.travelled + 1)

    def is_destination(self, position: Stickers) -> bool:
        return position == SOLVED


def places(cube: Stickers) -> Stickers:
    return tuple([sticker // 3 for sticker in cube])


def twists(cube: Stickers) -> Stickers:
    return tuple([sticker % 3 for sticker in cube])


if __name__ == "__main__":
    goal: Board = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    upper, lower = (pattern_database(Slides(tiles), goal) for tiles in ((1, 2, 3, 4), (5, 6, 7, 8)))
    total = sum_disjoint(Slides(), goal, upper, lower)
    hardest: Board = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    summed = Guided(Slides(), total).search(hardest)
    assert summed.found
    assert (summed.cost.travelled, summed.expanded) == (31, 178)
    assert Guided(Slides(), Max(upper, lower)).search(hardest).expanded == 54469

    rest: Ring = tuple(range(9))
    by_few = pattern_database(TopSpin(), rest, projection=few)
    spun = Guided(TopSpin(), by_few).search((4, 7, 2, 0, 8, 1, 6, 3, 5))
    assert spun.found
    assert (by_few.states, spun.cost.travelled, spun.expanded) == (3024, 7, 280)

    by_places, by_twists = (pattern_database(Cube(), SOLVED, projection=each) for each in (places, twists))
    assert (by_places.states, by_twists.states) == (5040, 729)
    turned: Stickers = SOLVED
    for letter in "FURFFUR":
        turned = tuple(turned[sticker] for sticker in QUARTER_TURNS["URF".index(letter)])
    solution = Guided(Cube(), Max(by_places, by_twists)).search(turned)
    assert solution.found
    assert (solution.cost.travelled, solution.expanded) == (6, 11)
