"""A file that another program cuts off or writes into, while it is in use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from genastar import BadInput
from genastar.storage.array_file import open_arrays, save_arrays

PROGRAM = """
import sys
from genastar.storage.array_file import open_arrays
found = open_arrays(sys.argv[1], "numbers").get_int64("numbers")
with open(sys.argv[1], "r+b") as file:
    if sys.argv[2] == "cut off":
        file.truncate(0)
    else:
        file.write(b"\\xff" * 9_000_000)
print(found.sum())
"""


@pytest.mark.parametrize("how", ["cut off", "written"])
def test_a_file_that_changes_while_it_is_in_use(how: str, tmp_path: Path) -> None:
    """The process is not killed, and what was checked stays."""
    path = tmp_path / "numbers"
    save_arrays(path, "numbers", {}, {"numbers": np.arange(1_000_000)})
    ended = subprocess.run([sys.executable, "-c", PROGRAM, str(path), how], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "499999500000\n", "")


@pytest.mark.parametrize("length", [0, 1, 19, 20, 100, 191, 192, 200, 8_000_191])
def test_a_file_that_is_cut_off_is_refused(length: int, tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    save_arrays(path, "numbers", {}, {"numbers": np.arange(1_000_000)})
    assert path.stat().st_size == 8_000_192
    with path.open("r+b") as file:
        file.truncate(length)
    with pytest.raises(
        BadInput, match=r"numbers: (not a file saved by genastar|its header is damaged|its array .* is cut off)"
    ):
        open_arrays(path, "numbers")
