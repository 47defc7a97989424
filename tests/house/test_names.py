"""Names that are gone, and class names that are taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import genastar

ROOT = Path(__file__).parents[2]
SHIPPED = [ROOT / "genastar", *(ROOT / "plugins").glob("[!_]*/src")]
CHECKED = [*SHIPPED, ROOT / "tests", ROOT / "benchmarks", ROOT / "examples", *(ROOT / "plugins").glob("[!_]*/tests")]
COMPILED = ROOT / "plugins" / "compiled"
"""The engine for machine code has names of its own inside, and classes that mirror those of the core."""

GONE = {
    "answer_many", "around", "asked", "asked_of", "begun", "beyond", "borrow", "borrowed", "but", "by_steps", "caught_up",
    "give_back", "go_to", "hear", "kept", "kept_on", "lent", "let_go", "moved", "named", "remembered", "shown", "sighted",
    "solve_from", "solve_many", "tell", "told", "unshared",
    "Answers", "Around", "Asked", "Asking", "Beside", "Brings", "Here", "How", "HowMany", "Kept", "Lent", "Loan", "Looks",
    "More", "Several", "Towards", "WorldReplanner",
}  # fmt: skip
"""Participles as functions and relations as classes. A function is a verb, a class a noun."""

TWICE = {"Options"}
"""Classes that each domain defines for itself."""


def definitions(folder: Path, *kinds: type[ast.AST]) -> Iterator[tuple[str, str]]:
    """The names of functions or classes below a folder, each with its place."""
    for path in sorted(folder.rglob("*.py")):
        if COMPILED in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and isinstance(node, kinds):
                yield node.name, f"{path.relative_to(ROOT)}, line {node.lineno}"


def test_no_name_is_one_that_is_gone():
    found = [
        (name, place)
        for folder in CHECKED
        for name, place in definitions(folder, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        if name.lstrip("_") in GONE
    ]
    assert found == []


def test_a_class_name_is_defined_once():
    places: dict[str, list[str]] = {}
    for folder in SHIPPED:
        for name, place in definitions(folder, ast.ClassDef):
            places.setdefault(name, []).append(place)
    assert {name: each for name, each in places.items() if len(each) > 1 and name not in TWICE} == {}


LAZY = sorted(path for folder in SHIPPED for path in folder.rglob("*.py") if "= make_lazy_names(" in path.read_text("utf-8"))


@pytest.mark.parametrize("path", LAZY, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_for_type_checkers_are_those_at_run_time(path):
    """A module with lazy names states them twice; see decision 0048."""
    package = [folder for folder in path.parents if (folder / "__init__.py").exists()][-1]
    name = ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
    module = pytest.importorskip(name)
    block = next(node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert sorted(alias.asname or alias.name for node in imports for alias in node.names) == sorted(module.__all__)


def test_users_meet_at_most_forty_names():
    """The names of authors of plugins are in `genastar.authoring`."""
    assert len(genastar.__all__) <= 40
