"""The primitives of the kernel; see `kernel.primitives`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from genastar import BadInput
from genastar_compiled.compiler.containers import keeping
from genastar_compiled.compiler.containers.kinds import TEXT, Sequence, Table, is_text, kind_as_kept
from genastar_compiled.compiler.faults import Fault, Fraction, NamesParents
from genastar_compiled.compiler.kinds import (
    BITS,
    BOOL,
    FLOAT,
    HALF,
    INT,
    NONE,
    Kept,
    Kind,
    Maybe,
    Member,
    Memory,
    Place,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    is_of_numbers,
    is_of_numpy,
)
from genastar_compiled.compiler.library import arithmetic, tables, texts
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import comparisons, mixed, operators
from genastar_compiled.compiler.typing.typer import FALSE, NOTHING, TRUE, Typer
from genastar_compiled.failures.refusal import Refusal

_RESERVED: Final = Fault(
    BadInput, "a hook added the position None, which is reserved for the parent of the start; use another value"
)
_NO_INDEX: Final = Fault(Refusal, 'the index of a position is None; write it otherwise, or search with engine="interpreted"')


def _to(kind: Kind) -> Callable[..., Value]:
    def act(typer: Typer, value: Value) -> Value:
        return typer.convert(value, kind)

    return act


def scalars(typer: Typer, value: Value) -> list[Value]:
    """Return the numbers that a value is made of."""
    if isinstance(value.kind, Maybe):
        is_there = typer.is_there(value)
        inside = scalars(typer, typer.there(value))
        zeros = [Value(each.kind, False if isinstance(each.kind, Truth) else 0) for each in inside]
        return [
            is_there,
            *(typer.step("select", is_there, each, zero, kind=each.kind) for each, zero in zip(inside, zeros, strict=True)),
        ]
    if isinstance(value.kind, (Tuple, Record, Member, Kept)):
        return [each for part in typer.parts(value) for each in scalars(typer, part)]
    return [value] if value.kind.leaves else []


def _there(typer: Typer, value: Value) -> Value:
    return typer.there(value)


def _unless_none(typer: Typer, value: Value) -> Value:
    if value.kind == NONE:
        return FALSE
    if isinstance(value.kind, Maybe):
        return comparisons.both(typer, typer.is_there(value), comparisons.truth(typer, typer.there(value)))
    return comparisons.truth(typer, value)


def _must_be_nothing(typer: Typer, value: Value) -> Value:
    if value.kind != NONE:
        raise typer.refuse("add_neighbours returns or yields something")
    return NOTHING


def stored(typer: Typer, value: Value, kind: Kind) -> Value:
    """Return what the search keeps of a value that hooks gave it, which is of its kind.

    Raises:
        Fraction: it is a float where the search began with an int.
    """
    have = value.kind
    if have == kind:
        return value
    if isinstance(have, Maybe) and not isinstance(kind, Maybe):
        raise typer.refuse(f"{have}, which may be None, where the search began with {kind}")
    if isinstance(kind, Maybe):
        return typer.cast(value, kind)
    if isinstance(kind, Record) and isinstance(have, Record) and (have.cls, have.names) == (kind.cls, kind.names):
        return typer.make(kind, *(stored(typer, part, want) for part, want in zip(typer.parts(value), kind.kinds, strict=True)))
    if isinstance(kind, Tuple) and isinstance(have, Tuple) and len(have.items) == len(kind.items) and have.cls is kind.cls:
        return typer.make(kind, *(stored(typer, part, want) for part, want in zip(typer.parts(value), kind.items, strict=True)))
    if isinstance(have, Real) and isinstance(kind, Whole):
        raise typer.refuse("a cost with a fraction where the search began with whole numbers", Fraction)
    if isinstance(have, Whole) and isinstance(kind, Real) and have.bits == 64:
        operators.refuse_inexact(typer, value, mixed.make_rounding_fault(typer))
        return typer.convert(value, kind)
    if isinstance(have, Whole) and isinstance(kind, Whole):
        if is_of_numpy(have) and have.bits != 64:
            raise typer.refuse(f"a cost that is {have} of numpy's; write int(...) around it")
        return typer.convert(value, kind)
    if isinstance(have, Real) and isinstance(kind, Real) and have.bits == kind.bits:
        return typer.convert(value, kind)
    raise typer.refuse(f"{have} where the search began with {kind}")


def _memory(typer: Typer, memory: Value) -> Memory:
    assert isinstance(memory.kind, Memory)
    return memory.kind


def _fits(typer: Typer, memory: Value, value: Value) -> Value:
    kind = _memory(typer, memory)
    have = typer.convert_parts(value, kind.element)
    back = typer.convert_parts(typer.convert_parts(have, kind.stored), kind.element)
    made = TRUE
    for one, other in zip(scalars(typer, have), scalars(typer, back), strict=True):
        how = "fcmp oeq" if isinstance(one.kind, Real) else "icmp eq"
        made = comparisons.both(typer, made, typer.step("compare", one, other, kind=BOOL, detail=how))
    return made


def _as_stored(typer: Typer, memory: Value, value: Value) -> Value:
    kind = _memory(typer, memory)
    return typer.convert_parts(typer.convert_parts(value, kind.stored), kind.element)


def _as_element(typer: Typer, memory: Value, value: Value) -> Value:
    return stored(typer, value, _memory(typer, memory).element)


def _cell_of(typer: Typer, value: Value) -> Value:
    value = typer.some(value, _NO_INDEX)
    if not isinstance(value.kind, (Whole, Truth)) or (is_of_numpy(value.kind) and value.kind != Whole(numpy=True)):
        raise typer.refuse(f"an index of a position that is {value.kind}")
    return typer.convert(value, BITS)


def _whole(typer: Typer, value: Value) -> Value:
    if isinstance(value.kind, Real):
        raise typer.refuse("a cost with a fraction where the search began with whole numbers", Fraction)
    if value.kind not in (INT, Whole(numpy=True)):
        raise typer.refuse(f"a cost or an estimate that is {value.kind}")
    return typer.convert(value, INT)


def _of_numbers(typer: Typer, value: Value) -> Value:
    if not is_of_numbers(value.kind) or is_of_numpy(value.kind):
        raise typer.refuse(f"a key that is {value.kind}")
    return value


def _has_nan(typer: Typer, value: Value) -> Value:
    made = FALSE
    for each in scalars(typer, value):
        if isinstance(each.kind, Real):
            made = comparisons.either(typer, made, typer.step("compare", each, each, kind=BOOL, detail="fcmp uno"))
    return made


def _hash_of(typer: Typer, value: Value) -> Value:
    """Fold in each number by a multiplication, as the finaliser of SplitMix64 (Steele, Lea and Flood 2014)."""
    made = Value(INT, 0)
    for each in _hashed(typer, value):
        if isinstance(each.kind, Real):  # adding 0.0 turns -0.0 into 0.0, which is equal
            word = typer.step("relabel", _positive_zero(typer, each), kind=INT)
        else:
            word = typer.convert(each, INT)
        for turn, (factor, shift) in enumerate(((0xBF58476D1CE4E5B9, 32), (0x94D049BB133111EB, 29))):
            mixed = typer.step("binary", made, word, kind=INT, detail="xor") if turn == 0 else made
            made = typer.step("binary", mixed, Value(INT, factor - (1 << 64)), kind=INT, detail="mul")
            high = typer.step("binary", made, Value(INT, shift), kind=INT, detail="lshr")
            made = typer.step("binary", made, high, kind=INT, detail="xor")
    return typer.step("binary", made, Value(INT, (1 << 63) - 1), kind=INT, detail="and")


def _hashed(typer: Typer, value: Value) -> list[Value]:
    """Return the numbers that decide whether values are equal."""
    kind = value.kind
    if isinstance(kind, Record):
        if any(typer.program.method_of(kind, name) is not None for name in ("__eq__", "__hash__")):
            raise typer.refuse(f"a position of the class {kind}, which compares by a method of its own")
        names = comparisons.compared(kind.cls)
        return [each for name in names for each in _hashed(typer, typer.field(value, name))]
    if isinstance(kind, Tuple):
        return [each for part in typer.parts(value) for each in _hashed(typer, part)]
    if is_text(kind):
        return [typer.program.call(typer, texts.hashed, [typer.cast(value, TEXT)])]
    if isinstance(kind, Sequence):
        return [typer.program.call(typer, texts.hashed_items, [value])]
    if isinstance(kind, Table):
        return [typer.program.call(typer, tables.hashed, [value])]
    return scalars(typer, value)


def _positive_zero(typer: Typer, value: Value) -> Value:
    return typer.step("binary", typer.convert(value, FLOAT), Value(FLOAT, 0.0), kind=FLOAT, detail="fadd")


def _order_of(typer: Typer, value: Value) -> Value:
    bits = typer.step("relabel", _positive_zero(typer, value), kind=INT)
    sign = typer.step("binary", bits, Value(INT, 63), kind=INT, detail="ashr")
    rest = typer.step("binary", sign, Value(INT, 1), kind=INT, detail="lshr")
    return typer.step("binary", bits, rest, kind=INT, detail="xor")  # the greater a negative float, the smaller its bits


def _sum_overflows(typer: Typer, one: Value, other: Value, total: Value) -> Value:
    if not all(isinstance(each.kind, Whole) for each in (one, other, total)):
        return FALSE
    one, other, total = (typer.convert(each, INT) for each in (one, other, total))
    flips = [typer.step("binary", each, total, kind=INT, detail="xor") for each in (one, other)]
    both = typer.step("binary", *flips, kind=INT, detail="and")
    return operators.compare_ints(typer, "slt", both, Value(INT, 0))


def _is_rounded(typer: Typer, cost: Value) -> Value:
    """Return whether a number is beyond 2 ** 53, if costs, which are floats here, began whole."""
    made = FALSE
    if not typer.program.began_whole:
        return made
    for each in scalars(typer, cost):
        if isinstance(each.kind, Real):
            is_far = operators.is_rounded(typer, typer.convert(each, FLOAT))
        else:
            moved = typer.step("binary", typer.convert(each, INT), Value(INT, operators.EXACT), kind=INT, detail="add")
            is_far = operators.compare_ints(typer, "ugt", moved, Value(INT, 2 * operators.EXACT))
        made = comparisons.either(typer, made, is_far)
    return made


def _comes_before(typer: Typer, cost: Value, serial: Value, other: Value, other_serial: Value) -> Value:
    newer = operators.compare_ints(typer, "sgt", serial, other_serial)
    below = comparisons.compare(typer, ast.Lt, cost, other)
    if isinstance(cost.kind, (Whole, Real)):  # no branch: a processor could not predict it
        same = comparisons.compare(typer, ast.Eq, cost, other)
        return comparisons.either(typer, below, comparisons.both(typer, same, newer))
    above = comparisons.compare(typer, ast.Lt, other, cost)
    return comparisons.either(typer, below, comparisons.both(typer, newer, comparisons.inverted(typer, above)))


def _times(typer: Typer, least: Value, weight: Value) -> Value:
    of_ints = arithmetic.ints_times if isinstance(weight.kind, Whole) else arithmetic.int_times
    return typer.program.call(typer, of_ints if isinstance(least.kind, Whole) else arithmetic.times, [least, weight])


def _like_the_start(typer: Typer, refused: Value, position: Value) -> Value:
    wanted = _memory(typer, refused).element
    keeping.check_position(typer, position.kind, wanted)
    typer.some(position, _RESERVED)
    return NOTHING


def _lend(typer: Typer, address: Value) -> Value:
    """Let the program keep texts and containers in the memory of the search at this address."""
    return typer.step("lend", typer.memory(), address)


def _as_start(typer: Typer, start: Value) -> Value:
    return keeping.fitted(typer, start, typer.program.position)


def _as_kept(typer: Typer, value: Value) -> Value:
    return keeping.keep(typer, value, kind_as_kept(value.kind))


def _needs_no_parent(typer: Typer, parent: Value) -> Value:
    if parent.kind != NONE:
        raise typer.refuse("a parent that a hook names", NamesParents)
    return NOTHING


def _has_no_action(typer: Typer, action: Value) -> Value:
    if action.kind != NONE:
        raise typer.refuse("a parent and an action that are given at once")
    return NOTHING


def _not_in_a_walk(typer: Typer, position: Value) -> Value:
    raise typer.refuse(
        "open_list.known() in a depth-first walk, which does not keep what it knows; use another algorithm, such as astar"
    )


def _on_stack(typer: Typer, value: Value) -> Value:
    assert isinstance(value.kind, Record)
    return typer.step("stack", value, kind=Place(value.kind))


def _in_place(typer: Typer, value: Value) -> Value:
    return value


def _small(typer: Typer, value: Value) -> Value:
    return typer.convert(typer.step("convert", value, kind=Whole(32)), INT)


def _of_float(name: str) -> Callable[..., Value]:
    def act(typer: Typer, *values: Value) -> Value:
        kind = values[0].kind
        return typer.step("intrinsic", *(typer.convert(each, kind) for each in values), kind=kind, detail=name)

    return act


def _fmod(typer: Typer, value: Value, by: Value) -> Value:
    return typer.step("binary", value, typer.convert(by, value.kind), kind=value.kind, detail="frem")


PRIMITIVES: Final[dict[str, Callable[..., Value]]] = {
    "int64": _to(INT),
    "uint64": _to(BITS),
    "uint32": _to(HALF),
    "float64": _to(FLOAT),
    "there": _there,
    "unless_none": _unless_none,
    "must_be_nothing": _must_be_nothing,
    "fits": _fits,
    "as_stored": _as_stored,
    "as_element": _as_element,
    "cell_of": _cell_of,
    "whole": _whole,
    "of_numbers": _of_numbers,
    "has_nan": _has_nan,
    "hash_of": _hash_of,
    "order_of": _order_of,
    "sum_overflows": _sum_overflows,
    "is_rounded": _is_rounded,
    "comes_before": _comes_before,
    "times": _times,
    "like_the_start": _like_the_start,
    "lend": _lend,
    "as_start": _as_start,
    "as_kept": _as_kept,
    "needs_no_parent": _needs_no_parent,
    "has_no_action": _has_no_action,
    "not_in_a_walk": _not_in_a_walk,
    "on_stack": _on_stack,
    "in_place": _in_place,
    "small": _small,
    "fmod": _fmod,
    "fma": _of_float("llvm.fma.f64"),
    "floor": _of_float("llvm.floor.f64"),
    "copysign": _of_float("llvm.copysign.f64"),
}
