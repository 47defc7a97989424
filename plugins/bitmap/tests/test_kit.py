from pathlib import Path

import pytest

from genastar.testing import DomainTests
from genastar_bitmap.model import Bitmap

DATA = Path(__file__).parent / "data"


@pytest.mark.long
class TestBitmap(DomainTests):
    domain = Bitmap
    sources = tuple(sorted(DATA.glob("*.png")))
