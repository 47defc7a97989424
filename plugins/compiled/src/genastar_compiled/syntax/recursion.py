"""Bound the stack of functions that call themselves: machine code has no recursion limit, and a full stack ends the process.

A function that calls itself gets a first argument: the address of the stack where the first of its calls began. The word there
counts the calls, so that machine code asks Python now and then whether the search has to end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType, MethodType
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from genastar_compiled.linking.asking import ROOM
from genastar_compiled.linking.interrupts import heed
from genastar_compiled.reach.generated import generated
from genastar_compiled.syntax.source import PREFIX, Source, name, statements

BASE: Final = f"{PREFIX}base"
"""The added argument."""


@intrinsic
def here(typingctx: Any) -> Any:
    """Return the address of the stack where the calling function is, of a word that is 0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, ir.IntType(64), zfill=True)
        return builder.ptrtoint(place, cgutils.intp_t)

    return types.intp(), codegen


def bound_recursion(source: Source) -> None:
    """Add the argument, and its test, to a function that calls itself, and to what was moved out of it in between."""
    definitions = [source.tree, *source.lifted]
    deep = {called for each in definitions for called, _ in _calls(each) if _is_itself(source, called)}
    if not deep:
        return
    while more := {each.name for each in source.lifted if not deep.isdisjoint(called for called, _ in _calls(each))} - deep:
        deep |= more
    for each in definitions:
        for called, call in _calls(each):
            if called in deep:
                call.args.insert(0, name(BASE, call))
        if each is source.tree or each.name in deep:
            arguments = each.args.posonlyargs or each.args.args
            arguments.insert(0, ast.arg(arg=BASE))
    at = source.named("here", here)
    heeding = f"{source.named('heed', heed)}({BASE})"
    test = f"if {BASE} - {at}() > {ROOM}: raise RecursionError('maximum recursion depth exceeded')"
    source.tree.body[:0] = [*statements(test, source.tree), *statements(heeding, source.tree)]


def _calls(definition: ast.FunctionDef) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of names, each with its name."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node


def _is_itself(source: Source, called: str) -> bool:
    found = source.scope.get(called, source.value(called))
    return (found.__func__ if isinstance(found, MethodType) else found) is source.function()


def is_bound(function: FunctionType) -> bool:
    """Return whether a function has the argument."""
    return function.__code__.co_varnames[:1] == (BASE,)


def first_call(function: FunctionType, compiled: object) -> FunctionType:
    """Return the function without the argument, which calls the compiled one from where the stack is now."""
    code = function.__code__
    names = list(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount])
    given = names[: code.co_argcount - 1]
    if code.co_flags & _STARRED:
        given.append("*" + code.co_varnames[code.co_argcount + code.co_kwonlyargcount])
    named = names[code.co_argcount - 1 :]
    star = ["*"] if named and not code.co_flags & _STARRED else []
    arguments = ", ".join([*given, *star, *named])
    passed = ", ".join([f"{here.__name__}()", *given, *(f"{each}={each}" for each in named)])
    made: FunctionType = generated(
        f"def {function.__name__}({arguments}):\n    return compiled({passed})", {"compiled": compiled, "here": here}
    )
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    return made


_STARRED: Final = 0x04
"""Flag of code with an argument such as ``*args``."""
