"""Convert between the values of hooks and the packed values of a search: see `packing`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError
from numba.cpython.unicode import _empty_string, _set_code_point
from numba.extending import intrinsic, register_jitable

from genastar_compiled.data.containers.facts import Facts, NoFacts
from genastar_compiled.data.containers.stores import FrozenTables
from genastar_compiled.data.containers.tuples import OfList, Several, as_tuple
from genastar_compiled.data.containers.views import Bag, TupleView
from genastar_compiled.data.makers import maker
from genastar_compiled.data.packed import PACKED, PackedMaybe, PackedMember, PackedSet, PackedText, PackedTuple
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.optional import there
from genastar_compiled.data.values.records import has_order
from genastar_compiled.data.values.values import TEXTS, Instance, parts_of
from genastar_compiled.kernel.copying import are_numbers, copied, laid_out
from genastar_compiled.kernel.raw import Raw
from genastar_compiled.meaning.numbers.questions import check_like_the_start
from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.reach.generated import generated
from genastar_compiled.syntax import Inherited


def opens(kind: types.Type) -> bool:
    """Return whether hooks get another value in place of this type."""
    return (isinstance(kind, Instance) and issubclass(kind.cls, PACKED)) or any(map(opens, parts_of(kind)))


def closes(kind: types.Type) -> bool:
    """Return whether hooks use values of this type in place of another that the search keeps."""
    is_other = isinstance(kind, (types.NoneType, types.Optional, Several)) or _is_frozenset(kind)
    is_other = is_other or (isinstance(kind, Instance) and kind.cls is TupleView)
    return is_other or isinstance(kind, TEXTS) or _is_member(kind) or any(map(closes, parts_of(kind)))


def crosses(have: types.Type, want: types.Type) -> bool:
    """Return whether a hook's position becomes another that the search keeps."""
    return have != want and (closes(have) or opens(want))


def _is_frozenset(kind: types.Type) -> bool:
    """Return whether a value is a frozenset: one that a hook made, or a field or a constant."""
    if not isinstance(kind, Instance):
        return False
    return kind.cls in (Facts, NoFacts) or (kind.cls is Bag and kind.fields["tables"].cls is FrozenTables)


def _is_tuple(kind: types.Type) -> bool:
    """Return whether a value is a tuple: of one length, of any length, or a field's or a constant's."""
    if isinstance(kind, Instance):
        return kind.cls is TupleView
    is_plain = isinstance(kind, types.BaseTuple) and not isinstance(kind, (OfList, types.BaseNamedTuple))
    return is_plain or isinstance(kind, Several)


def _is_member(kind: types.Type) -> bool:
    """Return whether a value is a member of an enum of texts."""
    return isinstance(kind, types.EnumMember) and isinstance(kind.dtype, TEXTS)


@by_types()
def opened(value: Any) -> Any:
    """Return the value for a hook."""
    scope: dict[str, Any] = {"opened": opened, "there": there}
    match value:
        case _ if not opens(value):
            return lambda value: value
        case Instance() if value.cls is PackedText:
            return _text
        case Instance() if value.cls in (PackedSet, PackedTuple):
            scope |= {"made_of": maker(Facts, ("items",)) if value.cls is PackedSet else as_tuple, "copied": copied}
            items = "copied(value.items, value.count)"
            if not are_numbers(value.fields["items"].dtype):
                items = f"[opened(each) for each in {items}]"
            text = f"made_of({items})"
        case Instance() if issubclass(value.cls, PackedMember):
            return _member_at(value.cls)
        case Instance() if value.cls is PackedMaybe:
            text = "opened(value.value) if value.held else None"
        case Instance():
            scope["make"] = maker(value.cls, tuple(value.fields))
            text = f"make({', '.join(f'opened(value.{name})' for name in value.fields)})"
        case types.Optional():
            text = "None if value is None else opened(there(value))"
        case types.BaseTuple():
            text = _tuple_of(value, [f"opened(value[{index}])" for index in range(len(value))], scope)
    return generated(f"def made(value):\n    return {text}\n", scope)


def _tuple_of(kind: types.BaseTuple, parts: list[str], scope: dict[str, Any]) -> str:
    """Return text that makes a tuple of this type from its parts."""
    if isinstance(kind, types.BaseNamedTuple):
        name = f"named{len(scope)}"
        scope[name] = kind.instance_class
        return f"{name}({', '.join(parts)})"
    return f"({' '.join(f'{part},' for part in parts)})"


