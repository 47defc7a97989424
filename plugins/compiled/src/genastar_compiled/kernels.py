"""Machine code for functions on numbers and arrays outside searches, such as preparations of plugins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType
from typing import Any, cast

from numba import njit
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.typing.typeof import typeof_impl

from genastar.engine import F
from genastar.values.limits import pause_counting
from genastar_compiled.compiler.functions import MachineFunction
from genastar_compiled.linking.blas import import_arrays
from genastar_compiled.reach.reach import Reach
from genastar_compiled.storage.cache import cache_for

import_arrays()


def machine_code(function: F) -> F:
    """Return the function, to be compiled by Numba at its first call, without the GIL, and kept in the cache.

    It may call other functions that were compiled in this way.
    """
    assert isinstance(function, FunctionType)
    dispatcher = njit(nogil=True)(function)
    if isinstance(dispatcher, Dispatcher):  # NUMBA_DISABLE_JIT leaves the function unchanged
        dispatcher.compile = partial(_compiled, dispatcher.compile)
        dispatcher.get_call_template = partial(_without_literals, dispatcher.get_call_template)
        dispatcher._cache = cache_for(lambda: (function.__qualname__, Reach.of_function(function).fingerprint))
    return cast(F, dispatcher)


@typeof_impl.register(MachineFunction)
def _type_of(function: MachineFunction, context: object) -> types.Type:
    """Return the type of a function of this package's compiler where Numba compiles one that calls it."""
    return types.Dispatcher(function.numba)


def _compiled(compiler: Callable[[object], Any], signature: object) -> Any:
    with pause_counting():
        return compiler(signature)


def _without_literals(template_of: Callable[..., Any], arguments: Sequence[types.Type], named: dict[str, types.Type]) -> Any:
    """Return the template of a call from machine code whose arguments may be constants.

    Numba compiles a function anew for each constant: once for 0, once for 1, and once for a variable that begins at 0.
    """
    plain = {name: types.unliteral(kind) for name, kind in named.items()}
    return template_of(tuple(map(types.unliteral, arguments)), plain)
