"""What comes back when worlds go: their memory, their files, and the workspaces of their searches."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest
from litestar.testing import TestClient

from genastar.contracts.workspace import _IDLE
from genastar_studio.app import make_application
from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources
from genastar_studio.worlds import memory

WORLDS = "/api/v1/worlds"


@pytest.fixture
def service() -> Iterator[Service]:
    """One that has only what is collected at its own bidding."""
    gc.collect()
    gc.disable()
    yield Service(Settings(port=0, idle=0.5), Sources())
    gc.enable()


@pytest.mark.long
def test_what_a_world_held_is_given_back(service: Service, wait_for: Callable) -> None:
    """Also by a server that nobody asks anything any more."""
    with TestClient(make_application(service), base_url="http://127.0.0.1") as client:
        world = client.post(WORLDS, json={"blank": {"domain": "grid", "width": 40, "height": 40}}).json()["id"]
        asked = {"start": "0,0", "goals": ["9,9"], "engine": "interpreted", "algorithm": "astar"}
        assert client.post(f"{WORLDS}/{world}/solve", json=asked).json()["outcome"] == "found"
        domains = [weakref.ref(service.worlds.find(world).contents)]
        assert _IDLE
        wait_for(lambda: not _IDLE and not any(each() for each in domains))
        assert service.worlds.gone == 1


def test_free_memory_goes_to_the_system() -> None:
    memory.release_memory()
    trim = memory._trim()
    if trim is not None:
        assert trim(0) in (0, 1)
