"""Records: values that are split into their fields, of attrs classes, dataclasses and plain classes."""

from __future__ import annotations

import dataclasses
import inspect
from collections import namedtuple
from collections.abc import Callable
from enum import KEEP, Enum, EnumMeta, Flag, IntFlag
from functools import cached_property
from operator import attrgetter
from types import FunctionType, MemberDescriptorType
from typing import Any, Final

import attr._make
import attrs
from attrs import frozen

from genastar_compiled.data.signs import OF_TUPLES, SPECIAL
from genastar_compiled.reach.names import module_of

_FROM_PYTHON: Final = 1 << 9
"""Flag of classes made by a ``class`` statement (CPython's C API, ``Py_TPFLAGS_HEAPTYPE``)."""


@frozen
class Field:
    """A field of an attrs class or a dataclass."""

    name: str
    init: bool
    default: object
    """`attrs.NOTHING` if there is no default."""
    factory: Callable[..., object] | None
    takes_self: bool
    alias: str
    kw_only: bool
    converter: object = None
    validator: object = None


def has_fields(cls: type) -> bool:
    """Return whether a class declares the fields of its values."""
    return (attrs.has(cls) or dataclasses.is_dataclass(cls)) and not issubclass(cls, (Enum, tuple))


def is_from_python(cls: type) -> bool:
    """Return whether a class was made by a ``class`` statement."""
    return bool(cls.__flags__ & _FROM_PYTHON)


def compares_fields(cls: type) -> bool:
    """Return whether attrs or `dataclasses` wrote how the values of a class compare and hash."""
    return all(isinstance(hook, FunctionType) and is_generated(hook) for hook in (cls.__eq__, cls.__hash__))


def compared_names(cls: type) -> tuple[str, ...] | None:
    """Return the fields by which attrs or `dataclasses` compare values of a class; ``None`` if a function is between."""
    declared = getattr(cls, "__attrs_attrs__", None)
    if declared is None:
        return tuple(each.name for each in dataclasses.fields(cls) if each.compare)
    if any(each.eq_key is not None for each in declared):
        return None
    return tuple(each.name for each in declared if each.eq)


def is_written(method: object) -> bool:
    """Return whether a user wrote this method in Python."""
    return isinstance(method, FunctionType) and not is_generated(method)


def has_order(kind: type) -> bool:
    """Return whether a class is no enum, or one whose members are ordered: those that are numbers or texts, too."""
    return not issubclass(kind, Enum) or issubclass(kind, (str, int, float, Flag))


def orders_fields(cls: type) -> bool:
    """Return whether attrs or `dataclasses` wrote ``<`` for a class, of the fields of ``==``: unequal values have an order."""
    less = inspect.getattr_static(cls, "__lt__")
    if not compares_fields(cls) or not isinstance(less, FunctionType) or not is_generated(less):
        return False
    return not attrs.has(cls) or all(each.eq == each.order and each.order_key is None for each in attrs.fields(cls))


def is_generated(method: FunctionType) -> bool:
    """Return whether attrs, a dataclass or a named tuple wrote a method; attrs gives some as functions of its own."""
    code = method.__code__
    return (
        code.co_qualname.startswith("__create_fn__.<locals>.")
        or code.co_filename.startswith("<attrs generated")
        or code.co_filename == attr._make.__file__
        or module_of(method).startswith("namedtuple_")
    )


def fault_of_tuples(cls: type) -> str | None:
    """Return why a subclass of tuple is not supported in machine code: it is made, or looked into, in a way of its own."""
    named = next((each for each in cls.__mro__ if "_fields" in vars(each)), tuple)  # the class that `namedtuple` made
    fields = getattr(named, "_fields", ())
    expected = dict.fromkeys((*OF_TUPLES, "count", "index"), tuple) | dict.fromkeys(_MAKERS, named) | dict.fromkeys(fields)
    for name, base in expected.items():
        found = inspect.getattr_static(cls, name, None)
        if type(found) is not _GETTER if base is None else found is not inspect.getattr_static(base, name, None):
            return (
                f"{cls.__qualname__} has a {name} of its own, which machine code does not support in a tuple; write a dataclass"
            )
    return None


_MAKERS: Final = ("__new__", "__init__", "_make", "_replace")
_GETTER: Final = type(vars(namedtuple("_Of", "one"))["one"])
"""The class of the descriptors that look up the fields of named tuples."""


_OF_ENUMS: Final = (*SPECIAL, "__int__", "__index__", "__float__", "__round__", "__getattr__", "__getattribute__")


