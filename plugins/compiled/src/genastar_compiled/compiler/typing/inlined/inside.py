"""Code that is written where it is used: functions inside a function, functions that are given one, and generators."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Final

from genastar_compiled.compiler.kinds import Fixed, Kind
from genastar_compiled.compiler.kinds_of_code import Keywords, Method, Nested, Yielding, is_generating
from genastar_compiled.compiler.sources import tree_of
from genastar_compiled.compiler.tree import Ended, Region, Slot, Step, Value
from genastar_compiled.compiler.typing import frames, variables
from genastar_compiled.compiler.typing.typer import NOTHING, Typer
from genastar_compiled.compiler.typing.variables import within

Each = Callable[[Value], None]


def nested(typer: Typer, node: ast.Lambda | ast.FunctionDef | ast.GeneratorExp) -> Value:
    """Return a function that stands inside a function; the values of its defaults are found now."""
    defaults: list[Value] = []
    if not isinstance(node, ast.GeneratorExp):
        named = [each for each in node.args.kw_defaults if each is not None]
        defaults = [typer.value_of(each) for each in (*node.args.defaults, *named)]
        if any(is_generating(each.kind) for each in defaults):
            raise typer.refuse("a default that is a generator")
    elif not isinstance(first := node.generators[0].iter, ast.Call):
        defaults = [typer.value_of(first)]  # Python, too, finds it now
    elif typer.frame.changes_names(node):
        raise typer.refuse("a generator over a call, where variables change in between")
    return typer.make(Nested(node, typer.frame.prefix, tuple(each.kind for each in defaults)), *defaults)


def arguments_of_nested(typer: Typer, function: Value, arguments: list[Value], named: dict[str, Value]) -> dict[str, Value]:
    """Return the arguments of a call of a function inside a function, by name."""
    kind = function.kind
    assert isinstance(kind, Nested)
    assert not isinstance(kind.node, ast.GeneratorExp)
    signature, values = kind.node.args, typer.parts(function)
    places = [each.arg for each in (*signature.posonlyargs, *signature.args)]
    count = len(signature.defaults)
    defaults = dict(zip(places[len(places) - count :], values[:count], strict=True))
    by_name = [each for each, default in zip(signature.kwonlyargs, signature.kw_defaults, strict=True) if default is not None]
    defaults |= zip((each.arg for each in by_name), values[count:], strict=True)
    stars = [None if each is None else each.arg for each in (signature.vararg, signature.kwarg)]
    only = [each.arg for each in signature.kwonlyargs]
    return matched(typer, "a function inside of it", (places, only, stars), defaults, arguments, named)


Names = tuple[list[str], list[str], list["str | None"]]
"""The names of arguments by place, of those by name alone, and of ``*`` and ``**``."""


def matched(
    typer: Typer, what: str, names: Names, defaults: dict[str, Value], arguments: list[Value], named: dict[str, Value]
) -> dict[str, Value]:
    """Return the arguments of a call by the names that a function gives them, in its order."""
    places, by_name, (star, stars) = names
    given = dict(zip(places, arguments, strict=False))
    rest = {name: value for name, value in named.items() if name not in (*places, *by_name)}
    if (len(arguments) > len(places) and star is None) or (rest and stars is None):
        raise typer.refuse(f"a call of {what} with arguments that it does not take")
    if given.keys() & named.keys():
        raise typer.refuse(f"an argument of {what} that is given twice")
    given |= named
    full: dict[str, Value] = {}
    for name in (*places, *by_name):
        if name not in given and name not in defaults:
            raise typer.refuse(f"a call of {what} without its argument {name}")
        full[name] = given[name] if name in given else defaults[name]
    if star is not None:
        full[star] = typer.tuple_of(arguments[len(places) :])
    if stars is not None:
        full[stars] = typer.make(Keywords(tuple(rest), tuple(each.kind for each in rest.values())), *rest.values())
    return full


def is_generator(function: object) -> bool:
    """Return whether a call of a function, or of the kind of one inside of a function, gives a generator."""
    if isinstance(function, FunctionType):
        return bool(function.__code__.co_flags & 0x20)
    node = function.node if isinstance(function, Nested) else None
    return isinstance(node, ast.FunctionDef) and any(map(yields, node.body))


def yields(node: ast.AST) -> bool:
    """Return whether a function yields here, and not another inside of it."""
    if isinstance(node, (ast.Yield, ast.YieldFrom)):
        return True
    inside = () if isinstance(node, (ast.FunctionDef, ast.Lambda)) else ast.iter_child_nodes(node)
    return any(map(yields, inside))


def yielding(typer: Typer, function: Value, given: dict[str, Value]) -> Value:
    """Return what a call of a generator gives: nothing of it is done yet."""
    kind = Yielding(function.kind, tuple(given), tuple(each.kind for each in given.values()))
    return typer.make(kind, function, *given.values())


def generator(typer: Typer, node: ast.GeneratorExp) -> Value:
    """Return what a generator expression gives."""
    return yielding(typer, nested(typer, node), {})


def yield_one(typer: Typer, node: ast.Yield) -> Value:
    """Do with a value what the loop over this generator does; a loop sends nothing back."""
    _receiver(typer)(NOTHING if node.value is None else typer.value_of(node.value))
    return _sent(typer)


def yield_all(typer: Typer, node: ast.YieldFrom) -> Value:
    """Do with all values of another what the loop over this generator does."""
    typer.program.nodes.over(typer, node.value, ast.Pass(), _receiver(typer), lambda: None)
    return _sent(typer)


def _receiver(typer: Typer) -> Each:
    if typer.frame.each is None:
        raise typer.refuse("yield in a hook")
    return typer.frame.each


def _sent(typer: Typer) -> Value:
    if typer.has_ended:
        raise Ended
    return NOTHING


def written(typer: Typer, function: Value, given: dict[str, Value], each: Each | None = None) -> Value:
    """Write a function here; return what it returns. What it yields goes to ``each``."""
    kind = function.kind
    if isinstance(kind, Nested):
        outer = typer.frames[kind.frame]
        if outer.has_ended or isinstance(kind.node, ast.GeneratorExp):
            raise typer.refuse("a function whose variables are gone")
        node, code = kind.node, kind.node
        names = frames.own_names(node)
    else:
        assert isinstance(kind, Fixed)
        outer, code, node = None, kind.value, tree_of(kind.value)
        names = frozenset((*code.__code__.co_varnames, *code.__code__.co_cellvars))
    depth = sum(each.code is code for each in _callers(typer.frame))
    if depth > _DEEPEST and frames.is_ours(code):
        raise typer.refuse(f"combinations of more than {_DEEPEST} items, or of a number of items that is computed")
    if depth > 0 and not frames.is_ours(code):
        raise typer.refuse(f"a call of {getattr(code, '__qualname__', 'a function inside of it')}, which calls itself")
    frame = variables.new_frame(typer, node, outer, names, code)
    if each is not None:
        frame.each = delivering(typer, each)
    elif is_generator(kind if isinstance(kind, Nested) else code):
        raise typer.refuse("a generator that is called")
    body = [ast.copy_location(ast.Return(node.body), node)] if isinstance(node, ast.Lambda) else node.body
    region, rooms = Region(), list[Slot]()
    name = typer.fresh(node, "returned")

    def give(value: Value) -> None:
        if not rooms:
            rooms.append(typer.slot(name, value.kind))
        typer.put(rooms[0], value)
        typer.leave(region)

    frame.give = give
    with within(typer, frame), typer.inside(region.body):
        bind(typer, node, given)
        typer.program.nodes.do_all(typer, body)
        if not typer.has_ended:
            give(NOTHING)
    frame.has_ended = True
    end(typer, region)
    typer.body.append(Step("region", detail=region))
    if not rooms:
        raise Ended
    return typer.get(rooms[0])


_DEEPEST: Final = 8
"""Loops inside each other that `library.iterators` writes, at most."""


def _callers(frame: frames.Frame | None) -> list[frames.Frame]:
    found = []
    while frame is not None:
        found.append(frame)
        frame = frame.caller
    return found


def bind(typer: Typer, node: ast.AST, given: dict[str, Value]) -> None:
    """Give the arguments of a function their values."""
    body = [node.body] if isinstance(node, ast.Lambda) else getattr(node, "body", [])
    stored = typer.frame.shared.union(*map(frames.names_stored, body))
    for name, value in given.items():
        variables.check_generator(typer, typer.frame, name, value)
        typer.bound.add(typer.frame.prefix + name)
        if name in stored:
            typer.assign(name, value)
        else:
            typer.variables[typer.frame.prefix + name] = value


def delivering(typer: Typer, each: Each) -> Each:
    """Return what does something with a value where the variables are those of here."""
    frame, line = typer.frame, typer.line

    def deliver(value: Value) -> None:
        with within(typer, frame):
            typer.line = line
            typer.attempt(lambda: each(value))

    return deliver


def end(typer: Typer, region: Region) -> None:
    """Go on behind a region: what is known there is what is known on every way."""
    if region.bound is not None:
        typer.bound = set(region.bound) if typer.has_ended else typer.bound & region.bound
        typer.has_ended = False


def names_of_function(function: FunctionType) -> Names:
    """Return the names of the arguments of a function."""
    code = function.__code__
    names = list(code.co_varnames)
    places, only = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    has_star, has_stars = bool(code.co_flags & 0x04), bool(code.co_flags & 0x08)
    star = names[only] if has_star else None
    stars = names[only + has_star] if has_stars else None
    return names[:places], names[places:only], [star, stars]


def function_in(kind: Kind) -> object:
    """Return the function that a call of a value of this kind calls, or the kind of one inside of a function."""
    if isinstance(kind, Method):
        return kind.function
    return kind.value if isinstance(kind, Fixed) else kind
