"""``match``: each case is a test, and what it binds."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from genastar_compiled.compiler.containers import comparing, gathering, making
from genastar_compiled.compiler.containers.kinds import Never, Sequence, has_containers
from genastar_compiled.compiler.kinds import BOOL, FLOAT, INT, Fixed, Maybe, Record, Tuple
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import comparisons, items, operators
from genastar_compiled.compiler.typing.typer import FALSE, TRUE, Typer

Do = Callable[[list[ast.stmt]], Any]


def match(typer: Typer, node: ast.Match, do: Do) -> None:
    """Type a ``match``; ``do`` types the statements of a case."""
    _cases(typer, typer.value_of(node.subject), list(node.cases), do)


def _cases(typer: Typer, value: Value, cases: list[ast.match_case], do: Do) -> None:
    if not cases:
        return
    first, *rest = cases
    typer.line = first.pattern.lineno
    found: list[tuple[str, Value]] = []
    holds = _holds(typer, first.pattern, value, found)

    def taken() -> None:
        for name, part in found:
            typer.assign(name, part)
        if first.guard is None:
            do(first.body)
        else:
            typer.branch(typer.truth_of(first.guard), lambda: do(first.body), lambda: _cases(typer, value, rest, do))

    typer.branch(holds, taken, lambda: _cases(typer, value, rest, do))


def _holds(typer: Typer, pattern: ast.pattern, value: Value, found: list[tuple[str, Value]]) -> Value:
    """Return whether a value fits a pattern, and note what that binds."""
    match pattern:
        case ast.MatchValue():
            return comparisons.compare(typer, ast.Eq, value, typer.value_of(pattern.value))
        case ast.MatchSingleton():
            if pattern.value is not None and value.kind != BOOL:
                raise typer.refuse(f"case {pattern.value} of {value.kind}")
            sign = ast.Is if pattern.value is None else ast.Eq
            return comparisons.compare(typer, sign, value, typer.constant(pattern.value))
        case ast.MatchAs(pattern=inner, name=name):
            holds = TRUE if inner is None else _holds(typer, inner, value, found)
            if name is not None:
                found.append((name, value))
            return holds
        case ast.MatchOr(patterns=patterns):
            made = FALSE
            for each in patterns:
                bound: list[tuple[str, Value]] = []
                made = comparisons.either(typer, made, _holds(typer, each, value, bound))
                if bound:
                    raise typer.refuse("a name inside case ... | ...")
            return made
        case ast.MatchSequence(patterns=patterns) if isinstance(value.kind, Tuple):
            parts, stars = typer.parts(value), _stars(patterns)
            if stars and len(parts) >= len(patterns) - 1:
                end = stars[0] + len(parts) - len(patterns) + 1
                parts[stars[0] : end] = [making.list_of(typer, patterns[stars[0]], parts[stars[0] : end])]
            if len(patterns) != len(parts):
                return FALSE
            return _all(typer, list(zip(patterns, parts, strict=True)), found)
        case ast.MatchSequence(patterns=patterns) if isinstance(value.kind, Sequence) and value.kind.cls in (list, tuple):
            return _of_sequence(typer, patterns, value, found)
        case ast.MatchStar(name=name):
            if name is not None:
                found.append((name, value))
            return TRUE
        case ast.MatchClass():
            return _of_class(typer, pattern, value, found)
    raise typer.refuse(f"case of {value.kind}")


def _stars(patterns: list[ast.pattern]) -> list[int]:
    return [at for at, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]


def _of_sequence(typer: Typer, patterns: list[ast.pattern], value: Value, found: list[tuple[str, Value]]) -> Value:
    """Return whether the items of a sequence, of which there may be too few, fit patterns."""
    stars, count = _stars(patterns), comparing.length(typer, value)
    holds = operators.compare_ints(typer, "sge" if stars else "eq", count, Value(INT, len(patterns) - len(stars)))
    item = value.kind.item  # type: ignore[attr-defined]
    looks_inside = not all(
        isinstance(each, (ast.MatchAs, ast.MatchStar)) and not getattr(each, "pattern", None) for each in patterns
    )
    if isinstance(item, Never) or (has_containers(item) and looks_inside):
        raise typer.refuse(f"case of the items of {value.kind}")
    whole, blank = Sequence(item, tuple, True), typer.step("absent", kind=item)
    there = typer.choose(
        holds,
        lambda: typer.step("relabel", value, kind=whole),
        lambda: making.of_parts(typer, whole, [blank] * len(patterns)),
        typer.fresh(making.NODE, "case"),
    )
    every = items.items_of_value(typer, there)
    parts = gathering.with_rest(typer, there, every, every.count, (len(patterns), *stars))
    return comparisons.both(typer, holds, _all(typer, list(zip(patterns, parts, strict=True)), found))


def _all(typer: Typer, pairs: list[tuple[ast.pattern, Value]], found: list[tuple[str, Value]]) -> Value:
    made = TRUE
    for pattern, part in pairs:
        made = comparisons.both(typer, made, _holds(typer, pattern, part, found))
    return made


def _of_class(typer: Typer, pattern: ast.MatchClass, value: Value, found: list[tuple[str, Value]]) -> Value:
    cls = typer.value_of(pattern.cls)
    kind = value.kind
    if not isinstance(cls.kind, Fixed) or not isinstance(cls.kind.value, type) or isinstance(kind, Maybe):
        raise typer.refuse(f"case of a class for {kind}")
    wanted = cls.kind.value
    plain = {INT: int, FLOAT: float, BOOL: bool}.get(kind)
    have = plain or getattr(kind, "cls", None)
    if have is None or (plain is None and not isinstance(kind, (Record, Tuple))):
        raise typer.refuse(f"case {wanted.__qualname__} of {kind}")
    if not comparisons.is_of_classes(typer, kind, have, (wanted,)):
        return FALSE
    names = list(getattr(wanted, "__match_args__", ())[: len(pattern.patterns)])
    has_parts = bool(pattern.patterns or pattern.kwd_patterns)
    if has_parts and (len(names) != len(pattern.patterns) or plain is not None):
        raise typer.refuse(f"case {wanted.__qualname__} with parts")
    parts = zip([*names, *pattern.kwd_attrs], [*pattern.patterns, *pattern.kwd_patterns], strict=True)
    return _all(typer, [(each, typer.attribute(value, name)) for name, each in parts], found)
