"""Who may import whom. Imports go down a floor or sideways, never up, and never round in a circle.

Imports inside functions and under TYPE_CHECKING count: a type that a module names is a thing that it knows.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "genastar"
TEMPLATE = ROOT / "plugins" / "_template"
PLUGINS = sorted(path.parent for path in (ROOT / "plugins").glob("*/pyproject.toml"))

FLOORS = (
    {"errors", "files", "lazy", "values", "options", "storage", "distributions", "plugin", "registry"},
    {"contracts"},
    {"memory"},
    {"algorithm", "algorithms", "engine", "settings"},
    {"search", "many"},
    {"astar"},
    {"worlds"},
    {"recipes"},
    {"cli", "testing"},
)
"""Rooms, and modules of the hall, by their floors."""
FLOOR_OF = {name: number for number, names in enumerate(FLOORS) for name in names}
ENTRANCES = {"genastar", "genastar.__main__", "genastar.authoring"}
"""What stands before the house: the names for users and for authors of plugins, and ``python -m genastar``."""

LIBRARIES = {"attr", "attrs", "typing_extensions"}
LIBRARIES_OF = {
    "cli": {"cyclopts", "rich"},
    "testing": {"pytest"},
    "contracts.tree": {"numpy"},
    "memory.reached": {"numpy"},
    "worlds.preparing": {"numpy"},
    "storage.array_file": {"numpy"},
    "recipes.comparison_chart": {"PIL"},
    "recipes.tables": {"networkx", "pandas"},
}

DISTRIBUTION_OF = {"PIL": "pillow", "yaml": "pyyaml", "opening_hours": "opening-hours-py"}
"""Libraries that are installed by another name than they are imported by."""

INSIDE = {"cli", "memory.closed", "search.loop"}
"""What plugins leave alone."""
MIRRORED = {"compiled": {"memory.closed", "search.loop"}}
"""What a plugin writes anew for another speed, and may name."""
SHARED = {
    f"genastar.cli.{name}"
    for name in ("answer", "commands.algorithms", "commands.plugins", "console", "options", "parameters", "published", "query")
}
"""What the commands of plugins have from those here: they read options, tell answers and list plugins as these do."""


def modules(folder: Path, package: str) -> dict[str, Path]:
    """Every module of a package by its full name."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = [package, *path.relative_to(folder).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(path: Path) -> frozenset[str]:
    """What a module imports, by full names: of ``from a import b`` both ``a`` and ``a.b``, which may be a module."""
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}, line {node.lineno}: a relative import; this project writes whole names"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


GENASTAR = modules(CORE, "genastar")


def known_modules(path: Path, among: Container[str] = GENASTAR) -> set[str]:
    """The modules of genastar, or among others, that a module imports."""
    names = {name for name in imports(path) if name in among}
    return {name for name in names if not any(other.startswith(f"{name}.") for other in names)}


def room(module: str, among: Container[str] = FLOOR_OF) -> str:
    """The part of genastar that has a floor: ``cli`` of ``genastar.cli.app``."""
    _, name, *inside = module.split(".")
    longer = ".".join([name, *inside[:1]])
    return longer if longer in among else name


def libraries(path: Path, own: str) -> set[str]:
    """The top names of what a module imports from outside."""
    return {name.split(".")[0] for name in imports(path)} - {own} - set(sys.stdlib_module_names)


def test_every_module_has_a_floor():
    assert {room(module) for module in GENASTAR if module not in ENTRANCES} == set(FLOOR_OF)


@pytest.mark.parametrize("module", sorted(set(GENASTAR) - ENTRANCES))
def test_imports_go_down_or_sideways(module):
    for other in known_modules(GENASTAR[module]):
        assert other not in ENTRANCES, f"{module} imports {other}, which is for users; it should name the module"
        assert FLOOR_OF[room(other)] <= FLOOR_OF[room(module)], f"{module} imports {other}, which is a floor above it"


def test_the_kit_knows_no_command_line():
    for module, path in GENASTAR.items():
        if module.startswith("genastar.testing"):
            assert not any(room(other) == "cli" for other in known_modules(path)), module


def circles(found: dict[str, Path]) -> dict[str, set[str]]:
    """The modules of a package that import each other, by ways however long; and those that stand on them."""
    graph = {module: known_modules(path, found) - {module} for module, path in found.items() if module not in ENTRANCES}
    while ready := {module for module, others in graph.items() if not others}:
        graph = {module: others - ready for module, others in graph.items() if module not in ready}
    return graph


def test_imports_do_not_go_round_in_circles():
    assert not circles(GENASTAR)


def test_no_two_rooms_import_each_other():
    rooms: dict[str, set[str]] = {}
    for module, path in GENASTAR.items():
        if module not in ENTRANCES:
            rooms.setdefault(room(module), set()).update(room(other) for other in known_modules(path) if other not in ENTRANCES)
    for name, others in rooms.items():
        assert not [other for other in others - {name} if name in rooms[other]], f"{name} is imported by a room that it imports"


MOST_FILES = 12
"""The most files of a room, without ``__init__``."""


