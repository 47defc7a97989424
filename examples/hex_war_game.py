"""A hex war game: the quickest march of a unit over terrain, turn by turn, past the zones of control of its enemies."""

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

Hex = tuple[int, int]  # axial coordinates: r is the row; a hex and its neighbour below to the right have the same q

AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
POINTS = {"f": 2, "h": 3}  # to enter forest and hills; water (~) and enemies (E) cannot be entered
BOARD = """\
. . f f . . . . . . . .
 . . f . . . . . . . f .
. . . ~ ~ . E . . . f G
 . f f ~ . . . h . . . .
S . . . . . . f f f . .
 . . f . . . E . . f . .
. . f f . . . h h . . .
"""


@frozen
class March(AStar[Hex, Cost[int]]):
    """The quickest march. The cost is in movement points; points left over at the end of a turn count as spent."""

    board: dict[Hex, str]
    goal: Hex
    points: int  # in each turn

    def add_neighbours(self, node: Node[Hex, Cost[int]], open_list: OpenList[Hex, Cost[int]]) -> None:
        spent, (q, r) = node.cost.travelled, node.position
        for dq, dr in AROUND:
            there = (q + dq, r + dr)
            if self.board.get(there, "~") not in "~E":
                points, left = POINTS.get(self.board[there], 1), self.points - spent % self.points
                arrived = spent + points + (left if points > left else 0)  # too expensive for this turn: wait for the next
                controlled = any(self.board.get((there[0] + aq, there[1] + ar)) == "E" for aq, ar in AROUND)
                open_list.relax(there, arrived + (-arrived % self.points if controlled else 0))  # the turn ends beside an enemy

    def estimate(self, position: Hex) -> int:  # the distance, at 1 point a hex
        q, r = self.goal[0] - position[0], self.goal[1] - position[1]
        return max(abs(q), abs(r), abs(q + r))

    def is_destination(self, position: Hex) -> bool:
        return position == self.goal


if __name__ == "__main__":
    for enemies in ("Without enemies", "With enemies"):
        rows = [list(line if enemies == "With enemies" else line.replace("E", ".")) for line in BOARD.splitlines()]
        board = {((x - y) // 2, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "}
        start, goal = (next(place for place in board if board[place] == end) for end in "SG")
        result = March(board, goal, points=4).search(start)
        assert result.found
        for (q, r), cost in zip(result.path[1:], result.costs[1:], strict=True):
            rows[r][2 * q + r] = str(-(-cost.travelled // 4))
        print(f"{enemies}, the turn in which each hex is entered:")
        print("\n".join(map("".join, rows)))
