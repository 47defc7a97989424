"""Answer many requests in one call of machine code. Otherwise Python would need 50 µs for a search of a few."""

from __future__ import annotations

import math
from collections.abc import Sequence
from time import perf_counter
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from genastar import BadInput, CannotCompile, Result
from genastar.contracts.request import Requests, to_python
from genastar.errors import name_problem
from genastar.memory.replay import Actions, Replay
from genastar.search.batch import Results
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import make_result
from genastar_compiled.data.columns import Column, is_of_numbers, put, reader_of
from genastar_compiled.failures.exceptions import as_interpreted
from genastar_compiled.kernel import control
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.plans.layout import Program
from genastar_compiled.searches.feed import FIRST_BUDGET, OUTCOMES, PAUSE_EVERY, UNLIMITED, WIDENS, Feed

FIRST_QUESTIONS = 64
MOST_QUESTIONS = 1 << 16
"""Maximum requests per call."""
FIRST_STEPS = 1 << 12


class Batch(Results[K, V]):
    """The answers to many requests, in order. The arrays exist at once; each `Result` is created on access.

    ``seconds`` of a result is the mean over all requests.
    """

    def __init__(
        self, program: Program, requests: Requests[K, V], answers: NDArray[Any], steps: NDArray[Any], seconds: float
    ) -> None:
        self._requests = requests
        self._answers = answers
        self._read = Column(reader_of(program.kinds["answers_at"]), answers)
        self._steps = steps
        self._path = Column(reader_of(program.kinds["steps_at"]), steps)
        self.seconds = seconds
        """Wall time of all requests in seconds."""

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def found(self) -> NDArray[np.bool_]:
        """Whether each request reached a destination, shape (n,)."""
        return self._answers["status"] == control.FOUND

    @property
    def travelled(self) -> NDArray[Any]:
        """Cost of each request's path in the type of the solver's costs; 0 where no path was found."""
        return np.where(self.found, self._answers["closest"]["cost"]["travelled"], 0)

    @property
    def expanded(self) -> NDArray[np.int64]:
        """Number of expansions of each request."""
        return self._answers["expanded"]

    @property
    def first(self) -> NDArray[np.int64]:
        """Start of each path in `positions`, plus the end of the last: ``len(batch) + 1`` numbers."""
        ends = self._answers["first"] + self._answers["count"]
        return np.concatenate([self._answers["first"], ends[-1:]]) if len(ends) else np.zeros(1, np.int64)

    @property
    def positions(self) -> NDArray[Any]:
        """All paths, concatenated. Without a path, the path to the closest position."""
        return self._steps

    @overload
    def __getitem__(self, at: int) -> Result[K, V]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Result[K, V]]: ...

    def __getitem__(self, at: int | slice) -> Result[K, V] | Sequence[Result[K, V]]:
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        count = len(self._answers)
        if not -count <= at < count:
            raise IndexError(f"answer {at} of {count}")
        answer = self._read.one(at % count)
        request = self._requests[at % count]
        found = answer.status == control.FOUND
        way = tuple(self._path.many(answer.first, answer.first + answer.count))
        return make_result(
            outcome=OUTCOMES[answer.status],
            path=way if found else (),
            cost=answer.closest.cost if found else None,
            closest=way[-1] if way else None,
            path_to_closest=way,
            expanded=answer.expanded,
            generated=answer.generated,
            reopened=answer.reopened,
            peak_open=answer.peak_open,
            seconds=self.seconds / count,
            engine="compiled",
            algorithm=request.algorithm,
            why=request.why,
            bound=request.bound if found else None,
            costs=(costs := Replay(request.problem, request.cost, way) if found else ()),
            actions=Actions(request.problem, way, costs) if found else (),
        )


