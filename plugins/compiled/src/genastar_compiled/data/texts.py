"""Strings in fields: each has its own type (`values.Text`), and becomes a Numba string where a hook looks inside."""

from __future__ import annotations

import operator
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError
from numba.core.typing.templates import signature
from numba.cpython import enumimpl
from numba.extending import lower_builtin, lower_cast, overload, overload_attribute, overload_method

from genastar_compiled.data.flags import FLAGS
from genastar_compiled.data.mixed import mixed
from genastar_compiled.data.values import Text
from genastar_compiled.generated import generated

_METHODS: Final = (
    *("count", "endswith", "find", "index", "isalpha", "isdigit", "islower", "isspace", "isupper", "join", "lower"),
    *(
        "lstrip",
        "removeprefix",
        "removesuffix",
        "replace",
        "rfind",
        "rindex",
        "rstrip",
        "split",
        "splitlines",
        "startswith",
        "strip",
        "title",
        "upper",
    ),
)
_BINARY: Final = (
    *(operator.getitem, operator.contains, operator.add, operator.mul),
    *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
)


@lower_cast(Text, types.UnicodeType)
def _as_string(context: Any, builder: Any, have: Any, want: Any, value: Any) -> Any:
    return context.get_constant_generic(builder, types.unicode_type, have.value)


def _string(left: types.Type, right: types.Type) -> bool:
    """Return whether a field meets a string known only at run time, or a number."""
    others = (types.UnicodeType, types.Integer, types.SliceType)
    both = isinstance(left, Text) and isinstance(right, Text)
    return (
        both or (isinstance(left, Text) and isinstance(right, others)) or (isinstance(right, Text) and isinstance(left, others))
    )


_SIGNS: Final = {operator.add: "+", operator.mul: "*", operator.lt: "<", operator.le: "<="} | {
    operator.gt: ">",
    operator.ge: ">=",
    operator.eq: "==",
    operator.ne: "!=",
}


def _register(sign: Any) -> None:
    @overload(sign)
    def meet(left, right):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
        if not _string(left, right) or (
            sign in (operator.eq, operator.ne) and isinstance(left, Text) and isinstance(right, Text)
        ):
            return None
        one, other = (repr(side.value) if isinstance(side, Text) else name for side, name in ((left, "left"), (right, "right")))
        text = {operator.getitem: f"{one}[{other}]", operator.contains: f"{other} in {one}"}.get(sign)
        return generated(f"def made(left, right):\n    return {text or f'{one} {_SIGNS[sign]} {other}'}\n")


def _register_method(name: str) -> None:
    @overload_method(Text, name)
    def called(text, *args):  # type: ignore[no-untyped-def]
        count = len(args[0]) if args and isinstance(args[0], (tuple, types.StarArgTuple, types.StarArgUniTuple)) else len(args)
        given = ", ".join(f"args[{index}]" for index in range(count))
        return generated(f"def made(text, *args):\n    return {text.value!r}.{name}({given})\n")


for _sign in _BINARY:
    _register(_sign)
for _name in _METHODS:
    _register_method(_name)


@overload_method(types.UnicodeType, "removeprefix")
def _without_prefix(text, part):  # type: ignore[no-untyped-def]
    return lambda text, part: text[len(part) :] if text.startswith(str(part)) else text


@overload_method(types.UnicodeType, "removesuffix")
def _without_suffix(text, part):  # type: ignore[no-untyped-def]
    return lambda text, part: text[: len(text) - len(part)] if text.endswith(str(part)) else text


@overload(len)
def _length(text):  # type: ignore[no-untyped-def]
    if not isinstance(text, Text):
        return None
    count = len(text.value)
    return lambda text: count


def _register_function(function: Any, written: str) -> None:
    @overload(function)
    def called(text):  # type: ignore[no-untyped-def]
        if not isinstance(text, Text):
            return None
        return generated(f"def made(text):\n    return {written.format(repr(text.value))}\n")


for _function, _written in ((str, "{}"), (list, "list({})"), (set, "set({})")):
    _register_function(_function, _written)


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


@overload(operator.getitem)
def _item_at_member(items, at):  # type: ignore[no-untyped-def]
    """Return the item at an `IntEnum` member, which is an int."""
    if not isinstance(at, types.IntEnumMember) or not isinstance(items, (types.BaseTuple, types.List, types.UnicodeType, Text)):
        return None
    return lambda items, at: items[at.value]


@lower_builtin("static_getitem", types.BaseTuple, types.Omitted)
def _lower_item_at_member(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Lower ``items[Way.UP]``: Numba types it, but has no literal type for a member."""
    items, place = args[0], int(args[1])
    whole = sig.args[0]
    inside = signature(sig.return_type, whole, types.literal(place))
    return context.get_function("static_getitem", inside)(builder, (items, place))


@overload(operator.setitem)
def _set_at_member(items, at, value):  # type: ignore[no-untyped-def]
    if not isinstance(at, types.IntEnumMember) or not isinstance(items, types.List):
        return None

    def made(items, at, value):  # type: ignore[no-untyped-def]
        items[at.value] = value

    return made


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


def _value_of_member(context: Any, builder: Any, ty: Any, val: Any) -> Any:
    if context.enable_nrt:
        context.nrt.incref(builder, ty.dtype, val)
    return val


enumimpl.enum_value.__code__ = _value_of_member.__code__  # Numba's does not count the reference to a member's text
