"""The command ``genastar algorithms`` lists the algorithms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from attrs import frozen
from cyclopts import Parameter

from genastar.algorithm import Algorithm, Need, find_algorithm, list_algorithm_names
from genastar.cli.console import print_json, print_line, print_table
from genastar.cli.exits import FOUND
from genastar.cli.parameters import JsonFlag, PluginFiles
from genastar.errors import PluginError
from genastar.options import OptionsOf
from genastar.options.description import describe_type, format_option_default, list_option_fields
from genastar.worlds.domain_registry import list_domains, run_plugin_file

_NEEDS = {
    "cost": "costs that add",
    "dominates": "costs such as vectors",
    "reverse": "a reverse problem",
    "sight": "straight lines",
}


@frozen
class AlgorithmRow:
    """An algorithm as a row of the list."""

    name: str
    summary: str
    promise: str
    needs: tuple[str, ...]
    domains: tuple[str, ...]
    options: tuple[dict[str, str], ...]
    walks: bool = False
    viewing_hint: str = ""
    counts_steps: bool = False
    reason: str = ""
    """Why the algorithm cannot be used; empty if it can."""


def algorithms(
    name: Annotated[str | None, Parameter(name="NAME", help="Algorithm to show with its options (default: list all).")] = None,
    /,
    *,
    json: JsonFlag = False,
    plugin_file: PluginFiles = (),
) -> int:
    """List the installed algorithms: the promise of each about its path, its needs, and the domains that it searches."""
    for file in plugin_file:
        run_plugin_file(file)
    rows = [make_row(each) for each in ([name] if name is not None else list_algorithm_names())]
    if name is not None:
        find_algorithm(name)  # raises for a wrong name
    if json:
        print_json({"algorithms": [row_to_json(row) for row in rows]})
    elif name is None:
        print_table(
            ("name", "", "promise", "needs", "domains"),
            [(row.name, row.reason or row.summary, row.promise, ", ".join(row.needs), ", ".join(row.domains)) for row in rows],
        )
    else:
        (row,) = rows
        print_line(f"{row.name}: {row.summary}")
        print_line(f"  promise: {row.promise}")
        print_line(f"  needs: {', '.join(row.needs) or 'nothing'}")
        print_line(f"  domains: {', '.join(row.domains)}")
        for option in row.options:
            print_line(
                f"  --algorithm-option {option['name']}=: {option['help']} ({option['expected']}; default {option['default']})"
            )
    return FOUND


def make_row(name: str) -> AlgorithmRow:
    """Return the row of an algorithm."""
    try:
        found = find_algorithm(name)
    except PluginError as error:
        return AlgorithmRow(name, "", "", (), (), (), reason=str(error))
    value: Algorithm = found()
    return AlgorithmRow(
        name=found.name,
        summary=found.summary,
        promise=str(value.promise),
        needs=tuple(_NEEDS[need] for need in sorted(found.needs) if need in _NEEDS),
        domains=(found.domain,) if found.domain else tuple(sorted(_list_domains(found.needs))),
        options=tuple(
            {
                "name": str(field.alias),
                "help": str(field.metadata.get("help", "")),
                "expected": describe_type(field.type),
                "default": format_option_default(field),
            }
            for field in list_option_fields(OptionsOf.of(found))
        ),
        walks=found.walks,
        viewing_hint=found.viewing_hint,
        counts_steps=found().counts_steps,
    )


_CAPABILITIES: Final[dict[Need, str]] = {"dominates": "vectors", "sight": "straight_lines"}
"""The capability that a domain declares if its problems have what an algorithm needs, for needs that few domains meet."""


def _list_domains(needs: frozenset[Need]) -> Iterator[str]:
    """Yield the names of the installed domains whose problems may have what an algorithm needs."""
    wanted = {_CAPABILITIES[need] for need in needs if need in _CAPABILITIES}
    for name, row in list_domains().items():
        if row.info is not None and wanted <= set(row.info.capabilities):
            yield name


def row_to_json(row: AlgorithmRow) -> dict[str, object]:
    """Return a row as a JSON object."""
    return {
        "name": row.name,
        "summary": row.summary,
        "promise": row.promise,
        "needs": list(row.needs),
        "domains": list(row.domains),
        "options": list(row.options),
        "walks": row.walks,
        "counts_steps": row.counts_steps,
        "viewing_hint": row.viewing_hint,
        "error": row.reason or None,
    }
