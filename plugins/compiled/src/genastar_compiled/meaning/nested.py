"""Functions that a hook defines inside itself, and its comprehensions, which Numba copies to where they are called.

Numba ignores keywords there, and puts all defaults after the arguments given, however many these are. It translates each
``try`` in its own way (see `handlers`). Afterwards it removes what no other line uses, also what raises an exception: the index
in ``try: items[at]``.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dis import get_instructions
from typing import Any, Final

from numba.core import inline_closurecall, interpreter, ir
from numba.core.compiler_machinery import register_pass
from numba.core.errors import UnsupportedError
from numba.core.untyped_passes import InlineClosureLikes

from genastar_compiled.meaning.handlers import WithHandlers

_numbas: Final = inline_closurecall._get_callee_args
_numbas_cleaner: Final = inline_closurecall.dead_code_elimination
_numbas_interpreter: Final = interpreter.Interpreter
_GATHERS: Final = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


@register_pass(mutates_CFG=True, analysis_only=False)
class InlineNested(InlineClosureLikes):
    """Numba's pass, with Python's rules for arguments and exceptions."""

    _name = "genastar_inline_nested"

    def run_pass(self, state: Any) -> bool:
        inline_closurecall._get_callee_args = _arguments  # Numba compiles under a lock
        inline_closurecall.dead_code_elimination = _remove_unused
        interpreter.Interpreter = WithHandlers
        try:
            changed: bool = super().run_pass(state)
        finally:
            inline_closurecall._get_callee_args = _numbas
            inline_closurecall.dead_code_elimination = _numbas_cleaner
            interpreter.Interpreter = _numbas_interpreter
        return changed


_CANNOT_RAISE: Final = frozenset({"make_function", "build_tuple", "build_list", "build_set", "build_map", "getattr", "null"})
"""Expressions without an effect. A missing attribute is reported when the function is compiled."""


def _remove_unused(function: Any) -> None:
    """Remove variables that nothing uses, and that are made without an effect, such as functions that were copied."""
    used: set[str] | None = None
    while used != (used := {each.name for block in function.blocks.values() for each in _uses(block)}):
        for block in function.blocks.values():
            block.body = [each for each in block.body if not _is_unused(each, used)]


def _uses(block: Any) -> Iterator[Any]:
    for each in block.body:
        if isinstance(each, ir.Assign):
            yield from [each.value] if isinstance(each.value, ir.Var) else getattr(each.value, "list_vars", list)()
        elif not isinstance(each, ir.Del):
            yield from each.list_vars()


def _is_unused(statement: Any, used: set[str]) -> bool:
    if not isinstance(statement, ir.Assign) or statement.target.name in used:
        return False
    value = statement.value
    return isinstance(value, (ir.Const, ir.Global, ir.FreeVar, ir.Var)) or (
        isinstance(value, ir.Expr) and value.op in _CANNOT_RAISE
    )


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
    if any(each.opname == "DELETE_FAST" for each in get_instructions(code)):  # a read behind it would not raise
        raise UnsupportedError(f"{code.co_name} deletes a local; leave del out there", loc)
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
    return isinstance(branch, ir.Branch) and "$exception_check" in branch.cond.name
