"""What Numba's road does to values before machine code sees them; see `guards.guard.Values`."""

from __future__ import annotations

from typing import Final

from genastar_compiled.data.containers.freezing import freeze, freezes, recalled
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.guards.guard import Values


class _Frozen(Values):
    def freezes(self, value: object, fixed: bool = False) -> bool:
        return freezes(value, fixed)

    def freeze(self, value: object) -> object:
        return freeze(value)

    def frozen_like(self, value: object) -> object:
        try:
            return recalled(value) or (freeze(value) if freezes(value, fixed=True) else None)
        except (TypeError, RecursionError):
            return None

    def type_of(self, value: object) -> object:
        return numba_type(value)

    def has_type(self, value: object, kind: object) -> bool:
        try:
            return numba_type(value) == kind
        except TypeError:
            return False


FROZEN: Final = _Frozen()
