"""Variables: what names mean, and what they are given."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from genastar_compiled.compiler.containers.kinds import may_change
from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import BOOL, Fixed, Tuple
from genastar_compiled.compiler.kinds_of_code import Nested, Yielding, is_generating
from genastar_compiled.compiler.tree import Ended, Slot, TypeAgain, Value
from genastar_compiled.compiler.typing import frames
from genastar_compiled.compiler.typing.frames import Frame
from genastar_compiled.compiler.typing.operations import comparisons
from genastar_compiled.compiler.typing.typer import FALSE, TRUE, Typer


def assign(typer: Typer, name: str, value: Value) -> None:
    """Give a variable a value."""
    owner = typer.frame.owner(name)
    if owner is None:
        raise typer.refuse(f"an assignment to {name}, which is no variable of the function")
    key = owner.prefix + name
    if value.known is ... and frames.is_ours(owner.code):
        return
    check_generator(typer, owner, name, value)
    if isinstance(value.kind, Yielding) and isinstance(value.kind.function, Nested) and value.kind.function.is_late:
        raise typer.refuse(f"{name}, a generator that is kept")
    forget_narrowed(typer, {key})
    typer.bound.add(key)
    if name not in owner.read:
        return
    if key in typer.found.uncertain:
        typer.put(_flag(typer, key), TRUE)
    slot = typer.variables.get(key)
    if isinstance(slot, Slot) and typer.depth == owner.depth and slot.kind != value.kind:  # a new variable of this name
        typer.versions[key] = typer.versions.get(key, 0) + 1
        slot = None
    if isinstance(slot, Value) and typer.depth != owner.depth:
        raise typer.refuse(f"an assignment to {name}, which is an argument")
    if isinstance(value.kind, Yielding) and typer.depth == owner.depth and frames.is_stored_once(owner.tree, name):
        typer.variables[key] = value  # whose numbers may be known: of how many items it gives a combination
        return
    if not isinstance(slot, Slot):
        slot = typer.variables[key] = typer.slot(f"{key} {typer.versions.get(key, 0)}", value.kind)
        if slot.name in typer.found.early:
            typer.found.settle(slot.name, value.kind)
    typer.put(slot, value)


def check_generator(typer: Typer, frame: Frame, name: str, value: Value) -> None:
    """Refuse a variable that holds a generator, unless it is read once: then nothing is left of it."""
    if not is_generating(value.kind) or frames.is_ours(frame.code):
        return
    function = value.kind.function if isinstance(value.kind, Yielding) else None
    if isinstance(value.kind, Yielding) and _is_over_changing(value.kind):
        raise typer.refuse(f"{name}, a generator over a container that may change before it is read")
    if function is None or frame.tree is None or not frames.is_used_once(frame.tree, name):
        raise typer.refuse(f"{name}, a generator that is kept")


def _is_over_changing(kind: Yielding) -> bool:
    """Return whether a generator has begun to go over a dict, a set or a deque, which may not change then."""
    function = kind.function
    if isinstance(function, Nested) and isinstance(function.node, ast.GeneratorExp):
        sources = function.defaults
    else:
        sources = kind.kinds if isinstance(function, Fixed) and frames.is_ours(function.value) else ()
    return any(_is_over_changing(each) if isinstance(each, Yielding) else may_change(each) for each in sources)


def bind(typer: Typer, target: ast.expr, value: Value) -> None:
    """Give variables that nothing else changes their values, which may be known and of another kind each time."""
    if isinstance(target, ast.Name) and not is_generating(value.kind):
        key = typer.frame.key(target.id)
        forget_narrowed(typer, {key})
        typer.bound.add(key)
        typer.variables[key] = value
    elif isinstance(target, ast.Tuple) and isinstance(value.kind, Tuple) and len(target.elts) == len(value.kind.items):
        for each, part in zip(target.elts, typer.parts(value), strict=True):
            bind(typer, each, part)
    else:
        typer.assign_to(target, value)


def forget_narrowed(typer: Typer, keys: set[str]) -> None:
    """Forget that variables are not None."""
    typer.narrowed = {each: kind for each, kind in typer.narrowed.items() if each.partition(".")[0] not in keys}


def value_of_name(typer: Typer, name: str) -> Value:
    """Return what a name means."""
    owner = typer.frame.owner(name)
    if owner is not None:
        key = owner.prefix + name
        found = typer.variables.get(key)
        if found is None and frames.is_ours(owner.code):
            found = _early(typer, f"{key} 0")
        if found is None or owner.has_ended:
            raise typer.refuse(f"{name}, which has no value on every way here")
        if key not in typer.bound and not frames.is_ours(owner.code):
            _check_bound(typer, owner, name)
        value = typer.get(found) if isinstance(found, Slot) else found
        return typer.there(value) if key in typer.narrowed else value
    code = typer.function.__code__
    if name in code.co_freevars:
        try:
            return typer.outside(typer.function.__closure__[code.co_freevars.index(name)].cell_contents, name)
        except ValueError:
            raise typer.refuse(f"{name}, which has no value yet") from None
    outside = typer.function.__globals__
    if name in outside:
        return typer.outside(outside[name], name)
    if hasattr(builtins, name):
        return typer.constant(getattr(builtins, name))
    raise typer.refuse(f"{name}, which has no value")


def _check_bound(typer: Typer, owner: Frame, name: str) -> None:
    """Raise, as Python does, if a variable has no value on the way that led here."""
    key = owner.prefix + name
    if key not in typer.found.uncertain:
        typer.found.uncertain.add(key)
        raise TypeAgain
    error = UnboundLocalError if owner is typer.frame else NameError
    typer.fail_if(comparisons.inverted(typer, typer.get(_flag(typer, key))), Fault(error, f"{name} has no value"))
    typer.bound.add(key)


def _flag(typer: Typer, key: str) -> Slot:
    name = f"{key} is bound"
    found = typer.variables.setdefault(name, typer.slot(name, BOOL))
    assert isinstance(found, Slot)
    return found


def unbind(typer: Typer, keys: Iterable[str]) -> None:
    """Note that variables have no value."""
    for key in typer.found.uncertain.intersection(keys):
        typer.put(_flag(typer, key), FALSE)
    typer.bound.difference_update(keys)


def _early(typer: Typer, name: str) -> Slot:
    """Return the room of a variable that is given its first value further down in the source."""
    if name not in typer.found.kinds:
        typer.found.early.setdefault(name, len(typer.found.kinds))
        raise Ended
    slot = typer.variables[name.rpartition(" ")[0]] = typer.slot(name, typer.found.kinds[name])
    return slot


@contextmanager
def within(typer: Typer, frame: Frame) -> Iterator[None]:
    """Type code of a frame in this block."""
    before, typer.frame = typer.frame, frame
    line = typer.line
    try:
        yield
    finally:
        typer.frame, typer.line = before, line


def new_frame(typer: Typer, node: ast.AST, outer: Frame | None, names: frozenset[str], code: object = None) -> Frame:
    """Return a frame for what is written in the place of a node."""
    prefix = f"{typer.fresh(node, 'frame')} "
    function = code if isinstance(code, FunctionType) else typer.function if outer is None else outer.function
    read, shared, line = frames.names_read(node), frames.names_shared(node), typer.line
    made = Frame(function, names, read, shared, node, prefix, outer, typer.frame, code, typer.depth, line)
    typer.frames[prefix] = made
    unbind(typer, {prefix + name for name in names})
    return made


def holder_of(typer: Typer, name: str) -> Any:
    """Return the slot or the value of a variable; ``None`` if there is none."""
    return typer.variables.get(typer.frame.key(name))
