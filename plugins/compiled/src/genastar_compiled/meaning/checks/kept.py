"""Iterators that have a name, or are inside another value: each is made a generator, whose memory is counted.

The place of Numba's own iterators is on the stack of the function that makes them. One that is made at the same line in a
later round of a loop has the same place, and a generator that is given one takes a copy of it. A loop over an iterator that is
made for it alone stays as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from numba.core import ir, types
from numba.core.errors import TypingError
from numba.core.ir_utils import build_definitions

from genastar_compiled.data.typed import by_types
from genastar_compiled.meaning.widening import definition_of, value_of
from genastar_compiled.syntax.source import PREFIX

_MAKERS: Final = (enumerate, iter, zip)
_USING_UP: Final = ("call", "exhaust_iter", "getiter")
"""Expressions in which an iterator is at its end, or a function has it that is called. A method may keep it, as ``append``."""


@by_types(iter)
def kept(items: Any) -> Any:
    """Return an iterator as a generator."""
    return (lambda items: items) if isinstance(items, types.Generator) else _each


def _each(items):  # type: ignore[no-untyped-def]
    for item in items:  # noqa: UP028  # Numba knows no ``yield from``
        yield item


def keep_iterators(function: Any, arguments: Sequence[types.Type]) -> bool:
    """Make a generator of each iterator that is kept, in the IR of a function; return whether there was any."""
    uses = _uses(function)
    changed = False
    for block in function.blocks.values():
        body, block.body = block.body, []
        for each in body:
            block.body.append(each)
            value = each.value if isinstance(each, ir.Assign) else None
            if isinstance(value, ir.Arg):
                is_kept = not value.name.startswith(PREFIX) and _is_iterator(arguments[value.index])
            else:
                is_kept = isinstance(value, ir.Expr) and value.op == "call" and _is_maker(function, value)
                is_kept = is_kept and not _is_used_up(function, each.target, uses)
            if is_kept:
                block.body += _made(each, block.scope)
                changed = True
    function._definitions = build_definitions(function.blocks)
    return changed


def check_kept(function: Any, kinds: dict[str, types.Type]) -> None:
    """Refuse a name of an iterator that is none of Python's, as those of numpy are, in a function whose types are known."""
    own = {each for each in function.func_id.code.co_varnames if not each.startswith(PREFIX)}
    for name, kind in kinds.items():
        known_as = name.partition(".")[0]
        if known_as in own and _is_iterator(kind):
            raise TypingError(f"{known_as} is an iterator of a kind that cannot be kept; write list(...) around it")


def _is_iterator(kind: types.Type) -> bool:
    return isinstance(kind, types.IteratorType) and not isinstance(kind, types.Generator)


def _is_maker(function: Any, call: Any) -> bool:
    called = value_of(definition_of(function, call.func))
    return any(called is each for each in _MAKERS)


def _uses(function: Any) -> dict[str, list[Any]]:
    """Return the statements in which each variable is read."""
    uses: defaultdict[str, list[Any]] = defaultdict(list)
    for block in function.blocks.values():
        for each in block.body:
            for variable in each.list_vars():
                if not (isinstance(each, ir.Assign) and variable is each.target):
                    uses[variable.name].append(each)
    return uses


def _is_used_up(function: Any, variable: Any, uses: dict[str, list[Any]]) -> bool:
    """Return whether a variable without a name is read at most once, and then goes to a loop or to a function."""
    found = uses[variable.name]
    return variable.is_temp and len(found) < 2 and all(_uses_up(function, each, uses) for each in found)


def _uses_up(function: Any, statement: Any, uses: dict[str, list[Any]]) -> bool:
    value = statement.value if isinstance(statement, ir.Assign) else None
    if isinstance(value, ir.Var):
        return _is_used_up(function, statement.target, uses)
    if not isinstance(value, ir.Expr) or value.op not in _USING_UP:
        return False
    return value.op != "call" or getattr(definition_of(function, value.func), "op", "") != "getattr"


def _made(statement: Any, scope: Any) -> Iterator[Any]:
    """Yield statements that put a generator into the variable of a statement."""
    target, loc = statement.target, statement.loc
    name, iterator = scope.redefine("$kept", loc), scope.redefine("$iterator", loc)
    statement.target = iterator
    yield ir.Assign(ir.Global(kept.__name__, kept, loc), name, loc)
    yield ir.Assign(ir.Expr.call(name, [iterator], (), loc), target, loc)
