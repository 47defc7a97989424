"""Rewrite ``match`` on sequences and classes as conditions. Numba supports only patterns of plain values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from genastar_compiled.syntax.source import statements
from genastar_compiled.syntax.visitor import Visitor

_WRITTEN_OUT: Final = (ast.MatchSequence, ast.MatchClass, ast.MatchStar)


class Patterns(Visitor):
    """Rewrites statements whose patterns take values apart."""

    def visit_Match(self, node: ast.Match) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        inside = [each for case in node.cases for each in ast.walk(case.pattern)]
        if not any(isinstance(each, _WRITTEN_OUT) for each in inside) or any(
            isinstance(each, ast.MatchMapping) for each in inside
        ):
            return node
        subject, open_ = self.source.new_name("subject"), self.source.new_name("open")
        written = statements(f"{subject} = {ast.unparse(node.subject)}\n{open_} = True", node)
        for case in node.cases:
            tests = list(self._tests(case.pattern, subject))
            if any(test is None for test in tests):
                return node
            binding = [f"{name} = {text}" for name, text in self._bindings(case.pattern, subject)]
            test = " and ".join([open_, *[each for each in tests if each]])
            block = statements(f"if {test}:\n    {open_} = False", case.pattern)[0]
            assert isinstance(block, ast.If)
            if case.guard is None:
                block.body += [*[each for line in binding for each in statements(line, case.pattern)], *case.body]
            else:
                guarded = ast.If(test=case.guard, body=[*block.body, *case.body], orelse=[])
                ast.copy_location(guarded, case.guard)
                block.body = [*[each for line in binding for each in statements(line, case.pattern)], guarded]
            written.append(block)
        return written

    def _tests(self, pattern: ast.pattern, subject: str) -> Iterator[str | None]:
        """Yield the conditions for a value to match, in order; ``None`` for a pattern that cannot be rewritten."""
        match pattern:
            case ast.MatchValue(value=value):
                yield f"{subject} == {ast.unparse(value)}"
            case ast.MatchSingleton(value=value):
                yield f"{subject} is {value!r}"
            case ast.MatchAs(pattern=None):
                pass
            case ast.MatchAs(pattern=inner) if inner is not None:
                yield from self._tests(inner, subject)
            case ast.MatchOr(patterns=patterns):
                ways = [list(self._tests(each, subject)) for each in patterns]
                if any(each is None for way in ways for each in way) or any(
                    list(self._bindings(each, subject)) for each in patterns
                ):
                    yield None
                else:
                    yield "(" + " or ".join(f"({' and '.join(str(each) for each in way) or 'True'})" for way in ways) + ")"
            case ast.MatchSequence(patterns=patterns):
                starred = any(isinstance(each, ast.MatchStar) for each in patterns)
                sign, count = (">=", len(patterns) - 1) if starred else ("==", len(patterns))
                yield f"len({subject}) {sign} {count}"
                for inner, part in self._parts(patterns, subject):
                    if not isinstance(inner, ast.MatchStar):
                        yield from self._tests(inner, part)
            case ast.MatchClass(cls=cls):
                yield f"isinstance({subject}, {ast.unparse(cls)})"
                fields = self._fields(pattern, subject)
                if fields is None:
                    yield None
                    return
                for inner, part in fields:
                    yield from self._tests(inner, part)
            case _:
                yield None

    def _bindings(self, pattern: ast.pattern, subject: str) -> Iterator[tuple[str, str]]:
        match pattern:
            case ast.MatchAs(pattern=inner, name=name):
                if inner is not None:
                    yield from self._bindings(inner, subject)
                if name is not None:
                    yield name, subject
            case ast.MatchSequence(patterns=patterns):
                for inner, part in self._parts(patterns, subject):
                    if not isinstance(inner, ast.MatchStar):
                        yield from self._bindings(inner, part)
                    elif inner.name is not None:
                        yield inner.name, f"list({part})"
            case ast.MatchClass():
                for inner, part in self._fields(pattern, subject) or ():
                    yield from self._bindings(inner, part)

    @staticmethod
    def _parts(patterns: list[ast.pattern], subject: str) -> Iterator[tuple[ast.pattern, str]]:
        star = next((index for index, each in enumerate(patterns) if isinstance(each, ast.MatchStar)), len(patterns))
        for index, inner in enumerate(patterns):
            behind = index - len(patterns)
            if index < star:
                yield inner, f"{subject}[{index}]"
            elif index == star:
                yield inner, f"{subject}[{index}:{behind + 1 or ''}]"
            else:
                yield inner, f"{subject}[{behind}]"

    def _fields(self, pattern: ast.MatchClass, subject: str) -> list[tuple[ast.pattern, str]] | None:
        cls = self.source.callee(pattern.cls)
        names = list(getattr(cls, "__match_args__", ()))
        if not pattern.patterns and not pattern.kwd_patterns:
            return []
        if cls in (int, float, str, bool, tuple) or len(pattern.patterns) > len(names):
            single = len(pattern.patterns) == 1 and not pattern.kwd_patterns and isinstance(cls, type)
            return [(pattern.patterns[0], subject)] if single and cls in (int, float, str, bool) else None
        found = [(inner, f"{subject}.{name}") for inner, name in zip(pattern.patterns, names, strict=False)]
        return found + [
            (inner, f"{subject}.{name}") for inner, name in zip(pattern.kwd_patterns, pattern.kwd_attrs, strict=True)
        ]
