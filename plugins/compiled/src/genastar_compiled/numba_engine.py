"""The engine behind `engine.Compiled`, with Numba."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from genastar import Cost, Result, Workspace
from genastar.cost import V
from genastar.engine import Ask, F, Question, Questions, Round
from genastar.loop import Interpreted
from genastar.node import K
from genastar_compiled.batch import BatchSearch
from genastar_compiled.data.memory import Memory
from genastar_compiled.kernels import machine_code
from genastar_compiled.plan import BatchPlan, Plan, Plans, StillCompiling, WalkPlan
from genastar_compiled.search import Search

_INTERPRETED: Final = Interpreted()
"""Tells the outcome of questions that were cancelled before they were compiled."""


class NumbaEngine:
    """Answers questions in machine code, and knows for which of them there is some."""

    def __init__(self) -> None:
        self._plans = Plans(Plan)
        self._walks = Plans(WalkPlan)
        self._batches: dict[tuple[str, ...], Plans] = {}

    def search(self, question: Question[K, V], workspace: Workspace) -> Result[K, V]:
        """Answer the question in machine code."""
        plan, leaves = self._plans.find(question)
        try:
            with workspace.borrowed(Memory) as memory:
                return Search(plan, question, leaves, memory).answer()
        except StillCompiling:
            return _INTERPRETED.search(question, workspace)

    def walk(self, question: Question[K, V], workspace: Workspace) -> Round[K, V]:
        """One round of IDA* in machine code."""
        plan, leaves = self._walks.find(question)
        try:
            with workspace.borrowed(Memory) as memory:
                return Search(plan, question, leaves, memory).round()
        except StillCompiling:
            return _INTERPRETED.walk(question, workspace)

    def search_many(self, questions: Questions[K, V], workspace: Workspace) -> Sequence[Result[K, V]]:
        """Answer all questions in a few calls of the machine code: a `Batch`."""
        if _one_by_one(questions):
            return [self.search(question, workspace) for question in questions]
        first = questions[0]
        plan, leaves = self._plans_of_many(questions).find(first)
        try:
            with workspace.borrowed(Memory) as memory:
                return BatchSearch(plan, first, leaves, memory).answers(questions)
        except StillCompiling:
            return _INTERPRETED.search_many(questions, workspace)

    def machine_code(self, function: F) -> F:
        """Return the function compiled at its first call; see `kernels`."""
        return machine_code(function)

    def is_ready(self, ask: Ask, asked: Question[K, V] | Questions[K, V]) -> bool:
        """Return whether there is a program for this in memory."""
        plans, question = self._plans_for(ask, asked)
        known = plans.known(question)
        return known is not None and known[0].is_built(question)

    def load(self, ask: Ask, asked: Question[K, V] | Questions[K, V]) -> bool:
        """Load the program for this from disk; return whether there is one now.

        Raises:
            CannotCompile: there can be none.
        """
        plans, question = self._plans_for(ask, asked)
        return plans.find(question)[0].load(question)

    def make(self, ask: Ask, asked: Question[K, V] | Questions[K, V]) -> None:
        """Load the program for this from disk, or compile it.

        Raises:
            CannotCompile: there can be none.
        """
        plans, question = self._plans_for(ask, asked)
        plans.find(question)[0].program(question)

    def _plans_for(self, ask: Ask, asked: Question[K, V] | Questions[K, V]) -> tuple[Plans, Question[K, V]]:
        if isinstance(asked, Question):
            return self._walks if ask == "walk" else self._plans, asked
        return self._plans_of_many(asked), asked[0]

    def _plans_of_many(self, questions: Questions[K, V]) -> Plans:
        if _one_by_one(questions):
            return self._plans
        varying = tuple(questions.fields)
        return self._batches.setdefault(varying, Plans(partial(BatchPlan, varying)))


def _one_by_one(questions: Questions[K, V]) -> bool:
    """Whether a batch cannot hold these."""
    first = questions[0]
    return not isinstance(first.cost, Cost) or first.limits.seconds is not None
