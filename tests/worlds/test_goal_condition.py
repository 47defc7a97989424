"""Goals that may be left out: the Sokoban of examples/domains through every interface."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve

import genastar
from genastar import BadInput
from genastar.cli import main
from genastar.many.stream import answer_stream
from genastar.testing.check_subject import CheckFailed, DomainSubject
from genastar.testing.checks import domain as domain_checks
from genastar.testing.run import run_checks
from genastar.worlds.domain_registry import AnyDomain, find_domain, run_plugin_file

ROOT = Path(__file__).parents[2]
SOKOBAN = ROOT / "examples" / "domains" / "sokoban.py"
LEVEL = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(genastar.worlds.domain_registry.REGISTRY, "registered", {})
    (tmp_path / "sokoban.py").write_text(SOKOBAN.read_text(encoding="utf-8"))
    (tmp_path / "level.sokoban").write_text(LEVEL)
    run_plugin_file(tmp_path / "sokoban.py")
    return tmp_path


@pytest.fixture
def level(files: Path) -> AnyDomain:
    return genastar.load(files / "level.sokoban")


def test_goals_may_be_left_out(level: AnyDomain) -> None:
    assert level.default_goals() == ()
    answers = [level.search(None, goals, engine="interpreted") for goals in (None, (), [])]
    (cost,) = {answer.cost.travelled for answer in answers}  # type: ignore[union-attr, attr-defined]
    assert cost == 8
    _, boxes = answers[0].path[-1]  # type: ignore[misc]
    assert boxes == {(5, 1), (5, 2)}
    there = level.search(None, [level.parse("1,3 4,1 3,2")], engine="interpreted")
    assert there.path[-1] == ((1, 3), frozenset({(4, 1), (3, 2)}))


@pytest.mark.long
def test_the_conformance_kit_knows(files: Path) -> None:
    rows = {row.check: row for row in run_checks(find_domain("sokoban"), (files / "level.sokoban",))}
    assert not [row for row in rows.values() if row.state == "failed"]
    assert rows["goals are needed as declared"].why == "goals are optional"


def test_the_command_line_asks_without_to(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = [
        "solve",
        str(files / "level.sokoban"),
        "--plugin-file",
        str(files / "sokoban.py"),
        "--engine",
        "interpreted",
        "--json",
    ]
    assert main(line) == 0
    assert json.loads(capsys.readouterr().out)["cost"] == 8
    assert main([*line, "--to", "1,3 4,1 3,2"]) == 0


def test_many_questions_without_goals(level: AnyDomain) -> None:
    starts = [level.default_starts()[0], level.parse("1,3 3,1 3,2"), level.parse("1,1 5,1 5,2")]
    questions = [(start, ()) for start in starts]
    with ThreadPoolExecutor(2) as executor:
        answers = [*answer_stream(level, questions, executor, engine="interpreted")]
    singly = [level.search(start, (), engine="interpreted") for start in starts]
    costs = [answer.found.cost for answer in answers if answer.found]
    assert costs == [each.cost for each in singly]


def test_files_of_questions_without_goals(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("genastar_batch")
    (files / "q.csv").write_text('from,to\n"1,1 3,1 3,2",\n"1,1 3,1 3,2","1,3 4,1 3,2"\n')
    (files / "q.jsonl").write_text(
        '{"from": "1,1 3,1 3,2", "to": []}\n{"from": "1,1 3,1 3,2", "to": ""}\n{"from": "1,1 3,1 3,2"}\n'
    )
    for name, count in (("q.csv", 2), ("q.jsonl", 3)):
        line = ["batch", str(files / "level.sokoban"), str(files / name), "--engine", "interpreted", "--executor", "threads"]
        assert main(line) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert len(rows) == count
        assert all(row["cost"] == 8 for row in rows if not row["to"])


def test_the_service_asks_without_goals(files: Path) -> None:
    """A world says that no goal is needed, and a question may have none."""
    testing = pytest.importorskip("litestar.testing")
    from genastar_studio.app import make_application
    from genastar_studio.routes.service import Service
    from genastar_studio.server.settings import Settings
    from genastar_studio.server.sources import Sources

    service = Service(Settings(port=0), Sources.of([files / "level.sokoban"]))
    with testing.TestClient(make_application(service), base_url="http://127.0.0.1") as client:
        world = client.post("/api/v1/worlds", json={"source": "level.sokoban"}).json()
        assert (world["goals"], world["needs_goals"]) == ([], False)
        address = f"/api/v1/worlds/{world['id']}/solve"
        for question, cost in (({}, 8), ({"goals": []}, 8), ({"goals": ["1,1 3,1 3,2"]}, 0)):
            answer = client.post(address, json=question | {"engine": "interpreted"})
            assert answer.json()["cost"] == cost, answer.text


def needing(level: AnyDomain) -> type[AnyDomain]:
    """The same domain, but that it does not declare its condition."""
    kind = type(level)
    info = evolve(kind.info, capabilities=frozenset({"consistent"}))
    return type("Needing", (kind,), {"info": info})


def test_without_the_declaration_a_goal_is_needed(level: AnyDomain) -> None:
    kind = needing(level)
    assert kind.info.needs_goals
    example = next(iter(kind.examples()))
    with pytest.raises(BadInput, match="no goal was given"):
        example.domain.search(example.start, ())
    with pytest.raises(BadInput, match="has no default goal"):
        example.domain.search(example.start)
    with ThreadPoolExecutor(1) as executor:
        (answer,) = answer_stream(example.domain, [(example.start, ())], executor, on_error="keep")
    assert isinstance(answer.error, BadInput)


def test_the_kit_catches_false_declarations(level: AnyDomain) -> None:
    kind = type(level)
    namesake: dict[str, object] = {"default_goals": lambda self: self.default_starts()}
    stuck: dict[str, object] = {"problem": lambda self, goals, starts=(): kind.problem(self, goals or (((9, 9), frozenset()),))}
    careless: dict[str, object] = {
        "info": evolve(kind.info, capabilities=frozenset({"consistent"})),
        "search": lambda self, start=None, goals=None, **more: kind.problem(self, ()).search(start, engine="interpreted"),
    }
    for changes, message in (
        (namesake, "default_goals"),
        (stuck, "no example is solved"),
        (careless, "accepts a question without goals"),
    ):
        broken = type("Broken", (kind,), changes)
        with pytest.raises(CheckFailed, match=message):
            domain_checks.goals_are_needed_as_declared(DomainSubject(broken))
