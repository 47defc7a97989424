"""A process of its own that imports functions in machine code, with a cache in a folder."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

KERNELS = """
from genastar.engine import machine_code

@machine_code
def twice(number):
    return 2 * number

@machine_code
def seven_times(number):
    return 7 * number

@machine_code
def three_times(number):
    return 3 * number
"""


def run_python(folder: Path, source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "kernels.py").write_text(KERNELS)
    (folder / "main.py").write_text(textwrap.dedent(source))
    values = os.environ | {"GENASTAR_CACHE_DIR": str(folder / "cache")} | environment
    return subprocess.run([sys.executable, "main.py"], cwd=folder, env=values, capture_output=True, text=True, timeout=300)
