"""A small world, a batch of questions about it, and rows of answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from genastar_batch.answers import COLUMNS, Answered

OUT, PART = Path("a.jsonl"), Path("a.jsonl.part")


MAP = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n....@\n"


ASKED = 'from,to\n"0,0","4,0"\n"0,0","3,2"\n'


COMMAND = ["batch", "yard.map", "asked.csv", "--engine", "interpreted", "--executor", "threads", "--out"]


def make_row(question: int, **values: object) -> Answered:
    return {**dict.fromkeys(COLUMNS), "question": question, "from": "0", "to": ["1"], "outcome": "found", **values}


def make_yard(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the world and the questions in a folder, and go there."""
    monkeypatch.chdir(folder)
    Path("yard.map").write_text(MAP)
    Path("asked.csv").write_text(ASKED)
