"""Does the domain keep the contract? The same laws as those of ``genastar check terrain``."""

from pathlib import Path

import pytest

from genastar.testing import DomainTests
from genastar_terrain.model import TerrainWorld

pytestmark = pytest.mark.long

DATA = Path(__file__).parent / "data"


class TestTerrain(DomainTests):
    domain = TerrainWorld
    sources = (DATA / "hill.asc",)
