"""The kinds of code that is written where it is used: methods, functions inside of a function, generators."""

from __future__ import annotations

import ast
from typing import Any

from attrs import field, frozen

from genastar_compiled.compiler.kinds import Kind, Maybe


@frozen
class Method(Kind):
    """A method of a value, which is its only part."""

    owner: Kind
    function: Any = field(eq=id)

    @property
    def parts(self) -> tuple[Kind, ...]:
        return (self.owner,)

    def __str__(self) -> str:
        return f"the method {self.function.__name__}"


@frozen
class Nested(Kind):
    """Functions inside of a function, and what a generator expression gives: where they stand, and the defaults."""

    node: ast.Lambda | ast.FunctionDef | ast.GeneratorExp = field(eq=id)
    frame: str
    """The prefix of the variables around it."""
    defaults: tuple[Kind, ...] = ()

    @property
    def parts(self) -> tuple[Kind, ...]:
        return self.defaults

    @property
    def is_late(self) -> bool:
        """Whether a generator finds what it goes over when that is consumed."""
        return isinstance(self.node, ast.GeneratorExp) and not self.defaults

    def __str__(self) -> str:
        return "a function inside of a function"


@frozen
class Yielding(Kind):
    """Result of a call of a generator: its function and its arguments."""

    function: Kind
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]

    @property
    def parts(self) -> tuple[Kind, ...]:
        return (self.function, *self.kinds)

    def __str__(self) -> str:
        return "a generator"


@frozen
class Keywords(Kind):
    """The arguments that ``**`` collects, by their names."""

    names: tuple[str, ...]
    kinds: tuple[Kind, ...]

    @property
    def parts(self) -> tuple[Kind, ...]:
        return self.kinds

    def __str__(self) -> str:
        return "arguments by name (**)"


def is_of_code(kind: Kind) -> bool:
    """Return whether a value is, or has in it, code that can only be written where it is used."""
    if isinstance(kind, Maybe):
        return is_of_code(kind.kind)
    return isinstance(kind, (Nested, Yielding)) or any(map(is_of_code, kind.parts))


def is_generating(kind: Kind) -> bool:
    """Return whether a value is, or has in it, a generator, which is empty when it was read once."""
    if isinstance(kind, Maybe):
        return is_generating(kind.kind)
    return isinstance(kind, Yielding) or any(map(is_generating, kind.parts))
