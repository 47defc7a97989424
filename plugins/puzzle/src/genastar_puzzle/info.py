"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

from typing import Literal

from attrs import frozen, validators

from genastar.authoring import DomainInfo
from genastar.options import choice, option, whole

Heuristic = Literal["linear-conflict", "manhattan"]

Gap = Literal["last", "first"]


@frozen(kw_only=True)
class Options:
    """Options that choose the goal and the heuristic."""

    gap: Gap = choice(
        Gap, "last", "place of the gap in the goal: last (1 2 3 ... 0) or first (0 1 2 3 ..., as in Korf's instances)"
    )
    heuristic: Heuristic = choice(
        Heuristic, "linear-conflict", "heuristic: Manhattan distances of the tiles, with or without linear conflicts"
    )
    width: int | None = option(
        None, validators.optional(whole(2, 20)), "tiles in a row, for boards written in one line; left out, the board is square"
    )


INFO = DomainInfo(
    name="puzzle",
    summary="sliding tiles: the 8-, 15- and n-puzzle, solved in the fewest moves",
    options=Options,
    suffixes=(".puzzle", ".puzzle.txt", ".puzzle.csv", ".puzzle.json"),
    writes=(".txt", ".png"),
    capabilities=frozenset({"compiled", "renderable", "consistent", "reversible"}),
    api_version="1",
)
