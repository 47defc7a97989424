"""A word ladder (Lewis Carroll, 1877): from one word to another, one letter at a time."""

from pathlib import Path
from string import ascii_lowercase

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList

WORDS = frozenset((Path(__file__).parent / "data" / "words.txt").read_text(encoding="utf-8").split())


@frozen
class Ladder(AStar[str, Cost[int]]):
    words: frozenset[str]
    goal: str

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        word = node.position
        for at in range(len(word)):
            for letter in ascii_lowercase:
                changed = word[:at] + letter + word[at + 1 :]
                if changed in self.words and changed != word:
                    open_list.relax(changed, node.cost.travelled + 1)

    def estimate(self, position: str) -> int:  # each letter that differs needs a step
        return sum(one != other for one, other in zip(position, self.goal, strict=True))

    def is_destination(self, position: str) -> bool:
        return position == self.goal


if __name__ == "__main__":
    for start, goal in (("cold", "warm"), ("head", "tail"), ("busy", "unit"), ("iron", "rust")):
        result = Ladder(WORDS, goal).search(start)
        blind = Ladder(WORDS, goal).search(start, algorithm="breadth-first")
        print(" - ".join(result.path) if result.found else f"{start} and {goal} are not connected")
        print(f"  words looked at: {result.expanded}, without the estimate {blind.expanded}")
