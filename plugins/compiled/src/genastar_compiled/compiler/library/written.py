"""Functions of the standard library that CPython has in C and, with the same meaning, in Python: that source is compiled."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec, module_from_spec
from types import FunctionType, ModuleType
from typing import Any, Final

_MODULES: Final = {"_heapq": "heapq", "_bisect": "bisect", "_operator": "operator"}


def in_python(function: Any) -> FunctionType | None:
    """Return the function of Python's own library that is written in Python in the place of one in C."""
    hidden = getattr(function, "__module__", None)
    name = getattr(function, "__name__", "")
    if hidden not in _MODULES or getattr(sys.modules.get(hidden), name, None) is not function:
        return None
    found = getattr(_module(hidden), name, None)
    return found if isinstance(found, FunctionType) else None


@cache
def _module(hidden: str) -> ModuleType:
    """Return a module without what it takes from one in C."""
    spec = find_spec(_MODULES[hidden])
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    before: Any = sys.modules.pop(hidden)
    sys.modules[hidden] = None  # type: ignore[assignment]
    try:
        spec.loader.exec_module(made)
    finally:
        sys.modules[hidden] = before
    return made
