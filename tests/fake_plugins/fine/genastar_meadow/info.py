from __future__ import annotations

from typing import Literal

from attrs import field, frozen, validators

from genastar.worlds.info import DomainInfo


@frozen
class MeadowOptions:
    directions: Literal[4, 8] = field(default=4, validator=validators.in_((4, 8)), metadata={"help": "Ways out of a square."})
    wall: str = field(default="#", validator=validators.min_len(1), metadata={"help": "The letters that are walls."})
    step: int = field(default=1, validator=validators.gt(0), metadata={"help": "What a step costs."})


INFO = DomainInfo(
    name="meadow",
    summary="Text files of grass and walls.",
    options=MeadowOptions,
    suffixes=(".meadow", ".mdw"),
    magic=(b"meadow\n",),
    writes=(".txt",),
    capabilities=frozenset({"renderable", "consistent", "reversible"}),
    api_version="1",
)
