"""Machine code for functions on numbers and arrays outside searches, such as preparations of plugins."""

from __future__ import annotations

from types import FunctionType
from typing import cast

from numba import njit
from numba.core.dispatcher import Dispatcher

from genastar.engine import F
from genastar_compiled.reach import Reach
from genastar_compiled.storage.cache import cache_for


def machine_code(function: F) -> F:
    """Return the function, to be compiled by Numba at its first call, without the GIL, and kept in the cache.

    It may call other functions that were compiled in this way.
    """
    assert isinstance(function, FunctionType)
    dispatcher = njit(nogil=True)(function)
    if isinstance(dispatcher, Dispatcher):  # NUMBA_DISABLE_JIT leaves the function unchanged
        dispatcher._cache = cache_for(lambda: (function.__qualname__, Reach.of_function(function).fingerprint))
    return cast(F, dispatcher)
