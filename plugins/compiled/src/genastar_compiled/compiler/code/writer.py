"""Writes typed trees as the text of LLVM: a function for each operation.

A value is written as its leaves, so that no tuple and no record is ever made: LLVM sees numbers alone.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import (
    Array,
    Kind,
    Memory,
    Real,
    Truth,
    Tuple,
    Whole,
    cells_of,
    dtype_of,
    is_number,
)
from genastar_compiled.compiler.tree import Region, Routine, Slot, Step, Value

WORD: Final = 8
"""Bytes of a leaf in a record whose address is known."""


class Module:
    """The text of a program, and the faults that it may end with."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._declared: dict[str, str] = {}
        self._globals: dict[str, str] = {}
        self._texts: list[str] = []

    def write(self, routine: Routine) -> None:
        """Add a routine."""
        self._texts.append(Writer(self, routine).text())

    def declare(self, name: str, returns: str, arguments: str) -> str:
        """Return the name of a function from outside."""
        self._declared[name] = f"declare {returns} @{name}({arguments})"
        return f"@{name}"

    def table(self, text: str) -> str:
        """Return the name of a table of constants."""
        return self._globals.setdefault(text, f"@t{len(self._globals)}")

    def code_of(self, fault: Fault) -> int:
        """Return the number with which a program ends for a fault; 0 is for none."""
        if fault not in self.faults:
            self.faults.append(fault)
        return self.faults.index(fault) + 1

    def text(self, layout: str, triple: str) -> str:
        """Return the whole text for this machine."""
        tables = [f"{name} = private unnamed_addr constant {text}, align 8" for text, name in self._globals.items()]
        head = [f'target datalayout = "{layout}"', f'target triple = "{triple}"']
        return "\n".join([*head, *tables, *self._declared.values(), *self._texts, _SELDOM, "attributes #0 = { nobuiltin }"])


_SELDOM: Final = '!0 = !{!"branch_weights", i32 1, i32 2000}'


def returned(routine: Routine) -> str:
    """Return the type that a routine returns: the number of a fault, if it has any, and its leaves."""
    leaves = routine.returns.leaves
    if routine.raises:
        return f"{{{', '.join(('i32', *leaves))}}}"
    return "void" if not leaves else leaves[0] if len(leaves) == 1 else f"{{{', '.join(leaves)}}}"