def _member_at(cls: type[PackedMember]) -> Any:
    lines = [f"    if value.place == {at}:\n        return member{at}\n" for at in range(1, len(cls.members))]
    scope: dict[str, Any] = {f"member{at}": member for at, member in enumerate(cls.members)}
    return generated(f"def made(value):\n{''.join(lines)}    return member0\n", scope)


def _text(value):  # type: ignore[no-untyped-def]
    largest = 0
    for at in range(value.count):
        largest = max(largest, (value.words[at >> 3] >> ((at & 7) * 8)) & 255)
    text = _empty_string(1, value.count, 1 if largest < 128 else 0)
    for at in range(value.count):
        _set_code_point(text, at, (value.words[at >> 3] >> ((at & 7) * 8)) & 255)
    return text


@cache
def closer(want: types.Type) -> Callable[[Any], Any]:
    """Return a function that converts a hook's value to this type, which the search keeps."""

    @by_types()
    def closed(value: Any) -> Any:
        return _closing(value, want)

    return closed


def _closing(have: types.Type, want: types.Type) -> Any:
    scope: dict[str, Any] = {"Refusal": Refusal}
    match want:
        case Instance() if want.cls is PackedMaybe:
            kind = want.fields["value"]
            scope |= {"make": maker(PackedMaybe, ("held", "value")), "nothing": _nothing_of(kind)}
            scope |= {"closed": closer(kind), "there": there, "like": _like(kind)}
            lines = ["return make(0, like(nothing()))"]
            if not isinstance(have, types.NoneType):
                lines = ["if value is not None:", "    return make(1, like(closed(there(value))))", *lines]
        case Instance() if issubclass(want.cls, PackedMember) and _gives_member(have, want.cls):
            scope |= {f"member{at}": member for at, member in enumerate(want.cls.members)}
            scope["make"] = maker(want.cls, ("place",))
            lines = [f"if value == member{at}:\n        return make({at})" for at in range(len(want.cls.members))]
            lines.append("raise Refusal('a position has a text that is no member of the enum of the start')")
        case Instance() if want.cls is PackedText and isinstance(have, TEXTS):
            count = len(want.fields["words"])
            scope["make"] = maker(PackedText, ("count", "words"))
            scope["word_of"] = _word_of
            words = "".join(f"word_of(text, {8 * index}), " for index in range(count))
            lines = [
                "text = str(value)",
                f"if len(text) > {8 * count}:",
                f"    raise Refusal({_outgrown('text', f'{8 * count} characters')!r})",
                f"return make(len(text), ({words}))",
            ]
        case Instance() if want.cls is PackedSet and isinstance(have, Instance) and have.cls is NoFacts:
            kind = want.fields["items"]
            scope |= {"make": maker(PackedSet, ("count", "items")), "nothing": _nothing_of(kind.dtype)}
            lines = [f"return make(0, ({'nothing(), ' * len(kind)}))"]
        case Instance() if want.cls is PackedSet and _is_frozenset(have):
            scope["in_order"] = _in_order
            lines = ["items = in_order([each for each in value])", *_filled(have, want, "set", scope)]
        case Instance() if want.cls is PackedTuple and _is_tuple(have):
            lines = ["items = value", *_filled(have, want, "tuple", scope)]
        case types.UniTuple() | types.Tuple() if isinstance(have, Several) or getattr(have, "cls", None) is TupleView:
            scope |= {f"closed{index}": closer(part) for index, part in enumerate(want.types)}
            places = "".join(f"closed{index}(value[{index}]), " for index in range(len(want)))
            lines = [
                f"if len(value) != {len(want)}:",
                f"    raise Refusal({_OTHER_LENGTH.format(len(want))!r})",
                f"return ({places})",
            ]
        case types.BaseTuple() if isinstance(have, types.BaseTuple) and _are_alike(have, want) and _differs(have, want):
            scope |= {f"closed{index}": closer(part) for index, part in enumerate(want.types)}
            lines = [f"return {_tuple_of(want, [f'closed{index}(value[{index}])' for index in range(len(want))], scope)}"]
        case Instance() if isinstance(have, Instance) and have.cls is want.cls and _differs(have, want):
            scope |= {f"closed{index}": closer(part) for index, part in enumerate(want.fields.values())}
            scope["make"] = maker(want.cls, tuple(want.fields))
            lines = [f"return make({', '.join(f'closed{index}(value.{name})' for index, name in enumerate(want.fields))})"]
        case _ if isinstance(have, types.Optional):
            scope |= {"closed": closer(want), "there": there}
            lines = ["return None if value is None else closed(there(value))"]
        case _:
            return lambda value: value
    body = "\n".join(f"    {line}" for line in lines)
    return generated(f"def made(value):\n{body}\n", scope)


