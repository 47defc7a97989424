"""Options for people and programs: their types in words, their defaults as a user types them, and their JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Final, Literal, Union, cast, get_args, get_origin

from attrs import NOTHING, Attribute, Factory, fields, resolve_types

from genastar.errors import PluginError
from genastar.options import MILLIONS, NAMES, HasOptions, format_typed, is_file_option

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, object]

_KINDS: Final[dict[object, tuple[str, str]]] = {
    bool: ("boolean", "true or false"),
    int: ("integer", "a whole number"),
    float: ("number", "a number"),
    str: ("string", "text"),
    NoneType: ("null", "none"),
    Fraction: ("string", "a fraction such as 3/2"),
    Decimal: ("string", "a number"),
    Path: ("string", "a path"),
}
"""The name of each type in JSON Schema, and its values in words."""


def list_option_fields(info: HasOptions) -> tuple[Attribute[object], ...]:
    """Return the options of a domain or an algorithm, with their types resolved.

    Raises:
        PluginError: a type hint cannot be resolved.
    """
    try:
        return tuple(field for field in fields(resolve_types(info.options)) if field.init)
    except NameError as error:
        raise PluginError(f"the options of {info.name} have a type hint that cannot be resolved: {error}") from error


def list_choices(kind: object) -> tuple[object, ...]:
    """Return the values of an enum or of a ``Literal``; none for other types."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def is_union(kind: object) -> bool:
    """Return whether a type is a union."""
    return get_origin(kind) in (Union, UnionType)


def is_sequence(kind: object) -> bool:
    """Return whether a type is a tuple, a list or a set of other types."""
    return get_origin(kind) in (tuple, list, set, frozenset)


def is_fixed(kind: object) -> bool:
    """Return whether a type is a tuple of fixed length: ``tuple[int, int]`` and not ``tuple[int, ...]``."""
    return get_origin(kind) is tuple and get_args(kind)[-1] is not Ellipsis


def describe_type(kind: object) -> str:
    """Return the values of a type in words."""
    inner = get_args(kind)
    if kind in _KINDS:
        return _KINDS[kind][1]
    if choices := list_choices(kind):
        return f"one of {', '.join(map(format_typed, choices))}"
    if is_union(kind):
        return ", or ".join(dict.fromkeys(map(describe_type, inner)))
    if is_fixed(kind):
        return f"{len(inner)} values with commas between them: {', '.join(map(describe_type, inner))}"
    if is_sequence(kind):
        return f"values with commas between them, each {describe_type(inner[0])}"
    return getattr(kind, "__name__", str(kind))


def format_option_default(field: Attribute[object]) -> str:
    """Return the default of an option as a user would type it."""
    if field.default is NOTHING:
        return "required"
    return "computed" if _is_computed(field) else format_typed(field.default)


def to_json_value(value: object) -> object:
    """Return an option's value for JSON, as text if JSON has no such type."""
    match value:
        case Enum():
            return to_json_value(value.value)
        case None | bool() | int() | float() | str():
            return value
        case tuple() | list() | set() | frozenset():
            return [to_json_value(each) for each in value]
    return str(value)


def options_to_json(info: HasOptions, options: object) -> dict[str, object]:
    """Return the values of all options by name."""
    return {str(field.alias): to_json_value(getattr(options, field.name)) for field in fields(info.options) if field.init}


def make_schema(info: HasOptions) -> Schema:
    """Return the JSON Schema of an object with an entry for each option, in order, without those that name files.

    Raises:
        PluginError: a type hint cannot be resolved.
    """
    known = [field for field in list_option_fields(info) if not is_file_option(field) or NAMES in field.metadata]
    return {
        "$schema": DIALECT,
        "title": info.name,
        "type": "object",
        "additionalProperties": False,
        "properties": {str(field.alias): _make_property(field) for field in known},
    }


def _is_computed(field: Attribute[object]) -> bool:
    return isinstance(field.default, Factory)  # type: ignore[arg-type]  # a class at run time


def _make_property(field: Attribute[object]) -> Schema:
    found = _make_type_schema(field.type)
    if field.metadata.get("help"):
        found["description"] = str(field.metadata["help"])
    if field.default is not NOTHING and not _is_computed(field):
        found["default"] = to_json_value(field.default)
    if field.metadata.get("picture"):
        found["x-picture"] = True
    if NAMES in field.metadata:
        found["enum"] = list(field.metadata[NAMES])
    found |= _find_bounds(field.validator)
    if MILLIONS in field.metadata:
        found["maximum"] = field.default
    return found


def _make_type_schema(kind: object) -> Schema:
    """Return the schema of a type; text for types without a JSON equivalent."""
    inner = get_args(kind)
    if choices := list_choices(kind):
        return _make_choice_schema(choices)
    if is_union(kind):
        return _make_union_schema([_make_type_schema(arm) for arm in inner])
    if is_fixed(kind):
        items = [_make_type_schema(each) for each in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if is_sequence(kind):
        return {"type": "array", "items": _make_type_schema(inner[0])}
    return {"type": _KINDS[kind][0] if kind in _KINDS else "string"}


def _make_choice_schema(values: Iterable[object]) -> Schema:
    choices = [to_json_value(value) for value in values]
    return {"type": _merge_types([_KINDS[type(choice)][0] for choice in choices]), "enum": choices}


def _merge_types(kinds: list[str]) -> str | list[str]:
    merged = list(dict.fromkeys(kinds))
    return merged[0] if len(merged) == 1 else merged


def _make_union_schema(arms: list[Schema]) -> Schema:
    """Merge plain types and choices into one schema, which a form can show."""
    if not all(set(arm) <= {"type", "enum"} for arm in arms):
        return {"anyOf": arms}
    kinds = [kind for arm in arms for kind in (arm["type"] if isinstance(arm["type"], list) else [cast(str, arm["type"])])]
    merged: Schema = {"type": _merge_types([kind for kind in kinds if kind != "integer" or "number" not in kinds])}
    if any("enum" in arm for arm in arms) and all("enum" in arm or arm["type"] == "null" for arm in arms):
        merged["enum"] = [choice for arm in sorted(arms, key=lambda arm: "enum" not in arm) for choice in _choices_of(arm)]
    return merged


def _choices_of(arm: Schema) -> list[object]:
    return cast("list[object]", arm.get("enum", [None]))


def _find_bounds(validator: object) -> Schema:
    """Return the bounds that a validator sets, by the attribute names of attrs' validators and ours."""
    parts = getattr(validator, "_validators", None)  # of and_
    if isinstance(parts, tuple):
        return {key: bound for part in parts for key, bound in _find_bounds(part).items()}
    if hasattr(validator, "validator"):  # of optional
        return _find_bounds(validator.validator)
    found: Schema = {}
    compared = {">=": "minimum", ">": "exclusiveMinimum", "<=": "maximum", "<": "exclusiveMaximum"}
    key = compared.get(getattr(validator, "compare_op", ""))
    for name, where in (("low", "minimum"), ("high", "maximum"), ("bound", key)):
        bound = getattr(validator, name, None)
        if where is not None and isinstance(bound, (int, float)) and not isinstance(bound, bool) and isfinite(bound):
            found[where] = bound
    choices = getattr(validator, "choices", getattr(validator, "options", None))
    if isinstance(choices, (list, tuple)) and all(type(choice) in _KINDS for choice in choices):
        found["enum"] = list(choices)
    return found