def test_a_room_has_at_most_a_dozen_files():
    count: dict[Path, int] = {}
    for folder in (CORE, *(plugin / "src" for plugin in PLUGINS if plugin.name != "compiled")):
        for path in folder.rglob("*"):
            if path.suffix in {".py", ".js", ".css", ".html"} and path.name != "__init__.py":
                count[path.parent] = count.get(path.parent, 0) + 1
    assert {str(room.relative_to(ROOT)): files for room, files in count.items() if files > MOST_FILES} == {}


@pytest.mark.parametrize("plugin", [*PLUGINS, TEMPLATE], ids=lambda path: path.name)
def test_imports_of_plugins_do_not_go_round_in_circles(plugin):
    for package in sorted((plugin / "src").iterdir()):
        assert not circles(modules(package, package.name))


@pytest.mark.parametrize("module", sorted(GENASTAR))
def test_libraries_of_the_core(module):
    allowed = LIBRARIES | (LIBRARIES_OF.get(room(module, LIBRARIES_OF), set()) if module != "genastar" else set())
    assert libraries(GENASTAR[module], "genastar") <= allowed


def test_pytest_is_for_the_classes_alone():
    users = {module for module, path in GENASTAR.items() if "pytest" in libraries(path, "genastar")}
    assert users == {"genastar.testing.kit"}


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda path: path.name)
def test_plugins_import_what_is_public_and_what_they_declare(plugin):
    project = tomllib.loads((plugin / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [each for extra in project.get("optional-dependencies", {}).values() for each in extra]
    declared = {normal(each) for each in [*project["dependencies"], *extras, *LIBRARIES]}  # genastar brings its own
    inside = INSIDE - MIRRORED.get(plugin.name, set())
    for package in sorted((plugin / "src").iterdir()):
        for module, path in modules(package, package.name).items():
            rooms = {room(other, inside) for other in known_modules(path) - SHARED if other != "genastar"}
            assert not rooms & inside, f"{module} imports the inside of genastar: {rooms & inside}"
            for library in libraries(path, package.name):
                distribution = normal(DISTRIBUTION_OF.get(library, library))
                assert distribution in declared, f"{module} imports {library}, which {plugin.name} does not declare"


def normal(requirement: str) -> str:
    """The name of a distribution, of a requirement such as ``Pillow >= 10``."""
    name = requirement.split(";")[0].split("[")[0]
    for mark in "<>=!~ ":
        name = name.split(mark)[0]
    return name.lower().replace("_", "-")


LOADED = """
import sys
before = set(sys.modules)
import genastar
{body}
print(*sorted({{name.split(".")[0] for name in set(sys.modules) - before}} - set(sys.stdlib_module_names)))
"""


@pytest.mark.parametrize(
    ("body", "loaded"),
    [
        ("", "genastar"),
        ("[getattr(genastar, name) for name in genastar.__all__]", "attr attrs genastar typing_extensions"),
        ("import genastar.algorithms.bidirectional.averaged, genastar.testing", "attr attrs genastar typing_extensions"),
    ],
)
def test_what_an_import_costs(body, loaded):
    source = LOADED.format(body=body)
    done = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= set(loaded.split())


def test_the_check_catches_an_import_that_goes_up(tmp_path):
    (tmp_path / "cost.py").write_text("def later():\n    from genastar.worlds.domain_registry import load\n", encoding="utf-8")
    assert known_modules(tmp_path / "cost.py") == {"genastar.worlds.domain_registry"}
    assert FLOOR_OF["worlds"] > FLOOR_OF["values"]


def imported_compilers(path: Path) -> set[str]:
    """The compilers that a module imports, which is the compiled engine's matter."""
    return {
        name
        for name in ("llvmlite", "numba")
        if re.search(rf"^\s*(?:from|import) {name}\b", path.read_text(encoding="utf-8"), re.M)
    }


def test_machine_code_is_made_by_the_compiled_engine_alone(tmp_path):
    plugins = [plugin for plugin in PLUGINS if plugin.name != "compiled"]
    sources = [*CORE.rglob("*.py"), *(path for plugin in plugins for path in (plugin / "src").rglob("*.py"))]
    found = {str(path): named for path in sources if (named := imported_compilers(path))}
    assert not found, "decorate it with genastar.engine.machine_code instead"
    (tmp_path / "kernel.py").write_text("import numba\n@numba.njit(cache=True)\ndef f(): ...\n", encoding="utf-8")
    assert imported_compilers(tmp_path / "kernel.py") == {"numba"}


@cache
def words_of(path: Path) -> frozenset[str]:
    """The words of all texts in a module, with its docstrings; ``first-moves`` is one word."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return frozenset(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", " ".join(texts).lower()))


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda path: path.name)
def test_the_core_names_no_algorithm_of_a_plugin(plugin):
    entries = tomllib.loads((plugin / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("entry-points", {})
    names = entries.get("genastar.algorithms", {}).keys()
    found = {module: named for module, path in GENASTAR.items() if (named := names & words_of(path))}
    assert not found, "let the plugin tell: Algorithm.other_names, Preparing.is_default, or the metadata of an option"


def test_the_page_on_the_architecture_names_what_exists():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page[page.index("## Floors") : page.index("## Rooms of the compiled engine")]
    names = [name for row in re.findall(r"^\| \d \| (.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)/?`", row)]
    tops = {path.stem for path in CORE.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert sorted(names) == sorted(tops - {"__init__", "__main__", "__pycache__", "authoring", "py"})
