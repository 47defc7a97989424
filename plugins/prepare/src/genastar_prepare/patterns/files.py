"""Pattern databases in files."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from genastar import AStar, BadInput, Cost
from genastar.errors import format_value
from genastar.files import AnyPath
from genastar.storage.array_file import Stored, open_arrays, save_arrays
from genastar.values.cost import N
from genastar.values.node import K
from genastar_prepare.patterns.abstract import Abstract
from genastar_prepare.patterns.database import (
    MOST_NUMBERS,
    A,
    AnyCosts,
    NumberedByDigits,
    NumberedByIndex,
    NumberedByValue,
    Numbering,
    PatternDatabase,
    get_unknown_mark,
)

KIND: Final = "pattern database"


def save_pattern_database(path: AnyPath, database: PatternDatabase[K, N]) -> None:
    """Write a pattern database to a file: its costs and a hash of its problem, but not the problem itself.

    Raises:
        BadInput: the file cannot be written, or the argument is no pattern database.
    """
    if not isinstance(database, PatternDatabase):
        raise BadInput(f"{format_value(database)} is no pattern database; save each part of a combination by itself")
    numbering = database.numbering
    arrays: dict[str, Any] = {"costs": database.costs, "numbers": database.numbers}
    compress, low = 0, 0
    match numbering:
        case NumberedByDigits():
            arrays |= {"places": numbering.places, "lows": numbering.lows, "radices": numbering.radices}
            low = numbering.length
        case NumberedByValue():
            low = numbering.low
        case NumberedByIndex():
            compress = numbering.compress
    save_arrays(path, KIND, {"fingerprint": database.fingerprint, "compress": compress, "low": low}, arrays)


def open_pattern_database(
    path: AnyPath, problem: AStar[A, Cost[N]], *goals: K, projection: Callable[[K], A] | None = None
) -> PatternDatabase[K, N]:
    """Return the pattern database of a file.

    The arguments are those of `pattern_database` when it was built. The steps of a sample of states are compared with
    those of the saved one, by a hash: the 500 states nearest the goals, and 500 of a random walk.

    Raises:
        BadInput: the file cannot be read or is damaged, or it was built for another problem or other goals.
    """
    abstract = Abstract.of(problem, projection, goals)
    stored = open_arrays(path, KIND)
    costs = stored.arrays.get("costs")
    if costs is None or costs.ndim != 1 or costs.dtype not in (np.uint8, np.uint16, np.int64, np.float64) or not len(costs):
        raise BadInput(f"{path}: its array 'costs' is missing or of another type; build the pattern database again")
    numbering, size = _restore_numbering(stored, problem)
    numbers = stored.get_int64("numbers")
    known = costs[costs != get_unknown_mark(costs.dtype)]
    if not len(known) or not (known >= 0).all() or (np.diff(numbers) <= 0).any() or numbers[:1].min(initial=0) < 0:
        raise BadInput(f"{path}: its arrays contain numbers out of range; build the pattern database again")
    fits = (
        size in (None, len(costs))
        and len(numbers) in (0, len(costs))
        and all(numbering.can_number(state) for state in abstract.starts)
        and abstract.compute_fingerprint(numbering) == stored.facts.get("fingerprint")
    )
    if not fits:
        raise BadInput(
            f"{path}: this pattern database was built for another problem, pattern or goal than {abstract.name} now has; build "
            "it again, or open the file of this one"
        )
    consistent = not isinstance(numbering, NumberedByIndex) or numbering.compress == 1
    if not _is_bound(abstract, numbering, cast(AnyCosts, costs), numbers, consistent):
        raise BadInput(f"{path}: its costs are not those of the steps of {abstract.name}; build the pattern database again")
    return abstract.make_database(numbering, cast(AnyCosts, costs), numbers, consistent)


def _is_bound(abstract: Abstract, numbering: Numbering, costs: AnyCosts, numbers: NDArray[np.int64], consistent: bool) -> bool:
    """Return whether goals cost 0 and, in a consistent table, no step of the sample lowers the cost by more than its own."""

    def cost_of(state: Any) -> float:
        number = numbering.number_state(state)
        slot = int(np.searchsorted(numbers, number)) if len(numbers) else number
        if (
            not 0 <= slot < len(costs)
            or (len(numbers) and numbers[slot] != number)
            or costs[slot] == get_unknown_mark(costs.dtype)
        ):
            return inf
        return cast(float, costs[slot].item())

    return all(cost_of(goal) == 0 for goal in abstract.starts) and (
        not consistent
        or all(
            cost_of(other) <= cost_of(state) + step
            for state in abstract.sample()
            for other, step in abstract.steps.costs_from(state).items()
        )
    )


def _restore_numbering(stored: Stored, problem: Any) -> tuple[Numbering, int | None]:
    """Return the numbering of a file, and the length of its table if the problem determines it."""
    compress, low = stored.facts.get("compress"), stored.facts.get("low")
    if type(compress) is not int or type(low) is not int or compress < 0 or abs(low) >= MOST_NUMBERS:
        raise BadInput(f"{stored.path}: it lacks the facts of a pattern database; build it again")
    if compress:
        size = problem.size if problem.is_indexed else 0
        return NumberedByIndex(problem, compress), -(-size // compress)
    if "lows" in stored.arrays:
        found = NumberedByDigits(low, stored.get_int64("places"), stored.get_int64("lows"), stored.get_int64("radices"))
        if not found.fits:
            raise BadInput(f"{stored.path}: its digits do not fit together; build the pattern database again")
        return found, None
    return NumberedByValue(low), None
