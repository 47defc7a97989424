"""What Python runs when a class makes a value, beside setting its fields."""

from __future__ import annotations

import dataclasses
import dis
import inspect
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import FunctionType, MemberDescriptorType
from typing import Any, Final

import attrs

from genastar.values.vector import Vector
from genastar_compiled.data.records import arguments_of, fields_of, is_record, is_written, names_of

HOOKS: Final = ("__post_init__", "__attrs_post_init__")
"""Methods that ``__init__`` calls at its end, which machine code calls too."""
IMPLICIT: Final = ("__getattribute__", "__new__", "__init__", "__setattr__", "__del__")
"""Methods that run where no name of them stands."""
_CONVERTERS: Final = (int, float, abs, bool)
_FACTORIES: Final = (frozenset, tuple, list, set, dict, int, float, bool, str)
_SETS: Final = {"STORE_ATTR", "DELETE_ATTR"}
_BY_FUNCTION: Final = "compute the fields in a function that calls the class"


def fault_of_making(cls: type) -> str | None:
    """Return why machine code does not make values of a class: Python would run code of it that machine code does not run."""
    has, instead = next(_code_of(cls), ("", ""))
    if not has:
        return fault_of_reading(cls)
    return f"{cls.__qualname__} has {has}, which machine code does not run when it makes a value; {instead}"


def fault_of_reading(cls: type) -> str | None:
    """Return why machine code does not read the fields of a class's values: Python would run code of the class."""
    descriptor = next((each.name for each in fields_of(cls) if _is_computed(cls, each.name)), None)
    has = "a __getattribute__ of its own" if _has_own(cls, "__getattribute__") else descriptor and f"a property {descriptor}"
    return f"{cls.__qualname__} has {has}, which machine code does not run when it reads a field; leave it out" if has else None


def refuse_more_than_fields(value: object) -> None:
    """Refuse a position or cost with attributes beside its fields, which those that machine code gives back would not have.

    Raises:
        TypeError: a value has such an attribute.
    """
    if isinstance(value, tuple):
        for each in value:
            refuse_more_than_fields(each)
    elif is_record(value):
        cls, names = type(value), names_of(value)
        for name in getattr(value, "__dict__", {}):
            if name not in names and not isinstance(inspect.getattr_static(cls, name, None), cached_property):
                raise TypeError(
                    f"{cls.__qualname__} has an attribute {name} that is not a field; declare it, or write a property"
                )
        for name in names:
            refuse_more_than_fields(getattr(value, name, None))


def hook_of(cls: type) -> FunctionType | None:
    """Return the method that ``__init__`` calls at its end; ``None`` if there is none."""
    name = next((name for name in HOOKS if name in _names_in_init(cls)), None)
    found = inspect.getattr_static(cls, name, None) if name else None
    return found if isinstance(found, FunctionType) else None


def is_plain(cls: type) -> bool:
    """Return whether calling a class with values for all its fields, in order, sets them and does no more."""
    if issubclass(cls, tuple):
        return not any(_has_own(cls, name) for name in IMPLICIT)
    has_code = any(name in _names_in_init(cls) for name in HOOKS) or next(_code_of(cls), None) is not None
    return not has_code and all(each.init and not each.kw_only and each.converter is None for each in fields_of(cls))


def _code_of(cls: type) -> Iterator[tuple[str, str]]:
    """Yield what a class has that machine code does not run, and what to write instead."""
    if type(cls).__call__ is not type.__call__:
        yield f"a metaclass with a __call__ of its own ({type(cls).__qualname__})", _BY_FUNCTION
    for name in IMPLICIT:
        if _has_own(cls, name) and cls is not Vector:  # the constructor gathers its numbers
            yield f"{'an' if name == '__init__' else 'a'} {name} of its own", f"leave it out, and {_BY_FUNCTION}"
    if issubclass(cls, tuple):
        yield from _other_defaults(cls.__new__, getattr(cls, "_field_defaults", {}))
        return
    if _init_of(cls) is not inspect.getattr_static(cls, "__init__"):
        yield "no __init__ that sets all its fields", "let attrs or dataclass write it"
    called = _names_in_init(cls)
    if "__attrs_pre_init__" in called:
        yield "an __attrs_pre_init__", "write __attrs_post_init__"
    for name in HOOKS:
        if name in called and (hook_of(cls) is None or _sets(hook_of(cls))):
            yield f"a {name} that sets attributes", f"let it raise at most, and {_BY_FUNCTION}"
    for each in getattr(cls, "__dataclass_fields__", {}).values():
        if each._field_type is dataclasses._FIELD_INITVAR:  # type: ignore[attr-defined]
            yield f"an InitVar {each.name}", _BY_FUNCTION
    for field in fields_of(cls):
        if field.validator is not None:
            yield f"a validator of {field.name}", "test the value in __attrs_post_init__"
        if not (field.converter is None or is_written(field.converter) or field.converter in _CONVERTERS):
            yield f"a converter of {field.name} that is not a function, int, float, abs or bool", "write a function"
        if not (field.factory is None or isinstance(field.factory, FunctionType) or field.factory in _FACTORIES):
            yield f"a factory of {field.name} that is not a function or a built-in class", "write a function, such as a lambda"
        if not field.init and field.default is attrs.NOTHING and field.factory is None:
            yield f"a field {field.name} that __init__ does not set", "give it a default, or write a property"
    defaults = {each.alias: each.default for each in arguments_of(cls) if each.default is not attrs.NOTHING}
    yield from _other_defaults(inspect.getattr_static(cls, "__init__"), defaults)


def _other_defaults(maker: Any, declared: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what `_code_of` does of each default that the function that makes values has instead of the declared one."""
    if code := getattr(maker, "__code__", None):
        names = code.co_varnames[: code.co_argcount]
        given = dict(zip(names[::-1], (maker.__defaults__ or ())[::-1], strict=False)) | (maker.__kwdefaults__ or {})
        for name, default in declared.items():
            if given.get(name, attrs.NOTHING) is not default:
                yield f"a {maker.__name__} that was given another default of {name}", "declare that default in the class"


def _has_own(cls: type, name: str) -> bool:
    """Return whether a user wrote this method of a class."""
    return is_written(getattr(cls, name, None))


def _init_of(cls: type) -> object:
    """Return the ``__init__`` of the class that declares the fields of a class."""
    return next(vars(each).get("__init__") for each in cls.__mro__ if vars(each).keys() & _DECLARED)


_DECLARED: Final = {"__attrs_attrs__", "__dataclass_fields__"}


def _names_in_init(cls: type) -> tuple[str, ...]:
    code = getattr(inspect.getattr_static(cls, "__init__"), "__code__", None)
    return () if code is None else code.co_names


def _sets(function: Any) -> bool:
    """Return whether a function sets attributes, as far as its own code shows."""
    names = function.__code__.co_names
    return "__setattr__" in names or "setattr" in names or any(each.opname in _SETS for each in dis.get_instructions(function))


def _is_computed(cls: type, name: str) -> bool:
    member = inspect.getattr_static(cls, name, None)
    return hasattr(type(member), "__set__") and not isinstance(member, MemberDescriptorType)
