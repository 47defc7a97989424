"""Run the command line in a process of its own, on one line of arguments after another, and tell what came of each.

``python doors.py`` reads a JSON list of lists of arguments, and writes for each line a JSON object: its exit code and its error
stream. What hangs is known by the line that is missing: the caller ends the process.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

SECONDS = 120
"""More than any of these lines takes, compiling included."""


_MOST_MEMORY = 8 << 30
"""Bytes that a process may map: a file that asks for more fails by itself, and harms nobody else."""


@frozen
class CommandOutput:
    """What came of a line of arguments."""

    tokens: tuple[str, ...]
    code: int
    errors: str

    def check_refused(self) -> None:
        """Raise AssertionError unless the exit code is 2 and one clear line says why."""
        assert self.code == 2, self
        self.check()

    def check(self) -> None:
        """Raise AssertionError unless the exit code is 0 or 1, or 2 with one clear line."""
        assert self.code in (0, 1, 2), self
        assert "Traceback" not in self.errors, self
        if self.code == 2:
            lines = self.errors.splitlines()
            assert len(lines) == 1, self
            assert lines[0].startswith("genastar: "), self
            assert len(lines[0]) < 1000, self
            assert "[Errno" not in lines[0], self


def run_commands(
    lines: Sequence[Sequence[str]], cwd: Path, *, seconds: float = SECONDS, most_bytes: int = -1
) -> list[CommandOutput]:
    """What comes of lines of arguments, in one process for all.

    Args:
        lines: the arguments of each call.
        cwd: where the process runs.
        seconds: after which it is ended.
        most_bytes: of a file that it writes: a longer one fails, as on a full disk.

    Raises:
        AssertionError: one hangs, or ends the process.
    """
    given = json.dumps([list(line) for line in lines])
    with subprocess.Popen(
        [sys.executable, __file__, str(most_bytes)],
        cwd=cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            told, errors = process.communicate(given, timeout=seconds)
            hung = False
        except subprocess.TimeoutExpired:
            process.kill()
            told, errors = process.communicate()
            hung = True
    found = [CommandOutput(tuple(line), *json.loads(each)) for line, each in zip(lines, told.splitlines(), strict=False)]
    assert len(found) == len(lines), f"{'hangs' if hung else 'ended the process'}: {lines[len(found)]}: {errors[-2000:]}"
    return found


def main() -> None:
    """Run the lines."""
    import resource  # not on Windows, whose tests leave these out

    from genastar.cli import main as genastar

    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    if (most_bytes := int(sys.argv[1])) >= 0:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))
    lines = json.load(sys.stdin)
    answers = sys.stdout
    for line in lines:
        errors = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
            code = genastar(line)
        print(json.dumps([code, errors.getvalue()]), file=answers, flush=True)


if __name__ == "__main__":
    main()
