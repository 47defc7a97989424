"""The schemas of options: those of each installed domain, and those of all types that options may have."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import jsonschema_rs
import pytest
from attrs import Factory, field, frozen, validators
from litestar.testing import TestClient

from genastar import BadInput
from genastar.authoring import DomainInfo
from genastar.options.description import make_schema, options_to_json
from genastar.plugin import Ready
from genastar.worlds.domain_registry import find_domain, list_domains
from genastar_studio.questions.options import bound_options, change_options, make_options_of
from genastar_studio.routes.catalogue import find_canvas
from genastar_studio.server.settings import Settings

NAMES = [name for name, row in list_domains().items() if isinstance(row.state, Ready) and row.info is not None]


class Mood(Enum):
    GLAD = "glad"
    SAD = "sad"


@frozen
class Options:
    depth: int = field(default=3, validator=[validators.ge(1), validators.le(9)], metadata={"help": "how deep"})
    share: float = field(default=0.5, validator=validators.and_(validators.gt(0.0), validators.lt(1.0)))
    name: str | None = field(default=None, metadata={"picture": True})
    size: Literal[1, 2, "auto"] = 2
    corner: Literal["a", "b"] | None = "a"
    mood: Mood = Mood.GLAD
    kind: str = field(default="x", validator=validators.in_(["x", "y"]))
    pair: tuple[int, float] = (1, 2.0)
    words: tuple[str, ...] = ("a",)
    third: Fraction = Fraction(1, 3)
    loud: bool = False
    made: int = Factory(lambda: 7)
    where: Path = Path("x")
    table: str | None = field(default=None, metadata={"file": True})
    profile: str = field(default="car", metadata={"file": True, "names": ("car", "foot")})
    cells: int = field(default=100, metadata={"millions": "places"})


INFO = DomainInfo("made up", "for tests", Options, api_version="1")


def test_types_and_bounds() -> None:
    schema = make_schema(INFO)
    properties: dict[str, Any] = schema["properties"]  # type: ignore[assignment]
    assert list(properties)[:3] == ["depth", "share", "name"], "in the order of the options"
    assert properties["depth"] == {"type": "integer", "default": 3, "minimum": 1, "maximum": 9, "description": "how deep"}
    assert properties["share"] == {"type": "number", "default": 0.5, "exclusiveMinimum": 0.0, "exclusiveMaximum": 1.0}
    assert properties["name"] == {"type": ["string", "null"], "default": None, "x-picture": True}
    assert properties["size"] == {"type": ["integer", "string"], "enum": [1, 2, "auto"], "default": 2}
    assert properties["corner"] == {"type": ["string", "null"], "enum": ["a", "b", None], "default": "a"}
    assert properties["mood"] == {"type": "string", "enum": ["glad", "sad"], "default": "glad"}
    assert properties["kind"] == {"type": "string", "enum": ["x", "y"], "default": "x"}
    assert properties["pair"]["prefixItems"] == [{"type": "integer"}, {"type": "number"}]
    assert properties["words"] == {"type": "array", "items": {"type": "string"}, "default": ["a"]}
    assert properties["third"] == {"type": "string", "default": "1/3"}
    assert properties["loud"] == {"type": "boolean", "default": False}
    assert properties["made"] == {"type": "integer"}
    assert properties["cells"] == {"type": "integer", "default": 100, "maximum": 100}, "clients may not raise it"
    assert properties["profile"]["enum"] == ["car", "foot"]
    assert not {"where", "table"} & set(properties), "no client names files"
    jsonschema_rs.meta.validate(schema)


@pytest.mark.parametrize("name", NAMES)
def test_schemas_of_installed_domains(name: str) -> None:
    info = list_domains()[name].info
    assert info is not None
    schema = make_schema(info)
    jsonschema_rs.meta.validate(schema)
    defaults = {key: each["default"] for key, each in schema["properties"].items()}  # type: ignore[attr-defined]
    jsonschema_rs.validate(schema, defaults)
    options = make_options_of(info, defaults)
    assert options == info.options()
    jsonschema_rs.validate({**schema, "additionalProperties": True}, options_to_json(info, options))
    assert all("description" in each for each in schema["properties"].values())  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", NAMES)
def test_what_schemas_bound_the_options_refuse(name: str) -> None:
    """Enums and bounds in a schema are those of the options' validators: one step further is refused."""
    info = list_domains()[name].info
    assert info is not None
    for key, each in make_schema(info)["properties"].items():  # type: ignore[attr-defined]
        wrong: list[object] = [each["minimum"] - 1] if "minimum" in each else []
        wrong += [each["maximum"] + 1] if "maximum" in each else []
        wrong += ["none of these"] if "enum" in each else []
        wrong += [{"an": "object"}] if "array" in str(each) else [["a list"], {"an": "object"}]
        for value in wrong:
            with pytest.raises(BadInput, match=key):
                make_options_of(info, {key: value})


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("share", 0.25, 0.25),
        ("depth", 4, 4),
        ("size", "auto", "auto"),
        ("mood", "sad", Mood.SAD),
        ("pair", [3, 4], (3, 4.0)),
        ("words", [], ()),
        ("third", "2/3", Fraction(2, 3)),
        ("name", None, None),
        ("profile", "foot", "foot"),
        ("cells", 50, 50),
        ("where", "x", Path("x")),
    ],
)
def test_values(name: str, value: object, expected: object) -> None:
    found = getattr(make_options_of(INFO, {name: value}), name)
    assert found == expected
    assert type(found) is type(expected)
    assert options_to_json(INFO, make_options_of(INFO, {name: value}))[name] == value


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("depth", "4", "expected a whole number"),
        ("depth", 4.5, "expected a whole number"),
        ("depth", True, "expected a whole number"),
        ("depth", None, "expected a whole number"),
        ("share", "x", "expected a number"),
        ("loud", 1, "expected true or false"),
        ("mood", "angry", "expected one of glad, sad"),
        ("pair", [1], "2 values"),
        ("third", "a/b", "a fraction"),
        ("third", "1/0", "a fraction"),
        ("where", "y", "names a file"),
        ("table", "y", "names a file"),
        ("profile", "/etc/passwd", "names a file"),
        ("profile", ["car"], "names a file"),
        ("cells", 101, "clients may not raise it above 100"),
        ("nothing", 1, "options nothing: made up has no such option; "),
        ("x" * 1000, 1, "made up has no such option"),
    ],
)
def test_values_that_are_refused(name: str, value: object, told: str) -> None:
    with pytest.raises(BadInput, match=told) as caught:
        make_options_of(INFO, {name: value})
    assert len(str(caught.value)) < 400


