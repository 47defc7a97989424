"""``genastar warm``: compile machine code ahead, so that later searches begin with it."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from genastar import Limits, Starts
from genastar.algorithm import AUTO
from genastar.cli.console import print_line
from genastar.cli.options import parse_algorithm, parse_pairs, start_from_text
from genastar.cli.parameters import AlgorithmName, AlgorithmOptions, DomainName, DomainOptions, GoalTexts, PluginFiles
from genastar.cli.query import Query
from genastar.testing.engine_explanation import load_solver
from genastar.worlds.domain_registry import find_domain, guess_domain, run_plugin_file

api_version = "1"

_NOTHING = Limits(expansions=0)
"""Limits of a search that only compiles."""


def command(
    *sources: Annotated[
        str, Parameter(name="SOURCE", required=True, help="World file, or a solver of your own: FILE.py:NAME.")
    ],
    domain: DomainName = None,
    start: Annotated[
        str | None,
        Parameter(
            name="--from",
            help="Start position (default: the start of the source). For a solver a Python literal: (0, 0) "
            "(default: the start that the function returns).",
            allow_leading_hyphen=True,
        ),
    ] = None,
    goals: GoalTexts = (),
    algorithm: AlgorithmName = AUTO,
    algorithm_option: AlgorithmOptions = (),
    option: DomainOptions = (),
    plugin_file: PluginFiles = (),
) -> int:
    """Compile the machine code for sources ahead, and keep it in the cache.

    Each algorithm and each choice of an option may need its own. Any start and goal will do. Name a solver of your own as in
    check --explain.
    """
    for file in plugin_file:
        run_plugin_file(file)
    query = Query(
        start=start,
        goals=goals,
        algorithm=parse_algorithm(algorithm, parse_pairs("--algorithm-option", algorithm_option)),
        options=parse_pairs("--option", option),
    )
    for source in sources:
        began = perf_counter()
        if own := re.fullmatch(r"(.+\.py):(\w+)", source):
            _compile_solver(own[1], own[2], query)
        else:
            world = query.read(find_domain(domain or guess_domain(source)), source)
            world.search(
                Starts(query.parse_starts(world)),
                query.parse_goals(world),
                algorithm=query.algorithm,
                engine="compiled",
                limits=_NOTHING,
            )
        print_line(f"{source}: machine code is ready after {perf_counter() - began:.1f} s")
    return 0


def _compile_solver(file: str, name: str, query: Query) -> None:
    solver, start = load_solver(file, name)
    start = start_from_text(query.start, name, start)
    solver.search(start, algorithm=query.algorithm, engine="compiled", limits=_NOTHING)
