"""Types of what is looked up in lists, sets and dictionaries, beside the types of their items."""

from __future__ import annotations

from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.mixed import Mixed
from genastar_compiled.data.values.values import Instance, cuts, floats, loses

_NUMBERS: Final = (types.Integer, types.Boolean, types.Float, types.IntEnumMember, Mixed)


def differs(want: types.Type, have: types.Type) -> bool:
    """Return whether two types hold numbers that may be equal, or values that may be None, and are not of one type."""
    if isinstance(have, types.Optional):
        return want != have and not isinstance(want, types.NoneType)
    if isinstance(have, types.NoneType):
        return not isinstance(want, (types.NoneType, types.Optional))
    if isinstance(want, types.BaseTuple) and isinstance(have, types.BaseTuple):
        return len(want) == len(have) and any(map(differs, want.types, have.types))
    if isinstance(want, Instance) and isinstance(have, Instance) and want.cls is have.cls:
        return any(differs(kind, have.fields[name]) for name, kind in want.fields.items() if name in have.fields)
    if isinstance(want, types.DictType) and isinstance(have, types.DictType):
        return differs(want.key_type, have.key_type) or differs(want.value_type, have.value_type)
    if isinstance(want, (types.List, types.Set)) and isinstance(have, (types.List, types.Set)):
        return differs(want.dtype, have.dtype)
    return want != types.unliteral(have) and all(isinstance(each, _NUMBERS) for each in (want, have))


def spoils(held: types.Type, given: types.Type) -> bool:
    """Return whether Numba would read a value that is stored in a container as one of another type."""
    has_parts = isinstance(held, (types.DictType, types.List, types.Set, Instance))
    return loses(given, held) or cuts(given, held) or (has_parts and differs(held, given))


def refuse_other(held: types.Type, given: types.Type) -> None:
    """Refuse a value that Numba would make a number of the type that a dictionary holds."""
    if not isinstance(held, Mixed) and differs(held, given):
        other = types.unliteral(given)
        told = "one whose fields have other types" if isinstance(other, Instance) else other
        raise TypingError(f"a list or dictionary of {held} is given {told}; give its items one type")


def refuse_unlike(found: types.Type, default: types.Type) -> None:
    """Refuse a default of which Numba would make a tuple or record of what is found, or the other way round."""
    held = found.type if isinstance(found, types.Optional) else found
    if isinstance(held, (types.BaseTuple, Instance)) and (floats(held, default) or floats(default, held)):
        raise TypingError(f"a default is {default}, and what is found {held}; write float(...) around the ints of one")


def refuse_mixed_lists(left: types.List, right: types.List) -> None:
    """Refuse a sum of lists or tuples whose items Numba would make numbers of one type."""
    kinds = left.dtype, right.dtype
    if not any(isinstance(kind, Mixed) for kind in kinds) and differs(*kinds):
        raise TypingError(f"a list or tuple of {kinds[0]} and one of {kinds[1]} are added; give their items one type")


def key_type(items: types.Type) -> types.Type | None:
    """Return the type of the items of a set or a list, or of the keys of a dictionary; ``None`` for anything else."""
    if isinstance(items, (types.Set, types.List)):
        return items.dtype
    return items.key_type if isinstance(items, types.DictType) else None


@by_types()
def is_among(items: Any, item: Any) -> Any:
    """Return ``item in items`` as in Python; `meaning.library.membership` writes it."""


@by_types()
def is_same(one: Any, other: Any) -> Any:
    """Return ``one == other`` of two numbers, or tuples of them, as in Python; `meaning.library.membership` writes it."""


def require_key(items: types.Type, key: types.Type) -> None:
    """Refuse a key of another type than the dictionary's.

    Raises:
        TypingError: Numba would convert the key to one that may not be equal.
    """
    key = key.type if isinstance(key, types.Optional) else key
    if not isinstance(items, types.DictType) or not differs(items.key_type, key):
        return
    want, have = items.key_type, types.unliteral(key)
    is_safe = isinstance(want, types.Integer) and isinstance(have, (types.Boolean, types.Integer))
    if not (is_safe and (isinstance(have, types.Boolean) or have.bitwidth < want.bitwidth)):
        raise TypingError(
            f"a dictionary whose keys are {want} is asked for a key of type {have}; write the key in the type of the others"
        )
