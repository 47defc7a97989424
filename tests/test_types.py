"""The types of the public interface, as mypy --strict sees them in a user's code."""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy is a tool of the repository, not of the package")

FOLDER = Path(__file__).parent / "typing"


@pytest.fixture(scope="module")
def errors(tmp_path_factory):
    """What mypy says: by file and line, the codes of the errors."""
    options = ["--strict", "--config-file=", "--no-pretty", "--show-error-codes", "--hide-error-context", "--no-color-output"]
    cache = tmp_path_factory.mktemp("mypy")
    command = [sys.executable, "-m", "mypy", *options, f"--cache-dir={cache}", *map(str, sorted(FOLDER.glob("*.py")))]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cache)
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = defaultdict(lambda: defaultdict(set))
    for line in run.stdout.splitlines():
        if match := re.fullmatch(r"(.+?):(\d+): error: .* \[([a-z-]+)\]", line):
            found[Path(match[1]).name][int(match[2])].add(match[3])
    return found


def marked(name):
    """The lines of a file that end in ``# E: code``, and that code."""
    lines = (FOLDER / name).read_text().splitlines()
    marks = ((number, re.search(r"# E: ([a-z-]+)$", line)) for number, line in enumerate(lines, 1))
    return {number: mark[1] for number, mark in marks if mark}


def test_what_is_right_passes(errors):
    assert errors["right.py"] == {}
    assert marked("right.py") == {}


def test_what_is_wrong_is_an_error_at_exactly_the_marked_lines(errors):
    expected = marked("wrong.py")
    assert len(expected) > 20
    assert sorted(errors["wrong.py"]) == sorted(expected)
    assert {line: code for line, code in expected.items() if code not in errors["wrong.py"][line]} == {}
