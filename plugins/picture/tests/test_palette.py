import subprocess
import sys

import numpy as np
import pytest

from genastar_picture.palette import COLOUR_BLIND, PALETTES, RED_BLUE, Palette, parse_colour

# What people see who lack one kind of cone, in linear RGB: Machado, Oliveira and Fernandes, "A physiologically-based model for
# simulation of color vision deficiency", 2009, at severity 1.
VISION = {
    "full": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def lab(colours, vision):
    """CIE L*a*b* under D65 of colours (n, 3) as someone of this vision sees them."""
    srgb = np.array(colours, dtype=float).reshape(-1, 3) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(VISION[vision]).T, 0, 1)
    to_xyz = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
    xyz = seen @ to_xyz.T / [0.95047, 1.0, 1.08883]
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=-1)


def least_difference(some, others, vision):
    return np.linalg.norm(lab(some, vision)[:, None] - lab(others, vision)[None], axis=-1).min()


def test_the_ramp_goes_from_red_to_blue():
    assert RED_BLUE.make_ramp(3) == ((255, 0, 0), (128, 0, 128), (0, 0, 255))
    assert RED_BLUE.make_ramp(2) == ((255, 0, 0), (0, 0, 255))
    assert RED_BLUE.path == (0, 255, 0)


def test_a_ramp_of_one_colour_is_the_first():
    assert RED_BLUE.make_ramp(1) == ((255, 0, 0),)


def test_a_ramp_goes_through_all_its_colours():
    palette = Palette(closed=((0, 0, 0), (100, 0, 0), (100, 200, 0)), path=(9, 9, 9))
    assert palette.make_ramp(5) == ((0, 0, 0), (50, 0, 0), (100, 0, 0), (100, 100, 0), (100, 200, 0))


@pytest.mark.parametrize("vision", VISION)
def test_everyone_tells_the_colours_of_the_colour_blind_palette_apart(vision):
    ramp = COLOUR_BLIND.make_ramp(256)
    assert least_difference(COLOUR_BLIND.path, (*ramp, WHITE, BLACK), vision) > 60  # 2.3 is just noticeable
    assert least_difference(ramp, (WHITE, BLACK), vision) > 20
    assert least_difference(ramp[:1], ramp[-1:], vision) > 50
    assert least_difference([COLOUR_BLIND.waiting], (*ramp, COLOUR_BLIND.path, WHITE, BLACK), vision) > 25


def test_the_measure_tells_that_the_classic_palette_is_not_for_everyone():
    assert least_difference(RED_BLUE.path, RED_BLUE.make_ramp(256), "no green") < 30


@pytest.mark.parametrize("name", PALETTES)
def test_a_ramp_has_no_leap(name):
    ramp = np.array(PALETTES[name].make_ramp(256), dtype=int)
    assert np.abs(np.diff(ramp, axis=0)).max() <= 3
    assert len(np.unique(ramp, axis=0)) > 200


def test_colours_are_read():
    assert parse_colour("#ff8000") == (255, 128, 0)
    assert parse_colour("#FF8000") == (255, 128, 0)


@pytest.mark.parametrize("text", ["", "red", "#fff", "ff8000", "#ff80zz", "#ff8000\n", "#ff80000", "#+f+f+f"])
def test_other_text_is_no_colour(text):
    with pytest.raises(ValueError, match="write it as #rrggbb"):
        parse_colour(text)


@pytest.mark.parametrize("module", ["palette", "writers.formats", "options"])
def test_light_modules_import_nothing_heavy(module):
    code = f"import sys, genastar_picture.{module}; sys.exit(bool({{'numpy', 'PIL'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
