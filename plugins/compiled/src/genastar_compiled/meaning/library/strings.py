"""Methods of texts that Numba computes otherwise than Python; this package's functions stand in the place of Numba's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.typing.templates import builtin_registry
from numba.cpython import unicode
from numba.cpython.unicode import _get_code_point, _PyUnicode_IsSpace
from numba.extending import overload, register_jitable

from genastar_compiled.data.values.optional import there


def puts(function: Callable[..., Any], name: str, kind: type[types.Type] = types.UnicodeType) -> None:
    """Put an overload in the place of Numba's for a method of a type."""
    numbas_method(name, kind)._overload_func = staticmethod(overload(function)(function))


def numbas_method(name: str, kind: type[types.Type] = types.UnicodeType) -> Any:
    """Return what Numba has registered for a method of a type."""
    found = (each for each in builtin_registry.attributes if each.key is kind)
    return next(each for each in found if getattr(each, "_attr", None) == name)


_NOTHING = (types.NoneType, types.Omitted)

_numbas_split = numbas_method("split")._overload_func
_numbas_rsplit = numbas_method("rsplit")._overload_func


def _split(a, sep=None, maxsplit=-1):  # type: ignore[no-untyped-def]  # Numba compares the signatures to the letter
    """Split as many times as there is place if the count is below 0, whichever it is, and leave the rest as it stands."""
    if isinstance(sep, types.Optional):
        return lambda a, sep=None, maxsplit=-1: a.split(None, maxsplit) if sep is None else a.split(there(sep), maxsplit)
    made = _numbas_split(a, sep, maxsplit)
    if made is None or sep is None or isinstance(sep, _NOTHING):
        return made and _words
    inside = register_jitable(made)
    return lambda a, sep=None, maxsplit=-1: inside(a, sep, max(maxsplit, -1))


def _words(a, sep=None, maxsplit=-1):  # type: ignore[no-untyped-def]
    parts: list[str] = []
    place, size = 0, len(a)
    while True:
        while place < size and _PyUnicode_IsSpace(_get_code_point(a, place)):
            place += 1
        if place == size:
            break
        if len(parts) == maxsplit:
            parts.append(a[place:])
            break
        start = place
        while place < size and not _PyUnicode_IsSpace(_get_code_point(a, place)):
            place += 1
        parts.append(a[start:place])
    return parts


def _rsplit(data, sep=None, maxsplit=-1):  # type: ignore[no-untyped-def]
    """Split from the right, also where two separators touch."""
    if isinstance(sep, types.Optional):
        return lambda data, sep=None, maxsplit=-1: (
            data.rsplit(None, maxsplit) if sep is None else data.rsplit(there(sep), maxsplit)
        )
    made = _numbas_rsplit(data, sep, maxsplit)
    return made if made is None or sep is None or isinstance(sep, _NOTHING) else _parts_from_right


def _parts_from_right(data, sep=None, maxsplit=-1):  # type: ignore[no-untyped-def]
    if len(sep) == 0:
        raise ValueError("empty separator")
    parts: list[str] = []
    end = len(data)
    while len(parts) != maxsplit:
        place = data.rfind(sep, 0, end)
        if place < 0:
            break
        parts.append(data[place + len(sep) : end])
        end = place
    parts.append(data[:end])
    return parts[::-1]


def _replace(s, old_str, new_str, count=-1):  # type: ignore[no-untyped-def]
    """Replace an empty text as often as there is place, which is once in an empty text."""
    kinds = [old_str, new_str, *([] if isinstance(count, (int, types.Omitted)) else [count])]
    known = (types.UnicodeType, types.UnicodeType, types.Integer)
    return _replaced if all(map(isinstance, kinds, known)) else None


def _replaced(s, old_str, new_str, count=-1):  # type: ignore[no-untyped-def]
    if len(old_str) > 0:
        return new_str.join(s.split(old_str, count))
    most = len(s) + 1
    times = most if count < 0 else min(count, most)
    begin = "".join([new_str + s[place] for place in range(min(times, len(s)))])
    return begin + (new_str if times == most else s[times:])


def _puts_bool(name: str) -> None:
    """Let a question about a text give a bool: Numba gives 0 or 1 for some texts."""
    numbas = numbas_method(name)._overload_func

    def asked(data):  # type: ignore[no-untyped-def]
        inside = register_jitable(numbas(data))
        return lambda data: bool(inside(data))

    puts(asked, name)


_numbas_repeated = unicode._repeat_impl


@register_jitable
def _repeated(text, times):  # type: ignore[no-untyped-def]
    """Repeat a text: Numba's function seems to give None on one branch, so that its type is a text or None."""
    return there(_numbas_repeated(text, times))


unicode._repeat_impl = _repeated
for _function, _name in ((_split, "split"), (_rsplit, "rsplit"), (_replace, "replace")):
    puts(_function, _name)
for _name in ("isalnum", "isalpha", "isascii", "isdecimal", "isdigit"):
    _puts_bool(_name)
