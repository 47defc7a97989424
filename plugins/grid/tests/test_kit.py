from pathlib import Path

from genastar.testing import DomainTests
from genastar_grid.model import Grid

DATA = Path(__file__).parent / "data"


class TestGrid(DomainTests):
    domain = Grid
    sources = tuple(sorted(DATA.glob("*.map.gz")))