class Writer:
    """Writes one routine."""

    def __init__(self, module: Module, routine: Routine) -> None:
        self.module = module
        self.routine = routine
        self._lines: list[str] = []
        self._rooms: list[str] = []
        self._count = 0
        self._returns: tuple[tuple[str, str], ...] = ()
        """The leaves that the routine returns, with the room for each."""
        self.has_ended = False
        """Whether the last line ends a block."""

    def text(self) -> str:
        """Return the text of the routine."""
        parameters = []
        for value in self.routine.parameters:
            value.leaves = tuple(self.new() for _ in value.kind.leaves)
            parameters += [f"{kind} {name}" for kind, name in zip(value.kind.leaves, value.leaves, strict=True)]
        kinds = (*(("i32",) if self.routine.raises else ()), *self.routine.returns.leaves)
        self._returns = tuple(zip(kinds, map(self.room, kinds), strict=True))
        self.write(self.routine.body)
        if not self.has_ended:
            self.line("unreachable")
        self.begin("exit")
        self._return(returned(self.routine))
        head = f"define internal {returned(self.routine)} @{self.routine.name}({', '.join(parameters)}) alwaysinline nounwind {{"
        return "\n".join([head, "entry:", *self._rooms, *self._lines, "}"])

    def _return(self, kind: str) -> None:
        """Return what stands in the rooms for it. There is one place for it, so that LLVM sees numbers and no structs."""
        loaded = [(leaf, self.let(f"load {leaf}, ptr {room}")) for leaf, room in self._returns]
        if len(loaded) == 1 and not self.routine.raises:
            self.line(f"ret {kind} {loaded[0][1]}")
            return
        made = "poison"
        for at, (leaf, text) in enumerate(loaded):
            made = self.let(f"insertvalue {kind} {made}, {leaf} {text}, {at}")
        self.line(f"ret {kind} {made}" if loaded else "ret void")

    def give(self, texts: tuple[str, ...]) -> None:
        """Write what the routine returns, or the first of it, the number of a fault; then end it."""
        for text, (leaf, room) in zip(texts, self._returns, strict=False):
            self.line(f"store {leaf} {text}, ptr {room}")
        self.go("exit")

    def write(self, body: list[Step]) -> None:
        """Write steps."""
        for step in body:
            if self.has_ended:
                return
            made = _OPERATIONS[step.operation](self, step)
            if step.result is not None and step.result.leaves is None:
                step.result.leaves = made

    def new(self) -> str:
        """Return a new name."""
        self._count += 1
        return f"%v{self._count}"

    def line(self, text: str) -> None:
        """Append a line."""
        self._lines.append(f"  {text}")

    def let(self, text: str) -> str:
        """Append an instruction; return the name of what it gives."""
        self._count += 1
        name = f"%v{self._count}"
        self._lines.append(f"  {name} = {text}")
        return name

    def label(self) -> str:
        """Return a new label."""
        self._count += 1
        return f"b{self._count}"

    def begin(self, label: str) -> None:
        """Begin a block."""
        self._lines.append(f"{label}:")
        self.has_ended = False

    def go(self, label: str) -> None:
        """Go on at a block, unless this one has ended."""
        if not self.has_ended:
            self.line(f"br label %{label}")
            self.has_ended = True

    def room(self, kind: str) -> str:
        """Return the address of room on the stack."""
        self._count += 1
        name = f"%v{self._count}"
        self._rooms.append(f"  {name} = alloca {kind}, align 8")
        return name

    def leaves(self, value: Value) -> tuple[str, ...]:
        """Return the text of the leaves of a value."""
        if value.leaves is None:
            value.leaves = (_constant(value.kind, value.known),)
        return value.leaves

    def leaf(self, value: Value) -> str:
        """Return the text of a number."""
        return self.leaves(value)[0]

    def end_if(self, condition: str, code: str) -> None:
        """End the routine with the number of a fault, if a condition holds."""
        bad, good = self.label(), self.label()
        self.line(f"br i1 {condition}, label %{bad}, label %{good}, !prof !0")
        self.begin(bad)
        self.end(code)
        self.begin(good)

    def end(self, code: str) -> None:
        """End the routine with the number of a fault."""
        self.give((code,))

    def at(self, address: str, offset: int) -> str:
        """Return an address some bytes further."""
        return self.let(f"getelementptr inbounds i8, ptr {address}, i64 {offset}") if offset else address

    def load(self, kind: Kind, address: str) -> tuple[str, ...]:
        """Return the leaves of a value in memory."""
        found = []
        for leaf, offset in zip(kind.leaves, cells_of(kind), strict=True):
            place = self.at(address, offset)
            if leaf == "i1":
                found.append(self.let(f"trunc i8 {self.let(f'load i8, ptr {place}')} to i1"))
            else:
                found.append(self.let(f"load {leaf}, ptr {place}"))
        return tuple(found)

    def store(self, value: Value, address: str) -> None:
        """Write a value to memory."""
        for leaf, text, offset in zip(value.kind.leaves, self.leaves(value), cells_of(value.kind), strict=True):
            place = self.at(address, offset)
            if leaf == "i1":
                leaf, text = "i8", self.let(f"zext i1 {text} to i8")
            self.line(f"store {leaf} {text}, ptr {place}")


def _constant(kind: Kind, value: Any) -> str:
    if isinstance(kind, Truth):
        return "true" if value else "false"
    if isinstance(kind, Real):
        return f"0x{struct.unpack('>Q', struct.pack('>d', value))[0]:016X}"
    return str(int(value))


# Operations


def _make(writer: Writer, step: Step) -> tuple[str, ...]:
    return tuple(leaf for each in step.arguments if each.kind.leaves for leaf in writer.leaves(each))


def _absent(writer: Writer, step: Step) -> tuple[str, ...]:
    assert step.result is not None
    return tuple("false" if leaf == "i1" else "zeroinitializer" for leaf in step.result.kind.leaves)


def _part(writer: Writer, step: Step) -> tuple[str, ...]:
    assert step.result is not None
    return writer.leaves(step.arguments[0])[step.detail : step.detail + len(step.result.kind.leaves)]


def _relabel(writer: Writer, step: Step) -> tuple[str, ...]:
    (value,) = step.arguments
    assert step.result is not None
    have, want = value.kind.leaves[0], step.result.kind.leaves[0]
    return (writer.leaf(value),) if have == want else (writer.let(f"bitcast {have} {writer.leaf(value)} to {want}"),)


def _rooms(writer: Writer, slot: Slot) -> tuple[str, ...]:
    if slot.leaves is None:
        slot.leaves = tuple(map(writer.room, slot.kind.leaves))
    return slot.leaves


