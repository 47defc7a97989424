"""A bar chart of a comparison, as a PNG file. Only `draw_comparison` imports Pillow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from attrs import frozen

from genastar.errors import BadInput, make_missing_library_error
from genastar.files import AnyPath, expect_suffix, replace_file
from genastar.recipes.comparison import REFUSED, ComparisonRow
from genastar.values.result import Outcome

Measure = Literal["expanded", "generated", "seconds", "cost", "paths"]
"""A column of numbers of a comparison."""

_LINE: Final = 30
"""Pixels from bar to bar."""
_SIZE: Final = 15
"""The height of the letters in pixels."""
_WIDTH: Final = 420
"""The length of the longest bar in pixels."""
_MARGIN: Final = 12
_BLUE: Final = (0, 114, 178)
_GREY: Final = (70, 70, 70)


@frozen
class Bar:
    """A bar of the chart: an algorithm in an engine, over all questions."""

    label: str
    length: float
    """The mean of the measure over the searches that were not refused."""
    text: str
    """The figure behind the bar."""


def draw_comparison(rows: Iterable[ComparisonRow], out: AnyPath, measure: Measure = "expanded") -> None:
    """Write a chart with a bar for each algorithm and engine: the mean of a measure over the questions.

    Args:
        rows: the rows of `genastar.compare`.
        out: the file, whose name ends in ``.png``.
        measure: the column.

    Raises:
        BadInput: the rows have no number in the column, the file cannot be written, or Pillow is not installed.
    """
    path = expect_suffix(out, ".png", "chart")
    bars = make_bars(list(rows), measure)
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise make_missing_library_error("a chart", "pillow", error) from error
    font = ImageFont.load_default(_SIZE)
    left, right = (int(max(map(font.getlength, texts))) for texts in ([b.label for b in bars], [b.text for b in bars]))
    size = (left + _WIDTH + right + 4 * _MARGIN, (len(bars) + 1) * _LINE + 2 * _MARGIN)
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    pen.text((_MARGIN, _MARGIN), _make_title(measure), _GREY, font)
    longest = max(bar.length for bar in bars) or 1
    for number, bar in enumerate(bars, 1):
        top = _MARGIN + number * _LINE
        begin = left + 2 * _MARGIN
        end = begin + round(_WIDTH * bar.length / longest)
        pen.text((begin - _MARGIN, top + _LINE // 2), bar.label, _GREY, font, anchor="rm")
        pen.rectangle((begin, top + 5, end, top + _LINE - 5), _BLUE)
        pen.text((end + _MARGIN, top + _LINE // 2), bar.text, _GREY, font, anchor="lm")
    with replace_file(path) as beside:
        image.save(beside, "PNG")


def make_bars(rows: Sequence[ComparisonRow], measure: Measure) -> list[Bar]:
    """Return a bar for each algorithm and engine, in the order of the rows.

    Raises:
        BadInput: there is no number in the column.
    """
    several = len({row.engine for row in rows}) > 1
    groups: dict[tuple[str, str], list[ComparisonRow]] = {}
    for row in rows:
        groups.setdefault((row.algorithm, row.engine), []).append(row)
    bars = [_make_bar(f"{name} ({engine})" if several else name, each, measure) for (name, engine), each in groups.items()]
    if not any(bar.length for bar in bars):
        raise BadInput(f"the comparison has no number above 0 in the column {measure}, so there is nothing to draw")
    return bars


def _make_bar(label: str, rows: Sequence[ComparisonRow], measure: Measure) -> Bar:
    values = [value for row in rows if isinstance(value := getattr(row, measure), (int, float))]
    if not values:
        return Bar(label, 0.0, REFUSED if all(row.outcome == REFUSED for row in rows) else "none")
    mean = sum(values) / len(values)
    text = f"{mean:,.6f}" if measure == "seconds" else f"{mean:,.0f}" if mean >= 100 else f"{mean:.4g}"
    found = sum(row.outcome == Outcome.FOUND.value for row in rows)
    return Bar(label, mean, text if found == len(rows) else f"{text} ({found} of {len(rows)} found)")


def _make_title(measure: Measure) -> str:
    words = {"expanded": "positions expanded", "generated": "nodes generated", "cost": "cost of the path"}
    return f"{words.get(measure, measure)}, mean over the questions"
