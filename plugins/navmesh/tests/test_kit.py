"""Does the domain keep the contract? The same laws as those of ``genastar check navmesh``."""

from pathlib import Path

import pytest

from genastar.testing import DomainTests
from genastar_navmesh.model import NavMesh

DATA = Path(__file__).parent / "data"

pytestmark = pytest.mark.long


class TestNavMesh(DomainTests):
    domain = NavMesh
    sources = (DATA / "square.mesh", DATA / "rooms.obj", DATA / "island.geojson")
