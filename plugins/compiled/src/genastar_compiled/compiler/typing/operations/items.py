"""What a loop goes over: how many items there are, and how each is found."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from enum import EnumType
from typing import Any, Final

from attrs import define

from genastar_compiled.compiler.faults import ODD_INDEX, OUT_OF_RANGE, Fault, refusing
from genastar_compiled.compiler.kinds import BITS, BOOL, INT, Array, Fixed, Range, Real, Truth, Tuple, Whole
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import members, operators
from genastar_compiled.compiler.typing.typer import Typer


@define(eq=False)
class Items:
    """Some items, by their places from 0 up."""

    count: Value
    at: Callable[[Value], Value]
    """Returns the item at a place that there is."""
    parts: list[Value] | None = None
    """All items, if they are known one by one."""
    live: Callable[[], Value] | None = None
    """Returns how many items there are now, if that may change in the loop."""

    @property
    def are_alike(self) -> bool:
        """Whether the items are of one kind that has leaves, so that a loop can find them by a place."""
        kinds = {each.kind for each in self.parts or ()}
        return len(kinds) == 1 and next(iter(kinds)).leaves != ()


def items_of(typer: Typer, node: ast.expr) -> Items:
    """Return the items of what an expression gives."""
    found = source_of(typer, node)
    return found if isinstance(found, Items) else items_of_value(typer, found)


def source_of(typer: Typer, node: ast.expr) -> Items | Value:
    """Return the items of what an expression gives, or its value if that is made in any case."""
    if isinstance(node, (ast.Tuple, ast.List)) and not any(isinstance(each, ast.Starred) for each in node.elts):
        return _of_parts(typer, [typer.value_of(each) for each in node.elts])
    if (
        isinstance(node, ast.Call)
        and (not node.keywords or _is_strict(typer, node))
        and not any(isinstance(each, ast.Starred) for each in node.args)
    ):
        made = typer.named(node.func)
        if made is None and isinstance(node.func, ast.Attribute):
            kind = typer.value_of(node.func).kind if isinstance(node.func.value, ast.Name) else None
            made = kind.value if isinstance(kind, Fixed) else None
        if made is range:
            return _of_range(typer, [typer.value_of(each) for each in node.args])
        if made in _MADE and node.args:
            return _MADE[made](typer, node.args) if not node.keywords else _zipped(typer, node.args, node.keywords[0].value)
    return typer.value_of(node)


def parts_of(typer: Typer, node: ast.expr) -> list[Value] | None:
    """Return all items of what an expression gives, if it is known how many they are."""
    if isinstance(node, ast.Call) and not node.keywords and typer.named(node.func) is range:
        given = range_of(typer, [typer.value_of(each) for each in node.args])
        if all(each.is_known for each in given):
            return [Value(INT, number) for number in itertools.islice(range(*(each.known for each in given)), _MOST)]
        return None
    return items_of(typer, node).parts


def items_of_value(typer: Typer, value: Value) -> Items:
    """Return the items of a value."""
    value = typer.some(value)
    if isinstance(value.kind, Tuple):
        found = _of_parts(typer, typer.parts(value))
        if found.are_alike:
            found.at = lambda at: typer.step("pick", value, at, kind=value.kind.parts[0])
        return found
    if isinstance(value.kind, Array):
        return Items(typer.step("part", value, kind=INT, detail=1), lambda at: row_or_element(typer, value, [at]))
    if isinstance(value.kind, Fixed) and isinstance(value.kind.value, EnumType):
        return _of_parts(typer, [typer.constant(each) for each in list[Any](value.kind.value)])
    if isinstance(value.kind, Range):
        return of_range(typer, *typer.parts(value))
    found_items: Items | None = typer.program.nodes.items_of_container(typer, value)
    if found_items is None:
        raise typer.refuse(f"a loop over {value.kind}")
    return found_items


def _of_parts(typer: Typer, parts: list[Value]) -> Items:
    made: list[Value] = []

    def at(place: Value) -> Value:
        if not made:
            made.append(typer.tuple_of(parts))
        return typer.step("pick", made[0], place, kind=parts[0].kind)

    return Items(Value(INT, len(parts)), at, parts)


def range_of(typer: Typer, given: list[Value]) -> tuple[Value, Value, Value]:
    """Return the first number of a range, its end, and its step."""
    given = list(map(typer.some, given))
    if not 1 <= len(given) <= 3 or not all(isinstance(each.kind, Whole) for each in given):
        raise typer.refuse("a range of something else than ints")
    widest = operators.WIDEST
    given = [operators.int_of_widest(typer, each) if each.kind == widest else typer.convert(each, INT) for each in given]
    first, end, step = (Value(INT, 0), given[0], Value(INT, 1)) if len(given) == 1 else (*given, Value(INT, 1))[:3]
    if step.known == 0:
        raise typer.refuse("a range with the step 0")
    if not step.is_known:
        typer.fail_if(operators.compare_ints(typer, "eq", step, Value(INT, 0)), NO_STEP)
    return first, end, step


def _of_range(typer: Typer, given: list[Value]) -> Items:
    return of_range(typer, *range_of(typer, given))


def of_range(typer: Typer, first: Value, end: Value, step: Value) -> Items:
    """Return the numbers of a range."""
    is_up = operators.compare_ints(typer, "sgt", step, Value(INT, 0))
    one = typer.step("select", is_up, Value(INT, 1), Value(INT, -1), kind=INT)
    distance = operators.binary(typer, ast.Sub, operators.binary(typer, ast.Sub, end, first), one)
    count = operators.binary(typer, ast.Add, operators.binary(typer, ast.FloorDiv, distance, step), Value(INT, 1))
    is_some = operators.compare_ints(typer, "sgt", count, Value(INT, 0))

    def at(place: Value) -> Value:
        moved = typer.step("binary", place, step, kind=INT, detail="mul")
        return typer.step("binary", first, moved, kind=INT, detail="add")

    return Items(typer.step("select", is_some, count, Value(INT, 0), kind=INT), at)


NO_STEP: Final = Fault(ValueError, "range() arg 3 must not be zero")


def _enumerated(typer: Typer, nodes: list[ast.expr]) -> Items:
    found = items_of(typer, nodes[0])
    first = typer.value_of(nodes[1]) if nodes[1:] else Value(INT, 0)
    if first.kind != INT or len(nodes) > 2:
        raise typer.refuse("enumerate from something else than an int")

    def at(place: Value) -> Value:
        return typer.tuple_of([operators.binary(typer, ast.Add, first, place), found.at(place)])

    if found.parts is None:
        return Items(found.count, at, live=found.live)
    numbers = [operators.binary(typer, ast.Add, first, Value(INT, number)) for number in range(len(found.parts))]
    return Items(found.count, at, [typer.tuple_of([*pair]) for pair in zip(numbers, found.parts, strict=True)])


def _is_strict(typer: Typer, node: ast.Call) -> bool:
    return typer.named(node.func) is zip and [each.arg for each in node.keywords] == ["strict"]


def _zipped(typer: Typer, nodes: list[ast.expr], strict: ast.expr | None = None) -> Items:
    found = [items_of(typer, each) for each in nodes]
    if strict is not None and typer.value_of(strict).known is not False:
        for each in found[1:]:
            differs = operators.compare_ints(typer, "ne", each.count, found[0].count)
            typer.fail_if(differs, refusing("zip of unequal lengths", typer.where))
    if all(each.parts is not None for each in found):
        return _of_parts(typer, [typer.tuple_of([*row]) for row in zip(*(each.parts or () for each in found), strict=False)])

    def live() -> Value:
        count = found[0].live() if found[0].live else found[0].count
        for each in found[1:]:
            other = each.live() if each.live else each.count
            is_less = operators.compare_ints(typer, "slt", other, count)
            count = typer.step("select", is_less, other, count, kind=INT)
        return count

    return Items(live(), lambda at: typer.tuple_of([each.at(at) for each in found]), live=live)


def _reversed(typer: Typer, nodes: list[ast.expr]) -> Items:
    source = source_of(typer, nodes[0])
    if isinstance(source, Items) and isinstance(nodes[0], ast.Call) and typer.named(nodes[0].func) is not range:
        raise typer.refuse("reversed() of an iterator")
    found = source if isinstance(source, Items) else items_of_value(typer, source)
    if found.parts is not None:
        return _of_parts(typer, found.parts[::-1])
    last = typer.step("binary", found.count, Value(INT, 1), kind=INT, detail="sub")

    def checked() -> Value:
        now = found.count if found.live is None else found.live()
        fault = refusing("a list that changes its length in a loop over its items from the last", typer.where)
        typer.fail_if(operators.compare_ints(typer, "ne", now, found.count), fault)
        return found.count

    return Items(
        found.count, lambda at: found.at(typer.step("binary", last, at, kind=INT, detail="sub")), live=found.live and checked
    )


_MOST: Final = 1024

_MADE: Final[dict[Any, Callable[[Typer, list[ast.expr]], Items]]] = {
    enumerate: _enumerated,
    zip: _zipped,
    reversed: _reversed,
}


def placed(typer: Typer, index: Value, length: Value) -> Value:
    """Return an index as a place from 0 up to the length; a negative one counts from the end."""
    index = members.bare(typer, index)
    if not isinstance(index.kind, (Whole, Truth)) or index.kind == Truth(True):
        raise typer.refuse(f"an index that is {index.kind}")
    is_unsigned = isinstance(index.kind, Whole) and not index.kind.signed
    index = (
        typer.step("relabel", index, kind=INT) if is_unsigned and index.kind.leaves == ("i64",) else typer.convert(index, INT)
    )
    if typer.program.takes_odd_indices and is_unsigned:
        typer.fail_if(operators.compare_ints(typer, "uge", index, length), OUT_OF_RANGE)
        return index
    if typer.program.takes_odd_indices:
        is_negative = operators.compare_ints(typer, "slt", index, Value(INT, 0))
        moved = typer.step("binary", index, length, kind=INT, detail="add")
        index = typer.step("select", is_negative, moved, index, kind=INT)
    if index.is_known and index.known < 0:
        index = typer.step("binary", length, index, kind=INT, detail="add")
    fault = OUT_OF_RANGE if typer.program.takes_odd_indices else ODD_INDEX
    typer.fail_if(operators.compare_ints(typer, "uge", index, length), fault)
    return index


def plain(typer: Typer, value: Value) -> Value:
    """Return an element of an array as the number that machine code computes with."""
    match value.kind:
        case Whole(bits=64, signed=False):
            return typer.step("relabel", value, kind=BITS)
        case Whole():
            return typer.convert(value, INT)
        case Truth():
            return typer.step("relabel", value, kind=BOOL)
        case Real(bits=bits):
            return typer.step("relabel", value, kind=Real(bits))
    raise typer.refuse(f"an element that is {value.kind}")


def row_or_element(typer: Typer, value: Value, places: list[Value]) -> Value:
    """Return the element of an array at places that there are, or the part of it at the first of its places."""
    kind = value.kind
    assert isinstance(kind, Array)
    if len(places) < kind.ndim:
        part = Array(kind.element, kind.ndim - len(places), kind.is_packed, kind.is_mutable)
        return typer.step("row", value, *places, kind=part)
    made = typer.step("element", value, *places, kind=kind.element)
    return plain(typer, made) if typer.program.is_plain else made
