"""Documents of Tiled as XML elements, whether they were saved as XML (``.tmx``, ``.tsx``) or as JSON (``.tmj``, ``.tsj``).

JSON is converted to the elements that Tiled writes for the same map, so one reader serves both.

Only a document type declaration can define entities. Tiled writes none; before version 0.9 it wrote one that names a file on
the web, which is left out unread. So any other file with one is refused before it is parsed. The text has been decoded as UTF-8
beforehand, so no other encoding can hide a declaration. Therefore xml.etree is safe here, and its memory is bounded by the size
of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import make_xml_error, parse_json, strip_packing

_LAYERS: Final = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group", "imagelayer": "imagelayer"}
"""The tag of each type of layer."""

_LISTS: Final = {"tilesets": "tileset", "tiles": "tile", "objects": "object"}
"""The tag for the entries of each list."""

_OLD_DECLARATION: Final = re.compile(r'<!DOCTYPE (map|tileset) SYSTEM "http://mapeditor\.org/dtd/1\.0/\1\.dtd">')

_DEEPEST: Final = 100
"""Limit of nested groups."""


def parse_document(name: str, text: str, tag: str) -> ET.Element:
    """Return the root of a document, which must have this tag.

    Args:
        name: the file, in messages.
        text: its content.
        tag: ``map`` or ``tileset``.

    Raises:
        BadInput: the text is empty, declares a document type, is neither well-formed XML nor JSON, or has another root.
    """
    first = text.lstrip("\ufeff \t\r\n")[:1]
    if not first:
        raise BadInput(f"{name}: the file is empty; save it again in Tiled")
    if first in "{[" or (first != "<" and strip_packing(name).endswith((".tmj", ".tsj", ".json"))):
        return _convert(name, tag, parse_json(name, text), 0)
    text = _OLD_DECLARATION.sub("", text, count=1)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise BadInput(f"{name}: it declares a document type, which Tiled does not; remove <!DOCTYPE ...>")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise make_xml_error(name, error) from error
    except (ValueError, RecursionError) as error:  # an unknown encoding; endless elements
        raise BadInput(f"{name}: this XML cannot be read: its encoding is unknown, or it is nested too deeply") from error
    if root.tag != tag:
        raise BadInput(f"{name}: expected <{tag}>, not <{root.tag[:30]}>")
    return root


def parse_whole(
    where: str, element: ET.Element, attribute: str, default: int | None = None, pattern: str = "[0-9]{1,10}"
) -> int:
    """Return a whole number from an attribute.

    Raises:
        BadInput: the attribute is missing without a default, or does not match the pattern.
    """
    text = element.get(attribute)
    if text is None and default is not None:
        return default
    if text is None or not re.fullmatch(pattern, text):
        shown = "missing" if text is None else repr(text[:20])
        raise BadInput(f"{where}: <{element.tag[:20]}>: {attribute} is {shown}; expected a whole number")
    return int(text)


def parse_number(where: str, element: ET.Element, attribute: str, default: float | None = None) -> float:
    """Return a number from an attribute.

    Raises:
        BadInput: the attribute is missing without a default, or is no number of usual size.
    """
    text = element.get(attribute)
    if text is None and default is not None:
        return default
    if text is None or not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,17})?(e-[0-9]{1,3})?", text):
        shown = "missing" if text is None else repr(text[:20])
        raise BadInput(f"{where}: <{element.tag[:20]}>: {attribute} is {shown}; expected a number")
    return float(text)


def read_properties(element: ET.Element) -> dict[str, str]:
    """Return the user's properties of an element, as text."""
    found = element.findall("properties/property")
    return {each.get("name", ""): each.get("value", each.text or "") for each in found}


def is_true(where: str, properties: Mapping[str, str], name: str) -> bool:
    """Return whether a property is set to true.

    Raises:
        BadInput: it is neither true nor false.
    """
    text = properties.get(name, "false").strip().lower()
    if text not in ("true", "1", "false", "0"):
        raise BadInput(f"{where}: property {name!r} is {properties[name][:20]!r}; expected true or false")
    return text in ("true", "1")


