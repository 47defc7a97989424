"""Tile layers in a map of the Tiled editor: CSV, XML or base64, as a whole or, in an infinite map, in chunks.

A chunk is a rectangle of tiles with its own coordinates, which may be negative; elsewhere there are no tiles. The layers of an
infinite map become one table that contains all chunks. Its origin, the position of its first tile, keeps the coordinates of
chunks, so offset rows remain offset.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import importlib
import io
import re
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, cast
from xml.etree import ElementTree as ET

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar_lattice.tiled.documents import parse_number, parse_whole, read_properties

GID: Final = 0x0FFF_FFFF
"""The bits of a tile's number; the four highest bits say how the tile is rotated."""

_FARTHEST: Final = 1_000_000
"""Largest absolute coordinate of a chunk."""

_MOST_LAYERS: Final = 16
"""Number of layers that may be unpacked of the largest map; smaller maps may have more."""

Offset = tuple[float, float]

Gids = NDArray[np.uint32]
"""The numbers of tiles with the bits of their flips, 0 for none, shape (height, width)."""


@frozen
class TileLimits:
    """The size limit of a domain."""

    check: Callable[[str, int, int], None]
    """Raises BadInput for a map of this name, width and height that is empty or too large."""
    millions: int
    """Largest number of tiles of a map, in millions."""
    advice: str
    """How to raise the limit, in messages."""


@frozen(eq=False)
class TileLayer:
    """A layer of tiles."""

    where: str
    """Its place in the file, for messages."""
    gids: Gids
    properties: Mapping[str, str]
    """The user's properties, with those of the groups around it."""


@frozen
class _Block:
    """A rectangle of tiles that is not decoded yet."""

    where: str
    """Its place in the file, for messages."""
    element: ET.Element
    """The element with the tiles."""
    encoding: str | None
    compression: str | None
    x: int
    y: int
    width: int
    height: int


def read_layers(
    name: str, root: ET.Element, count_cells: Callable[[float, float], Offset], limits: TileLimits
) -> tuple[tuple[int, int], list[TileLayer]]:
    """Return the coordinates of the first tile, and the layers from lowest to uppermost, all of one shape.

    Args:
        name: the file, in messages.
        root: the map.
        count_cells: returns by how many columns and rows an offset in pixels moves a layer.
        limits: the largest map to decode.

    Raises:
        BadInput: there is no layer, or one is damaged, too large or offset by parts of tiles; the message says where.
    """
    found = [each for each in iterate_layers(name, root) if each.element.tag == "layer"]
    if not found:
        raise BadInput(f"{name}: the map has no tile layer; add one")
    is_finite = root.get("infinite", "0") == "0"
    if is_finite:
        left, top, width, height = 0, 0, *(parse_whole(name, root, side) for side in ("width", "height"))
        limits.check(name, width, height)
        layers = [[_read_whole_layer(name, each.element, width, height)] for each in found]
    else:
        layers = [_read_chunks(name, each.element) for each in found]
    layers = [_move_blocks(each, blocks, count_cells) for each, blocks in zip(found, layers, strict=True)]
    blocks = [block for layer in layers for block in layer]
    if not is_finite:
        left, top = min((block.x for block in blocks), default=0), min((block.y for block in blocks), default=0)
        width = max((block.x + block.width for block in blocks), default=0) - left
        height = max((block.y + block.height for block in blocks), default=0) - top
        limits.check(name, width, height)
    sizes = sum(block.width * block.height for block in blocks), len(layers) * width * height
    if max(sizes) > _MOST_LAYERS * limits.millions * 1_000_000:
        raise BadInput(
            f"{name}: the tiles of all layers exceed the limit of {_MOST_LAYERS * limits.millions} million; {limits.advice}"
        )
    return (left, top), [
        TileLayer(each.where, _combine_blocks(layer, left, top, width, height), each.properties)
        for each, layer in zip(found, layers, strict=True)
    ]


@frozen
class Layer:
    """A layer of any kind that is not read yet."""

    where: str
    """Its place in the file, for messages."""
    element: ET.Element
    properties: Mapping[str, str]
    """The user's properties, with those of the groups around it."""
    offset: Offset
    """Its offset in pixels as drawn, with those of the groups around it."""


