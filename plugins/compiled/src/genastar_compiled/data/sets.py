"""Iterators over the sets that hooks make."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.cpython.setobj import SetInstance
from numba.extending import lower_builtin


@lower_builtin("getiter", types.Set)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Begin at the first entry. Numba's own code reads through a null pointer first, and only LLVM's optimiser drops that."""
    found = context.make_helper(builder, signature.return_type)
    found.meminfo = SetInstance(context, builder, signature.args[0], args[0]).meminfo
    found.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    return impl_ret_borrowed(context, builder, signature.return_type, found._getvalue())
