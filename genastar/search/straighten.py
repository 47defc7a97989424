"""Straightening: a path with the turns left out that straight lines make unnecessary (string pulling)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from genastar.contracts.hooks import Hooks, has_hook
from genastar.errors import BadInput
from genastar.values.node import K

HOOKS: Final = ("sight", "line_cost")
"""The hooks of a problem with straight lines."""


def straighten(problem: Hooks[K, Any], path: Sequence[K]) -> tuple[K, ...]:
    """Return a path that leaves out positions between which a straight line is open and costs no more.

    From each position that is kept, the line to each following position is tried until one is not open. The path never becomes
    dearer, and each of its lines is open or a step of the original path.

    Args:
        problem: a problem with ``sight`` and ``line_cost``; see `genastar.contracts.hooks.Hooks`.
        path: positions of the problem, each the neighbour of the one before it, or the end of an open line from it.

    Raises:
        BadInput: the problem lacks a hook.
    """
    hooks: Any = problem
    for hook in HOOKS:
        if not has_hook(hooks, hook):
            raise BadInput(f"straightening needs {type(problem).__name__}.{hook}(one, other), which it lacks; write it")
    kept, paid = list(path[:1]), None
    for before, position in pairwise(path):
        step = hooks.line_cost(before, position)
        there = step if paid is None else paid + step
        line = hooks.line_cost(kept[-1], position)
        if paid is None:
            paid = step
        elif line <= there and hooks.sight(kept[-1], position):
            paid = line
        else:
            kept.append(before)
            paid = step
    return (*kept, *path[-1:]) if len(path) > 1 else tuple(kept)
