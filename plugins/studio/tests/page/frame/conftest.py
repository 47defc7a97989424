"""A server with the examples of the gallery, and a page for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from studio_page import Studio, studio_of

PLUGINS = "grid,puzzle,serve,astar,dijkstra,weighted,greedy,jps,breadth-first,depth-first"


@pytest.fixture(scope="module")
def server(serving: Callable[..., AbstractContextManager[str]]) -> Iterator[str]:
    with serving(plugins=PLUGINS) as address:
        yield address


@pytest.fixture
def studio(browser: Any, server: str) -> Iterator[Studio]:
    yield from studio_of(browser, server, accept_downloads=True)


@pytest.fixture
def moving(browser: Any, server: str) -> Iterator[Studio]:
    """The page of a visitor who has not asked for reduced motion."""
    yield from studio_of(browser, server, reduced_motion="no-preference")
