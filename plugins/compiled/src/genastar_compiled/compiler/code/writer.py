"""Writes typed trees as the text of LLVM.

A value is written as its leaves, so that no tuple and no record is ever made: LLVM sees numbers alone.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any, Final

from genastar_compiled.compiler.code import memory
from genastar_compiled.compiler.faults import INTERRUPTED, TOO_DEEP, Fault, NotCovered
from genastar_compiled.compiler.kinds import (
    Kind,
    Real,
    Truth,
    cells_of,
)
from genastar_compiled.compiler.tree import Routine, Step, Value
from genastar_compiled.kernel.asking import CALLS, ROOM

WORD: Final = 8
"""Bytes of a leaf in a record whose address is known."""


class Module:
    """The text of a program, and the faults that it may end with."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._declared: dict[str, str] = {}
        self._globals: dict[str, str] = {}
        self._texts: list[str] = []
        self._caught: dict[tuple[type[BaseException], ...], str] = {}
        self.asks = False
        """Whether a routine asks Python whether the search must end."""
        self.functions: set[str] = set()
        """The texts of functions that stand in no routine."""

    def write(self, routine: Routine, operations: Operations) -> None:
        """Add a routine."""
        self._texts.append(Writer(self, routine, operations).text())

    def declare(self, name: str, returns: str, arguments: str) -> str:
        """Return the name of a function from outside."""
        self._declared[name] = f"declare {returns} @{name}({arguments})"
        return f"@{name}"

    def include(self, name: str) -> str:
        """Return the name of a function of `memory`."""
        self.include_functions(memory.TEXT)
        return f"@{name}"

    def include_functions(self, text: str) -> None:
        """Add the text of functions that call those of the C library for memory."""
        for other, kinds in (("calloc", "i64, i64"), ("malloc", "i64"), ("free", "ptr")):
            self.declare(other, "void" if other == "free" else "ptr", kinds)
        self.functions.add(text)

    def table(self, text: str) -> str:
        """Return the name of a table of constants."""
        return self._globals.setdefault(text, f"@t{len(self._globals)}")

    def caught(self, classes: tuple[type[BaseException], ...]) -> str:
        """Return the name of the table that has 1 for each fault that ``except`` of these classes catches."""
        return self._caught.setdefault(classes, f"@caught{len(self._caught)}")

    def code_of(self, fault: Fault) -> int:
        """Return the number with which a program ends for a fault; 0 is for none."""
        if fault not in self.faults:
            self.faults.append(fault)
        return self.faults.index(fault) + 1

    def text(self, layout: str, triple: str) -> str:
        """Return the whole text for this machine."""
        tables = [f"{name} = private unnamed_addr constant {text}, align 8" for text, name in self._globals.items()]
        for classes, name in self._caught.items():
            if any(each.is_uncertain_to(classes) for each in self.faults):
                raise NotCovered("StopIteration, and a handler that may catch it")
            cells = ", ".join(f"i8 {int(each.is_caught_by(classes))}" for each in self.faults)
            tables.append(f"{name} = private unnamed_addr constant [{len(self.faults) + 1} x i8] [i8 0, {cells}]")
        asking = [HEED] if self.asks else []
        head = [f'target datalayout = "{layout}"', f'target triple = "{triple}"']
        texts = [*self._declared.values(), *asking, *sorted(self.functions), *self._texts]
        return "\n".join([*head, *tables, *texts, _SELDOM, "attributes #0 = { nobuiltin }"])


_SELDOM: Final = '!0 = !{!"branch_weights", i32 1, i32 2000}'


def returned(routine: Routine) -> str:
    """Return the type that a routine returns: the number of a fault, if it has any, and its leaves."""
    leaves = routine.returns.leaves
    if routine.raises:
        return f"{{{', '.join(('i32', *leaves))}}}"
    return "void" if not leaves else leaves[0] if len(leaves) == 1 else f"{{{', '.join(leaves)}}}"


HEED: Final = """
declare i32 @PyGILState_Ensure()
declare void @PyGILState_Release(i32)
declare i32 @PyErr_CheckSignals()
declare void @PyErr_Fetch(ptr, ptr, ptr)
declare void @PyErr_NormalizeException(ptr, ptr, ptr)
declare void @Py_DecRef(ptr)
declare void @genastar_keep(ptr)
declare i32 @genastar_must_end()

define internal i32 @heed() noinline nounwind {
  %kind = alloca ptr
  %error = alloca ptr
  %trace = alloca ptr
  %lock = call i32 @PyGILState_Ensure()
  %found = call i32 @PyErr_CheckSignals()
  %raised = icmp ne i32 %found, 0
  br i1 %raised, label %keep, label %ask
keep:
  call void @PyErr_Fetch(ptr %kind, ptr %error, ptr %trace)
  call void @PyErr_NormalizeException(ptr %kind, ptr %error, ptr %trace)
  %k = load ptr, ptr %kind
  %e = load ptr, ptr %error
  %t = load ptr, ptr %trace
  call void @genastar_keep(ptr %e)
  call void @Py_DecRef(ptr %k)
  call void @Py_DecRef(ptr %e)
  call void @Py_DecRef(ptr %t)
  br label %ask
ask:
  call void @PyGILState_Release(i32 %lock)
  %must = call i32 @genastar_must_end()
  ret i32 %must
}
"""
"""Calls the handlers of signals, and keeps what one raises: a callback of ctypes would only print it."""

