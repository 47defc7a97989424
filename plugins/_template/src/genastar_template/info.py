"""Facts about the domain that are available before it is imported: its options and its file formats. Import no numpy here."""

from __future__ import annotations

from attrs import frozen

from genastar.authoring import DomainInfo
from genastar.options import option, whole
from genastar_picture.options import PictureOptions
from genastar_picture.writers.formats import WRITES


@frozen(kw_only=True)
class Options(PictureOptions):
    """Options of a world. Each field becomes an ``--option NAME=VALUE``."""

    mud: int = option(4, whole(1, 1000), "cost of a step into mud; other steps cost 1")


INFO = DomainInfo(
    name="template",
    summary="plains with walls and mud, drawn in letters",
    options=Options,
    suffixes=(".template.txt",),
    writes=WRITES,
    capabilities=frozenset({"compiled", "consistent", "renderable"}),
    api_version="1",
)
