"""Refuse a NaN that meets another in a container.

Python finds a NaN, and calls containers with NaN equal, only if both hold the same object, which machine code does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, Final

from llvmlite import ir
from numba.core import types
from numba.cpython import hashing
from numba.extending import intrinsic

from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.values import Instance
from genastar_compiled.meaning.numbers.questions import has_nan
from genastar_compiled.meaning.refusal import Refusal, raise_if
from genastar_compiled.reach.functions import translate
from genastar_compiled.reach.generated import generated


def has_floats(kind: types.Type) -> bool:
    """Return whether a value is made of numbers, some of which are floats, or holds such values."""
    if _holds_many(kind):
        return has_floats(kind.key_type if isinstance(kind, types.DictType) else kind.dtype)
    inside = _parts(kind).values()
    if not all(isinstance(each, (types.Number, types.Boolean)) or has_floats(each) for each in inside):
        return False
    return isinstance(kind, types.Float) or any(map(has_floats, inside))


def _holds_many(kind: types.Type) -> bool:
    return isinstance(kind, (types.List, types.Set, types.DictType))


def _parts(kind: types.Type) -> dict[str, types.Type]:
    """Return the types of what a value is made of, by the code that reads it."""
    if isinstance(kind, types.BaseTuple):
        return {f"value[{at}]": each for at, each in enumerate(kind.types)}
    return {f"value.{name}": each for name, each in kind.fields.items()} if isinstance(kind, Instance) else {}


def _has_containers(kind: types.Type) -> bool:
    return any(_holds_many(each) or _has_containers(each) for each in _parts(kind).values())


@by_types()
def holds_nan(value: Any) -> Any:
    """Return whether a number in a value, or in an item of a container, is NaN."""
    if has_floats(value) and _has_containers(value):
        tests = " or ".join(f"holds_nan({each})" for each in _parts(value))
        return generated(f"def made(value):\n    return {tests}\n", {"holds_nan": holds_nan})
    if isinstance(value, (types.Number, types.Boolean, types.BaseTuple)) or (has_floats(value) and not _holds_many(value)):
        return lambda value: has_nan(value)

    def among(value):  # type: ignore[no-untyped-def]
        for each in value:  # noqa: SIM110  # Numba supports loops only
            if holds_nan(each):
                return True
        return False

    return among


_SAME_NAN: Final = (
    "a NaN is looked up among others, or put into a set or a dictionary, and Python finds only the same object again; "
    'leave it out, or search with engine="interpreted"'
)
_BOTH_NAN: Final = (
    "containers with NaN in them are compared or sorted, and Python asks whether both hold the same object; "
    'leave NaN out, or search with engine="interpreted"'
)


@cache
def unless_nan(found: FunctionType | None, is_iterator: bool = False) -> FunctionType:
    """Return a function for ``item in items`` that refuses a NaN among others, and any in an iterator, which is used up."""
    scope = _SCOPE | {"found": found and translate(found)}
    text = f"""def looked_up(items, item):
    if holds_nan(item):
        if {"True" if is_iterator else "holds_nan(items)"}:
            raise Refusal({_SAME_NAN!r})
        return False
    return {"found(items, item)" if found else "item in items"}
"""
    made: FunctionType = generated(text, scope)
    return made


@cache
def compared(sign: str) -> FunctionType:
    """Return a function that compares containers, and refuses if both hold NaN."""
    text = f"""def compared(left, right):
    if holds_nan(left) and holds_nan(right):
        raise Refusal({_BOTH_NAN!r})
    return left {sign} right
"""
    made: FunctionType = generated(text, _SCOPE)
    return made


@cache
def of_tuples(extreme: Callable[..., object]) -> FunctionType:
    """Return ``min`` or ``max`` of a list of tuples; it refuses NaN."""

    def made(items):  # type: ignore[no-untyped-def]
        refuse_nan(items)
        return extreme(items)

    return made  # type: ignore[return-value]


@by_types()
def refuse_nan(value: Any) -> Any:
    """Refuse a value with NaN in it."""

    def made(value):  # type: ignore[no-untyped-def]
        if holds_nan(value):
            raise Refusal(_BOTH_NAN)

    return made if has_floats(value) else lambda value: None


@intrinsic
def _no_hash(typingctx: Any) -> Any:
    """Refuse the hash of a NaN, which differs in Python from object to object."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        raise_if(context, builder, ir.Constant(ir.IntType(1), 1), Refusal, _SAME_NAN)
        return context.get_constant(types.intp, 0)

    return types.intp(), codegen


hashing._prng_random_hash = _no_hash  # Numba's hash of a NaN is random

_SCOPE: Final = {"__name__": __name__, "holds_nan": holds_nan, "Refusal": Refusal}
