"""Calls of functions and methods, as code generators write them."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

from numba.core import types
from numba.core.typing.templates import Signature

from genastar_compiled.data.values.values import Instance, Reference
from genastar_compiled.failures import failure
from genastar_compiled.linking.lowering import lower_known
from genastar_compiled.reach import functions


def call_type(context: object, function: FunctionType, args: tuple[types.Type, ...], kws: object) -> Signature:
    """Return the signature of a call of this function, compiled for these arguments."""
    with failure.noted(function):
        return types.Dispatcher(translated(function, args)).get_call_type(context, args, kws)


def translated(function: FunctionType, args: Sequence[types.Type]) -> Any:
    """Return a function, or the method of its first argument, as Numba compiles it."""
    owner = args[0] if args else None
    return (
        functions.translate_method(owner.cls, function)
        if isinstance(owner, (Instance, Reference))
        else functions.translate(function)
    )


def lower_call(context: Any, builder: Any, function: Any, arg_types: Any, args: Any) -> Any:
    """Return the LLVM value of a call of this function."""
    return lower_known(context, builder, types.Dispatcher(translated(function, arg_types)), arg_types, args)[0]
