"""What preparing a road graph leaves on disk: machine code, in the cache folder and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import genastar_roads

pytest.importorskip("genastar_compiled")

BUILDING = """
import numpy as np
from genastar_compiled.compiler.code import target
before, compiled = target._compiled, []
target._compiled = lambda text: (compiled.append(1), before(text))[1]
from genastar_roads.graph.road_graph import RoadGraph
from genastar_prepare.hierarchy.hierarchy import Hierarchy
random = np.random.default_rng(4)
tail, head = random.integers(0, 60, (2, 240))
hierarchy = Hierarchy.of(RoadGraph.from_edges(tail, head, random.integers(0, 1 << 20, 240), size=60))
print(len(compiled), *(hash(getattr(hierarchy, name).tobytes()) for name in ("rank", "first", "arcs", "parts")))
"""


def files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


@pytest.mark.long
def test_a_hierarchy_is_built_with_machine_code_from_the_cache_folder(tmp_path: Path) -> None:
    package = Path(genastar_roads.__file__).parent
    before = files(package)
    environment = os.environ | {
        "GENASTAR_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    said = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", BUILDING], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        said.append(done.stdout.split())
    (first, *hashes), (second, *again) = said
    assert (int(first) > 0, second, again) == (True, "0", hashes)
    assert files(package) == before
    assert files(tmp_path) == files(tmp_path / "cache" / "compiled")
    assert len(files(tmp_path)) == int(first)
