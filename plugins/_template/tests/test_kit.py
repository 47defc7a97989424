"""Does the domain keep the contract? The same laws as those of ``genastar check template``."""

from pathlib import Path

from genastar.testing import DomainTests
from genastar_template.model import TemplateWorld

DATA = Path(__file__).parent / "data"


class TestTemplate(DomainTests):
    domain = TemplateWorld
    sources = (DATA / "pond.template.txt",)
