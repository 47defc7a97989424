"""Which installed domain reads a source."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from pathlib import Path

import pytest

from fake_domains import install
from genastar import BadInput, load
from genastar.errors import to_one_line
from genastar.worlds.domain_registry import FILES_OF_PARTS, guess_domain, list_domains

pytestmark = pytest.mark.quick


def test_guessing_by_the_end_of_the_name(site):
    install(site, "road", suffix=".map", magic=b"")
    install(site, "rail", suffix=".rail.map", magic=b"")
    assert guess_domain("A.MAP") == "road"
    assert guess_domain(Path("a.rail.map")) == "rail"


def test_guessing_by_the_content(site, tmp_path):
    install(site, "road", suffix=".map", magic=b"ROAD")
    install(site, "rail", suffix=".map", magic=b"RAIL")
    for name, content, wanted in [("a.map", b"RAIL 1", "rail"), ("b.map", b"ROAD 1", "road"), ("c", b"ROAD", "road")]:
        (tmp_path / name).write_bytes(content)
        assert guess_domain(tmp_path / name) == wanted
    (tmp_path / "d.map").write_bytes(b"SEA")
    with pytest.raises(BadInput, match=r"d.map: several domains read this: (road, rail|rail, road); try: --domain NAME"):
        guess_domain(tmp_path / "d.map")


def test_guessing_a_packed_file_by_what_it_unpacks_to(site, tmp_path):
    """Its name before the packing, and its content after unpacking, whichever of the two names a domain lists."""
    install(site, "road", suffix=".map", magic=b"ROAD")
    install(site, "rail", suffix=".map.gz", magic=b"RAIL")
    for suffix, pack in ((".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)):
        for content, wanted in ((b"RAIL 1", "rail"), (b"ROAD 1", "road")):
            (tmp_path / f"a.MAP{suffix}").write_bytes(pack(content))
            assert guess_domain(tmp_path / f"a.MAP{suffix}") == wanted
    (tmp_path / "b.map.gz").write_bytes(b"ROAD 1")
    with pytest.raises(BadInput, match=r"b.map.gz: .*not a gzipped file.*several domains read this"):
        guess_domain(tmp_path / "b.map.gz")


def test_guessing_by_a_pattern(site, tmp_path):
    install(site, "road", suffix=".map", magic=re.compile(rb"\s*ROAD[0-9]"))
    install(site, "rail", suffix=".map", magic=b"RAIL")
    (tmp_path / "a.map").write_bytes(b"\n ROAD7")
    assert guess_domain(tmp_path / "a.map") == "road"


@pytest.mark.parametrize(
    ("name", "reason"),
    [("nowhere.xyz", "no such file or directory"), (".", "is a directory"), ("a\0b", "embedded null byte")],
)
def test_guessing_in_vain(site, monkeypatch, tmp_path, name, reason):
    monkeypatch.chdir(tmp_path)
    install(site, "road")
    with pytest.raises(BadInput) as raised:
        guess_domain(name)
    wanted = (
        f"{to_one_line(name)}: {reason}, and no domain recognises its name or content (installed: road); try: --domain NAME"
    )
    told = str(raised.value).replace("null character in path", "null byte")  # as CPython 3.13 and later have it
    assert told == wanted


def test_guessing_an_empty_file(site, tmp_path):
    (tmp_path / "empty").touch()
    with pytest.raises(BadInput, match=r"empty: no domain recognises its name or content \(installed: none\)"):
        guess_domain(tmp_path / "empty")


@pytest.mark.parametrize("domain", [None, "road"])
def test_empty_text_is_no_path(site, domain):
    with pytest.raises(BadInput, match=r"^'' is not the path of a file; give its name$"):
        load("", domain)


def test_guessing_for_what_is_no_path(site):
    with pytest.raises(BadInput, match="which domain reads a list"):
        load([1, 2])


def test_a_solver_in_a_file_is_searched_in_python() -> None:
    with pytest.raises(
        BadInput, match=r"^knights\.py:board: a solver in a Python file .*; search it in Python: solver\.search\(start\)$"
    ):
        guess_domain("knights.py:board")


def test_a_file_of_a_plugin_that_is_not_installed(site):
    """The message names the plugin, and the command that installs it."""
    with pytest.raises(BadInput, match=r"map\.osm\.pbf: .*; genastar-roads does; try: pip install 'genastar\[roads\]'"):
        load("map.osm.pbf")


def test_the_plugins_of_suffixes_are_right():
    infos = {name: row.info for name, row in list_domains().items() if row.info is not None}
    for name, suffixes in FILES_OF_PARTS.items():
        if name in infos:
            assert set(suffixes) <= set(infos[name].suffixes), name
