"""The parameters that several commands have: a type for each, with its line of help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from genastar.cli.options import WholeArgument

AlgorithmName: TypeAlias = Annotated[
    str,
    Parameter(help="Algorithm; `genastar algorithms` lists them (default auto: the domain picks one).", show_default=False),
]
AlgorithmOptions: TypeAlias = Annotated[
    tuple[str, ...], Parameter(help="Option of the algorithm, NAME=VALUE; `genastar algorithms NAME` lists them (repeatable).")
]
EngineName: TypeAlias = Annotated[
    str,
    Parameter(
        help="Engine: interpreted, compiled or another installed one (default auto: begins interpreted).", show_default=False
    ),
]
DomainName: TypeAlias = Annotated[
    str | None, Parameter(help="Domain that reads the source (default: chosen by its suffix or content).")
]
DomainOptions: TypeAlias = Annotated[
    tuple[str, ...],
    Parameter(help="Option of the domain, NAME=VALUE; `genastar plugins --why DOMAIN` lists them (repeatable)."),
]
StartText: TypeAlias = Annotated[
    str | None,
    Parameter(
        name="--from", help="Start position (default: the start of the source, if it has one).", allow_leading_hyphen=True
    ),
]
GoalTexts: TypeAlias = Annotated[
    tuple[str, ...],
    Parameter(
        name="--to",
        help="Goal position (default: the goal of the source); of several, the nearest counts (repeatable).",
        allow_leading_hyphen=True,
    ),
]
PluginFiles: TypeAlias = Annotated[
    tuple[Path, ...], Parameter(help="Python file that registers a domain or an algorithm (repeatable).")
]
Rows: TypeAlias = Annotated[
    WholeArgument | None, Parameter(help="Number of rows to run, from the first of each file (default: all).")
]
JsonFlag: TypeAlias = Annotated[bool, Parameter(help="Print one JSON object and nothing else.")]
JsonOfEach: TypeAlias = Annotated[bool, Parameter(help="Print one JSON object for each file and nothing else.")]
