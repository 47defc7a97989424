"""Steps, and the values that they make."""

from __future__ import annotations

from typing import Any, Final

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import BOOL, NONE, Allocations, Arena, Fixed, Kind, Maybe, Nothing, Record, Tuple
from genastar_compiled.compiler.tree import UNKNOWN, Step, Value

NOTHING: Final = Value(NONE, None, ())
TRUE: Final = Value(BOOL, True)
FALSE: Final = Value(BOOL, False)
NO_VALUE: Final = Fault(TypeError, "None has no such operation")
NO_ATTRIBUTE: Final = Fault(AttributeError, "None has no such attribute")


class Steps:
    """The steps of a body, to which others are appended."""

    def __init__(self) -> None:
        self.body: list[Step] = []
        self.raises = False
        self.allocations: list[Value] = []
        """The parameter where the function notes the memory that it takes, if it takes any."""
        self.arena: Value | None = None
        """The parameter that is the memory for containers, if the function makes any."""

    def constant(self, value: Any) -> Value:
        """Return a value that is known when the program is made."""
        raise NotImplementedError

    def step(self, operation: str, *arguments: Value, kind: Kind | None = None, detail: Any = None) -> Value:
        """Append a step; return what it makes."""
        result = None if kind is None else Value(kind)
        self.body.append(Step(operation, arguments, result, detail))
        return result or NOTHING

    @property
    def notes(self) -> Value:
        """Return the place where the function notes the memory that it takes."""
        if not self.allocations:
            self.allocations.append(Value(Allocations()))
        return self.allocations[0]

    def memory(self) -> Value:
        """Return the memory for containers, which the caller hands on."""
        self.raises = True
        if self.arena is None:
            self.arena = Value(Arena())
        return self.arena

    def fail_if(self, condition: Value, fault: Fault) -> None:
        """End with this fault if a condition holds."""
        if condition.known is False:
            return
        self.raises = True
        self.step("fail_if", condition, detail=fault)

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

    def some(self, value: Value, fault: Fault = NO_VALUE) -> Value:
        """Return what a value is; raise where it is None, as what is done with it does in Python."""
        if not isinstance(value.kind, Maybe):
            return value
        is_none = self.step("binary", self.is_there(value), TRUE, kind=BOOL, detail="xor")
        self.fail_if(is_none, fault)
        return self.there(value)

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
