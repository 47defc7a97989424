"""Strings in fields: each has its own type (`values.Text`). `meaning.mixed` makes a Numba string of it for most operations."""

from __future__ import annotations

import operator
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

from genastar_compiled.data.flags import FLAGS
from genastar_compiled.data.mixed import mixed
from genastar_compiled.data.values import Text
from genastar_compiled.generated import generated


@lower_cast(Text, types.UnicodeType)
def _as_string(context: Any, builder: Any, have: Any, want: Any, value: Any) -> Any:
    return context.get_constant_generic(builder, types.unicode_type, have.value)


def written(kind: Any, name: str) -> str:
    """Return text that makes a Numba string of a text with this name."""
    return repr(kind.value) if isinstance(kind, Text) else f"str({name})"


def _register(sign: Any, sign_text: str) -> None:
    @overload(sign)
    def compared(left, right):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
        texts = [isinstance(side, Text) for side in (left, right)]
        one, other = written(left, "left"), written(right, "right")
        if not any(texts) or not all(isinstance(side, (Text, types.UnicodeType)) for side in (left, right)):
            return None
        if all(texts) and sign_text in ("==", "!="):
            return None
        return generated(f"def made(left, right):\n    return {one} {sign_text} {other}\n")


for _sign, _sign_text in {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}.items():
    _register(getattr(operator, _sign), _sign_text)


builtins.ol_repr_generic.__code__ = (lambda obj: None).__code__  # Numba's is the name of the type: a wrong answer


@overload_method(types.UnicodeType, "removeprefix")
def _without_prefix(text, part):  # type: ignore[no-untyped-def]
    return lambda text, part: text[len(part) :] if text.startswith(part) else text


@overload_method(types.UnicodeType, "removesuffix")
def _without_suffix(text, part):  # type: ignore[no-untyped-def]
    return lambda text, part: text[: len(text) - len(part)] if text.endswith(part) else text


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


@overload_method(types.EnumMember, "__hash__")
def _hash_of_member(member):  # type: ignore[no-untyped-def]
    return lambda member: hash(member.value)


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
    if not numbers and not all(isinstance(each, (Text, types.UnicodeType, types.StringLiteral)) for each in items):
        return None
    said = "mixed(items[{0}])" if numbers and any(isinstance(each, types.Float) for each in items) else "items[{0}]"
    parts = [said.format(at) if numbers else written(each, f"items[{at}]") for at, each in enumerate(items)]
    lines = [f"    if place == {index}:\n        return {part}" for index, part in enumerate(parts)]
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
    if isinstance(member, FLAGS):
        return lambda member: hash(member.value)
    return None if isinstance(member, types.IntEnumMember) else lambda member: hash(member.name)


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
