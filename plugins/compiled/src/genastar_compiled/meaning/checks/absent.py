"""Fields that are None: tests of them are decided before types are inferred, so that what only other values reach is left out.

Numba does so for arguments and constants alone. It would refuse ``self.limit is not None and g >= self.limit``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numba.core import ir, types
from numba.core.ir_utils import build_definitions

from genastar_compiled.data.values.values import Instance, Reference
from genastar_compiled.meaning.widening import definition_of, value_of


def put_nones(function: Any, arguments: Sequence[types.Type]) -> bool:
    """Write None for each field of an argument that is None, in the IR of a function; return whether there was any."""
    reads = [
        each
        for block in function.blocks.values()
        for each in block.find_insts(ir.Assign)
        if isinstance(each.value, ir.Expr) and _type_of(function, arguments, each.value) == types.none
    ]
    for each in reads:
        each.value = ir.Const(None, each.loc)
    function._definitions = build_definitions(function.blocks)
    return bool(reads)


def _type_of(function: Any, arguments: Sequence[types.Type], found: Any) -> types.Type | None:
    """Return the type of an argument, of its field, of the field's field and so on; ``None`` for any other expression."""
    if isinstance(found, ir.Arg):
        return arguments[found.index]
    if not isinstance(found, ir.Expr) or found.op not in ("getattr", "getitem", "static_getitem", "exhaust_iter"):
        return None
    whole = _type_of(function, arguments, definition_of(function, found.value))
    match found.op, whole:
        case "getattr", Instance() | Reference():
            return whole.fields.get(found.attr)
        case "getattr", types.BaseNamedTuple() if found.attr in whole.fields:
            return whole.types[whole.fields.index(found.attr)]
        case "exhaust_iter", types.BaseTuple():
            return whole
        case "getitem" | "static_getitem", types.BaseTuple():
            at = found.index if found.op == "static_getitem" else value_of(definition_of(function, found.index))
            return whole.types[at] if isinstance(at, int) and -len(whole) <= at < len(whole) else None
    return None
