"""Rewrite ordinary Python in the smaller language that Numba compiles.

`plain` returns an equivalent function without generator expressions, sequence patterns, assignment expressions and so on. It
needs the function's source, so it is only a convenience: the meaning of machine code must not depend on it. A function whose
source cannot be read, or does not match its code, is left unchanged.

- `source`: from a function to its syntax tree, and back with the same closure.
- `hints`: what is written for type checkers.
- `attempts`: what Numba cannot build in a ``try``.
- `defaults`: ``defaultdict`` of numbers.
- `missing`, `growing`: look-ups whose default is an empty container; what adds many items.
- `classes`: enums, constants of classes, ``deque`` and ``Counter``.
- `arrays`: calls of numpy's with Python's types, or a constant to fill with.
- `aggregates`: ``any``, ``all``, ``sum``, ``min``, ``max``, ``tuple``, ``list`` and ``sorted`` of generator expressions.
- `parents`: ``super()``.
- `unfolding`: loops over generator expressions and choices of tuples, and ``yield from``.
- `generators`: loops over generators.
- `stops`: what may raise ``StopIteration``.
- `patterns`: ``match``.
- `expressions`: calls and displays that have another name in machine code.
- `narrowing`: what is not None after a test.
- `assignments`: assignment expressions.
- `iterators`: ``reverse_edges``, products, combinations and so on.
- `unrolling`: loops over a few constants.
- `recursion`: a bound of the stack.
- `statements`: starred targets, keyword-only arguments, imports in a function, loops over products.
"""

from __future__ import annotations

from types import FunctionType
from typing import Final

from genastar_compiled.syntax.assignments import without_assignments
from genastar_compiled.syntax.attempts import Attempts, Lists
from genastar_compiled.syntax.classes import Classes
from genastar_compiled.syntax.containers.arrays import Arrays
from genastar_compiled.syntax.containers.defaults import Defaults
from genastar_compiled.syntax.containers.growing import Growing
from genastar_compiled.syntax.containers.missing import Missing
from genastar_compiled.syntax.expressions import Expressions
from genastar_compiled.syntax.hints import Hints
from genastar_compiled.syntax.loops.aggregates import Aggregates
from genastar_compiled.syntax.loops.generators import Generators, needs_class
from genastar_compiled.syntax.loops.unfolding import Unfolding
from genastar_compiled.syntax.loops.unrolling import Loops
from genastar_compiled.syntax.narrowing import narrow
from genastar_compiled.syntax.parents import Inherited, Parents, uses_super
from genastar_compiled.syntax.patterns import Patterns
from genastar_compiled.syntax.recursion import bound_recursion
from genastar_compiled.syntax.source import Source, compiled, source_of
from genastar_compiled.syntax.statements import Statements

__all__ = ["Inherited", "needs_class", "plain", "rewrite", "uses_super"]


def plain(function: FunctionType, cls: type | None = None, inherited: type | None = None) -> FunctionType:
    """Return a function that does the same in plainer Python; the function itself if there is nothing to do.

    Of a class method's function ``cls`` is its class: the first argument is left out then. Of a method that depends on
    it (`needs_class`), ``inherited`` is the class of the object that it is called of.
    """
    source = source_of(function)
    if source is None:
        return function
    source.inherited = inherited
    before = source.text()
    if cls is not None:
        source.bind_class(cls)
    if inherited is not None and uses_super(function):
        Parents(source, inherited).rewrite()
    Hints(source).rewrite()
    Unfolding(source).rewrite()
    Generators(source).rewrite()
    rewrite(source)
    return function if source.text() == before else compiled(source)


_VISITORS: Final = (
    Attempts, Defaults, Missing, Classes, Growing, Loops, Statements, Patterns, Aggregates, Expressions, Arrays, Lists
)  # fmt: skip


def rewrite(source: Source) -> None:
    """Rewrite a function in place."""
    for visitor in _VISITORS:
        visitor(source).rewrite()
    source.lifted = [Arrays(source).visit(Expressions(source).visit(each)) for each in source.lifted]
    narrow(source)
    without_assignments(source)
    bound_recursion(source)
