from pathlib import Path

import pytest

from genastar.testing import DomainTests
from genastar_voxel.model import Voxels

pytestmark = pytest.mark.long

DATA = Path(__file__).parent / "data"


class TestVoxels(DomainTests):
    domain = Voxels
    sources = (DATA / "Simple.3dmap.gz", DATA / "stairs.vox")
