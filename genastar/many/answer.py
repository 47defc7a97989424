"""The answer to one question of a batch."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result

Q = TypeVar("Q")
"""The type of a question."""


@frozen
class Answer(Generic[Q, K, V]):
    """A question with its result or its error."""

    number: int
    """The index of the question, from 0, in the order of the questions."""
    question: Q
    error: Exception | None
    """The error of the question; ``None`` if it has a result."""
    found: Result[K, V] | None

    @property
    def result(self) -> Result[K, V]:
        """Return the result.

        Raises:
            Exception: the error of the question.
        """
        if self.found is None:
            assert self.error is not None
            raise self.error
        return self.found