def iterate_layers(name: str, root: ET.Element) -> Iterator[Layer]:
    """Yield the layers of every kind, including those in groups, from lowest to uppermost."""
    waiting = [Layer(name, root, {}, (0.0, 0.0))]
    while waiting:
        outer = waiting.pop()
        if outer.element.tag in ("layer", "objectgroup"):
            yield outer
            continue
        for element in reversed(outer.element):
            if element.tag in ("layer", "objectgroup", "group"):
                where, (x, y) = _name_layer(name, element), outer.offset
                offset = x + parse_number(where, element, "offsetx", 0.0), y + parse_number(where, element, "offsety", 0.0)
                waiting.append(Layer(where, element, {**outer.properties, **read_properties(element)}, offset))


def _move_blocks(layer: Layer, blocks: list[_Block], count_cells: Callable[[float, float], Offset]) -> list[_Block]:
    """Return the blocks of a layer where its offset moves them."""
    x, y = count_cells(*layer.offset)
    if not (x.is_integer() and y.is_integer()):
        pixels = f"{layer.offset[0]:g},{layer.offset[1]:g}"
        raise BadInput(
            f"{layer.where}: its offset of {pixels} pixels is not whole tiles; set it to 0, or move the layer by tiles"
        )
    return [evolve(block, x=block.x + int(x), y=block.y + int(y)) for block in blocks]


def _name_layer(name: str, layer: ET.Element) -> str:
    """Return the place of a layer for messages."""
    return f"{name}: layer {layer.get('name', '')[:40]!r}"


def _find_data(where: str, layer: ET.Element) -> ET.Element:
    data = layer.find("data")
    if data is None:
        raise BadInput(f"{where}: it has no <data>; save the map again")
    return data


def _read_whole_layer(name: str, layer: ET.Element, width: int, height: int) -> _Block:
    where = _name_layer(name, layer)
    if (parse_whole(where, layer, "width"), parse_whole(where, layer, "height")) != (width, height):
        raise BadInput(
            f"{where}: its size is {layer.get('width')} x {layer.get('height')}, but the map's is {width} x {height}"
        )
    data = _find_data(where, layer)
    return _Block(where, data, data.get("encoding"), data.get("compression") or None, 0, 0, width, height)


def _read_chunks(name: str, layer: ET.Element) -> list[_Block]:
    """Return the chunks of a layer.

    Raises:
        BadInput: a chunk has no size or is too far away, or two chunks have the same place.
    """
    where = _name_layer(name, layer)
    data = _find_data(where, layer)
    found: dict[tuple[int, int], _Block] = {}
    if (data.text or "").strip() or data.find("tile") is not None:
        raise BadInput(f"{where}: the map is infinite; expected its tiles in <chunk> elements")
    for number, chunk in enumerate(data.findall("chunk"), 1):
        place = f"{where}: chunk {number}"
        x, y = (parse_whole(place, chunk, side, pattern="-?[0-9]{1,20}") for side in ("x", "y"))
        width, height = (parse_whole(place, chunk, side, pattern="[0-9]{1,20}") for side in ("width", "height"))
        if max(abs(x), abs(y), width, height) > _FARTHEST or min(width, height) < 1:
            raise BadInput(f"{place}: {width} x {height} tiles at {x},{y}; expected numbers up to {_FARTHEST:,}")
        if (x, y) in found:
            raise BadInput(f"{place}: another chunk has the same place, {x},{y}; remove one")
        found[x, y] = _Block(place, chunk, data.get("encoding"), data.get("compression") or None, x, y, width, height)
    return list(found.values())


