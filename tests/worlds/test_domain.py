"""What the base class of domains does for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from genastar import BadInput, CancelToken, Cost, Limits, Outcome, Trace, Workspace
from genastar.authoring import DomainInfo
from house_domains import Avenue, OneWay, Options, Street

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("site")]  # no engine but the core's own


def test_a_question_in_full():
    result = Street(9).search(2, [8, 0])
    assert (result.outcome, result.path, result.cost) == (Outcome.FOUND, (2, 1, 0), Cost(2, 2, 0))


def test_goals_may_be_any_iterable():
    assert Street(9).search(2, iter([4])).path == (2, 3, 4)


def test_the_world_may_say_where_to_begin_and_to_end():
    assert Avenue(3).search().path == (0, 1, 2)
    assert Avenue(9).search(4, [5]).path == (4, 5)


@pytest.mark.parametrize(
    ("start", "goals", "message"),
    [
        (None, [1], "a street world has no default start; give start= or --from"),
        (0, None, "a street world has no default goal; give goals= or --to"),
        (0, [], "no goal was given; give at least one"),
    ],
)
def test_a_question_with_gaps(start, goals, message):
    with pytest.raises(BadInput) as raised:
        Street(3).search(start, goals)
    assert str(raised.value) == message


def test_the_arguments_of_the_search_are_passed_on():
    street, token, trace, workspace = Street(9), CancelToken(), Trace[int, Cost[int]](), Workspace()
    assert street.search(0, [8], limits=Limits(expansions=3)).outcome is Outcome.LIMIT
    assert street.search(0, [2], observer=trace, workspace=workspace).found
    assert trace.list_closed() == [0, 1, 2]
    token.cancel()
    assert street.search(0, [8], cancel=token).outcome is Outcome.CANCELLED
    assert street.search(0, [8], engine="interpreted", reopen=True).engine == "interpreted"


def test_where_it_stops_short_the_closest_is_told():
    result = Street(9).search(0, [8], limits=Limits(expansions=3))
    assert (result.closest, result.path_to_closest, result.path, result.cost) == (2, (0, 1, 2), (), None)


def test_a_world_that_cannot_be_drawn(tmp_path):
    result = Street(3).search(0, [2])
    with pytest.raises(BadInput, match=r"x\.png: a street world cannot be drawn; leave out --out"):
        Street(3).draw(result, Trace(), tmp_path / "x.png")
    assert not list(tmp_path.iterdir())


def test_a_lifted_domain_answers_in_positions():
    street = OneWay(9)
    up, down = street.search(3, [5]), street.search(3, [1])
    assert (up.path, up.cost) == ((3, 4, 5), Cost(102, 102, 0))
    assert (down.path, down.cost) == ((3, 2, 1), Cost(112, 112, 0))
    stopped = street.search(0, [8], limits=Limits(expansions=2))
    assert (stopped.closest, stopped.path_to_closest, stopped.path) == (0, (0,), ())


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"suffixes": ("png",)}, "suffixes holds 'png'; a suffix begins with a dot and is in lower case"),
        ({"writes": (".PNG",)}, "writes holds '.PNG'; a suffix begins with a dot and is in lower case"),
        ({"capabilities": frozenset({"consistant"})}, "'capabilities' must be in"),
    ],
)
def test_metadata_with_a_slip(values, message):
    with pytest.raises(ValueError, match=message):
        DomainInfo("street", "", Options, api_version="1", **values)


def test_metadata_says_which_contract_it_was_written_for():
    with pytest.raises(TypeError, match="api_version"):
        DomainInfo("street", "", Options)  # type: ignore[call-arg]


def test_a_source_may_be_a_path():
    assert Street.read(Path("abc"), Options()) == Street(3)
