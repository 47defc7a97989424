"""Library functions in the language that Numba compiles. `syntax` puts their names in place of the originals."""

from __future__ import annotations

import inspect
import itertools
import re
from abc import ABCMeta
from collections import namedtuple
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, Final

import numpy as np
from numba.core import types
from numba.core.errors import TypingError
from numba.cpython.unicode import _get_code_point

from genastar_compiled.data.containers.facts import AnySet
from genastar_compiled.data.containers.key_types import differs, is_same, refuse_unlike
from genastar_compiled.data.containers.tuples import refuse_items, tuple_from
from genastar_compiled.data.containers.views import View, is_dictionary
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.mixed import Mixed
from genastar_compiled.data.values.optional import there
from genastar_compiled.data.values.records import arguments_of
from genastar_compiled.data.values.values import TEXTS, Instance, Iterated, Text
from genastar_compiled.meaning.library.adding import bit_count_of_numpy, is_all, is_any
from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.reach.generated import generated
from genastar_compiled.syntax.loops.iterators import backwards, neighbours
from genastar_compiled.syntax.loops.orders import ORDER, has_no_order


@by_types(lambda item, source, *more: tuple([item(at, source, *more) for at in range(len(source))]))
def tuple_of(item: Any, source: Any, *more: Any) -> Any:
    """Return ``item(at, source, *more)`` for each index of the source, as a tuple."""
    one_by_one = isinstance(source, _ONE_BY_ONE) or (isinstance(source, Instance) and issubclass(source.cls, View))
    rest = "".join(f", more[{index}]" for index in range(len(more[0]) if more and isinstance(more[0], tuple) else len(more)))
    if isinstance(source, types.BaseTuple):
        items = " ".join(f"item({at}, source{rest})," for at in range(len(source)))
        return generated(f"def made(item, source, *more):\n    return ({items})\n")
    if has_no_order(source):
        raise TypingError(ORDER)
    if not one_by_one and not isinstance(source, types.List):
        return None
    first = "    source = [each for each in source]\n" if one_by_one else ""
    made = f"tuple_from([item(at, source{rest}) for at in range(len(source))])"
    return generated(f"def made(item, source, *more):\n{first}    return {made}\n", {"tuple_from": tuple_from})


@by_types(lambda source, other: source)
def cut_to(source: Any, other: Any) -> Any:
    """Return the items of a list that ``zip`` of both reads; a tuple as it is."""
    if isinstance(source, types.BaseTuple):
        return lambda source, other: source
    return lambda source, other: [source[at] for at in range(min(len(source), len(other)))]


_ONE_BY_ONE: Final = (types.DictType, types.UnicodeType, types.Array, types.NumpyFlatType, types.RangeType, Text)
"""What a loop goes over, to be made a list of first."""


@by_types(lambda items, item: items.count(item))
def count_of(items: Any, item: Any) -> Any:
    """Return ``items.count(item)``."""
    refuse_items(items, item)
    if isinstance(items, Instance) and hasattr(items.cls, "count_of"):
        return lambda items, item: items.count_of(item)
    if isinstance(items, types.Tuple) and len(items) > 0:
        tests = " + ".join(f"(1 if is_same(items[{at}], item) else 0)" for at in range(len(items)))
        return generated(f"def made(items, item):\n    return {tests}\n", _SCOPE)
    if isinstance(items, types.BaseTuple) or (isinstance(items, Iterated) and not hasattr(items.cls, "count")):
        return _counted
    return _counted if _is_other(items, item) else lambda items, item: items.count(item)


def _counted(items, item):  # type: ignore[no-untyped-def]
    found = 0
    for each in items:
        if is_same(each, item):
            found += 1
    return found


@by_types(lambda items, item: items.index(item))
def index_of(items: Any, item: Any) -> Any:
    """Return ``items.index(item)``."""
    refuse_items(items, item)
    if isinstance(items, (types.Tuple, types.NamedTuple)) and len(items) > 0:
        tests = "".join(f"    if is_same(items[{at}], item):\n        return {at}\n" for at in range(len(items)))
        return generated(f"def made(items, item):\n{tests}    raise ValueError({_NOT_IN_TUPLE!r})\n", _SCOPE)
    if not isinstance(items, types.BaseTuple) and not _is_other(items, item):
        return lambda items, item: items.index(item)
    text = _NOT_IN_TUPLE if isinstance(items, types.BaseTuple) else "the item is not in the list"

    def made(items, item):  # type: ignore[no-untyped-def]
        for at in range(len(items)):
            if is_same(items[at], item):
                return at
        raise ValueError(text)

    return made


