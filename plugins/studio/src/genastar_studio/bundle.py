"""A page of the folder ``page`` as one text, for frames that no server feeds.

Style sheets stand in the text. Modules are addresses of their own text (``data:``), which an import map names; a module's
relative imports become names of that map. So the page is the same files that the studio serves, and nothing is built.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import PurePosixPath
from posixpath import normpath

from genastar_studio.pages import FOLDER

_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
_SCRIPT = re.compile(r'<script type="module" src="([^"]+)"></script>')
_IMPORT = re.compile(r'^((?:import|export)\b[^"\';]*?from |import )"(\.[^"]+)";', re.MULTILINE)
"""A static import of another module of the page. None of the page's modules imports otherwise; a test sees to it."""

_ROOM = "genastar/"
"""What the names of modules begin with in the import map."""


def bundle(page: str) -> str:
    """Return an HTML file of the folder ``page``, with its style sheets and modules in it."""
    html = (FOLDER / page).read_text(encoding="utf-8")
    html = _SHEET.sub(lambda found: f"<style>\n{(FOLDER / found[1]).read_text(encoding='utf-8')}</style>", html)
    return _SCRIPT.sub(lambda found: _scripts(found[1]), html)


def modules(first: str) -> dict[str, str]:
    """Return the text of a module and of all that it imports, by their paths in the folder ``page``; imports have names."""
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


def _scripts(first: str) -> str:
    sources = {f"{_ROOM}{path}": f"data:text/javascript;base64,{_base64(text)}" for path, text in modules(first).items()}
    table = json.dumps({"imports": sources})
    return f'<script type="importmap">{table}</script>\n    <script type="module">import "{_ROOM}{first}";</script>'


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode()
