"""The page's folder, and its HTML files with their style sheets inlined."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "page"

_SHEET: Final = re.compile(r'<link rel="stylesheet" href="([^"]+)">')


def inline_sheets(page: str) -> str:
    """Return an HTML file of the folder with its style sheets inlined."""
    return _SHEET.sub(lambda found: f"<style>{_read_sheet(found[1])}</style>", (FOLDER / page).read_text(encoding="utf-8"))


def hash_styles() -> str:
    """Return the hashes of the inlined style sheets, as sources of a Content-Security-Policy."""
    names = {name for path in FOLDER.glob("*.html") for name in _SHEET.findall(path.read_text(encoding="utf-8"))}
    digests = (sha256(_read_sheet(name).encode()).digest() for name in sorted(names))
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)


@cache
def _read_sheet(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
