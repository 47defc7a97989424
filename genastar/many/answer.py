"""What became of one of many questions."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

from genastar.cost import V
from genastar.node import K
from genastar.result import Result

Q = TypeVar("Q")
"""The type of a question."""


@frozen
class Answer(Generic[Q, K, V]):
    """A question with its result, or with the error that it ended in."""

    number: int
    """Of the question, counted from 0 in the order in which they were given."""
    question: Q
    error: Exception | None
    """Why there is no result; ``None`` if there is one."""
    found: Result[K, V] | None

    @property
    def result(self) -> Result[K, V]:
        """The result.

        Raises:
            Exception: the error that the question ended in.
        """
        if self.found is None:
            assert self.error is not None
            raise self.error
        return self.found
