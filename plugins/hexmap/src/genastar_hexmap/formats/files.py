"""The size limit of sources."""

from __future__ import annotations

from typing import Final

from genastar import BadInput

RAISE: Final = "if you trust it, raise the option megahexes"
"""The advice for a source that is too large."""


def check_hexes(name: str, width: int, height: int, megahexes: int) -> None:
    """Check that a map is neither empty nor too large.

    Raises:
        BadInput: the map is empty or too large.
    """
    if width < 1 or height < 1:
        raise BadInput(f"{name}: the map has no hexes; give at least one")
    if width * height > megahexes * 1_000_000:
        raise BadInput(f"{name}: {width:,} x {height:,} hexes exceed the limit of {megahexes} million; {RAISE}")
