"""The deadline of a request, which does not count what is compiled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest

from genastar.values.limits import check_cancelled, pause_counting
from genastar_studio.server.metrics import Metrics
from genastar_studio.server.problems import Refusal
from genastar_studio.server.run import Searches, WorkBudget
from genastar_studio.server.settings import Settings

SECONDS = 0.2


class Client:
    """A client that stays."""

    async def receive(self) -> dict[str, str]:
        await asyncio.Event().wait()
        raise AssertionError


def ask(work: Callable[[WorkBudget], object]) -> object:
    async def answer() -> object:
        client: Any = Client()
        return await Searches(Settings(seconds=SECONDS), Metrics()).run(client, work)

    return asyncio.run(answer())


def work_for(seconds: float) -> None:
    ends = perf_counter() + seconds
    while perf_counter() < ends:
        check_cancelled()


def test_what_is_compiled_does_not_count() -> None:
    def work(_: WorkBudget) -> int:
        with pause_counting(), pause_counting():
            work_for(5 * SECONDS)
        with pause_counting():
            work_for(5 * SECONDS)
        return 7

    assert ask(work) == 7


def test_what_follows_a_compilation_counts() -> None:
    def work(_: WorkBudget) -> None:
        with pause_counting():
            work_for(5 * SECONDS)
        work_for(3600)

    with pytest.raises(Refusal, match="no answer within"):
        ask(work)


def test_machine_code_outside_searches_is_not_counted() -> None:
    kernels = pytest.importorskip("genastar_compiled.kernels")

    def half(number: int) -> int:
        return number // 2

    def work(budget: WorkBudget) -> float:
        assert kernels.machine_code(half)(9) == 4
        return budget.cancel.uncounted_seconds

    assert 0 < float(ask(work)) < 3600  # type: ignore[arg-type]
