"""The text of the operations of numpy's arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from genastar_compiled.compiler.code.writer import Writer
from genastar_compiled.compiler.kinds import Array, dtype_of
from genastar_compiled.compiler.tree import Step


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


def _put(writer: Writer, step: Step) -> tuple[str, ...]:
    array, *places, value = step.arguments
    writer.store(value, _offset(writer, Step("element", (array, *places))))
    return ()


def _moved(writer: Writer, step: Step) -> tuple[str, ...]:
    array, by = step.arguments
    return (writer.let(f"getelementptr i8, ptr {writer.leaf(array)}, i64 {writer.leaf(by)}"),)


def _move(writer: Writer, step: Step) -> tuple[str, ...]:
    """Copy the numbers of a packed array into another that is as long; they may overlap."""
    to, array = step.arguments
    assert isinstance(to.kind, Array)
    name = writer.module.declare("llvm.memmove.p0.p0.i64", "void", "ptr, ptr, i64, i1")
    count = writer.let(f"mul i64 {writer.leaves(to)[1]}, {dtype_of(to.kind.element).itemsize}")
    writer.line(f"call void {name}(ptr {writer.leaf(to)}, ptr {writer.leaf(array)}, i64 {count}, i1 false)")
    return ()


def _allocate(writer: Writer, step: Step) -> tuple[str, ...]:
    allocations, count = map(writer.leaf, step.arguments)
    are_zeros, fault = step.detail
    name = writer.module.include("zeros" if are_zeros else "memory")
    made = writer.let(f"call ptr {name}(ptr {allocations}, i64 {count})")
    writer.end_if(writer.let(f"icmp eq ptr {made}, null"), str(writer.module.code_of(fault)))
    return (made,)


OF_ARRAYS: Final[dict[str, Callable[[Writer, Step], tuple[str, ...]]]] = {
    "element": _element,
    "row": _row,
    "put": _put,
    "offset": _moved,
    "move": _move,
    "allocate": _allocate,
}
