"""Packages whose names are imported at their first use, because ``genastar --help`` and the metadata of plugins need few."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def make_lazy_names(
    module: str, homes: Mapping[str, Sequence[str]], package: str | None = None
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a module (PEP 562).

    Args:
        module: its ``__name__``.
        homes: for each module, relative to the package, the names that are taken from it.
        package: the package; the module itself by default.
    """
    home_of = {name: module for module, names in homes.items() for name in names}
    known = vars(sys.modules[module])
    package = module if package is None else package

    def attribute(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        known[name] = value = getattr(import_module(f"{package}.{home_of[name]}"), name)  # next time it is found without this
        return value

    return sorted(home_of), attribute, lambda: sorted({*known, *home_of})
