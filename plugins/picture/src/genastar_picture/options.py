"""The options that every drawing domain has, and validators of colours and layers. `genastar.options` has the others."""

from __future__ import annotations

from typing import Final, Literal, TypeVar

from attrs import Attribute, field, frozen, validators

from genastar.errors import shown
from genastar.options import number, one_of, whole
from genastar_picture.palette import PALETTES, parse_colour

T = TypeVar("T")


HEATS: Final = ("closed", "g", "h", "f")
"""What the colours of the closed cells may tell: the order of closing, or a part of the cost."""

LAYERS: Final = (*HEATS, "open", "arrows", "path")
"""What may be drawn over a world."""


def layers_of(text: str) -> frozenset[str]:
    """The layers in a text such as ``closed,path``; none in ``map``.

    Raises:
        ValueError: one of them is unknown, or two of them would colour the same cells.
    """
    words = [] if text == "map" else [word.strip() for word in text.split(",")]
    for word in words:
        if word not in LAYERS:
            raise ValueError(f"{shown(word)} is no layer; there are {', '.join(LAYERS)}, or map for the map alone")
    heats = [word for word in HEATS if word in words]
    if len(heats) > 1:
        raise ValueError(f"{' and '.join(heats)} would colour the same cells; choose one")
    return frozenset(words)


def layers(_: object, option: Attribute[T], value: T) -> None:
    """The value must be a list of layers."""
    try:
        layers_of(value if isinstance(value, str) else repr(value))
    except ValueError as error:
        raise ValueError(f"{option.alias}: {error}") from None


def colour(_: object, option: Attribute[T], value: T) -> None:
    """The value must be a colour as text."""
    try:
        parse_colour(value if isinstance(value, str) else repr(value))
    except ValueError as error:
        raise ValueError(f"{option.alias}: {error}") from None


@frozen(kw_only=True)
class PictureOptions:
    """How a search is drawn. A drawing domain's options inherit these."""

    scale: int | None = field(
        default=None,
        validator=validators.optional(whole(1, 64)),
        metadata={
            "help": "pixels for each cell; left out, small worlds grow to 640 pixels at most, by 16 at most",
            "picture": True,
        },
    )
    palette: Literal["red-blue", "colour-blind"] = field(
        default="red-blue",
        validator=one_of(*PALETTES),
        metadata={"help": "colours of the closed list and the path", "picture": True},
    )
    frames: int = field(
        default=100, validator=whole(1, 1000), metadata={"help": "frames of an animation, at most", "picture": True}
    )
    seconds: float = field(
        default=5.0,
        validator=number(0.1, 60.0),
        metadata={"help": "how long an animation runs before it rests on the path", "picture": True},
    )


@frozen(kw_only=True)
class LayerOptions(PictureOptions):
    """How a search is drawn, and what of it: for domains that make their scene by `genastar_picture.layers.searched`."""

    layers: str = field(
        default="closed,path",
        validator=layers,
        metadata={
            "help": "what is drawn: closed (the order), g, h or f; open; arrows (to parents); path; or map alone",
            "picture": True,
        },
    )
