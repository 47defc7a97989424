"""Numbers that are ints on one way and floats on another: an operation on one is written for both, and chosen as it runs."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import BOOL, FLOAT, INT, MIXED, Record
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.typer import Typer
from genastar_compiled.failures.refusal import ROUNDED, Refusal


def are_mixed(values: Sequence[Value]) -> bool:
    """Return whether one of some values may be an int or a float."""
    return any(each.kind == MIXED for each in values)


def split(typer: Typer, values: Sequence[Value], act: Callable[..., Value]) -> Value:
    """Return what an operation gives of some values, each of which is an int or a float where it is written."""
    at = next((at for at, each in enumerate(values) if each.kind == MIXED), None)
    if at is None:
        return act(*values)
    bits, is_int = typer.step("part", values[at], kind=INT, detail=0), typer.step("part", values[at], kind=BOOL, detail=1)

    def as_one(value: Value) -> Value:
        return split(typer, [*values[:at], value, *values[at + 1 :]], act)

    name = typer.fresh(_NODE, "mixed")
    return typer.choose(is_int, lambda: as_one(bits), lambda: as_one(typer.step("relabel", bits, kind=FLOAT)), name)


_NODE: Final = ast.Pass()


_BEYOND: Final = (
    "an int beyond 2 ** 53 as a cost of floats, where machine code may round it; "
    'write float(...) around it, or search with engine="interpreted"'
)


def make_rounding_fault(typer: Typer) -> Fault:
    """Return the fault of an int as a cost of floats that a float may have rounded."""
    return Fault(Refusal, ROUNDED if typer.program.began_whole else _BEYOND)


def in_floats(typer: Typer, value: Value) -> Value:
    """Return a number as a float, which costs are if one of them may have a fraction; others as they are."""
    if isinstance(value.kind, Record) and MIXED in value.kind.kinds:
        parts = [in_floats(typer, each) for each in typer.parts(value)]
        return typer.make(evolve(value.kind, kinds=tuple(each.kind for each in parts)), *parts)
    if value.kind != MIXED:
        return value

    def act(part: Value) -> Value:
        if part.kind == INT:
            typer.program.nodes.refuse_inexact(typer, part, make_rounding_fault(typer))
        return typer.convert(part, FLOAT)

    return split(typer, [value], act)
