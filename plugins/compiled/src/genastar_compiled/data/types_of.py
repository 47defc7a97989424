"""The Numba types of values of Python."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import FunctionType, MethodType
from typing import Final

from numba import typeof
from numba.core import types
from numba.core.typing.typeof import typeof_impl

from genastar_compiled.data.containers.freezing import freeze, freezes
from genastar_compiled.data.containers.stores import NUMBERS_OF_DATES
from genastar_compiled.data.containers.views import Bag, ListView, Table, TupleView, View
from genastar_compiled.data.values.making import fault_of_reading
from genastar_compiled.data.values.records import fault_of_tuples, has_fields, is_fixed, is_record, names_of
from genastar_compiled.data.values.values import Instance, Text, declared_types, kept
from genastar_compiled.reach.functions import translate
from genastar_compiled.reach.names import module_of


def numba_type(value: object) -> types.Type:
    """Return the Numba type of a Python value that a solver holds, or that a search begins with.

    Raises:
        TypeError: there is none.
    """
    kind = type(value)
    if kind is bool:
        return types.boolean
    if kind is int:
        return types.int64
    if kind is float:
        return types.float64
    if freezes(value):
        return types.unicode_type if kind is str else numba_type(freeze(value))
    if value is None:
        return types.none
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, FunctionType):
        return types.Dispatcher(translate(value))
    if isinstance(value, tuple):
        return types.BaseTuple.from_types([numba_type(item) for item in value], _tuple_class(value))
    if is_record(value):
        if (fault := fault_of_reading(kind)) is not None:
            raise TypeError(fault)
        hints = declared_types(kind)
        return Instance(kind, {name: kept(numba_type(getattr(value, name)), hints.get(name)) for name in names_of(value)})
    if isinstance(value, (list, set)) and len(kinds := set(map(type, value))) > 1:  # Numba would look at the first alone
        names = ", ".join(sorted(each.__name__ for each in kinds))
        raise TypeError(
            f"a {kind.__name__} of values of several types ({names}) is not supported in machine code; give its items one type"
        )
    try:
        return typeof(value)
    except ValueError as error:
        if "too large" in str(error):
            raise TypeError("an int inside a container is beyond the 64 bits of a machine's integer") from error
        article = "an" if kind.__name__[0] in "aeiouAEIO" else "a"
        known_as = _FUNCTIONS.get(kind.__name__, f"{article} {kind.__name__}")
        raise TypeError(f"{known_as} is not supported in machine code{_instead(value)}") from error


_FUNCTIONS: Final = {
    "builtin_function_or_method": "a function of Python's own, such as max, that is a value",
    "wrapper_descriptor": "the call of a functools.partial, or of another object of Python's own classes,",
}


def _instead(value: object) -> str:
    """Return what to write instead of a value."""
    if isinstance(value, dict):
        return "; give a dict, dict(...)"
    if isinstance(value, (range, Iterator)):
        return "; give its items, tuple(...)"
    if isinstance(value, Enum):
        return "; give the members of the enum values of one type, such as auto()"
    if isinstance(value, MethodType):
        return "; write a method of the solver that calls it"
    if isinstance(value, (Fraction, Decimal)):
        return "; scale the numbers, and use ints"
    if isinstance(value, date):
        return NUMBERS_OF_DATES
    if callable(value):
        given = "lambda that calls it" if type(value).__name__ in _FUNCTIONS else "function"
        return f"; give a {given}, or write a method of the solver"
    return "" if module_of(type(value)) == "builtins" else "; write an attrs frozen class or a dataclass"


def _tuple_class(value: tuple[object, ...]) -> type | None:
    kind = type(value)
    if kind is tuple:
        return None
    if (fault := fault_of_tuples(kind)) is not None:
        raise TypeError(fault)
    return kind


_known_to_numba = typeof_impl.dispatch(object)


@typeof_impl.register(object)
def _type_of_other(value: object, context: object) -> object:
    """Return the type of a frozen record in a hook's module, or what Numba says of anything else."""
    return numba_type(value) if has_fields(type(value)) and is_fixed(value) else _known_to_numba(value, context)


for _kind in (View, ListView, TupleView, Bag, Table):  # constants of a hook's module
    typeof_impl.register(_kind)(lambda value, context: numba_type(value))
