"""The entry of a program: it builds the parts of a question and the objects of the layout, and calls the kernel's loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any, Final

from attrs import frozen

from genastar_compiled.compiler.arguments import CAN_READ, runner
from genastar_compiled.compiler.code import target
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.compiler.kinds import (
    BITS,
    FLOAT,
    HALF,
    INT,
    SMALL,
    Array,
    Kind,
    Memory,
    Place,
    Record,
    Tuple,
    Whole,
    is_of_numbers,
)
from genastar_compiled.compiler.outcomes import Outcome, find_or_make
from genastar_compiled.compiler.values import Kinds, Lent, Maker, Rebuilding, kind_of
from genastar_compiled.data.values.records import field_names
from genastar_compiled.data.words import unpack
from genastar_compiled.kernel import control
from genastar_compiled.kernel.arrays import Element
from genastar_compiled.kernel.open_lists import packed
from genastar_compiled.kernel.primitives import Primitive
from genastar_compiled.plans.entry_writer import EntryWriter
from genastar_compiled.plans.layout import Layout, Program
from genastar_compiled.reach.names import KERNELS

_BYTE: Final = Whole(8, signed=False)
_REGISTERS: Final = Place(Record(control.Registers, tuple(control.WORDS), (INT,) * len(control.WORDS)))


def build(parts: Mapping[str, object], kinds: Kinds, layout: Layout, fingerprint: str) -> Program:
    """Compile a program for named values (solver, start, cost, limit, setting), or find it on disk.

    Args:
        parts: the values.
        kinds: their kinds.
        layout: the classes of the program's objects.
        fingerprint: that of what the hooks reach.

    Raises:
        NotCovered: a hook has a construct that the compiler does not know.
    """
    writer = Writer(parts, kinds, layout)
    leaves = writer.values.kinds
    if not CAN_READ and any(isinstance(each, Array) for each in leaves):
        raise NotCovered("arrays of this build of numpy")
    text = writer.text([f"leaf{at}" for at in range(len(leaves))])

    def make() -> Outcome:
        from genastar_compiled.compiler.making import compile_entry

        return compile_entry(text, writer.scope, leaves, layout.origin, kinds.position)

    named = {name: value for name, value in writer.scope.items() if not isinstance(value, (FunctionType, Primitive))}
    made = find_or_make((fingerprint, text, named, leaves, kinds, layout), make)
    address, engine = target.load(made.code, "entry")
    return Program(
        runner(address, (engine, made.reads), leaves, made.faults),
        layout,
        writer.arrays,
        writer.stored,
        (),
        issubclass(layout.open_list, packed.PackedOpenList),
        unpack,
    )


@frozen
class Elements:
    """The kinds of elements; see `kernel.arrays.Types`."""

    kinds: Kinds
    are_stored: bool
    _item: Element

    word = INT
    bits = BITS
    row = HALF
    real = FLOAT

    @property
    def item(self) -> Kind:
        """See `kernel.arrays.Types.item`."""
        found: Kind = self._item(self)
        return found

    @property
    def half(self) -> Kind:
        """See `kernel.arrays.Types.half`."""
        return HALF if self.are_stored else INT

    @property
    def thin(self) -> Kind:
        """See `kernel.arrays.Types.thin`."""
        return narrow(self.kinds.position) if self.are_stored else self.kinds.position

    @property
    def thin_cost(self) -> Kind:
        """See `kernel.arrays.Types.thin_cost`."""
        return narrow(self.kinds.cost) if self.are_stored else self.kinds.cost

    def record(self, cls: type, fields: Mapping[str, Kind]) -> Record:
        """See `kernel.arrays.Types.record`."""
        return Record(cls, tuple(fields), tuple(fields.values()))

    def tuple(self, parts: Sequence[Kind]) -> Tuple:
        """See `kernel.arrays.Types.tuple`."""
        return Tuple((*parts,))


def narrow(kind: Kind) -> Kind:
    """Return the kind of half the width."""
    match kind:
        case Whole():
            return HALF
        case Tuple():
            return Tuple(tuple(map(_narrow_part, kind.items)), kind.cls)
        case Record():
            return Record(kind.cls, kind.names, tuple(map(_narrow_part, kind.kinds)))
    return kind


def _narrow_part(kind: Kind) -> Kind:
    return SMALL if kind == INT else kind if isinstance(kind, Whole) else narrow(kind)


class Writer(EntryWriter):
    """Writes the source of an entry for this compiler."""

    def __init__(self, parts: Mapping[str, object], kinds: Kinds, layout: Layout) -> None:
        self.scope = {
            "__name__": f"{KERNELS}entry",
            "block": Lent(_REGISTERS),
            "cancelled": Lent(Memory(_BYTE, _BYTE)),
            "in_place": Primitive("in_place"),
            "on_stack": Primitive("on_stack"),
        }
        self.values = Rebuilding(self.scope, Maker)
        super().__init__(parts, kinds, layout)

    def value(self, value: Any, replaced: Mapping[str, str] | None = None, fixed: bool = False) -> str:
        return self.values.text(value, replaced, fixed=fixed)

    def varying_type(self, name: str, value: object) -> Kind:
        """Return the kind of a field that has a value for each question.

        Raises:
            NotCovered: it is not made of numbers.
        """
        kind = kind_of(value)
        if not is_of_numbers(kind):
            raise NotCovered(f"{name}, which varies, is {kind}")
        return kind

    def elements(self, are_stored: bool) -> Elements:
        return Elements(self.kinds, are_stored, self.item)

    def memory(self, element: Kind, stored: Kind) -> Lent:
        return Lent(Memory(element, stored))

    def maker(self, kind: type) -> Maker:
        return Maker(kind, field_names(kind))
