"""Machine code is cached for the length of a test run, or where the environment says."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))  # for perilous: workers import it too


@pytest.fixture(scope="session", autouse=True)
def cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ.setdefault("GENASTAR_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
