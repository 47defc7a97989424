"""Functions outside searches, such as preparations of plugins: each is compiled for the kinds of its arguments, when called."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import cached_property, update_wrapper
from types import FunctionType
from typing import Any

from genastar.errors import format_error_line
from genastar.memory.garbage import pause_collector
from genastar.values.interrupts import hold_back_signals
from genastar.values.limits import pause_counting


class MachineFunction:
    """A function of numbers, arrays and tuples of these, as machine code without the GIL; what is not known goes to Numba."""

    def __init__(self, function: FunctionType, to_numba: Callable[[Any], Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.refused: str | None = None
        """Why calls are left to Numba, if they are."""
        self._to_numba = to_numba
        self._count = function.__code__.co_argcount + function.__code__.co_kwonlyargcount
        self._runs: list[Callable[..., Any]] = []

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
        if self.refused is None:
            self.refused = self._compile(full)
            if self.refused is None:
                return self._runs[-1](*full)
        return self.numba(*given, **named)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    @cached_property
    def numba(self) -> Any:
        """The function as Numba compiles it."""
        return self._to_numba(self.py_func)

    def _compile(self, given: tuple[Any, ...]) -> str | None:
        """Compile the function for such arguments; return why not."""
        switch = os.environ.get("GENASTAR_COMPILER")
        if switch == "off":
            return switch
        with hold_back_signals(), pause_collector(), pause_counting():
            from genastar_compiled.compiler.calling import run_for
            from genastar_compiled.compiler.faults import NotCovered
            from genastar_compiled.compiler.plan import COMPILING
            from genastar_compiled.reach.names import replaced_builtin

            if name := replaced_builtin():
                return f"builtins.{name} is replaced"
            try:
                with COMPILING:
                    self._runs.append(run_for(self.py_func, given))
            except Exception as error:
                if switch == "only":
                    raise
                what = "" if isinstance(error, NotCovered) else "a fault of the compiler: "  # Numba answers instead
                return f"{what}{format_error_line(error)}"
        return None
