"""``genastar new``: what it makes is a plugin, complete and right; what it cannot make it refuses, and leaves nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

pytest.importorskip("cyclopts")
pytest.importorskip("markdown_it")
pytest.importorskip("genastar_picture")

from doc_blocks import CodeBlock, parse_commands, parse_tokens, run_command
from genastar.cli import main
from genastar.cli.commands import new

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "plugins" / "_template"

if not TEMPLATE.is_dir():
    pytest.skip("the template is in the repository", allow_module_level=True)


def files(folder: Path) -> dict[str, str]:
    """What a folder holds, but for what tools leave."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


# The copy.


def test_the_template_by_its_own_name_is_itself(tmp_path, site):
    assert files(new.make_plugin("template", tmp_path)) == {
        path: text for path, text in files(TEMPLATE).items() if not path.startswith(".")
    }


def test_nothing_is_left_of_the_old_name(tmp_path, site):
    made = files(new.make_plugin("my-maze-3d", tmp_path))
    assert {"pyproject.toml", "src/genastar_my_maze_3d/info.py", "tests/data/pond.my-maze-3d.txt"} <= set(made)
    assert [path for path, text in made.items() if "template" in (path + text).lower()] == []
    assert "class MyMaze3dWorld(Domain[" in made["src/genastar_my_maze_3d/model.py"]
    assert 'my-maze-3d = "genastar_my_maze_3d.model:MyMaze3dWorld"' in made["pyproject.toml"]
    for path, text in made.items():
        if path.endswith(".py"):
            compile(text, path, "exec")


@pytest.mark.parametrize("name", ["none", "domain", "cost", "class", "path", "a", "x" * 40])
def test_names_that_mean_something_in_python_do_no_harm(tmp_path, site, name):
    made = files(new.make_plugin(name, tmp_path))
    source = "".join(text for path, text in made.items() if path.startswith("src"))
    assert len(re.findall(rf"^class {name.capitalize()}World\b", source, re.MULTILINE)) == 1
    compile(made[f"src/genastar_{name}/model.py"], "model.py", "exec")


# What it says, and what it refuses.


def test_what_it_says(tmp_path, site, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["new", "maze"]) == 0
    first, *steps = capsys.readouterr().out.splitlines()
    assert first == "genastar-maze: created the domain maze; edit src/genastar_maze"
    assert "  genastar check maze" in steps
    (source,) = re.findall(r"solve (\S+) ", steps[-1])
    assert Path(source).is_file()
    assert names(tmp_path) == ["genastar-maze"]


@pytest.mark.parametrize(
    "name", ["", "Maze", "3d", "my_maze", "my--maze", "maze-", "-maze", "../maze", "maze.py", "x" * 41, "ä"]
)
def test_what_is_no_name(tmp_path, site, capsys, name):
    assert main(["new", "--into", str(tmp_path), "--", name]) == 2
    error = capsys.readouterr().err
    assert re.fullmatch(r"genastar: '.*' is no name for a domain; expected lower-case letters .*\n", error)
    assert names(tmp_path) == []


def test_names_that_are_taken(tmp_path, site, capsys):
    site.fine()
    site.install("genastar-tool", "", genastar_tool="")
    assert main(["new", "meadow", "--into", str(tmp_path)]) == 2
    wanted = "genastar: a domain named 'meadow' is installed, by genastar-meadow 1.0; choose another name\n"
    assert capsys.readouterr().err == wanted
    assert main(["new", "tool", "--into", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "genastar: a package named genastar_tool is installed; choose another name than 'tool'\n"


def test_a_folder_that_exists_is_left_alone(tmp_path, site, capsys):
    (tmp_path / "genastar-maze").mkdir()
    assert main(["new", "maze", "--into", str(tmp_path)]) == 2
    assert "genastar-maze: this folder exists already; choose another name" in capsys.readouterr().err
    assert names(tmp_path / "genastar-maze") == []


def test_a_folder_that_is_not_there(tmp_path, site, capsys):
    assert main(["new", "maze", "--into", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.endswith("none: there is no such folder; create it, or choose another with --into\n")
    assert names(tmp_path) == []


def test_a_disk_that_is_full_leaves_nothing(tmp_path, site, capsys, monkeypatch):
    write, written = Path.write_text, []

    def write_text(path: Path, *args: object, **more: object) -> object:
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        written.append(path)
        return write(path, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", write_text)
    assert main(["new", "maze", "--into", str(tmp_path)]) == 2
    assert capsys.readouterr().err.endswith("genastar-maze: cannot write here: No space left on device\n")
    assert len(written) == 5
    assert names(tmp_path) == []


# The whole way: genastar from its wheel, a new plugin, an environment of its own.


@frozen
class Fresh:
    """An environment, and the plugin that was made and installed there."""

    python: str
    folder: Path
    plugin: Path

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        command = [self.python, "-m", *map(str, words)]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    folder = tmp_path_factory.mktemp("fresh")
    uv = os.environ.get("UV") or shutil.which(
        "uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    )
    if uv is None:
        pytest.skip("uv is not installed, which makes the environment")
    venv.create(folder / "env", symlinks=os.name != "nt")
    places = sysconfig.get_paths(vars={"base": str(folder / "env"), "platbase": str(folder / "env")})
    python = str(Path(places["scripts"], Path(sys.executable).name))
    # After what the environment holds itself comes what is installed here, editable installs included.
    here = "".join(f"; site.addsitedir({each!r})" for each in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    Path(places["purelib"], "here.pth").write_text(f"import site{here}\n", encoding="utf-8")

    def pip(*words: object) -> subprocess.CompletedProcess[str]:
        command = [uv, "pip", "install", "--quiet", "--python", python, *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    wanted = ("hatchling", "hatch-vcs", "setuptools-scm", "editables")
    if pip("--offline", *wanted).returncode and (done := pip(*wanted)).returncode:
        pytest.skip(f"hatchling is neither in uv's cache nor to be had: {' '.join(done.stderr.split())[:200]}")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONPATH", raising=False)
        patch.delenv("GENASTAR_PLUGINS", raising=False)
        patch.setenv("GENASTAR_CACHE_DIR", str(folder / "cache"))
        made = Fresh(python, folder, folder / "genastar-hill-walk")
        subprocess.run([python, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "wheels"], cwd=ROOT, check=True)
        (wheel,) = (folder / "wheels").glob("*.whl")
        for step in (
            lambda: pip("--offline", "--no-deps", wheel),
            lambda: made.run("genastar", "new", "hill-walk"),
            lambda: pip("--offline", "--no-deps", "--no-build-isolation", "--editable", f"{made.plugin}[test]"),
        ):
            done = step()
            assert done.returncode == 0, done.stderr
        yield made


def test_the_wheel_carries_the_template(fresh, tmp_path, site):
    (fresh.folder / "where.py").write_text("import genastar; print(genastar.__file__)", encoding="utf-8")
    assert Path(fresh.run("where").stdout).is_relative_to(fresh.folder / "env")
    assert files(fresh.plugin) == files(new.make_plugin("hill-walk", tmp_path))


def test_a_new_plugin_passes_its_tests(fresh):
    done = fresh.run("pytest", "-q", "-p", "no:cacheprovider", "-W", "error", fresh.plugin)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d\d passed", done.stdout, re.MULTILINE), done.stdout


def test_a_new_plugin_is_listed(fresh):
    rows = json.loads(fresh.run("genastar", "plugins", "--why", "hill-walk", "--json").stdout)["plugins"]
    assert [(row["group"], row["distribution"], row["state"]) for row in rows] == [
        ("genastar.domains", "genastar-hill-walk", "ready"),
        ("genastar.domain_info", "genastar-hill-walk", "ready"),
    ]


def test_a_new_plugin_answers_at_both_speeds(fresh):
    source = fresh.plugin / "tests" / "data" / "pond.hill-walk.txt"
    answers = []
    for engine in ("interpreted", "compiled"):
        done = fresh.run("genastar", "solve", source, "--engine", engine, "--out", f"{engine}.gif", "--json")
        answers.append(json.loads(done.stdout))
        assert (answers[-1].pop("engine"), answers[-1].pop("seconds") >= 0) == (engine, True)
    assert answers[0] == answers[1]
    assert (answers[0]["outcome"], answers[0]["cost"], answers[0]["domain"]) == ("found", 27, "hill-walk")
    pictures = [(fresh.folder / f"{engine}.gif").read_bytes() for engine in ("interpreted", "compiled")]
    assert pictures[0] == pictures[1]


def test_what_its_page_shows_is_so(fresh, monkeypatch):
    monkeypatch.chdir(fresh.folder)
    page = fresh.plugin / "README.md"
    shown = [CodeBlock.of(page, token) for token in parse_tokens(page) if token.type == "fence" and token.info == "console"]
    ran = [command for fence in shown for command, _ in parse_commands(fence.text)]
    assert {word.split()[0] for word in ran} == {"pip", "pytest", "genastar"}
    for fence in shown:
        for command, lines in parse_commands(fence.text):
            if command.startswith("genastar "):
                run_command(command, lines, fresh.python)
