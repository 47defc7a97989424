"""How functions of a program return: as Numba's do, but no user's ``try`` catches a refusal of a function that it calls."""

from __future__ import annotations

from typing import Any, Final

from numba.core import callconv, cgutils
from numba.core.cpu import CPUContext

from genastar_compiled.meaning.refusal import Refusal

_REFUSED: Final = callconv._const_int(callconv.FIRST_USEREXC + 1)
"""What a function returns that refuses: to Numba an exception as any other."""


class _Convention(callconv.CPUCallConv):
    def return_user_exc(self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None) -> None:
        """Raise an exception. A refusal leaves the function, even out of a ``try`` block."""
        if not (isinstance(exc, type) and issubclass(exc, Refusal)):
            super().return_user_exc(builder, exc, exc_args=exc_args, loc=loc, func_name=func_name)
            return
        self.set_static_user_exc(builder, exc, exc_args=exc_args, loc=loc, func_name=func_name)
        self._return_errcode_raw(builder, _REFUSED)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Pass on what a function that was called returned."""
        with cgutils.if_unlikely(builder, builder.icmp_signed("==", status.code, _REFUSED)):
            builder.store(status.excinfoptr, self._get_excinfo_argument(builder.function))
            self._return_errcode_raw(builder, _REFUSED)
        super().return_status_propagate(builder, status)


class Context(CPUContext):
    """Numba's target context, with this convention."""

    @property
    def call_conv(self) -> _Convention:
        """Return the convention, which knows its context."""
        return _Convention(self)
