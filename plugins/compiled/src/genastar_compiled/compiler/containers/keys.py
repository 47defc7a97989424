"""The keys of dicts and the items of sets: which values have a hash, and the numbers that decide it."""

from __future__ import annotations

from genastar_compiled.compiler.containers.kinds import Never, Sequence, Table, is_text
from genastar_compiled.compiler.faults import refusing
from genastar_compiled.compiler.kinds import BOOL, Kind, Maybe, Member, Nothing, Real, Record, Tuple, is_number, is_of_numpy
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.typer import Typer


def checked(typer: Typer, key: Value) -> Value:
    """Return a value that can be a key. One that has NaN in it is refused: whether that is found depends on the object."""
    if not _has_hash(typer, key.kind):
        raise typer.refuse(f"{key.kind} as a key")
    for number in floats(typer, key):
        is_nan = typer.step("compare", number, number, kind=BOOL, detail="fcmp uno")
        typer.fail_if(is_nan, refusing("a NaN in a set, or as a key", typer.where))
    return key


def _has_hash(typer: Typer, kind: Kind) -> bool:
    if isinstance(kind, Record):
        methods = (typer.program.method_of(kind, name) for name in ("__eq__", "__hash__"))
        if kind.cls.__hash__ is None or any(each is not None for each in methods):
            return False
    if isinstance(kind, Sequence):
        return kind.cls is tuple and not isinstance(kind.item, Real) and _has_hash(typer, kind.item)
    if isinstance(kind, Table):
        return kind.cls is frozenset and _has_hash(typer, kind.key)
    if isinstance(kind, (Tuple, Record, Member)):
        return all(_has_hash(typer, part) for part in kind.parts)
    if isinstance(kind, Maybe):
        return is_number(kind.kind) and not isinstance(kind.kind, Real)
    return (is_number(kind) and not is_of_numpy(kind)) or is_text(kind) or isinstance(kind, (Nothing, Never))


def floats(typer: Typer, value: Value) -> list[Value]:
    """Return the floats in a tuple or a record, or the one that a value is."""
    if isinstance(value.kind, (Tuple, Record)):
        return [each for part in typer.parts(value) for each in floats(typer, part)]
    return [value] if isinstance(value.kind, Real) else []
