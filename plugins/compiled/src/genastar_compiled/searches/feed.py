"""Calls of machine code, and what it says when it stops; the common part of a search and a batch."""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from time import perf_counter
from typing import Any, cast

from genastar import BadInput, Outcome
from genastar.contracts.keys import get_checked_key, read_size
from genastar.contracts.open_list import make_unknown_parent_error
from genastar.contracts.request import Request
from genastar.errors import CostError, name_hook, name_problem
from genastar.memory.queues.partial import make_least_total_error
from genastar.search.depth_first import make_other_parent_error
from genastar.values.cost import FALLS
from genastar.values.node import make_refusal_error
from genastar_compiled.failures.refusal import ROUNDED, LeftRange, OddIndex, OtherLength, translate_error
from genastar_compiled.kernel import control
from genastar_compiled.kernel.control import WORDS
from genastar_compiled.kernel.queues.bucket_queue import WIDEST_RING
from genastar_compiled.kernel.running import RUNNING, Interrupted
from genastar_compiled.plans.layout import Program
from genastar_compiled.plans.plan import Plan
from genastar_compiled.searches.memory import Memory

FIRST_BUDGET = 1 << 14
PAUSE_EVERY = 0.02
"""Seconds that machine code runs before Python checks for Ctrl-C and the time."""

TIMED_OUT = -1

OUTCOMES = {
    control.EXHAUSTED: Outcome.UNREACHABLE,
    control.FOUND: Outcome.FOUND,
    control.CANCELLED: Outcome.CANCELLED,
    control.TOO_DEAR: Outcome.LIMIT,
    TIMED_OUT: Outcome.TIMEOUT,
}
WIDENS = control.TOO_WIDE, control.ODD_INDEX, control.OTHER_LENGTH
"""Why a search begins again in another layout."""
RESTARTS = *WIDENS, control.SHORT
"""Why a search begins again; the memory that was too small has grown."""
UNLIMITED = (1 << 63) - 1

MODE, STATUS, SHORT, PENDING = (WORDS[name] for name in ("mode", "status", "short", "pending"))


