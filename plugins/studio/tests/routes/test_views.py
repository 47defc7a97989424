"""What views tell besides places: costs to all of them, ends that are connected, itineraries, levels, boards; in any domain."""

from __future__ import annotations

import gzip
import json
from array import array
from collections.abc import Iterable, Sequence
from io import BytesIO
from math import inf
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from attrs import frozen
from litestar.testing import TestClient
from PIL import Image

from genastar import AStar, Cost, Domain, Node, OpenList, load
from genastar.authoring import DomainInfo, Example
from genastar.worlds.view import Alternative, Board, Instruction, Itinerary, Levels, LineClass, Lines, View, check_place

WORLDS = "/api/v1/worlds"
PLUGINS = Path(__file__).parents[3]
FORD = PLUGINS / "hexmap" / "tests" / "data" / "ford.map"


@frozen
class NoOptions:
    pass


@frozen
class Hops(AStar[int, Cost[int]]):
    """Along a chain of stations, except over a gap."""

    goal: int
    size: int
    gap: int

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for station in (node.position - 1, node.position + 1):
            if 0 <= station < self.size and {node.position, station} != {self.gap, self.gap + 1}:
                open_list.relax(station, node.cost.travelled + 2)

    def is_destination(self, position: int) -> bool:
        return position == self.goal


@frozen(eq=False)
class ChainView(View[int, int]):
    """Stations as points, lines of two classes between them."""

    chain: Chain

    @property
    def shape(self) -> Lines:
        size = self.chain.size
        return Lines(
            points=array("f", [part for station in range(size) for part in (10.0 * station, 0.0)]).tobytes(),
            ends=array("i", [end for station in range(size - 1) for end in (station, station + 1)]).tobytes(),
            classes=(LineClass("tram"), LineClass("express", 2.5, (200, 0, 0))),
            line_classes=bytes(station % 2 for station in range(size - 1)),
        )

    @property
    def unit(self) -> float:
        return 2.0

    @property
    def cost_unit(self) -> str:
        return "hops"

    @property
    def metres(self) -> float:
        return 50.0

    @property
    def levels(self) -> Levels:
        return Levels("height", bytes(range(self.chain.size)), 3, 4)

    def label(self, position: int) -> str:
        return f"station {position}"

    def itinerary(self, path: Sequence[int]) -> Itinerary:
        return Itinerary(f"{len(path) - 1} hops", (Instruction("get on", path[0], "a while"), Instruction("get off", path[-1])))

    def alternatives(self, start: int, goal: int, count: int) -> Sequence[Alternative[int]]:
        return [Alternative((start, goal), 3.0), Alternative((start, start + 1, goal), 4.5)][:count]

    def place(self, position: int) -> int:
        return position

    def position(self, place: int) -> int:
        return check_place(place, self.chain.size)


