"""Functions that consume what others give one after another: each is a loop that goes as far as it must."""

from __future__ import annotations

import ast
import functools
import math
import sys
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.faults import Fault, refusing
from genastar_compiled.compiler.kinds import Fixed, Real, Tuple
from genastar_compiled.compiler.tree import Region, Value
from genastar_compiled.compiler.typing import comparisons, frames, items, library, operators, variables
from genastar_compiled.compiler.typing.inlined import flows
from genastar_compiled.compiler.typing.inlined.flows import Flow, Late, comprehension, left, room
from genastar_compiled.compiler.typing.typer import FALSE, TRUE, Typer
from genastar_compiled.compiler.typing.variables import within

Named = dict[str, ast.expr]


def applies(typer: Typer, function: Value, node: ast.Call) -> bool:
    """Return whether a call consumes what its argument gives one after another."""
    made = function.kind.value if isinstance(function.kind, Fixed) else None
    if not is_known(made) or not node.args or any(isinstance(each, ast.Starred) for each in node.args):
        return False
    if made in (next, functools.reduce):
        return True
    first, has_key = node.args[0], any(each.arg == "key" for each in node.keywords)
    if made is tuple or isinstance(first, (ast.GeneratorExp, ast.ListComp)) or flows.is_lazy(typer, first):
        return made is not tuple or isinstance(first, (ast.GeneratorExp, ast.ListComp))
    if made in (min, max) and (has_key or len(node.args) > 1):
        return has_key
    return isinstance(first, ast.Call) and items.is_made(typer, first)


def is_known(function: object) -> bool:
    """Return whether a function is one of those that consume."""
    try:
        return function in _CONSUMERS
    except TypeError:  # no hash
        return False


def consumed(typer: Typer, function: Value, node: ast.Call) -> Value:
    """Return what a function gives of what its argument gives one after another."""
    assert isinstance(function.kind, Fixed)
    named = {each.arg or "**": each.value for each in node.keywords}
    return _CONSUMERS[function.kind.value](typer, node.args, named)


def _values(typer: Typer, node: ast.expr) -> Flow:
    """Return what an argument gives. A list makes all of its items, but nothing can tell unless one of them raises."""
    if isinstance(node, ast.ListComp):
        return lambda each: comprehension(typer, node, lambda: each(typer.value_of(node.elt)))
    return flows.flow_of(typer, node)


def _some(is_any: bool) -> Callable[[Typer, list[ast.expr], Named], Value]:
    def consume(typer: Typer, nodes: list[ast.expr], named: Named) -> Value:
        (node,) = nodes
        slot = room(typer, node, "result", FALSE if is_any else TRUE)
        is_list = isinstance(node, ast.ListComp)

        def seen(holds: Value, region: Region) -> None:
            if is_list:
                join = comparisons.either if is_any else comparisons.both
                typer.put(slot, join(typer, typer.get(slot), holds))
                return

            def leave() -> None:
                typer.put(slot, TRUE if is_any else FALSE)
                typer.leave(region)

            typer.branch(comparisons.inverted(typer, holds, not is_any), leave, lambda: None)

        def act(region: Region) -> None:
            if isinstance(node, (ast.GeneratorExp, ast.ListComp)):
                comprehension(typer, node, lambda: seen(typer.truth_of(node.elt), region))
            else:
                flows.flow_of(typer, node)(lambda value: seen(comparisons.truth(typer, value), region))

        left(typer, act)
        return typer.get(slot)

    return consume


def _sum(typer: Typer, nodes: list[ast.expr], named: Named) -> Value:
    starts = [*nodes[1:], *(value for name, value in named.items() if name == "start")]
    if len(starts) > 1 or named.keys() - {"start"}:
        raise typer.refuse("sum with other arguments")
    return _folded(typer, nodes[0], typer.value_of(starts[0]) if starts else typer.constant(0), ast.Add)


def _product(typer: Typer, nodes: list[ast.expr], named: Named) -> Value:
    if len(nodes) > 1 or named.keys() - {"start"}:
        raise typer.refuse("math.prod with other arguments")
    return _folded(typer, nodes[0], typer.value_of(named["start"]) if named else typer.constant(1), ast.Mult)


def _folded(typer: Typer, node: ast.expr, start: Value, sign: type[ast.operator]) -> Value:
    slot = room(typer, node, "total", start)

    def add(value: Value) -> None:
        if isinstance(value.kind, Real) and sign is ast.Add and sys.version_info >= (3, 12):
            raise typer.refuse("sum of floats, which Python adds more exactly")
        typer.put(slot, operators.binary(typer, sign, typer.get(slot), value))

    _values(typer, node)(add)
    return typer.get(slot)


