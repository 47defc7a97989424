"""References that a function holds, of which it lets go where an exception leaves it.

Numba takes an exception for the end of all, and lets go of variables only on the way to a ``return``. So what a function holds
was lost where a caller caught the exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import cgutils, ir, types
from numba.core.lowering import Lower


@contextmanager
def held(builder: Any, kind: types.Type, value: Any) -> Iterator[None]:
    """Let go of a value that no variable has yet, where an exception leaves the code that is written inside."""
    without = getattr(builder, "_unnamed", ())
    builder._unnamed = (*without, (kind, value))
    yield
    builder._unnamed = without


class HoldingLower(Lower):
    """Numba's lowering, which knows at each place the variables that may hold references.

    A variable that has no value yet, or no longer, is zero there, which is no reference.
    """

    def setup_function(self, description: Any) -> None:
        """Begin a function, which holds nothing."""
        super().setup_function(description)
        self._held: set[str] = set()
        self.builder._frame = self

    def pre_block(self, block: Any) -> None:
        """Begin a block, and note the variables that are there, and that the handler of its exceptions lets go of itself."""
        super().pre_block(block)
        self._held = self._at_entry(block)
        is_inside = hasattr(self.builder, "_in_try_block")
        self._left_to_handler = self._at_entry(self.blocks[block.terminator.truebr]) if is_inside else set()

    def _at_entry(self, block: Any) -> set[str]:
        return {each for each in self.func_ir.get_block_entry_vars(block) if self._is_counted(each)}

    def _is_counted(self, name: str) -> bool:
        models: Any = self.context.data_model_manager
        return self.context.enable_nrt and models[self.typeof(name)].contains_nrt_meminfo()

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Give a variable a value."""
        super().storevar(value, name, argidx=argidx)
        if self._is_counted(name):
            self._held.add(name)

    def delvar(self, name: str) -> None:
        """Let go of a variable."""
        super().delvar(name)
        self._held.discard(name)

    def let_go(self) -> None:
        """Let go of all: an exception leaves the function here."""
        self._let_go_of_unnamed()
        for name in sorted(self._held):
            self.decref(self.typeof(name), self.loadvar(name))

    def leave_to_handler(self) -> None:
        """Let go of what the handler does not know: an exception leaves the block here, before its end."""
        self._let_go_of_unnamed()
        for name in sorted(self._held - self._left_to_handler):
            super().delvar(name)

    def leave_if_raised(self) -> None:
        """Go to the handler if what was called raised. Outside of a ``try``, the exception has left the function already."""
        if inside := getattr(self.builder, "_in_try_block", None):
            raised = self.call_conv.check_try_status(self.builder).excinfo
            with self.builder.if_then(cgutils.is_not_null(self.builder, raised)):
                self.leave_to_handler()
                self.builder.branch(inside["target"])

    def _let_go_of_unnamed(self) -> None:
        for kind, value in getattr(self.builder, "_unnamed", ()):
            self.decref(kind, value)

    def lower_dynamic_raise(self, raised: Any) -> None:
        """Raise an exception, which takes no references to its arguments along."""
        given = tuple(self.loadvar(each.name) if isinstance(each, ir.Var) else each for each in raised.exc_args)
        self.return_dynamic_exception(raised.exc_class, given, (), loc=self.loc)
