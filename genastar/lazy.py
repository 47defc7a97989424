"""Packages whose names are imported at their first use, because ``genastar --help`` and the metadata of plugins need few."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def lazy_names(
    package: str, homes: Mapping[str, Sequence[str]]
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package (PEP 562).

    Args:
        package: its ``__name__``.
        homes: for each module, relative to the package, the names that the package takes from it.
    """
    home_of = {name: module for module, names in homes.items() for name in names}
    known = vars(sys.modules[package])

    def attribute(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        known[name] = value = getattr(import_module(f"{package}.{home_of[name]}"), name)  # next time it is found without this
        return value

    return sorted(home_of), attribute, lambda: sorted({*known, *home_of})
