"""``heuristic``, ``export`` and ``commands`` over HTTP."""

import json

import pytest
from litestar.testing import TestClient

from genastar_studio.answers.trace_file import read_trace
from genastar_studio.app import make_app
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

pytest.importorskip("genastar_grid")

ART = "S....\n.###.\n....G"
FAST = {"engine": "interpreted"}


@pytest.fixture
def client(tmp_path):
    (tmp_path / "yard.txt").write_text(ART, encoding="utf-8")
    settings = Settings(events=2_000)
    with TestClient(make_app(settings, Sources.of([tmp_path / "yard.txt"])), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def world(client):
    made = client.post("/api/v1/worlds", json={"source": "yard.txt"})
    assert made.status_code == 201, made.text
    return f"/api/v1/worlds/{made.json()['id']}"


def test_the_estimate(client, world):
    answer = client.post(f"{world}/heuristic", json=FAST | {"options": {"heuristic": "manhattan", "diagonals": "always"}})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["verdict"], told["admissible"], told["complete"], told["unit"]) == ("optimal", False, True, 408.0)
    places = [place for place, _, _ in told["overestimates"]]
    assert len(places) == len(set(places)) > 0
    assert all(estimate > exact for _, estimate, exact in told["overestimates"])
    cut = client.post(f"{world}/heuristic", json=FAST | {"expansions": 3, "algorithm": "astar"}).json()
    assert (cut["complete"], cut["states"], cut["admissible"]) == (False, 3, None)


@pytest.mark.parametrize(
    ("method", "is_used"),
    [
        ("landmarks", True),
        ("hierarchy", False),
        pytest.param("hub-labels", False, marks=pytest.mark.long),  # its machine code takes seconds to compile
        pytest.param("first-moves", False, marks=pytest.mark.long),
    ],
)
def test_the_estimate_of_a_preparation(client, world, method, is_used):
    """Landmarks correct an estimate that is too high; the other methods search without one."""
    pytest.importorskip("genastar_prepare")
    asked = FAST | {"algorithm": method, "options": {"heuristic": "manhattan", "diagonals": "always"}}
    answer = client.post(f"{world}/heuristic", json=asked)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    sure = True if is_used else None
    assert (told["verdict"], told["admissible"], told["consistent"], told["overestimates"]) == ("optimal", sure, sure, [])


def test_the_estimate_of_a_world_without_places(client):
    pytest.importorskip("genastar_puzzle.model")
    made = client.post("/api/v1/worlds", files={"file": ("near.puzzle", b"1 2 3\n4 5 6\n0 7 8\n")}).json()
    asked = FAST | {"expansions": 2000, "algorithm": "astar"}
    told = client.post(f"/api/v1/worlds/{made['id']}/heuristic", json=asked).json()
    assert (told["verdict"], told["optimum"], told["overestimates"]) == ("optimal", 2.0, [])


@pytest.mark.parametrize("expansions", [0, -1, 10**9])
def test_how_much_is_looked_at_is_bounded(client, world, expansions):
    answer = client.post(f"{world}/heuristic", json={"expansions": expansions})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(f"expansions is {expansions:,}; give 1 to ")


def test_files(client, world):
    trace = client.post(f"{world}/export", json={"format": "trace", "question": FAST})
    assert trace.status_code == 200, trace.text
    assert trace.headers["content-type"] == "application/json"
    assert trace.headers["content-disposition"] == "attachment; filename*=UTF-8''yard.trace.json"
    assert read_trace(trace.content).answer["outcome"] == "found"
    png = client.post(f"{world}/export", json={"format": "png", "question": FAST})
    assert (png.headers["content-type"], png.content[:4]) == ("image/png", b"\x89PNG")
    text = client.post(f"{world}/export", json={"format": "txt", "question": FAST})
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    saved = client.post(f"{world}/export", json={"format": "scenario", "question": FAST})
    assert json.loads(saved.content)["genastar"] == "grid 1"
    again = client.post("/api/v1/worlds", files={"file": ("yard.genastar.json", saved.content)})
    assert (again.json()["start"], again.json()["goals"]) == ("0,0", ["4,2"])


def test_refusals(client, world):
    def refused(body, status=422):
        answer = client.post(f"{world}/export", json=body)
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
        return answer.json()["detail"]

    assert refused({"format": "exe"}).startswith("format 'exe' is not available for this world; expected one of ")
    assert "format" in refused({})
    assert "unknown field" in refused({"format": "png", "path": "/etc/passwd"})
    blank = client.post("/api/v1/worlds", json={"blank": {"domain": "grid", "width": 64, "height": 64}}).json()["id"]
    wide = {"start": "0,0", "goals": ["63,63"], "algorithm": "dijkstra"} | FAST
    answer = client.post(f"/api/v1/worlds/{blank}/export", json={"format": "trace", "question": wide})
    assert answer.json()["detail"] == ("the search has more than 2,000 events, the maximum of a file; limit its expansions")
    assert client.post("/api/v1/worlds/none/export", json={"format": "png"}).status_code == 404


def test_time_that_is_over(client, tmp_path):
    settings = Settings(seconds=0.001)
    (tmp_path / "yard.txt").write_text(ART, encoding="utf-8")
    with TestClient(make_app(settings, Sources.of([tmp_path / "yard.txt"])), base_url="http://127.0.0.1") as client:
        made = client.post("/api/v1/worlds", json={"blank": {"domain": "grid", "width": 300, "height": 300}})
        asked = {"start": "0,0", "goals": ["299,299"], "algorithm": "dijkstra"} | FAST
        answer = client.post(f"/api/v1/worlds/{made.json()['id']}/export", json={"format": "png", "question": asked})
        assert answer.status_code == 408


def test_lines(client, world):
    told = client.post(f"{world}/commands", json=FAST | {"options": {"diagonals": "never"}}).json()
    assert told == {
        "shell": "genastar solve yard.txt --to 4,2 --option diagonals=never --engine interpreted",
        "python": "import genastar\n\nworld = genastar.load('yard.txt', diagonals='never')\n"
        "result = world.search(None, [world.parse('4,2')], engine='interpreted')\nprint(result.outcome.value, result.cost)",
        "save": None,
    }
    copy = client.post("/api/v1/worlds", json={"copy": world.rpartition("/")[2]}).json()
    painted = client.patch(f"/api/v1/worlds/{copy['id']}", json={"version": 0, "paint": [[5, 0]]})
    assert painted.status_code == 200, painted.text
    told = client.post(f"/api/v1/worlds/{copy['id']}/commands", json=FAST).json()
    assert told["save"] == "yard.genastar.json"
    assert told["shell"].startswith(
        "# Save the world first, as yard.genastar.json.\ngenastar solve yard.genastar.json --from 0,0"
    )
    upload = client.post("/api/v1/worlds", files={"file": ("mine.txt", ART.encode())}).json()
    told = client.post(f"/api/v1/worlds/{upload['id']}/commands", json=FAST).json()
    assert told["shell"] == "genastar solve mine.txt --to 4,2 --engine interpreted"
    blank = client.post("/api/v1/worlds", json={"blank": {"domain": "grid", "width": 4, "height": 4}}).json()
    told = client.post(f"/api/v1/worlds/{blank['id']}/commands", json=FAST | {"start": "0,0", "goals": ["3,3"]}).json()
    assert told["save"].endswith(".genastar.json")
