from pathlib import Path

from genastar.testing import DomainTests
from genastar_roads.model import Roads

DATA = Path(__file__).parent / "data"


class TestRoads(DomainTests):
    domain = Roads
    sources = tuple(sorted(DATA.glob("*.osm.*")))
