"""``genastar census``: count the positions of a meadow."""

from __future__ import annotations

from genastar import BadInput, load

api_version = "1"


def command(source: str, *, letter: str = ".") -> int:
    """Count the grass of a meadow.

    Parameters
    ----------
    source
        The file.
    letter
        What to count.
    """
    if len(letter) != 1:
        raise BadInput(f"--letter {letter}: expected one letter")
    rows: tuple[str, ...] = load(source).rows  # type: ignore[attr-defined]
    count = sum(row.count(letter) for row in rows)
    print(count)  # noqa: T201
    return 0 if count else 1
