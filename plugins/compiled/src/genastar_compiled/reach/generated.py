"""Functions from generated source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def generated(text: str, scope: Mapping[str, object] | None = None, file: str = "<generated>") -> Any:
    """Return the function that this source defines.

    Args:
        text: Source of one function; it begins with ``def``.
        scope: Names that the function may look up.
        file: What errors show in place of a file.
    """
    names = {"__name__": __name__, **(scope or {})}
    exec(compile(text, file, "exec"), names)
    return names[text[len("def ") : text.index("(")]]
