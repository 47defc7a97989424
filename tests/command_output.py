"""What the commands print, as values; the keys of an answer; and a plugin file."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

PLUGIN_FILE = """
import genastar
from genastar_meadow.info import INFO
from genastar_meadow.model import Meadow
from attrs import evolve

@genastar.register
class Field(Meadow):
    info = evolve(INFO, name="field", summary="Text files of wheat.", suffixes=(".field",))
    {more}
"""

KEYS = [
    "outcome",
    "cost",
    "path",
    "closest",
    "expanded",
    "generated",
    "reopened",
    "peak_open",
    "seconds",
    "costs",
    "bound",
    "domain",
    "algorithm",
    "why",
    "engine",
    "remark",
]
"""The keys of an answer as JSON."""


def read_json(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.count("\n") == 1
    found: dict[str, Any] = json.loads(captured.out)
    return found


def split_rows(text: str) -> list[list[str]]:
    """The cells of a table that was printed into a pipe."""
    return [re.split(r"\s{2,}", line.strip()) for line in text.splitlines()]