def _best(sign: type[ast.cmpop]) -> Callable[[Typer, list[ast.expr], Named], Value]:
    name = "min" if sign is ast.Lt else "max"

    def consume(typer: Typer, nodes: list[ast.expr], named: Named) -> Value:
        if named.keys() - {"key", "default"} or (len(nodes) > 1 and "default" in named):
            raise typer.refuse(f"{name} with other arguments")
        parts = [typer.value_of(each) for each in nodes] if len(nodes) > 1 else None
        flow = _values(typer, nodes[0]) if parts is None else None
        default = typer.value_of(named["default"]) if "default" in named else None
        key = typer.value_of(named["key"]) if "key" in named else None
        is_first, best, rank = (
            room(typer, nodes[0], "first", TRUE),
            Late(typer, nodes[0], "best"),
            Late(typer, nodes[0], "rank"),
        )

        def take(value: Value) -> None:
            if key is None or key.known is None:
                kind = best.slot_for(value.kind)

                def more() -> None:
                    best.put(library.better(typer, sign, value, typer.get(kind)))

                typer.branch(typer.get(is_first), lambda: best.put(value), more)
            else:
                have: Value = typer.program.nodes.call(typer, key, [value], {})
                slot = rank.slot_for(have.kind)

                def keep() -> None:
                    best.put(value)
                    rank.put(have)

                def rival() -> None:
                    holds = comparisons.truth(typer, comparisons.compare(typer, sign, have, typer.get(slot)))
                    typer.branch(holds, keep, lambda: None)

                typer.branch(typer.get(is_first), keep, rival)
            typer.put(is_first, FALSE)

        if flow is not None:
            flow(take)
        for each in parts or ():
            take(each)
        if default is None:
            typer.fail_if(typer.get(is_first), Fault(ValueError, f"{name}() arg is an empty sequence"))
        else:
            typer.branch(typer.get(is_first), lambda: best.put(default), lambda: None)
        if best.slot is None:
            raise typer.refuse(f"{name} of nothing")
        return typer.get(best.slot)

    return consume


def _next(typer: Typer, nodes: list[ast.expr], named: Named) -> Value:
    if not 1 <= len(nodes) <= 2 or named or not flows.is_lazy(typer, nodes[0]) or isinstance(nodes[0], ast.Name):
        raise typer.refuse("next of something else than a generator that is made there")
    flow = flows.flow_of(typer, nodes[0])
    default = typer.value_of(nodes[1]) if nodes[1:] else None
    found = Late(typer, nodes[0], "found")

    def act(region: Region) -> None:
        def take(value: Value) -> None:
            found.put(value)
            typer.leave(region)

        typer.attempt(lambda: flow(take))
        if typer.has_ended:
            return
        if default is None:
            typer.fail_if(TRUE, refusing("next() of a generator that has ended", typer.function.__qualname__))
            typer.has_ended = True
        else:
            found.put(default)

    left(typer, act)
    if found.slot is None:
        raise typer.refuse("next of nothing")
    return typer.get(found.slot)


def _reduce(typer: Typer, nodes: list[ast.expr], named: Named) -> Value:
    if not 2 <= len(nodes) <= 3 or named:
        raise typer.refuse("reduce with other arguments")
    function, flow = typer.value_of(nodes[0]), _values(typer, nodes[1])
    begin = typer.value_of(nodes[2]) if nodes[2:] else None
    is_first, total = room(typer, nodes[0], "first", TRUE if begin is None else FALSE), Late(typer, nodes[0], "total")
    if begin is not None:
        total.put(begin)

    def take(value: Value) -> None:
        slot = total.slot_for(value.kind)

        def more() -> None:
            total.put(typer.program.nodes.call(typer, function, [typer.get(slot), value], {}))

        if begin is None:
            typer.branch(typer.get(is_first), lambda: total.put(value), more)
            typer.put(is_first, FALSE)
        else:
            more()

    flow(take)
    if begin is None:
        typer.fail_if(typer.get(is_first), Fault(TypeError, "reduce() of empty iterable with no initial value"))
    if total.slot is None:
        raise typer.refuse("reduce of nothing")
    return typer.get(total.slot)


def _tuple(typer: Typer, nodes: list[ast.expr], named: Named) -> Value:
    """Return a tuple of as many items as are known."""
    (node,) = nodes
    assert isinstance(node, (ast.GeneratorExp, ast.ListComp))
    return typer.tuple_of(spread(typer, node))


def spread(typer: Typer, node: ast.GeneratorExp | ast.ListComp) -> list[Value]:
    """Return the items of a comprehension over tuples and ranges whose lengths are known."""
    targets = frozenset(name for each in node.generators for name in frames.names_stored(each.target))
    frame = variables.new_frame(typer, node, typer.frame, targets)
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
                _set(typer, first.target, part)
                tests = [typer.truth_of(each).known for each in first.ifs]
            if not all(type(each) is bool for each in tests):
                raise typer.refuse("a tuple of as many items as fit a condition")
            if all(tests):
                level(rest)

    level(list(node.generators))
    frame.has_ended = True
    return made


_MOST: Final = 256


def _set(typer: Typer, target: ast.expr, value: Value) -> None:
    """Give a target of a comprehension a value that may be known."""
    if isinstance(target, ast.Name):
        key = typer.frame.key(target.id)
        typer.bound.add(key)
        typer.variables[key] = value
    elif isinstance(target, ast.Tuple) and isinstance(value.kind, Tuple) and len(target.elts) == len(value.kind.items):
        for each, part in zip(target.elts, typer.parts(value), strict=True):
            _set(typer, each, part)
    else:
        raise typer.refuse(f"the items of {value.kind}")


_CONSUMERS: Final[dict[Any, Callable[[Typer, list[ast.expr], Named], Value]]] = {
    any: _some(True),
    all: _some(False),
    sum: _sum,
    min: _best(ast.Lt),
    max: _best(ast.Gt),
    next: _next,
    tuple: _tuple,
    functools.reduce: _reduce,
    math.prod: _product,
}
