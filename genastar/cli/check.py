"""``genastar check``: does an installed domain keep its contract?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from attrs import asdict
from cyclopts import Parameter

from genastar.cli.console import say, say_json, say_table
from genastar.cli.exits import FOUND, NOT_FOUND
from genastar.registry import find_domain, run_plugin_file
from genastar.testing.run import run_checks


def check(
    name: Annotated[str, Parameter(name="NAME", help="The domain: NAME or DIST:NAME.")],
    /,
    *sources: Annotated[Path, Parameter(name="SOURCE", help="A file that the domain must read; it is timed too.")],
    json: Annotated[bool, Parameter(help="Print one JSON object, and nothing else.")] = False,
    plugin_file: Annotated[tuple[Path, ...], Parameter(help="A Python file that registers a domain. May be repeated.")] = (),
) -> int:
    """Test an installed domain against the contract of domains, on its own examples. The exit code is 1 if it fails."""
    for file in plugin_file:
        run_plugin_file(file)
    domain = find_domain(name)
    rows = run_checks(domain, sources)
    failed = sum(row.state == "failed" for row in rows)
    if json:
        say_json({"domain": domain.info.name, "passed": not failed, "checks": [asdict(row) for row in rows]})
    else:
        say_table(("check", "state", ""), [(row.check, row.state, row.why) for row in rows])
        say(f"{failed} of {len(rows)} checks failed" if failed else f"{name} keeps the contract, as far as these examples show")
    return NOT_FOUND if failed else FOUND
