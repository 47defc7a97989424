"""Ordinary Python, written out in the smaller language that Numba compiles.

`plain` gives a function that does the same without generator expressions, sequence patterns, assignment expressions and so on.
It works on the function's source, so it is for convenience alone: what machine code *means* must not depend on it. A
function whose source cannot be read, or is not what it was compiled from, is left as it is.

- `source`: from a function to its syntax tree, and back with the same closure.
- `aggregates`: ``any``, ``all``, ``sum``, ``min``, ``max``, ``tuple``, ``list`` and ``sorted`` of generator expressions.
- `patterns`: ``match``.
- `expressions`: assignment expressions; calls and displays that have another name in machine code.
- `statements`: starred targets, keyword-only arguments, imports in a function, loops over products.
"""

from __future__ import annotations

from types import FunctionType

from genastar_compiled.syntax.aggregates import Aggregates
from genastar_compiled.syntax.expressions import Expressions, without_assignments
from genastar_compiled.syntax.patterns import Patterns
from genastar_compiled.syntax.source import Source, compiled, source_of
from genastar_compiled.syntax.statements import Statements


def plain(function: FunctionType) -> FunctionType:
    """Return a function that does the same in plainer Python; the function itself if there is nothing to do."""
    source = source_of(function)
    if source is None:
        return function
    before = source.text()
    rewrite(source)
    return function if source.text() == before else compiled(source)


def rewrite(source: Source) -> None:
    """Rewrite a function in place."""
    for visitor in (Statements, Patterns, Aggregates, Expressions):
        visitor(source).rewrite()
    without_assignments(source)