@by_types()
def _in_order(items: Any) -> Any:
    """Return a list of the items of a set in the order of `packing`: members without ``<`` have the order of their enum."""
    if not isinstance(items.dtype, types.EnumMember) or has_order(items.dtype.instance_class):
        return _sorted
    members = tuple(items.dtype.instance_class)
    scope = {f"member{at}": member for at, member in enumerate(members)}
    found = "".join(f"    if member{at} in items:\n        found.append(member{at})\n" for at in range(len(members)))
    return generated(f"def made(items):\n    found = items[:0]\n{found}    return found\n", scope)


def _sorted(items):  # type: ignore[no-untyped-def]
    items.sort()
    return items


def _filled(have: types.Type, want: Any, what: str, scope: dict[str, Any]) -> list[str]:
    """Return lines that pack ``items`` of a set or a tuple: a count, its items, and free places."""
    kind = want.fields["items"]
    held = have.fields.get("items") if isinstance(have, Instance) else have
    scope |= {"make": maker(want.cls, ("count", "items")), "place": placer(kind.dtype), "laid_out": laid_out(kind)}
    scope |= {"closed": closer(kind.dtype), "like": _like(kind.dtype), "nothing": _nothing_of(kind.dtype)}
    if isinstance(held, types.List) and held.dtype == kind.dtype and are_numbers(kind.dtype):
        items = "laid_out(items)"
    elif isinstance(have, types.BaseTuple):  # whose items may be of several types
        closed = [f"like(closed(items[{at}])), " for at in range(min(len(have), len(kind)))]
        items = f"({''.join(closed)}{'like(nothing()), ' * (len(kind) - len(closed))})"
    else:
        items = f"({''.join(f'place(items, {at}), ' for at in range(len(kind)))})"
    return [
        f"if len(items) > {len(kind)}:",
        f"    raise Refusal({_outgrown(what, f'{len(kind)} items')!r})",
        f"return make(len(items), {items})",
    ]


@cache
def placer(want: types.Type) -> Callable[[Any, Any], Any]:
    """Return a function that converts one of several items to this type; a free place where there are fewer.

    It is linked apart (`linking.lowering`): all places of a packed value call it.
    """

    @by_types()
    def placed(items: Any, at: Any) -> Any:
        scope = {"closed": closer(want), "like": _like(want), "nothing": _nothing_of(want)}
        text = "def place(items, at):\n    return like(closed(items[at])) if at < len(items) else like(nothing())\n"
        return generated(text, scope)

    return placed


@cache
def _like(want: types.Type) -> Any:
    """Return a function that returns a value as this type, of a part of the start; it refuses what is not like that."""

    @intrinsic
    def like(typingctx: Any, value: Any) -> Any:
        check_like_the_start(typingctx, value, want)
        return want(value), lambda context, builder, signature, args: context.cast(builder, args[0], value, want)

    return like


def _differs(have: types.Type, want: types.Type) -> bool:
    """Return whether a part of a hook's value is another in the search.

    Raises:
        TypingError: None is where the start has a value that is not declared to be None.
    """
    for part, kept in zip(parts_of(have), parts_of(want), strict=True):
        if isinstance(part, (types.NoneType, types.Optional)) and getattr(kept, "cls", None) is not PackedMaybe:
            raise TypingError(f"None, or what may be None, is in a position where the start has {kept}; declare it there")
    return crosses(have, want)


def _are_alike(have: types.BaseTuple, want: types.BaseTuple) -> bool:
    """Return whether two tuples have one length, and one class of named tuples or none."""
    one, other = (getattr(each, "instance_class", None) for each in (have, want))
    return len(have) == len(want) and one is other


