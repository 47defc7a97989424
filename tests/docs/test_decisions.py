"""The decision records: numbered without gaps, and listed."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))

if not FOLDER.exists():
    pytest.skip("the records are in the repository", allow_module_level=True)


def test_numbers_have_no_gaps() -> None:
    assert [path.name[:5] for path in RECORDS] == [f"{number:04}-" for number in range(1, len(RECORDS) + 1)]


def test_each_begins_with_its_number() -> None:
    assert [path.name for path in RECORDS if not path.read_text(encoding="utf-8").startswith(f"# {path.name[:4]}: ")] == []


def test_the_site_lists_them() -> None:
    assert "\n<!-- the list of decisions -->\n" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_each_is_short() -> None:
    words = {path.name: len(path.read_text(encoding="utf-8").split()) for path in RECORDS}
    assert {name: count for name, count in words.items() if count > 250} == {}
