"""Arguments of functions that a hook defines inside itself, which Numba copies to where they are called.

Numba ignores keywords there, and puts all defaults after the arguments given, however many these are.
"""

from __future__ import annotations

import inspect
from typing import Any, Final

from numba.core import inline_closurecall, ir
from numba.core.compiler_machinery import register_pass
from numba.core.errors import UnsupportedError
from numba.core.untyped_passes import InlineClosureLikes

_numbas: Final = inline_closurecall._get_callee_args
_GATHERS: Final = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


@register_pass(mutates_CFG=True, analysis_only=False)
class InlineNested(InlineClosureLikes):
    """Numba's pass, with Python's rules for arguments."""

    _name = "genastar_inline_nested"

    def run_pass(self, state: Any) -> bool:
        inline_closurecall._get_callee_args = _arguments  # Numba compiles under a lock
        try:
            changed: bool = super().run_pass(state)
        finally:
            inline_closurecall._get_callee_args = _numbas
        return changed


def _arguments(call: Any, callee: Any, loc: Any, function: Any) -> list[Any]:
    """Return the arguments of a call in the order of the function's parameters.

    Raises:
        UnsupportedError: they do not fit, or the function gathers arguments in a tuple or a dictionary.
    """
    if call.op != "call" or call.vararg or not hasattr(callee, "code"):
        return list(_numbas(call, callee, loc, function))
    code = callee.code
    if any(
        _is_in_try(block)
        for block in function.blocks.values()
        if any(call is each.value for each in block.find_insts(ir.Assign))
    ):
        raise UnsupportedError(
            f"{code.co_name}, a function defined inside another, is called in a try; define it outside, or call it before", loc
        )
    if code.co_flags & _GATHERS or code.co_kwonlyargcount:
        raise UnsupportedError(f"{code.co_name} takes * or ** arguments; name each, and give it by its place", loc)
    names = code.co_varnames[: code.co_argcount]
    if isinstance(callee.defaults, ir.Var):  # Numba would make them anew for each call
        defaults = function.get_definition(callee.defaults).items
    else:
        defaults = _numbas(ir.Expr.call(call.func, (), (), loc), callee, loc, function)
    given = dict(zip(names, call.args, strict=False)) | dict(call.kws)
    if len(given) < len(call.args) + len(call.kws) or not set(given) <= {*names}:
        raise UnsupportedError(f"{code.co_name} is given arguments that it does not take; correct the call", loc)
    bound = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True)) | given
    if len(bound) < len(names):
        raise UnsupportedError(f"{code.co_name} is given too few arguments; correct the call", loc)
    return [bound[name] for name in names]


def _is_in_try(block: Any) -> bool:
    """Return whether exceptions of a block go to a handler, to which Numba finds no way from what it copies there."""
    branch = block.terminator
    return isinstance(branch, ir.Branch) and branch.cond.name.startswith("$exception_check")
