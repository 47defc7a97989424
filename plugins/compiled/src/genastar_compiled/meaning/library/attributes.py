"""``hasattr``: Numba answers by the attributes that it knows itself, which are fewer than Python's."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.extending import intrinsic

from genastar.values.node import Node
from genastar_compiled.data.containers.facts import AnySet, Facts
from genastar_compiled.data.containers.views import Bag, ListView, Table, TupleView, View
from genastar_compiled.data.values.values import TEXTS, Instance
from genastar_compiled.meaning.refusal import origin
from genastar_compiled.reach.names import is_own, module_of

_CONTAINERS: Final[dict[type, tuple[type, ...]]] = {
    ListView: (list,),
    TupleView: (tuple,),
    View: (list, tuple),
    Bag: (set,),
    Facts: (frozenset,),
    AnySet: (frozenset,),
    Table: (dict,),
}
"""The classes in Python of what holds several items."""
_KINDS: Final[tuple[tuple[Any, tuple[type, ...]], ...]] = (
    (types.Boolean, (bool, np.bool_)),
    (types.Complex, (complex, np.complex128)),
    (TEXTS, (str,)),
    (types.NoneType, (type(None),)),
    (types.List, (list,)),
    (types.Set, (set,)),
    (types.DictType, (dict,)),
    (types.Array, (np.ndarray,)),
)
"""The classes in Python of values: the second of a number is numpy's, which it may have where hooks reach numpy."""


def _asked(kind: types.Type) -> tuple[object, ...]:
    """Return what may be asked in Python in place of a value of this type; nothing for what is not known well."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Module):
        return (kind.pymod,)
    if isinstance(kind, (types.EnumClass, types.EnumMember)):
        cls = kind.instance_class
        return (cls,) if isinstance(kind, types.EnumClass) else (next(iter(cls)),)
    if isinstance(kind, types.Optional):
        inside = _asked(kind.type)
        return inside and (type(None), *inside)
    if isinstance(kind, Instance):
        found = next((_CONTAINERS[each] for each in kind.cls.__mro__ if each in _CONTAINERS), ())
        return found if found or (is_own(module_of(kind.cls)) and kind.cls is not Node) else (kind.cls,)
    if isinstance(kind, types.BaseTuple):
        return (getattr(kind, "instance_class", tuple),)
    if isinstance(kind, (types.Integer, types.Float)):
        pair = (int, np.int64) if isinstance(kind, types.Integer) else (float, np.float64)
        numbers: tuple[type, ...] = pair if kind in (types.int64, types.float64) else (getattr(np, str(kind)),)
        return numbers if origin().numpy else numbers[:1]
    classes = next((classes for given, classes in _KINDS if isinstance(kind, given)), ())
    return classes if origin().numpy else classes[:1]


def _has(kind: types.Type, name: str) -> bool:
    """Return whether a value of this type has an attribute of this name in Python.

    Raises:
        TypingError: that is not known, or differs between the classes that the value may have.
    """
    fields = kind.fields if isinstance(kind, Instance) else {}
    verdicts = {hasattr(each, name) or name in fields for each in _asked(kind)}
    makes = isinstance(kind, Instance) and hasattr(kind.cls, "__getattr__") and verdicts != {True}
    if len(verdicts) != 1 or makes or not name:
        raise TypingError(
            "hasattr() is asked of a value, or for a name, of which machine code knows too little; "
            "write what it gives in its place"
        )
    return verdicts.pop()


@intrinsic(prefer_literal=True)
def has_attribute(typingctx, value, name):  # type: ignore[no-untyped-def]
    """Do the same as ``hasattr``."""
    verdict = types.literal(_has(value, getattr(name, "literal_value", "")))
    answer = cgutils.true_bit if verdict.literal_value else cgutils.false_bit
    return verdict(value, name), lambda context, builder, signature, args: answer
