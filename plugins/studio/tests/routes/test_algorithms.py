"""Algorithms over HTTP: the list, questions that name one, and what is refused; in a world of pixels."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from litestar.testing import TestClient

from genastar import Domain, Trace, load
from genastar.algorithm import find_algorithm, list_algorithm_names
from genastar.cli.answer import format_json
from genastar.cli.app import run
from genastar_studio.answers.trace_file import read_trace
from genastar_studio.app import make_app
from genastar_studio.questions.options import make_algorithm
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

pytest.importorskip("genastar_bitmap")

API = "/api/v1"
ROWS = (
    "..........",
    ".########.",
    "........#.",
    "#######.#.",
    "..........",
)
FAST = {"engine": "interpreted"}
WEIGHTED = {"algorithm": "weighted", "algorithm_options": {"weight": 3}}

QUESTIONS: list[dict[str, Any]] = [
    {},
    {"algorithm": "auto"},
    {"algorithm": "dijkstra"},
    WEIGHTED,
    {"algorithm": "greedy", "algorithm_options": {}},
    {"algorithm": "breadth-first"},
    {"algorithm": "deepening", "algorithm_options": {"by": "steps", "step": 2}},
    {"algorithm": "deepening", "algorithm_options": {"step": 2.5}},
]


@pytest.fixture
def picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    image = pytest.importorskip("PIL.Image").new("L", (len(ROWS[0]), len(ROWS)))
    image.putdata([255 * (sign == ".") for row in ROWS for sign in row])
    image.save(tmp_path / "maze.png")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "maze.png"


@pytest.fixture
def client(picture: Path) -> Any:
    with TestClient(make_app(Settings(), Sources.of([picture])), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def world(client: TestClient) -> str:
    return f"{API}/worlds/{client.post(f'{API}/worlds', json={'source': 'maze.png'}).json()['id']}"


def own(domain: Domain[Any, Any, Any, Any], question: dict[str, Any], observer: Any = None) -> dict[str, Any]:
    """The domain's own answer."""
    algorithm = make_algorithm(question.get("algorithm", "auto"), question.get("algorithm_options", {}))
    return format_json(domain, domain.search(algorithm=algorithm, engine="interpreted", observer=observer))


def test_the_list_is_that_of_the_command_line(client: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["algorithms", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)["algorithms"]
    listed = client.get(f"{API}/algorithms").json()
    assert {"astar", "weighted", "both-ways"} <= {each["name"] for each in listed}
    assert [{**each, "options": None} for each in listed] == [{**each, "options": None} for each in printed]
    for each, row in zip(listed, printed, strict=True):
        properties = each["options"]["properties"]
        shown = {option["name"]: option["help"] for option in row["options"] if option["name"] in properties}
        assert {name: option["description"] for name, option in properties.items()} == shown


@pytest.mark.parametrize("name", list_algorithm_names())
def test_a_schema_is_that_of_the_fields(name: str, client: TestClient) -> None:
    (schema,) = (each["options"] for each in client.get(f"{API}/algorithms").json() if each["name"] == name)
    jsonschema_rs.meta.validate(schema)
    defaults = {key: each["default"] for key, each in schema["properties"].items()}
    jsonschema_rs.validate(schema, defaults)
    assert make_algorithm(name, defaults) == make_algorithm(name, {}) == find_algorithm(name)()


def test_a_number_of_two_types_is_a_number(client: TestClient) -> None:
    schemas = {each["name"]: each["options"]["properties"] for each in client.get(f"{API}/algorithms").json()}
    assert schemas["deepening"]["step"] == {
        "type": "number",
        "default": 1,
        "description": "rise of the bound per round, in units of cost or in steps",
    }
    assert schemas["deepening"]["by"]["enum"] == ["cost", "steps"]
    assert schemas["weighted"]["weight"]["type"] == ["number", "string"]  # a fraction is text


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_is_the_domains_own(client: TestClient, world: str, picture: Path, question: dict[str, Any]) -> None:
    answer = client.post(f"{world}/solve", json=FAST | question).json()
    expected = own(load(picture), question)
    assert {key: answer[key] for key in expected if key != "seconds"} == {k: v for k, v in expected.items() if k != "seconds"}
    assert answer["algorithm"] == question.get("algorithm", "auto").replace("auto", "astar")
    assert bool(answer["why"]) == (question.get("algorithm", "auto") == "auto")
    assert len(answer["costs"]) == len(answer["path"])
    assert answer["costs"][-1] == answer["cost"]
    (same,) = client.post(f"{world}/batch", json={"questions": [{}]} | FAST | question).json()["answers"]
    assert {**same, "seconds": 0} == {**answer, "seconds": 0}


def test_the_bound_is_that_of_the_options(client: TestClient, world: str) -> None:
    bounds = [client.post(f"{world}/solve", json=FAST | each).json()["bound"] for each in QUESTIONS]
    assert bounds == [1, 1, 1, 3, None, None, None, 1]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"algorithm": "warp"}, "algorithm is 'warp'; expected one of auto, "),
        ({"algorithm": "x" * 5000}, "; expected one of auto, "),
        ({"algorithm": ""}, "algorithm is ''; expected one of auto, "),
        ({"algorithm": 3}, "$.algorithm"),
        ({"algorithm": None}, "$.algorithm"),
        ({"algorithm_options": []}, "$.algorithm_options"),
        (
            {"algorithm_options": {"weight": 2}},
            "algorithm_options weight: auto has no options",
        ),
        (
            {"algorithm": "astar", "algorithm_options": {"weight": 2}},
            "algorithm_options weight: astar has no such option; it has: none",
        ),
        (
            {"algorithm": "weighted", "algorithm_options": {"wait": 2}},
            "algorithm_options wait: weighted has no such option; it has: weight",
        ),
        (
            {"algorithm": "weighted", "algorithm_options": {"weight": True}},
            "algorithm_options weight=true: expected",
        ),
        ({"algorithm": "weighted", "algorithm_options": {"weight": None}}, "weight=null: expected a number"),
        ({"algorithm": "weighted", "algorithm_options": {"weight": 0.5}}, "expected a finite number of at least 1"),
        ({"algorithm": "weighted", "algorithm_options": {"weight": "a/b"}}, "expected a number"),
        ({"algorithm": "deepening", "algorithm_options": {"by": "turns"}}, 'by="turns": expected one of cost, steps'),
        ({"algorithm": "deepening", "algorithm_options": {"by": "steps", "step": 0.5}}, "it must be a whole number"),
        ({"algorithm": "depth-first", "reopen": True}, "leave out reopen"),
        ({"options": {"algorithm": "astar"}}, "options algorithm: bitmap has no such option"),
    ],
)
def test_what_is_refused(client: TestClient, world: str, question: dict[str, Any], told: str) -> None:
    response = client.post(f"{world}/solve", json=FAST | question)
    assert response.status_code == 422, response.text
    detail = response.json()["detail"]
    assert told in detail
    assert "\n" not in detail
    assert len(detail) < 200 + len(", ".join(list_algorithm_names()))  # what was asked is not repeated in full
    with client.websocket_connect(f"{world}/trace") as socket:
        socket.send_json({"ask": FAST | question})
        frame = socket.receive_json()
    assert (frame["problem"]["status"], frame["problem"]["detail"]) == (422, detail.replace("$.", "$.ask.", 1))


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_stream_and_the_file_of_a_trace(client: TestClient, world: str, picture: Path, question: dict[str, Any]) -> None:
    trace = Trace[object, Any]()
    expected = own(load(picture), question, trace)
    kinds = "".join(event.kind.value[0] for event in trace.events)
    heard = ""
    with client.websocket_connect(f"{world}/trace") as socket:
        socket.send_json({"ask": FAST | question})
        while "answer" not in (frame := socket.receive_json()):
            heard += frame.get("events", {}).get("kind", "")
    assert heard == kinds
    assert [frame["answer"][key] for key in ("algorithm", "why", "bound", "costs", "expanded")] == [
        expected[key] for key in ("algorithm", "why", "bound", "costs", "expanded")
    ]
    exported = client.post(f"{world}/export", json={"format": "trace", "question": FAST | question})
    file = read_trace(exported.content)
    assert (file.events.kind, file.answer["algorithm"]) == (kinds, expected["algorithm"])
    assert question.get("algorithm_options", {}).items() <= file.algorithm_options.items()


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_lines_ask_the_same(client: TestClient, world: str, picture: Path, question: dict[str, Any]) -> None:
    found = client.post(f"{world}/commands", json=FAST | question).json()
    expected = own(load(picture), question)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        run([*shlex.split(found["shell"])[1:], "--json"])
    told = json.loads(out.getvalue())
    keys = [key for key in expected if key != "seconds"]
    assert [told[key] for key in keys] == [expected[key] for key in keys]
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(found["python"], "lines", "exec"), names)
    assert format_json(load(picture), names["result"]) | {"seconds": 0} == expected | {"seconds": 0}