def _combine_blocks(blocks: Sequence[_Block], left: int, top: int, width: int, height: int) -> Gids:
    """Return one layer of tiles; later chunks cover earlier ones."""
    table = np.zeros((height, width), np.uint32)
    for block in blocks:
        x, y = block.x - left, block.y - top
        gids = _decode_gids(block)
        inside = gids[max(0, -y) : max(0, height - y), max(0, -x) : max(0, width - x)]
        if np.count_nonzero(inside & GID) < np.count_nonzero(gids & GID):
            raise BadInput(f"{block.where}: its offset moves tiles out of the map; set it to 0, or make the map larger")
        part = table[max(0, y) : max(0, y + block.height), max(0, x) : max(0, x + block.width)]
        part[inside & GID > 0] = inside[inside & GID > 0]
    return table


def _decode_gids(block: _Block) -> Gids:
    """Return the tiles of a block, shape (height, width)."""
    where, count = block.where, block.width * block.height
    match block.encoding:
        case "csv":
            gids = _decode_csv(where, block.element.text or "", count)
        case "base64":
            raw = _unpack(where, block.element.text or "", block.compression, 4 * count)
            if len(raw) % 4:
                raise BadInput(f"{where}: it has {len(raw)} bytes; expected 4 for each of {block.width} x {block.height} tiles")
            gids = np.frombuffer(raw, "<u4")
        case None:
            gids = np.array(
                [parse_whole(where, tile, "gid", 0) & 0xFFFF_FFFF for tile in block.element.iter("tile")], np.uint32
            )
        case _:
            raise BadInput(f"{where}: encoding {block.encoding[:20]!r} is unknown; expected csv or base64")
    if len(gids) != count:
        raise BadInput(f"{where}: it has {len(gids)} tiles; expected {block.width} x {block.height}")
    return gids.reshape(block.height, block.width)


def _decode_csv(where: str, text: str, count: int) -> Gids:
    if re.fullmatch(r"[0-9,\s]*", text):
        with warnings.catch_warnings(), suppress(ValueError):  # a text with a fault is read again below
            warnings.simplefilter("ignore")
            found = np.fromstring(text.rstrip(" \t\r\n,"), np.int64, sep=",")
            if len(found) == count and found.max(initial=0) <= 0xFFFF_FFFF:
                return found.astype(np.uint32)
    parts = text.replace("\n", "").replace("\r", "").strip().rstrip(",").split(",")
    if len(parts) != count:
        raise BadInput(f"{where}: it has {len(parts)} tiles; expected {count}")
    for number, part in enumerate(parts):
        if not re.fullmatch(r"\s*[0-9]{1,10}\s*", part) or int(part) > 0xFFFF_FFFF:
            raise BadInput(f"{where}: tile {number + 1}: {part.strip()[:20]!r} is no tile number")
    return np.array(parts, np.int64).astype(np.uint32)


def _unpack(where: str, text: str, compression: str | None, most: int) -> bytes:
    """Return the content of base64 and compression, at most one byte more than expected."""
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadInput(f"{where}: this is no valid base64: {error}") from error
    try:
        match compression:
            case None:
                return packed
            case "zlib":
                raw = zlib.decompressobj().decompress(packed, most + 1)
            case "gzip":
                raw = gzip.GzipFile(fileobj=io.BytesIO(packed)).read(most + 1)
            case "zstd":
                raw = _find_zstd(where)(packed, most + 1)
            case _:
                raise BadInput(f"{where}: compression {compression[:20]!r} is unknown; expected zlib, gzip or zstd")
    except BadInput:
        raise
    except Exception as error:  # each decoder raises its own errors
        raise BadInput(f"{where}: its data is damaged: {' '.join(str(error).split())}; save the map again") from error
    if len(raw) > most:
        raise BadInput(f"{where}: it unpacks to more than the {most:,} bytes that its size allows")
    return raw


def _find_zstd(where: str) -> Callable[[bytes, int], bytes]:
    """Return the decompression of the standard library (Python 3.14 or later), or of its backport."""
    for module in ("compression.zstd", "backports.zstd"):
        try:
            found = importlib.import_module(module)
        except ImportError:
            continue
        return lambda packed, most: cast(bytes, found.ZstdDecompressor().decompress(packed, most))
    raise BadInput(
        f"{where}: zstd needs Python 3.14, or: pip install backports.zstd; or, in Tiled, choose another Tile Layer Format"
    )
