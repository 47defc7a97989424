"""The typer of one function for arguments of some kinds, and the kinds that meet in its variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from types import FunctionType
from typing import Any, Final

import numpy as np

from genastar_compiled.compiler.faults import Fault, NotCovered
from genastar_compiled.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    Allocations,
    Array,
    Fixed,
    Kind,
    Maybe,
    Member,
    Nothing,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    is_number,
)
from genastar_compiled.compiler.tree import UNKNOWN, Ended, Found, Region, Slot, Step, TypeAgain, Value
from genastar_compiled.compiler.typing.frames import Frame, is_ours
from genastar_compiled.compiler.values import kind_of
from genastar_compiled.reach.names import KERNELS, module_of

LARGEST: Final = (1 << 63) - 1
NOTHING: Final = Value(NONE, None, ())
TRUE: Final = Value(BOOL, True)
FALSE: Final = Value(BOOL, False)


class Typer:
    """Types one function; the modules beside this one have a function for each node of its tree."""

    def __init__(self, program: Any, function: FunctionType, arguments: tuple[Kind, ...], found: Found) -> None:
        self.program = program
        """The program, which types the functions that this one calls."""
        code = function.__code__
        self.frame = Frame(function, frozenset((*code.co_varnames, *code.co_cellvars)), frozenset(), code=function)
        """The variables of what is typed now."""
        self.frames: dict[str, Frame] = {"": self.frame}
        """The frames in which functions stand that this one has inside, by their prefixes."""
        self.arguments = arguments
        self.found = found
        self.is_kernel = (
            program.is_plain or (module_of(function) + ".").startswith(KERNELS) or module_of(function).startswith(_OWN)
        )
        """Whether ints wrap around and are converted, as the kernel expects it of the machine."""
        self.body: list[Step] = []
        self.variables: dict[str, Slot | Value] = {}
        self.narrowed: dict[str, Kind] = {}
        """Variables that may be None and are not, here."""
        self.bound: set[str] = set()
        """Variables that have a value here, whichever way led here."""
        self.has_ended = False
        """Whether no way leads here."""
        self.depth = 0
        """How many branches and loops are around here."""
        self.raises = False
        self.touches = False
        """Whether code of the kernel is called that may end with a fault."""
        self.tries = 0
        """How many ``try`` are around here."""
        self.allocations: list[Value] = []
        """The parameter where the function notes the memory that it takes, if it takes any."""
        self.line = 0
        self.versions: dict[str, int] = {}

    @property
    def function(self) -> Any:
        """The function around what is typed now."""
        return self.frame.function

    # What steps are made of

    def step(self, operation: str, *arguments: Value, kind: Kind | None = None, detail: Any = None) -> Value:
        """Append a step; return what it makes."""
        result = None if kind is None else Value(kind)
        self.body.append(Step(operation, arguments, result, detail))
        return result or NOTHING

    @property
    def notes(self) -> Value:
        """Where the function notes the memory that it takes."""
        if not self.allocations:
            self.allocations.append(Value(Allocations()))
        return self.allocations[0]

    def fail_if(self, condition: Value, fault: Fault) -> None:
        """End with this fault if a condition holds."""
        if condition.known is False:
            return
        self.raises = True
        self.step("fail_if", condition, detail=fault)

    def refuse(self, what: str) -> NotCovered:
        """Return the refusal of a construct at this line."""
        frame, line = self.frame, self.line
        while frame.caller is not None and is_ours(frame.function):  # to where a user called it
            frame, line = frame.caller, frame.line
        file = frame.function.__code__.co_filename.rpartition("/")[2]
        return NotCovered(f"{frame.function.__qualname__} ({file}, line {line}): {what}")

    def make(self, kind: Kind, *parts: Value) -> Value:
        """Return a value of these parts."""
        made = self.step("make", *parts, kind=kind)
        if kind.parts == tuple(each.kind for each in parts):
            made.made_of = parts
        if isinstance(kind, Tuple) and kind.cls is None and all(each.is_known for each in parts):
            made.known = tuple(each.known for each in parts)
        return made

    def tuple_of(self, parts: list[Value]) -> Value:
        """Return a tuple."""
        return self.make(Tuple(tuple(each.kind for each in parts)), *parts)

    def part(self, value: Value, index: int) -> Value:
        """Return one of the parts of a value."""
        kind = value.kind.parts[index]
        if value.made_of is not None:
            return value.made_of[index]
        if isinstance(kind, (Fixed, Nothing)):
            return self.empty(kind)
        if value.is_known and isinstance(value.known, tuple):
            return self.constant(value.known[index])
        return self.step("part", value, kind=kind, detail=sum(len(each.leaves) for each in value.kind.parts[:index]))

    def parts(self, value: Value) -> list[Value]:
        """Return all parts of a value."""
        return [self.part(value, index) for index in range(len(value.kind.parts))]

    def empty(self, kind: Kind) -> Value:
        """Return the value of a kind that has one alone."""
        return NOTHING if kind == NONE else Value(kind, getattr(kind, "value", UNKNOWN), ())

    def there(self, value: Value) -> Value:
        """Return what a value is that may be None, and is not."""
        if not isinstance(value.kind, Maybe):
            return value
        return self.step("part", value, kind=value.kind.kind, detail=0)

    def is_there(self, value: Value) -> Value:
        """Return whether a value is not None."""
        if not isinstance(value.kind, Maybe):
            return FALSE if value.kind == NONE else TRUE
        return self.step("part", value, kind=BOOL, detail=len(value.kind.kind.leaves))

    def field(self, value: Value, name: str) -> Value:
        """Return a field of a record, or of one whose address this is."""
        record: Record = value.kind if isinstance(value.kind, Record) else value.kind.record  # type: ignore[attr-defined]
        if value.made_of is not None:
            return value.made_of[record.names.index(name)]
        kind = record.fields[name]
        if isinstance(kind, (Fixed, Nothing)):
            return self.empty(kind)
        operation = "part" if isinstance(value.kind, Record) else "read"
        return self.step(operation, value, kind=kind, detail=record.begins[name])

    def constant(self, value: Any) -> Value:
        """Return a value that is known when the program is made."""
        kind = type(value)
        if value is None:
            return NOTHING
        if kind is bool:
            return TRUE if value else FALSE
        if kind is int:
            if not -LARGEST - 1 <= value <= LARGEST:
                raise self.refuse(f"{value}, an int beyond 64 bits")
            return Value(INT, value)
        if kind is float:
            return Value(FLOAT, value)
        if kind is np.uint64:
            return Value(Whole(64, False, not self.is_kernel), int(value))
        if kind is tuple or (isinstance(value, tuple) and hasattr(kind, "_fields")):
            if len(value) > _MOST_ITEMS:
                raise self.refuse(f"a tuple of {len(value)} items as a constant")
            parts = [self.constant(each) for each in value]
            return self.make(Tuple(tuple(each.kind for each in parts), None if kind is tuple else kind), *parts)
        if isinstance(value, Enum) and type(value.value) in (int, bool) and not isinstance(value, int):
            inside = self.constant(value.value)
            return self.make(Member(kind, inside.kind), inside)
        return Value(Fixed(value), value, ())

    # How kinds meet

    def joined(self, one: Kind, other: Kind) -> Kind:
        """Return the kind of a variable that has these kinds on two ways."""
        if one == other:
            return one
        if one == NONE or other == NONE:
            rest = other if one == NONE else one
            return rest if isinstance(rest, Maybe) else Maybe(rest)
        if isinstance(one, Maybe) or isinstance(other, Maybe):
            first, second = (each.kind if isinstance(each, Maybe) else each for each in (one, other))
            return Maybe(self.joined(first, second))
        if isinstance(one, Tuple) and isinstance(other, Tuple) and one.cls is other.cls and len(one.items) == len(other.items):
            return Tuple(tuple(map(self.joined, one.items, other.items)), one.cls)
        if isinstance(one, Record) and isinstance(other, Record) and (one.cls, one.names) == (other.cls, other.names):
            return Record(one.cls, one.names, tuple(map(self.joined, one.kinds, other.kinds)))
        if isinstance(one, Array) and isinstance(other, Array) and (one.element, one.ndim) == (other.element, other.ndim):
            return Array(one.element, one.ndim, one.is_packed and other.is_packed, one.is_mutable and other.is_mutable)
        if self.is_kernel and is_number(one) and is_number(other):
            if isinstance(one, Real) or isinstance(other, Real):
                return FLOAT
            return BOOL if isinstance(one, Truth) and isinstance(other, Truth) else INT
        raise self.refuse(f"a value that is {one} on one way and {other} on another")

    def cast(self, value: Value, kind: Kind) -> Value:
        """Return a value as one of another kind that holds it."""
        have = value.kind
        if have == kind:
            return value
        if isinstance(kind, Maybe):
            if have == NONE:
                return self.step("absent", kind=kind)
            if isinstance(have, Maybe):
                return self.make(kind, self.cast(self.there(value), kind.kind), self.is_there(value))
            return self.make(kind, self.cast(value, kind.kind), TRUE)
        if isinstance(have, Tuple) and isinstance(kind, Tuple) and have.cls is kind.cls and len(have.items) == len(kind.items):
            return self.make(kind, *map(self.cast, self.parts(value), kind.items))
        if isinstance(have, Record) and isinstance(kind, Record) and (have.cls, have.names) == (kind.cls, kind.names):
            return self.make(kind, *map(self.cast, self.parts(value), kind.kinds))
        if isinstance(have, Array) and isinstance(kind, Array) and (have.element, have.ndim) == (kind.element, kind.ndim):
            return self.make(kind, value)
        if isinstance(have, Maybe) and self.is_kernel:
            return self.cast(self.there(value), kind)
        if is_number(have) and is_number(kind) and self.is_kernel:
            return self.convert(value, kind)
        raise self.refuse(f"{have} where {kind} is wanted")

    def convert(self, value: Value, kind: Kind) -> Value:
        """Return a number as the machine converts it."""
        have = value.kind
        if have == kind:
            return value
        if value.is_known and not isinstance(kind, Truth) and not isinstance(value.known, float):
            return Value(kind, float(value.known) if isinstance(kind, Real) else _wrapped(int(value.known), kind))
        return self.step("convert", value, kind=kind)

    def convert_parts(self, value: Value, kind: Kind) -> Value:
        """Return a value with its numbers as the machine converts them."""
        if value.kind == kind:
            return value
        if is_number(kind):
            return self.convert(value, kind)
        if isinstance(kind, Maybe):
            return self.make(kind, self.convert_parts(self.there(value), kind.kind), self.is_there(value))
        return self.make(kind, *map(self.convert_parts, self.parts(value), kind.parts))

    def leave(self, region: Region) -> None:
        """Leave a region."""
        region.bound = set(self.bound) if region.bound is None else region.bound & self.bound
        self.body.append(Step("leave", detail=region))
        self.has_ended = True

    # Variables

    def assign(self, name: str, value: Value) -> None:
        """Give a variable a value."""
        self.program.nodes.assign(self, name, value)

    def slot(self, name: str, kind: Kind) -> Slot:
        """Return a new slot, of the kind that earlier attempts found."""
        return Slot(name, self.found.kinds.setdefault(name, kind))

    def put(self, slot: Slot, value: Value) -> None:
        """Write a slot."""
        kind = self.joined(slot.kind, value.kind)
        if kind != slot.kind:
            self.found.kinds[slot.name] = kind
            raise TypeAgain
        self.body.append(Step("set", (self.cast(value, kind),), None, slot))

    def get(self, slot: Slot) -> Value:
        """Read a slot."""
        if isinstance(slot.kind, (Fixed, Nothing)):
            return self.empty(slot.kind)
        return self.step("get", kind=slot.kind, detail=slot)

    def name(self, name: str) -> Value:
        """Return what a name means."""
        found: Value = self.program.nodes.value_of_name(self, name)
        return found

    def outside(self, value: Any) -> Value:
        """Return the value of a name outside the function."""
        is_own = self.is_kernel and isinstance(value, np.uint64)
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, (list, dict, set, frozenset, bytes, bytearray, np.generic)) and not is_own:
            raise self.refuse(f"a {type(value).__name__} outside the class")
        return self.program.constant_of(self, value)

    def _array(self, value: np.ndarray[Any, Any]) -> Value:
        """Return an array outside the class, which the program reads where it is."""
        try:
            kind = kind_of(value)
        except TypeError as error:
            raise self.refuse(str(error)) from None
        self.program.kept.append(value)
        leaves = f"inttoptr (i64 {value.ctypes.data} to ptr)", *map(str, value.shape), *map(str, value.strides)
        return Value(kind, UNKNOWN, leaves)

    # What the modules beside this one do; they call each other by these

    def value_of(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        found: Value = self.program.nodes.value_of(self, node)
        return found

    def truth_of(self, node: ast.expr) -> Value:
        """Return whether an expression counts as true, without its value."""
        found: Value = self.program.nodes.truth_of(self, node)
        return found

    def attribute(self, value: Value, name: str) -> Value:
        """Return an attribute of a value."""
        found: Value = self.program.nodes.attribute(self, value, name)
        return found

    def assign_to(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a target."""
        self.program.nodes.put(self, target, value)

    def named(self, node: ast.expr) -> Any:
        """Return the function or class that a name means; ``None`` for any other expression."""
        if not isinstance(node, ast.Name) or self.frame.owner(node.id) is not None:
            return None
        return getattr(self.value_of(node).kind, "value", None)

    # Branches

    @contextmanager
    def inside(self, body: list[Step]) -> Iterator[None]:
        """Append steps to another body in this block."""
        before, self.body = self.body, body
        self.depth += 1
        try:
            yield
        finally:
            self.body = before
            self.depth -= 1

    def branch(self, condition: Value, yes: Any, no: Any) -> None:
        """Do one of two things; each appends its steps when it is called."""
        if condition.is_known:
            (yes if condition.known else no)()
            return
        bodies: tuple[list[Step], list[Step]] = ([], [])
        bound, narrowed, ends = set(self.bound), dict(self.narrowed), []
        for body, act in zip(bodies, (yes, no), strict=True):
            self.bound, self.narrowed, self.has_ended = set(bound), dict(narrowed), False
            with self.inside(body):
                self.attempt(act)
            ends.append((self.has_ended, self.bound, self.narrowed))
        self.step("if", condition, detail=bodies)
        going = [(bound, narrowed) for has_ended, bound, narrowed in ends if not has_ended]
        self.has_ended = not going
        if going:
            self.bound = set.intersection(*(each for each, _ in going))
            self.narrowed = {n: k for n, k in going[0][1].items() if all(n in each for _, each in going)}

    def choose(self, condition: Value, yes: Any, no: Any, name: str) -> Value:
        """Return what one of two expressions gives."""
        if condition.is_known:
            given: Value = (yes if condition.known else no)()
            return given
        room: list[Slot] = []

        def keep(act: Any) -> None:
            value = act()
            if not room:
                room.append(self.slot(name, value.kind))
            self.put(room[0], value)

        self.branch(condition, lambda: keep(yes), lambda: keep(no))
        if not room:
            raise Ended
        return self.get(room[0])

    def attempt(self, act: Any) -> Any:
        """Append the steps of an action, which may find out in the middle of an expression that no way leads on."""
        try:
            return act()
        except Ended:
            self.has_ended = True
            return None

    def fresh(self, node: ast.AST, what: str = "") -> str:
        """Return a name for a slot of this node, the same in each attempt."""
        self.found.count += 1
        return f"{what} {self.found.count} {getattr(node, 'lineno', 0)}"


_OWN: Final = "genastar_compiled.compiler.meaning"
_MOST_ITEMS: Final = 256


def _wrapped(number: int, kind: Kind) -> int:
    assert isinstance(kind, Whole)
    number &= (1 << kind.bits) - 1
    return number - (1 << kind.bits) if kind.signed and number >> (kind.bits - 1) else number
