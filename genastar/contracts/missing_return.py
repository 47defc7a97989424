"""Functions that were written without ``return``."""

from __future__ import annotations

from dis import get_instructions
from functools import lru_cache
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import FunctionType
from typing import Final

from genastar.errors import BadInput

_OTHER: Final = CO_ASYNC_GENERATOR | CO_COROUTINE | CO_GENERATOR
"""The flags of functions whose calls return an object of Python's."""


@lru_cache(maxsize=256)
def find_goal_test_fault(function: FunctionType) -> str:
    """Return why a function that says whether a position is a goal says the same of every position; empty if it does not.

    It never returns a value, or always a generator or coroutine, which is true. The text may hold ``{answer}``.
    """
    if function.__code__.co_flags & _OTHER:
        return "has yield or async def, so each call gives an object, which is true"
    return "returns nothing, so no position is a {answer}" if returns_nothing(function) else ""


def make_answer_error(name: str, fault: str, answer: str) -> BadInput:
    """Return the error about a function of this name with such a fault; ``answer`` is what it should say of a position."""
    return BadInput(f"{name} {fault.format(answer=answer)}; return whether the position is a {answer}")


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
