"""The answers to many questions of a world."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from attrs import evolve

from genastar.search.batch import Results
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result
from genastar.worlds.hooks import DomainHooks
from genastar.worlds.question import Question
from genastar.worlds.translation import translate_result


class WorldResults(Results[K, V]):
    """The answers to questions, each converted to the positions and costs of the user when it is needed."""

    def __init__(
        self,
        world: DomainHooks[K, V, Any, Any],
        questions: Sequence[tuple[K, tuple[K, ...]]],
        results: Sequence[Result[Any, V]],
        algorithm: str,
        why: str,
        result_of_row: Callable[[Result[Any, V], int], Result[Any, V]] | None = None,
    ) -> None:
        self._world = world
        self._questions = questions
        self._states = results
        self._algorithm = algorithm
        self._why = why
        self._result_of_row = result_of_row

    def __len__(self) -> int:
        return len(self._states)

    @overload
    def __getitem__(self, at: int) -> Result[K, V]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Result[K, V]]: ...

    def __getitem__(self, at: int | slice) -> Result[K, V] | Sequence[Result[K, V]]:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(len(self)))]
        start, goals = self._questions[at]
        found = self._states[at]
        found = found if self._result_of_row is None else self._result_of_row(found, at)
        named = evolve(found, algorithm=self._algorithm, why=self._why)
        return translate_result(self._world, named, Question((start,), goals))
