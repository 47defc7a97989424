"""What a release needs: distributions that agree with each other, complete extras, wheels with licence and changes."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from genastar.plugin import OWN

ROOT = Path(__file__).parents[2]
if not (ROOT / "plugins" / "grid" / "pyproject.toml").exists():
    pytest.skip("releases are made from the repository", allow_module_level=True)


def read(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


CORE = read(ROOT)
PLUGINS = {path.parent.name: read(path.parent) for path in sorted((ROOT / "plugins").glob("[!_]*/pyproject.toml"))}
ALL = {"genastar": CORE} | {f"genastar-{name}": plugin for name, plugin in PLUGINS.items()}
TEMPLATE = read(ROOT / "plugins" / "_template")
EXTRAS: dict[str, list[str]] = CORE["project"]["optional-dependencies"]
SHARED = {"LICENSE", "CHANGELOG.md"}
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]

each = pytest.mark.parametrize("name", ALL)


def requirements(declared: dict[str, Any]) -> list[Requirement]:
    """All requirements of a distribution, those of its extras included."""
    project = declared["project"]
    extras = project.get("optional-dependencies", {}).values()
    return [Requirement(text) for text in [*project["dependencies"], *(text for extra in extras for text in extra)]]


def the_range() -> SpecifierSet:
    """The range in which distributions require each other."""
    return next(found.specifier for found in requirements(PLUGINS["grid"]) if found.name == "genastar")


@each
def test_distributions_allow_one_range_of_each_other(name: str) -> None:
    found = [wanted for wanted in requirements(ALL[name]) if wanted.name in ALL and wanted.name != name]
    assert {wanted.specifier for wanted in found} <= {the_range()}
    assert [wanted for wanted in requirements(ALL[name]) if wanted.name.startswith("genastar") and wanted.name not in ALL] == []


def test_new_plugins_require_the_same_range() -> None:
    assert {found.specifier for found in requirements(TEMPLATE) if found.name in ALL} == {the_range()}


def test_the_range_is_a_minor_version() -> None:
    fallback = CORE["tool"]["hatch"]["version"]["fallback-version"]
    major, minor = Version(fallback).release
    assert {str(part) for part in the_range()} == {f">={fallback}", f"<{major}.{minor + 1}"}
    series = f"{major}.{minor}"
    made = (fallback, f"{series}.dev7+g1234567", f"{series}.0rc1", f"{series}.0", f"{series}.1.dev7+g1234567", f"{series}.1")
    assert [version for version in made if version not in the_range()] == []
    others = (f"{major}.{minor + 1}.dev7", f"{major}.{minor + 1}.0rc1", f"{major}.{minor + 1}")
    assert [version for version in others if the_range().contains(version, prereleases=True)] == []


@each
def test_versions_come_from_tags(name: str) -> None:
    declared = ALL[name]
    assert declared["project"]["dynamic"] == ["version"]
    assert declared["build-system"] == CORE["build-system"]
    version = dict(declared["tool"]["hatch"]["version"])
    assert version.pop("raw-options", {}).get("root", ".") == ("." if name == "genastar" else "../..")
    assert version == CORE["tool"]["hatch"]["version"]


@each
def test_metadata_agree(name: str) -> None:
    project = ALL[name]["project"]
    assert project["name"] == name
    for field in ("authors", "license", "readme", "requires-python", "urls"):
        assert project.get(field) == CORE["project"].get(field), field
    assert {"genastar", "a-star", "pathfinding"} - {name} <= {*project["keywords"]}
    start = "Programming Language :: Python :: 3."
    assert [f"3.{row.removeprefix(start)}" for row in project["classifiers"] if row.startswith(start)] == PYTHONS
    assert project["requires-python"] == f">={PYTHONS[0]}"
    shared = [row for row in CORE["project"]["classifiers"] if not row.startswith(("Programming", "Topic"))]
    assert [row for row in shared if row not in project["classifiers"]] == []


@each
def test_sdists_take_what_is_shared(name: str) -> None:
    targets = ALL[name]["tool"]["hatch"]["build"]["targets"]
    if name == "genastar":
        assert {*targets["sdist"]["include"]} >= SHARED
        assert targets["wheel"]["force-include"]["CHANGELOG.md"] == "genastar/CHANGELOG.md"
        return
    package = name.replace("-", "_")
    assert targets["sdist"]["force-include"] == {
        "../../LICENSE": "LICENSE",
        "../../CHANGELOG.md": f"src/{package}/CHANGELOG.md",
    }
    assert targets["wheel"]["packages"] == [f"src/{package}"]
    assert not any((ROOT / "plugins" / name.removeprefix("genastar-") / shared).exists() for shared in SHARED)


def test_each_plugin_has_an_extra() -> None:
    assert {*EXTRAS} == {*PLUGINS} | {"all", "cli", "notebook", "tables"}
    for name, plugin in PLUGINS.items():
        wanted = [Requirement(text) for text in EXTRAS[name]]
        is_domain = "genastar.domains" in plugin["project"].get("entry-points", {})
        assert {found.name for found in wanted} == {f"genastar-{name}"} | ({"genastar"} if is_domain else set())


def test_all_is_everything() -> None:
    """Whatever a distribution can do with an extra, but for its tests."""
    reached: set[tuple[str, str]] = set()
    queue = [("genastar", "all")]
    while queue:
        name, extra = queue.pop()
        reached.add((name, extra))
        project = ALL[name]["project"]
        for text in project["dependencies"] if extra == "" else project["optional-dependencies"][extra]:
            wanted = Requirement(text)
            if wanted.name in ALL:
                queue += [step for more in ("", *wanted.extras) if (step := (wanted.name, more)) not in reached]
    assert {name for name, _ in reached} == {*ALL}
    bring = {f"genastar-{name}" for name in PLUGINS}
    for name, declared in ALL.items():
        for extra, texts in declared["project"].get("optional-dependencies", {}).items():
            brings_more = any(Requirement(text).name not in bring | {"genastar"} for text in texts)
            assert (name, extra) in reached or extra == "test" or not brings_more, f"{name}[{extra}]"


def test_plugins_of_this_project_are_known_as_such() -> None:
    folders = [path.parent for path in ROOT.glob("plugins/*/pyproject.toml") if "entry-points" in path.read_text()]
    assert {"genastar", *(f"genastar-{folder.name}" for folder in folders if not folder.name.startswith("_"))} == OWN


def test_the_workspace_has_every_plugin() -> None:
    assert {*CORE["tool"]["uv"]["sources"]} == {*ALL}
    assert {*ALL} <= {Requirement(text).name for text in CORE["dependency-groups"]["dev"]}


def test_papers_are_there() -> None:
    for name in ("LICENSE", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CITATION.cff"):
        assert (ROOT / name).stat().st_size > 0
    cited = yaml().safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= {*cited}
    assert (cited["title"], cited["license"]) == ("genastar", CORE["project"]["license"])


def yaml() -> Any:
    return pytest.importorskip("yaml", reason="PyYAML is not installed")


def workflow(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml().safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))
    return found


def test_every_python_is_tested_on_every_system() -> None:
    matrix = workflow("test")["jobs"]["matrix"]["strategy"]["matrix"]
    assert matrix == {"os": ["ubuntu-latest", "macos-latest", "windows-latest"], "python": PYTHONS}
    listed = [step["run"] for step in workflow("test")["jobs"]["free-threaded"]["steps"] if "run" in step]
    assert [path for path in re.findall(r"tests/\S+", " ".join(listed)) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", ["release", "test"])
def test_workflows_may_do_no_more_than_they_must(name: str) -> None:
    found = workflow(name)
    assert found["permissions"] == {"contents": "read"}
    may = {job: row["permissions"] for job, row in found["jobs"].items() if "permissions" in row}
    assert may == ({"publish": {"id-token": "write"}, "announce": {"contents": "write"}} if name == "release" else {})
    steps = [step for job in found["jobs"].values() for step in job.get("steps", ())]
    used = [step["uses"] for step in steps if "uses" in step]
    assert [action for action in used if not re.fullmatch(r"[\w.-]+/[\w.-]+@(v\d+|release/v\d+)", action)] == []
    assert all(step["with"]["persist-credentials"] is False for step in steps if "checkout" in step.get("uses", ""))
    assert "secrets." not in (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")


def test_nothing_is_published_that_was_not_tested() -> None:
    jobs = workflow("release")["jobs"]
    assert {*jobs["publish"]["needs"]} == {"test", "build"}
    assert jobs["publish"]["environment"] == "pypi"
    assert jobs["test"]["uses"] == "./.github/workflows/test.yml"


@pytest.mark.long
@pytest.mark.parametrize("name", ["genastar", "genastar-lattice"])
def test_wheels_carry_licence_and_changes(tmp_path: Path, name: str) -> None:
    """Built as `make dist` builds them: the wheel from the sdist."""
    uv = shutil.which("uv")
    if uv is None:
        pytest.skip("uv is not installed, which builds")
    folder = ROOT if name == "genastar" else ROOT / "plugins" / name.removeprefix("genastar-")
    done = subprocess.run([uv, "build", "--out-dir", tmp_path, folder], capture_output=True, text=True, check=False)
    if done.returncode and "build-system.requires" in done.stderr:
        pytest.skip(f"the build backend is not to be had: {' '.join(done.stderr.split())[:200]}")
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    package, version = wheel.name.split("-")[:2]
    assert the_range().contains(version, prereleases=True)
    with zipfile.ZipFile(wheel) as archive:
        licence = archive.read(f"{package}-{version}.dist-info/licenses/LICENSE")
        changes = archive.read(f"{package}/CHANGELOG.md")
        metadata = archive.read(f"{package}-{version}.dist-info/METADATA").decode()
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert changes == (ROOT / "CHANGELOG.md").read_bytes()
    assert "License-Expression: MIT" in metadata
