"""The generated pages: domains, their options and those of algorithms, the command line, and the API from its docstrings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from importlib import import_module
from inspect import getdoc
from io import StringIO
from pathlib import Path
from typing import Final

from attrs import Attribute

import genastar
from genastar.algorithm import Algorithm, find_algorithm, list_algorithm_names
from genastar.cli.app import build_app, run
from genastar.cli.commands.algorithms import make_row
from genastar.options import HasOptions, OptionsOf
from genastar.options.description import describe_type, format_option_default, list_option_fields
from genastar.plugin import ALGORITHMS, DOMAINS, ENGINES, Plugin, find_installed
from genastar.worlds.domain_registry import list_domains

ROOT: Final = Path(__file__).parents[2]
PUBLIC: Final = (
    "algorithms", "contracts.frontier", "files", "options", "recipes.frames", "settings", "testing", "worlds.domain_registry",
    "worlds.view",
)  # fmt: skip
"""The public modules of the core besides its names, as `genastar.__doc__` lists them."""
GROUPS: Final = {
    "To load a world and search": (
        "load",
        "Domain",
        "Result",
        "Outcome",
        "Limits",
        "CancelToken",
        "SearchSettings",
        "BadInput",
    ),
    "To state a problem of your own": ("AStar", "OpenList", "Node", "Cost", "Comparable", "V", "Starts", "shortest_path"),
    "To pause, and to look inside": ("Run", "Tree", "Observer", "Trace", "Event", "EventKind"),
    "For many questions and changing worlds": (
        *("Results", "Answer", "Workspace", "prepare", "Prepared", "Replanner", "Agent"),
    ),
    "For tables and paths": ("compare", "to_pandas", "to_networkx", "straighten", "count_optimal_paths"),
    "For authors of plugins": ("register", "Cancelled", "CannotCompile", "PluginError", "GenastarError"),
}
"""The names of the core by who needs them. Names that are in no group are listed at the end."""
OWN_LINES: Final = {
    "Domain": "A world, read from a source: it searches, draws, and speaks in the positions and units of the user.",
    "V": "The type of a cost, a type variable.",
}
"""Lines of names whose docstring is for others, or missing."""
HAVE_HOOKS: Final = ("genastar.AStar", "genastar.Domain")
"""Classes whose pages begin with what their subclasses write."""
LIBRARIES: Final = ("genastar_lattice", "genastar_picture")
"""Packages of plugins that other plugins import."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each generated page."""
    yield "docs/domains.md", page_of_domains()
    for name, row in list_domains().items():
        if row.info is not None:
            head = f"# Options: {name}\n\n{sentence(row.info.summary)} The guide: [{name}](../../{guide(row.plugin)}).\n\n"
            how = f"On the command line `--option NAME=VALUE`; in Python `genastar.load(path, {name!r}, NAME=VALUE)`.\n\n"
            yield f"docs/options/{name}.md", head + how + options_of(row.info)
    yield "docs/options/algorithms.md", page_of_algorithms()
    yield "docs/command-line.md", page_of_commands()
    yield from api()


def page_of_domains() -> str:
    """Return the page that lists the installed domains."""
    first = "The installed domains, and the files that each reads and writes."
    lines = ["# Domains", "", first, "", "| domain | worlds | reads | writes | |", "|---|---|---|---|---|"]
    for name, row in list_domains().items():
        if row.info is not None:
            reads, writes = (" ".join(f"`{each}`" for each in ends) for ends in (row.info.suffixes, row.info.writes))
            links = f"[guide](../{guide(row.plugin)}), [options](options/{name}.md)"
            lines.append(f"| **{name}** | {row.info.summary} | {reads} | {writes} | {links} |")
    lines += ["", "[Writing a domain](writing-a-domain.md) shows how to add one: your own file format for every command."]
    return "\n".join(lines)


def page_of_algorithms() -> str:
    """Return the page of the options of all algorithms."""
    how = "The options of algorithms. On the command line `--algorithm-option NAME=VALUE`; in Python the algorithm's fields."
    parts = [f"# Options: algorithms\n\n{how}\n"]
    for name in list_algorithm_names():
        found = find_algorithm(name)
        if table := options_of(OptionsOf.of(found)):  # type: ignore[arg-type]  # an algorithm is an attrs class
            parts.append(f"## {name}\n\n{sentence(make_row(name).summary)}\n\n{table}")
    return "\n".join(parts)


def table_of_algorithms() -> str:
    """Return the table of all algorithms: the worlds that each searches, its promise, needs and options."""
    lines = ["| name | searches | promise | needs | pauses | options |", "|---|---|---|---|---|---|"]
    for name in list_algorithm_names():
        row, found = make_row(name), find_algorithm(name)
        pauses = "yes" if found.begin is not Algorithm.begin else ""
        worlds = f"{found.domain} worlds" if found.domain else "everything"
        options = ", ".join(f"`{option['name']}={option['default']}`" for option in row.options)
        lines.append(f"| `{name}` | {worlds} | {row.promise} | {', '.join(row.needs)} | {pauses} | {options} |")
    return "\n".join(lines)


