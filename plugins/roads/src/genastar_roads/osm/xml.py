"""Rewrite OpenStreetMap XML that holds more than osmium reads: deleted objects, several versions, coordinates on ways.

Editors mark objects as deleted, databases export histories, and Overpass (`out geom`) writes coordinates into ways and members
instead of nodes. Such files are small, so they are read as Python objects.
"""

from __future__ import annotations

import re
from operator import eq
from pathlib import Path
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from attrs import define, field

from genastar import BadInput
from genastar.files import AnyPath, open_unpacked
from genastar_roads.osm.remarks import OsmObject, Tally

_CHUNK: Final = 1 << 20

_DELETED: Final = re.compile(rb"""\b(?:action\s*=\s*["']delete|visible\s*=\s*["']false)""")
_CURRENT: Final = re.compile(rb"""<osm\s[^<>]*\bversion\s*=\s*["']0\.6["']""")
_PLACED: Final = tuple(re.compile(rb"<%b\s[^<>]*\blat\s*=" % name) for name in (b"nd", b"member"))
_IDS: Final = tuple(re.compile(rb"""<%b\s[^<>]*?\bid\s*=\s*["'](-?[0-9]+)""" % name) for name in (b"node", b"way", b"relation"))
"""Patterns begin with plain text, which is searched for quickly."""

Attributes = dict[str, str]


def needs_rewriting(path: AnyPath) -> bool:
    """Return whether an XML file has something that osmium does not read.

    That is: deleted objects, two versions of an object in a row, coordinates on ways, Overpass's centres and areas, sections of
    changes, or another version of the format.
    """
    last = [b""] * len(_IDS)
    rest, chunk, is_current = b"", b"<", False
    with open_unpacked(path) as file:
        while chunk:
            chunk = file.read(_CHUNK)
            text = rest + chunk
            end = text.rfind(b"<") if chunk else len(text)
            is_current = is_current or _CURRENT.search(text) is not None
            if _has_more(text) or (not is_current and b"<node" in text):
                return True
            for row, pattern in enumerate(_IDS):
                ids = [last[row], *pattern.findall(text, 0, end)]
                if any(map(eq, ids, ids[1:])):
                    return True
                last[row] = ids[-1]
            rest = text[end:][-_CHUNK:]  # the element that the next chunk continues
    return False


def _has_more(text: bytes) -> bool:
    """Return whether a part of a file has deleted objects, coordinates on ways, or other elements."""
    return (
        ((b"delete" in text or b"false" in text) and _DELETED.search(text) is not None)
        or any(pattern.search(text) for pattern in _PLACED)
        or any(name in text for name in (b"<area", b"<center", b"<delete"))
    )


def rewrite(path: AnyPath, out: AnyPath) -> Tally:
    """Write the current version of all objects that are not deleted; return what was left out, by kind.

    Raises:
        BadInput: the file is damaged; the message names the line.
    """
    document = _Document()
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = document.open_element, document.close_element
    try:
        with open_unpacked(path) as file:
            while chunk := file.read(_CHUNK):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except KeyError as error:
        raise BadInput(f"{path}: line {parser.CurrentLineNumber}: an element lacks the attribute {error.args[0]}") from error
    except (expat.ExpatError, ValueError) as error:
        raise BadInput(f"{path}: not a readable OpenStreetMap file: damaged in line {parser.CurrentLineNumber}") from error
    try:
        with Path(out).open("w", encoding="utf-8") as file_out:
            file_out.writelines(document.format_lines())
    except OSError as error:
        raise RuntimeError(f"Write failed: {error.strerror}") from error
    return document.tally


@define
class _Object:
    """A node, a way or a relation."""

    kind: str
    attributes: Attributes
    children: list[str] = field(factory=list)

    @property
    def is_deleted(self) -> bool:
        return self.attributes.get("action") == "delete" or self.attributes.get("visible") == "false"

    @property
    def version(self) -> int:
        return int(self.attributes.get("version", 0))


@define
class _Document:
    """The objects of a file."""

    objects: dict[OsmObject, _Object] = field(factory=dict)
    places: dict[int, Attributes] = field(factory=dict)
    """Coordinates on ways and members, by the number of the node."""
    current: _Object | None = None
    is_deleting: bool = False
    """Whether this is a section of objects to delete."""
    tally: Tally = field(factory=Tally)

    def open_element(self, name: str, attributes: Attributes) -> None:
        if name in ("node", "way", "relation"):
            self.current = _Object(name, attributes | {"action": "delete"} if self.is_deleting else attributes)
        elif name == "delete":
            self.is_deleting = True
        elif self.current and (name in ("tag", "member") or (name == "nd" and self.current.kind == "way")):
            self.current.children.append(_format_element(name, attributes))
            if "lat" in attributes and attributes.get("type", "node") == "node":
                self.places[int(attributes["ref"])] = {key: attributes[key] for key in ("lat", "lon")}

    def close_element(self, name: str) -> None:
        if name == "delete":
            self.is_deleting = False
        if self.current is None or name != self.current.kind:
            return
        key = (name, int(self.current.attributes["id"]))
        older = self.objects.get(key)
        if older is not None:
            self.tally.add("superseded versions of objects, left out: {}", key)
        if older is None or older.version <= self.current.version:
            self.objects[key] = self.current
        self.current = None

    def format_lines(self) -> list[str]:
        """Return the file: nodes, ways, relations."""
        found = [each for each in self.objects.values() if not each.is_deleted]
        for key, each in self.objects.items():
            if each.is_deleted:
                self.tally.add("deleted objects, left out: {}", key)
        known = {number for kind, number in self.objects if kind == "node"}
        found += [_Object("node", {"id": str(ref)} | place) for ref, place in self.places.items() if ref not in known]
        found.sort(key=lambda each: ("node", "way", "relation").index(each.kind))
        return ["<osm version='0.6'>\n", *(_format_object(each) for each in found), "</osm>\n"]


def _format_object(found: _Object) -> str:
    kept: Attributes = {key: found.attributes[key] for key in ("id", "version", "lat", "lon") if key in found.attributes}
    return f"{_format_element(found.kind, kept)[:-2]}>{''.join(found.children)}</{found.kind}>\n"


def _format_element(name: str, attributes: Attributes) -> str:
    return f"<{name}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}/>"
