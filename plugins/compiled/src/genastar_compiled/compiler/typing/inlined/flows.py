"""Values that come one after another: each source stands where it is consumed, with what is done at each value inside.

So nothing is stored: ``any(map(f, near(n)))`` is the loop of ``near`` with a call of ``f`` in the place of its ``yield``.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.kinds import Fixed, Kind, Nested, Yielding
from genastar_compiled.compiler.tree import Region, Slot, Step, Value
from genastar_compiled.compiler.typing import frames, variables
from genastar_compiled.compiler.typing.inlined import inside
from genastar_compiled.compiler.typing.inlined.inside import Each
from genastar_compiled.compiler.typing.typer import Typer
from genastar_compiled.compiler.typing.variables import within

Flow = Callable[[Each], None]
"""Writes a loop that does something with each value."""
Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp


def is_lazy(typer: Typer, node: ast.expr) -> bool:
    """Return whether an expression gives values one after another that have no places."""
    if isinstance(node, ast.GeneratorExp):
        return True
    if isinstance(node, ast.Name):
        return isinstance(getattr(variables.holder_of(typer, node.id), "kind", None), Yielding)
    if not isinstance(node, ast.Call):
        return False
    return is_flow(typer, node) or inside.is_generator(inside.function_in(callee(typer, node.func)))


def is_flow(typer: Typer, node: ast.Call) -> bool:
    """Return whether a call of one of Python's own functions gives values one after another that have no places."""
    made = inside.function_in(callee(typer, node.func))
    if made in _OF_ITEMS:
        return any(is_lazy(typer, each.value if isinstance(each, ast.Starred) else each) for each in node.args)
    is_product = made is itertools.product and bool(node.keywords or any(_is_open(typer, each) for each in node.args))
    return is_product or _flow_named(typer, made) is not None


def _is_open(typer: Typer, node: ast.expr) -> bool:
    """Return whether the number of items of an expression is found as the program runs."""
    return isinstance(node, (ast.Call, ast.ListComp, ast.Starred)) or is_lazy(typer, node)


def callee(typer: Typer, node: ast.expr) -> Kind:
    """Return the kind of the function that a call of a name, or of an attribute of names, calls."""
    part = node
    while isinstance(part, ast.Attribute):
        part = part.value
    return typer.value_of(node).kind if isinstance(part, ast.Name) else Fixed(None)


def flow_of(typer: Typer, node: ast.expr) -> Flow:
    """Return the values that an expression gives one after another."""
    if isinstance(node, ast.GeneratorExp):
        return lambda each: comprehension(typer, node, lambda: each(typer.value_of(node.elt)))
    if isinstance(node, ast.Call) and is_lazy(typer, node):
        made = inside.function_in(callee(typer, node.func))
        act = _flow_named(typer, made)
        if act is not None:
            if any(isinstance(each, ast.Starred) for each in node.args):
                raise typer.refuse(f"* in {getattr(made, '__name__', made)}")
            named = {each.arg or "**": each.value for each in node.keywords}
            return act(typer, list(node.args), named)
    if is_lazy(typer, node):
        return flow_of_value(typer, typer.value_of(node))
    holder = ast.Expr(ast.Tuple([], ast.Load()))
    return lambda each: typer.program.nodes.over(typer, node, holder, each, lambda: None)


def flow_of_value(typer: Typer, value: Value) -> Flow:
    """Return the values that a generator gives."""
    kind = value.kind
    assert isinstance(kind, Yielding)
    function = kind.function
    if isinstance(function, Nested) and isinstance(function.node, ast.GeneratorExp):
        node, outer = function.node, typer.frames[function.frame]
        if outer.has_ended:
            raise typer.refuse("a generator whose variables are gone")

        def flow(each: Each) -> None:
            deliver = inside.delivering(typer, each)
            over = None if function.is_late else typer.part(typer.part(value, 0), 0)
            with within(typer, outer):
                comprehension(typer, node, lambda: deliver(typer.value_of(node.elt)), over)

        return flow
    return lambda each: inside.run_generator(typer, value, each)


def comprehension(typer: Typer, node: Comprehension, body: Callable[[], None], over: Value | None = None) -> None:
    """Type the loops of a comprehension, the first of which may go over a value, and in the innermost its body."""
    targets = frozenset(name for each in node.generators for name in frames.names_stored(each.target))
    frame = variables.new_frame(typer, node, typer.frame, targets)
    _nested(typer, list(node.generators), body, frame, over)
    frame.has_ended = True


def _nested(
    typer: Typer, generators: list[ast.comprehension], body: Callable[[], None], frame: frames.Frame, over: Value | None = None
) -> None:
    if not generators:
        body()
        return
    first, *rest = generators
    if first.is_async:
        raise typer.refuse("an asynchronous comprehension")

    def turn(value: Value) -> None:
        with within(typer, frame):
            typer.assign_to(first.target, value)
            tests(list(first.ifs))

    def tests(left: list[ast.expr]) -> None:
        if not left:
            _nested(typer, rest, body, frame)
            return

        def others() -> None:
            typer.program.nodes.narrow_by(typer, left[0], True)
            tests(left[1:])

        typer.branch(typer.truth_of(left[0]), others, lambda: None)

    holder = ast.Expr(ast.Tuple([each.target for each in generators], ast.Store()))
    if over is None:
        typer.program.nodes.over(typer, first.iter, holder, turn, lambda: None)
    elif isinstance(over.kind, Yielding):
        flow_of_value(typer, over)(turn)
    else:
        typer.program.nodes.over_value(typer, over, holder, turn)


def left(typer: Typer, act: Callable[[Region], None]) -> None:
    """Write steps that may be left from inside."""
    region = Region()
    with typer.inside(region.body):
        typer.attempt(lambda: act(region))
    inside.end(typer, region)
    typer.body.append(Step("region", detail=region))


def room(typer: Typer, node: ast.AST, what: str, value: Value) -> Slot:
    """Return the room of a new variable with this value."""
    slot = typer.slot(typer.fresh(node, what), value.kind)
    typer.put(slot, value)
    return slot


class Late:
    """The room of a variable whose kind is found with its first value."""

    def __init__(self, typer: Typer, node: ast.AST, what: str) -> None:
        self._typer = typer
        self._name = typer.fresh(node, what)
        self.slot: Slot | None = None

    def slot_for(self, kind: Kind) -> Slot:
        """Return the room, of this kind if there was none."""
        if self.slot is None:
            self.slot = self._typer.slot(self._name, kind)
        return self.slot

    def put(self, value: Value) -> None:
        """Write a value."""
        self._typer.put(self.slot_for(value.kind), value)


_OF_ITEMS: Final = (zip, enumerate, reversed)
"""What gives items by their places, if it goes over such items."""


def _flow_named(typer: Typer, function: object) -> Any:
    """Return what makes the flow of a call of one of Python's own functions."""
    try:
        return typer.program.nodes.flows.get(function)
    except TypeError:  # no hash
        return None
