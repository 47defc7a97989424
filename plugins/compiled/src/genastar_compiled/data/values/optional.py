"""Values that may be ``None``: a node's parent, what ``get`` finds, the answer of a hook."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic


@intrinsic
def there(typingctx: Any, value: Any) -> Any:
    """Return a value that is known not to be None."""
    kind = getattr(value, "type", value) if isinstance(value, types.Optional) else value

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return impl_ret_borrowed(context, builder, kind, context.cast(builder, args[0], value, kind))

    return kind(value), codegen


@intrinsic
def unless_none(typingctx: Any, value: Any) -> Any:
    """Return a value, or False if it is None: a hook that only says when to return True returns None otherwise."""
    if value == types.none:
        return types.boolean(value), lambda context, builder, signature, args: ir.Constant(ir.IntType(1), 0)
    if not isinstance(value, types.Optional):
        return value(value), lambda context, builder, signature, args: impl_ret_borrowed(context, builder, value, args[0])

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = context.make_helper(builder, value, args[0])
        truth = context.cast(builder, found.data, value.type, types.boolean)
        return builder.and_(cgutils.as_bool_bit(builder, found.valid), truth)

    return types.boolean(value), codegen
