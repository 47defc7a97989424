"""Plain English: the help of options and commands, and the first lines of docstrings, begin with a noun or a verb.

The tests cover the core and every installed plugin. Ruff's rule D401 checks that functions begin with a verb in the imperative.
This file checks the rest: help texts, classes, properties, and openings that D401 mistakes for verbs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path

import pytest
from cyclopts import App

import genastar
from genastar.algorithm import find_algorithm, list_algorithm_names
from genastar.cli.app import build_app
from genastar.cli.extension import load_command
from genastar.options import OptionsOf
from genastar.options.description import list_option_fields
from genastar.plugin import COMMANDS, find_plugin, find_plugins
from genastar.worlds.domain_registry import list_domains

BANNED = (
    *(
        "all of",
        "among",
        "any of",
        "as",
        "at",
        "because",
        "beside",
        "by",
        "everything that",
        "for",
        "from",
        "he",
        "her",
        "here",
        "his",
    ),
    *("how", "if", "in", "it", "its", "itself", "many", "may", "more of", "nobody", "nothing", "of", "on", "one of"),
    *("or", "she", "so", "so many", "somebody", "such", "that", "the one", "the ones", "the other", "the others", "the same"),
    *("their", "them", "then", "there", "these", "they", "this", "those", "to", "under", "unless", "until", "what", "whatever"),
    *("when", "where", "wherever", "whether or not", "which", "whichever", "while", "who", "whoever", "whom", "whose", "why"),
    *("with", "within", "without", "you", "your"),
)
"""Words with which help and docstrings must not begin. "Whether" is allowed; "whether or not" is not."""

QUANTITIES = ("how many", "how much")
"""Openings that name a quantity. The help of an option may begin with them, a docstring may not."""

UNITS = {
    "seconds": ("second",),
    "minutes": ("minute",),
    "metres": ("metre",),
    "meters": ("metre",),
    "kilometres": ("kilometre", "km"),
    "bytes": ("byte",),
    "megabytes": ("megabyte", "MB", "million bytes"),
    "mebibytes": ("MiB",),
    "megapixels": ("megapixel", "million pixels"),
    "pixels": ("pixel",),
    "percent": ("percent", "%"),
    "degrees": ("degree",),
    "kmh": ("km/h",),
}
"""Units in the names of options, and the words of which the help must contain one."""

_OPENING = re.compile(rf"(?:{'|'.join(sorted(BANNED, key=len, reverse=True))})\b", re.IGNORECASE)


def fault_of_opening(text: str) -> str:
    """Return the fault in the opening of a text; empty if there is none."""
    if not text.strip():
        return "it is empty"
    found = _OPENING.match(text)
    return f"it begins with {found[0]!r}" if found else ""


def fault_of_help(text: str, name: str = "") -> str:
    """Return the fault in the help of an option or a command; empty if there is none."""
    fault = fault_of_opening(text)
    if fault and not text.lower().startswith(QUANTITIES):
        return fault
    if text != text.strip() or "\n" in text:
        return "it has spaces at an end, or several lines"
    if not re.search(r"[\w.)\]'\"%*+…]$", text):
        return f"it ends in {text[-1]!r}"
    if text.count("(") != text.count(")"):
        return "a parenthesis is not closed"
    if re.search(r"  |,,|\.\.(?!\.)(?<!\.\.\.)| [,;:.](?:\s|$)", text):
        return "it has two spaces, or a space before a full stop or a comma"
    return fault_of_unit(text, name)


def fault_of_unit(text: str, name: str) -> str:
    """Return the fault that a unit in the name of an option is missing from its help; empty if there is none."""
    for word in name.lower().replace("-", "_").split("_"):
        if word in UNITS and not any(unit.lower() in text.lower() for unit in UNITS[word]):
            return f"it does not name its unit, {UNITS[word][0]}"
    return ""


def fault_of_docstring(text: str) -> str:
    """Return the fault in the first line of a docstring; empty if there is none."""
    return fault_of_opening(text.strip().partition("\n")[0])


# Options of domains and algorithms, and the parameters and lines of commands.


def helps() -> Iterator[tuple[str, str, str]]:
    """Yield for each help its place, the name of the option or an empty text, and the help."""
    for domain, row in list_domains().items():
        if row.info is not None:
            yield f"domain {domain}", "", row.info.summary
            for field in list_option_fields(row.info):
                yield f"domain {domain}, option {field.alias}", str(field.alias), str(field.metadata.get("help", ""))
    for name in list_algorithm_names():
        found = find_algorithm(name)
        yield f"algorithm {name}", "", found.summary
        for field in list_option_fields(OptionsOf.of(found)):  # type: ignore[arg-type]  # an attrs class
            yield f"algorithm {name}, option {field.alias}", str(field.alias), str(field.metadata.get("help", ""))
    app = build_app()
    for name in find_plugins(COMMANDS):
        yield from of_command(load_command(find_plugin(COMMANDS, name)), name)
    for name in app:
        if not name.startswith("-") and name not in find_plugins(COMMANDS):
            yield from of_command(app[name], name)


def of_command(app: App, name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the same for a command, its parameters, and nested commands."""
    below = [each for each in app if not each.startswith("-")]
    for each in below:
        yield from of_command(app[each], f"{name} {each}")
    if not below:
        yield f"command {name}", "", app.help.strip().partition("\n")[0]
        for argument in app.assemble_argument_collection(parse_docstring=True):
            if argument.show:
                yield f"command {name}, {argument.name}", argument.name.lstrip("-"), argument.parameter.help or ""


