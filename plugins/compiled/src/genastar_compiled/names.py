"""The names in a function's code."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType


def global_names(code: CodeType) -> Iterator[str]:
    """The names that a function may look up among its globals, those of functions inside it too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)
