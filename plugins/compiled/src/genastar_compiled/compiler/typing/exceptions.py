"""Exceptions: ``try``, whose handlers look at the number of the fault, and ``raise``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import BOOL, Fixed, Tuple
from genastar_compiled.compiler.tree import Region, Step
from genastar_compiled.compiler.typing import frames, variables
from genastar_compiled.compiler.typing.inlined import inside
from genastar_compiled.compiler.typing.typer import Typer
from genastar_compiled.reach.names import is_own, module_of

Act = Callable[[], None]


def attempt(typer: Typer, node: ast.Try) -> None:
    """Type a ``try``."""
    if typer.frame.each is not None and inside.yields(node):
        raise typer.refuse("yield inside of try")
    do_all = typer.program.nodes.do_all
    if not node.finalbody:
        _guarded(typer, node, lambda: do_all(typer, node.body), lambda: _handle(typer, node.handlers))
        return

    def guarded() -> None:
        rest = ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
        typer.frame.finals.append((node.finalbody, typer.tries - 1))
        do_all(typer, [rest] if node.handlers else node.body)
        typer.frame.finals.pop()

    def again() -> None:
        do_all(typer, node.finalbody)
        if not typer.has_ended:
            _raise_again(typer)

    _guarded(typer, node, guarded, again)
    if not typer.has_ended:
        do_all(typer, node.finalbody)


def _guarded(typer: Typer, node: ast.Try, act: Act, handle: Act) -> None:
    """Type steps, and what handles their faults; and what Python does behind them if there is none."""
    around = Region()
    steps: tuple[list[Step], list[Step]] = ([], [])
    with typer.inside(around.body):
        before = set(typer.bound)
        with _counted(typer), typer.inside(steps[0]):
            act()
        after, has_ended = typer.bound, typer.has_ended
        typer.bound, typer.has_ended = before, False
        _forget(typer, node)
        with typer.inside(steps[1]):
            handle()
            if not typer.has_ended:
                typer.leave(around)
        typer.step("try", detail=steps)
        typer.bound, typer.has_ended = after, has_ended
        if not has_ended and not node.finalbody:
            typer.program.nodes.do_all(typer, node.orelse)
        if not typer.has_ended:
            typer.leave(around)
    _forget(typer, node)
    inside.end(typer, around)
    typer.body.append(Step("region", detail=around))


@contextmanager
def _counted(typer: Typer) -> Iterator[None]:
    """Count a ``try`` around this block, in which nothing may end in the middle of the kernel."""
    touched, typer.touches = typer.touches, False
    typer.tries += 1
    yield
    typer.tries -= 1
    if typer.touches:
        raise typer.refuse("try around a call of the open list")
    typer.touches = touched


def _forget(typer: Typer, node: ast.AST) -> None:
    """Forget which variables were not None: the steps may have been left anywhere."""
    variables.forget_narrowed(typer, set(map(typer.frame.key, frames.names_stored(node))))


def _handle(typer: Typer, handlers: list[ast.ExceptHandler]) -> None:
    if not handlers:
        _raise_again(typer)
        return
    first, *rest = handlers
    typer.line = first.lineno
    if first.name is not None and not frames.is_used_as_cause(typer.frame.tree, first.name):
        raise typer.refuse("except gives its exception a name that is used")
    classes = (BaseException,) if first.type is None else _classes(typer, first.type)

    def act() -> None:
        typer.frame.handling += 1
        typer.program.nodes.do_all(typer, first.body)
        typer.frame.handling -= 1
        if first.name is not None:  # Python deletes it
            variables.unbind(typer, {typer.frame.key(first.name)})

    typer.branch(typer.step("is_caught", kind=BOOL, detail=classes), act, lambda: _handle(typer, rest))


def _classes(typer: Typer, node: ast.expr) -> tuple[type[BaseException], ...]:
    kind = typer.value_of(node).kind
    parts = kind.items if isinstance(kind, Tuple) else (kind,)
    found: list[Any] = [each.value if isinstance(each, Fixed) else None for each in parts]
    if not all(isinstance(each, type) and issubclass(each, BaseException) for each in found):
        raise typer.refuse("except of something else than classes of exceptions")
    return tuple(found)


def run_finals(typer: Typer, count: int) -> None:
    """Type what ``finally`` does before a statement leaves all ``try`` but the outermost so many."""
    finals = typer.frame.finals
    for at in range(len(finals) - 1, count - 1, -1):
        body, tries = finals[at]
        steps: list[Step] = []
        before, handling, typer.tries, typer.frame.finals = typer.tries, typer.frame.handling, tries, finals[:at]
        typer.frame.handling = 0
        with typer.inside(steps):
            typer.program.nodes.do_all(typer, body)
        typer.tries, typer.frame.handling, typer.frame.finals = before, handling, finals
        typer.step("outside", detail=(steps, tries))
        if typer.has_ended:
            return


def throw(typer: Typer, node: ast.Raise) -> None:
    """End with the class of an exception: Python raises it again, with its arguments."""
    if node.exc is None:
        if not typer.frame.handling:
            raise typer.refuse("raise without an exception")
        _raise_again(typer)
        return
    if not isinstance(node.cause, (ast.Name, ast.Constant, type(None))):
        raise typer.refuse("raise from something else than a name")
    made = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    if any(isinstance(each, (ast.Subscript, ast.Div, ast.FloorDiv, ast.Mod, ast.NamedExpr)) for each in ast.walk(node.exc)):
        raise typer.refuse("raise with an argument that may raise itself")
    kind = typer.value_of(made).kind
    if not (isinstance(kind, Fixed) and isinstance(kind.value, type) and issubclass(kind.value, Exception)):
        raise typer.refuse("raise of something else than an exception's class")
    if typer.is_kernel and isinstance(node.exc, ast.Call):
        (text,) = (typer.value_of(each).known for each in node.exc.args)
        _fail(typer, Fault(kind.value, text))
    else:
        end(typer, kind.value)


def _raise_again(typer: Typer) -> None:
    typer.raises = True
    typer.step("raise_again")
    typer.has_ended = True


def end(typer: Typer, error: type[Exception]) -> None:
    """End with an exception of a class."""
    module = module_of(error)
    if is_own(module) and module.startswith("genastar_compiled"):
        raise typer.refuse(f"raise of {error.__qualname__}")
    if typer.frame.each is not None and issubclass(error, StopIteration):
        raise typer.refuse("StopIteration in a generator")
    _fail(typer, Fault(error if module == "builtins" else RuntimeError, "raised by a hook", error))


def _fail(typer: Typer, fault: Fault) -> None:
    typer.raises = True
    typer.step("fail", detail=fault)
    typer.has_ended = True
