"""The entry of a program: it builds the parts of a question and the objects of the layout, and calls the kernel's loop."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from operator import attrgetter
from types import FunctionType
from typing import Any, Final

import attrs
from attrs import frozen

from genastar_compiled.compiler.arguments import CAN_READ, runner
from genastar_compiled.compiler.code import target
from genastar_compiled.compiler.containers.kinds import opened
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
from genastar_compiled.data.records import field_names
from genastar_compiled.data.words import unpack
from genastar_compiled.kernel import arrays, batch_loop, control, loop
from genastar_compiled.kernel.arrays import Element
from genastar_compiled.kernel.open_lists import packed
from genastar_compiled.kernel.primitives import Primitive
from genastar_compiled.plans.layout import Layout, Program, get_declarations
from genastar_compiled.reach.names import KERNELS

_FORGET: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
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
        issubclass(layout.open_list, packed.PackedOpenList),
        unpack,
        _FORGET(engine.get_function_address("forget")) if writer.keeps else None,
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


class Writer:
    """Writes the source of a program's entry, a few lines that rebuild the values from their leaves and call the loop."""

    def __init__(self, parts: Mapping[str, object], kinds: Kinds, layout: Layout) -> None:
        self.scope: dict[str, Any] = {
            "__name__": f"{KERNELS}entry",
            "block": Lent(_REGISTERS),
            "cancelled": Lent(Memory(_BYTE, _BYTE)),
            **{name: Primitive(name) for name in ("in_place", "on_stack", "lend", "as_start", "as_kept")},
        }
        """Values of the names in the source."""
        self.values = Rebuilding(self.scope, Maker)
        self.arrays: dict[str, arrays.Array] = {}
        self.stored: dict[str, Kind] = {}
        """The kind of the elements of each array, by the name of its register."""
        self.kinds = kinds
        self.keeps = (kinds.position, kinds.cost) != (opened(kinds.position), opened(kinds.cost))
        """Whether there are texts or containers in positions or costs."""
        if self.keeps and layout.varying is not None:
            raise NotCovered("positions of a batch that are not made of numbers")
        self._layout = layout
        solver, limit = parts["solver"], parts["limit"]
        varying = layout.varying or ()
        self._begin = {"solver": self._value(solver, {name: f"this[{at}]" for at, name in enumerate(varying, 1)}, fixed=True)}
        self._begin |= {name: self._value(parts[name]) for name in ("start", "cost")}
        fields = [_varying_kind(name, attrgetter(name)(solver)) for name in varying]
        self._declared: dict[str, Any] = _ARRAYS | {
            "asked": arrays.LENT.of(lambda of: of.tuple((of.kinds.position, *fields))),
            "open_list": "open_list",
            "cancelled": "cancelled(registers.cancel_at)",
            "limit": "unlimited()" if limit is None else f"cost_limit({self._value(limit)})",
        }
        if "setting" in parts:
            self._declared["setting"] = self._value(parts["setting"])
        self.item: Any = get_declarations(layout.open_list)["queue"]
        """The function that returns the type of the queue's items."""
        self.scope |= {"unlimited": _maker_of(loop.Unlimited), "cost_limit": _maker_of(loop.CostLimit)}
        functions = packed.stamp, loop.act, loop.command, batch_loop.first_cost, batch_loop.go_on
        self.scope |= {function.__name__: function for function in functions}

    def _value(self, value: Any, replaced: Mapping[str, str] | None = None, fixed: bool = False) -> str:
        """Return source that builds a value from arguments; ``replaced`` gives other text for some of its fields."""
        return self.values.text(value, replaced, fixed=fixed)

    def text(self, arguments: list[str]) -> str:
        """Return the source, and declare its contents."""
        search = self._texts("open_list", "solver", "registers", "nodes", "cancelled", "limit", "rank", "closest", "trace")
        path = self._texts("path", "path_costs")
        if self._layout.varying is None:
            lines = [f"{name} = {text}" for name, text in self._begin.items()]
            lines += [
                f"open_list = {self._object('open_list')}",
                *(["lend(registers.kept_at)"] if self.keeps else []),
                f"command({search}, {path}, as_start(start), as_kept(cost))",
            ]
        else:
            lines = [
                "going = True",
                "while going:",
                f"    this = {self._text('asked')}[registers.question]",
                f"    solver = {self._begin['solver']}",
                "    start = this[0]",
                "    cost = first_cost(solver.estimate(start))",
                f"    open_list = {self._object('open_list')}",
                f"    act({search}, start, cost)",
                f"    going = go_on(registers, {self._text('nodes')}, {path}, {self._texts('answers', 'steps')}, open_list)",
            ]
        head = f"def entry({', '.join(['block_at', *arguments])}):"
        return "\n    ".join([head, "registers = in_place(block(block_at))", *lines])

    def _texts(self, *names: str) -> str:
        return ", ".join(map(self._text, names))

    def _text(self, name: str, declared: object = None) -> str:
        """Return source for a name in a program: an array, an object, or a variable of the entry."""
        match declared or self._declared.get(name):
            case arrays.Array() as array:
                return self._array(name, array)
            case str() as text:
                return text
        return self._object(name) if hasattr(self._layout, name) else name

    def _array(self, name: str, array: arrays.Array) -> str:
        element, stored = (array.element(Elements(self.kinds, each, self.item)) for each in (False, True))
        self.arrays[f"{name}_at"], self.stored[f"{name}_at"] = array, stored
        self.scope[name] = Lent(Memory(element, stored))
        return f"{name}(registers.{name}_at)"

    def _object(self, name: str) -> str:
        """Return source that creates an object of the layout."""
        kind = getattr(self._layout, name)
        self.scope[f"new_{name}"] = _maker_of(kind)
        fields = [self._text(*each) for each in get_declarations(kind).items()]
        made = f"new_{name}({', '.join(fields)})"
        changes = kind.__hash__ is None  # `attrs.define` removes the hash, `attrs.frozen` keeps it
        return f"on_stack({made})" if changes else made


def _varying_kind(name: str, value: object) -> Kind:
    """Return the kind of a field that has a value for each question."""
    kind = kind_of(value)
    if not is_of_numbers(kind):
        raise NotCovered(f"{name}, which varies, is {kind}")
    return kind


def _maker_of(kind: type) -> Maker:
    return Maker(kind, field_names(kind))


def _answer_of(of: arrays.Types) -> Any:
    """Return the kind of the record that each search of a batch writes."""
    fields = {each.name: of.word for each in attrs.fields(batch_loop.Answer)}
    return of.record(batch_loop.Answer, fields | {"closest": of.kinds.node})


_ARRAYS: Final[dict[str, object]] = {
    "nodes": arrays.NODES.of(lambda of: of.kinds.node),
    "refused": arrays.ONE.of(lambda of: of.kinds.position),
    "path": arrays.PATH.of(lambda of: of.kinds.position),
    "path_costs": arrays.PATH.of(lambda of: of.kinds.cost),
    "answers": arrays.LENT.of(_answer_of),
    "steps": arrays.LENT.of(lambda of: of.kinds.position),
}
"""Arrays that several objects, or the loop, share."""
