"""Raw memory: arrays of values of any Numba type in machine code.

A solver's arrays are Numba arrays, with Python's rules for indices. The engine's own arrays are not: they have no reference
counts and no negative indices, and an element may be any value, such as a position or a cost. `memory.py` owns them and lends
them for the time of a call.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, register_model

from genastar.values.cost import Cost
from genastar_compiled.data.scalars import scalars
from genastar_compiled.data.values.values import (
    FRACTION,
    Shaped,
    cuts,
    enum_in,
    enum_lost,
    is_like,
    loses,
    narrows,
    refuse_narrow,
)


class Raw(Shaped):
    """The type of raw memory whose elements are stored as ``stored`` and used as ``element``."""

    def __init__(self, element: types.Type, stored: types.Type) -> None:
        self.element = element
        self.stored = stored
        super().__init__(f"Raw({element} as {stored})", element, stored)


@register_model(Raw)
class _RawModel(models.PrimitiveModel):
    def __init__(self, manager: object, kind: Raw) -> None:
        super().__init__(manager, kind, manager.lookup(kind.stored).get_data_type().as_pointer())  # type: ignore[attr-defined]


def raw(element: types.Type, stored: types.Type | None = None) -> Callable[[int], object]:
    """Return an intrinsic that takes an address and returns the raw memory there."""
    kind = Raw(element, stored or element)

    @intrinsic
    def at_address(typingctx: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.uintp), codegen

    return at_address


def size_of(kind: types.Type) -> int:
    """Return the size of an element in bytes."""
    context = cpu_target.target_context
    return int(context.get_abi_sizeof(context.get_data_type(kind)))


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        memory, index = args
        if isinstance(memory, Raw) and isinstance(index, types.Integer):
            return signature(memory.element, memory, index)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        memory, index, value = args
        if isinstance(memory, Raw) and isinstance(index, types.Integer):
            if loses(value, memory.element):
                raise TypingError(f"{FRACTION}; write the items of a tuple of ints and floats one by one, without a loop")
            if narrows(value, memory.element):
                refuse_narrow(value, "what is put on the open list")
            is_cost = getattr(memory.element, "cls", None) is Cost
            if enum := enum_lost(value, memory.element):
                raise TypingError(_OF_ENUM.format(enum))
            if cuts(value, memory.element) and is_cost:
                raise TypingError("the estimate, or a cost, is a bool; write int(...) around it")
            if cuts(value, memory.element):
                raise TypingError("a position has an int where the start has a bool; give the start an int")
            is_other = not is_like(self.context, value, memory.element)
            if is_other and is_cost and (enum := enum_in(value) or enum_in(memory.element)):
                raise TypingError(_OF_ENUM.format(enum))
            if is_other:
                raise TypingError(f"it gives the search {value}, but the search began with {memory.element}")
            return signature(types.none, memory, index, memory.element)
        return None


_OF_ENUM: Final = "the estimate, or a cost, is a member of {}; write int(...) around it"


def _slot(context: Any, builder: Any, memory: Any, pointer: Any, index_type: Any, index: Any) -> Any:
    word = ir.IntType(64)
    if index.type.width < 64:
        index = builder.sext(index, word) if index_type.signed else builder.zext(index, word)
    return builder.gep(pointer, [index])


@lower_builtin(operator.getitem, Raw, types.Integer)
def _lower_getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    memory, index_type = sig.args
    slot = _slot(context, builder, memory, args[0], index_type, args[1])
    value = context.unpack_value(builder, memory.stored, slot)
    return context.cast(builder, value, memory.stored, memory.element)


@lower_builtin(operator.setitem, Raw, types.Integer, types.Any)
def _lower_setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    memory, index_type, _ = sig.args
    slot = _slot(context, builder, memory, args[0], index_type, args[1])
    value = context.cast(builder, args[2], memory.element, memory.stored)
    context.pack_value(builder, memory.stored, value, slot)
    return context.get_dummy_value()


@intrinsic
def fits(typingctx: Any, memory: Any, value: Any) -> Any:
    """Return whether a value survives storage in this raw memory, whose elements may be stored narrower than used."""
    element, stored = memory.element, memory.stored

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        have = context.cast(builder, args[1], sig.args[1], element)
        back = context.cast(builder, context.cast(builder, have, element, stored), stored, element)
        same = ir.Constant(ir.IntType(1), 1)
        for left, right in zip(scalars(builder, have), scalars(builder, back), strict=True):
            if isinstance(left.type, ir.IntType):  # floats are stored as they are
                same = builder.and_(same, builder.icmp_unsigned("==", left, right))
        return same

    if not isinstance(memory, Raw):
        return None
    return types.boolean(memory, element), codegen


@intrinsic
def as_stored(typingctx: Any, memory: Any, value: Any) -> Any:
    """Return a value that fits as it would come out of this raw memory, so that LLVM knows its range."""
    element, stored = memory.element, memory.stored

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.cast(builder, context.cast(builder, args[1], element, stored), stored, element)

    return element(memory, element), codegen


@intrinsic
def as_element(typingctx: Any, memory: Any, value: Any) -> Any:
    """Return a value as an element of this raw memory, so that numbers that are equal have one hash: 1, 1.0 and True."""
    want = memory.element if is_like(typingctx, value, memory.element) and not cuts(value, memory.element) else value
    return want(memory, want), lambda context, builder, sig, args: args[1]
