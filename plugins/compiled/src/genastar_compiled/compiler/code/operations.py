"""The text of each operation of a typed tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from genastar_compiled.compiler.code import arena
from genastar_compiled.compiler.code.of_arrays import OF_ARRAYS
from genastar_compiled.compiler.code.writer import WORD, Writer, returned
from genastar_compiled.compiler.kinds import Memory, Real, Truth, Tuple, Whole, dtype_of, is_number
from genastar_compiled.compiler.tree import Region, Routine, Slot, Step, Value


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
    how = "ptrtoint" if have == "ptr" else "inttoptr" if want == "ptr" else "bitcast"
    return (writer.leaf(value),) if have == want else (writer.let(f"{how} {have} {writer.leaf(value)} to {want}"),)


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
    sign = "s" if getattr(step.arguments[0].kind, "signed", True) else "u"
    name = writer.module.declare(f"llvm.{sign}{step.detail}.with.overflow.i64", "{i64, i1}", "i64, i64")
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
    (value,) = step.arguments
    return (writer.let(f"fneg {value.kind.leaves[0]} {writer.leaf(value)}"),)


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
    assert is_number(have)
    assert is_number(want)
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
    bits, into = (each.bits if isinstance(each, Whole) else 1 for each in (have, want))
    how = "trunc" if bits > into else "sext" if signed else "zext"
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
    before = [f"ptr {writer.base}"] if routine.is_recursive else []
    kind, given = returned(routine), ", ".join([*before, *(f"{kind} {text}" for kind, text in pairs)])
    leaves = routine.returns.leaves
    if kind == "void":
        writer.line(f"call void @{routine.name}({given})")
        return ()
    made = writer.let(f"call {kind} @{routine.name}({given})")
    if not routine.raises:
        return (
            (made,) if len(leaves) == 1 else tuple(writer.let(f"extractvalue {kind} {made}, {at}") for at in range(len(leaves)))
        )
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


def _try(writer: Writer, step: Step) -> tuple[str, ...]:
    """Write steps, and what handles their faults."""
    body, handlers = step.detail
    handling, after, room, before = writer.label(), writer.label(), writer.room("i32"), writer.caught
    writer.catches.append((handling, room))
    writer.write(body)
    writer.catches.pop()
    ends = writer.has_ended
    writer.go(after)
    writer.begin(handling)
    writer.caught = room
    writer.write(handlers)
    writer.caught = before
    ends = ends and writer.has_ended
    writer.go(after)
    if not ends:
        writer.begin(after)
    return ()


def _outside(writer: Writer, step: Step) -> tuple[str, ...]:
    """Write steps whose faults no ``try`` handles but the outermost so many."""
    body, count = step.detail
    before, writer.catches = writer.catches, writer.catches[:count]
    writer.write(body)
    writer.catches = before
    return ()


def _is_caught(writer: Writer, step: Step) -> tuple[str, ...]:
    code = writer.let(f"zext i32 {writer.let(f'load i32, ptr {writer.caught}')} to i64")
    place = writer.let(f"getelementptr inbounds i8, ptr {writer.module.caught(step.detail)}, i64 {code}")
    return (writer.let(f"trunc i8 {writer.let(f'load i8, ptr {place}')} to i1"),)


def _raise_again(writer: Writer, step: Step) -> tuple[str, ...]:
    writer.end(writer.let(f"load i32, ptr {writer.caught}"))
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


def _no_memory(writer: Writer, step: Step) -> tuple[str, ...]:
    return ("null",)


def _after(writer: Writer, step: Step) -> tuple[str, ...]:
    memory, count = step.arguments
    return (_slot_of(writer, memory, count),)


def _letters(writer: Writer, step: Step) -> tuple[str, ...]:
    """Point to a text that is known, four bytes a letter."""
    letters = list(map(ord, step.detail))
    table = f"[{len(letters)} x i32] [{', '.join(f'i32 {each}' for each in letters)}]"
    return (writer.module.table(table) if letters else "null"), str(len(letters))


OPERATIONS: Final[dict[str, Callable[[Writer, Step], tuple[str, ...]]]] = {
    **OF_ARRAYS,
    **arena.OPERATIONS,
    "no memory": _no_memory,
    "after": _after,
    "letters": _letters,
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
    "try": _try,
    "outside": _outside,
    "is_caught": _is_caught,
    "raise_again": _raise_again,
    "region": _region,
    "leave": _leave,
    "again": _again,
}