def _get(writer: Writer, step: Step) -> tuple[str, ...]:
    slot = step.detail
    return tuple(
        writer.let(f"load {kind}, ptr {room}") for kind, room in zip(slot.kind.leaves, _rooms(writer, slot), strict=True)
    )


def _set(writer: Writer, step: Step) -> tuple[str, ...]:
    (value,) = step.arguments
    if value.kind.leaves:
        for kind, text, room in zip(value.kind.leaves, writer.leaves(value), _rooms(writer, step.detail), strict=True):
            writer.line(f"store {kind} {text}, ptr {room}")
    return ()


def _read(writer: Writer, step: Step) -> tuple[str, ...]:
    assert step.result is not None
    address = writer.leaf(step.arguments[0])
    return tuple(
        writer.let(f"load {kind}, ptr {writer.at(address, WORD * (step.detail + at))}")
        for at, kind in enumerate(step.result.kind.leaves)
    )


def _write(writer: Writer, step: Step) -> tuple[str, ...]:
    owner, value = step.arguments
    if value.kind.leaves:
        address = writer.leaf(owner)
        for at, (kind, text) in enumerate(zip(value.kind.leaves, writer.leaves(value), strict=True)):
            writer.line(f"store {kind} {text}, ptr {writer.at(address, WORD * (step.detail + at))}")
    return ()


def _stack(writer: Writer, step: Step) -> tuple[str, ...]:
    (value,) = step.arguments
    address = writer.room(f"[{WORD * max(1, len(value.kind.leaves))} x i8]")
    for at, (kind, text) in enumerate(zip(value.kind.leaves, writer.leaves(value), strict=True)):
        writer.line(f"store {kind} {text}, ptr {writer.at(address, WORD * at)}")
    return (address,)


def _address(writer: Writer, step: Step) -> tuple[str, ...]:
    return (writer.let(f"inttoptr i64 {writer.leaf(step.arguments[0])} to ptr"),)


def _slot_of(writer: Writer, memory: Value, index: Value) -> str:
    assert isinstance(memory.kind, Memory)
    size = dtype_of(memory.kind.stored).itemsize
    kind, text = index.kind.leaves[0], writer.leaf(index)
    if kind != "i64":
        sign = "sext" if getattr(index.kind, "signed", False) else "zext"
        text = writer.let(f"{sign} {kind} {text} to i64")
    return writer.let(f"getelementptr inbounds [{size} x i8], ptr {writer.leaf(memory)}, i64 {text}")


def _load(writer: Writer, step: Step) -> tuple[str, ...]:
    memory, index = step.arguments
    assert isinstance(memory.kind, Memory)
    return writer.load(memory.kind.stored, _slot_of(writer, memory, index))


def _store(writer: Writer, step: Step) -> tuple[str, ...]:
    memory, index, value = step.arguments
    writer.store(value, _slot_of(writer, memory, index))
    return ()


def _offset(writer: Writer, step: Step) -> str:
    """Return the address in an array that some indices give."""
    array, *places = step.arguments
    kind = array.kind
    assert isinstance(kind, Array)
    leaves = writer.leaves(array)
    size = dtype_of(kind.element).itemsize
    if kind.is_packed:
        at = ""
        for axis in range(kind.ndim):
            index = writer.leaf(places[axis]) if axis < len(places) else "0"
            if at:
                index = writer.let(f"add nsw i64 {writer.let(f'mul nsw i64 {at}, {leaves[1 + axis]}')}, {index}")
            at = index
        return writer.let(f"getelementptr inbounds [{size} x i8], ptr {leaves[0]}, i64 {at}")
    address = leaves[0]
    for axis, each in enumerate(places):
        moved = writer.let(f"mul nsw i64 {writer.leaf(each)}, {leaves[1 + kind.ndim + axis]}")
        address = writer.let(f"getelementptr inbounds i8, ptr {address}, i64 {moved}")
    return address


def _element(writer: Writer, step: Step) -> tuple[str, ...]:
    assert step.result is not None
    return writer.load(step.result.kind, _offset(writer, step))


def _row(writer: Writer, step: Step) -> tuple[str, ...]:
    array, *places = step.arguments
    kind, leaves = array.kind, writer.leaves(array)
    assert isinstance(kind, Array)
    shape, strides = leaves[1 : 1 + kind.ndim], leaves[1 + kind.ndim :]
    return (_offset(writer, step), *shape[len(places) :], *strides[len(places) :])


