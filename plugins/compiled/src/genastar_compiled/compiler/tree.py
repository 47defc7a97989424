"""Typed trees: what a function does, step by step, with the kind of each value.

A step takes values that earlier steps have made. Branches and loops hold steps of their own, so a body is a tree. Everything
that Python leaves to run time, such as what ``+`` means, is decided here; code is made without looking at the source again.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import Factory, define

from genastar_compiled.compiler.kinds import Kind, has_arrays

UNKNOWN: Final = object()


@define(eq=False)
class Value:
    """The result of a step, a parameter, or a constant."""

    kind: Kind
    known: Any = UNKNOWN
    """The value, if it is known when the program is made."""
    leaves: tuple[str, ...] | None = None
    """What code is made of in its place."""
    made_of: tuple[Value, ...] | None = None
    """Its parts, if it was made of them here."""

    @property
    def is_known(self) -> bool:
        """Whether the value is known when the program is made."""
        return self.known is not UNKNOWN


@define(eq=False)
class Slot:
    """The room of a local variable."""

    name: str
    kind: Kind
    leaves: tuple[str, ...] | None = None


@define(eq=False)
class Step:
    """One operation; `code.writer` has a function for each."""

    operation: str
    arguments: tuple[Value, ...] = ()
    result: Value | None = None
    detail: Any = None


@define(eq=False)
class Region:
    """Steps that can be left from inside; a loop repeats them."""

    is_loop: bool = False
    body: list[Step] = Factory(list)
    after: list[Step] = Factory(list)
    """Steps of a loop before it begins again."""
    bound: set[str] | None = None
    """The variables that have a value wherever a step leaves it; ``None`` if none does."""
    is_repeated: bool = False
    """Whether a step begins it again early."""
    labels: tuple[str, str] = ("", "")
    """Where the steps after it begin, and those in ``after``."""


@define(eq=False)
class Routine:
    """A function for arguments of some kinds."""

    name: str
    parameters: list[Value]
    body: list[Step]
    returns: Kind
    raises: bool
    """Whether it may end with a fault."""
    allocations: Value | None = None
    """The parameter where it notes the memory that it takes, if it takes any."""
    touches: bool = False
    """Whether it calls code of the kernel that may end with a fault."""
    is_recursive: bool = False
    """Whether it may be running already when it is called."""
    returns_never: bool = False
    is_inlined: bool | None = True
    """Whether it is written into its callers; ``None`` if LLVM decides."""
    arena: Value | None = None
    """The parameter that is the memory for its containers, if it makes any."""

    @property
    def gives_back(self) -> bool:
        """Whether it gives back what it took: it returns no array."""
        return self.allocations is not None and not has_arrays(self.returns)


class TypeAgain(Exception):
    """A variable is of a wider kind than was known: the function is typed again."""


class Ended(Exception):
    """No way leads on from the middle of an expression: what it calls never returns."""


class ProgramAgain(Exception):
    """A container of a function that was typed before has items of a wider kind: all functions are typed again."""


class Found:
    """The knowledge from earlier attempts to type a function."""

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {}
        self.returns: Kind | None = None
        self.assumed: Kind | None = None
        """What a call of the function inside of itself was taken to return; ``None`` before anything is known."""
        self.count = 0
        self.early: dict[str, int] = {}
        """Variables that are read, as the source stands, before they are given values; and how many kinds were known then."""
        self.uncertain: set[str] = set()
        """Variables that are read where some way leads on which they have no value: a flag tells whether they have one."""

    def settle(self, name: str, kind: Kind) -> None:
        """Note the kind of a variable that was read before. Names of what followed may be others' in the next attempt."""
        self.kinds = dict(list(self.kinds.items())[: self.early.pop(name)]) | {name: kind}
        raise TypeAgain