def options_of(owner: HasOptions) -> str:
    """Return a table of options: the meaning, values and default of each."""
    rows = [
        (f"`{field.alias}`", str(field.metadata.get("help", "")), values_of(field), f"`{format_option_default(field)}`")
        for field in list_option_fields(owner)
    ]
    lines = ["| " + " | ".join(map(cell, row)) + " |" for row in rows]
    return "\n".join(["| option | meaning | values | default |", "|---|---|---|---|", *lines, ""]) if lines else ""


def values_of(field: Attribute[object]) -> str:
    """Return the values of an option in words, with its bounds."""
    low, high = (getattr(field.validator, bound, None) for bound in ("low", "high"))
    return describe_type(field.type) + (f", {low} to {high}" if low is not None and high is not None else "")


def page_of_commands() -> str:
    """Return the help of every command, as the command line prints it."""
    parts = ["# Command line\n\nEvery command, with the help that it prints.\n", help_of([])]
    for name in build_app():
        if not name.startswith("-"):
            parts.append(f"## genastar {name}\n\n{help_of([name])}")
    return "\n".join(parts)


def help_of(command: list[str]) -> str:
    """Return what ``genastar COMMAND --help`` prints, as a block."""
    with redirect_stdout(StringIO()) as printed:
        run([*command, "--help"])
    return f"```text\n{printed.getvalue().strip()}\n```\n"


def api() -> Iterator[tuple[str, str]]:
    """Yield the pages of the API: the core's names by module, its public modules, and those of plugins."""
    names = defaultdict(list)
    for name in genastar.__all__:
        names[getattr(genastar, name).__module__].append(name)
    yield "docs/api/index.md", page_of_names()
    for module, found in sorted(names.items()):
        stem = module.rpartition(".")[2]
        title = stem.replace("_", " ").capitalize() if len(found) > 1 else found[0]
        yield page_of(f"core/{stem}", title, [f"genastar.{name}" for name in found], inherited=True)
    for module in PUBLIC:
        yield page_of(f"modules/{module}", f"genastar.{module}", [f"genastar.{module}"])
    for distribution, plugins in sorted(by_distribution().items()):
        values = [plugin.entry.value.replace(":", ".") for plugin in plugins]
        yield page_of(f"plugins/{distribution}", distribution, sorted(set(values)))
    for package in LIBRARIES:
        folder = Path(str(import_module(package).__file__)).parent
        modules = sorted(f"{package}.{path.stem}" for path in folder.glob("[!_]*.py"))
        yield page_of(f"plugins/{package}", package.replace("_", "-"), modules)


def page_of_names() -> str:
    """Return the index of the API: a line for each name, grouped by who needs it."""
    others = sorted(set(genastar.__all__) - {name for names in GROUPS.values() for name in names})
    lines = ["# API", "", "The names of `genastar`, by who needs them.", ""]
    for title, names in {**GROUPS, "More": tuple(others)}.items():
        rows = [f"- [`{name}`][genastar.{name}]: {first_line(name)}" for name in names if name in genastar.__all__]
        lines += [f"## {title}", "", *rows, ""] if rows else []
    return "\n".join(lines)


def first_line(name: str) -> str:
    """Return the first sentence of the docstring of one of genastar's names."""
    line = (getdoc(getattr(genastar, name)) or "").partition("\n")[0]
    return OWN_LINES.get(name) or sentence(line.partition(". ")[0])


def page_of(stem: str, title: str, things: Iterable[str], inherited: bool = False) -> tuple[str, str]:
    """Return a page of the API with the docstrings of these objects, and of inherited members if ``inherited``."""
    parts = []
    for thing in things:
        members = list_hooks_first(thing) if thing in HAVE_HOOKS else ()
        how = f"    options:\n      inherited_members: {str(inherited).lower()}\n"
        parts.append(f"::: {thing}\n{how}" + (f"      members: [{', '.join(members)}]\n" if members else ""))
    return f"docs/api/{stem}.md", f"# {title}\n\n" + "\n".join(parts)


def list_hooks_first(thing: str) -> tuple[str, ...]:
    """Return the public members of a class: methods of its bases, which are hooks, its own methods, and the rest."""
    owner = getattr(genastar, thing.rpartition(".")[2])
    classes = [each for each in reversed(owner.__mro__) if each.__module__.startswith("genastar.")]
    names = dict.fromkeys(name for each in classes for name in vars(each) if not name.startswith("_"))
    return tuple(sorted(names, key=lambda name: not callable(getattr(owner, name))))


def by_distribution() -> dict[str, list[Plugin]]:
    """Return the domains, algorithms and engines of each distribution but the core."""
    found = defaultdict(list)
    for group in (DOMAINS, ALGORITHMS, ENGINES):
        for plugin in find_installed(group):
            if plugin.distribution != "genastar":
                found[plugin.distribution].append(plugin)
    return found


def guide(plugin: Plugin | None) -> str:
    """Return the path of a plugin's page in the repository."""
    return "README.md" if plugin is None else f"plugins/{plugin.distribution.removeprefix('genastar-')}/README.md"


def sentence(text: str) -> str:
    """Return a line of metadata as a sentence."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def cell(text: str) -> str:
    """Return a text with the characters escaped that would end a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")
