"""Long work that ends when it is cancelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from genastar import check_cancelled
from genastar.values.limits import governing_token

T = TypeVar("T")
"""The type of an item."""


def check_while_iterating(items: Iterable[T]) -> Iterator[T]:
    """Yield the items, and look before each whether the work was cancelled.

    Raises:
        Cancelled: it was.
    """
    for item in items:
        check_cancelled()
        yield item


def cancel_flag() -> NDArray[np.uint8]:
    """Return the flag of the governing token, shape (1,), for machine code: it is not 0 once the work was cancelled."""
    return np.frombuffer(governing_token().flag, np.uint8)
