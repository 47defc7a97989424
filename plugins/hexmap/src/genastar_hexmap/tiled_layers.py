"""Layers of tiles in a map of the Tiled editor: CSV, XML and base64, whole or, in an infinite map, in chunks.

A chunk is a rectangle of tiles at coordinates of its own, which may be negative; where there is none, there are no tiles. The
layers of an infinite map become one table that holds all their chunks, and what its first hex is called, its origin, keeps
their coordinates: so a row that is shoved stays shoved.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import importlib
import io
import re
import zlib
from collections.abc import Callable, Sequence
from typing import Final, cast
from xml.etree import ElementTree as ET

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_hexmap.files import RAISE, check_hexes
from genastar_hexmap.layout import Hex

GID: Final = 0x0FFF_FFFF
"""The bits of a tile's number; the four highest say how the tile is turned."""

_FARTHEST: Final = 1_000_000
"""The greatest coordinate of a chunk, either way."""

_MOST_LAYERS: Final = 16
"""Layers of the largest map that may be unpacked; of smaller maps there may be more."""

Gids = NDArray[np.uint32]
"""The numbers of tiles, 0 where there is none, shape (height, width)."""


@frozen
class _Block:
    """A rectangle of tiles, not decoded yet."""

    where: str
    """In messages."""
    element: ET.Element
    """It holds the tiles."""
    encoding: str | None
    compression: str | None
    x: int
    y: int
    width: int
    height: int


def read_layers(name: str, root: ET.Element, megahexes: int) -> tuple[Hex, list[Gids]]:
    """Return the coordinates of the first hex, and the layers from the lowest to the uppermost, all of one shape.

    Args:
        name: the file, in messages.
        root: the map.
        megahexes: more million hexes than this are refused before a tile is decoded.

    Raises:
        BadInput: there is no layer, or it is damaged, or too large; the message says where.
    """
    elements = _layers(root)
    if not elements:
        raise BadInput(f"{name}: it has no layer of tiles")
    if root.get("infinite", "0") == "0":
        width, height = (whole(name, root, side) for side in ("width", "height"))
        check_hexes(name, width, height, megahexes)
        layers = [[_whole_layer(name, element, width, height)] for element in elements]
    else:
        layers = [_chunks(name, element) for element in elements]
    blocks = [block for layer in layers for block in layer]
    left, top = min((block.x for block in blocks), default=0), min((block.y for block in blocks), default=0)
    width = max((block.x + block.width for block in blocks), default=0) - left
    height = max((block.y + block.height for block in blocks), default=0) - top
    check_hexes(name, width, height, megahexes)
    sizes = sum(block.width * block.height for block in blocks), len(layers) * width * height
    if max(sizes) > _MOST_LAYERS * megahexes * 1_000_000:
        raise BadInput(f"{name}: its layers have more than {_MOST_LAYERS * megahexes} million tiles together; {RAISE}")
    return (left, top), [_table(layer, left, top, width, height) for layer in layers]


def whole(where: str, element: ET.Element, attribute: str, default: int | None = None, pattern: str = "[0-9]{1,10}") -> int:
    """Return a whole number from an attribute.

    Raises:
        BadInput: it is missing and there is no default, or it does not match the pattern.
    """
    text = element.get(attribute)
    if text is None and default is not None:
        return default
    if text is None or not re.fullmatch(pattern, text):
        shown = "missing" if text is None else repr(text[:20])
        raise BadInput(f"{where}: <{element.tag[:20]}>: {attribute} is {shown}; expected a whole number")
    return int(text)


def _layers(root: ET.Element) -> list[ET.Element]:
    """The layers of tiles, those in groups too, from the lowest to the uppermost."""
    layers, waiting = [], list(root)[::-1]
    while waiting:
        element = waiting.pop()
        if element.tag == "layer":
            layers.append(element)
        elif element.tag == "group":
            waiting += list(element)[::-1]
    return layers


def _data(where: str, layer: ET.Element) -> ET.Element:
    data = layer.find("data")
    if data is None:
        raise BadInput(f"{where}: it has no <data>")
    return data


def _whole_layer(name: str, layer: ET.Element, width: int, height: int) -> _Block:
    where = f"{name}: layer {layer.get('name', '')[:40]!r}"
    if (whole(where, layer, "width"), whole(where, layer, "height")) != (width, height):
        raise BadInput(f"{where}: its size is {layer.get('width')} x {layer.get('height')}, and the map's {width} x {height}")
    data = _data(where, layer)
    return _Block(where, data, data.get("encoding"), data.get("compression") or None, 0, 0, width, height)


