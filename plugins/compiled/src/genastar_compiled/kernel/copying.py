"""Copy numbers between lists and packed values: one loop over memory, where a tuple would be taken apart item by item."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import impl_ret_new_ref
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic


def are_numbers(kind: types.Type) -> bool:
    """Return whether values of a type are numbers, or tuples of them: in a free place all of their bytes are 0."""
    if isinstance(kind, types.UniTuple):
        return are_numbers(kind.dtype)
    return isinstance(kind, (types.Integer, types.Float, types.Boolean))


@intrinsic
def copied(typingctx: Any, items: Any, count: Any) -> Any:
    """Return a list of the first items of a tuple, which are numbers, or tuples of them."""
    kind = types.List(items.dtype)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = cgutils.alloca_once_value(builder, args[0])
        made = ListInstance.allocate(context, builder, kind, args[1])
        made.size = args[1]
        with cgutils.for_range(builder, args[1]) as loop:
            made.inititem(loop.index, builder.load(cgutils.gep(builder, place, 0, loop.index)), incref=False)
        return impl_ret_new_ref(context, builder, kind, made.value)

    return kind(items, types.int64), code


@cache
def laid_out(want: types.UniTuple) -> Any:
    """Return a function that returns a list's items as a tuple of this type; free places are filled with zeros.

    The list has at most as many items as the tuple.
    """

    @intrinsic
    def laid(typingctx: Any, items: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            given = ListInstance(context, builder, items, args[0])
            place = cgutils.alloca_once(builder, context.get_value_type(want))
            builder.store(context.get_value_type(want)(None), place)
            with cgutils.for_range(builder, given.size) as loop:
                builder.store(given.getitem(loop.index), cgutils.gep(builder, place, 0, loop.index))
            return builder.load(place)

        return want(items), code

    return laid