class Feed:
    """Calls machine code and reads its results."""

    program: Program
    interrupt: BaseException | None = None
    """What the handler of a signal raised in the middle of a hook."""

    def is_over(self) -> bool:
        """Return whether the search was cancelled, or its time is over."""
        return False

    def __init__(
        self,
        plan: Plan,
        request: Request[Any, Any],
        leaves: tuple[object, ...],
        memory: Memory,
    ) -> None:
        self.plan = plan
        self.request = request
        self.leaves = leaves
        self.memory = memory
        self.words = memory.block
        self.size = read_size(request.problem) if plan.dense else plan.slots_of(request)
        self.program = plan.program(request)
        self.began = perf_counter()
        self._begin()

    def _begin(self) -> None:
        """Prepare the memory for the program."""

    def _turn_to_program(self) -> None:
        """Switch to the current program. Compilation does not count as search time."""
        asked = perf_counter()
        self.program = self.plan.program(self.request)
        self.began += perf_counter() - asked

    def _widen(self) -> None:
        """Switch to a wider layout, because a value was too wide for the ring, for the arrays, or as an index."""
        self.plan.widen(self.program, self.words[STATUS])
        self._turn_to_program()

    def _call(self, mode: int, leaves: tuple[object, ...] | None = None) -> int:
        words = self.words
        words[MODE] = mode
        words[STATUS] = control.RUNNING
        failures: list[Exception] = []
        RUNNING[thread := get_ident()] = self
        try:
            self.program.run(self.memory.address, *(self.leaves if leaves is None else leaves))
        except Interrupted:
            interrupt, self.interrupt = self.interrupt, None
            if interrupt is not None:
                raise interrupt from None
            words[STATUS] = control.CANCELLED if self.request.cancel.cancelled else TIMED_OUT
        except OddIndex:
            words[STATUS] = control.ODD_INDEX
        except OtherLength:
            words[STATUS] = control.OTHER_LENGTH
        except Exception as error:  # noqa: BLE001  # whatever a hook raises
            failures.append(error.with_traceback(None))
        finally:
            RUNNING.pop(thread, None)
        if failures:  # not in the handler, so that the exception of machine code is not the context of Python's
            raise self._for_caller(failures.pop())  # popped, because no frame may refer to what it raises
        return words[STATUS]

    def _for_caller(self, error: Exception) -> Exception:
        """Return what the search raises for an exception of machine code."""
        error.__context__ = None
        plain = translate_error(error, self.request.problem)
        if isinstance(error, StopIteration):
            plain.__cause__ = error
        elif type(plain) is not type(error):
            plain.__cause__ = None  # it is known here alone
            return plain
        return self._as_interpreted(plain) or plain

    def _as_interpreted(self, error: Exception) -> Exception | None:
        """Return a hook's exception as Python raises it; ``None`` if this is not known."""
        return None

    def _with_position(self, error: Exception) -> Exception:
        """Return an error with the position, if it is known."""
        return self._as_interpreted(error) or error

    def _grow(self) -> bool:
        """Enlarge an array; return whether the layout allows it."""
        short = self.words[SHORT]
        if short == control.EVENTS and not self._is_expanding():
            return True  # the observer has received the events, so there is room again
        if short == control.RING and self.words[WORDS["ring"]] + 1 >= WIDEST_RING:
            return False
        self.memory.grow(self.program)
        if short == control.RING:
            self._call(control.WIDEN_RING)
        elif short in (control.TABLE, control.LINE):
            self._call(control.FILL_TABLE)
        return True

    def _is_expanding(self) -> bool:
        """Return whether machine code stopped in the middle of an expansion."""
        return self.words[PENDING] == control.EXPANDING

    def _must_restart(self) -> bool:
        """Return whether a hook that is called again for the same node would find known what its first call has added."""
        if not (self.plan.looks_up and self._is_expanding()):
            return False
        self.memory.keep_slots()
        return True

    def _refused(self) -> Any:
        """Return the position that machine code refused."""
        return self.memory.column(self.program, "refused_at").one(0)

    def _check(self, status: int) -> None:
        words, name = self.words, name_problem(self.request.problem)
        match status:
            case control.OUTSIDE:
                raise BadInput(
                    f"{name}.index gave {words[WORDS['culprit']]}, which is outside its size {self.size}; "
                    "add only neighbours inside the size, or correct size"
                )
            case control.NAN_POSITION:
                position = self._refused()
                nodes = self.memory.column(self.program, "nodes_at")
                parent = nodes.one(control.CURRENT).position if self._is_expanding() else None
                raise make_refusal_error(name_hook(self.request.problem), position, parent)
            case control.NAN_KEY:
                cast("Callable[[object], object]", get_checked_key(self.request.problem))(self._refused())
            case control.UNKNOWN_PARENT:
                raise make_unknown_parent_error(name_hook(self.request.problem), self._refused())
            case control.NOT_ABOVE:
                least, within = (self.memory.column(self.program, which).one(0) for which in ("least_at", "within_at"))
                raise make_least_total_error(self.request.problem, least, within)
            case control.OTHER_PARENT:
                raise make_other_parent_error(name_hook(self.request.problem), self._refused())
            case control.LOST:
                raise BadInput(f"{name}: a position that was added is not found again; correct the __eq__ of its class")
            case control.NAN:
                raise self._with_position(CostError(f"{name}.add_neighbours added a cost that is NaN, which cannot be ordered"))
            case control.OVERFLOW if self.program.layout.origin.whole:
                raise LeftRange(f"{name}: {ROUNDED}")
            case control.OVERFLOW:
                raise CostError(
                    f"{name}: a cost left the range of 64-bit integers; scale the costs down, or search interpreted"
                )
            case control.FALLING:
                raise self._with_position(CostError(f"{name}.add_neighbours: {FALLS}"))
            case control.CIRCLE:
                raise CostError("the path runs in a circle: some costs decrease along a path, but must not")
