"""Arrays whose numbers are constants of machine code, and whether they were written since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray


@frozen(eq=False)
class Snapshot:
    """The numbers of an array when machine code was made, in which they are constants."""

    array: NDArray[Any]
    _form: tuple[object, ...] = field(init=False)
    _bytes: NDArray[np.uint8] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_form", _form(self.array))
        object.__setattr__(self, "_bytes", _bytes(self.array).copy())

    def has_changed(self) -> bool:
        """Compare every byte: a tenth of a millisecond for a megabyte."""
        return _form(self.array) != self._form or not np.array_equal(_bytes(self.array), self._bytes)


def _form(array: NDArray[Any]) -> tuple[object, ...]:
    return array.shape, array.strides, array.dtype


def _bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    return array.ravel("K").view(np.uint8)


def may_change(array: NDArray[Any]) -> bool:
    """Return whether anybody can write an array of numbers, directly or as the array of which it is a view."""
    whole: object = array
    while isinstance(whole, np.ndarray):
        if whole.flags.writeable:
            return not array.dtype.hasobject
        whole = whole.base
    return False


def arrays_in(value: object) -> Iterator[NDArray[Any]]:
    """Yield an array, or the arrays in a container and in those in it, that may change in place."""
    if isinstance(value, np.ndarray):
        if may_change(value):
            yield value
    elif isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from arrays_in(item)
