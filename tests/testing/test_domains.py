"""The conformance kit passes a truthful domain, and catches each lie of another."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, field, frozen, validators

from genastar import BadInput, Cost, Result
from genastar.authoring import DomainInfo
from genastar.testing import CheckSkipped, DomainSubject, run_checks
from genastar.testing.checks import domain as domain_checks
from genastar.testing.checks import solver as solver_checks
from genastar.testing.checks.domain import DOMAIN_CHECKS
from genastar.testing.checks.solver import SOLVER_CHECKS
from genastar.testing.run import format_title
from genastar.worlds.domain_registry import find_domain
from kit_helpers import JUMPY, expect_failure, make_lying_domain

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


def test_a_truthful_domain_passes(site):
    site.fine()
    rows = run_checks(find_domain("meadow"))
    assert [row.check for row in rows] == [format_title(check) for check in (*SOLVER_CHECKS, *DOMAIN_CHECKS)]
    assert {row.check: row.why for row in rows if row.state != "passed"} == {
        "numbers belong to positions": "it has no index and size, so positions are looked up by their hash",
        "engines agree": "no other engine is installed",
        "views are true": "it has no view",
        "canvases paint": "it has no view",
        "canvases are saved": "it has no view",
        "fronts are those of all paths": "its costs are one number",
        "algorithms keep their promises": "no algorithm is installed",
        "options are changed in place": "its worlds are read again for other options",
    }
    remarks = {row.check: row.why for row in rows if row.state == "passed" and row.why}
    assert remarks == {
        "examples have answers": "2 of 3",
        "positions read back": "28 positions",
        "pictures are drawn": ".txt",
        "costs follow the path": "2 paths",
        "limits count as costs": "2 paths",
        "verbs agree": "2 goals in trees",
    }


def test_a_position_that_does_not_read_back(site):
    liar = make_lying_domain(site, format=lambda self, position: "{1},{0}".format(*position))
    expect_failure(
        domain_checks.positions_read_back, liar, r"format\(\(\d, \d\)\) gives '\d,\d', which parse (reads as|refuses)"
    )


def test_a_position_in_two_lines(site):
    liar = make_lying_domain(site, format=lambda self, position: "{}\n{}".format(*position))
    expect_failure(domain_checks.positions_read_back, liar, r"gives '0\\n0'; expected one line of printable text")


def test_costs_along_a_path_that_are_not_those_of_its_positions(site):
    check = domain_checks.costs_follow_the_path
    short = make_lying_domain(site, match_states=lambda self, *_: [0])
    expect_failure(check, short, r"a path of \d+ positions has 1 costs; .* override Domain\.match_states")
    backwards = make_lying_domain(site, price_path=lambda self, costs, path: costs[::-1])
    expect_failure(check, backwards, r"a path costs .* at its position 1, but .* before; see Domain\.price_path")
    dearer = make_lying_domain(site, price=lambda self, cost, path: Cost(cost.total + len(path), cost.travelled + len(path)))
    assert check(dearer) == "2 paths"


def test_a_parser_that_fails_in_its_own_way(site):
    liar = make_lying_domain(site, parse=lambda self, text: tuple(map(int, text.split(","))))
    expect_failure(
        domain_checks.bad_positions_are_refused,
        liar,
        r"parse\(''\) raises ValueError: invalid literal.*; BadInput was expected",
    )


def test_a_refusal_in_two_lines(site):
    def parse(self: object, text: str) -> object:
        raise BadInput("no\nway")

    expect_failure(
        domain_checks.bad_positions_are_refused, make_lying_domain(site, parse=parse), r"parse\(''\) is refused in 2 lines"
    )


def test_a_picture_that_is_not_drawn(site):
    liar = make_lying_domain(site, draw=lambda self, result, trace, out: None)
    expect_failure(domain_checks.pictures_are_drawn, liar, r"draw\(\) did not write picture\.txt")


def test_a_picture_of_no_way_that_fails(site):
    def draw(self: object, result: Result[Any, Any], trace: object, out: Path) -> None:
        out.write_text(str(result.path[0]))

    rows = {row.check: row for row in run_checks(make_lying_domain(site, draw=draw).domain)}
    assert rows["pictures are drawn"].state == "failed"
    assert rows["pictures are drawn"].why == (
        "draw() to picture.txt, of a search that found no way, raises IndexError: tuple index out of range"
    )


def test_a_picture_with_leavings(site):
    def draw(self: object, result: object, trace: object, out: Path) -> None:
        out.write_text("x")
        out.with_name("scratch").write_text("y")

    expect_failure(
        domain_checks.pictures_are_drawn, make_lying_domain(site, draw=draw), r"draw\(\) left scratch beside picture\.txt"
    )


def test_a_picture_of_any_kind(site):
    liar = make_lying_domain(site, draw=lambda self, result, trace, out: out.write_text("x"))
    expect_failure(domain_checks.pictures_are_drawn, liar, r"draw\(\) accepts the unknown suffix")


def test_a_picture_that_fails_in_its_own_way(site):
    def draw(self: object, result: object, trace: object, out: Path) -> None:
        {".txt": out.write_text}[out.suffix]("x")

    expect_failure(
        domain_checks.pictures_are_drawn,
        make_lying_domain(site, draw=draw),
        r"draw\(\) to picture\.no-such-kind raises KeyError: '\.no-such",
    )


def test_a_picture_that_is_refused_half_written(site):
    def draw(self: object, result: object, trace: object, out: Path) -> None:
        out.write_text("x")
        if out.suffix != ".txt":
            raise BadInput("no such kind")

    expect_failure(
        domain_checks.pictures_are_drawn,
        make_lying_domain(site, draw=draw),
        r"draw\(\) refuses \.no-such-kind, but leaves a file",
    )


def test_pictures_that_are_not_advertised(site):
    liar = make_lying_domain(site, {"capabilities": frozenset({"consistent"})})
    expect_failure(
        domain_checks.pictures_are_drawn, liar, r"it writes \.txt, but its capabilities are consistent; declare renderable"
    )


def test_straight_lines_that_are_not_there(site):
    site.fine()
    liar = make_lying_domain(site, {"capabilities": frozenset({"renderable", "consistent", "straight_lines"})})
    expect_failure(domain_checks.straight_lines_are_declared, liar, r"no problem of its examples has sight\(one, other\)")


def test_a_source_that_reads_as_another_world(site):
    site.fine()
    meadow = find_domain("meadow")

    def read(cls: Any, source: object, options: Any) -> object:
        return cls(("......",) * 5, evolve(options, step=2))

    liar = make_lying_domain(site, read=classmethod(read), examples=classmethod(lambda cls: meadow.examples()))
    expect_failure(
        domain_checks.sources_are_read,
        liar,
        r"pond\.meadow: read again, the answer is found Cost\(.*; that of the example is found Cost\(",
    )


def test_a_source_that_is_not_read(site, tmp_path):
    liar = evolve(make_lying_domain(site), sources=(tmp_path / "none.meadow",))
    expect_failure(domain_checks.sources_are_read, liar, r"it does not read .*none\.meadow: .* cannot be read")


def test_formats_without_a_source_are_told(site):
    subject = make_lying_domain(site, {"suffixes": (".meadow", ".mdw", ".grass")})
    assert domain_checks.sources_are_read(subject) == "no source for .grass"


def test_a_reader_that_fails_in_its_own_way(site):
    def read(cls: Any, source: object, options: Any) -> object:
        return cls(tuple(Path(str(source)).read_text(encoding="utf-8").splitlines()), options)

    liar = make_lying_domain(site, read=classmethod(read))
    expect_failure(
        domain_checks.bad_sources_are_refused,
        liar,
        r"reading missing\.meadow raises FileNotFoundError.*; BadInput was expected",
    )


def test_a_reader_that_reads_what_is_not_there(site):
    liar = make_lying_domain(site, read=classmethod(lambda cls, source, options: cls(("..",), options)))
    expect_failure(domain_checks.bad_sources_are_refused, liar, r"reading missing\.meadow, which is no file, gives a world")


def test_options_without_help_or_default(site):
    @frozen
    class Silent:
        colour: str = "red"

    @frozen
    class Demanding:
        colour: str = field(metadata={"help": "The colour."})

    @frozen
    class Contrary:
        size: int = field(default=0, validator=validators.gt(0), metadata={"help": "The size."})

    for options, message in (
        (Silent, "the option colour has no help"),
        (Demanding, "the option colour has no default"),
        (Contrary, "the options refuse their own defaults: ValueError: 'size' must be > 0: 0; fix a default or its validator"),
    ):
        expect_failure(domain_checks.options_are_described, make_lying_domain(site, {"options": options}), message)


INFO = """
{first}
from attrs import field, frozen
from genastar.authoring import DomainInfo

@frozen
class Options:
    size: int = field(default=1, metadata={{"help": "The size."}})

INFO = DomainInfo(name="meadow", summary="heavy", options=Options, api_version="1")
"""


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("import numpy", "importing heavy_info, as listing plugins does, imports numpy; move the code that needs it"),
        ("import sys; assert 'pytest' in sys.modules", "heavy_info cannot be imported by itself: AssertionError"),
    ],
)
def test_a_listing_that_is_heavy(site, first, message):
    pytest.importorskip("numpy")
    site.install("genastar-heavy", "", heavy_info=INFO.format(first=first))
    info = importlib.import_module("heavy_info").INFO
    expect_failure(domain_checks.listing_is_light, make_lying_domain(site, {"options": info.options}), message)


def test_the_module_of_the_entry_point_is_to_be_light_too(site):
    pytest.importorskip("numpy")
    points = "[genastar.domain_info]\nheavy = heavy_more:INFO"
    more = "import attrs, numpy\nfrom genastar_meadow.info import INFO as FINE\nINFO = attrs.evolve(FINE, name='heavy')"
    site.fine()
    site.install("genastar-heavy", points, heavy_more=more)
    subject = make_lying_domain(site)
    subject.domain.info = importlib.import_module("heavy_more").INFO
    expect_failure(domain_checks.listing_is_light, subject, "importing heavy_more, as listing plugins does, imports numpy")


def test_a_domain_in_one_file_has_no_listing_to_be_light(site):
    site.fine()
    liar = make_lying_domain(site)
    liar.domain.__module__ = liar.domain.info.options.__module__
    with pytest.raises(CheckSkipped, match="its options and its class are in one module"):
        domain_checks.listing_is_light(liar)


def test_examples_without_an_answer(site):
    site.fine()
    hopeless = list(find_domain("meadow").examples())[-1:]
    expect_failure(
        domain_checks.examples_have_answers,
        make_lying_domain(site, examples=classmethod(lambda cls: hopeless)),
        "none of the 1 examples has",
    )
    expect_failure(
        domain_checks.examples_have_answers,
        make_lying_domain(site, examples=classmethod(lambda cls: [])),
        "none of the 0 examples has",
    )


def test_examples_that_cannot_be_made(site):
    liar = make_lying_domain(site, examples=classmethod(lambda cls: 1 / 0))
    rows = run_checks(liar.domain)
    assert {row.why for row in rows if row.state == "failed"} == {"examples() raises ZeroDivisionError: division by zero"}


def test_a_class_that_breaks_the_contract(site):
    expect_failure(
        domain_checks.contract_is_kept, make_lying_domain(site, parse=5), r"parse must be a method, parse\(self, text\)"
    )


def test_where_positions_make_no_keys_the_rest_is_not_asked(site):
    site.fine()
    meadow = find_domain("meadow")
    liar = type("Liar", (meadow,), {"to_state": lambda self, position: list(position)})
    rows = {row.check: row for row in run_checks(liar)}
    assert rows["positions are hashable"].state == "failed"
    assert rows["positions are hashable"].why.startswith("example 1: the position [0, 0] is not hashable")
    assert rows["optimum is right"].state == "skipped"
    assert rows["optimum is right"].why == "it means nothing where 'positions are hashable' failed"


def test_a_claim_of_consistency_is_held_against_the_domain(site):
    info: DomainInfo = make_lying_domain(site).domain.info
    assert "consistent" in info.capabilities
    liar = make_lying_domain(site, problem=lambda self, goals, starts=(): JUMPY, to_state=lambda self, position: "A")
    modest = DomainSubject(type("Modest", (liar.domain,), {"info": evolve(info, capabilities=frozenset())}))
    expect_failure(solver_checks.estimate_is_consistent, liar.questions[0], "the estimate is not consistent")
    with pytest.raises(CheckSkipped, match="it is not declared consistent, so searches reopen"):
        solver_checks.estimate_is_consistent(modest.questions[0])
