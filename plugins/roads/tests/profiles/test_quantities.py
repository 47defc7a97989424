"""Durations, lengths, weights and speeds as tags write them."""

from __future__ import annotations

import pytest

from genastar_roads.profiles.quantities import parse_duration, parse_length, parse_speed, parse_weight


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("20", 20),
        ("00:20", 20),
        ("1:05", 65),
        ("25:00", 1500),
        ("00:01:30", 1.5),
        ("PT20M", 20),
        ("PT1H", 60),
        ("P0DT1H", 60),
        ("P1DT2H", 1560),
        ("PT1.5H", 90),
        ("PT1,5H", 90),
        ("P1D", 1440),
        ("P2W", 20160),
        ("PT90S", 1.5),
        ("pt1h30m", 90),
        ("P1M", 0),
        ("P1Y", 0),
        ("P3W", 30240),
        ("P25D", 0),
        ("168:00", 10080),
        ("", 0),
        ("soon", 0),
        ("P", 0),
        ("PT", 0),
        ("1H", 0),
        ("PT1H20", 0),
        ("-5", 0),
        ("0", 0),
        ("1:75", 0),
    ],
)
def test_durations(text: str, minutes: float) -> None:
    assert parse_duration(text) == pytest.approx(minutes)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("3.5", 3.5),
        ("3,5 m", 3.5),
        ("12'6\"", 3.81),
        ("12' 6\"", 3.81),
        ("12'", 3.6576),
        ("12 ft", 3.6576),
        ("12 ft 6 in", 3.81),
        ("12ft6in", 3.81),
        ('150"', 3.81),
        ("350 cm", 3.5),
        ("default", None),
        ("", None),
        ("-1", None),
        ("3.5.1", None),
    ],
)
def test_lengths(text: str, wanted: float | None) -> None:
    found = parse_length(text)
    assert found is None if wanted is None else found == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("3.5", 3.5),
        ("3.5 t", 3.5),
        ("3500 kg", 3.5),
        ("10 st", 9.0718474),
        ("6000 lbs", 2.72155422),
        ("6000 LB", 2.72155422),
        ("2 lt", 2.0320938176),
        ("heavy", None),
    ],
)
def test_weights(text: str, wanted: float | None) -> None:
    found = parse_weight(text)
    assert found is None if wanted is None else found == pytest.approx(wanted)


def test_speeds_with_units() -> None:
    assert parse_speed(" 30 mph; 50 ") == pytest.approx(48.28032)
    assert parse_speed("fast") == 0
