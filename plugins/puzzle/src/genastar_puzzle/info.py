"""Facts about the domain that are available before it is imported: its options and its file formats."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen, validators

from genastar import DomainInfo
from genastar.options import one_of, whole

Heuristic = Literal["linear-conflict", "manhattan"]


@frozen(kw_only=True)
class Options:
    """Options that choose the goal and the heuristic."""

    gap: Literal["last", "first"] = field(
        default="last",
        validator=one_of("last", "first"),
        metadata={"help": "place of the gap in the goal: last (1 2 3 ... 0) or first (0 1 2 3 ..., as in Korf's instances)"},
    )
    heuristic: Heuristic = field(
        default="linear-conflict",
        validator=one_of("linear-conflict", "manhattan"),
        metadata={"help": "heuristic: Manhattan distances of the tiles, with or without linear conflicts"},
    )
    width: int | None = field(
        default=None,
        validator=validators.optional(whole(2, 20)),
        metadata={"help": "tiles in a row, for boards written in one line; left out, the board is square"},
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