Operations = Mapping[str, "Callable[[Writer, Step], tuple[str, ...]]"]
"""Writes each operation: see `operations`."""


class Writer:
    """Writes one routine."""

    def __init__(self, module: Module, routine: Routine, operations: Operations) -> None:
        self.module = module
        self._operations = operations
        self.routine = routine
        self._lines: list[str] = []
        self._rooms: list[str] = []
        self._count = 0
        self._returns: tuple[tuple[str, str], ...] = ()
        """The leaves that the routine returns, with the room for each."""
        self.has_ended = False
        """Whether the last line ends a block."""
        self.catches: list[tuple[str, str]] = []
        """Of each ``try`` around here, where its handlers begin, and the room for the number of the fault."""
        self.caught = ""
        """The room for the number of the fault that is being handled."""
        self._base = "%base" if routine.is_recursive else ""
        """The place of the stack where the first call of a recursion began; the word there counts the calls."""

    def text(self) -> str:
        """Return the text of the routine."""
        parameters = []
        for value in self.routine.parameters:
            value.leaves = tuple(self.new() for _ in value.kind.leaves)
            parameters += [f"{kind} {name}" for kind, name in zip(value.kind.leaves, value.leaves, strict=True)]
        kinds = (*(("i32",) if self.routine.raises else ()), *self.routine.returns.leaves)
        self._returns = tuple(zip(kinds, map(self.room, kinds), strict=True))
        taken = self.routine.allocations if self.routine.gives_back else None
        mark = "" if taken is None else self.let(f"load ptr, ptr {self.leaf(taken)}")
        if self.routine.is_recursive:
            parameters.insert(0, "ptr %base")
            self._bound_recursion()
        self.write(self.routine.body)
        if not self.has_ended:
            self.line("unreachable")
        self.begin("exit")
        if taken is not None:
            self.line(f"call void {self.module.include('give_back')}(ptr {self.leaf(taken)}, ptr {mark})")
        how = {True: "alwaysinline", False: "noinline", None: ""}[self.routine.is_inlined]
        if self.routine.is_recursive:  # a loop in its place would never be too deep
            how += ' "disable-tail-calls"="true"'
        self._return(returned(self.routine))
        head = f"define internal {returned(self.routine)} @{self.routine.name}({', '.join(parameters)}) {how} nounwind {{"
        return "\n".join([head, "entry:", *self._rooms, *self._lines, "}"])

    @property
    def base(self) -> str:
        """The place where a recursion that is called here began: this, unless it did before."""
        if not self._base:
            self._base = self.room("i64")
            self._rooms.append(f"  store i64 0, ptr {self._base}")
        return self._base

    def _bound_recursion(self) -> None:
        """End with a fault where the stack is too deep, and ask Python now and then whether the search must end."""
        self.module.asks = True
        first, here = (self.let(f"ptrtoint ptr {each} to i64") for each in ("%base", self.room("i64")))
        self.end_if(self.let(f"icmp ugt i64 {self.let(f'sub i64 {first}, {here}')}, {ROOM}"), self._code(TOO_DEEP))
        count = self.let(f"add i64 {self.let('load i64, ptr %base')}, 1")
        self.line(f"store i64 {count}, ptr %base")
        asked, go_on = self.label(), self.label()
        is_time = self.let(f"icmp eq i64 {self.let(f'and i64 {count}, {CALLS - 1}')}, 0")
        self.line(f"br i1 {is_time}, label %{asked}, label %{go_on}, !prof !0")
        self.begin(asked)
        self.end_if(self.let(f"icmp ne i32 {self.let('call i32 @heed()')}, 0"), self._code(INTERRUPTED))
        self.go(go_on)
        self.begin(go_on)

    def _code(self, fault: Fault) -> str:
        return str(self.module.code_of(fault))

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
            made = self._operations[step.operation](self, step)
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
            value.leaves = (_constant(value.kind, value.known),) if value.kind.leaves else ()
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
        """End the routine with the number of a fault, or go to what handles it."""
        if not self.catches:
            self.give((code,))
            return
        label, room = self.catches[-1]
        self.line(f"store i32 {code}, ptr {room}")
        self.go(label)

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
