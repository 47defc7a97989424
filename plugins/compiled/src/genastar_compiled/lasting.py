"""Machine code of genastar's own functions that serves every program with positions and costs of the same types.

Functions are translated anew for each program, because globals of a user may have changed. Functions of this package and of the
core never change: their code for arguments whose types are no user's, such as the heap of an open list, is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from types import FunctionType
from typing import Any, Final

from attrs import frozen
from numba.core import types

from genastar_compiled.data.values import Shaped, Text
from genastar_compiled.linking.lowering import stand_in
from genastar_compiled.names import is_own

MOST: Final = 4000
"""Functions that are kept, at most; all are forgotten beyond."""

_compiled: Final[dict[Hashable, Any]] = {}
"""What Numba's compiler returned, by the function, how it was translated, and the types of its arguments."""


@frozen(eq=False)
class Lasting:
    """The cache of one function, in the place of Numba's on disk."""

    key: Hashable

    def load_overload(self, signature: tuple[types.Type, ...], target: Any) -> Any:
        """Return what was compiled for these types of arguments; ``None`` if nothing was."""
        found = _compiled.get((self.key, signature))
        if found is None:
            return None
        # Numba declares it once more, and takes that back when the dispatcher of this program ends.
        return found._replace(entry_point=stand_in(found.fndesc, found.environment, found.library), metadata={})

    def save_overload(self, signature: tuple[types.Type, ...], compiled: Any) -> None:
        """Keep what was compiled, if no class of a user is among the types."""
        if all(map(_lasts, signature)):
            if len(_compiled) >= MOST:
                _compiled.clear()
            _compiled[self.key, signature] = compiled


def lasts(made_from: object) -> bool:
    """Return whether a function, or a class, is one that genastar's own modules define by name."""
    if not isinstance(made_from, (type, FunctionType)) or not is_own(made_from.__module__):
        return False
    found: object = sys.modules.get(made_from.__module__)
    for name in made_from.__qualname__.split("."):
        found = getattr(found, "__dict__", {}).get(name)
    return found is made_from


def _lasts(part: object) -> bool:
    """Return whether a type, or a part of one, has no class of a user in it."""
    match part:
        case Shaped():
            return all(map(_lasts, part.key[1:]))
        case types.Optional():
            return _lasts(part.type)
        case types.Array():
            return _lasts(part.dtype)
        case types.UniTuple() | types.Tuple():
            return all(map(_lasts, part.types))
        case tuple():
            return all(map(_lasts, part))
        case type():
            return lasts(part)
    return isinstance(part, (str, types.Number, types.Boolean, types.NoneType, types.Literal, types.Omitted, Text))
