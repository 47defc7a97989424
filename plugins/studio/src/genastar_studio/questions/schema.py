"""Options of a domain or an algorithm as a JSON Schema, from which the page builds a form."""

from __future__ import annotations

import types
from collections.abc import Iterable
from enum import Enum
from math import isfinite
from typing import Final, Literal, Union, get_args, get_origin

from attrs import NOTHING, Attribute, Factory

from genastar.cli.options import list_option_fields
from genastar.options import HasOptions, is_file_option
from genastar_studio.questions.options import MILLIONS, NAMES, to_json_value

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, object]

_TYPES: Final[dict[object, str]] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    type(None): "null",
}


def make_schema(info: HasOptions) -> Schema:
    """Return the schema of an object with an entry for each option, in order, without those that name files.

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


def _make_property(field: Attribute[object]) -> Schema:
    found = _make_type_schema(field.type)
    if field.metadata.get("help"):
        found["description"] = str(field.metadata["help"])
    if field.default is not NOTHING and not isinstance(field.default, Factory):  # type: ignore[arg-type]  # a class at run time
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
    """Return the schema of a type; empty for types without a JSON equivalent."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in _TYPES:
        return {"type": _TYPES[kind]}
    if origin is Literal:
        return _make_choice_schema(inner)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _make_choice_schema([each.value for each in kind])
    if origin in (Union, types.UnionType):
        return _make_union_schema([_make_type_schema(arm) for arm in inner])
    if origin is tuple and inner[-1] is not Ellipsis:
        items = [_make_type_schema(each) for each in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin in (list, tuple, set, frozenset):
        return {"type": "array", "items": _make_type_schema(inner[0])}
    return {"type": "string"}


def _make_choice_schema(values: Iterable[object]) -> Schema:
    choices = [to_json_value(value) for value in values]
    kinds = list(dict.fromkeys(_TYPES[type(choice)] for choice in choices))
    return {"type": kinds[0] if len(kinds) == 1 else kinds, "enum": choices}


def _make_union_schema(arms: list[Schema]) -> Schema:
    """Merge plain types and choices into one schema, which a form can show."""
    if not all(set(arm) <= {"type", "enum"} for arm in arms):
        return {"anyOf": arms}
    kinds: list[object] = []
    for arm in arms:
        kinds += arm["type"] if isinstance(arm["type"], list) else [arm["type"]]
    kinds = [kind for kind in dict.fromkeys(kinds) if kind != "integer" or "number" not in kinds]
    merged: Schema = {"type": kinds[0] if len(kinds) == 1 else kinds}
    choices = [choice for arm in arms if isinstance(arm.get("enum"), list) for choice in arm["enum"]]  # type: ignore[attr-defined]
    if choices and all("enum" in arm or arm["type"] == "null" for arm in arms):
        merged["enum"] = [*choices, *(None for arm in arms if arm["type"] == "null")]
    return merged


def _find_bounds(validator: object) -> Schema:
    """Return the bounds that a validator sets, by the attribute names of attrs' validators and ours."""
    parts = getattr(validator, "_validators", None)  # of and_
    if isinstance(parts, tuple):
        merged: Schema = {}
        for part in parts:
            merged |= _find_bounds(part)
        return merged
    if hasattr(validator, "compare_op") and hasattr(validator, "bound"):
        key = {">=": "minimum", ">": "exclusiveMinimum", "<=": "maximum", "<": "exclusiveMaximum"}.get(validator.compare_op)
        return {key: validator.bound} if key and _is_number(validator.bound) else {}
    if hasattr(validator, "validator"):  # of optional
        return _find_bounds(validator.validator)
    found: Schema = {}
    for key, name in (("minimum", "low"), ("maximum", "high")):
        bound = getattr(validator, name, None)
        if _is_number(bound):
            found[key] = bound
    choices = getattr(validator, "choices", getattr(validator, "options", None))
    if isinstance(choices, (list, tuple)) and all(type(choice) in _TYPES for choice in choices):
        found["enum"] = list(choices)
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)
