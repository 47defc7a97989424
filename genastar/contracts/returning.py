"""Functions that were written without ``return``."""

from __future__ import annotations

from dis import get_instructions
from functools import lru_cache
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import FunctionType
from typing import Final

from genastar.errors import BadInput, name_of

_OTHER: Final = CO_ASYNC_GENERATOR | CO_COROUTINE | CO_GENERATOR
"""The flags of functions whose calls return an object of Python's."""


def expect_answers(problem: object) -> None:
    """Raise BadInput if ``is_destination`` of a problem gives the same answer for every position; see `expect_answer`."""
    hook = type(problem).is_destination  # type: ignore[attr-defined]  # an AttributeError says that it is no problem
    expect_answer(hook, name_of(problem) + ".", "is_destination", "destination")


def expect_answer(function: object, owner: str, name: str, answer: str) -> None:
    """Raise BadInput if a function that says whether a position is a goal gives the same answer for every position.

    Args:
        function: the function.
        owner: what stands before its name, such as ``"Maze."``.
        name: its name.
        answer: what the function calls a goal.

    Raises:
        BadInput: it never returns a value, or always a generator or coroutine, which is true.
    """
    fix = f"return whether the position is a {answer}"
    if type(function) is FunctionType and function.__code__.co_flags & _OTHER:
        raise BadInput(f"{owner}{name} has yield or async def, so each call gives an object, which is true; {fix}")
    if returns_nothing(function):
        raise BadInput(f"{owner}{name} returns nothing, so no position is a {answer}; {fix}")


def returns_nothing(function: object) -> bool:
    """Return whether a Python function is certain to return ``None``, as if its ``return`` had been forgotten."""
    return type(function) is FunctionType and _returns_nothing(function)


@lru_cache(maxsize=256)
def _returns_nothing(function: FunctionType) -> bool:
    if function.__code__.co_flags & _OTHER:
        return False
    ends, before = 0, None
    for step in get_instructions(function):
        if step.opname.startswith("RETURN_") and step.opname != "RETURN_GENERATOR":
            ends += 1
            held = step if step.opname == "RETURN_CONST" else before
            if held is None or not held.opname.endswith("_CONST") or held.argval is not None or step.is_jump_target:
                return False
        before = step
    return ends > 0