def _gives_member(have: types.Type, want: type[PackedMember]) -> bool:
    """Return whether a value is a member of an enum; that of an enum derived from ``str`` is a text in machine code."""
    if isinstance(want.members[0], str):
        return isinstance(have, TEXTS)
    return _is_member(have) and have.instance_class is type(want.members[0])


_OTHER_LENGTH: Final = (
    "a position has a tuple of another length than the start, which has {} items; fill it up, for example with -1, "
    'or search with engine="interpreted"'
)


def _outgrown(what: str, room: str) -> str:
    mend = {
        "set": "write an int with a bit for each item, or a tuple of one bool for each",
        "text": "write a tuple of numbers of one length",
        "tuple": "write tuples of one length, filled up with -1",
    }[what]
    return (
        f"a position has a {what} of more than {room}, the room that the first search of its class gave it; {mend}, "
        'or search with engine="interpreted"'
    )


@register_jitable
def _word_of(text: Any, start: Any) -> Any:
    word = 0
    for at in range(start, min(start + 8, len(text))):
        code = ord(text[at])
        if code > 255:
            raise Refusal('a position has text with a character beyond 255; search with engine="interpreted"')
        word |= code << ((at - start) * 8)
    return word


@cache
def _nothing_of(kind: types.Type) -> Callable[[], Any]:
    """Return a function that returns the value of a free place."""

    @by_types()
    def nothing() -> Any:
        scope: dict[str, Any] = {}
        text = f"def made():\n    return {_zero(kind, scope)}\n"
        return generated(text, scope)

    return nothing


def _zero(kind: types.Type, scope: dict[str, Any]) -> str:
    match kind:
        case Instance():
            name = f"make{len(scope)}"
            scope[name] = maker(kind.cls, tuple(kind.fields))
            return f"{name}({', '.join(_zero(part, scope) for part in kind.fields.values())})"
        case types.BaseTuple():
            return _tuple_of(kind, [_zero(part, scope) for part in kind.types], scope)
        case types.Float():
            return "0.0"
        case types.Boolean():
            return "False"
        case types.EnumMember():
            scope[f"member{len(scope)}"] = next(iter(kind.instance_class))
            return f"member{len(scope) - 1}"
        case types.Integer():
            return "0"
    raise TypingError(f"a set of {kind} cannot be a position")


@cache
def with_opened(function: FunctionType, cls: type, which: tuple[bool, ...]) -> Callable[..., Any]:
    """Return a function that calls a method of this class with some of its arguments opened."""
    scope: dict[str, Any] = {
        "called": Inherited(cls, function),
        "opened": opened,
        "__name__": "genastar_compiled.meaning.library.adding",
    }
    return _calling(function, ["opened({})" if each else "{}" for each in which], scope)


@cache
def with_closed(function: Callable[..., Any], memory: Raw, count: int) -> Callable[..., Any]:
    """Return a function that calls a method of an open list with a packed position. ``known(None)`` returns ``None``."""
    scope: dict[str, Any] = {
        "called": function,
        "closed": closer(memory.element),
        "there": there,
        "__name__": "genastar_compiled.meaning.library.adding",
    }
    forms = {_POSITION: "closed(there({}))", _PARENT: "closed({})"}
    unless = f"None if {function.__code__.co_varnames[_POSITION]} is None else " if function.__name__ == "known" else ""
    return _calling(function, [forms.get(index, "{}") for index in range(count)], scope, unless)


_POSITION: Final = 1
_PARENT: Final = 3
"""Index of ``parent`` among the arguments of ``insert`` and ``relax``."""


def _calling(function: Callable[..., Any], forms: list[str], scope: dict[str, Any], unless: str = "") -> Callable[..., Any]:
    names = list(function.__code__.co_varnames[: len(forms)])
    given = ", ".join(form.format(name) for form, name in zip(forms, names, strict=True))
    needed = function.__code__.co_argcount - len(function.__defaults__ or ())
    taken = [name if at < needed else f"{name}=None" for at, name in enumerate(names)]
    text = f"def crossing({', '.join(taken)}):\n    return {unless}called({given})\n"
    made: Callable[..., Any] = generated(text, scope)
    made.__qualname__ = function.__qualname__
    made.__wrapped__ = function  # type: ignore[attr-defined]  # errors name its file and line
    return made