def _pick(writer: Writer, step: Step) -> tuple[str, ...]:
    """Take an item of a tuple at an index: from a table of constants, or from the stack."""
    value, index = step.arguments
    kind = value.kind
    assert isinstance(kind, Tuple)
    inside, leaves = kind.items[0].leaves, writer.leaves(value)
    made = []
    for at, leaf in enumerate(inside):
        column = leaves[at :: len(inside)]
        wide = "i8" if leaf == "i1" else leaf
        shape = f"[{len(column)} x {wide}]"
        if not any(text.startswith("%") for text in column):
            cells = [{"true": "1", "false": "0"}.get(text, text) if leaf == "i1" else text for text in column]
            table = writer.module.table(f"{shape} [{', '.join(f'{wide} {cell}' for cell in cells)}]")
        else:
            table = writer.room(shape)
            for number, text in enumerate(column):
                cell = writer.let(f"zext i1 {text} to i8") if leaf == "i1" else text
                place = writer.let(f"getelementptr inbounds {wide}, ptr {table}, i64 {number}")
                writer.line(f"store {wide} {cell}, ptr {place}")
        place = writer.let(f"getelementptr inbounds {wide}, ptr {table}, i64 {writer.leaf(index)}")
        found = writer.let(f"load {wide}, ptr {place}")
        made.append(writer.let(f"trunc i8 {found} to i1") if leaf == "i1" else found)
    return tuple(made)


def _binary(writer: Writer, step: Step) -> tuple[str, ...]:
    left, right = step.arguments
    return (writer.let(f"{step.detail} {left.kind.leaves[0]} {writer.leaf(left)}, {writer.leaf(right)}"),)


def _checked(writer: Writer, step: Step) -> tuple[str, ...]:
    left, right = (writer.leaf(each) for each in step.arguments)
    name = writer.module.declare(f"llvm.s{step.detail}.with.overflow.i64", "{i64, i1}", "i64, i64")
    made = writer.let(f"call {{i64, i1}} {name}(i64 {left}, i64 {right})")
    return tuple(writer.let(f"extractvalue {{i64, i1}} {made}, {at}") for at in range(2))


def _compare(writer: Writer, step: Step) -> tuple[str, ...]:
    left, right = step.arguments
    return (writer.let(f"{step.detail} {left.kind.leaves[0]} {writer.leaf(left)}, {writer.leaf(right)}"),)


def _select(writer: Writer, step: Step) -> tuple[str, ...]:
    condition, yes, no = step.arguments
    kinds = yes.kind.leaves
    pairs = zip(kinds, writer.leaves(yes), writer.leaves(no), strict=True)
    return tuple(writer.let(f"select i1 {writer.leaf(condition)}, {kind} {one}, {kind} {two}") for kind, one, two in pairs)


def _negate(writer: Writer, step: Step) -> tuple[str, ...]:
    return (writer.let(f"fneg double {writer.leaf(step.arguments[0])}"),)


def _intrinsic(writer: Writer, step: Step) -> tuple[str, ...]:
    given = ", ".join(f"double {writer.leaf(each)}" for each in step.arguments)
    name = writer.module.declare(step.detail, "double", ", ".join("double" for _ in step.arguments))
    return (writer.let(f"call double {name}({given})"),)


def _libm(writer: Writer, step: Step) -> tuple[str, ...]:
    """Call the C library as Python does; LLVM must not compute it itself."""
    given = ", ".join(f"double {writer.leaf(each)}" for each in step.arguments)
    name = writer.module.declare(step.detail, "double", ", ".join("double" for _ in step.arguments))
    return (writer.let(f"call double {name}({given}) #0"),)


def _saturated(writer: Writer, step: Step) -> tuple[str, ...]:
    name = writer.module.declare("llvm.fptosi.sat.i64.f64", "i64", "double")
    return (writer.let(f"call i64 {name}(double {writer.leaf(step.arguments[0])})"),)


