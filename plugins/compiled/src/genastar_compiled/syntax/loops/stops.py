"""Calls that may raise ``StopIteration``, which is no end of a generator but an error inside it (PEP 479)."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import FunctionType

from genastar_compiled.syntax.source import source_of


def may_stop(tree: ast.AST, callee: Callable[[ast.expr], object], seen: frozenset[FunctionType] = frozenset()) -> bool:
    """Return whether a part of a function, or a function that it calls by its name, may raise ``StopIteration``.

    Args:
        tree: the part.
        callee: gives the function that an expression names there.
        seen: functions that were looked at.
    """
    for each in ast.walk(tree):
        match each:
            case ast.Call(func=ast.Name(id="next"), args=[_]):
                return True
            case ast.Raise(exc=ast.Name(id="StopIteration") | ast.Call(func=ast.Name(id="StopIteration"))):
                return True
            case ast.Call(func=called) if isinstance(function := callee(called), FunctionType) and function not in seen:
                inside = None if inspect.isgeneratorfunction(function) else source_of(function)
                if inside is not None and may_stop(inside.tree, inside.callee, seen | {function}):
                    return True
    return False
