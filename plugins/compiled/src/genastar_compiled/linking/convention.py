"""How functions of a program return: as Numba's do, but no user's ``try`` catches a refusal of a function that it calls.

Where an exception leaves a function, the function lets go of what it holds (`frames`).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import reduce
from pathlib import Path
from typing import Any, Final

import numba
from llvmlite import ir
from numba.core import callconv, cgutils
from numba.core.cpu import CPUContext

from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.reach.names import module_of

_REFUSED: Final = callconv._const_int(callconv.FIRST_USEREXC + 1)
"""What a function returns that refuses: to Numba an exception as any other."""


_WITHOUT_EXCEPTION: Final = (callconv.RETCODE_OK, callconv.RETCODE_NONE, callconv.RETCODE_STOPIT)
"""What a function returns that returns a value or None, or a generator that ends."""

_NUMBAS: Final = (NotImplementedError, MemoryError, SystemError)
"""Exceptions that Numba's own code raises where Python raises none, or another."""
_NUMBA: Final = str(Path(numba.__file__).parent)


def _number_of(cls: type[BaseException]) -> int:
    """Return the number of a class of exceptions, the same in each process; below 0, as Numba counts arguments from 1 up."""
    return -1 - (zlib.crc32(f"{module_of(cls)}.{cls.__qualname__}".encode()) >> 1)


class _Convention(callconv.CPUCallConv):
    def return_user_exc(self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None) -> None:
        """Raise an exception. A refusal, or what only Numba raises, leaves the function, even out of a ``try``."""
        is_numbas = exc in _NUMBAS and (loc is None or loc.filename.startswith(_NUMBA))
        if not (is_numbas or (isinstance(exc, type) and issubclass(exc, Refusal))):
            if hasattr(builder, "_in_try_block"):
                builder._frame.leave_to_handler()
            super().return_user_exc(builder, exc, exc_args=exc_args, loc=loc, func_name=func_name)
            return
        self.set_static_user_exc(builder, exc, exc_args=exc_args, loc=loc, func_name=func_name)
        self._return_errcode_raw(builder, _REFUSED)

    def set_static_user_exc(self, builder: Any, exc: Any, exc_args: Any = None, loc: Any = None, func_name: Any = None) -> None:
        """Raise an exception, and write the number of its class where Numba has 0."""
        super().set_static_user_exc(builder, exc, exc_args=exc_args, loc=loc, func_name=func_name)
        written = self.context.get_python_api(builder).serialize_object(
            self.build_excinfo_struct(exc, exc_args or (), loc, func_name)
        )
        written.initializer.constant[callconv.ALLOC_FLAG_IDX] = callconv.int32_t(_number_of(exc))

    def set_dynamic_user_exc(
        self, builder: Any, exc: Any, exc_args: Any, nb_types: Any, loc: Any = None, func_name: Any = None
    ) -> None:
        """Raise an exception without what its arguments come to: where it leaves a hook, Python raises it anew with them."""
        known = tuple("..." if isinstance(each, ir.Value) else each for each in exc_args)
        self.set_static_user_exc(builder, exc, known, loc=loc, func_name=func_name)

    def is_one_of(self, builder: Any, exception: Any, classes: Iterable[type[BaseException]]) -> Any:
        """Return whether an exception that was raised has one of these classes."""
        place = builder.bitcast(exception, callconv.excinfo_ptr_t)
        number = builder.load(cgutils.gep_inbounds(builder, place, 0, callconv.ALLOC_FLAG_IDX))
        tests = [builder.icmp_signed("==", number, number.type(each)) for each in sorted(map(_number_of, classes))]
        return reduce(builder.or_, tests, cgutils.false_bit)

    def raise_again(self, builder: Any, exception: Any) -> None:
        """Raise an exception that was caught."""
        place = self._get_excinfo_argument(builder.function)
        builder.store(builder.bitcast(exception, place.type.pointee), place)
        with builder.if_then(builder.not_(self.check_try_status(builder).in_try)):
            self._return_errcode_raw(builder, callconv.RETCODE_USEREXC)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Pass on what a function that was called returned."""
        builder.store(status.excinfoptr, self._get_excinfo_argument(builder.function))
        is_refused = builder.icmp_signed("==", status.code, _REFUSED)
        with builder.if_then(builder.or_(is_refused, builder.not_(self.check_try_status(builder).in_try))):
            self._return_errcode_raw(builder, status.code)

    def _return_errcode_raw(self, builder: Any, code: Any) -> None:
        if not any(code is each for each in _WITHOUT_EXCEPTION) and hasattr(builder, "_frame"):
            builder._frame.let_go()
        super()._return_errcode_raw(builder, code)


class Context(CPUContext):
    """Numba's target context, with this convention."""

    @property
    def call_conv(self) -> _Convention:
        """Return the convention, which knows its context."""
        return _Convention(self)

    def build_set(self, builder: Any, set_type: Any, items: list[Any]) -> Any:
        """Build a set of these items, which Numba lists from the last: the first of equal ones stays, as in Python."""
        return super().build_set(builder, set_type, items[::-1])
