"""Positions: a whole number for each axis, each from 0."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index, lt
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.arguments import matched
from genastar.errors import shown

P = TypeVar("P", bound=tuple[int, ...])

N = TypeVar("N", bound=np.signedinteger)

AXES: Final = "xyz"


def inside(position: P, sides: Sequence[int], noun: str, realm: str) -> P:
    """Return a position in Python's ints.

    Args:
        position: a number for each axis.
        sides: how many numbers each axis has.
        noun: what a position is called in messages: ``cell``.
        realm: what the world is called in messages: ``grid``.

    Raises:
        BadInput: it is no position, or outside.
    """
    try:
        found = tuple(map(index, position))
    except TypeError:
        found = ()
    if len(found) != len(sides):
        raise BadInput(f"{shown(position)} is no {noun}; give ({', '.join(AXES[: len(sides)])}) in whole numbers")
    if min(found) < 0 or not all(map(lt, found, sides)):
        ranges = ", ".join(f"{axis} from 0 to {side - 1}" for axis, side in zip(AXES, sides, strict=False))
        raise BadInput(f"{text_of(found)} is outside the {realm}; {ranges.replace(' from', ' is from', 1)}")
    return found  # type: ignore[return-value]  # of as many ints


def numbers_of(text: str, count: int) -> tuple[int, ...] | None:
    """Return the whole numbers of a text such as ``3,-4``; ``None`` if it is not so many."""
    found = matched(r"\s*" + r"\s*,\s*".join([r"(-?[0-9]{1,9})"] * count) + r"\s*", text)
    return None if found is None else tuple(map(int, found.groups()))


def text_of(position: tuple[int, ...]) -> str:
    """Return a position as `numbers_of` reads it."""
    return ",".join(map(str, position))


def shortest(moves: NDArray[N], sides: Sequence[int], wrap: str) -> NDArray[N]:
    """Return moves, shape (n, axes), the shorter way around along the axes whose ends are joined: those that ``wrap`` names."""
    for axis, (name, side) in enumerate(zip(AXES, sides, strict=False)):
        if name in wrap:
            moves[:, axis] = (moves[:, axis] + side // 2) % side - side // 2
    return moves
