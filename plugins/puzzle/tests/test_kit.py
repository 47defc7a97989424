from pathlib import Path

import pytest

from genastar.testing import DomainTests
from genastar_puzzle.model import Puzzle

pytestmark = pytest.mark.long

DATA = Path(__file__).parent / "data"


class TestPuzzle(DomainTests):
    domain = Puzzle
    sources = tuple(sorted(DATA.glob("*.puzzle*")))
