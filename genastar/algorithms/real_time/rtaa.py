"""RTAA*: real-time search with the quickest way of learning."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from genastar.algorithms.building_blocks.learned_estimates import LearnedEstimates
from genastar.algorithms.real_time.walk import Episode, RealTime
from genastar.values.cost import N
from genastar.values.node import K


@frozen
class Rtaa(RealTime):
    """Real-time adaptive A*: search, learn and move in turn, with at most ``lookahead`` expansions before each move.

    Koenig and Likhachev, Real-time adaptive A*, AAMAS 2006. It differs from ``lss-lrta`` only in what it learns: the estimate
    of a position that the search closed rises to f - g, where f is the least of the open nodes. This is never more than what
    ``lss-lrta`` learns, and takes no further work; with an index it is a few operations on arrays.

    Use it where the time before a move counts, rather than the number of expansions: with the compiled engine, or if the hooks
    are slow.

    Raises:
        ValueError: lookahead is not a whole number from 2 to 1,000,000,000.
    """

    name: ClassVar[str] = "rtaa"
    summary: ClassVar[str] = "move after every few expansions; learn in less time than lss-lrta, but less"
    viewing_hint: ClassVar[str] = (
        "An agent moves after every few expansions and learns from them; watch how it searches only around itself."
    )

    def learn(self, learned: LearnedEstimates[K, N], episode: Episode[K, N]) -> None:
        """Raise the estimates of closed positions to the least f of the open nodes minus g."""
        learned.raise_closed(episode.tree, episode.problem, episode.least)
