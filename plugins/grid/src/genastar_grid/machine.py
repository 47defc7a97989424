"""Machine code for what is prepared before a search."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])


def machine_code(function: F) -> F:
    """Return the function as machine code where genastar-compiled is installed, and keep that in its cache."""
    try:
        from numba import njit

        from genastar_compiled.cache import cache_for
    except ImportError:
        return function
    dispatcher = njit(nogil=True)(function)
    source = Path(cast("str", sys.modules[function.__module__].__file__)).read_bytes()
    dispatcher._cache = cache_for(function.__module__, function.__qualname__, source)
    return cast("F", dispatcher)
