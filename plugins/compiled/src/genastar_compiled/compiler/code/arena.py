"""The memory that hooks take for their containers, and give back all at once.

It comes in chunks of the C library, each twice as long as the one before. The first lasts for a call of machine code; the
memory that a hook has taken is free again when it returns to the kernel. Nothing is ever freed by itself. A fourth word is the
address of the memory that a search lends for what it keeps, which begins as this does; ``forget`` frees its chunks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.tree import Step

if TYPE_CHECKING:
    from genastar_compiled.compiler.code.writer import Writer

NO_MEMORY: Final = Fault(MemoryError)

TEXT: Final = """

define internal ptr @take(ptr %arena, i64 %size) alwaysinline nounwind {
  %at = load i64, ptr %arena
  %end_at = getelementptr i8, ptr %arena, i64 8
  %end = load i64, ptr %end_at
  %room = sub i64 %end, %at
  %fits = icmp ult i64 %size, %room
  br i1 %fits, label %yes, label %no, !prof !1
yes:
  %next = add i64 %at, %size
  store i64 %next, ptr %arena
  %made = inttoptr i64 %at to ptr
  ret ptr %made
no:
  %more = call ptr @take_more(ptr %arena, i64 %size)
  ret ptr %more
}

define internal ptr @take_more(ptr %arena, i64 %size) noinline nounwind {
  %end_at = getelementptr i8, ptr %arena, i64 8
  %chunk_at = getelementptr i8, ptr %arena, i64 16
  %end = load i64, ptr %end_at
  %chunk = load i64, ptr %chunk_at
  %last = sub i64 %end, %chunk
  %twice = shl i64 %last, 1
  %is_short = icmp ult i64 %twice, 65536
  %least = select i1 %is_short, i64 65536, i64 %twice
  %wanted = add i64 %size, 16
  %is_long = icmp ugt i64 %wanted, %least
  %length = select i1 %is_long, i64 %wanted, i64 %least
  %is_huge = icmp ugt i64 %size, 70368744177664
  br i1 %is_huge, label %none, label %some
some:
  %got = call ptr @malloc(i64 %length)
  %new = ptrtoint ptr %got to i64
  %is_none = icmp eq i64 %new, 0
  br i1 %is_none, label %none, label %good
good:
  store i64 %chunk, ptr %got
  %first = add i64 %new, 16
  %next = add i64 %first, %size
  %stop = add i64 %new, %length
  store i64 %next, ptr %arena
  store i64 %stop, ptr %end_at
  store i64 %new, ptr %chunk_at
  %made = inttoptr i64 %first to ptr
  ret ptr %made
none:
  ret ptr null
}

define internal void @rewind(ptr %arena, i64 %at, i64 %end, i64 %chunk) nounwind {
  %end_at = getelementptr i8, ptr %arena, i64 8
  %chunk_at = getelementptr i8, ptr %arena, i64 16
  br label %again
again:
  %now = load i64, ptr %chunk_at
  %is_same = icmp eq i64 %now, %chunk
  br i1 %is_same, label %done, label %more
more:
  %address = inttoptr i64 %now to ptr
  %before = load i64, ptr %address
  store i64 %before, ptr %chunk_at
  call void @free(ptr %address)
  br label %again
done:
  store i64 %at, ptr %arena
  store i64 %end, ptr %end_at
  ret void
}
define void @forget(ptr %arena) nounwind noinline {
  call void @rewind(ptr %arena, i64 0, i64 0, i64 0)
  ret void
}
!1 = !{!"branch_weights", i32 2000, i32 1}
"""


def around(call: str) -> list[str]:
    """Return lines that make an arena, with its first chunk, for the lines of a call, and free it afterwards."""
    return [
        "  %arena = alloca [32 x i8], align 8",
        "  store [4 x i64] zeroinitializer, ptr %arena",
        "  %chunk = call ptr @take_more(ptr %arena, i64 0)",
        call,
        "  call void @rewind(ptr %arena, i64 0, i64 0, i64 0)",
    ]


def _take(writer: Writer, step: Step) -> tuple[str, ...]:
    arena, size = (writer.leaf(each) for each in step.arguments)
    writer.module.include_functions(TEXT)
    made = writer.let(f"call ptr @take(ptr {arena}, i64 {size})")
    writer.end_if(writer.let(f"icmp eq ptr {made}, null"), str(writer.module.code_of(NO_MEMORY)))
    return (made,)


def _mark(writer: Writer, step: Step) -> tuple[str, ...]:
    arena = writer.leaf(step.arguments[0])
    return tuple(writer.let(f"load i64, ptr {writer.at(arena, 8 * at)}") for at in range(3))


def _give_back(writer: Writer, step: Step) -> tuple[str, ...]:
    arena, mark = step.arguments
    writer.line(f"call void @rewind(ptr {writer.leaf(arena)}, {', '.join(f'i64 {each}' for each in writer.leaves(mark))})")
    return ()


def _move(writer: Writer, step: Step) -> tuple[str, ...]:
    """Move bytes; the places may overlap."""
    to, begin, size = (writer.leaf(each) for each in step.arguments)
    name = writer.module.declare("llvm.memmove.p0.p0.i64", "void", "ptr, ptr, i64, i1")
    writer.line(f"call void {name}(ptr {to}, ptr {begin}, i64 {size}, i1 false)")
    return ()


def _lend(writer: Writer, step: Step) -> tuple[str, ...]:
    arena, address = map(writer.leaf, step.arguments)
    writer.line(f"store i64 {address}, ptr {writer.at(arena, 24)}")
    return ()


def _use_lent(writer: Writer, step: Step) -> tuple[str, ...]:
    return (writer.let(f"load ptr, ptr {writer.at(writer.leaf(step.arguments[0]), 24)}"),)


def _after_words(writer: Writer, step: Step) -> tuple[str, ...]:
    begin, count = map(writer.leaf, step.arguments)
    return (writer.let(f"getelementptr i64, ptr {begin}, i64 {count}"),)


OPERATIONS: Final = {
    "lend": _lend,
    "lent": _use_lent,
    "after words": _after_words,
    "take": _take,
    "mark": _mark,
    "give back": _give_back,
    "move items": _move,
}
