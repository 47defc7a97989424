"""Where machine code is kept between processes, and what else it depends on than the hooks that it is made from.

``GENASTAR_CACHE_DIR`` names another folder than the user's cache folder; set but empty, it switches the cache off.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from types import ModuleType

from platformdirs import user_cache_path

import genastar
import genastar_compiled


def cache_folder() -> Path | None:
    """Return the folder of the machine code; ``None`` if there is none."""
    named = os.environ.get("GENASTAR_CACHE_DIR")
    if named == "":
        return None
    return (Path(named) if named else user_cache_path("genastar")) / "compiled"


def own_files(package: ModuleType = genastar_compiled) -> list[Path]:
    """Return the files of this package, or of another."""
    return sorted(Path(package.__file__ or "").parent.rglob("*.py"))


@cache
def package_code(package: ModuleType = genastar_compiled) -> str:
    """Return a hash of the sources of this package, which writes much of the machine code, or of another."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in own_files(package))).hexdigest()


def core_code() -> str:
    """Return a hash of genastar itself, whose functions of costs and nodes are in machine code that serves all classes."""
    return package_code(genastar)
