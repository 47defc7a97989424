"""Functions outside searches, such as preparations of plugins: each is compiled for the kinds of its arguments, when called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType
from typing import Any

from genastar.errors import format_error_line, warn
from genastar.memory.garbage import pause_collector
from genastar.values.interrupts import hold_back_signals
from genastar.values.limits import pause_counting


class MachineFunction:
    """A function of numbers, arrays and tuples of these, as machine code without the GIL; what is not known runs in Python."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._count = function.__code__.co_argcount + function.__code__.co_kwonlyargcount
        self._runs: list[Callable[..., Any]] = []
        self._is_refused = False
        """Whether calls with other kinds of arguments run in Python."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        full = given
        if named or len(given) != self._count:
            bound = inspect.signature(self.py_func).bind(*given, **named)
            bound.apply_defaults()
            full = tuple(bound.arguments.values())
        for run in self._runs:
            made = run(*full)
            if made is not run:  # which says that these are of other kinds
                return made
        if self._is_refused or not self._compile(full):
            return self.py_func(*given, **named)
        return self._runs[-1](*full)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    def _compile(self, given: tuple[Any, ...]) -> bool:
        """Compile the function for such arguments; return whether that was done, and warn if it cannot be."""
        with hold_back_signals(), pause_collector(), pause_counting():
            from genastar_compiled.compiler.calling import run_for
            from genastar_compiled.plans.plan import COMPILING
            from genastar_compiled.reach.names import replaced_builtin

            if replaced_builtin():
                return False
            try:
                with COMPILING:
                    self._runs.append(run_for(self.py_func, given))
            except Exception as error:  # noqa: BLE001  # in Python all the same
                self._is_refused = True
                warn(f"{self.py_func.__qualname__} runs in Python, which takes longer: {format_error_line(error)}")
                return False
        return True