def test_lines_name_what_is_not_the_default(client: TestClient, world: str) -> None:
    found = client.post(f"{world}/commands", json=FAST | WEIGHTED).json()
    assert found["shell"].endswith(" --algorithm weighted --algorithm-option weight=3.0 --engine interpreted")
    assert "from genastar.algorithms import Weighted\n" in found["python"]
    assert "algorithm=Weighted(weight=3.0)" in found["python"]
    found = client.post(f"{world}/commands", json=FAST | {"algorithm": "dijkstra"}).json()
    assert "algorithm='dijkstra'" in found["python"]
    found = client.post(f"{world}/commands", json=FAST).json()
    assert "algorithm" not in found["python"] + found["shell"]


def test_the_estimate_of_an_algorithm(client: TestClient, world: str) -> None:
    plain, weighted = (client.post(f"{world}/heuristic", json=FAST | how).json() for how in ({}, WEIGHTED))
    assert (plain["verdict"], plain["admissible"], plain["consistent"]) == ("optimal", True, True)
    assert weighted["admissible"] is False
    assert weighted["cost"] >= plain["cost"] == weighted["optimum"]


def test_openapi_describes_them(client: TestClient) -> None:
    found = client.get(f"{API}/openapi.json").json()
    schemas = found["components"]["schemas"]
    for name in ("SearchQuestion", "Batch", "EstimateQuestion"):
        assert schemas[name]["properties"]["algorithm"] == {"type": "string", "default": "auto"}
        assert schemas[name]["properties"]["algorithm_options"]["type"] == "object"
    listed = found["paths"][f"{API}/algorithms"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert listed["items"]["$ref"].endswith("/AlgorithmShown")


def test_cancelled_before_it_began(client: TestClient, world: str) -> None:
    from genastar_studio.answers.answer import answer_of_cancelled
    from genastar_studio.worlds.client_worlds import ClientWorld, WorldContents

    domain = load(Path("maze.png"))
    nothing = answer_of_cancelled(ClientWorld("maze.png", WorldContents.of(domain, domain.options)), "weighted", "auto")
    assert (nothing["outcome"], nothing["algorithm"], nothing["bound"], nothing["costs"]) == ("cancelled", "weighted", None, [])
    assert set(nothing) == set(client.post(f"{world}/solve", json=FAST).json())
