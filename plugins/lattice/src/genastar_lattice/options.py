"""Options with the same meaning in several domains: functions that create the fields of an options class.

This module does not import numpy, so that the metadata of a domain may use it.
"""

from __future__ import annotations

from typing import Literal, get_args

from attrs import validators

from genastar.options import one_of, option, text

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
