"""Origins of numbers: mixtures that Numba accepts silently and Python treats differently are refused at compile time.

Numba turns a ``np.uint8`` into an int where both meet in one variable, and iterates over a set in another order.
"""

from __future__ import annotations

from typing import Any, Final

from numba.core import ir, types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.key_types import refuse_other
from genastar_compiled.data.values.mixed import WAYS, Mixed
from genastar_compiled.data.values.values import TEXTS, Instance, narrows, refuse_narrow
from genastar_compiled.meaning.library import adding
from genastar_compiled.syntax.loops.orders import ORDER, has_no_order

IN_ANY_ORDER: Final = frozenset({"sorted", "len", "min", "max", "sum", "set", "frozenset", "bool", "isinstance"}) | {
    *("or_", "and_", "sub", "xor", "ior", "iand", "isub", "ixor"),
    *("eq", "ne", "lt", "le", "gt", "ge", "contains", "facts_of", "discard", "remove"),
    *("in_any_order", "only_sets", "of_a_set", "of_a_sum", "of_a_best"),
}
"""Functions whose results do not depend on the order of a set."""
OF_SETS: Final = "joined_"
"""Prefix of the functions that combine a set and a set display."""


_WORDS: Final[dict[type, str]] = {
    types.Array: "arrays",
    types.BaseTuple: "tuples",
    types.Number: "numbers",
    Mixed: "numbers",
} | {Instance: "values with fields"}
_BY_VALUE: Final = tuple(_WORDS)
"""Types that Numba compares by value, or by the memory that they refer to, where Python asks whether they are one object."""


def _kind_of(kind: types.Type) -> type:
    return next(each for each in _BY_VALUE if isinstance(kind, each))


def check_origins(function: Any, kinds: Any, calls: Any, returned: types.Type) -> None:
    """Check a function whose types are known.

    Raises:
        TypingError: numbers of different origin meet in a variable, or the order of a set matters; the error has the line.
    """
    if function.func_id.modname == adding.__name__:
        return
    for block in function.blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                try:
                    _check(statement, kinds, calls)
                except TypingError as error:
                    raise TypingError(error.msg, loc=statement.loc) from None
            elif isinstance(statement, ir.Return) and narrows(kinds[statement.value.name], returned):
                refuse_narrow(kinds[statement.value.name], "what is returned in one place, and not in another,")


def _check(statement: Any, kinds: Any, calls: Any) -> None:
    value, want = statement.value, kinds[statement.target.name]
    if isinstance(value, ir.Var):
        if narrows(kinds[value.name], want):
            refuse_narrow(kinds[value.name], _variable(statement))
        return
    if not isinstance(value, ir.Expr):
        return
    match value.op:
        case "phi":
            for variable in value.incoming_values:
                if variable is not ir.UNDEFINED and variable.name in kinds and narrows(kinds[variable.name], want):
                    refuse_narrow(kinds[variable.name], _variable(statement))
        case "cast":
            if narrows(kinds[value.value.name], want):
                refuse_narrow(kinds[value.value.name], "what is returned in one place, and not in another,")
        case "build_list" | "build_set" if not isinstance(want, types.LiteralList):
            for variable in value.items:
                if narrows(kinds[variable.name], want.dtype):
                    refuse_narrow(kinds[variable.name], "an item")
        case "build_map":
            for parts in zip(*value.items, strict=True):
                if {types.unliteral(kinds[variable.name]) for variable in parts} == set(WAYS):
                    raise TypingError("a dictionary with ints and floats; write float(...) around the ints")
                for variable in parts[1:]:  # Numba makes them values of the first one's type
                    refuse_other(types.unliteral(kinds[parts[0].name]), kinds[variable.name])
        case "binop" if getattr(value.fn, "__name__", "") in ("is_", "is_not"):
            sides = [kinds[each.name] for each in (value.lhs, value.rhs)]
            sides = [kind.type if isinstance(kind, types.Optional) else kind for kind in sides]
            if all(isinstance(kind, TEXTS) for kind in sides):
                raise TypingError("two texts, or members of an enum of texts, are compared by 'is'; write ==")
            if all(isinstance(kind, _BY_VALUE) for kind in sides):
                named = " and ".join(sorted({_WORDS[_kind_of(kind)] for kind in sides}))
                raise TypingError(f"'is' asks whether {named} are one object, which machine code does not know; compare values")
        case "getiter":
            if has_no_order(kinds[value.value.name]):
                raise TypingError(ORDER)
        case "call":
            _check_call(value, kinds)


def _variable(statement: Any) -> str:
    name = statement.target.unversioned_name
    return f"{'a value' if name.startswith('$') else name} on one branch, and not on another,"


def _check_call(value: Any, kinds: Any) -> None:
    function = kinds[value.func.name]
    if isinstance(function, types.Dispatcher):
        return  # checked separately
    if isinstance(function, types.BoundFunction) and isinstance(function.this, types.Set):
        if "pop" in str(function.typing_key):
            raise TypingError(ORDER)
        return
    if isinstance(function, types.BoundFunction) and isinstance(function.this, Instance):
        return
    name = getattr(getattr(function, "typing_key", None), "__name__", "")
    if name in _IN_ORDER and any(has_no_order(kinds[variable.name]) for variable in value.args):
        raise TypingError(ORDER)
    if name in ("map", "filter") and any(isinstance(kinds[variable.name], types.DictType) for variable in value.args):
        raise TypingError(f"{name}() of a dictionary is not supported in machine code; write list(...) around the dictionary")
    asks_order = name not in IN_ANY_ORDER and not name.startswith(OF_SETS)
    if asks_order and any(isinstance(kinds[variable.name], types.Set) for variable in value.args):
        raise TypingError(ORDER)
    if name == "argsort" and "kind" not in dict(value.kws):
        raise TypingError('argsort() orders equal numbers differently from numpy; write argsort(..., kind="mergesort")')


_IN_ORDER: Final = ("list", "tuple", "tuple_from", "iter", "enumerate", "zip")
"""Functions that give the items of a frozenset one after another."""
