"""Fake domains that tests install, by their source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

BOTH = """
[genastar.domains]
{name} = {name}_model:World

[genastar.domain_info]
{name} = {name}_info:INFO
"""

INFO = """
import re
from attrs import field, frozen
from genastar.authoring import DomainInfo

@frozen
class Options:
    pass

INFO = DomainInfo({name!r}, "A fake.", Options, ({suffix!r},), ({magic!r},), api_version="1")
"""

MODEL = """
from __future__ import annotations
from typing import ClassVar
from attrs import frozen
from genastar import AStar, BadInput, Cost, Domain, Node
from genastar.authoring import Example
from {name}_info import INFO, Options

@frozen
class Walk(AStar[int, Cost[int]]):
    goals: tuple[int, ...]

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position):
        return position in self.goals

@frozen
class World(Domain[int, Cost[int], Options]):
    info: ClassVar = INFO
    source: str

    @classmethod
    def read(cls, source, options):
        return cls(str(source))

    @classmethod
    def examples(cls):
        return [Example(cls(""), 0, (3,))]

    def parse(self, text):
        return int(text)

    def format(self, position):
        return str(position)

    def problem(self, goals, starts=()):
        return Walk(goals)
"""


def install(site: Any, name: str, suffix: str = ".fake", magic: bytes = b"FAKE", info: str = INFO, model: str = MODEL) -> Path:
    sources = {
        f"{name}_info": info.format(name=name, suffix=suffix, magic=magic),
        f"{name}_model": model.replace("{name}", name),
    }
    home: Path = site.install(f"genastar-{name}", BOTH.format(name=name), **sources)
    return home