def _chunks(name: str, layer: ET.Element) -> list[_Block]:
    """The chunks of a layer.

    Raises:
        BadInput: one has no size, or lies too far away, or two have the same place.
    """
    where = f"{name}: layer {layer.get('name', '')[:40]!r}"
    data = _data(where, layer)
    found: dict[Hex, _Block] = {}
    if (data.text or "").strip() or data.find("tile") is not None:
        raise BadInput(f"{where}: the map is infinite, and these tiles are in no <chunk>")
    for number, chunk in enumerate(data.findall("chunk"), 1):
        place = f"{where}: chunk {number}"
        x, y = (whole(place, chunk, side, pattern="-?[0-9]{1,7}") for side in ("x", "y"))
        width, height = (whole(place, chunk, side, pattern="[0-9]{1,7}") for side in ("width", "height"))
        if max(abs(x), abs(y), width, height) > _FARTHEST or min(width, height) < 1:
            raise BadInput(f"{place}: {width} x {height} hexes at {x},{y}; expected numbers up to {_FARTHEST:,}")
        if (x, y) in found:
            raise BadInput(f"{place}: there is another chunk at {x},{y}")
        found[x, y] = _Block(place, chunk, data.get("encoding"), data.get("compression") or None, x, y, width, height)
    return list(found.values())


def _table(blocks: Sequence[_Block], left: int, top: int, width: int, height: int) -> Gids:
    """One layer of tiles; chunks that overlap lie over one another in their order."""
    table = np.zeros((height, width), np.uint32)
    for block in blocks:
        x, y = block.x - left, block.y - top
        part = table[y : y + block.height, x : x + block.width]
        gids = _gids(block)
        part[gids > 0] = gids[gids > 0]
    return table


def _gids(block: _Block) -> Gids:
    """The tiles of a block, shape (height, width)."""
    where, count = block.where, block.width * block.height
    match block.encoding:
        case "csv":
            gids = _csv(where, block.element.text or "", count)
        case "base64":
            raw = _unpacked(where, block.element.text or "", block.compression, 4 * count)
            if len(raw) % 4:
                raise BadInput(f"{where}: it has {len(raw)} bytes; expected 4 for each of {block.width} x {block.height} hexes")
            gids = np.frombuffer(raw, "<u4")
        case None:
            gids = np.array([whole(where, tile, "gid", 0) & 0xFFFF_FFFF for tile in block.element.iter("tile")], np.uint32)
        case _:
            raise BadInput(f"{where}: encoding {block.encoding[:20]!r} is not known; expected csv or base64")
    if len(gids) != count:
        raise BadInput(f"{where}: it has {len(gids)} hexes; expected {block.width} x {block.height}")
    return gids.reshape(block.height, block.width) & np.uint32(GID)


def _csv(where: str, text: str, count: int) -> Gids:
    parts = text.replace("\n", "").replace("\r", "").strip().rstrip(",").split(",")
    if len(parts) != count:
        raise BadInput(f"{where}: it has {len(parts)} hexes; expected {count}")
    for number, part in enumerate(parts):
        if not re.fullmatch(r"\s*[0-9]{1,10}\s*", part) or int(part) > 0xFFFF_FFFF:
            raise BadInput(f"{where}: hex {number + 1}: {part.strip()[:20]!r} is no number of a tile")
    return np.array(parts, np.int64).astype(np.uint32)


def _unpacked(where: str, text: str, compression: str | None, most: int) -> bytes:
    """What base64 and a compression hold, at most one byte more than expected."""
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadInput(f"{where}: this is no base64: {error}") from error
    try:
        match compression:
            case None:
                return packed
            case "zlib":
                raw = zlib.decompressobj().decompress(packed, most + 1)
            case "gzip":
                raw = gzip.GzipFile(fileobj=io.BytesIO(packed)).read(most + 1)
            case "zstd":
                raw = _zstd(where)(packed, most + 1)
            case _:
                raise BadInput(f"{where}: compression {compression[:20]!r} is not known; expected zlib, gzip or zstd")
    except BadInput:
        raise
    except Exception as error:  # each decoder has its own
        raise BadInput(f"{where}: its data is damaged: {' '.join(str(error).split())}; save the map anew") from error
    if len(raw) > most:
        raise BadInput(f"{where}: it unpacks to more than the {most:,} bytes that its size allows")
    return raw


def _zstd(where: str) -> Callable[[bytes, int], bytes]:
    """Decompression by the standard library, which has it from Python 3.14 on, or by its backport."""
    for module in ("compression.zstd", "backports.zstd"):
        try:
            found = importlib.import_module(module)
        except ImportError:
            continue
        return lambda packed, most: cast(bytes, found.ZstdDecompressor().decompress(packed, most))
    raise BadInput(
        f"{where}: zstd needs Python 3.14, or: pip install backports.zstd; or, in Tiled, choose another Tile Layer Format"
    )
