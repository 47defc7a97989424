"""What is known of the domain before it is imported: its options, and what it reads and writes."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen, validators

from genastar import DomainInfo
from genastar.options import one_of, whole

Heuristic = Literal["linear-conflict", "manhattan"]


@frozen(kw_only=True)
class Options:
    """Which board is the goal, and what is left to it."""

    gap: Literal["last", "first"] = field(
        default="last",
        validator=one_of("last", "first"),
        metadata={"help": "where the goal's gap is, the tiles being in order: 1 2 3 ... 0, or 0 1 2 3 ... as Korf has it"},
    )
    heuristic: Heuristic = field(
        default="linear-conflict",
        validator=one_of("linear-conflict", "manhattan"),
        metadata={"help": "what is left: how far the tiles are from home, with or without what they cost in each other's way"},
    )
    width: int | None = field(
        default=None,
        validator=validators.optional(whole(2, 20)),
        metadata={"help": "tiles in a row, for boards that are written in one line; if it is left out they are square"},
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
