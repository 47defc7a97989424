"""Numbers that are ints on one branch through a hook and floats on another.

Numba makes floats of both. Python keeps each as it is, and an int computes otherwise than a float: exactly beyond 2 ** 53 and
without a negative zero; ``isinstance`` tells them apart. So here such a number is a `MIXED`: 64 bits, and whether they are an
int. An operation on it is compiled for an int and for a float, and chosen as it runs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from functools import cache
from itertools import product
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import register_default
from numba.core.datamodel.models import handle_bound_function
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast
from numba.core.registry import cpu_target
from numba.core.typing.templates import Signature, signature

from genastar_compiled.data.containers.key_types import refuse_other, refuse_unlike, require_key, spoils
from genastar_compiled.data.containers.tuples import OfList, refuse_items
from genastar_compiled.data.containers.views import item_at, with_items
from genastar_compiled.data.values.mixed import MIXED, WAYS, Mixed
from genastar_compiled.data.values.values import TEXTS, Text, as_string, cuts, parts_of
from genastar_compiled.failures.failure import notes
from genastar_compiled.meaning.numbers.conversions import require_same
from genastar_compiled.meaning.refusal import refuse_if

_typing = cpu_target.typing_context


class _Context(type(_typing)):  # type: ignore[misc]
    """Numba's typing, where an int and a float have a common type of their own, and a list and a tuple have none."""

    def unify_pairs(self, first: types.Type, second: types.Type) -> types.Type | None:
        kinds = {_plain(first), _plain(second)}
        if len(kinds) == 2 and kinds <= {MIXED, *WAYS}:
            return MIXED
        if isinstance(first, types.BaseTuple) and isinstance(first, OfList) != isinstance(second, OfList):
            return None
        common = super().unify_pairs(first, second)
        if common is not None and _depth(common) > _DEEPEST:
            raise TypingError(
                f"a value holds others of its own kind, as a linked list does, deeper than {_DEEPEST}; write a list or a tuple"
            )
        return common

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call; an index of a list or a tuple must be an int, and a key equal."""
        if func is operator.getitem:
            args = (args[0], _index_of(*args))
            require_key(*args)
            whole = with_items(args[0])
            if whole is not None and isinstance(args[1], types.Integer):
                item = super().resolve_function_type(item_at, (whole, types.intp), {})
                return signature(item.return_type, whole, types.intp)
        elif isinstance(func, types.BoundFunction) and args:  # a method of a dictionary or a list
            compares = func.typing_key == (types.DictType, "get") or (
                func.typing_key == (types.DictType, "pop") and len(args) > 1
            )
            if compares and len(args) > 1:
                refuse_unlike(func.this.value_type, _plain(args[-1]))
            if not compares:
                require_key(func.this, args[0])
            if func.typing_key == (types.DictType, "setdefault") and cuts(args[-1], func.this.value_type):
                raise TypingError("setdefault() gives a dictionary of bools a number; begin it with numbers")
            if func.typing_key in ((types.DictType, "setdefault"), (types.DictType, "update")):
                refuse_other(func.this.key_type, getattr(args[-1], "key_type", func.this.key_type))
                refuse_other(func.this.value_type, getattr(args[-1], "value_type", _plain(args[-1])))
            if func.typing_key in _OF_ITEMS:
                refuse_items(func.this, args[0])
        found = self._resolved(func, args, kws)
        if func == "static_getitem" and isinstance(args[0], OfList) and isinstance(args[1], slice):
            found = found.replace(return_type=OfList.from_types(found.return_type.types))
        if func is operator.getitem and getattr(found and found.return_type, "reflected", False):
            found = found.replace(return_type=found.return_type.copy(reflected=False))  # a slice is no longer the solver's
        return found

    def _resolved(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call for texts of a solver, or, if there is none, for strings."""
        strings, named = tuple(map(as_string, args)), {name: as_string(kind) for name, kind in dict(kws).items()}
        if (strings, named) == (tuple(args), dict(kws)):
            return super().resolve_function_type(func, args, kws)
        noted, found = notes.found, None
        with suppress(TypingError):
            found = super().resolve_function_type(func, args, kws)
        if found is None:
            notes.found = noted
            found = super().resolve_function_type(func, strings, named)
        return found

    def resolve_getattr(self, typ: types.Type, attr: str) -> types.Type | None:
        """Return the type of an attribute; a text of a solver has the methods of strings."""
        found = super().resolve_getattr(typ, attr)
        return found if found is not None or not isinstance(typ, Text) else super().resolve_getattr(as_string(typ), attr)

    def resolve_setitem(self, target: types.Type, index: types.Type, value: types.Type) -> Any:
        """Return the signature of an assignment to an item; a key must be equal."""
        require_key(target, index)
        index, value = as_string(_index_of(target, index)), as_string(value)
        held, kind = getattr(target, "value_type", None), _plain(value)
        is_other = kind in (MIXED, types.boolean, *WAYS) and kind != held != MIXED
        if held is not None and target.is_precise() and (is_other or spoils(held, kind)):
            raise TypingError(
                f"a dictionary that begins empty is given values of the types {held} and {kind}; give its values one type"
            )
        return super().resolve_setitem(target, index, value)

    def _get_attribute_templates(self, typ: types.Type) -> Iterator[Any]:
        """Yield templates that type methods, such as ``list.append``, by this context."""
        for template in super()._get_attribute_templates(typ):
            mine = copy(template)
            mine.context = self
            yield mine

    def find_matching_getattr_template(self, typ: types.Type, attr: str) -> Any:
        """Return the template of an attribute, and its type: a method such as ``list.append`` has a `_Method`."""
        found = super().find_matching_getattr_template(typ, attr)
        resolve = found and getattr(getattr(found["template"], f"resolve_{attr}", None), "__wrapped__", None)
        if resolve and isinstance(found["return_type"], types.BoundFunction):
            found["return_type"] = _Method(found["return_type"].template, typ, resolve, found["template"])
        return found


