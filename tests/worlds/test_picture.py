"""What results, traces, trees and worlds look like in a notebook."""

from __future__ import annotations

import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest
from attrs import evolve, frozen

import genastar
from genastar import AStar, BadInput, Cost, Limits, Trace
from genastar.authoring import DomainInfo
from genastar.values.result import make_empty_result
from genastar.worlds.picture import MOST_PLACES, Picture, format_size
from genastar.worlds.view import Cells, Lines, Polygons, Tiles

pytestmark = pytest.mark.quick

EVIL = "<script>ran()</script>\"'&"


@frozen
class Chain(AStar):
    """Positions are texts, or what a function makes of numbers."""

    last: int
    make: object = str

    def add_neighbours(self, node, open_list):
        number = int(node.cost.travelled)
        if number <= self.last:
            open_list.relax(self.make(number + 1), number + 1)

    def estimate(self, position):
        return 0

    def is_destination(self, position):
        return position == self.make(self.last)


class Loud:
    """A position whose text cannot be had."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return hash(self.number)

    def __eq__(self, other):
        return self.number == other.number

    def __repr__(self):
        raise RuntimeError("no")


class Strict(HTMLParser):
    """Sees to it that each element that begins ends, and keeps the texts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def texts(shown):
    return Strict(shown._repr_html_()).texts


def searched(problem, start, **how):
    trace = Trace()
    return problem.search(start, observer=trace, **how), trace


def test_a_result_says_what_came_of_the_search():
    result, _ = searched(Chain(9), "0", algorithm="astar")
    found = texts(result)
    assert found[0] == "found, cost 9"
    assert found[2] == "10 positions: '0', '1', '2', …, '7', '8', '9'"
    assert any(text.startswith("9 (") for text in found)
    assert "astar; optimal" in found
    assert any(text.startswith("interpreted, ") for text in found)


def test_a_result_without_a_way_says_what_came_closest():
    found = texts(Chain(9).search("0", limits=Limits(expansions=3)))
    assert found[:3] == ["not found (limit)", "closest", "'0'"]
    assert texts(make_empty_result(genastar.Outcome.UNREACHABLE))[0] == "not found (unreachable)"


def test_few_positions_are_all_shown():
    assert "6 positions: '0', '1', '2', '3', '4', '5'" in texts(Chain(5).search("0"))
    assert "1 position: '0'" in texts(Chain(0).search("0"))


def test_a_trace_shows_its_first_and_last_events():
    _, trace = searched(Chain(9), "0")
    found = Strict(trace._repr_html_())
    assert found.texts[0] == f"Trace: {len(trace.events)} events (10 opened, 10 closed, 1 found)"
    assert found.tags.count("tr") == 1 + 3 + 1 + 3
    assert texts(Trace())[0] == "Trace: 0 events"


def test_a_tree_shows_its_first_positions():
    tree = Chain(9).explore("0")
    found = Strict(tree._repr_html_())
    assert found.texts[0] == "Tree: 11 positions, 11 settled"
    assert found.tags.count("tr") == 1 + 6 + 1
    part = Chain(9).explore("0", within=3)
    assert texts(part)[0] == f"Tree: {len(part)} positions, {len(part.select_settled())} settled"


@pytest.mark.parametrize("make", [lambda number: (EVIL, number), Loud], ids=["markup", "no text"])
def test_hostile_positions_are_text(make):
    """Markup of users is shown as it stands, and what has no text does not break the page."""
    result, trace = searched(Chain(2, make), make(0))
    for shown in (result, trace, Chain(2, make).explore(make(0)), Chain(2, make).search(make(0), limits=Limits(expansions=1))):
        found = Strict(shown._repr_html_())
        assert set(found.tags) <= {"div", "strong", "table", "tr", "th", "td"}
        assert any("<script>" in text or "cannot be printed" in text for text in found.texts)


def test_costs_of_any_kind_have_a_text():
    result = Chain(3).search("0")
    for cost, text in (
        (Cost((1, 2), (1, 2), 0), "(1, 2)"),
        (1234567, "1,234,567"),
        (10**5000, "a value of type int"),
        (None, "none"),
    ):
        assert texts(evolve(result, cost=cost))[0].startswith(f"found, cost {text}")


def drawn_by(*writes):
    """A world of a domain that writes pictures of these suffixes."""

    @frozen
    class Options:
        pass

    class Plain(genastar.Domain):
        info = DomainInfo("plain", f"a world {EVIL}", Options, writes=writes, api_version="1")
        remark = EVIL
        read = examples = parse = problem = None

        def format(self, position):
            return str(position)

        def default_starts(self):
            return (EVIL,)

        def draw(self, result, trace, out):
            assert (result.path, trace.events) == ((), [])
            out.write_bytes(b"a picture")

    Plain.__abstractmethods__ = frozenset()
    return Plain()


def test_a_world_shows_itself():
    found = drawn_by(".txt", ".svg", ".png")._repr_html_()
    page = Strict(found)
    assert page.tags.count("img") == 1
    assert f"plain: a world {EVIL}" in page.texts
    assert page.texts[-4:] == ["start", EVIL, "remark", EVIL]
    kind, content = re.search(r'src="data:([^;]+);base64,([^"]+)"', found).groups()
    assert (kind, b64decode(content)) == ("image/png", b"a picture")
    assert "image/svg+xml" in drawn_by(".svg")._repr_html_()


def test_a_world_that_does_not_draw_is_told_in_words():
    silent = drawn_by(".txt")
    assert Strict(silent._repr_html_()).tags.count("img") == 0
    with pytest.raises(BadInput, match=r"a plain world cannot be shown: it draws \.txt, and a notebook shows \.png and \.svg"):
        silent.show()


def test_a_large_world_is_drawn_only_if_it_is_asked_for(monkeypatch):
    world = drawn_by(".png")

    class Large:
        shape = Cells(MOST_PLACES + 1, 1, b"")

    monkeypatch.setattr(type(world), "view", lambda self: Large)
    assert Strict(world._repr_html_()).tags.count("img") == 0
    assert "1,000,001 × 1 cells" in Strict(world._repr_html_()).texts
    assert isinstance(world.show(), Picture)


def test_sizes_have_words():
    assert format_size(Cells(3, 2, b"", layers=4)) == "3 × 2 cells in 4 layers"
    assert format_size(Tiles(bytes(80), b"")) == "10 tiles"
    assert format_size(Polygons(bytes(80), b"", b"", b"")) == "10 polygons"
    assert format_size(Lines(bytes(80), bytes(24))) == "10 places, 3 lines"
