from pathlib import Path

from genastar.testing import DomainTests
from genastar_hexmap.model import HexMap

DATA = Path(__file__).parent / "data"


class TestHexMap(DomainTests):
    domain = HexMap
    sources = tuple(
        sorted(path for path in DATA.iterdir() if path.name.endswith((".map", ".hex.csv", ".hex.json", "meadow.tmx")))
    )
