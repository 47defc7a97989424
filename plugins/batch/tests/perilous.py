"""A solver for worker processes, some of whose questions raise, wait, or take their process with them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from attrs import frozen

from genastar import AStar, Cost, Node, OpenList


@frozen
class Line(AStar[int, Cost[int]]):
    """Steps of one to the right. The goals from -1 on to the left are perils."""

    goal: int
    folder: str = ""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        match self.goal:
            case -1:
                raise ArithmeticError(f"peril at {node.position}")
            case -2:
                os.kill(os.getpid(), signal.SIGKILL)
            case -3:  # the first time only
                mark = Path(self.folder) / "died"
                if not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), signal.SIGKILL)
                self.towards(10, node, open_list)
            case -4:
                time.sleep(0.001)
                open_list.relax(node.position + 1, node.cost.travelled + 1)
            case -5:
                Path(self.folder, "worker").write_text(str(os.getpid()))
                time.sleep(0.5)
                self.towards(10, node, open_list)
            case _:
                self.towards(self.goal, node, open_list)

    def towards(self, goal: int, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        if node.position < goal:
            open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal or (self.goal in (-3, -5) and position == 10)