class BatchSearch(Feed):
    """Calls of machine code until all requests are answered."""

    requests: Requests[Any, Any]

    def _as_interpreted(self, error: Exception) -> Exception | None:
        return as_interpreted(self.requests[self.words[WORDS["question"]]], error, math.inf, lambda: None)

    def answers(self, requests: Requests[K, V]) -> Batch[K, V]:
        """Answer the requests, in wider layouts if one needs them.

        Raises:
            BadInput: there are not as many starts as values of each field.
            CannotCompile: the values of a field, or the starts, are not of the type that the solver has.
        """
        self.requests = requests
        dtypes = self.program.dtypes
        asked = self._rows(requests)
        self.answered = np.zeros(len(asked), dtypes["answers_at"])
        self.steps = np.zeros(FIRST_STEPS, dtypes["steps_at"])
        words = self.words
        self.memory.heed(self.request.cancel.flag)
        words[WORDS["reopen"]] = self.request.reopen
        words[WORDS["steps_used"]] = 0
        words[WORDS["pause"]] = FIRST_BUDGET
        expansions = self.request.limits.expansions
        words[WORDS["allowed"]] = UNLIMITED if expansions is None else int(min(expansions, UNLIMITED))
        done, count = 0, FIRST_QUESTIONS
        while done < len(asked):
            called = perf_counter()
            some = min(count, len(asked) - done)
            self.memory.prepare(self.program, self.size, some)
            words[WORDS["question"]] = done
            words[WORDS["questions"]] = done + some
            words[WORDS["ended"]] = control.RUNNING
            words[WORDS["asked_at"]] = asked.ctypes.data
            words[WORDS["answers_at"]] = self.answered.ctypes.data
            words[WORDS["steps_at"]] = self.steps.ctypes.data
            words[WORDS["steps"]] = len(self.steps)
            status = self._answer_some()
            done = words[WORDS["question"]]
            if status in WIDENS:
                self._widen()
            spent = perf_counter() - called
            count = min(2 * count, MOST_QUESTIONS) if spent < PAUSE_EVERY / 2 else max(1, count // 2)
        steps = self.steps[: words[WORDS["steps_used"]]]
        return Batch(self.program, requests, self.answered, steps, perf_counter() - self.began)

    def _rows(self, requests: Requests[K, V]) -> NDArray[Any]:
        """Return the starts and the varying fields, one row per request."""
        given = {"starts": requests.starts, **requests.fields}
        counts = {name: len(values) for name, values in given.items()}
        if len(set(counts.values())) > 1:
            raise BadInput(f"the columns of the questions differ in length: {counts}; give equally many of each")
        kind = self.program.kinds["asked_at"]
        rows = np.zeros(len(requests.starts), self.program.dtypes["asked_at"])
        refused = f"{name_problem(self.request.problem)} cannot be compiled for these questions:"
        for index, (name, values) in enumerate(given.items()):
            if not is_of_numbers(values) and any(hasattr(each, "tolist") for each in set(map(type, values))):
                values = [*map(to_python, values)]  # as `Requests` does
            try:
                put(kind.parts[index], rows[f"f{index}"], values)
            except OverflowError as error:
                raise CannotCompile(f"{refused} {name} has {error}; scale the numbers down") from error
            except (AttributeError, TypeError, ValueError) as error:
                raise CannotCompile(
                    f"{refused} {name} is not of one type, the type that the solver has ({error}); give all of them one type"
                ) from error
        return rows

    def _answer_some(self) -> int:
        """Call machine code until these requests are answered, or one must begin again."""
        words = self.words
        words[WORDS["budget"]] = min(FIRST_BUDGET, words[WORDS["allowed"]])
        mode = control.BEGIN
        while True:
            status = self._call(mode)
            mode = control.GO_ON
            if status == control.DONE or status in WIDENS:
                return status
            if status == control.PAUSED:
                spent = words[WORDS["expanded"]]
                words[WORDS["budget"]] = min(spent, words[WORDS["allowed"]] - spent)
            elif status != control.SHORT:
                self._check(status)
            elif words[WORDS["short"]] == control.STEPS:
                self._lengthen()
                mode = control.WRITE_PATH
            elif words[WORDS["short"]] == control.PATH:
                self.memory.grow(self.program)
                mode = control.WRITE_PATH
            elif not self._grow():
                return control.TOO_WIDE
            elif self._must_restart():
                return control.SHORT

    def _lengthen(self) -> None:
        used = self.words[WORDS["steps_used"]]
        needed = used + max(0, self.words[WORDS["path_count"]])
        longer = np.zeros(2 * needed, self.steps.dtype)
        longer[:used] = self.steps[:used]
        self.steps = longer
        self.words[WORDS["steps_at"]] = longer.ctypes.data
        self.words[WORDS["steps"]] = len(longer)
