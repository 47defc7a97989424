"""How large a source may be."""

from __future__ import annotations

from typing import Final

from genastar import BadInput

RAISE: Final = "if you trust it, raise the option megahexes"
"""What to do about one that is larger."""


def check_hexes(name: str, width: int, height: int, megahexes: int) -> None:
    """Refuse a map that is empty or too large.

    Raises:
        BadInput: it is.
    """
    if width < 1 or height < 1:
        raise BadInput(f"{name}: there are no hexes")
    if width * height > megahexes * 1_000_000:
        raise BadInput(f"{name}: {width:,} x {height:,} hexes are more than {megahexes} million; {RAISE}")
