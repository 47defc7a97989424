"""The drawing options of domains, and validators for colours and layers. `genastar.options` has the other validators."""

from __future__ import annotations

from typing import Final, Literal, TypeVar

from attrs import Attribute, frozen, validators

from genastar.errors import format_value
from genastar.options import number, one_of, option, whole
from genastar_picture.palette import PALETTES, parse_colour

T = TypeVar("T")


HEATS: Final = ("closed", "g", "h", "f")
"""Meanings of the colour of closed cells: the order of closing, or a part of the cost."""

LAYERS: Final = (*HEATS, "open", "arrows", "path")
"""The layers that can be drawn over a world."""


def parse_layers(text: str) -> frozenset[str]:
    """Return the layers in a text such as ``closed,path``; none for ``map``.

    Raises:
        ValueError: a layer is unknown, or two layers would colour the same cells.
    """
    words = [] if text == "map" else [word.strip() for word in text.split(",")]
    for word in words:
        if word not in LAYERS:
            raise ValueError(f"{format_value(word)} is no layer; use {', '.join(LAYERS)}, or map for the map alone")
    heats = [word for word in HEATS if word in words]
    if len(heats) > 1:
        raise ValueError(f"{' and '.join(heats)} would colour the same cells; choose one")
    return frozenset(words)


def check_layers(_: object, option: Attribute[T], value: T) -> None:
    """Require a list of layers."""
    try:
        parse_layers(value if isinstance(value, str) else repr(value))
    except ValueError as error:
        raise ValueError(f"{option.alias}: {error}") from None


def check_colour(_: object, option: Attribute[T], value: T) -> None:
    """Require a colour as text."""
    try:
        parse_colour(value if isinstance(value, str) else repr(value))
    except ValueError as error:
        raise ValueError(f"{option.alias}: {error}") from None


@frozen(kw_only=True)
class PictureOptions:
    """Drawing options; the options of a drawing domain inherit these."""

    scale: int | None = option(
        None,
        validators.optional(whole(1, 64)),
        "size of a cell in pixels; left out, 1 to 16 so that small worlds fit 640 pixels",
        picture=True,
    )
    palette: Literal["red-blue", "colour-blind"] = option(
        "red-blue", one_of(*PALETTES), "colours of the closed list and the path", picture=True
    )
    frames: int = option(100, whole(1, 1000), "largest number of frames of an animation", picture=True)
    seconds: float = option(
        5.0, number(0.1, 60.0), "duration of an animation in seconds, before the path is shown", picture=True
    )


@frozen(kw_only=True)
class LayerOptions(PictureOptions):
    """Drawing options with layers, for domains whose scene is made by `genastar_picture.layers.make_search_scene`."""

    layers: str = option(
        "closed,path",
        check_layers,
        "layers to draw, separated by commas: closed (order), g, h or f; open; arrows (to parents); path; or map",
        picture=True,
    )
