"""A folder with files of the fake domain."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def meadow(site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of meadows to work in."""
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("pond.meadow", "gate.mdw"):
        shutil.copy(site.fine() / name, folder)
    (folder / "shut.meadow").write_text("..#.\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder
