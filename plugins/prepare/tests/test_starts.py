"""Worlds without a view are listed from their starts, and from those of a question."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import frozen

import genastar
from genastar import AStar, BadInput, Cost, Domain, Node, OpenList
from genastar.authoring import DomainInfo, Example
from genastar.worlds import domain_registry
from genastar_prepare.ground import PreparedGround

STEPS = {"a": (("b", 1),), "b": (("c", 9),), "c": (("a", 2),), "d": (("a", 1),)}


@frozen
class Walk(AStar[str, Cost[int]]):
    goals: tuple[str, ...]

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        for there, step in STEPS[node.position]:
            open_list.relax(there, node.cost.travelled + step)

    def is_destination(self, position: str) -> bool:
        return position in self.goals


@frozen
class Options:
    pass


@frozen(eq=False)
class Letters(Domain[str, Cost[int], Options]):
    """A world whose source is its start, or empty."""

    info: ClassVar[DomainInfo] = DomainInfo(
        name="letters", summary="Letters.", options=Options, suffixes=(".letters",), api_version="1"
    )
    begin: str = ""

    @classmethod
    def read(cls, source: Any, options: Options) -> Letters:
        return cls(Path(source).read_text(encoding="utf-8"))

    @classmethod
    def examples(cls) -> Iterable[Example[str]]:
        yield Example(cls("a"), "a", ("c",))

    def parse(self, text: str) -> str:
        if text not in STEPS:
            raise BadInput(f"{text!r} is none of these letters")
        return text

    def format(self, position: str) -> str:
        return position

    def problem(self, goals: tuple[str, ...], starts: tuple[str, ...] = ()) -> Walk:
        return Walk(goals)

    def default_starts(self) -> tuple[str, ...]:
        return (self.begin,) if self.begin else super().default_starts()


@pytest.fixture
def letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sources in the current folder: one without a start, and one that starts at a."""
    monkeypatch.setattr(domain_registry.REGISTRY, "registered", {"letters": Letters})
    monkeypatch.chdir(tmp_path)
    Path("no.letters").write_text("", encoding="utf-8")
    Path("a.letters").write_text("a", encoding="utf-8")


@pytest.mark.parametrize("begin", ["", "a"])
def test_the_start_of_a_question_serves(begin: str) -> None:
    assert Letters(begin).search("d", ["c"], algorithm="landmarks").path == ("d", "a", "b", "c")
    assert genastar.prepare(Letters(begin), "hierarchy", ["d"]).distance("d", "b") == 2


def test_without_any_start_a_world_is_refused() -> None:
    with pytest.raises(BadInput, match="no default start"):
        genastar.prepare(Letters(), "landmarks")


def test_a_start_that_was_reached_changes_no_number() -> None:
    """So that a file of the whole world serves each question."""
    whole = PreparedGround.of(Letters("a")).rows.fingerprint
    assert PreparedGround.of(Letters("a"), ["c"]).rows.fingerprint == whole
    assert PreparedGround.of(Letters("a"), ["d"]).rows.fingerprint != whole


TABLE = ["--algorithm", "landmarks", "--algorithm-option", "table=x"]


@pytest.mark.parametrize(
    ("source", "words", "asked_from"), [("no", ["--from", "a"], "a"), ("a", [], "c"), ("a", ["--from", "b"], "c")]
)
def test_a_file_is_prepared_from_a_start(
    letters: None, source: str, words: list[str], asked_from: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = pytest.importorskip("genastar.cli.app").run
    assert run(["prepare", f"{source}.letters", "--out", "x", "--method", "landmarks", *words]) == 0
    assert run(["solve", f"{source}.letters", "--from", asked_from, "--to", "b", *TABLE]) == 0
    assert run(["check", "letters", f"{source}.letters", "--from", asked_from, "--to", "b", *TABLE]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "a letters world has no default start; give start= or --from"),
        (["--from", "z"], "'z' is none of these letters"),
        (["--from", "a", "--method-option", "table=y"], "--method-option table: the preparation is saved in the file of --out"),
    ],
)
def test_what_does_not_fit_is_refused(
    letters: None, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = pytest.importorskip("genastar.cli.app").run
    assert run(["prepare", "no.letters", "--out", "x", "--method", "landmarks", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not Path("x").exists()