@frozen
class Chain(Domain[int, Cost[int], NoOptions]):
    """A third party's domain, which nobody here knows: stations 0 to 11, cut between 7 and 8."""

    info: ClassVar[DomainInfo] = DomainInfo("chain", "stations in a row", NoOptions, suffixes=(".chain",), api_version="1")
    size: int = 12
    gap: int = 7

    @classmethod
    def read(cls, source: object, options: NoOptions) -> Chain:
        return cls()

    @classmethod
    def examples(cls) -> Iterable[Example[int]]:
        yield Example(cls(), 0, (3,))

    def parse(self, text: str) -> int:
        return int(text.removeprefix("station "))

    def format(self, position: int) -> str:
        return str(position)

    def problem(self, goals: tuple[int, ...], starts: tuple[int, ...] = ()) -> Hops:
        return Hops(goals[0], self.size, self.gap)

    def price(self, cost: Cost[int], path: Sequence[int]) -> Cost[int]:
        return Cost(cost.travelled // 2, cost.travelled // 2, 0)

    def view(self) -> ChainView:
        return ChainView(self)

    def as_board(self) -> Board:
        return Board(4, 3, ("-", "."))


REGISTERED = (Chain,)


def sent(client: TestClient, name: str, content: bytes) -> dict:
    response = client.post(WORLDS, files={"file": (name, content)})
    assert response.status_code == 201, response.text
    return response.json()


def reach(client: TestClient, world: dict, **asked: object) -> list[float]:
    response = client.post(f"{WORLDS}/{world['id']}/reach", json=asked)
    assert response.status_code == 200, response.text
    return array("f", response.content).tolist()


@pytest.fixture
def chain(client: TestClient) -> dict:
    return sent(client, "x.chain", b"a chain")


def test_a_view_of_a_third_party_is_told_whole(client: TestClient, chain: dict) -> None:
    view = chain["view"]
    assert (view["kind"], view["unit"], view["cost_unit"], view["metres"], view["labels"]) == ("lines", 2.0, "hops", 50.0, True)
    assert view["classes"] == [
        {"name": "tram", "width": 1.0, "colour": None}, {"name": "express", "width": 2.5, "colour": [200, 0, 0]},
    ]  # fmt: skip
    assert view["levels"] == {"option": "height", "threshold": 3, "suggested": 4, "is_free_above": True}
    assert chain["board"] == {"width": 4, "height": 3, "empty": ["-", "."]}
    parts = {part: client.get(f"{WORLDS}/{chain['id']}/view/{part}").content for part in ("line_classes", "levels")}
    assert parts == {"line_classes": bytes(each % 2 for each in range(11)), "levels": bytes(range(12))}
    told = client.get(f"{WORLDS}/{chain['id']}/position", params={"position": "station 5"}).json()
    assert told == {"place": 5, "position": "5", "label": "station 5"}


def test_an_answer_has_its_itinerary(client: TestClient, chain: dict) -> None:
    url = f"{WORLDS}/{chain['id']}/solve"
    found = client.post(url, json={"start": {"place": 2}, "goals": [{"place": 6}]}).json()
    assert found["itinerary"] == {
        "summary": "4 hops",
        "instructions": [{"text": "get on", "length": "a while", "place": 2}, {"text": "get off", "length": "", "place": 6}],
    }
    assert client.post(url, json={"start": {"place": 2}, "goals": [{"place": 9}]}).json()["itinerary"] is None


def test_alternatives_are_those_of_the_view(client: TestClient, chain: dict) -> None:
    assert chain["view"]["alternatives"] is True
    url = f"{WORLDS}/{chain['id']}/alternatives"
    found = client.post(url, json={"start": "2", "goal": {"place": 5}}).json()["paths"]
    assert [(each["cost"], each["places"], each["points"]) for each in found] == [(3, [2, 5], None), (4.5, [2, 3, 5], None)]
    assert [each["itinerary"]["summary"] for each in found] == ["1 hops", "2 hops"]
    assert len(client.post(url, json={"start": "2", "goal": "5", "count": 1}).json()["paths"]) == 1


@pytest.mark.parametrize(
    "asked", [{}, {"start": "2"}, {"start": "2", "goal": {"place": 12}}, {"start": "2", "goal": "5", "count": 0},
              {"start": "2", "goal": "5", "count": 11}, {"start": "2", "goal": "5", "speed": 1}]
)  # fmt: skip
def test_no_alternatives(client: TestClient, chain: dict, asked: dict) -> None:
    response = client.post(f"{WORLDS}/{chain['id']}/alternatives", json=asked)
    assert response.status_code == 422
    assert "\n" not in response.json()["detail"]


def test_no_alternatives_where_the_view_has_none(client: TestClient) -> None:
    world = sent(client, "ford.map", FORD.read_bytes())
    assert world["view"]["alternatives"] is False
    response = client.post(f"{WORLDS}/{world['id']}/alternatives", json={"start": "2,4", "goal": "7,4"})
    assert response.status_code == 404


def test_a_front_has_all_numbers_of_each_path(client: TestClient) -> None:
    world = sent(client, "ford.map", FORD.read_bytes())
    assert world["view"]["fronts"] is True
    url = f"{WORLDS}/{world['id']}"
    asked = {"start": "2,4", "options": {"metric": "cost,length"}}
    found = client.post(f"{url}/alternatives", json={"goal": "7,4", **asked}).json()
    assert [each["name"] for each in found["objectives"]] == ["cost", "length"]
    costs = [each["costs"] for each in found["paths"]]
    assert costs == sorted(costs)
    assert [each["cost"] for each in found["paths"]] == [first for first, _ in costs]
    solved = client.post(f"{url}/solve", json={"goals": ["7,4"], **asked}).json()
    assert (solved["cost"], solved["places"]) == (costs[0], found["paths"][0]["places"])


def test_the_cost_to_each_place(client: TestClient, chain: dict) -> None:
    assert reach(client, chain, start={"place": 5}) == [5, 4, 3, 2, 1, 0, 1, 2, inf, inf, inf, inf]
    assert reach(client, chain, start={"place": 5}, within=4) == [inf, inf, inf, 2, 1, 0, 1, 2, inf, inf, inf, inf]  # of g
    assert reach(client, chain, start="9") == [inf] * 8 + [1, 0, 1, 2]


def test_the_cost_to_each_place_is_that_of_a_search(client: TestClient) -> None:
    """In a domain with states that are not positions."""
    world = sent(client, "ford.map", FORD.read_bytes())
    start = {"place": client.get(f"{WORLDS}/{world['id']}/ends").json()["start"]}
    costs = reach(client, world, start=start)
    assert len(costs) == world["view"]["size"]
    url, compared = f"{WORLDS}/{world['id']}/solve", 0
    for place, cost in enumerate(costs):
        if client.get(f"{WORLDS}/{world['id']}/position", params={"place": place}).status_code != 200:
            assert cost == inf
            continue
        found = client.post(url, json={"start": start, "goals": [{"place": place}], "engine": "interpreted"}).json()
        assert found["cost"] == (None if cost == inf else cost)
        compared += cost < inf
    assert compared > 10


@pytest.mark.parametrize(
    "asked", [{}, {"start": {"place": 12}}, {"start": {"place": -1}}, {"start": "1", "within": -1}, {"start": "1", "speed": 2}]
)
def test_no_costs(client: TestClient, chain: dict, asked: dict) -> None:
    response = client.post(f"{WORLDS}/{chain['id']}/reach", json=asked)
    assert response.status_code == 422
    assert "\n" not in response.json()["detail"]


def test_no_costs_without_places(client: TestClient) -> None:
    world = client.post(WORLDS, json={"source": "numbers.endless"}).json()
    response = client.post(f"{WORLDS}/{world['id']}/reach", json={"start": "3"})
    assert (response.status_code, response.json()["detail"]) == (
        422, "endless has no places, so the cost to each of them is not known",
    )  # fmt: skip
    assert client.get(f"{WORLDS}/{world['id']}/ends").json() == {"start": None, "goals": []}


def test_ends_are_connected(client: TestClient, chain: dict) -> None:
    url = f"{WORLDS}/{chain['id']}/ends"
    assert client.get(url, params={"start": 1, "goal": 4}).json() == {"start": 1, "goals": [4]}  # as they were
    assert client.get(url, params={"start": 1, "goal": 9}).json() == {"start": 1, "goals": [7]}  # far from the start
    assert client.get(url, params={"start": 9, "goal": 9}).json() == {"start": 9, "goals": [9]}
    found = client.get(url).json()
    assert {found["start"], *found["goals"]} == {0, 7}  # the ends of the larger part


def test_ends_of_a_map_whose_players_cannot_meet(client: TestClient) -> None:
    """A Wesnoth map, packed: water between the players, and a shore at the first one's."""
    rows = [["Gg"] * 9 for _ in range(9)]
    for row in rows:
        row[5] = "Wo"
    rows[4][2], rows[4][7] = "1 Kh", "2 Kh"
    world = sent(client, "sea.map.gz", gzip.compress("\n".join(", ".join(row) for row in rows).encode()))
    assert (world["domain"], world["start"], world["goals"]) == ("hexmap", "2,4", ["7,4"])
    found = client.get(f"{WORLDS}/{world['id']}/ends").json()
    solved = client.post(
        f"{WORLDS}/{world['id']}/solve", json={"start": {"place": found["start"]}, "goals": [{"place": found["goals"][0]}]}
    )
    assert solved.json()["outcome"] == "found"
    assert client.get(f"{WORLDS}/{world['id']}/position", params={"place": found["start"]}).json()["position"] == "2,4"


def test_a_world_without_any_two_connected_places_has_its_own_ends(client: TestClient) -> None:
    world = sent(client, "x.csv", b"1,0\n0,1\n")
    assert client.get(f"{WORLDS}/{world['id']}/ends").json()["goals"] in ([], [3])


def test_a_copy_under_other_options(client: TestClient) -> None:
    image = np.full((3, 4), 200, np.uint8)
    image[1, 1:3] = 90
    out = BytesIO()
    Image.fromarray(image).save(out, "PNG")
    world = sent(client, "city.png", out.getvalue())
    levels = world["view"]["levels"]
    assert (levels["option"], world["options"]["threshold"]) == ("threshold", levels["threshold"])
    assert 90 < levels["threshold"] == levels["suggested"] <= 200
    assert client.get(f"{WORLDS}/{world['id']}/view/levels").content == image.tobytes()
    other = client.post(WORLDS, json={"copy": world["id"], "options": {"threshold": 50}}).json()
    assert other["view"]["levels"]["threshold"] == other["options"]["threshold"] == 50
    walls = [array("d", client.get(f"{WORLDS}/{each['id']}/view/values").content).count(0) for each in (world, other)]
    assert walls == [2, 0]
    assert client.post(WORLDS, json={"copy": world["id"], "options": {"threshold": 0}}).status_code == 422


def test_a_puzzle_is_a_board() -> None:
    puzzle = load([[3, 1, 2], [0, 4, 5]], "puzzle")
    board = puzzle.as_board()
    assert board == Board(3, 2)
    rows = puzzle.format(puzzle.default_starts()[0]).split(" / ")
    assert [len(row.split()) for row in rows] == [3, 3]
    assert load(FORD).as_board() is None


def test_where_a_large_unit_fits_and_its_form(client: TestClient) -> None:
    world = client.post(WORLDS, json={"blank": {"domain": "grid", "width": 4, "height": 3}}).json()
    address = f"{WORLDS}/{world['id']}"
    assert world["view"]["sizes"] is True
    assert "as large as one place" in client.post(f"{address}/fits", json={}).json()["detail"]
    assert client.post(f"{address}/solve", json={"start": "0,0", "goals": ["3,2"]}).json()["unit_form"] is None
    client.patch(address, json={"version": 0, "paint": [[6, 0]]})
    large = {"options": {"unit": "2x2"}}
    assert [*client.post(f"{address}/fits", json=large).content] == [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    clearances = [client.post(f"{address}/clearance", json=large | {"place": place}).json() for place in (0, 1, 6)]
    assert clearances == [{"clearance": "2x2"}, {"clearance": "1x1"}, {"clearance": ""}]
    assert "outside" in client.post(f"{address}/clearance", json=large | {"place": 12}).json()["detail"]
    form = client.post(f"{address}/solve", json=large | {"start": "0,0", "goals": ["0,1"]}).json()["unit_form"]
    assert form == {"size": "2x2", "outline": [[-0.5, -0.5], [1.5, -0.5], [1.5, 1.5], [-0.5, 1.5]], "layers": 1}


def test_a_view_and_its_positions_under_other_options(client: TestClient) -> None:
    world = client.post(WORLDS, json={"blank": {"domain": "grid", "width": 4, "height": 3}}).json()
    url, wide = f"{WORLDS}/{world['id']}", {"options": json.dumps({"unit": "2x2"})}
    plain, shaded = (client.get(f"{url}/view/colours", params=params) for params in ({}, wide))
    assert plain.headers["ETag"] != shaded.headers["ETag"]
    assert plain.content != shaded.content
    assert client.get(f"{url}/position", params={"place": 11}).status_code == 200
    for params in ({"place": 11}, {"position": "3,2"}):
        assert "no room for a unit of 2x2" in client.get(f"{url}/position", params=params | wide).json()["detail"]
    assert client.get(f"{url}/ends", params={"start": 0, "goal": 11}).json() == {"start": 0, "goals": [11]}
    assert client.get(f"{url}/ends", params={"start": 0, "goal": 11} | wide).json()["goals"] != [11]
    for wrong in ("{", "[]", '{"unit": "x"}'):
        assert client.get(f"{url}/position", params={"place": 0, "options": wrong}).status_code == 422
