"""Operators and the special methods that they call."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

COMPARISONS: Final[dict[Callable[..., Any], str]] = {
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
    operator.eq: "==",
    operator.ne: "!=",
}
_COMPUTES: Final = (
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod),
    *(operator.and_, operator.or_, operator.xor, operator.getitem, operator.contains),
)
BINARY: Final[dict[Callable[..., Any], str]] = {each: f"__{each.__name__.strip('_')}__" for each in (*COMPARISONS, *_COMPUTES)}
UNARY: Final[dict[Callable[..., Any], str]] = {
    operator.neg: "__neg__",
    abs: "__abs__",
    operator.invert: "__invert__",
    len: "__len__",
}
REFLECTED: Final = {
    "__eq__": "__eq__",
    "__ne__": "__ne__",
    "__gt__": "__lt__",
    "__ge__": "__le__",
    "__lt__": "__gt__",
    "__le__": "__ge__",
} | {f"__{name}__": f"__r{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor")}
"""The method of the right operand, by that of the left."""
SPECIAL: Final = tuple(sorted({*BINARY.values(), *UNARY.values(), *REFLECTED.values(), "__bool__", "__hash__", "__iter__"}))
"""Methods that a hook calls without naming them."""
OF_TUPLES: Final = (
    *("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__", "__hash__"),
    *("__len__", "__bool__", "__getitem__", "__contains__", "__iter__", "__getattribute__"),
)
"""Special methods that have their meaning for tuples in machine code, whatever a subclass of tuple says."""
