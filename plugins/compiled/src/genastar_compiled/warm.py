"""``genastar warm``: compile machine code ahead, so that later searches begin with it."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from genastar import BadInput, Limits
from genastar.cli.console import say
from genastar.cli.options import options_from_text, pairs
from genastar.registry import find_domain, guess_domain, run_plugin_file
from genastar.testing.explain import solver_from

api_version = "1"

_NOTHING = Limits(expansions=0)
"""Limits of a search that only compiles."""


def command(
    *sources: Annotated[
        str, Parameter(name="SOURCE", required=True, help="World file, or a solver of your own: FILE.py:NAME.")
    ],
    domain: Annotated[str | None, Parameter(help="Domain that reads SOURCE (default: chosen by its format).")] = None,
    option: Annotated[
        tuple[str, ...],
        Parameter(help="Option of the domain, NAME=VALUE; each choice may need its own machine code. May be repeated."),
    ] = (),
    plugin_file: Annotated[tuple[Path, ...], Parameter(help="Python file that registers a domain. May be repeated.")] = (),
) -> int:
    """Compile the machine code for sources ahead, and keep it in the cache.

    Name a solver of your own as in check --explain: a function without arguments that returns the solver and the start.
    """
    for file in plugin_file:
        run_plugin_file(file)
    options = pairs("--option", option)
    for source in sources:
        began = perf_counter()
        own = re.fullmatch(r"(.+\.py):(\w+)", source)
        if own:
            solver, start = solver_from(own[1], own[2])
            if start is None:
                raise BadInput(f"{source} gives no start; name a function that returns the solver and the start")
            solver.search(start, engine="compiled", limits=_NOTHING)  # type: ignore[call-overload]  # its cost may not be `Cost`
        else:
            kind = find_domain(domain or guess_domain(source))
            world = kind.read(source, options_from_text(kind.info, options))
            world.solve(engine="compiled", limits=_NOTHING)
        say(f"{source}: machine code is ready after {perf_counter() - began:.1f} s")
    return 0