def test_changes() -> None:
    options = make_options_of(INFO, {"depth": 5, "share": 0.1})
    assert change_options(INFO, options, {}) is options
    assert change_options(INFO, options, {"share": 0.2}) == Options(depth=5, share=0.2)
    small = bound_options(INFO, options, Settings(places=2_500_000))
    assert small == Options(depth=5, share=0.1, cells=3)
    with pytest.raises(BadInput, match="above 3"):
        change_options(INFO, small, {"cells": 4})


def test_domains_over_http(client: TestClient) -> None:
    listed = {each["name"]: each for each in client.get("/api/v1/domains").json()}
    assert set(listed) == set(list_domains())
    assert listed["grid"]["canvas"] is True
    assert listed["endless"]["canvas"] is False
    assert listed["endless"]["options"]["properties"] == {
        "pause": {"type": "number", "description": "seconds for each step", "default": 0.0005},
        "prepare": {"type": "number", "description": "seconds before each search", "default": 0.0},
    }
    for name in NAMES:
        assert (listed[name]["state"], listed[name]["reason"]) == ("ready", None)
        assert listed[name]["options"] == make_schema(list_domains()[name].info)  # type: ignore[arg-type]


def test_a_domain_that_fails_does_not_hide_the_others(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: type) -> None:
        raise KeyError("what")

    find_canvas.cache_clear()
    monkeypatch.setattr(find_domain("endless"), "examples", classmethod(fails))
    listed = {each["name"]: each for each in client.get("/api/v1/domains").json()}
    find_canvas.cache_clear()
    assert (listed["endless"]["state"], listed["endless"]["reason"]) == ("broken", "KeyError: 'what'")
    assert listed["grid"]["state"] == "ready"


def test_the_rest_of_the_catalogue(client: TestClient) -> None:
    assert client.get("/api/v1/health").json()["status"] == "ok"
    assert "interpreted" in client.get("/api/v1/engines").json()
    assert {"studio", "serve"} <= {row["name"] for row in client.get("/api/v1/plugins").json()["plugins"]}
    names = [(source["name"], source["domain"]) for source in client.get("/api/v1/sources").json()]
    assert names == [("maze.txt", "grid"), ("numbers.endless", "endless")]
    docs = client.get("/api/v1/docs")
    assert docs.headers["content-type"].startswith("text/html")
    assert "/api/v1/worlds/{world_id}/solve" in docs.text
    assert "http://" not in docs.text
    assert "https://" not in docs.text
    assert "<script" not in docs.text
    assert client.get("/api/v1/docs.css").headers["content-type"].startswith("text/css")


def test_metrics(client: TestClient) -> None:
    world = client.post("/api/v1/worlds", json={"source": "maze.txt"}).json()
    client.post(f"/api/v1/worlds/{world['id']}/solve", json={"engine": "interpreted"})
    client.get("/api/v1/worlds/other")
    text = client.get("/metrics").text
    assert 'genastar_searches_total{domain="grid",engine="interpreted",outcome="found"} 1.0' in text
    assert 'genastar_requests_total{method="GET",path="/api/v1/worlds/{world_id}",status="404"} 1.0' in text
    assert "genastar_worlds 1.0" in text
    assert "genastar_searches_running 0.0" in text
    assert "genastar_expansions_total" in text
