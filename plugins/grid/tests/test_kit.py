from pathlib import Path

import pytest

from genastar.testing import DomainTests
from genastar_grid.model import Grid

pytestmark = pytest.mark.long

DATA = Path(__file__).parent / "data"


class TestGrid(DomainTests):
    domain = Grid
    sources = tuple(sorted(DATA.glob("*.map.gz")))
