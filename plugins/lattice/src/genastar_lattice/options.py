"""Options with the same meaning in several domains: functions that create the fields of an options class.

This module does not import numpy, so that the metadata of a domain may use it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from attrs import Attribute, field, frozen, validators

from genastar.errors import BadOption, format_value
from genastar.options import choice, one_of, option, text

Diagonals = Literal["no-obstacle", "one-obstacle", "always", "never"]
Formula = Literal["auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"]
Step = Literal["entered", "mean"]


def diagonals() -> Diagonals:
    """Create the option for diagonal steps."""
    return option(
        "no-obstacle",
        one_of(*get_args(Diagonals)),
        "number of the two cells beside a diagonal step that may be blocked: 0, 1 or 2; never: no diagonal steps",
    )


def formula() -> Formula:
    """Create the option ``heuristic``."""
    return option("auto", one_of(*get_args(Formula)), "heuristic; auto: the strongest admissible one")


Metric = Literal["cost", "cost,length", "cost,exposure", "cost,length,exposure"]
ClimbMetric = Literal[
    "cost", "cost,length", "cost,climb", "cost,exposure", "cost,length,climb", "cost,length,exposure", "cost,climb,exposure",
    "cost,length,climb,exposure",
]  # fmt: skip


def metric() -> Metric:
    """Create the option ``metric``."""
    return choice(Metric, "cost", f"{_METRICS} exposure")


def climb_metric() -> ClimbMetric:
    """Create the option ``metric`` of a domain with heights."""
    return choice(ClimbMetric, "cost", f"{_METRICS} climb, exposure")


_METRICS: Final = "quantity to minimise: cost; several: paths of which none is worse in all of cost, length,"


if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    Exposure = str | ArrayLike | None
else:
    Exposure = str | None  # what a text or JSON can hold
"""A second cost of each place: a file, or an array."""


def exposure() -> Exposure:
    """Create the option ``exposure``, a file or an array. The same array is an equal option."""
    help = "file of a second cost of each place, for metric=cost,exposure: a step adds its length times the value where it ends"
    found: Exposure = field(default=None, validator=_check_exposure, eq=_identify, metadata={"help": help, "file": True})
    return found


def _check_exposure(_: object, where: Attribute[Any], value: object) -> None:
    """Raise BadOption unless the value is a file, an array or lists of numbers."""
    if value is not None and not isinstance(value, (str, list)) and not hasattr(value, "__array__"):
        raise BadOption(f"{where.alias} is {format_value(value)}; it must be a file or an array")


def _identify(value: object) -> object:
    return value if value is None or isinstance(value, str) else id(value)


def step() -> Step:
    """Create the option that selects whose cost a step pays."""
    return option(
        "entered",
        one_of(*get_args(Step)),
        "cost by which a step's length is multiplied: that of the entered cell, or the mean of both cells",
    )


def end(name: str, axes: str) -> str | None:
    """Create the option ``start`` or ``goal``.

    Args:
        name: ``start`` or ``goal``.
        axes: the format of a position: ``x,y``.
    """
    return option(
        None, validators.optional(text), f"{name} as {axes}; separate several with ';'; used if a question gives none"
    )


UNIT_NAMES: Final = ("radius", "size", "agent_size", "agent_radius", "unit_size")
"""What users call the option ``unit``."""


def unit(axes: str, is_round: bool) -> str | None:
    """Create the option ``unit``.

    Args:
        axes: the axes along which a unit of cells has a side: ``xy``.
        is_round: whether a radius is a size too.
    """
    sides, radius = "x".join("2" * len(axes)), ", or a radius in cells such as 1.5" if is_round else ""
    names = " x ".join(("width", "height", "layers")[: len(axes)])
    first = "lowest x, y and z" if len(axes) == 3 else "upper left"
    return option(
        None,
        validators.optional(_UnitValidator(len(axes), is_round)),
        f"size of the unit: {names}, such as {sides}, whose position is its {first} cell{radius} (default: one cell)",
        other_names=UNIT_NAMES,
    )


_HEXES: Final = rb"""\s*(<.*?<?map\b[^>]*\sorientation=["']hexagonal["']|\{.*"orientation"\s*:\s*"hexagonal")"""
TILED_HEXES: Final = re.compile(_HEXES, re.DOTALL)
"""A hexagonal map of Tiled, as XML (``.tmx``) or JSON (``.tmj``)."""

TILED_SQUARES: Final = re.compile(b"(?!" + _HEXES + rb""")\s*(<.*?<?map\b|\{.*"orientation"\s*:)""", re.DOTALL)
"""Any other map of Tiled."""

MOST_SIDE: Final = 64
"""Limit of a unit's side, in cells."""


@frozen
class _UnitValidator:
    """A validator for the size of a unit, as `genastar_lattice.sizes` reads it. It sets the option to the text."""

    axes: int
    is_round: bool

    def __call__(self, options: object, where: Attribute[str | None], value: object) -> None:
        """Raise BadOption unless the value is a size."""
        given = str(value) if isinstance(value, float) else value
        wanted = "x".join(("2", "3", "1")[: self.axes]) + (", or a radius such as 1.5" if self.is_round else "")
        shown = f"{where.alias} is {format_value(value)}; it must be"
        if isinstance(given, (str, int)) and re.fullmatch(r"[0-9]{1,2}", str(given)) and self.is_round:
            raise BadOption(f"{shown} {given}x{given} for a square, or {given}.0 for a radius")
        sides = given.split("x") if isinstance(given, str) and re.fullmatch(r"[0-9]{1,2}(x[0-9]{1,2})+", given) else []
        if len(sides) == self.axes and all(1 <= int(side) <= MOST_SIDE for side in sides):
            return
        is_radius = isinstance(given, str) and re.fullmatch(r"[0-9]{1,2}\.[0-9]{1,6}", given) is not None
        if not self.is_round or not is_radius or not 0 < float(str(given)) <= MOST_SIDE / 2:
            raise BadOption(f"{shown} a size such as {wanted}, with sides of 1 to {MOST_SIDE} cells")
        object.__setattr__(options, where.name, given)  # options are frozen, and are still being made here
