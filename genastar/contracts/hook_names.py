"""Methods that have the name of a hook in other packages and textbooks."""

from __future__ import annotations

from types import FunctionType
from typing import Final

_OTHER_NAMES: Final = {
    "add_neighbours(self, node, open_list)": (
        "add_neighbors", "expand", "get_neighbors", "get_neighbours", "get_successors", "neighbors", "neighbours", "successors",
    ),
    "is_destination(self, position)": ("goal_test", "is_end", "is_goal", "is_goal_reached", "is_target"),
    "estimate(self, position)": ("get_heuristic", "h", "heuristic", "heuristic_cost", "heuristic_cost_estimate"),
}  # fmt: skip
"""The hooks with the names that other packages and textbooks have for them."""


def find_misnamed_hook(cls: type, base: type) -> str:
    """Return which method of a class looks like a hook of another name; empty if there is none.

    A method counts if the class and those between it and ``base`` do not define the hook of that purpose.
    """
    own = {name for kind in cls.__mro__ if kind not in base.__mro__ for name in vars(kind)}
    for hook, others in _OTHER_NAMES.items():
        name = hook.partition("(")[0]
        found = next((each for each in others if type(vars(cls).get(each)) is FunctionType), None)
        if found and name not in own:
            return f"{cls.__qualname__}.{found} is never called: the hook of this purpose is {hook}"
    return ""
