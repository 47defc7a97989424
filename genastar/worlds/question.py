"""Questions to a domain, and the algorithm that it picks for one."""

from __future__ import annotations

from typing import Generic

from attrs import frozen

from genastar.algorithm import Algorithm
from genastar.values.node import K


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
