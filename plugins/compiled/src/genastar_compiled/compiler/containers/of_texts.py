"""The methods of texts, the functions that make texts or read them, and f-strings."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.containers import comparing, making
from genastar_compiled.compiler.containers.kinds import TEXT, Sequence, is_text
from genastar_compiled.compiler.faults import Fault, refusing
from genastar_compiled.compiler.kinds import BOOL, INT, NONE, Fixed, Maybe, Member, Tuple, Whole
from genastar_compiled.compiler.library import integers, texts
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import members
from genastar_compiled.compiler.typing.typer import FALSE, LARGEST, NOTHING, TRUE, Typer

Act = Callable[..., Value]
ZERO: Final = Value(INT, 0)
SPACE: Final = Value(Fixed(" "), " ", ())
END: Final = Value(INT, LARGEST)


def _call(typer: Typer, function: Any, *given: Value) -> Value:
    made: Value = typer.program.call(typer, function, list(given))
    return made


def _fail_unless(typer: Typer, condition: Value, fault: Fault) -> None:
    typer.fail_if(typer.step("binary", condition, TRUE, kind=BOOL, detail="xor"), fault)


def _must_be_ascii(typer: Typer, owner: Value) -> None:
    _fail_unless(
        typer, _call(typer, texts.is_ascii, owner), refusing("letters beyond ASCII in a method of theirs", typer.where)
    )


def _is_some(typer: Typer, part: Value) -> Value:
    return typer.step("compare", comparing.length(typer, part), ZERO, kind=BOOL, detail="icmp ne")


# Methods


def _find(typer: Typer, owner: Value, part: Value, first: Value = ZERO, end: Value = END) -> Value:
    return _call(typer, texts.find_between, owner, making.as_text(typer, part), *(_whole(typer, each) for each in (first, end)))


def _whole(typer: Typer, value: Value) -> Value:
    if value.kind not in (INT, BOOL):
        raise typer.refuse(f"{value.kind} where an int is wanted")
    return typer.convert(value, INT)


def _found(act: Act) -> Act:
    def typed(typer: Typer, owner: Value, *given: Value) -> Value:
        place = act(typer, owner, *given)
        is_none = typer.step("compare", place, ZERO, kind=BOOL, detail="icmp slt")
        typer.fail_if(is_none, Fault(ValueError, "substring not found"))
        return place

    return typed


def _with_text(function: Any) -> Act:
    return lambda typer, owner, part: _call(typer, function, owner, making.as_text(typer, part))


def _with_texts(function: Any) -> Act:
    """Return the type of a method that takes a text, or a tuple of some."""

    def typed(typer: Typer, owner: Value, part: Value) -> Value:
        made = FALSE
        for each in typer.parts(part) if isinstance(part.kind, Tuple) else [part]:
            found = _call(typer, function, owner, making.as_text(typer, each))
            made = typer.step("binary", made, found, kind=BOOL, detail="or")
        return made

    return typed


def _replace(typer: Typer, owner: Value, old: Value, new: Value) -> Value:
    old, new = making.as_text(typer, old), making.as_text(typer, new)
    _fail_unless(typer, _is_some(typer, old), refusing("replace() of an empty text", typer.where))
    return _call(typer, texts.replace, owner, old, new)


def _split(typer: Typer, owner: Value, part: Value = NOTHING) -> Value:
    made = making.empty(typer, Sequence(TEXT, list))
    if part.kind == NONE:
        _must_be_ascii(typer, owner)
        _call(typer, texts.split_at_space, owner, made)
        return made
    part = making.as_text(typer, part)
    _fail_unless(typer, _is_some(typer, part), Fault(ValueError, "empty separator"))
    _call(typer, texts.split, owner, part, made)
    return made


def _strip(left: bool, right: bool) -> Act:
    def typed(typer: Typer, owner: Value, some: Value = NOTHING) -> Value:
        ends = typer.constant(left), typer.constant(right)
        if some.kind != NONE:
            return _call(typer, texts.stripped_of, owner, making.as_text(typer, some), *ends)
        _must_be_ascii(typer, owner)
        return _call(typer, texts.stripped, owner, *ends)

    return typed


def _shift(first: str, last: str, by: int) -> Act:
    def typed(typer: Typer, owner: Value) -> Value:
        _must_be_ascii(typer, owner)
        return _call(typer, texts.shifted, owner, *(Value(INT, each) for each in (ord(first), ord(last), by)))

    return typed


def _by_ranges(function: Any, ranges: str) -> Act:
    def typed(typer: Typer, owner: Value) -> Value:
        _must_be_ascii(typer, owner)
        return _call(typer, function, owner, *(Value(INT, ord(each)) for each in ranges))

    return typed


def _without(function: Any, is_first: bool) -> Act:
    def typed(typer: Typer, owner: Value, part: Value) -> Value:
        part = making.as_text(typer, part)
        count, less = comparing.length(typer, owner), comparing.length(typer, part)
        rest = typer.step("binary", count, less, kind=INT, detail="sub")
        cut = (less, count) if is_first else (ZERO, rest)
        holds = _call(typer, function, owner, part)
        name = typer.fresh(making.NODE, "without")
        return typer.choose(holds, lambda: _call(typer, texts.cut, owner, *cut), lambda: owner, name)

    return typed


def _pad(left: bool) -> Act:
    def typed(typer: Typer, owner: Value, width: Value, fill: Value = SPACE) -> Value:
        fill = making.as_text(typer, fill)
        is_letter = typer.step("compare", comparing.length(typer, fill), Value(INT, 1), kind=BOOL, detail="icmp eq")
        _fail_unless(typer, is_letter, Fault(TypeError, "The fill character must be exactly one character long"))
        return _call(typer, texts.padded, owner, _whole(typer, width), fill, typer.constant(left))

    return typed


METHODS: Final[dict[str, Act]] = {
    "find": _find,
    "index": _found(_find),
    "rfind": _with_text(texts.find_last),
    "rindex": _found(_with_text(texts.find_last)),
    "count": _with_text(texts.count),
    "startswith": _with_texts(texts.begins),
    "endswith": _with_texts(texts.ends),
    "replace": _replace,
    "split": _split,
    "strip": _strip(True, True),
    "lstrip": _strip(True, False),
    "rstrip": _strip(False, True),
    "upper": _shift("a", "z", -32),
    "lower": _shift("A", "Z", 32),
    "isdigit": _by_ranges(texts.are_all, "0909"),
    "isalpha": _by_ranges(texts.are_all, "azAZ"),
    "isupper": _by_ranges(texts.are_of_case, "AZaz"),
    "islower": _by_ranges(texts.are_of_case, "azAZ"),
    "isascii": lambda typer, owner: _call(typer, texts.is_ascii, owner),
    "removeprefix": _without(texts.begins, True),
    "removesuffix": _without(texts.ends, False),
    "rjust": _pad(True),
    "ljust": _pad(False),
    "zfill": lambda typer, owner, width: _call(typer, texts.filled, owner, _whole(typer, width)),
}


# Functions


def text_of(typer: Typer, value: Value) -> Value:
    """Return what ``str`` gives of a value."""
    kind = value.kind
    if is_text(kind):
        return typer.cast(value, TEXT)
    if kind == INT:
        return _call(typer, texts.digits, value)
    if isinstance(kind, Member):
        return making.as_text(typer, members.text_of(typer, value))
    if kind == NONE:
        return making.text(typer, "None")
    name = typer.fresh(making.NODE, "str")
    if kind == BOOL:
        return typer.choose(value, lambda: making.text(typer, "True"), lambda: making.text(typer, "False"), name)
    if isinstance(kind, Maybe):
        inside = typer.there(value)
        return typer.choose(typer.is_there(value), lambda: text_of(typer, inside), lambda: making.text(typer, "None"), name)
    raise typer.refuse(f"str of {kind}")


def number_of(typer: Typer, value: Value) -> Value:
    """Return what ``int`` gives of a text."""
    value = typer.cast(value, TEXT)
    is_number = _call(typer, texts.is_number, value)
    _fail_unless(typer, is_number, refusing("int() of a text that is not some digits", typer.where))
    return typer.program.call(typer, integers.read, [value])


def _ord(typer: Typer, value: Value) -> Value:
    value = making.as_text(typer, value)
    is_letter = typer.step("compare", comparing.length(typer, value), Value(INT, 1), kind=BOOL, detail="icmp eq")
    _fail_unless(typer, is_letter, Fault(TypeError, "ord() expected a character"))
    return _call(typer, texts.code, value)


def _chr(typer: Typer, value: Value) -> Value:
    value = _whole(typer, value)
    is_far = typer.step("compare", value, Value(INT, 0x110000), kind=BOOL, detail="icmp uge")
    typer.fail_if(is_far, Fault(ValueError, "chr() arg not in range(0x110000)"))
    return _call(typer, texts.of_code, value)


FUNCTIONS: Final[dict[Any, Act]] = {str: text_of, ord: _ord, chr: _chr}
_SPEC: Final = re.compile(r"([<>]?)(0?)(\d*)(d?)")


def f_string(typer: Typer, node: Any) -> Value:
    """Return what an f-string gives."""
    made: Value | None = None
    for each in node.values:
        part = making.text(typer, str(each.value)) if isinstance(each, ast.Constant) else _formatted(typer, each)
        made = part if made is None else _call(typer, texts.joined, made, part)
    return making.text(typer, "") if made is None else made


def _formatted(typer: Typer, node: Any) -> Value:
    value = typer.value_of(node.value)
    parts = node.format_spec.values if node.format_spec is not None else []
    spec = "".join(str(each.value) for each in parts if isinstance(each, ast.Constant))
    form = _SPEC.fullmatch(spec)
    if node.conversion not in (-1, ord("s")) or form is None or not all(isinstance(each, ast.Constant) for each in parts):
        raise typer.refuse("an f-string with such a format")
    side, zeros, width, is_int = form.groups()
    is_member = isinstance(value.kind, Member) and node.conversion == -1 and not spec
    made = making.as_text(typer, members.formatted(typer, value)) if is_member else text_of(typer, value)
    if not spec:
        return made
    is_whole = isinstance(value.kind, Whole) and node.conversion == -1
    if not is_whole and (value.kind == BOOL or not is_text(made.kind) or zeros or is_int or not is_text(value.kind)):
        raise typer.refuse("an f-string with such a format")
    if zeros:
        if side:
            raise typer.refuse("an f-string with such a format")
        return _call(typer, texts.filled, made, Value(INT, int(width or 0)))
    is_left = side == ">" or (not side and is_whole)
    return _pad(is_left)(typer, made, Value(INT, int(width or 0)))
