"""The lowering of users' functions, which differs from Numba's in casts, comparisons, recursion and indices of arrays.

*Casts*: Python keeps an int that meets a float in one variable, tuple or list as it is. Numba gives the variable one type, and
rounds ints beyond 2 ** 53 silently. Here such an int is refused when it comes.

*Comparisons*: Numba compares the items of tuples as values of one type, here they are compared as values of their own.

*Indices* of arrays, strings and frozen lists: a negative index counts from the end. To be ready for one costs a grid's hook a
twelfth of its time, and almost no hook has one. So a program is first made for indices from 0 up to the length. Another index
ends it, and the search begins again in a program that is ready.
"""

from __future__ import annotations

import operator
from functools import partial
from typing import Any, Final

from numba.core import cgutils, types
from numba.core.compiler_machinery import register_pass
from numba.core.imputils import fix_returning_optional
from numba.core.lowering import Lower
from numba.np.arrayobj import make_array

from genastar_compiled.data.containers.views import item_at, with_items
from genastar_compiled.linking.lowering import LowerToPart, lower_named
from genastar_compiled.linking.yielding import YieldingLower
from genastar_compiled.meaning.numbers.conversions import Value, is_float, require_same
from genastar_compiled.meaning.refusal import leave_at_odd_index, origin, place_in
from genastar_compiled.meaning.stand_ins import STAND_INS


class _Lower(YieldingLower):
    """Numba's lowering, with checked casts, and comparisons of two types. Numba makes a context for each function."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.context.cast = partial(_cast, self.context)
        self.context.generic_compare = partial(_compare, self.context)
        self.context.call_unresolved = partial(_call_linked, self.context)
        if _assumed.pop(self.fndesc.mangled_name, self.fndesc.restype) != self.fndesc.restype:
            raise NotImplementedError(
                f"{self.fndesc.qualname} calls itself, and gives values of several types; let each return give one type"
            )

    def _lower_call_RecursiveCall(self, function: Any, expr: Any, signature: Any) -> Any:  # noqa: N802  # Numba's name
        """Call the function itself. What was made of it for arguments of other types is called as any function is."""
        kind = function.dispatcher_type
        if tuple(signature.args) in kind.dispatcher.overloads:
            return self._lower_call_normal(kind, expr, signature)
        return super()._lower_call_RecursiveCall(function, expr, signature)

    def lower_getitem(self, resty: types.Type, expr: Any, value: Any, index: Any, signature: Any) -> Value:
        """Read an element or a part of an array, a letter, or an item of a frozen list."""
        array, place = signature.args
        if place == types.intp and (whole := with_items(array)) is not None:
            return self._item(whole, value, index, resty)
        is_tuple = isinstance(place, types.BaseTuple)
        kinds = place.types if is_tuple else (place,)
        are_ints = all(isinstance(each, types.Integer) for each in kinds)
        if origin().odd or not isinstance(array, types.Array) or not kinds or not are_ints:
            return super().lower_getitem(resty, expr, value, index, signature)
        context, builder, get = self.context, self.builder, operator.getitem
        given = context.cast(builder, self.loadvar(index.name), self.typeof(index.name), place)
        parts = cgutils.unpack_tuple(builder, given, len(kinds)) if is_tuple else [given]
        whole = context.cast(builder, self.loadvar(value.name), self.typeof(value.name), array)  # it may be None
        lengths = cgutils.unpack_tuple(builder, make_array(array)(context, builder, whole).shape, array.ndim)
        numbers = [context.cast(builder, part, kind, types.intp) for part, kind in zip(parts, kinds, strict=True)]
        for number, length in zip(numbers, lengths, strict=False):
            leave_at_odd_index(context, builder, builder.icmp_unsigned(">=", number, length))
        known = types.UniTuple(types.uintp, len(kinds)) if is_tuple else types.uintp
        plain = context.typing_context.resolve_value_type(get).get_call_type(context.typing_context, (array, known), {})
        read = context.get_function(get, plain)
        context.enable_boundscheck = False
        try:
            found = read(builder, (whole, context.make_tuple(builder, known, numbers) if is_tuple else numbers[0]))
        finally:
            context.enable_boundscheck = True
        return context.cast(builder, found, plain.return_type, resty)

    def _item(self, kind: types.Type, value: Any, index: Any, resty: types.Type) -> Value:
        """Read an item of what `with_items` knows."""
        context, builder = self.context, self.builder
        whole, at = (
            context.cast(builder, self.loadvar(each.name), self.typeof(each.name), want)
            for each, want in ((value, kind), (index, types.intp))
        )
        count, _ = lower_named(context, builder, len, (kind,), (whole,))
        at = place_in(context, builder, at, count)
        item, found = lower_named(context, builder, item_at, (kind, types.intp), (whole, at))
        return context.cast(builder, item, found, resty)


_assumed: Final[dict[str, types.Type]] = {}
"""What functions that are still being compiled return, as far as it was known when their callers were compiled."""


def _call_linked(context: Any, builder: Any, name: str, signature: Any, args: Any) -> Value:
    """Call a function that is still being compiled, and will be linked into the same program."""
    convention, returned = context.call_conv, signature.return_type
    _assumed[name] = returned
    called = cgutils.get_or_insert_function(builder.module, convention.get_function_type(returned, signature.args), name)
    status, result = convention.call_function(builder, called, returned, signature.args, args)
    with cgutils.if_unlikely(builder, status.is_error):
        convention.return_status_propagate(builder, status)
    return fix_returning_optional(context, builder, signature, status, result)


def _cast(context: Any, builder: Any, value: Value, have: types.Type, want: types.Type) -> Value:
    if is_float(want):
        require_same(context, builder, value, have)
    return type(context).cast(context, builder, value, have, want)


def _compare(context: Any, builder: Any, sign: Any, kinds: Any, values: Any) -> Value:
    if any(isinstance(kind, (types.Optional, types.NoneType)) for kind in kinds):
        return lower_named(context, builder, STAND_INS[sign], kinds, values)[0]
    if context.typing_context.unify_types(*kinds) is not None:
        return type(context).generic_compare(context, builder, sign, kinds, values)
    return lower_named(context, builder, sign, kinds, values)[0]


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerWithMeaning(LowerToPart):
    """The lowering of users' functions."""

    _name = "genastar_lower_with_meaning"

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower
