"""Sokoban: solve a level in the fewest moves, with the keeper and the boxes as one position."""

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

Square = tuple[int, int]
State = tuple[Square, frozenset[Square]]  # the keeper, the boxes

MOVES = {"l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1)}

LEVEL = """\
########
#  #   #
#  $ $ #
# ..#  #
#   .@ #
#  $ ###
#   #
#####
"""


@frozen
class Sokoban(AStar[State, Cost[int]]):
    floor: frozenset[Square]
    marks: frozenset[Square]

    def add_neighbours(self, node: Node[State, Cost[int]], open_list: OpenList[State, Cost[int]]) -> None:
        (x, y), boxes = node.position
        for letter, (dx, dy) in MOVES.items():
            ahead, beyond = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if ahead in boxes:
                if beyond in self.floor and beyond not in boxes:
                    open_list.relax((ahead, boxes - {ahead} | {beyond}), node.cost.travelled + 1, action=letter.upper())
            elif ahead in self.floor:
                open_list.relax((ahead, boxes), node.cost.travelled + 1, action=letter)

    def estimate(self, position: State) -> int:  # each box needs as many pushes as squares to the nearest mark
        return sum(min(abs(x - mx) + abs(y - my) for mx, my in self.marks) for x, y in position[1])

    def is_destination(self, position: State) -> bool:
        return position[1] == self.marks


if __name__ == "__main__":
    squares = {(x, y): letter for y, row in enumerate(LEVEL.splitlines()) for x, letter in enumerate(row)}
    floor, marks, boxes, keeper = (
        frozenset(at for at in squares if squares[at] in letters) for letters in (" .$@", ".", "$", "@")
    )
    result = Sokoban(floor, marks).search((min(keeper), boxes))
    moves = "".join(map(str, result.actions))
    print(f"{LEVEL}{moves}\n{len(moves)} moves, {sum(map(str.isupper, moves))} of them pushes (capitals)")
    print(f"{result.expanded} positions looked at")
