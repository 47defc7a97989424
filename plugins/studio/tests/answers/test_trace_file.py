"""Traces as files: their round trip, their schema, and what is refused."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import genastar
from genastar import BadInput, EventKind, Trace
from genastar_studio.answers.answer import has_fewest_steps
from genastar_studio.answers.trace_file import (
    VERSION,
    Events,
    TraceFile,
    make_schema,
    read_trace,
    trace_file,
    unit_of_totals,
    write_trace,
)
from graphs import Graph, InsertingGraph

SCHEMA = Path(__file__).parents[4] / "docs" / "trace.schema.json"

names = st.text(max_size=6)
numbers = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.just("inf"))
values = st.recursive(st.none() | st.booleans() | st.integers(-(2**60), 2**60) | names, st.lists, max_leaves=5)


@st.composite
def files(draw):
    states = draw(st.lists(names, min_size=1, max_size=5))
    kind = draw(st.text("ocrf", max_size=8))

    def column(entries):
        return draw(st.lists(entries, min_size=len(kind), max_size=len(kind)))

    costs = {name: column(numbers) for name in "ghf"} if draw(st.booleans()) else {"cost": column(values)}
    numbered = st.integers(0, len(states) - 1)
    events = Events(kind=kind, state=column(numbered), parent=column(st.just(-1) | numbered), **costs)
    places = st.lists(st.integers(-1, 99), min_size=len(states), max_size=len(states))
    return TraceFile(
        genastar_trace=VERSION,
        domain=draw(names),
        world=draw(names),
        options=draw(st.dictionaries(names, values, max_size=3)),
        start=draw(names),
        goals=draw(st.lists(names, max_size=3)),
        start_place=draw(st.none() | st.integers(0, 99)),
        goal_places=draw(st.lists(st.integers(0, 99), max_size=3)),
        unit=draw(st.floats(0.5, 500)),
        states=states,
        places=draw(st.none() | places),
        events=events,
        answer=draw(st.dictionaries(names, values, max_size=3)),
    )


@given(files())
def test_what_is_written_is_read(file):
    assert read_trace(write_trace(file)) == file


@given(files())
@settings(max_examples=30)
def test_what_is_written_fits_the_schema(file):
    validator = pytest.importorskip("jsonschema_rs").validator_for(make_schema())
    validator.validate(json.loads(write_trace(file)))


@pytest.mark.skipif(not SCHEMA.exists(), reason="the schema is in the repository")
def test_the_schema_that_is_published_is_this_one():
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == make_schema()


ART = "....\n.##.\n...."


@pytest.fixture
def grid(tmp_path):
    pytest.importorskip("genastar_grid")
    (tmp_path / "yard.txt").write_text(ART, encoding="utf-8")
    return lambda **options: genastar.load(tmp_path / "yard.txt", **options)


def traced(world, start, goals, **more):
    trace = Trace()
    result = world.search(start, goals, engine="interpreted", observer=trace, **more)
    return trace, result, trace_file(world, world.view(), "yard.txt", {}, start, goals, result, trace)


def test_the_events_are_those_of_the_search(grid):
    world = grid()
    trace, result, file = traced(world, (0, 0), [(3, 2)], algorithm="astar")
    assert file.events.kind == "".join(event.kind.value[0] for event in trace.events)
    assert [file.states[state] for state in file.events.state] == [world.format(event.node.position) for event in trace.events]
    parents = [None if parent < 0 else file.states[parent] for parent in file.events.parent]
    assert parents == [None if event.node.parent is None else world.format(event.node.parent) for event in trace.events]
    assert file.events.g == [event.node.cost.travelled / 408 for event in trace.events]
    assert file.places == [int(text[0]) + 4 * int(text[2]) for text in file.states]
    assert (file.start, file.goals, file.start_place, file.goal_places) == ("0,0", ["3,2"], 0, [11])
    assert (file.answer["cost"], file.answer["outcome"]) == (result.cost.travelled, "found")
    assert file.events.g[-1] == pytest.approx(result.cost.travelled, rel=1e-5)
    assert read_trace(write_trace(file)) == file


@pytest.mark.parametrize(("algorithm", "sign"), [("breadth-first", 1), ("depth-first", -1)])
def test_steps_are_counted_and_not_divided_by_the_unit(grid, algorithm, sign):
    world = grid(directions="4")
    _, result, file = traced(world, (0, 0), [(3, 2)], algorithm=algorithm)
    assert file.unit == 408
    depth = {}
    for state, parent, total, kind in zip(file.events.state, file.events.parent, file.events.f, file.events.kind, strict=True):
        if kind == "o":
            depth[state] = depth.get(parent, -1) + 1
        assert total == sign * depth[state]
    assert file.events.g[-1] == pytest.approx(result.cost.travelled)
    run = world.begin((0, 0), [(3, 2)], algorithm=algorithm)
    totals = [node.cost.total for node in run]
    closed = [total for total, kind in zip(file.events.f, file.events.kind, strict=True) if kind == "c"]
    assert totals == closed[: len(totals)]


def test_an_algorithm_that_is_not_installed_by_name_has_the_unit_of_costs():
    assert [unit_of_totals(name, 408) for name in ("auto", "elsewhere", "astar", "breadth-first")] == [408, 408, 408, 1]
    assert [has_fewest_steps(name) for name in ("auto", "elsewhere", "astar", "breadth-first")] == [False, False, False, True]


def test_states_with_headings_have_the_names_of_their_cells(grid):
    *_, file = traced(grid(turn=1.0), (0, 0), [(3, 2)])
    assert len(set(file.states)) < len(file.states)
    assert set(file.states) <= {f"{x},{y}" for x in range(4) for y in range(3)}


def test_costs_of_other_kinds_and_infinite_estimates():
    class World:
        info = genastar.authoring.DomainInfo(name="graph", summary="", options=Graph, api_version="1")
        remark = ""
        objectives = ()

        def format(self, position):
            return str(position)

        def to_positions(self, states, question):
            return tuple(states)

    def of(solver, cost=None):
        trace = Trace()
        result = solver.search("s", cost, observer=trace)
        file = trace_file(World(), None, "g", {}, "s", ("t",), result, trace)
        assert read_trace(write_trace(file)) == file
        return file

    edges = {"s": [("t", Fraction(1, 3))]}
    inserting = of(InsertingGraph(edges, frozenset("t"), lambda cost, step: cost + step), Fraction(0))
    assert (inserting.events.g, inserting.events.cost) == (None, ["0", "0", "1/3", "1/3", "1/3"])
    assert inserting.places is None
    far = of(Graph(edges, frozenset("t"), {"s": float("inf"), "t": 0}))
    assert (far.events.h[0], far.events.f[0]) == ("inf", "inf")


GOOD = TraceFile(
    genastar_trace=VERSION,
    domain="grid",
    world="yard.txt",
    options={},
    start="0,0",
    goals=["1,0"],
    states=["0,0", "1,0"],
    places=[0, 1],
    events=Events(kind="oc", state=[0, 0], parent=[-1, -1], g=[0, 0], h=[1, 1], f=[1, 1]),
    answer={},
)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"genastar_trace":1', '"genastar_trace":2', "this trace has version 2; expected 1"),
        ('"genastar_trace":1,', "", "not a trace: "),
        ('"kind":"oc"', '"kind":"ox"', "kind has the letter 'x'; expected o, c, r or f"),
        ('"kind":"oc"', '"kind":"o"', "the columns differ in length"),
        ('"state":[0,0]', '"state":[0,2]', "an event has a state outside 0 to 1"),
        ('"parent":[-1,-1]', '"parent":[-2,-1]', "an event has a parent outside -1 to 1"),
        ('"places":[0,1]', '"places":[0]', "there are 2 states but 1 places"),
        ('"g":[0.0,0.0],', "", "expected either g, h and f, or cost"),
        ('"g":[0.0,0.0]', '"g":[0.0,"far"]', "Invalid enum value 'far'"),
        ('"goals":["1,0"]', '"goals":[1]', "Expected `str`, got `int`"),
        ('"answer":{}', '"answer":{},"more":1', "unknown field `more`"),
        ('"answer":{}', f'"answer":{"[" * 100_000}', "recursion"),
        ('{"genastar_trace"', "PK", "not a trace: "),
    ],
)
def test_what_is_damaged_is_refused(old, new, message):
    text = write_trace(GOOD).decode()
    text = text.replace('[0,0],"h"', '[0.0,0.0],"h"')
    assert old in text
    with pytest.raises(BadInput, match=r".*") as caught:
        read_trace(text.replace(old, new))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=40) | st.text(max_size=40))
def test_noise_is_refused(content):
    with pytest.raises(BadInput):
        read_trace(content)


def test_each_event_has_its_letter():
    assert sorted(kind.value[0] for kind in EventKind) == ["c", "f", "o", "r"]
