"""Requests made from the description of the service: none fails in it, and every answer is as described."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from genastar_studio.routes.service import Service
from genastar_studio.server.settings import Settings
from genastar_studio.server.sources import Sources

WORLDS = "/api/v1/worlds"


@pytest.fixture(scope="module")
def fuzzed(served: Callable, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path: Path = tmp_path_factory.mktemp("sources") / "maze.txt"
    path.write_text("S.#.\n..#.\n...G\n")
    budgets = Settings(port=0, seconds=5.0, places=10_000, worlds=10_000, body=100_000, searches=16)
    with served(Service(budgets, Sources.of([path]))) as address:
        yield f"http://{address}"


@pytest.mark.long
def test_requests_at_random(fuzzed: str) -> None:
    """Half of them ask of a world that is there."""
    import schemathesis  # not above: it takes seconds, for which each process that lists tests would wait
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        negative_data_rejection,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        negative_data_rejection,
    ]

    def ask(case: schemathesis.Case) -> None:
        world = client.post(WORLDS, json={"source": "maze.txt"}).json()
        world = client.post(WORLDS, json={"copy": world["id"]}).json()
        if "world_id" in case.path_parameters and len(str(case.body)) % 2:
            case.path_parameters["world_id"] = world["id"]
        if isinstance(case.body, dict) and case.body.get("engine", "auto") in ("auto", "compiled"):
            case.body["engine"] = "interpreted"  # nothing is compiled for this
        case.call_and_validate(base_url=fuzzed, checks=checks)

    few = settings(
        max_examples=12, derandomize=True, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
    )
    with httpx.Client(base_url=fuzzed, timeout=30) as client:
        schema = schemathesis.openapi.from_dict(client.get("/api/v1/openapi.json").json())
        operations = [each.ok() for each in schema.get_all_operations()]
        assert len(operations) > 5
        for operation in operations:
            cases = st.one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode])
            few(given(cases)(ask))()
