"""One-way streets, by all keys, for all profiles."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from towns import make_road, make_square, osm_file
from way_rules import MODES, has_way

from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.profiles.profile import PROFILES


@pytest.mark.parametrize(("profile", "mode"), [(profile, mode) for profile, modes in MODES.items() for mode in modes])
def test_one_ways_by_mode(profile: str, mode: str) -> None:
    key = f"oneway__{mode}"
    assert has_way(profile, **{key: "yes"}) == "along"
    assert has_way(profile, **{key: "-1"}, oneway="yes") == "against"
    assert has_way(profile, **{key: "no"}, oneway="yes") == "both"
    assert has_way(profile, **{key: "no"}, junction="roundabout") == "both"


def test_of_the_keys_of_one_ways_the_most_particular_wins() -> None:
    for modes in MODES.values():
        for profile in (each for each in PROFILES if MODES[each] == modes):
            for general, particular in pairwise(modes):
                assert has_way(profile, **{f"oneway__{general}": "yes", f"oneway__{particular}": "no"}) == "both"
                assert has_way(profile, **{f"oneway__{general}": "no", f"oneway__{particular}": "-1"}) == "against"
    assert has_way("car", oneway="yes", oneway__bicycle="no") == "along"
    assert has_way("foot", oneway="yes") == "both"


@pytest.mark.parametrize("key", ["oneway", "oneway__motorcar", "oneway__vehicle"])
@pytest.mark.parametrize("value", ["reversible", "alternating"])
def test_ways_that_change_their_direction_are_open_with_a_remark(tmp_path: Path, key: str, value: str) -> None:
    assert has_way("car", **{key: value}) == "both"
    osm_file(
        tmp_path / "a.osm",
        make_square(),
        [make_road(1, [11, 12], **{key: value}), make_road(2, [12, 13]), make_road(3, [13, 23], oneway="yes")],
    )
    remark = Roads.read(tmp_path / "a.osm", Options(part="all")).remark
    assert remark == "ways that change their direction (reversible or alternating), used in both directions: 1 (way 1)"


@pytest.mark.parametrize("highway", ["steps", "footway"])
def test_escalators(highway: str) -> None:
    assert has_way("foot", highway, conveying="forward") == "along"
    assert has_way("foot", highway, conveying="backward") == "against"
    assert has_way("foot", highway, conveying="yes") == "both"
    assert has_way("foot", highway, conveying="yes", oneway="yes") == "along"
    assert has_way("foot", highway, conveying="reversible") == "both"
    assert has_way("foot", highway, conveying="forward", oneway="no") == "both"
    assert has_way("foot", highway, conveying="forward", oneway__foot="no") == "both"
    assert has_way("foot", "residential", conveying="forward") == "both"


@pytest.mark.parametrize(
    ("tags", "wanted"),
    [
        ({"cycleway": "opposite"}, "both"),
        ({"cycleway:left": "opposite_lane"}, "both"),
        ({"cycleway:left": "lane"}, "along"),
        ({"cycleway:left": "lane", "cycleway:left:oneway": "-1"}, "both"),
        ({"cycleway:right": "track", "cycleway:right:oneway": "no"}, "both"),
        ({"cycleway:both": "lane", "cycleway:both:oneway": "no"}, "both"),
        ({"cycleway": "opposite", "oneway:bicycle": "yes"}, "along"),
    ],
)
def test_contraflow_for_bikes(tags: dict[str, str], wanted: str) -> None:
    assert has_way("bike", oneway="yes", **tags) == wanted
    assert has_way("car", oneway="yes", **tags) == "along"


@pytest.mark.parametrize(("profile", "mode"), [(each, mode) for each in ("car", "bike") for mode in MODES[each]])
def test_a_permission_of_the_mode_in_a_direction_wins_over_a_one_way(profile: str, mode: str) -> None:
    for value in ("yes", "designated", "permissive"):
        assert has_way(profile, oneway="yes", **{f"{mode}__backward": value}) == "both"
        assert has_way(profile, oneway="-1", **{f"{mode}__forward": value}) == "both"
    for tags in ({f"{mode}__backward": "no"}, {f"{mode}__backward": "unknown"}, {mode: "yes"}, {"access__backward": "yes"}):
        assert has_way(profile, oneway="yes", **tags) == "along"
