"""Strings in fields: each has its own type (`values.Text`). For most operations `numbers.mixed` makes a Numba string of it."""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import Flag
from operator import attrgetter
from typing import Any

from numba.core import boxing, types
from numba.core.cgutils import create_struct_proxy, is_not_null
from numba.core.datamodel.models import EnumModel
from numba.core.errors import TypingError
from numba.core.pythonapi import _unboxers
from numba.core.typing.templates import signature
from numba.cpython import builtins, enumimpl
from numba.extending import NativeValue, lower_builtin, lower_cast, overload, overload_attribute, overload_method

from genastar_compiled.data.values.flags import FLAGS
from genastar_compiled.data.values.mixed import mixed
from genastar_compiled.data.values.signs import COMPARISONS
from genastar_compiled.data.values.values import TEXTS, Text
from genastar_compiled.reach.generated import generated


@lower_cast(Text, types.UnicodeType)
def _as_string(context: Any, builder: Any, have: Any, want: Any, value: Any) -> Any:
    return context.get_constant_generic(builder, types.unicode_type, have.value)


def _register(sign: Callable[[Any, Any], bool], written: str) -> None:
    @overload(sign)
    def compared(left, right):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
        sides = (left, right)
        if not any(isinstance(side, Text) for side in sides) or not all(isinstance(side, TEXTS) for side in sides):
            return None
        known = [*map(_constant_of, sides)]
        if None not in known:
            return (lambda left, right: True) if sign(*known) else (lambda left, right: False)
        one, other = (name if text is None else repr(text) for name, text in zip(("left", "right"), known, strict=True))
        return generated(f"def made(left, right):\n    return {one} {written} {other}\n")


def _constant_of(kind: types.Type) -> str | None:
    """Return the text that a type has; ``None`` if it is known only as the hook runs."""
    if isinstance(kind, Text):
        return kind.value
    return kind.literal_value if isinstance(kind, types.StringLiteral) else None


for _sign, _written in COMPARISONS.items():
    _register(_sign, _written)


builtins.ol_repr_generic.__code__ = (lambda obj: None).__code__  # Numba's is the name of the type: a wrong answer


@overload_method(types.UnicodeType, "removeprefix")
def _without_prefix(text, part):  # type: ignore[no-untyped-def]
    return lambda text, part: text[len(part) :] if text.startswith(part) else text


@overload_method(types.UnicodeType, "removesuffix")
def _without_suffix(text, part):  # type: ignore[no-untyped-def]
    return lambda text, part: text[: len(text) - len(part)] if text.endswith(part) else text


@overload_method(Text, "__str__")
def _string_of(text):  # type: ignore[no-untyped-def]
    """Return the string, for ``str()`` in code of this package; Numba's would be the name of the type."""
    value = text.value
    return lambda text: value


@overload_method(Text, "__hash__")
def _hash_of_text(text):  # type: ignore[no-untyped-def]
    value = text.value
    return lambda text: hash(value)


