"""Casts and comparisons in users' functions: an int that becomes a float where both meet in one variable, tuple or list.

Python keeps such an int as it is. Numba gives the variable one type, and rounds ints beyond 2 ** 53 silently. Here such an
int is refused when it comes. Numba compares the items of tuples as values of one type, here as values of their own.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from numba.core import types
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower

from genastar_compiled.linked import LowerToPart
from genastar_compiled.meaning.conversions import Value, is_float, require_same


class _Lower(Lower):
    """Numba's lowering, with checked casts, and comparisons of two types. Numba makes a context for each function."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.context.cast = partial(_cast, self.context)
        self.context.generic_compare = partial(_compare, self.context)


def _cast(context: Any, builder: Any, value: Value, have: types.Type, want: types.Type) -> Value:
    if is_float(want):
        require_same(context, builder, value, have)
    return type(context).cast(context, builder, value, have, want)


def _compare(context: Any, builder: Any, sign: Any, kinds: Any, values: Any) -> Value:
    typing = context.typing_context
    if typing.unify_types(*kinds) is not None:
        return type(context).generic_compare(context, builder, sign, kinds, values)
    compares = typing.resolve_value_type(sign)
    found = compares.get_call_type(typing, kinds, {})
    call = context.get_function(compares, found)
    context.add_linking_libs(getattr(call, "libs", ()))
    return call(builder, [context.cast(builder, *each) for each in zip(values, kinds, found.args, strict=True)])


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerWithMeaning(LowerToPart):
    """The lowering of users' functions."""

    _name = "genastar_lower_with_meaning"

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower
