"""Each example prints its file in examples/output, and an oracle that shares no code with it finds the answer right."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

if not EXAMPLES.exists():
    pytest.skip("the examples are in the repository", allow_module_level=True)
pytest.importorskip("genastar_roads.model")
ORACLES = pytest.importorskip("example_oracles").ORACLES

PROGRAMS = sorted(EXAMPLES.glob("*.py"))
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(each, marks=pytest.mark.long) if "compiled" in each.read_text(encoding="utf-8") else each
        for each in PROGRAMS
    ],
    ids=lambda program: program.stem,
)
def test_an_example_gives_the_right_answer(program, tmp_path):
    if "import pygame" in program.read_text(encoding="utf-8"):
        pytest.importorskip("pygame", reason="this example needs pygame-ce: uv pip install pygame-ce")
    command = [sys.executable, "-W", "error", str(program)]
    headless = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    ended = subprocess.run(command, env=headless, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (EXAMPLES / "output" / f"{program.stem}.txt").read_text(encoding="utf-8") == ended.stdout
    ORACLES[program.stem](ended.stdout, tmp_path)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_an_example_is_short_and_listed(program):
    assert len(program.read_text(encoding="utf-8").splitlines()) < 60
    assert f"| [`{program.name}`]({program.name}) |" in README
    shown = README.partition(f"$ uv run python examples/{program.name}\n")[2]
    output = (EXAMPLES / "output" / f"{program.stem}.txt").read_text(encoding="utf-8")
    assert not shown or shown.startswith(f"{output}```")


def test_there_is_an_example_for_each_that_the_readme_shows():
    assert {*re.findall(r"\]\((\w+\.py)\)", README)} == {program.name for program in PROGRAMS}
    assert {path.stem for path in (EXAMPLES / "output").iterdir()} == {program.stem for program in PROGRAMS}
    assert {*ORACLES} == {program.stem for program in PROGRAMS}
