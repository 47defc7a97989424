"""What may raise ``StopIteration``, which is no end of a generator but an error inside it (PEP 479)."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import sys
from collections.abc import Iterable, Iterator
from types import CellType, CodeType, FunctionType
from typing import Final

from genastar_compiled.syntax.source import Source, source_of

_HARMLESS: Final = frozenset({"genastar", *sys.stdlib_module_names})


def in_generator(items: object) -> object:
    """Mark a generator expression that has to be a generator; rewriting leaves no call of this."""
    return items


def may_stop(tree: ast.AST, source: Source) -> bool:
    """Return whether a part of a function, or a function or method that it names, may raise ``StopIteration``."""
    inner = [each for each in ast.walk(source.tree) if isinstance(each, ast.FunctionDef) and each is not source.tree]
    parts = [tree, *inner]
    names = {getattr(each, "id", getattr(each, "attr", "")) for part in parts for each in ast.walk(part)}
    return any(_stops(each, source) for each in parts) or calls_what_stops(names, source.function(), source.inherited)


def calls_what_stops(names: Iterable[str], function: FunctionType, cls: type | None) -> bool:
    """Return whether a name in a function means one that may raise ``StopIteration``, perhaps a method of a class."""
    left, seen = _named(names, function, cls), set[FunctionType]()
    while left:
        called = left.pop()
        seen.add(called)
        names = set(names_in(called.__code__))
        if "next" in names or any(_is_stop(called.__globals__.get(each, getattr(builtins, each, None))) for each in names):
            inside = source_of(called)
            if inside is None or _stops(inside.tree, inside):
                return True
        left |= _named(names, called, cls) - seen
    return False


def _stops(tree: ast.AST, source: Source) -> bool:
    for each in ast.walk(tree):
        match each:
            case ast.Call(func=called, args=[_]) if source.callee(called) is next:
                return True
            case ast.Raise(exc=ast.Call(func=raised)) | ast.Raise(exc=ast.expr() as raised) if _is_stop(source.callee(raised)):
                return True
    return False


def _is_stop(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, StopIteration)


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that a function reads, also in functions and comprehensions inside it, and how these are called."""
    yield from (*code.co_names, *code.co_freevars)
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each.co_name
            yield from names_in(each)


def _named(names: Iterable[str], function: FunctionType, cls: type | None) -> set[FunctionType]:
    """Return the functions that these names may mean in a function: those of its module, and methods."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    known = function.__globals__ | {name: cell.cell_contents for name, cell in cells if cell != CellType()}
    classes = [each for each in (cls, *known.values()) if isinstance(each, type)]
    found = [known.get(each) for each in names]
    found += [vars(base)[each] for cls in classes for base in cls.__mro__ for each in names if each in vars(base)]
    return {each for each in map(_function, found) if each is not None}


def _function(value: object) -> FunctionType | None:
    """Return the user's function behind a value; none of a generator, which makes an error of a StopIteration itself."""
    match value:
        case property(fget=found) | staticmethod(__func__=found) | classmethod(__func__=found):
            return _function(found)
        case functools.cached_property(func=found) | functools._lru_cache_wrapper(__wrapped__=found):
            return _function(found)
        case FunctionType(__module__=module) if not inspect.isgeneratorfunction(value):
            return None if (module or "").partition(".")[0] in _HARMLESS else value
    return None
