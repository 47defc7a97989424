"""The typer of one function for arguments of some kinds, and the kinds that meet in its variables."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from types import FunctionType
from typing import Any, Final

import numpy as np
from attrs import evolve

from genastar_compiled.compiler.containers.kinds import Text, join
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    MIXED,
    NONE,
    Array,
    Container,
    Fixed,
    Kind,
    Maybe,
    Nothing,
    Real,
    Record,
    Truth,
    Tuple,
    Whole,
    are_twins,
    is_number,
    number_of,
)
from genastar_compiled.compiler.tree import UNKNOWN, Ended, Found, Region, Slot, Step, TypeAgain, Value
from genastar_compiled.compiler.typing import steps
from genastar_compiled.compiler.typing.frames import Frame, is_ours
from genastar_compiled.compiler.values import kind_of
from genastar_compiled.failures.hints import a_value
from genastar_compiled.reach.names import KERNELS, module_of

LARGEST: Final = (1 << 63) - 1
NOTHING: Final = steps.NOTHING
TRUE: Final = steps.TRUE
FALSE: Final = steps.FALSE


class Typer(steps.Steps):
    """Types one function; the modules beside this one have a function for each node of its tree."""

    def __init__(self, program: Any, function: FunctionType, arguments: tuple[Kind, ...], found: Found) -> None:
        super().__init__()
        self.program = program
        """The program, which types the functions that this one calls."""
        code = function.__code__
        self.frame = Frame(function, frozenset((*code.co_varnames, *code.co_cellvars)), frozenset(), code=function)
        """The variables of what is typed now."""
        self.frames: dict[str, Frame] = {"": self.frame}
        """The frames in which functions stand that this one has inside, by their prefixes."""
        self.arguments = arguments
        self.found = found
        self.is_kernel = program.is_plain or is_kernel(function)
        """Whether ints wrap around and are converted, as the kernel expects it of the machine."""
        self.is_own = is_own(function)
        """Whether it is one of the functions by which this compiler says what Python does."""
        self.key = function, arguments
        self.variables: dict[str, Slot | Value] = {}
        self.narrowed: dict[str, Kind] = {}
        """Variables that may be None and are not, here."""
        self.bound: set[str] = set()
        """Variables that have a value here, whichever way led here."""
        self.has_ended = False
        """Whether no way leads here."""
        self.depth = 0
        """How many branches and loops are around here."""
        self.touches = False
        """Whether code of the kernel is called that may end with a fault."""
        self.tries = 0
        """How many ``try`` are around here."""
        self.line = 0
        self.versions: dict[str, int] = {}

    @property
    def function(self) -> Any:
        """The function around what is typed now."""
        return self.frame.function

    @property
    def where(self) -> str:
        """The function of a user around what is typed now."""
        function = self._place[0].function
        return "a built-in function" if is_own(function) else str(function.__qualname__)

    @property
    def _place(self) -> tuple[Frame, int]:
        frame, line = self.frame, self.line
        while frame.caller is not None and is_ours(frame.function):  # to where a user called it
            frame, line = frame.caller, frame.line
        return frame, line

    def refuse(self, what: str, error: type[NotCovered] = NotCovered, kind: object = None) -> NotCovered:
        """Return the refusal of a construct at this line, which tells the place if that is in code of a user."""
        frame, line = self._place
        if is_hidden(frame.function):
            return error(what, "", kind)
        file = frame.function.__code__.co_filename.rpartition("/")[2]
        return error(what, f"{frame.function.__qualname__} ({file}, line {line}): ", kind)

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
                return self._container(value)
            parts = [self.outside(each) for each in value]
            return self.make(Tuple(tuple(each.kind for each in parts), None if kind is tuple else kind), *parts)
        if isinstance(value, Enum):
            try:
                return self.make(kind_of(value), Value(INT, number_of(value)))
            except TypeError as error:
                raise self.refuse(str(error)) from None
        return self._container(value) if kind in _CONTAINERS else Value(Fixed(value), value, ())

    # How kinds meet

    def joined(self, one: Kind, other: Kind) -> Kind:
        """Return the kind of a variable that has these kinds on two ways."""
        found = join(one, other, self._joined_others)
        if found is not None:
            return found
        raise self.refuse(f"a value that is {one} on one way and {other} on another")

    def _joined_others(self, one: Kind, other: Kind) -> Kind | None:
        if are_twins(one, other):  # what the two do otherwise is refused of numpy's
            return one if getattr(one, "numpy", False) else other
        if isinstance(one, Array) and isinstance(other, Array) and (one.element, one.ndim) == (other.element, other.ndim):
            return Array(one.element, one.ndim, one.is_packed and other.is_packed, one.is_mutable and other.is_mutable)
        if {one, other} <= {INT, FLOAT, MIXED} and not (self.is_kernel and MIXED not in (one, other)):
            return MIXED
        if not (self.is_kernel and is_number(one) and is_number(other)):
            return None
        if isinstance(one, Real) or isinstance(other, Real):
            return FLOAT
        return BOOL if isinstance(one, Truth) and isinstance(other, Truth) else INT

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
        if kind == MIXED and have in (INT, FLOAT):
            bits = value if have == INT else self.step("relabel", value, kind=INT)
            return self.make(kind, bits, TRUE if have == INT else FALSE)
        if isinstance(have, Tuple) and isinstance(kind, Tuple) and have.cls is kind.cls and len(have.items) == len(kind.items):
            return self.make(kind, *map(self.cast, self.parts(value), kind.items))
        if isinstance(have, Record) and isinstance(kind, Record) and (have.cls, have.names) == (kind.cls, kind.names):
            return self.make(kind, *map(self.cast, self.parts(value), kind.kinds))
        if are_twins(have, kind):
            return self.step("relabel", value, kind=kind)
        if isinstance(have, Array) and isinstance(kind, Array) and (have.element, have.ndim) == (kind.element, kind.ndim):
            return self.make(kind, value)
        if isinstance(kind, (Container, Text)):
            found: Value = self.program.nodes.cast_to_container(self, value, kind)
            return found
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

    def outside(self, value: Any, name: str = "") -> Value:
        """Return the value of a name outside the function."""
        try:
            return self._outside(value)
        except NotCovered as error:
            raise self.refuse(f"{name}: {error.what}") if name else error from None

    def _outside(self, value: Any) -> Value:
        is_own = self.is_kernel and isinstance(value, np.uint64)
        if isinstance(value, np.ndarray):
            return self._array(value)
        if type(value) in _CONTAINERS:
            return self._container(value)
        if isinstance(value, (list, dict, set, frozenset, bytearray, np.generic)) and not is_own:
            raise self.refuse(a_value(value))
        return self.program.constant_of(self, value)

    def _container(self, value: Any) -> Value:
        """Return a container outside the class: its image, which the guard compares with it before each search."""
        try:
            image = self.program.nodes.image_of(value)
        except (TypeError, RecursionError) as error:
            raise self.refuse(str(error)) from None
        self.program.kept.append(image)
        return Value(image.kind, UNKNOWN, tuple(f"inttoptr (i64 {each} to ptr)" for each in image.words))

    def _array(self, value: np.ndarray[Any, Any]) -> Value:
        """Return an array outside the class, which the program reads where it is."""
        try:
            kind = kind_of(value)
        except TypeError as error:
            raise self.refuse(str(error)) from None
        assert isinstance(kind, Array)
        kind = evolve(kind, is_mutable=kind.is_mutable and self.program.is_plain)
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


def is_hidden(function: FunctionType) -> bool:
    """Return whether a function is one of Python's library or of this package, whose lines tell a user nothing."""
    return is_of_library(function) or module_of(function).startswith("genastar_compiled.")


def is_of_library(function: FunctionType) -> bool:
    """Return whether a function is one of Python's library."""
    return module_of(function).partition(".")[0] in sys.stdlib_module_names


def is_own(function: FunctionType) -> bool:
    """Return whether a function is one of those by which this compiler says what Python does."""
    return (module_of(function) + ".").startswith(_OWN)


def is_kernel(function: FunctionType) -> bool:
    """Return whether a function is one of the kernel."""
    return (module_of(function) + ".").startswith((KERNELS, *_OWN))


_OWN: Final = (
    "genastar_compiled.compiler.containers.",
    *(f"genastar_compiled.compiler.library.{each}." for each in ("arithmetic", "lists", "tables", "texts")),
)
_MOST_ITEMS: Final = 256
_CONTAINERS: Final = (list, dict, set, frozenset, bytes)


def _wrapped(number: int, kind: Kind) -> int:
    assert isinstance(kind, Whole)
    number &= (1 << kind.bits) - 1
    return number - (1 << kind.bits) if kind.signed and number >> (kind.bits - 1) else number