def _convert(writer: Writer, step: Step) -> tuple[str, ...]:
    (value,) = step.arguments
    assert step.result is not None
    have, want = value.kind, step.result.kind
    assert is_number(have) and is_number(want)
    one, other = have.leaves[0], want.leaves[0]
    text = writer.leaf(value)
    if isinstance(have, Real):
        if isinstance(want, Real):
            how = "fpext" if want.bits > have.bits else "fptrunc"
            return (text,) if one == other else (writer.let(f"{how} {one} {text} to {other}"),)
        how = "fptosi" if getattr(want, "signed", True) else "fptoui"
        return (writer.let(f"{how} {one} {text} to {other}"),)
    signed = getattr(have, "signed", False)
    if isinstance(want, Real):
        return (writer.let(f"{'sitofp' if signed else 'uitofp'} {one} {text} to {other}"),)
    if isinstance(want, Truth):
        return (text,) if one == other else (writer.let(f"icmp ne {one} {text}, 0"),)
    if one == other:
        return (text,)
    bits = have.bits if isinstance(have, Whole) else 1
    how = "trunc" if bits > want.bits else "sext" if signed else "zext"  # type: ignore[union-attr]
    return (writer.let(f"{how} {one} {text} to {other}"),)


def _fail_if(writer: Writer, step: Step) -> tuple[str, ...]:
    writer.end_if(writer.leaf(step.arguments[0]), str(writer.module.code_of(step.detail)))
    return ()


def _fail(writer: Writer, step: Step) -> tuple[str, ...]:
    writer.end(str(writer.module.code_of(step.detail)))
    return ()


def _call(writer: Writer, step: Step) -> tuple[str, ...]:
    routine: Routine = step.detail
    pairs = [(kind, text) for each in step.arguments for kind, text in zip(each.kind.leaves, writer.leaves(each), strict=True)]
    kind, given = returned(routine), ", ".join(f"{kind} {text}" for kind, text in pairs)
    leaves = routine.returns.leaves
    if kind == "void":
        writer.line(f"call void @{routine.name}({given})")
        return ()
    made = writer.let(f"call {kind} @{routine.name}({given})")
    if not routine.raises:
        return (made,) if len(leaves) == 1 else tuple(writer.let(f"extractvalue {kind} {made}, {at}") for at in range(len(leaves)))
    code = writer.let(f"extractvalue {kind} {made}, 0")
    writer.end_if(writer.let(f"icmp ne i32 {code}, 0"), code)
    return tuple(writer.let(f"extractvalue {kind} {made}, {1 + at}") for at in range(len(leaves)))


def _return(writer: Writer, step: Step) -> tuple[str, ...]:
    (value,) = step.arguments
    leaves = writer.leaves(value) if value.kind.leaves else ()
    writer.give(("0", *leaves) if writer.routine.raises else leaves)
    return ()


def _if(writer: Writer, step: Step) -> tuple[str, ...]:
    yes, no = step.detail
    labels = writer.label(), writer.label(), writer.label()
    writer.line(f"br i1 {writer.leaf(step.arguments[0])}, label %{labels[0]}, label %{labels[1]}")
    ends = True
    for label, body in zip(labels, (yes, no), strict=False):
        writer.begin(label)
        writer.write(body)
        ends = ends and writer.has_ended
        writer.go(labels[2])
    if not ends:
        writer.begin(labels[2])
    return ()


def _region(writer: Writer, step: Step) -> tuple[str, ...]:
    region: Region = step.detail
    end, again, head = writer.label(), writer.label(), writer.label()
    region.labels = end, again
    if region.is_loop:
        writer.go(head)
        writer.begin(head)
    writer.write(region.body)
    if region.is_loop:
        if not writer.has_ended or region.is_repeated:
            writer.go(again)
            writer.begin(again)
            writer.write(region.after)
        writer.go(head)
    elif region.bound is not None:
        writer.go(end)
    if region.bound is not None:
        writer.begin(end)
    return ()


def _leave(writer: Writer, step: Step) -> tuple[str, ...]:
    writer.go(step.detail.labels[0])
    return ()


def _again(writer: Writer, step: Step) -> tuple[str, ...]:
    writer.go(step.detail.labels[1])
    return ()


_OPERATIONS: Final[dict[str, Callable[[Writer, Step], tuple[str, ...]]]] = {
    "make": _make,
    "absent": _absent,
    "part": _part,
    "relabel": _relabel,
    "get": _get,
    "set": _set,
    "read": _read,
    "write": _write,
    "stack": _stack,
    "address": _address,
    "load": _load,
    "store": _store,
    "element": _element,
    "row": _row,
    "pick": _pick,
    "binary": _binary,
    "checked": _checked,
    "compare": _compare,
    "select": _select,
    "negate": _negate,
    "intrinsic": _intrinsic,
    "libm": _libm,
    "saturated": _saturated,
    "convert": _convert,
    "fail_if": _fail_if,
    "fail": _fail,
    "call": _call,
    "return": _return,
    "if": _if,
    "region": _region,
    "leave": _leave,
    "again": _again,
}

