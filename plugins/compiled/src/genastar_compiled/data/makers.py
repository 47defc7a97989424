"""Intrinsics that make values in machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

from genastar.values.cost import Cost
from genastar.values.node import Node
from genastar_compiled.data.values.mixed import MIXED
from genastar_compiled.data.values.values import (
    TEXTS,
    Instance,
    Reference,
    Text,
    as_string,
    cuts,
    declared_types,
    kept,
    loses,
    narrows,
    place_of,
    refuse_narrow,
)
from genastar_compiled.reach.names import KERNELS, module_of

_NO_NUMBERS: Final = (types.NoneType, *TEXTS, types.BaseTuple)


def maker(cls: type, names: tuple[str, ...]) -> Callable[..., object]:
    """Return an intrinsic that makes a value of the class from these of its fields, in order."""
    hints = declared_types(cls)

    @intrinsic
    def make(typingctx: Any, *fields: Any) -> Any:
        given = [kept(types.unliteral(kind), hints.get(name)) for name, kind in zip(names, fields, strict=True)]
        if cls is Cost:  # the costs of a search are of one type
            given = [types.float64 if kind == MIXED else kind for kind in given]
        if cls is Node and given[-1] == types.none:
            given[-1] = types.Optional(given[0])  # hooks read the parent of the nodes of a search, which may have one
        for name, have, want in zip(names, fields, given, strict=True):
            if have == types.ellipsis:
                raise TypingError(f"{cls.__qualname__}.{name} is given no value")
            if loses(have, want) or cuts(have, want) or (isinstance(want, types.Number) and isinstance(have, _NO_NUMBERS)):
                given_as = "a text" if isinstance(have, TEXTS) else have
                mend = f"declare {name} as what it holds, or convert the value"
                raise TypingError(f"{cls.__qualname__}.{name} is declared {want} and given {given_as}; {mend}")
            if narrows(have, want):
                refuse_narrow(have, f"{cls.__qualname__}.{name}")
        in_kernel = module_of(cls).startswith(KERNELS)
        # Methods that do not use the solver see an open list without it, so it comes last.
        order = sorted(zip(names, given, strict=True), key=lambda each: in_kernel and each[0] == "solver")
        result = Instance(cls, dict(order))

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            struct = cgutils.create_struct_proxy(result)(context, builder)
            for index, (name, have, want) in enumerate(zip(names, fields, given, strict=True)):
                value = context.cast(builder, builder.extract_value(args[0], index), have, want)
                if context.enable_nrt:
                    context.nrt.incref(builder, want, value)
                struct[place_of(result, name)] = value
            return struct._getvalue()

        return result(types.StarArgTuple.from_types(fields)), codegen

    return make


def text(value: str) -> Callable[[], object]:
    """Return an intrinsic that returns this string as a `Text`."""

    @intrinsic
    def constant(typingctx: Any) -> Any:
        return Text(value)(), lambda context, builder, signature, args: context.get_dummy_value()

    return constant


@intrinsic
def borrowed(typingctx: Any, array: Any) -> Any:
    """Return the same array without reference counting; the caller of the machine code keeps it alive."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        struct = context.make_array(array)(context, builder, value=args[0])
        struct.meminfo = cgutils.get_null_value(struct.meminfo.type)
        struct.parent = cgutils.get_null_value(struct.parent.type)
        return struct._getvalue()

    return array(array), codegen


@intrinsic
def of_any_value(typingctx: Any, number: Any) -> Any:
    """Return a constant as a value of its type, for a set or a dictionary that others are put into."""
    kind = as_string(types.unliteral(number))

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return impl_ret_borrowed(context, builder, kind, context.cast(builder, args[0], number, kind))

    return kind(number), codegen


@intrinsic
def small(typingctx: Any, number: Any) -> Any:
    """Return an int64 that fits 32 bits in a form that tells LLVM so."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, context.cast(builder, args[0], types.int64, types.int32), types.int32, types.int64)

    return types.int64(types.int64), codegen


@intrinsic
def on_stack(typingctx: Any, value: Any) -> Any:
    """Return a `Reference` to a copy of this `Instance`, on the stack of the caller."""
    result = Reference(value.cls, value.fields)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = cgutils.alloca_once(builder, context.get_value_type(value))
        builder.store(args[0], pointer)
        return pointer

    return result(value), codegen


@intrinsic
def in_place(typingctx: Any, memory: Any) -> Any:
    """Return a `Reference` to the first element of this raw memory, which is stored as it is used."""
    result = Reference(memory.element.cls, memory.element.fields)
    return result(memory), lambda context, builder, signature, args: args[0]


@intrinsic
def gathered(typingctx: Any, numbers: Any) -> Any:
    """Return the arguments of a `genastar.Vector` as one tuple: they may be one."""
    inner = numbers.types[0] if len(numbers) == 1 else None
    if not isinstance(inner, types.BaseTuple):
        plain = types.BaseTuple.from_types(numbers.types)  # not a tuple of star arguments
        return plain(numbers), lambda context, builder, signature, args: args[0]
    return inner(numbers), lambda context, builder, signature, args: builder.extract_value(args[0], 0)