def fault_of_enums(cls: type[Enum]) -> str | None:
    """Return why an enum is not supported in machine code: there its members are compared and counted by their values."""
    if type(cls) is not EnumMeta:
        return f"{cls.__qualname__} has a metaclass of its own, which machine code does not call; leave it out"
    for name in _OF_ENUMS:
        found = inspect.getattr_static(cls, name, None)
        if isinstance(found, FunctionType) and module_of(found) != "enum":
            return (
                f"{cls.__qualname__} has a {name} of its own, which machine code does not call; write a function in its place"
            )
    for name in ("name", "value"):
        if inspect.getattr_static(cls, name) is not vars(Enum)[name]:
            return f"{cls.__qualname__} has a {name} of its own, which machine code does not call; give it another name"
    for base in (int, float, str):
        if issubclass(cls, base) and not all(base.__eq__(each, each.value) is True for each in cls):
            return f"{cls.__qualname__} has members that are another {base.__name__} than their values; leave __new__ out"
    if issubclass(cls, IntFlag) and getattr(cls, "_boundary_", KEEP) is not KEEP:
        return f"{cls.__qualname__} has a boundary, which machine code does not know; leave it out"
    return None


def is_record(value: object) -> bool:
    """Return whether a value is split into its fields."""
    kind = type(value)
    return has_fields(kind) or _is_plain(value)


def _is_plain(value: object) -> bool:
    kind = type(value)
    if not hasattr(value, "__dict__") or isinstance(value, type) or module_of(kind).split(".")[0] == "numpy":
        return False
    return all(is_from_python(each) for each in kind.__mro__[:-1]) and not issubclass(kind, (Enum, BaseException))


def is_fixed(value: object) -> bool:
    """Return whether a value never changes: a number, a string, a member of an enum, or a tuple or frozen record of such."""
    kind = type(value)
    if isinstance(value, tuple):
        return all(map(is_fixed, value))
    if has_fields(kind):
        return is_frozen(kind) and all(is_fixed(getattr(value, name, None)) for name in field_names(kind))
    return kind in (int, float, bool, str) or isinstance(value, Enum)


def is_frozen(cls: type) -> bool:
    """Return whether the fields of a class's values cannot be set."""
    if attrs.has(cls):
        return cls.__setattr__ is Field.__setattr__  # attrs gives all its frozen classes one function
    return bool(cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]  # a dataclass


def names_of(value: object) -> tuple[str, ...]:
    """Return the names of a record's fields, in order."""
    kind = type(value)
    return field_names(kind) if has_fields(kind) else tuple(sorted(vars(value)))


_names: dict[type, tuple[str, ...]] = {}


def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of a class's declared fields, in order."""
    known = _names.get(cls)
    if known is None:
        known = _names[cls] = tuple(field.name for field in fields_of(cls))
    return known


def fields_of(cls: type) -> tuple[Field, ...]:
    """Return a class's declared fields, in order; empty for a plain class."""
    if attrs.has(cls):
        return tuple(_of_attrs(each) for each in attrs.fields(cls))
    return tuple(_of_dataclass(each) for each in dataclasses.fields(cls)) if dataclasses.is_dataclass(cls) else ()


def arguments_of(cls: type) -> tuple[Field, ...]:
    """Return the fields that ``__init__`` of a class takes, in its order: those that are given by name are the last."""
    return tuple(sorted((field for field in fields_of(cls) if field.init), key=attrgetter("kw_only")))


def _of_attrs(field: attrs.Attribute[Any]) -> Field:
    default = field.default
    how = field.alias or field.name, bool(field.kw_only), field.converter, field.validator
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
        factory, takes_self = default.factory, default.takes_self  # type: ignore[union-attr]
        return Field(field.name, field.init, attrs.NOTHING, factory, takes_self, *how)
    return Field(field.name, field.init, default, None, False, *how)


def _of_dataclass(field: dataclasses.Field[Any]) -> Field:
    missing = dataclasses.MISSING
    factory = None if field.default_factory is missing else field.default_factory
    default = attrs.NOTHING if field.default is missing else field.default
    return Field(field.name, field.init, default, factory, False, field.name, bool(field.kw_only))


def computed_once(cls: type, name: str, member: object) -> Callable[..., object] | None:
    """Return the function of a ``cached_property``; attrs stores those of slotted classes elsewhere."""
    if isinstance(member, cached_property):
        return member.func
    if isinstance(member, MemberDescriptorType):
        for owner in cls.__mro__:
            defaults = getattr(vars(owner).get("__getattr__"), "__defaults__", None) or (None,)
            known: object = defaults[0]
            if isinstance(known, dict) and name in known:
                found: Callable[..., object] = known[name]
                return found
    return None


def record_of(kind: type, fields: dict[str, Any]) -> Any:
    """Return a value of a class with these fields, as machine code makes it: without its ``__init__``."""
    made: Any = object.__new__(kind)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    if hasattr(kind, "_attrs_cached_hash"):
        object.__setattr__(made, "_attrs_cached_hash", None)
    return made
