"""No file of the server is read through it but its sources and its page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

import pytest
from litestar.testing import TestClient

import genastar_studio.routes.pages
import genastar_studio.server.page_files
from genastar import BadInput
from genastar.worlds.domain_registry import find_domain
from genastar_studio.worlds.fence import fence_thread

WORLDS = "/api/v1/worlds"
SECRET = "S..G"


def refused(client: TestClient, name: str, content: bytes, **data: str) -> str:
    response = client.post(WORLDS, files={"file": (name, content)}, data=data)
    assert response.status_code == 422, response.text
    return response.json()["detail"]


@pytest.mark.parametrize(
    "name",
    ["../secret.txt", "secret.txt", "./maze.txt", "maze.txt/", "MAZE.TXT", "/etc/passwd", "..%2fsecret.txt", "maze.txt\0"],
)
def test_sources_are_names(client: TestClient, tmp_path: Path, name: str) -> None:
    for wanted in (name, str(tmp_path / name)):
        response = client.post(WORLDS, json={"source": wanted})
        assert response.status_code == 404
        assert str(tmp_path) not in response.json()["detail"].replace(repr(wanted), "")


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [
        "/../settings.py",
        "/..%2fsettings.py",
        "/%2e%2e/settings.py",
        "/..\\settings.py",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/search/../../app.py",
        "/index.html%00.js",
        "/__init__.py",
        "/" + "x" * 5000,
    ],
)
def test_the_page_is_its_folder(client: TestClient, path: str) -> None:
    response = client.get(f"http://127.0.0.1{path}")
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"


def test_the_pages_links_lead_nowhere_else(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<p>hello")
    (page / "main.mjs").write_text("x")
    (tmp_path / "other.js").write_text("secret")
    (page / "link.js").symlink_to(tmp_path / "other.js")
    for module in (genastar_studio.routes.pages, genastar_studio.server.page_files):
        monkeypatch.setattr(module, "FOLDER", page)
    assert client.get("/link.js").status_code == 404
    first = client.get("/")
    assert (first.text, first.headers["content-type"]) == ("<p>hello", "text/html; charset=utf-8")
    assert client.get("/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    plain = client.get("/", headers={"Accept-Encoding": "identity"})
    assert ("content-encoding" in plain.headers, first.headers["content-encoding"]) == (False, "gzip")
    assert plain.text == first.text
    (page / "index.html").write_text("<p>changed")
    assert client.get("/index.html", headers={"If-None-Match": first.headers["ETag"]}).text == "<p>changed"
    assert client.get("/main.mjs").headers["content-type"].startswith("text/javascript")


def test_a_scenario_names_no_other_file(client: TestClient, tmp_path: Path) -> None:
    for name in (str(tmp_path / "secret.txt"), "../secret.txt", f"{tmp_path}/../{tmp_path.name}/maze.txt", "/etc/passwd"):
        scenario = {"genastar": "grid 1", "start": [0, 0], "goals": [[1, 0]], "map": name}
        detail = refused(client, "x.genastar.json", json.dumps(scenario).encode())
        assert "stand alone" in detail
        assert "root" not in detail
    own = {"genastar": "grid 1", "start": [0, 0], "goals": [[1, 0]], "map": "x.genastar.json"}
    refused(client, "x.genastar.json", json.dumps(own).encode())


def test_nor_does_a_map_of_a_robot(client: TestClient, tmp_path: Path) -> None:
    """Whether there is a file of that name is not told either."""
    (tmp_path / "secret.png").write_bytes(b"secret")
    for image in (tmp_path / "secret.png", "../secret.png", "../../etc/passwd", "/etc/passwd", "/no/such/file.png"):
        detail = refused(client, "x.yaml", f"image: {image}\nresolution: 1\norigin: [0, 0, 0]\n".encode())
        assert "stand alone" in detail
    alone = refused(client, "x.yaml", b"image: map.png\nresolution: 1\norigin: [0, 0, 0]\n")
    assert alone == "x.yaml: image: 'map.png' is missing; put it there, or correct the name, relative to this file"


def test_nor_does_a_map_of_tiles(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "secret.tsx").write_text("secret")
    for name in ("../secret.tsx", "../../no.tsx"):
        sizes = 'width="1" height="1" tilewidth="8" tileheight="8" hexsidelength="4"'
        head = f'<map orientation="hexagonal" {sizes}><tileset firstgid="1" source="{name}"/>'
        layer = '<layer width="1" height="1"><data encoding="csv">1</data></layer></map>'
        detail = refused(client, "x.tmx", (head + layer).encode())
        assert "stand alone" in detail


def test_nor_does_a_file_of_a_domain_of_which_nothing_is_known(client: TestClient, tmp_path: Path) -> None:
    assert "stand alone" in refused(client, "x.endless", f"include {tmp_path}/secret.txt".encode())
    assert "stand alone" in refused(client, "x.endless", b"include ../../../../../../etc/passwd")
    link = tmp_path / "link.endless"
    link.write_text("include secret.txt")
    with pytest.raises(BadInput, match="stand alone"), fence_thread(tmp_path / "sub", find_domain("endless")):
        (tmp_path / "secret.txt").read_text()
    assert (tmp_path / "secret.txt").read_text(), "outside of the fence, files are read as ever"


def test_temporary_files_of_the_reader(tmp_path: Path) -> None:
    with fence_thread(tmp_path, find_domain("endless")), TemporaryDirectory() as folder, NamedTemporaryFile() as file:
        (Path(folder) / "x").write_text("mine")
        assert (Path(folder) / "x").read_text() == "mine"
        assert Path(file.name).read_bytes() == b""
        with pytest.raises(BadInput, match="stand alone"):
            Path(folder).parent.joinpath("other").write_text("not mine")


def test_a_tileset_outside_of_a_tiled_map(client: TestClient, tmp_path: Path) -> None:
    pytest.importorskip("genastar_hexmap")
    (tmp_path / "x.tsx").write_text("<tileset/>")
    tiled = (
        '<map orientation="hexagonal" width="2" height="1" tilewidth="8" tileheight="8" hexsidelength="4" staggeraxis="x" '
        'staggerindex="odd"><tileset firstgid="1" source="../../../../../../../../..{}/x.tsx"/>'
        '<layer name="a" width="2" height="1"><data encoding="csv">1,1</data></layer></map>'
    )
    detail = refused(client, "x.tmx", tiled.format(tmp_path).encode())
    assert "stand alone" in detail


@pytest.mark.parametrize(("domain", "name"), [("roads", "kotka.osm.pbf"), ("roads", "bautzen.osm.gz"), ("hexmap", "ford.map")])
def test_real_files_are_read_inside_of_the_fence(client: TestClient, domain: str, name: str) -> None:
    pytest.importorskip(f"genastar_{domain}")
    path = Path(__file__).parents[3] / domain / "tests" / "data" / name
    if not path.exists():
        pytest.skip(f"{name} is not here")
    response = client.post(WORLDS, files={"file": (name, path.read_bytes())})
    assert response.status_code == 201, response.text
    assert response.json()["domain"] == domain


def test_messages_do_not_tell_where_files_lie(client: TestClient, tmp_path: Path) -> None:
    detail = refused(client, "x.endless", b"bad news")
    assert detail == "x.endless: this is bad: bad news"
    (tmp_path / "numbers.endless").write_text("bad now")
    response = client.post(WORLDS, json={"source": "numbers.endless"})
    assert response.json()["detail"] == "numbers.endless: this is bad: bad now"


def test_options_that_name_files_are_nobodys(client: TestClient, tmp_path: Path) -> None:
    world = client.post(WORLDS, json={"source": "maze.txt"}).json()
    question = {"algorithm": "jps-plus", "algorithm_options": {"table": str(tmp_path / "written")}}
    response = client.post(f"{WORLDS}/{world['id']}/solve", json=question)
    assert response.status_code == 422
    assert "table names a file" in response.json()["detail"]
    assert not (tmp_path / "written").exists()
    detail = refused(client, "x.endless", b"on", options=json.dumps({"hidden": "x"}))
    assert "hidden names a file" in detail


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.map.gz", b"\x1f\x8b" + b"\0" * 50),
        ("x.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50),
        ("x.npy", b"\x93NUMPY\x01\x00\x10\x00{'descr': '|O'"),
        ("x.genastar.json", b"[" * 100_000),
        ("x.csv", b"1,2\n1"),
        ("x.graphml", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><graphml>&x;</graphml>'),
        ("x.osm", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><osm>&x;</osm>'),
        ("x.tmx", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><map>&x;</map>'),
        ("x.vox", b"VOX "),
        ("x", b""),
    ],
)
def test_hostile_files(client: TestClient, name: str, content: bytes) -> None:
    assert "root:" not in refused(client, name, content)


def test_a_small_file_that_unpacks_to_much(client: TestClient) -> None:
    import gzip

    rows = "." * 5000 + "\n"
    bomb = gzip.compress(b"type octile\nheight 5000\nwidth 5000\nmap\n" + rows.encode() * 5000)
    assert len(bomb) < 200_000
    assert "more than 2,001,000 bytes; this server allows no more" in refused(client, "x.map.gz", bomb)


def test_a_file_that_is_opened_while_the_process_ends(tmp_path: Path) -> None:
    """Python clears the names of a module before it forgets the module's hooks."""
    code = """
import fractions, os, sys
from genastar_studio.worlds import fence

class Late:
    def __del__(self, opened=open, name=os.devnull):
        opened(name).close()

with fence.fence_thread(".", fractions.Fraction):
    pass
sys.kept = fence, fractions  # the names of modules that are kept are cleared, those of the last import first
fractions.late = Late()
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
