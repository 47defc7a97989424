"""``match``: each case is a test, and what it binds."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from genastar_compiled.compiler.kinds import BOOL, FLOAT, INT, Fixed, Maybe, Record, Tuple
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import comparisons
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
            if any(isinstance(each, ast.MatchStar) for each in patterns):
                raise typer.refuse("case with *")
            if len(patterns) != len(value.kind.items):
                return FALSE
            return _all(typer, list(zip(patterns, typer.parts(value), strict=True)), found)
        case ast.MatchClass():
            return _of_class(typer, pattern, value, found)
    raise typer.refuse(f"case of {value.kind}")


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