def _is_other(items: types.Type, item: types.Type) -> bool:
    """Return whether a list has items of another type than this value, which may be equal."""
    return isinstance(items, types.List) and (isinstance(items.dtype, types.Optional) or differs(items.dtype, item))


_NOT_IN_TUPLE: Final = "tuple.index(x): x not in tuple"
_SCOPE: Final = {"is_same": is_same}


@cache
def among(letters: str) -> Callable[[Any], bool]:
    """Return a function that does the same as ``value in letters``, and compares a letter by its number."""
    codes = tuple(map(ord, letters))
    otherwise = generated(f"def otherwise(value):\n    return value in {letters!r}\n")

    @by_types(letters.__contains__)
    def is_among(value: Any) -> Any:
        if not isinstance(value, types.UnicodeType):
            return otherwise
        return lambda value: _get_code_point(value, 0) in codes if len(value) == 1 else value in letters

    is_among.__name__ = "_".join(map(str, ("is_among", *codes)))
    return is_among


@cache
def formatted(spec: str) -> Callable[[Any], str] | None:
    """Return a function that does the same as ``format(value, spec)`` of an int or a text; ``None`` for other formats."""
    found = re.fullmatch(r"(?:([<>])?([1-9]\d*)|0([1-9]\d*))?([bdox])?", spec)
    if found is None:
        return None
    side, width, zeros, kind = found.groups()
    base = {"b": 2, "o": 8, "x": 16}.get(kind, 10)

    def padded(side: str) -> str:
        return f".zfill({zeros})" if zeros else f".{'l' if side == '<' else 'r'}just({width})" if width else ""

    @by_types(lambda value: format(value, spec))
    def written(value: Any) -> Any:
        if isinstance(value, TEXTS) and not zeros and not kind:
            return generated(f"def made(value):\n    return str(value){padded(side or '<')}\n")
        if isinstance(value, types.Integer):
            text = "str(value)" if base == 10 else f"digits(value, {base})"
            return generated(f"def made(value):\n    return {text}{padded(side or '>')}\n", {"digits": digits})
        raise TypingError(f"the format {spec!r} of what is no int; write int(...) around it")

    written.__name__ = f"written_{spec.encode().hex()}"
    return written


@by_types()
def digits(number: Any, base: Any) -> Any:
    """Return the digits of a number in a base up to 16."""
    return _digits


def _digits(number, base):  # type: ignore[no-untyped-def]
    text, rest = "", abs(number)
    if rest < 0:
        raise Refusal("the digits of -2**63 are asked for")
    while rest:
        text, rest = "0123456789abcdef"[rest % base] + text, rest // base
    return ("-" if number < 0 else "") + (text or "0")


@cache
def test_of(cls: type) -> Callable[[Any], bool]:
    """Return ``isinstance`` for a user's class."""

    @by_types(lambda value: isinstance(value, cls))
    def is_of(value: Any) -> Any:
        if (tests := next(each for each in inspect.getmro(type(cls)) if "__instancecheck__" in vars(each))) not in (
            type,
            ABCMeta,
        ):
            raise TypingError(f"isinstance() calls {tests.__qualname__}.__instancecheck__; test the values by a field")
        if isinstance(value, types.Optional):
            return lambda value: value is not None and is_of(there(value))
        if issubclass(cls, Enum) and isinstance(value, _PLAIN) and issubclass(cls, (int, str)):
            raise TypingError(f"isinstance() of a plain value that may be a member of {cls.__qualname__}; compare members")
        kind = value.cls if isinstance(value, Instance) else getattr(value, "instance_class", object)
        return (lambda value: True) if issubclass(kind, cls) else (lambda value: False)

    is_of.__name__ = f"is_{cls.__name__}"
    return is_of


_PLAIN: Final = (types.Number, types.Boolean, Mixed, *TEXTS)
"""Types that a member has after it met another value in a variable; those of texts have all members of texts."""


def popcount(number: int) -> int:
    """Return the number of set bits in a number's absolute value, as ``bin(number).count("1")`` does."""
    number = abs(number)
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count


@cache
def set_operator(sign: str) -> Callable[[Any, tuple[Any, ...]], Any]:
    """Return a function that combines a set and the items of a set display."""

    @by_types()
    def joined(left: Any, items: Any) -> Any:
        brackets = "[]" if isinstance(left, Instance) else "{}"
        parts = ", ".join(f"items[{index}]" for index in range(len(items)))
        return generated(f"def made(left, items):\n    return left {sign} {brackets[0]}{parts}{brackets[1]}\n")

    joined.__name__ = f"joined_{sign.encode().hex()}"
    return joined


