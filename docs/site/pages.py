"""The hook of MkDocs: it collects the pages of the repository, generates others, and fills the navigation.

A page keeps its path of the repository, so that its links are right on a forge and on the site, and MkDocs checks them. The
files that pages link to are on the site too: a picture as it is, a source as a page that shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

import notebooks
import plots
import record
import reference
import synonyms
import tables
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ("*.md", "docs/**/*.md", "examples/**/*.md", "plugins/[!_]*/*.md")
DATA: Final = "data"
"""The name of folders whose pages are not in the navigation."""
BOOSTED: Final = ("docs/how-to/", "docs/trades/")
"""Pages that the search puts before others."""
DECISIONS: Final = "docs/decisions/"
"""Pages that the search leaves out."""
TABLES: Final = "docs/data/**/*.json"
"""Recorded tables, which are pages of the site."""
NOTEBOOKS: Final = "docs/notebooks/*.ipynb"
SHOWN_AS_THEY_ARE: Final = (".png", ".svg", ".gif", ".json")
HOME: Final = "README.md"
PLAYER: Final = '<iframe class="player" src="player/" title="A recorded search, to play with"></iframe>'

_LINK: Final = re.compile(r"\]\(([^)#\s]+)")
_OPTIONS: Final = re.compile(r"`genastar plugins --why (?!NAME)(\w+)`")
_PICTURE: Final = re.compile(r"^!\[.*?\]\(.*?\)$", re.MULTILINE)


class Source(File):
    """A source file that the site shows as a page."""

    def is_documentation_page(self) -> bool:
        return True


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the repository, the files that they link to, and generated pages; fill the navigation."""
    pages = sorted({path for pattern in PAGES for path in ROOT.glob(pattern)})
    books, recorded = sorted(ROOT.glob(NOTEBOOKS)), sorted(ROOT.glob(TABLES))
    for path in pages:
        inclusion = InclusionLevel.NOT_IN_NAV if path.parent.name == DATA else InclusionLevel.UNDEFINED
        files.append(File.generated(config, uri_of(path), abs_src_path=str(path), inclusion=inclusion))
    for path in books:
        files.append(Source.generated(config, uri_of(path), content=notebooks.page_of(path)))
        files.append(File.generated(config, f"{uri_of(path.with_suffix(''))}/{path.name}", abs_src_path=str(path)))
    for path in recorded:
        files.append(Source.generated(config, uri_of(path), content=tables.page_of(path)))
    for path in sorted(set(linked(pages)) - {*pages, *books, *recorded}):
        files.append(shown(config, path))
    for uri, text in reference.pages():
        files.append(File.generated(config, uri, content=text))
    for uri, content in record.files():
        files.append(File.generated(config, uri, content=content))
    nav = config.nav or []
    named = {item for item in leaves(nav) if "*" not in item}
    listed = [file.src_uri for file in files.documentation_pages() if file.inclusion is not InclusionLevel.NOT_IN_NAV]
    config.nav = expanded(nav, sorted(listed), named)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace the first picture of the first page by the player; add lists, plots and links to options to the other pages."""
    uri = page.file.src_uri
    if uri.startswith(synonyms.EXCLUDED):
        page.meta["search"] = {"exclude": True}
    elif uri.startswith(BOOSTED):
        page.meta["search"] = {"boost": 2}
    if uri in synonyms.TAGS:
        page.meta["tags"] = list(synonyms.TAGS[uri])
    if uri == HOME:
        page.meta["hide"] = ["navigation", "toc"]
        return _PICTURE.sub(PLAYER, markdown, count=1)
    for marker, make in LISTS.items():
        if marker in markdown:
            markdown = markdown.replace(marker, make())
    return _OPTIONS.sub(r"[\g<0>](../../docs/options/\1.md)", plots.with_plots(markdown))


def list_of_decisions() -> str:
    """Return links to the decision records, by their titles."""
    records = sorted((ROOT / DECISIONS).glob("[0-9]*.md"))
    titles = [path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in records]
    return "\n".join(f"- [{title}]({path.name})" for title, path in zip(titles, records, strict=True))


LISTS: Final = {
    "<!-- the list of decisions -->": list_of_decisions,
    "<!-- the lessons -->": record.list_of_lessons,
    "<!-- the table of algorithms -->": reference.table_of_algorithms,
}
"""Lines of pages that the site replaces, and the functions that return what stands there."""


def uri_of(path: Path) -> str:
    """Return the path of a file in the repository, with slashes."""
    return path.relative_to(ROOT).as_posix()


def linked(pages: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of the repository that pages link to."""
    for page in pages:
        for target in _LINK.findall(page.read_text(encoding="utf-8")):
            path = (page.parent / target).resolve()
            if path.is_file():
                yield path


def shown(config: MkDocsConfig, path: Path) -> File:
    """Return the site's file for a file that pages link to."""
    uri = uri_of(path)
    if path.suffix in (*SHOWN_AS_THEY_ARE, ".md"):
        return File.generated(config, uri, abs_src_path=str(path))
    text = path.read_text(encoding="utf-8")
    page = f"---\nsearch:\n  exclude: true\n---\n# {path.name}\n\n`{uri}`\n\n````{path.suffix[1:] or 'text'}\n{text}\n````\n"
    return Source.generated(config, uri, content=page, inclusion=InclusionLevel.NOT_IN_NAV)


def leaves(nav: object) -> Iterator[str]:
    """Yield the pages and patterns of a navigation."""
    match nav:
        case str():
            yield nav
        case dict():
            for each in nav.values():
                yield from leaves(each)
        case list():
            for each in nav:
                yield from leaves(each)


def expanded(nav: list[object], uris: list[str], taken: set[str]) -> list[object]:
    """Return a navigation with its patterns replaced by pages; pages in ``taken`` are left out, and each page is added once."""
    found: list[object] = []
    for item in nav:
        if isinstance(item, dict):
            found.append({title: expanded(to, uris, taken) if isinstance(to, list) else to for title, to in item.items()})
        elif isinstance(item, str) and "*" in item:
            more = [uri for uri in uris if uri not in taken and PurePosixPath(uri).match(item)]
            taken.update(more)
            found += more
        else:
            found.append(item)
    return found