_DEEPEST: Final = 4
"""How many values that may be None a value may hold, one inside another. A linked list that grows has no type that ends."""


@cache
def _depth(kind: types.Type) -> int:
    """Return how many values that may be None lie one inside another in a value of this type."""
    return isinstance(kind, types.Optional) + max(map(_depth, parts_of(kind)), default=0)


def _index_of(items: types.Type, index: types.Type) -> types.Type:
    """Return the type of an index: what is an int to Python counts as one in a list, a tuple, a text or bytes."""
    if isinstance(items, types.Array) and any(isinstance(each, types.Boolean) for each in getattr(index, "types", (index,))):
        raise TypingError("a bool is the index of an array, and numpy does not take it for an int; write int(...) around it")
    if isinstance(items, types.Array) and isinstance(index, types.Array) and index.ndim > 1 and index.dtype == types.boolean:
        raise TypingError(
            f"an array is indexed by a mask of {index.ndim} dimensions; write array.ravel()[mask.ravel()], or np.where"
        )
    is_int = isinstance(types.unliteral(index), (Mixed, types.Boolean, types.IntEnumMember))
    return types.int64 if is_int and isinstance(items, _INDEXED) else index


_INDEXED: Final = (types.List, types.BaseTuple, types.Bytes, *TEXTS)
_OF_ITEMS: Final = ("list.append", *((types.List, name) for name in ("index", "count", "remove")))
"""Methods that compare an item with those of a list, or add one."""


class _Method(types.BoundFunction):
    """The type of a method that is typed by `_Context`.

    Numba keeps one type of a method while it is in use, and with it the typing of its first user. That may be
    code of Numba's own, which makes floats of ints: ``[0.0, 2].append(0.5)`` stored a float without the flag.
    """

    def __init__(self, template: type, this: types.Type, resolve: Callable[..., Signature | None], home: Any) -> None:
        def generic(_: object, args: Any, kws: Any) -> Signature | None:
            found = resolve(home, this, args, kws)
            return found if found is None or found.recvr is not None else found.replace(recvr=this)

        super().__init__(type(template.__name__, (template,), {"generic": generic}), this)
        self._parts = resolve, home

    def copy(self, this: types.Type) -> _Method:
        """Return the method of another type."""
        return _Method(self.template, this, *self._parts)


register_default(_Method)(handle_bound_function)


def _plain(kind: types.Type) -> types.Type:
    """Return the type of a constant, or of a default of an argument, without its value."""
    value = getattr(kind, "value", None) if isinstance(kind, types.Omitted) else None
    return types.int64 if type(value) is int else types.float64 if type(value) is float else types.unliteral(kind)