@lower_builtin("getiter", Text)
def _lower_letters(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    text = context.cast(builder, args[0], sig.args[0], types.unicode_type)
    return context.get_function("getiter", signature(sig.return_type, types.unicode_type))(builder, (text,))


@overload(int)
def _number_of(member):  # type: ignore[no-untyped-def]
    return (lambda member: member.value) if isinstance(member, types.IntEnumMember) else None


@lower_builtin("static_getitem", types.BaseTuple, types.Omitted)
def _lower_item_at_member(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Lower ``items[Way.UP]``: Numba types it, but has no literal type for a member."""
    items, place = args[0], int(args[1])
    whole = sig.args[0]
    inside = signature(sig.return_type, whole, types.literal(place))
    return context.get_function("static_getitem", inside)(builder, (items, place))


@overload(operator.mul)
def _repeated(one, other):  # type: ignore[no-untyped-def]
    """Return a list or a text as often as a bool or an `IntEnum` member says, which are ints."""
    kinds = (types.List, types.UnicodeType, types.StringLiteral)
    if isinstance(one, kinds) and isinstance(other, (types.Boolean, types.IntEnumMember)):
        return lambda one, other: one * int(other)
    if isinstance(other, kinds) and isinstance(one, (types.Boolean, types.IntEnumMember)):
        return lambda one, other: other * int(one)
    return None


@overload(operator.contains)
def _has_flags(whole, part):  # type: ignore[no-untyped-def]
    """Return whether a flag has all bits of another; Python refuses those of another class."""
    return (lambda whole, part: whole.value & part.value == part.value) if isinstance(whole, FLAGS) and whole == part else None


@overload(operator.getitem)
def _item_of_mixed(items, at):  # type: ignore[no-untyped-def]
    """Return an item, at a run-time index, of a tuple of ints and floats, or of texts."""
    if not isinstance(items, types.Tuple) or not isinstance(at, types.Integer) or isinstance(at, types.Literal):
        return None
    numbers = all(isinstance(each, (types.Integer, types.Float)) for each in items)
    if not numbers and not all(isinstance(each, TEXTS) for each in items):
        return None
    wrapped = "mixed(items[{0}])" if numbers and any(isinstance(each, types.Float) for each in items) else "items[{0}]"
    wrapped = wrapped if numbers else "str(items[{0}])"
    lines = [f"    if place == {index}:\n        return {wrapped.format(index)}" for index in range(len(items))]
    count = len(items)
    text = f"def made(items, at):\n    place = at + {count} if at < 0 else at\n" + "\n".join(lines)
    return generated(f"{text}\n    raise IndexError('tuple index out of range')\n", {"mixed": mixed})


@overload_attribute(types.EnumMember, "name")
def _name_of(member):  # type: ignore[no-untyped-def]
    if isinstance(member, FLAGS):
        raise TypingError("the name of a flag is asked for, which may have several bits; compare it with members")
    members = list(member.instance_class)
    lines = [f"    if member == member{at}:\n        return {each.name!r}\n" for at, each in enumerate(members[:-1])]
    scope = {f"member{at}": each for at, each in enumerate(members)}
    return generated(f"def made(member):\n{''.join(lines)}    return {members[-1].name!r}\n", scope)


@overload_method(types.EnumMember, "__hash__")
def _hash_of(member):  # type: ignore[no-untyped-def]
    is_number = issubclass(member.instance_class, (int, float, Flag))
    return (lambda member: hash(member.value)) if is_number else (lambda member: hash(member.name))


def _value_of_member(context: Any, builder: Any, ty: Any, val: Any) -> Any:
    if context.enable_nrt:
        context.nrt.incref(builder, ty.dtype, val)
    return val


enumimpl.enum_value.__code__ = _value_of_member.__code__  # Numba's does not count the reference to a member's text

for _parts in ("traverse", "traverse_models", "traverse_types"):  # nor do its models: a member's text was lost in each search
    setattr(EnumModel, _parts, lambda self, *args, of=attrgetter(_parts): of(self._proxied_model)(*args))


def _from_python(kind: Any, member: Any, c: Any) -> NativeValue:
    """Read a member's value. Its class keeps a text alive, so nothing counts the references to that."""
    value = c.pyapi.object_getattr_string(member, "value")
    c.pyapi.decref(value)
    if kind.dtype != types.unicode_type:
        return c.unbox(kind.dtype, value)
    text = create_struct_proxy(kind.dtype)(c.context, c.builder)
    found = c.pyapi.string_as_string_size_and_kind(value)
    for name, part in zip(("data", "length", "kind", "is_ascii", "hash"), found[1:], strict=True):
        setattr(text, name, part)
    return NativeValue(text._getvalue(), is_error=is_not_null(c.builder, c.pyapi.err_occurred()))


assert boxing  # imported first: there Numba registers its own way
_unboxers.functions[types.EnumMember] = _from_python
