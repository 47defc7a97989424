"""The engine: what `genastar.AStar.search` calls for ``engine="compiled"``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from genastar import Cost, Result, Workspace
from genastar.cost import V
from genastar.engine import F, Question, Questions, Round
from genastar.node import K
from genastar_compiled.batch import BatchSearch
from genastar_compiled.cache import cache_folder
from genastar_compiled.kernels import machine_code
from genastar_compiled.memory import Memory
from genastar_compiled.plan import BatchPlan, Plan, Plans, WalkPlan
from genastar_compiled.search import Search


class Compiled:
    """The engine for solvers that are attrs classes of numbers and arrays."""

    api_version = "1"

    def __init__(self) -> None:
        self._plans = Plans(Plan)
        self._walks = Plans(WalkPlan)
        self._batches: dict[tuple[str, ...], Plans] = {}

    @property
    def cache_folder(self) -> Path | None:
        """Where machine code is kept between processes; ``None`` if nowhere."""
        return cache_folder()

    def search(self, question: Question[K, V], workspace: Workspace) -> Result[K, V]:
        """Answer the question in machine code."""
        plan, leaves = self._plans.find(question)
        with workspace.borrowed(Memory) as memory:
            return Search(plan, question, leaves, memory).answer()

    def walk(self, question: Question[K, V], workspace: Workspace) -> Round[K, V]:
        """One round of IDA* in machine code."""
        plan, leaves = self._walks.find(question)
        with workspace.borrowed(Memory) as memory:
            return Search(plan, question, leaves, memory).round()

    def search_many(self, questions: Questions[K, V], workspace: Workspace) -> Sequence[Result[K, V]]:
        """Answer all questions in a few calls of the machine code: a `Batch`."""
        first = questions[0]
        if not isinstance(first.cost, Cost) or first.limits.seconds is not None:
            return [self.search(question, workspace) for question in questions]
        varying = tuple(questions.fields)
        plans = self._batches.setdefault(varying, Plans(partial(BatchPlan, varying)))
        plan, leaves = plans.find(first)
        with workspace.borrowed(Memory) as memory:
            return BatchSearch(plan, first, leaves, memory).answers(questions)

    def machine_code(self, function: F) -> F:
        """Return the function compiled at its first call; see `kernels`."""
        return machine_code(function)


ENGINE = Compiled()
