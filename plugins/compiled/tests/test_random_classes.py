"""Random solver classes: compiled they do what they do interpreted, event by event, or are refused in one line."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from random_hooks import class_of, questions

from genastar import AStar, CannotCompile, Limits, Trace

Asked = tuple[str, bool, Callable[[type[AStar[int, Any]]], AStar[int, Any]]]
QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def outcome(solver: AStar[int, Any], engine: str) -> tuple[object, ...]:
    """What comes of a search: the result and its events, or the type of what was raised."""
    trace: Trace[int, Any] = Trace()
    try:
        result = solver.search(1, engine=engine, observer=trace, limits=Limits(expansions=60))
    except Exception as error:
        if isinstance(error, CannotCompile):
            assert "\n" not in str(error)
            return (CannotCompile,)
        return (type(error),)
    return evolve(result, seconds=0.0, engine=""), trace.events


def agree(asked: Asked) -> None:
    body, by_insert, make = asked
    solver = make(class_of(body, by_insert))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = outcome(solver, "compiled")
        if found != (CannotCompile,):
            assert found == outcome(solver, "interpreted"), f"{body}\n{solver}"


@settings(max_examples=4, **QUIET)
@given(questions())
def test_some_random_classes(asked: Asked) -> None:
    agree(asked)


@pytest.mark.long
@settings(max_examples=10_000, **QUIET)
@given(questions())
def test_many_random_classes(asked: Asked) -> None:
    agree(asked)
