"""What a module imports, when it is imported by itself."""

from __future__ import annotations

import os
import subprocess
import sys

_HEAVY = ("PIL", "llvmlite", "numpy", "scipy")
"""Modules that must not be imported when plugins are listed."""


def find_heavy_imports(module: str) -> str:
    """Return the names of the heavy libraries that a module imports.

    Raises:
        ImportError: the module cannot be imported by itself, and why.
    """
    code = f"import sys, {module}; print(*sorted({set(_HEAVY)} & set(sys.modules)), sep=', ')"
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ImportError((done.stderr.splitlines() or ["no reason given"])[-1])
    return done.stdout.strip()
