"""The type of numbers that are ints on one branch of a hook and floats on another: 64 bits, and a flag for ints."""

from __future__ import annotations

from typing import Any, Final

from numba import float64
from numba.core import types
from numba.core.cgutils import create_struct_proxy
from numba.core.datamodel import models
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, overload_method, register_model

WAYS: Final = (types.float64, types.int64)
"""The types that a mixed number may have, by its flag."""


class Mixed(types.Hashable):
    """The Numba type of an int or a float; `meaning.numbers.mixed` has the operations."""

    def can_convert_to(self, typingctx: object, other: object) -> Conversion | None:
        """Return that it may be taken for a float, as an int may."""
        return Conversion.safe if other == types.float64 else None

    def can_convert_from(self, typingctx: object, other: types.Type) -> Conversion | None:
        """Return that an int and a float may become one."""
        return Conversion.promote if types.unliteral(other) in WAYS else None


MIXED: Final = Mixed("int or float")


@register_model(Mixed)
class _MixedModel(models.StructModel):
    def __init__(self, manager: object, kind: Mixed) -> None:
        super().__init__(manager, kind, [("bits", types.int64), ("whole", types.boolean)])


@intrinsic
def mixed(typingctx: Any, number: Any) -> Any:
    """Return an int or a float as a mixed number."""
    return MIXED(number), lambda context, builder, signature, args: context.cast(builder, args[0], number, MIXED)


@intrinsic
def int_or_float(typingctx: Any, bits: Any, whole: Any) -> Any:
    """Return a mixed number from its parts."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        struct = create_struct_proxy(MIXED)(context, builder)
        struct.bits = args[0]
        struct.whole = context.cast(builder, args[1], signature.args[1], types.boolean)
        return struct._getvalue()

    return MIXED(types.int64, whole), codegen


@intrinsic
def is_int(typingctx: Any, number: Any) -> Any:
    """Return whether a mixed number is an int."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return create_struct_proxy(MIXED)(context, builder, value=args[0]).whole

    return types.boolean(number), codegen


@intrinsic
def bits_of(typingctx: Any, number: Any) -> Any:
    """Return the bits of a mixed number: the number itself if it is an int."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return create_struct_proxy(MIXED)(context, builder, value=args[0]).bits

    return types.int64(number), codegen


@intrinsic
def as_float(typingctx: Any, number: Any) -> Any:
    """Return a mixed number as a float."""
    return float64(number), lambda context, builder, signature, args: context.cast(builder, args[0], MIXED, types.float64)


@overload_method(Mixed, "__hash__")
def _hash(number):  # type: ignore[no-untyped-def]
    return lambda number: hash(bits_of(number)) if is_int(number) else hash(as_float(number))
