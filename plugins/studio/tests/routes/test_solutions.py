"""Questions over HTTP: answers as the domain's own, options, limits, budgets, batches, matrices, clients at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import httpx
import pytest
from litestar.testing import TestClient

from genastar import BadInput, Limits, load
from genastar.algorithms import Weighted
from genastar.cli.answer import format_json
from genastar_studio.questions.question import AskedLimits, make_limits
from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources
from genastar_studio.worlds.client_worlds import ClientWorld, WorldContents

WORLDS = "/api/v1/worlds"
ALL = {"engine": "interpreted"}
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def maze(client: TestClient) -> str:
    return f"{WORLDS}/{client.post(WORLDS, json={'source': 'maze.txt'}).json()['id']}"


@pytest.fixture
def endless(client: TestClient) -> str:
    return f"{WORLDS}/{client.post(WORLDS, json={'source': 'numbers.endless'}).json()['id']}"


@pytest.mark.parametrize(
    ("options", "algorithm"),
    [({}, "auto"), ({"directions": "4"}, "dijkstra"), ({}, Weighted(3)), ({"diagonals": "always", "turn": 0.5}, "auto")],
)
def test_an_answer_is_the_domains_own(
    client: TestClient, maze: str, sources: Sources, options: dict, algorithm: Weighted | str
) -> None:
    weighted = {"algorithm": "weighted", "algorithm_options": {"weight": 3}}
    how = {"algorithm": algorithm} if isinstance(algorithm, str) else weighted
    answer = client.post(f"{maze}/solve", json={"options": options} | how | ALL).json()
    grid = load(sources.by_name["maze.txt"].path, **options)
    result = grid.search(algorithm=algorithm, engine="interpreted")
    expected = format_json(grid, result)
    assert {key: answer[key] for key in expected if key != "seconds"} == {k: v for k, v in expected.items() if k != "seconds"}
    view = grid.view()
    assert answer["places"] == [view.place(position) for position in result.path]
    assert (answer["start_place"], answer["goal_places"], answer["closest_place"]) == (0, [48], 48)
    assert answer["path_to_closest"] == answer["path"]
    assert answer["places_to_closest"] == answer["places"]


def test_positions_as_text_and_as_places(client: TestClient, maze: str) -> None:
    by_text = client.post(f"{maze}/solve", json={"start": "9,0", "goals": ["0,4", "9,2"]} | ALL).json()
    by_place = client.post(f"{maze}/solve", json={"start": {"place": 9}, "goals": [{"place": 40}, {"place": 29}]} | ALL).json()
    by_text.pop("seconds"), by_place.pop("seconds")
    assert by_text == by_place
    assert by_text["path"][-1] == "9,2"
    assert by_text["goal_places"] == [40, 29]


def test_an_unreachable_goal(client: TestClient, maze: str) -> None:
    copy = client.post(WORLDS, json={"copy": maze.rpartition("/")[2]}).json()
    client.patch(f"{WORLDS}/{copy['id']}", json={"version": 0, "paint": [[30, 0], [40, 0], [21, 0], [10, 0], [11, 0], [1, 0]]})
    answer = client.post(f"{WORLDS}/{copy['id']}/solve", json=ALL).json()
    assert (answer["outcome"], answer["cost"], answer["path"], answer["places"]) == ("unreachable", None, [], [])
    assert answer["closest_place"] == 0
    assert answer["start_place"] == 0


@pytest.mark.parametrize(
    "question",
    [
        {"start": "5,0"},
        {"start": "99,0"},
        {"start": 17},
        {"start": {"place": "17"}},
        {"start": {"place": 17, "more": 1}},
        {"goals": "8,4"},
        {"goals": ["here"]},
        {"engine": "warp"},
        {"engine": 3},
        {"reopen": 1},
        {"options": {"diagonal_factor": 0}},
        {"options": {"diagonal_factor": True}},
        {"options": {"diagonal_factor": None}},
        {"options": []},
        {"limits": {"seconds": 61}},
        {"limits": {"seconds": -1}},
        {"limits": {"expansions": 1_000_001}},
        {"limits": {"expansions": 1.5}},
        {"limits": {"cost": "?"}},
        {"limits": {"turns": 3}},
        {"nothing": 3},
        [],
        3,
    ],
)
def test_bad_questions(client: TestClient, maze: str, question: object) -> None:
    response = client.post(f"{maze}/solve", json=question)
    assert response.status_code == 422, response.text
    problem = response.json()
    assert (problem["status"], problem["type"]) == (422, "about:blank")
    assert problem["detail"]
    assert "\n" not in problem["detail"]


def test_limits(client: TestClient, maze: str, endless: str) -> None:
    assert client.post(f"{maze}/solve", json={"limits": {"expansions": 2}} | ALL).json()["outcome"] == "limit"
    assert client.post(f"{maze}/solve", json={"limits": {"cost": 3}} | ALL).json()["outcome"] == "limit"
    own = client.post(f"{endless}/solve", json={"goals": ["9999999"], "limits": {"seconds": 0.1}} | ALL)
    assert (own.status_code, own.json()["outcome"]) == (200, "timeout")


class TestBudgets:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(port=0, seconds=0.4, searches=2, body=5000, questions=3)

    def test_time(self, client: TestClient, endless: str, service: Service, wait_for: Callable) -> None:
        response = client.post(f"{endless}/solve", json={"goals": ["9999999"]} | ALL)
        assert response.status_code == 408
        assert "0.4 seconds" in response.json()["detail"]
        long_steps = client.post(f"{endless}/solve", json={"goals": ["9999999"], "options": {"pause": 2.0}} | ALL)
        assert long_steps.status_code == 408, "a search that does not look at the clock is not waited for"
        assert service.searches.running == 1, "it holds its place until it ends"
        wait_for(lambda: service.searches.running == 0)

    def test_body(self, client: TestClient, maze: str) -> None:
        assert client.post(f"{maze}/solve", content=b" " * 5001).status_code == 413
        assert client.post(f"{maze}/solve", content=iter([b" " * 1000] * 6)).status_code == 413, "without a length, too"

    def test_questions(self, client: TestClient, maze: str) -> None:
        assert client.post(f"{maze}/batch", json={"questions": [{}] * 4}).status_code == 422
        assert client.post(f"{maze}/batch", json={"questions": []}).status_code == 422


class TestClientsThatGoAway:
    """The time of a search is longer than any test: what ends it here is that its client went away."""

    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(port=0, seconds=600.0, searches=3)

    def test_searches_at_once(self, live: str, service: Service, wait_for: Callable) -> None:
        with httpx.Client(base_url=f"http://{live}", timeout=60) as client:
            world = client.post(WORLDS, json={"source": "numbers.endless"}).json()["id"]
            maze = client.post(WORLDS, json={"source": "maze.txt"}).json()["id"]
            with ExitStack() as here:
                for _ in range(3):
                    leaving = here.enter_context(closing(HTTPConnection(live)))
                    leaving.request("POST", f"{WORLDS}/{world}/solve", json.dumps({"goals": ["9999999"]} | ALL), JSON)
                wait_for(lambda: service.searches.running == 3)
                refused = client.post(f"{WORLDS}/{maze}/solve", json=ALL)
                assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
                assert client.get("/api/v1/health").status_code == 200, "the loop is free"
                assert client.get(f"{WORLDS}/{maze}").status_code == 200, "what takes a moment does not wait for searches"
                assert client.get(f"{WORLDS}/{maze}/view/colours").status_code == 200
                assert "genastar_searches_running 3.0" in client.get("/metrics").text
            wait_for(lambda: "genastar_searches_running 0.0" in client.get("/metrics").text)
            assert client.post(f"{WORLDS}/{maze}/solve", json=ALL).json()["outcome"] == "found"


def test_two_clients_at_once(live: str, sources: Sources) -> None:
    grid = load(sources.by_name["maze.txt"].path)

    def ask(first: int) -> list[tuple[object, object]]:
        with httpx.Client(base_url=f"http://{live}", timeout=30) as client:
            world = client.post(WORLDS, json={"source": "maze.txt"}).json()["id"]
            found = []
            for place in range(first, 50, 2):
                try:
                    start = grid.view().position(place)
                except BadInput:
                    continue
                answer = client.post(f"{WORLDS}/{world}/solve", json={"start": {"place": place}} | ALL).json()
                found.append((answer["cost"], grid.search(start, engine="interpreted").cost.travelled))
            return found

    with ThreadPoolExecutor(2) as clients:
        for found in clients.map(ask, range(2)):
            assert len(found) > 5
            assert all(told == expected for told, expected in found)


def test_a_batch(client: TestClient, maze: str) -> None:
    questions = [{"start": "9,0"}, {"start": "5,0"}, {}, {"goals": [{"place": 9}]}]
    response = client.post(f"{maze}/batch", json={"questions": questions, "options": {"directions": "4"}} | ALL)
    first, second, third, fourth = response.json()["answers"]
    assert second == {"outcome": "failed", "error": second["error"]}
    assert "5,0" in second["error"]
    for question, answer in ((questions[0], first), (questions[2], third), (questions[3], fourth)):
        alone = client.post(f"{maze}/solve", json=question | {"options": {"directions": "4"}} | ALL).json()
        assert {**alone, "seconds": 0} == {**answer, "seconds": 0}


def test_a_matrix(client: TestClient, service: Service) -> None:
    roads = pytest.importorskip("genastar_roads.model")
    town = next(iter(roads.Roads.examples())).domain
    world = service.worlds.add(ClientWorld("town", WorldContents.of(town, town.options)))
    response = client.post(
        f"{WORLDS}/{world.id}/matrix", json={"starts": ["10", "33"], "goals": ["33", "40"], "engine": "interpreted"}
    )
    costs = town.matrix([town.parse("10"), town.parse("33")], [town.parse("33"), town.parse("40")], engine="interpreted")
    expected = [[float(cost) if cost < float("inf") else None for cost in row] for row in costs]
    assert response.json() == {"costs": expected}
    assert expected[0][1] is None
    assert client.post(f"{WORLDS}/{world.id}/matrix", json={"starts": ["x"], "goals": ["33"]}).status_code == 422


def test_limits_are_the_budgets_unless_the_client_sets_less(settings: Settings) -> None:
    assert make_limits(AskedLimits(), settings) == Limits(expansions=settings.expansions, seconds=settings.seconds)
    assert make_limits(AskedLimits(cost="1/3", seconds=1.0, expansions=5), settings).expansions == 5
    assert make_limits(AskedLimits(cost=[1.0, 2.0]), settings).cost == (1.0, 2.0)


def test_messages_name_no_path_of_the_server(client: TestClient, maze: str, sources: Sources) -> None:
    copy = f"{WORLDS}/{client.post(WORLDS, json={'copy': maze.rpartition('/')[2]}).json()['id']}"
    folder = str(sources.by_name["maze.txt"].path.parent)
    for world in (maze, copy):
        for question in ({"start": "500,0"}, {"start": {"place": 5}}, {"goals": ["1,1"]}):
            refused = client.post(f"{world}/solve", json=question | ALL)
            assert refused.status_code == 422
            assert folder not in refused.text
            assert refused.json()["detail"].startswith("maze.txt: ")
