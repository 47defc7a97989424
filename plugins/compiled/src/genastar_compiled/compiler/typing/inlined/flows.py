"""Values that come one after another: each source stands where it is consumed, with what is done at each value inside.

So nothing is stored: ``any(map(f, near(n)))`` is the loop of ``near`` with a call of ``f`` in the place of its ``yield``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from attrs import evolve

from genastar_compiled.compiler.containers.keys import floats
from genastar_compiled.compiler.containers.kinds import Iterator, Table
from genastar_compiled.compiler.faults import refusing
from genastar_compiled.compiler.kinds import BOOL, INT, Fixed, Kind
from genastar_compiled.compiler.kinds_of_code import Nested, Yielding
from genastar_compiled.compiler.library import iterators
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing import frames, variables
from genastar_compiled.compiler.typing.inlined import inside
from genastar_compiled.compiler.typing.inlined.inside import Each
from genastar_compiled.compiler.typing.operations import items, mixed
from genastar_compiled.compiler.typing.typer import LARGEST, Typer
from genastar_compiled.compiler.typing.variables import within


class AnyOrder(ast.GeneratorExp):
    """A generator expression to whose consumer the order of the items makes no difference, so that it may go over a set."""

    is_sum = False
    """Whether the items are added, which rounds floats."""
    is_unordered = False
    """Whether it was found to go over a set."""


def in_any_order(node: ast.expr, is_sum: bool = False) -> ast.expr:
    """Return a comprehension for a consumer that sees no order, unless its body keeps something."""
    parts = list(ast.walk(node)) if isinstance(node, (ast.GeneratorExp, ast.ListComp)) else []
    names = [each.func.attr for each in parts if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)]
    if not parts or any(isinstance(each, ast.NamedExpr) for each in parts) or not _KEEPING.isdisjoint(names):
        return node
    made = ast.copy_location(AnyOrder(node.elt, node.generators), node)  # type: ignore[attr-defined]
    made.is_sum = is_sum
    return made


_KEEPING: Final = frozenset(
    {"add", "append", "appendleft", "discard", "extend", "insert", "pop", "popleft", "remove", "update"}
)
Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp


def is_lazy(typer: Typer, node: ast.expr) -> bool:
    """Return whether an expression gives values one after another that have no places."""
    if isinstance(node, ast.GeneratorExp):
        return True
    if isinstance(node, ast.Name):
        return isinstance(getattr(variables.holder_of(typer, node.id), "kind", None), (Yielding, Iterator))
    if not isinstance(node, ast.Call):
        return False
    made = inside.function_in(callee(typer, node.func))
    if made in (zip, enumerate):
        return any(is_lazy(typer, each.value if isinstance(each, ast.Starred) else each) for each in node.args)
    return inside.is_generator(made) or inside.is_generator(iterators.written(made))


def callee(typer: Typer, node: ast.expr) -> Kind:
    """Return the kind of the function that a call of a name, or of an attribute of names, calls."""
    part = node
    while isinstance(part, ast.Attribute):
        part = part.value
    return typer.value_of(node).kind if isinstance(part, ast.Name) else Fixed(None)


def run(typer: Typer, value: Value, each: Each) -> None:
    """Write a generator here, and what is done with each value in the place of its ``yield``."""
    kind = value.kind
    assert isinstance(kind, Yielding)
    function = kind.function
    given = typer.parts(value)
    if not isinstance(function, Nested) or not isinstance(function.node, ast.GeneratorExp):
        inside.written(typer, given[0], dict(zip(kind.names, given[1:], strict=True)), each)
        return
    node, outer = function.node, typer.frames[function.frame]
    if outer.has_ended:
        raise typer.refuse("a generator whose variables are gone")
    deliver = inside.delivering(typer, each)
    over = None if function.is_late else typer.part(given[0], 0)
    with within(typer, outer):
        typer.line = node.lineno
        comprehension(typer, node, lambda: deliver(_steady(typer, node, typer.value_of(node.elt))), over)


def _steady(typer: Typer, node: ast.AST, item: Value) -> Value:
    """Return an item of a set; refuse a float of which equal ones differ, or that makes a sum depend on the order."""
    if not isinstance(node, AnyOrder) or not node.is_unordered:
        return item
    for number in floats(typer, item):
        if node.is_sum:
            raise typer.refuse("a sum of floats in the order of a set, which depends on more than its items")
        bits = typer.step("relabel", number, kind=INT)
        is_odd = typer.step("compare", number, number, kind=BOOL, detail="fcmp uno")
        typer.fail_if(is_odd, refusing("NaN of a set", typer.where))
        is_odd = typer.step("compare", bits, Value(INT, -LARGEST - 1), kind=BOOL, detail="icmp eq")
        typer.fail_if(is_odd, refusing("-0.0 of a set", typer.where))
    if mixed.are_mixed([item]):
        raise typer.refuse("ints and floats in the order of a set, which depends on more than its items")
    return item


def comprehension(typer: Typer, node: Comprehension, body: Callable[[], None], over: Value | None = None) -> None:
    """Type the loops of a comprehension, the first of which may go over a value, and in the innermost its body."""
    frame = _frame_of(typer, node)

    def nested(generators: list[ast.comprehension]) -> None:
        if not generators:
            body()
            return
        first, *rest = generators
        if first.is_async:
            raise typer.refuse("an asynchronous comprehension")

        def turn(value: Value) -> None:
            with within(typer, frame):
                variables.bind(typer, first.target, value)
                tests(list(first.ifs))

        def tests(left: list[ast.expr]) -> None:
            if not left:
                nested(rest)
                return

            def others() -> None:
                typer.program.nodes.narrow_by(typer, left[0], True)
                tests(left[1:])

            typer.branch(typer.truth_of(left[0]), others, lambda: None)

        holder = ast.Expr(ast.Tuple([each.target for each in generators], ast.Store()))
        source: Any = over if first is node.generators[0] else None
        if source is None and isinstance(node, AnyOrder) and not is_lazy(typer, first.iter):
            source = items.source_of(typer, first.iter)
        if source is None or isinstance(source, items.Items):
            typer.program.nodes.over(typer, first.iter if source is None else source, holder, turn, lambda: None)
            return
        if isinstance(node, AnyOrder) and isinstance(source.kind, Table) and not source.kind.has_order:
            node.is_unordered = True
            source = typer.step("relabel", source, kind=evolve(source.kind, has_order=True))
        typer.program.nodes.over_value(typer, holder, source, turn, lambda: None)

    nested(list(node.generators))
    frame.has_ended = True


def _frame_of(typer: Typer, node: Comprehension) -> frames.Frame:
    targets = frozenset(name for each in node.generators for name in frames.names_stored(each.target))
    return variables.new_frame(typer, node, typer.frame, targets)


def spread(typer: Typer, node: ast.GeneratorExp | ast.ListComp) -> list[Value]:
    """Return the items of a comprehension over tuples and ranges whose lengths are known."""
    frame = _frame_of(typer, node)
    made: list[Value] = []

    def level(left: list[ast.comprehension]) -> None:
        if not left:
            with within(typer, frame):
                made.append(typer.value_of(node.elt))
            if len(made) > _MOST:
                raise typer.refuse(f"a tuple of more than {_MOST} items")
            return
        first, *rest = left
        with within(typer, typer.frame if first is node.generators[0] else frame):
            parts = items.parts_of(typer, first.iter)
        if parts is None:
            raise typer.refuse("a tuple of as many items as a loop finds")
        for part in parts:
            with within(typer, frame):
                variables.bind(typer, first.target, part)
                tests = [typer.truth_of(each).known for each in first.ifs]
            if not all(type(each) is bool for each in tests):
                raise typer.refuse("a tuple of as many items as fit a condition")
            if all(tests):
                level(rest)

    level(list(node.generators))
    frame.has_ended = True
    return made


_MOST: Final = 256