def find_cost(where: str, properties: Mapping[str, str], name: str = "cost") -> str | None:
    """Return the text of the cost that properties state, 0 if ``blocked``; ``None`` without one.

    Raises:
        BadInput: the property ``blocked`` is neither true nor false.
    """
    return "0" if is_true(where, properties, "blocked") else properties.get(name)


def _convert(name: str, tag: str, value: object, depth: int) -> ET.Element:
    """Return an object of JSON as the element of the same meaning.

    Raises:
        BadInput: a value has another type than Tiled writes, or groups are nested too deeply.
    """
    if not isinstance(value, dict):
        raise BadInput(f"{name}: {tag}: {format_value(value)} is no object; save the file again in Tiled")
    if depth > _DEEPEST:
        raise BadInput(f"{name}: its groups are nested more than {_DEEPEST} deep")
    if tag in ("map", "tileset") and value.get("type", tag) not in (tag, "") and depth == 0:
        raise BadInput(f"{name}: its type is {format_value(value['type'])}; expected {tag!r}")
    element = ET.Element(tag)
    for key, each in value.items():
        if isinstance(each, bool):
            element.set(key, str(int(each)))
        elif isinstance(each, (str, int, float)):
            element.set(key, str(each))
    for each in _list(name, value, "properties"):
        found = each if isinstance(each, dict) else {}
        content = found.get("value", "")
        text = str(content).lower() if isinstance(content, bool) else str(content)
        if element.find("properties") is None:
            ET.SubElement(element, "properties")
        ET.SubElement(element[0], "property", name=str(found.get("name", "")), value=text)
    _list(name, value, "tileproperties")
    for key, inner in _LISTS.items():
        element.extend(
            [_convert(name, inner, each, depth + 1) for each in _list(name, value, key)]
        )  # `extend` hides the errors of a generator
    for each in _list(name, value, "layers"):
        kind = each.get("type") if isinstance(each, dict) else None
        if not isinstance(kind, str) or kind not in _LAYERS:
            raise BadInput(f"{name}: a layer has the type {format_value(kind)}; expected {', '.join(_LAYERS)}")
        element.append(_convert(name, _LAYERS[kind], each, depth + 1))
    if tag == "layer":
        element.append(_convert_data(name, value))
    if tag == "tile" and "objectgroup" in value:
        element.append(_convert(name, "objectgroup", value["objectgroup"], depth + 1))
    for shape in ("point", "ellipse"):
        if tag == "object" and value.get(shape) is True:
            ET.SubElement(element, shape)
    for shape in ("polygon", "polyline"):
        corners = [each if isinstance(each, dict) else {} for each in _list(name, value, shape)]
        if corners:
            ET.SubElement(element, shape, points=" ".join(f"{each.get('x')},{each.get('y')}" for each in corners))
    return element


def _convert_data(name: str, layer: Mapping[str, object]) -> ET.Element:
    """Return the tiles of a layer, or its chunks, as Tiled writes them in XML."""
    data = ET.Element("data")
    chunks = _list(name, layer, "chunks")
    for each in chunks:
        chunk = _convert(name, "chunk", each, 0)
        chunk.text = _join(each["data"] if isinstance(each, dict) and "data" in each else "")
        data.append(chunk)
    data.text = None if chunks else _join(layer.get("data", ""))
    is_packed = layer.get("encoding") == "base64"
    data.set("encoding", "base64" if is_packed else "csv")
    if is_packed:
        data.set("compression", str(layer.get("compression", "")))
    return data


def _join(data: object) -> str:
    """Return numbers of tiles as CSV, or base64 as it is."""
    return ",".join(map(str, data)) if isinstance(data, list) else str(data)


def _list(name: str, value: Mapping[str, object], key: str) -> list[object]:
    found = value.get(key, [])
    if not isinstance(found, list):
        raise BadInput(f"{name}: {key} is {format_value(found)}; expected a list; save the file again in Tiled 1.2 or later")
    return found
