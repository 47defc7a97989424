"""Lists and sets of a solver that a hook changes in place are refused: a hook may be called twice for one node.

Machine code calls a hook again where memory has to grow, and a search of ``engine="auto"`` where it changes engines.
"""

from __future__ import annotations

from typing import Any, Final

from numba.core import ir, types
from numba.core.errors import TypingError

from genastar_compiled.meaning.stand_ins import METHODS
from genastar_compiled.meaning.widening import definition_of, method_of
from genastar_compiled.syntax.source import PREFIX

_METHODS: Final = frozenset(
    ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "add", "discard", "update")
) | {f"{each}_update" for each in ("difference", "intersection", "symmetric_difference")}
_FUNCTIONS: Final = frozenset(
    ("delitem", "iadd", "imul", "iand", "ior", "isub", "ixor", "insort", "insort_left", "insort_right", "shuffle")
) | {"heapify", "heappop", "heappush", "heappushpop", "heapreplace"}
"""Functions that change their first argument."""


def check_changes(function: Any, kinds: Any) -> None:
    """Check a function whose types are known.

    Raises:
        TypingError: it changes a list or a set that the solver has; the error has the line.
    """
    for block in function.blocks.values():
        for statement in block.body:
            changed = _changed(function, statement, kinds)
            if changed is not None and getattr(kinds[changed.name], "reflected", False):
                _refuse_field(function, changed, statement.loc)


def _changed(function: Any, statement: Any, kinds: Any) -> Any:
    """Return the variable of what a statement changes in place; ``None`` if there is none."""
    if isinstance(statement, (ir.SetItem, ir.StaticSetItem)):
        return statement.target
    value = statement.value if isinstance(statement, ir.Assign) else None
    if not isinstance(value, ir.Expr) or value.op != "call":
        return None
    called = kinds[value.func.name]
    if isinstance(called, types.BoundFunction):
        method = method_of(function, value)
        return method.value if method is not None and method.attr in _METHODS else None
    key = getattr(called, "typing_key", None)
    name = getattr(key, "__name__", "")
    is_change = name in _FUNCTIONS or (name in _METHODS and METHODS.get(name) is key)  # the operator + is named "add"
    return value.args[0] if value.args and is_change else None


def _refuse_field(function: Any, variable: Any, loc: Any, depth: int = 8) -> None:
    """Refuse a variable that may be a field of the solver; any other is a copy that the hook made."""
    found = definition_of(function, variable)
    match found:
        case ir.Expr(op="getattr"):
            what = f"it changes {found.attr} of the solver"
        case ir.Arg() if not found.name.startswith(PREFIX):
            what = f"it changes {found.name}, which may be a field of the solver"
        case ir.Arg():
            what = "it changes a list that may be a field of the solver"
        case ir.Expr(op="phi") if depth:
            for each in found.incoming_values:
                if each is not ir.UNDEFINED:
                    _refuse_field(function, each, loc, depth - 1)
            return
        case _:
            return
    mend = "keep the value in the position, or change a copy, list(...)"
    raise TypingError(f"{what}, and a hook may be called twice for one node; {mend}", loc=loc)
