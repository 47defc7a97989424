"""Profiles: the line is where the heights are, and the axes have their numbers."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from genastar import BadInput
from genastar_picture.palette import COLOUR_BLIND
from genastar_picture.profile import draw_profile, make_profile_svg

DISTANCES = ["0 m", "200 m", "400 m", "600 m", "800 m", "1000 m"]


def test_a_profile_rises_with_its_heights(tmp_path: Path) -> None:
    draw_profile(np.array([[0.0, 100.0], [500.0, 100.0], [1000.0, 200.0]]), tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    assert pixels.shape == (300, 1000, 3)
    line = np.abs(pixels - COLOUR_BLIND.path).sum(axis=2) < 30
    rows = [np.flatnonzero(line[:, column]).mean() for column in (100, 400, 750, 960)]
    assert rows[0] == rows[1] > rows[2] > rows[3]


def test_as_svg_it_has_the_same_line_and_numbers() -> None:
    svg = make_profile_svg(np.array([[0.0, 100.0], [500.0, 100.0], [1000.0, 200.0]]))
    assert 'points="64.0,188.0 420.0,188.0 776.0,16.0" fill="none"' in svg
    assert re.findall(">([^<>]+)</text>", svg) == ["100 m", "120 m", "140 m", "160 m", "180 m", "200 m", *DISTANCES]
    assert "viewBox" in make_profile_svg(np.array([[0.0, 5.0]]))


@pytest.mark.parametrize("profile", [[[0.0, 5.0], [0.0, 5.0]], [[0.0, -3.0], [9.0, 8000.0]]])
def test_level_and_steep_profiles_are_drawn(tmp_path: Path, profile: list[list[float]]) -> None:
    draw_profile(np.array(profile), tmp_path / "a.png", width=300)
    assert (tmp_path / "a.png").stat().st_size > 300


def test_what_is_no_profile(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no profile to draw"):
        draw_profile(np.empty((0, 2)), tmp_path / "a.png")
    with pytest.raises(BadInput, match="png"):
        draw_profile(np.zeros((2, 2)), tmp_path / "a.gif")
