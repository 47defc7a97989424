"""A lift: fetch and deliver people in the order that makes the sum of their waiting and riding times least."""

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

WAITING, ABOARD, ARRIVED = 0, 1, 2
State = tuple[int, tuple[int, ...]]  # the floor of the lift; for each person WAITING, ABOARD or ARRIVED

PEOPLE = {"Ann": (0, 7), "Ben": (5, 0), "Cyd": (6, 1), "Dot": (2, 7), "Eve": (3, 2)}  # from floor, to floor


@frozen
class Lift(AStar[State, Cost[int]]):
    trips: tuple[tuple[int, int], ...]  # from floor, to floor
    capacity: int
    top: int
    ride: int = 4  # seconds for a floor
    door: int = 2  # seconds for a person to get in or out

    def add_neighbours(self, node: Node[State, Cost[int]], open_list: OpenList[State, Cost[int]]) -> None:
        (floor, people), spent = node.position, node.cost.travelled
        delayed = len(people) - people.count(ARRIVED)  # each second costs one second for each of them
        for there in (floor - 1, floor + 1):
            if 0 <= there <= self.top:
                open_list.relax((there, people), spent + delayed * self.ride)
        for number, trip in enumerate(self.trips):
            state = people[number]
            if state != ARRIVED and trip[state] == floor and (state == ABOARD or people.count(ABOARD) < self.capacity):
                moved = tuple(was + 1 if who == number else was for who, was in enumerate(people))
                open_list.relax((floor, moved), spent + delayed * self.door, action=number)

    def estimate(self, position: State) -> int:  # the time if each person had a lift alone, now on this floor
        floor, people = position
        left = 0
        for state, (begin, end) in zip(people, self.trips, strict=True):
            if state == WAITING:
                left += self.ride * (abs(begin - floor) + abs(end - begin)) + 2 * self.door
            elif state == ABOARD:
                left += self.ride * abs(end - floor) + self.door
        return left

    def is_destination(self, position: State) -> bool:
        return position[1].count(ARRIVED) == len(self.trips)


if __name__ == "__main__":
    result = Lift(tuple(PEOPLE.values()), capacity=2, top=7).search((0, (WAITING,) * len(PEOPLE)))
    assert result.found
    for (floor, before), who in zip(result.path[:-1], result.actions, strict=True):
        if isinstance(who, int):  # an action: a person gets in or out; rides have none
            print(f"Floor {floor}: {[*PEOPLE][who]} gets {'in' if before[who] == WAITING else 'out'}")
    print(f"{result.cost.travelled} seconds in all, {result.expanded} positions looked at")
