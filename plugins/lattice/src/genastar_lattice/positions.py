"""Positions: one whole number for each axis, from 0."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index, lt
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_value
from genastar.values.arguments import match_text

P = TypeVar("P", bound=tuple[int, ...])

N = TypeVar("N", bound=np.signedinteger)

AXES: Final = "xyz"


def check_inside(position: P, sides: Sequence[int], noun: str, realm: str) -> P:
    """Return a position as Python's ints.

    Args:
        position: one number for each axis.
        sides: the length of each axis.
        noun: the word for a position in messages: ``cell``.
        realm: the word for the world in messages: ``grid``.

    Raises:
        BadInput: the argument is no position, or it is outside.
    """
    try:
        found = tuple(map(index, position))
    except TypeError:
        found = ()
    if len(found) != len(sides):
        raise BadInput(f"{format_value(position)} is no {noun}; give ({', '.join(AXES[: len(sides)])}) in whole numbers")
    if min(found) < 0 or not all(map(lt, found, sides)):
        ranges = ", ".join(f"{axis} from 0 to {side - 1}" for axis, side in zip(AXES, sides, strict=False))
        raise BadInput(f"{format_position(found)} is outside the {realm}; {ranges.replace(' from', ' is from', 1)}")
    return found  # type: ignore[return-value]  # of as many ints


def parse_numbers(text: str, count: int) -> tuple[int, ...] | None:
    """Return the whole numbers in a text such as ``3,-4``; ``None`` if the text is not ``count`` whole numbers."""
    found = match_text(r"\s*" + r"\s*,\s*".join([r"(-?[0-9]{1,9})"] * count) + r"\s*", text)
    return None if found is None else tuple(map(int, found.groups()))


def format_position(position: tuple[int, ...]) -> str:
    """Return a position as text for `parse_numbers`.

    Raises:
        BadInput: the argument is no position.
    """
    try:
        return ",".join(map(str, position))
    except (TypeError, RecursionError) as error:
        raise BadInput(f"{format_value(position)} is no position; give whole numbers in a tuple") from error


def shorten_moves(moves: NDArray[N], sides: Sequence[int], wrap: str) -> NDArray[N]:
    """Return moves, shape (n, axes), as the shorter ones around the axes named by ``wrap``, whose ends are joined."""
    for axis, (name, side) in enumerate(zip(AXES, sides, strict=False)):
        if name in wrap:
            moves[:, axis] = (moves[:, axis] + side // 2) % side - side // 2
    return moves


def find_changed_around(changed: NDArray[np.bool_], reach: Sequence[int], wrap: str) -> NDArray[np.int64] | None:
    """Return the positions near changed ones, each once, shape (n, axes); ``None`` if so many changed that a list is no use.

    Args:
        changed: whether each position changed; one axis for each of its numbers.
        reach: how far a change is felt along each axis.
        wrap: the axes whose ends are joined.
    """
    places = np.argwhere(changed)
    if len(places) * 8 > changed.size:
        return None
    sides = np.array(changed.shape, np.int64)
    moves = np.stack(np.meshgrid(*[np.arange(-far, far + 1) for far in reach], indexing="ij"), axis=-1)
    found = (places[:, None] + moves.reshape(-1, len(reach))).reshape(-1, len(reach))
    for axis, name in enumerate(AXES[: len(reach)]):
        if name in wrap:
            found[:, axis] %= sides[axis]
    within = found[((found >= 0) & (found < sides)).all(axis=1)]
    marked = np.zeros_like(changed)
    marked[tuple(within.T)] = True
    return np.argwhere(marked)