HELPS = [*helps()]


def test_helps_are_found() -> None:
    where = {each[0] for each in HELPS}
    assert {"domain grid", "domain bitmap, option threshold", "algorithm weighted, option weight"} <= where
    assert {"command solve", "command solve, --limit", "command movingai, --rows", "command roads save, --prepare"} <= where


@pytest.mark.parametrize(("where", "name", "text"), HELPS, ids=[each[0] for each in HELPS])
def test_help_is_plain(where: str, name: str, text: str) -> None:
    assert fault_of_help(text, name) == "", f"{where}: {text!r}"


@pytest.mark.parametrize("name", list_algorithm_names())
def test_a_viewing_hint_says_what_to_watch(name: str) -> None:
    hint = find_algorithm(name).viewing_hint
    assert re.fullmatch(r"[A-Z][^.;]*; watch (the|how|where|which) [^.;]*\.", hint), hint
    assert len(hint) <= 160


@pytest.mark.parametrize("opening", [*sorted(set(BANNED) - {"how"}), "How long", "What", "It", "One of", "Whether or not"])
def test_a_banned_opening_is_a_fault(opening: str) -> None:
    assert fault_of_help(f"{opening} the search does") != ""
    assert fault_of_docstring(f"{opening} the search does.\n\nMore.") != ""


@pytest.mark.parametrize(
    ("text", "name", "fault"),
    [
        ("whether diagonal steps are allowed", "", ""),
        ("Formula of the estimate (default octile)", "", ""),
        ("how many of the cells may be blocked", "", ""),
        ("item to carry", "", ""),  # not "it"
        ("Asks the server", "", ""),  # not "as"
        ("", "", "it is empty"),
        ("maximum,", "", "it ends in ','"),
        ("maximum (default 5", "", "a parenthesis is not closed"),
        ("maximum  number", "", "it has two spaces, or a space before a full stop or a comma"),
        ("maximum snapping distance", "snap_metres", "it does not name its unit, metre"),
        ("maximum snapping distance in metres", "snap_metres", ""),
        ("length of the animation", "seconds", "it does not name its unit, second"),
        ("maximum size of a request", "max-bytes", "it does not name its unit, byte"),
    ],
)
def test_faults_are_told(text: str, name: str, fault: str) -> None:
    assert fault_of_help(text, name) == fault


# Docstrings.


def packages() -> Iterator[tuple[str, Path]]:
    """Yield the names and folders of the core and of every installed plugin."""
    yield "genastar", Path(genastar.__file__).parent
    names = {
        entry.module.partition(".")[0]
        for distribution in distributions()
        for entry in distribution.entry_points
        if entry.group.startswith("genastar.")
    }
    for name in sorted(names - {"genastar"}):
        yield name, Path(str(import_module(name).__file__)).parent


def public_docstrings(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the place and the docstring of each public class, function, method and property of a file."""

    def below(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.If | ast.Try | ast.With):
                yield from below(each, name)
            elif isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not each.name.startswith("_"):
                text = ast.get_docstring(each)
                if text is not None:
                    yield f"{path.name}:{each.lineno} {name}{each.name}", text
                if isinstance(each, ast.ClassDef):
                    yield from below(each, f"{name}{each.name}.")

    yield from below(ast.parse(path.read_text(encoding="utf-8")), "")


PACKAGES = dict(packages())


def faults_in(folder: Path) -> list[str]:
    """Return the docstrings of a package that begin with a banned word."""
    files = [path for path in folder.rglob("*.py") if not {"node_modules", "_template"} & set(path.relative_to(folder).parts)]
    return [
        f"{where}: {fault}: {text.partition(chr(10))[0]}"
        for path in sorted(files)
        for where, text in public_docstrings(path)
        if (fault := fault_of_docstring(text))
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_are_plain(package: str) -> None:
    assert faults_in(PACKAGES[package]) == []


def test_a_banned_docstring_is_found(tmp_path: Path) -> None:
    source = '''
class Bounds:
    """How much is looked at."""

    @property
    def most(self):
        """The most."""

    def _hidden(self):
        """What it hides."""

def plain():
    """Return a number."""

def riddle():
    """What it gives."""
'''
    (tmp_path / "module.py").write_text(source)
    assert [fault.split(" ")[1] for fault in faults_in(tmp_path)] == ["Bounds:", "riddle:"]


def test_ruff_demands_the_imperative() -> None:
    """Check that D401 is not among the ignored rules."""
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    lint = project["tool"]["ruff"]["lint"]
    assert "D" in lint["select"]
    assert not [rule for rule in lint["ignore"] if "D401".startswith(rule)]