@cache
def of_several(method: str) -> Callable[..., Any]:
    """Return a function that calls a method with several arguments: of a set, once with each."""

    @by_types(lambda owner, *others: getattr(owner, method)(*others))
    def joined(owner: Any, *others: Any) -> Any:
        of_each = [f"others[{at}]" for at in range(len(others))]
        is_set = isinstance(owner, types.Set) or (isinstance(owner, Instance) and issubclass(owner.cls, AnySet))
        calls = "".join(f".{method}({each})" for each in of_each) if is_set else f".{method}({', '.join(of_each)})"
        return generated(f"def made(owner, *others):\n    return owner{calls}\n")

    joined.__name__ = f"joined_by_{method}"
    return joined


@cache
def refusal(text: str) -> Callable[[], None]:
    """Return a function whose calls are refused at compile time."""

    @by_types()
    def refused() -> Any:
        raise TypingError(text)

    refused.reason = text  # type: ignore[attr-defined]
    return refused


@by_types()
def another(record: Any, *arguments: Any) -> Any:
    """Return what the class of an attrs value makes of these arguments. `functions` writes it, which knows constructors."""


@cache
def changed(names: tuple[str, ...], by_method: bool) -> Callable[..., Any]:
    """Return a function that copies a record with other values of these fields: `attrs.evolve` and similar, or ``_replace``."""

    @by_types()
    def with_others(record: Any, *values: Any) -> Any:
        scope: dict[str, Any] = {"another": another}
        made_of = "another(record, "
        if isinstance(record, types.BaseNamedTuple) and any(_has_own(record, name) for name in ("_replace", "_make")):
            raise TypingError(f"{record.instance_class.__qualname__} has a _replace or _make of its own; give it another name")
        if by_method and isinstance(record, Instance):  # a method of the user's, or none
            given = ", ".join(f"{name}=values[{at}]" for at, name in enumerate(names))
            return generated(f"def made(record, *values):\n    return record._replace({given})\n")
        if isinstance(record, types.BaseNamedTuple):
            fields: Mapping[str, str] = {name: name for name in record.fields}
            scope["kind"] = record.instance_class
            made_of = "kind("
        elif isinstance(record, Instance):
            fields = {field.alias: field.name for field in arguments_of(record.cls)}
        else:
            return None
        unknown = [name for name in names if name not in fields]
        if unknown:
            raise TypingError(f"{getattr(record, 'cls', None) or record.instance_class} has no field {unknown[0]!r}")
        parts = ", ".join(
            f"values[{names.index(name)}]" if name in names else f"record.{field}" for name, field in fields.items()
        )
        return generated(f"def made(record, *values):\n    return {made_of}{parts})\n", scope)

    with_others.__name__ = f"with_{'_'.join(names)}"
    return with_others


def _has_own(record: types.BaseNamedTuple, name: str) -> bool:
    """Return whether a user wrote this method of a named tuple."""
    return bool(getattr(record.instance_class, name).__module__ != namedtuple.__module__)


@by_types(next)
def first_or(items: Any, default: Any) -> Any:
    """Return ``next(items, default)``."""
    if not isinstance(items, types.IteratorType):
        raise TypingError("next() is given what is no iterator; write iter(...) around it")
    refuse_unlike(items.yield_type, default)
    return _first_item


def _first_item(items, default):  # type: ignore[no-untyped-def]
    for item in items:
        return item
    return default


@by_types(getattr)
def named(value: Any, attribute: Any, *default: Any) -> Any:
    """Return ``getattr(value, attribute, *default)``."""
    field = attribute.literal_value if isinstance(attribute, types.StringLiteral) else None
    if isinstance(value, Instance) and field in value.fields:
        return generated(f"def made(value, attribute, *default):\n    return value.{field}\n")
    # The fingerprint of a program has the attributes that are named, and not those in texts.
    raise TypingError("getattr() looks an attribute up by a text; name the attribute, or write if and else")


@by_types(dict)
def as_dict(items: Any) -> Any:
    """Return a copy of a dictionary, or the dictionary of pairs."""
    if is_dictionary(items):
        return lambda items: {key: items[key] for key in items}
    return lambda items: dict(items)


BY_COUNT: Final[dict[object, dict[int, Callable[..., Any]]]] = {
    getattr(np, "bitwise_count", None): {1: bit_count_of_numpy},
    itertools.pairwise: {1: neighbours},
    reversed: {1: backwards},
    next: {2: first_or},
    getattr: {2: named, 3: named},
    any: {1: is_any},
    all: {1: is_all},
}
"""Stand-ins by the original function and its number of arguments."""
