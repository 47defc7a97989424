from pathlib import Path

from genastar.testing import DomainTests
from genastar_puzzle.model import Puzzle

DATA = Path(__file__).parent / "data"


class TestPuzzle(DomainTests):
    domain = Puzzle
    sources = tuple(sorted(DATA.glob("*.puzzle*")))
