"""Anytime repairing A*: better and better answers, by weights that fall to 1."""

from __future__ import annotations

from math import isfinite
from typing import ClassVar

from attrs import Attribute, frozen

from genastar.algorithms.anytime.improving import Improving
from genastar.algorithms.bounded.weighted import Weight, check_at_least_one
from genastar.contracts import frontier
from genastar.errors import BadInput, format_value
from genastar.options import option


def check_above_zero(_: object, option: Attribute[float], step: float) -> None:
    """Raise BadInput unless the step is a finite number above 0."""
    try:
        fits = not isinstance(step, bool) and step > 0 and isfinite(step)
    except (TypeError, ArithmeticError):
        fits = False
    if not fits:
        raise BadInput(f"{option.name}={format_value(step)}: expected a finite number above 0, such as 0.5")


@frozen
class Anytime(Improving):
    """ARA*: weighted A* in rounds of falling weights, which keep the open list (Likhachev, Gordon and Thrun, NIPS 2003).

    The first round answers soon. Each further round has a smaller weight, and expands only what may lead to a better answer;
    what an earlier round found out is kept. In one round a position is expanded once: an improvement of an expanded position
    waits for the next round. The last answer is the optimum if the search is not ended before.

    Use it if the time is limited, and not known to be enough for the optimum. ``bound`` of each answer is the ratio of its cost
    to the least total of the open nodes, or the first weight if that is less.

    Raises:
        BadInput: ``first`` is not a finite number of at least 1, or ``step`` not one above 0.
    """

    name: ClassVar[str] = "anytime"
    summary: ClassVar[str] = "answer early, then improve the answer until it is optimal"
    viewing_hint: ClassVar[str] = (
        "It finds a path soon and then improves the path; watch the ticks on the time line, one for each better path."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"ara*"})

    first: Weight = option(3.0, check_at_least_one, "first weight of the estimate, at least 1")
    step: float = option(0.5, check_above_zero, "fall of the weight from round to round")

    @property
    def frontier(self) -> frontier.AnytimeFrontier:
        """Return the order of ARA*."""
        return frontier.AnytimeFrontier(float(self.first), float(self.step), rounds=True)
