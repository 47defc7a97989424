"""Bundle a page of the folder ``page`` into one text, for frames without a server.

Style sheets are inlined. Modules become ``data:`` addresses of their own text, listed in an import map; relative imports become
names of that map. So the page consists of the same files that the studio serves, without a build step.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import PurePosixPath
from posixpath import normpath

from genastar_studio.server.page_files import FOLDER, inline_sheets

_SCRIPT = re.compile(r'<script type="module" src="([^"]+)"></script>')
_IMPORT = re.compile(r'^((?:import|export)\b[^"\';]*?from |import )"(\.[^"]+)";', re.MULTILINE)
"""A static import of another module of the page. The page's modules use no other kind, which a test checks."""

_ROOM = "genastar/"
"""Prefix of module names in the import map."""


def bundle(page: str) -> str:
    """Return an HTML file of the folder ``page`` with its style sheets and modules inlined."""
    return _SCRIPT.sub(lambda found: _format_scripts(found[1]), inline_sheets(page))


def collect_modules(first: str) -> dict[str, str]:
    """Return the texts of a module and of all its imports, by their paths in the folder ``page``, with imports renamed."""
    found: dict[str, str] = {}
    waiting = [first]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue

        text = (FOLDER / path).read_text(encoding="utf-8")
        for link in _IMPORT.finditer(text):
            target = normpath(PurePosixPath(path).parent / link[2])
            text = text.replace(link[0], f'{link[1]}"{_ROOM}{target}";')
            waiting.append(target)
        found[path] = text
    return found


def _format_scripts(first: str) -> str:
    sources = {
        f"{_ROOM}{path}": f"data:text/javascript;base64,{_encode_base64(text)}" for path, text in collect_modules(first).items()
    }
    table = json.dumps({"imports": sources})
    return f'<script type="importmap">{table}</script>\n    <script type="module">import "{_ROOM}{first}";</script>'


def _encode_base64(text: str) -> str:
    return b64encode(text.encode()).decode()