@cache
def with_mixed(context: Any) -> Any:
    """Return the typing of users' functions, which shares everything else with Numba's.

    There is one for each of Numba's, because Numba keeps the code of its own functions for each typing.
    """
    made = object.__new__(_Context)
    made.__dict__ = context.__dict__
    return made


@lower_cast(types.Integer, Mixed)
@lower_cast(types.Float, Mixed)
def _to_mixed(context: Any, builder: Any, have: types.Type, want: types.Type, value: Any) -> Any:
    whole = isinstance(have, types.Integer)
    struct = cgutils.create_struct_proxy(want)(context, builder)
    if whole:
        struct.bits = context.cast(builder, value, have, types.int64)
    else:
        struct.bits = builder.bitcast(context.cast(builder, value, have, types.float64), ir.IntType(64))
    struct.whole = context.get_constant(types.boolean, whole)
    return struct._getvalue()


@lower_cast(Mixed, types.Float)
def _to_float(context: Any, builder: Any, have: types.Type, want: types.Type, value: Any) -> Any:
    whole, number, real = _parts(context, builder, value)
    with builder.if_then(whole):
        require_same(context, builder, number, types.int64)
    number = type(context).cast(context, builder, number, types.int64, want)
    return builder.select(whole, number, type(context).cast(context, builder, real, types.float64, want))


@lower_cast(Mixed, types.Integer)
def _to_index(context: Any, builder: Any, have: types.Type, want: types.Type, value: Any) -> Any:
    whole, number, _ = _parts(context, builder, value)
    refuse_if(context, builder, builder.not_(whole), "an index is a float", "write int(...) around it")
    return context.cast(builder, number, types.int64, want)


@lower_cast(Mixed, types.Boolean)
def _to_bool(context: Any, builder: Any, have: types.Type, want: types.Type, value: Any) -> Any:
    whole, number, real = _parts(context, builder, value)
    both = [context.cast(builder, part, kind, want) for part, kind in ((number, types.int64), (real, types.float64))]
    return builder.select(whole, *both)


def _parts(context: Any, builder: Any, value: Any) -> tuple[Any, Any, Any]:
    """Return whether a mixed number is an int, and its bits as an int and as a float."""
    struct = cgutils.create_struct_proxy(MIXED)(context, builder, value=value)
    return cgutils.as_bool_bit(builder, struct.whole), struct.bits, builder.bitcast(struct.bits, ir.DoubleType())


def ways(args: Sequence[types.Type]) -> list[tuple[types.Type, ...]]:
    """Return the types that arguments may have as a call runs: of each mixed one, both."""
    return list(product(*[WAYS if kind == MIXED else (kind,) for kind in args]))


def type_of_call(context: Any, args: Sequence[types.Type], typed: Callable[[tuple[types.Type, ...]], Signature]) -> Signature:
    """Return the signature of a call with mixed arguments; ``format_typed`` returns that of a call without.

    Raises:
        TypingError: the call has no type with an int, or none with a float, or they have no common type.
    """
    results = [typed(way).return_type for way in ways(args)]
    result = with_mixed(context).unify_types(*results)
    if result is None:
        raise TypingError(f"a number that may be an int or a float gives {' or '.join(map(str, dict.fromkeys(results)))}")
    return signature(result, *args)


def write_call(context: Any, builder: Any, sig: Signature, values: Sequence[Any], called: Callable[..., Any]) -> Any:
    """Write a call with mixed arguments: ``called`` writes one without, and returns its value and its type."""
    found = [_parts(context, builder, value) if kind == MIXED else None for kind, value in zip(sig.args, values, strict=True)]
    result = cgutils.alloca_once(builder, context.get_value_type(sig.return_type))

    def write(at: int, kinds: tuple[types.Type, ...], numbers: tuple[Any, ...]) -> None:
        if at == len(found):
            value, kind = called(kinds, numbers)
            builder.store(context.cast(builder, value, kind, sig.return_type), result)
            return
        parts = found[at]
        if parts is None:
            write(at + 1, (*kinds, sig.args[at]), (*numbers, values[at]))
            return
        whole, number, real = parts
        with builder.if_else(whole) as (then, otherwise):
            with then:
                write(at + 1, (*kinds, types.int64), (*numbers, number))
            with otherwise:
                write(at + 1, (*kinds, types.float64), (*numbers, real))

    write(0, (), ())
    return builder.load(result)
