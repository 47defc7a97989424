"""What a file says that cannot be used: counted and said."""

from __future__ import annotations

from pathlib import Path

import pytest
from towns import osm_file, road, square

from genastar_roads.info import Options
from genastar_roads.model import Roads


@pytest.mark.parametrize(
    ("tags", "remark"),
    [
        (
            {"route": "ferry", "duration": "soon"},
            "ferries with an invalid duration, which travel at the speed of the profile: 1",
        ),
        ({"maxspeed": "fast"}, "ways with an invalid maxspeed, which is ignored: 1"),
        ({"maxspeed": "DE:urban"}, ""),
        ({"maxspeed:forward": "fast"}, "ways with an invalid maxspeed, which is ignored: 1"),
        ({"oneway": "perhaps"}, "ways with an invalid oneway, used in both directions: 1"),
        ({"oneway:motorcar": "perhaps"}, "ways with an invalid oneway, used in both directions: 1"),
        ({"oneway": "No"}, ""),
        ({"oneway:bicycle": "perhaps"}, ""),
        ({"maxheight": "tall"}, "ways with an invalid limit of size or weight, which is ignored: 1"),
        ({"maxheight": "default"}, ""),
        (
            {"access:conditional": "no @ (22:00-06:00)"},
            "ways with conditional tags (such as access:conditional), which are ignored: 1",
        ),
        (
            {"motorcar:forward:conditional": "no @ wet"},
            "ways with conditional tags (such as access:conditional), which are ignored: 1",
        ),
        ({"bicycle:conditional": "no @ wet"}, ""),
    ],
)
def test_what_cannot_be_used_is_counted_and_said(tmp_path: Path, tags: dict[str, str], remark: str) -> None:
    given = tags if "route" in tags else {"highway": "residential"} | tags
    osm_file(tmp_path / "a.osm", square(), [(1, [11, 12], given), road(2, [12, 13])])
    assert Roads.read(tmp_path / "a.osm", Options(part="all")).remark == remark


def test_conditions_at_barriers_are_counted_and_said(tmp_path: Path) -> None:
    tags = {
        12: {"barrier": "gate", "access:conditional": "no @ (22:00-06:00)"},
        13: {"barrier": "gate", "foot:conditional": "no @ wet"},
    }
    osm_file(tmp_path / "a.osm", square(), [road(1, [11, 12, 13])], node_tags=tags)
    remark = Roads.read(tmp_path / "a.osm", Options(part="all")).remark
    assert remark == "barriers with conditional tags (such as access:conditional), which are ignored: 1"
