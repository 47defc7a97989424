"""Machine code of genastar's own functions that serves every program with positions and costs of the same types.

Functions are translated anew for each program, because globals of a user may have changed. Functions of this package, of the
core and of Numba's library never change: their code for arguments whose types are no user's, such as the heap of an open list,
is kept, in memory and on disk.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pickle import PickleError
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any, Final

from attrs import frozen
from numba.core import types
from numba.core.compiler import compile_result
from numba.core.dispatcher import Dispatcher

from genastar_compiled.data.values.values import Shaped, Text
from genastar_compiled.linking.libraries import Part
from genastar_compiled.linking.lowering import stand_in
from genastar_compiled.reach.names import is_own, module_of
from genastar_compiled.storage.cache import Reducer, cache_for
from genastar_compiled.storage.folder import core_code

MOST: Final = 4000
"""Functions that are kept in memory, at most; all are forgotten beyond."""

_compiled: Final[dict[str, Any]] = {}
"""What Numba's compiler returned, by the function, how it was translated, and the types of its arguments."""


@frozen(eq=False)
class Lasting:
    """The cache of one function, in the place of Numba's on disk."""

    name: str
    """The text that describes the function and how it was translated."""

    def load_overload(self, signature: tuple[types.Type, ...], target: Any) -> Any:
        """Return what was compiled for these types of arguments; ``None`` if nothing was."""
        name = self._name_for(signature)
        found = _compiled.get(name) or (name and _on_disk(name).load_overload((), target))
        if not found:
            return None
        _remember(name, found)
        # Numba declares it once more, and takes that back when the dispatcher of this program ends.
        return found._replace(entry_point=stand_in(found.fndesc, found.environment, found.library), metadata={})

    def save_overload(self, signature: tuple[types.Type, ...], compiled: Any) -> None:
        """Keep what was compiled, if no class of a user is among the types."""
        name = self._name_for(signature)
        if name and described(compiled.signature.return_type):
            _remember(name, compiled)
            with suppress(PickleError, TypeError):  # a few functions of Numba's library hold what cannot be written
                _on_disk(name).save_overload((), compiled)

    def _name_for(self, signature: tuple[types.Type, ...]) -> str:
        told = described(signature)
        return told and f"{self.name} of {told}"


def _remember(name: str, compiled: Any) -> None:
    if len(_compiled) >= MOST:
        _compiled.clear()
    _compiled[name] = compiled


def _on_disk(name: str) -> Any:
    return cache_for(lambda: (name, core_code()), reducer=_Parts())


class _Parts(Reducer):
    """The conversion of the code of a function to values that can be pickled, and back."""

    is_whole = False

    def rebuild(self, target: Any, payload: Any) -> Any:
        """Return what the compiler returned."""
        library, description, environment, signature, *_, begins, environments = payload
        for begin in begins:
            begin()
        part = Part.rebuilt(target.codegen(), library)
        part._reload_init.update(begins)
        return compile_result(
            typing_context=target.typing_context,
            target_context=target,
            signature=signature,
            library=part,
            fndesc=description,
            environment=environment,
            objectmode=False,
            lifted=(),
            reload_init=begins,
            referenced_envs=environments,
        )


_LASTS: Final = ("genastar", "genastar_compiled", "numba", "builtins", "_operator")
"""The packages whose functions and classes stay the same in each version."""


def lasts(made_from: object) -> bool:
    """Return whether a function, or a class, is one that genastar's own modules define by name."""
    return isinstance(made_from, (type, FunctionType)) and is_own(module_of(made_from)) and _has_name(made_from)


def _has_name(made_from: Any) -> bool:
    found: object = sys.modules.get(module_of(made_from))
    for name in made_from.__qualname__.split("."):
        found = getattr(found, "__dict__", {}).get(name)
    return found is made_from


def described(part: object) -> str:
    """Return a text of a function, a class, a type, a constant, or a tuple of these, that differs from those of all others.

    It is the same in each process. It is empty for what a user may have made.
    """
    kind = type(part).__qualname__  # a list, a deque, and a tuple that may have any length are all lists to Numba
    match part:
        case None | bool() | int() | float() | str():
            return f"{part!r}" if type(part) in _CONSTANTS else ""
        case tuple():
            return _all("", part)
        case Shaped():
            if part.text is None:
                told = _all(kind, part.key[1:])
                part.text = told and sha256(told.encode()).hexdigest()
            return part.text
        case types.Array():
            return _all(f"{kind} {part.ndim} {part.layout} {part.mutable} {part.aligned}", (part.dtype,))
        case types.List():
            return _all(f"{kind} {part.reflected}", (part.dtype,)) if part.initial_value is None else ""
        case types.Optional():
            return _all(kind, (part.type,))
        case types.UniTuple() | types.Tuple():
            return _all(kind, part.types)
        case types.Omitted():
            return _all(kind, (part.value,))
        case types.Literal():
            return _all(kind, (part.literal_value,))
        case types.Number() | types.Boolean() | types.NoneType() | types.SliceType() | types.UnicodeType() | Text():
            return f"{kind} {part}"
        case Dispatcher():
            return _all(f"{part.targetoptions}", (part.py_func,))
        case type() | FunctionType() | BuiltinFunctionType():
            return _described_by_name(part)
    return ""


_CONSTANTS: Final = (type(None), bool, int, float, str)


def _all(what: str, parts: Iterable[object]) -> str:
    told = [described(each) for each in parts]
    return f"{what}({', '.join(told)})" if all(told) else ""


def _described_by_name(made: Any) -> str:
    """Return a text of a function or a class of a package that lasts; of a function inside another, with what it holds."""
    home, name = module_of(made), made.__qualname__
    if home.split(".")[0] not in _LASTS:
        return ""
    if _has_name(made):
        return f"{home}.{name}"
    module = sys.modules.get(home)
    if not isinstance(made, FunctionType) or module is None or made.__globals__ is not vars(module):
        return ""
    code, cells = made.__code__, [cell.cell_contents for cell in made.__closure__ or ()]
    in_file = code.co_filename == getattr(module, "__file__", None)
    return _all(f"{home}.{name} {_text_of(code)}", (*cells, *(made.__defaults__ or ()))) if in_file else ""


def _text_of(code: CodeType) -> str:
    """Return what tells a function apart from others that are made on the same line."""
    constants = [_text_of(each) if isinstance(each, CodeType) else each for each in code.co_consts]
    return f"{code.co_firstlineno} {code.co_code.hex()} {code.co_names} {constants}"
