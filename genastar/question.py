"""Questions to a domain, the algorithm that it picks for one, and the answers to many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, overload

from attrs import evolve, frozen
from typing_extensions import TypeVar

from genastar.algorithm import Algorithm
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result

S = TypeVar("S", default=K)
"""The type of the problem's states."""


@frozen
class Question(Generic[K]):
    """A question to a domain: the path from any of these starts to any of these goals."""

    starts: tuple[K, ...]
    goals: tuple[K, ...]


@frozen
class Choice:
    """The algorithm that a domain picks for a question."""

    algorithm: Algorithm
    why: str
    """The reason, in a few words."""


@frozen
class Answers(Sequence[Result[K, V]], Generic[K, V, S]):
    """A sequence of answers to questions, each converted to the positions and costs of the user when it is needed."""

    told: Callable[[Result[S, V], Question[K]], Result[K, V]]
    """Converts an answer."""
    questions: Sequence[tuple[K, tuple[K, ...]]]
    answers: Sequence[Result[S, V]]
    algorithm: str
    why: str
    state: Callable[[Result[S, V], int], Result[S, V]] | None = None

    def __len__(self) -> int:
        return len(self.answers)

    @overload
    def __getitem__(self, at: int) -> Result[K, V]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Result[K, V]]: ...

    def __getitem__(self, at: int | slice) -> Result[K, V] | Sequence[Result[K, V]]:
        if isinstance(at, slice):
            return [self[row] for row in range(*at.indices(len(self)))]
        start, goals = self.questions[at]
        found = self.answers[at]
        found = found if self.state is None else self.state(found, at)
        return self.told(evolve(found, algorithm=self.algorithm, why=self.why), Question((start,), tuple(goals)))
