"""An extension of Griffe: it turns sessions in docstrings into code blocks, and public names into links."""

from __future__ import annotations

import re
from typing import Any, Final

import griffe

import genastar

_SESSION: Final = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
_NAME: Final = re.compile(rf"(?<![`\[])`(?:genastar\.)?({'|'.join(genastar.__all__)})`(?!`)")


class Docstrings(griffe.Extension):
    """An extension that converts docstrings to Markdown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            text = _SESSION.sub(lambda session: f"```pycon\n{session[0].rstrip()}\n```\n", obj.docstring.value)
            obj.docstring.value = _NAME.sub(r"[`\1`][genastar.\1]", text)
