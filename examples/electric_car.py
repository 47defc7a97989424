"""An electric car with a nearly empty battery crosses the centre of Rome, and stops at chargers as often as it must."""

from pathlib import Path

from attrs import frozen

from genastar import AStar, Node, OpenList

MAP = Path(__file__).parent / "data/rome.txt"
CHARGERS = {104, 321, 466, 590, 733, 858}  # made up
SPEED, FULL, PORTION, PAUSE = 7, 3000, 500, 90  # metres a second; metres of range; a portion of charge takes seconds


@frozen(order=False)
class Charge:
    """Seconds, and the range in metres that the battery still has."""

    seconds: int
    left: int

    def __lt__(self, other: "Charge") -> bool:
        return (self.seconds, -self.left) < (other.seconds, -other.left)

    def dominates(self, other: "Charge") -> bool:
        return self.seconds <= other.seconds and self.left >= other.left


@frozen(eq=False)
class Drive(AStar[int, Charge]):
    """A position is the number of a junction."""

    streets: dict[int, list[tuple[int, int]]]
    goal: int

    def add_neighbours(self, node: Node[int, Charge], open_list: OpenList[int, Charge]) -> None:
        here, cost = node.position, node.cost
        for there, metres in self.streets[here]:
            if metres <= cost.left:  # the resource decides which steps there are
                open_list.insert(there, Charge(cost.seconds + -(-metres // SPEED), cost.left - metres))
        if here in CHARGERS and cost.left < FULL:
            open_list.insert(here, Charge(cost.seconds + PAUSE, min(cost.left + PORTION, FULL)))

    def is_destination(self, position: int) -> bool:
        return position == self.goal


if __name__ == "__main__":
    streets: dict[int, list[tuple[int, int]]] = {}
    for line in MAP.read_text(encoding="utf-8").split("\n\n")[1].splitlines():
        one, other, metres = map(int, line.split())
        streets.setdefault(one, []).append((other, metres))
        streets.setdefault(other, []).append((one, metres))
    problem = Drive(streets, goal=880)
    for range_left in (FULL, 900):
        path = problem.search(20, Charge(0, range_left), algorithm="constrained")
        stops = [place for place, after in zip(path.path, path.path[1:]) if place == after]  # noqa: B905
        print(f"With {range_left} m: {path.cost}, {len(path.path)} positions, charges at {stops}")
    for each in problem.results(20, Charge(0, 900), algorithm="pareto"):
        print(f"  or {each.cost}")
