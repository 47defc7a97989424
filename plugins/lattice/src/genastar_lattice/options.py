"""Options that mean the same in every domain that has them: for the class of options of a domain to call.

This module is light: it imports no numpy, so that the metadata of a domain may use it.
"""

from __future__ import annotations

from typing import Literal, get_args

from attrs import field, validators

from genastar.options import one_of

Diagonals = Literal["no-obstacle", "one-obstacle", "always", "never"]
Formula = Literal["auto", "octile", "manhattan", "chebyshev", "euclidean", "euclidean-squared", "none"]
Step = Literal["entered", "mean"]


def diagonals() -> Diagonals:
    """Make the option that says which diagonal steps there are."""
    return field(
        default="no-obstacle",
        validator=one_of(*get_args(Diagonals)),
        metadata={
            "help": "how many of the two cells beside a diagonal step may be blocked: 0, 1 or 2; never: no diagonal steps"
        },
    )


def formula() -> Formula:
    """Make the option ``heuristic``."""
    return field(
        default="auto",
        validator=one_of(*get_args(Formula)),
        metadata={"help": "heuristic; auto: the strongest admissible heuristic"},
    )


def step() -> Step:
    """Make the option that says whose cost counts."""
    return field(
        default="entered",
        validator=one_of(*get_args(Step)),
        metadata={"help": "cost that a step's length is multiplied by: that of the cell it enters, or the mean of both cells"},
    )


def end(name: str, axes: str) -> str | None:
    """Make the option ``start`` or ``goal``.

    Args:
        name: which.
        axes: how a position is typed: ``x,y``.
    """
    return field(
        default=None,
        validator=validators.optional(validators.instance_of(str)),
        metadata={"help": f"{name} as {axes}; separate several with ';'"},
    )
