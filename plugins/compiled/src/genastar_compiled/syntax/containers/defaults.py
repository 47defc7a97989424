"""Rewrite a ``defaultdict`` of numbers that a function makes and keeps as a dictionary."""

from __future__ import annotations

import ast
import collections
from typing import Any, Final

from genastar_compiled.syntax.source import expression, name, statements
from genastar_compiled.syntax.visitor import Visitor

_MADE_BY: Final[dict[object, str]] = {int: "0", float: "0.0"}
_METHODS: Final = ("items", "keys", "values", "get", "pop", "clear")
_READERS: Final = (len, sorted, list, tuple, set, max, min, sum)


class Defaults(Visitor):
    """Rewrites ``found = defaultdict(int)``, and each look-up of ``found`` so that it adds what is missing."""

    def rewrite(self) -> None:
        self._defaults = self._found()
        super().rewrite()

    def _found(self) -> dict[str, str]:
        """Return the default of each name that always holds such a dictionary, and is not passed on."""
        every = list(ast.walk(self.source.tree))
        found: dict[str, str] = {}
        made = []
        for each in every:
            match each:
                case (
                    ast.Assign(targets=[ast.Name(id=known_as)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=known_as), value=ast.expr() as value)
                ) if (default := self._default(value)) and found.setdefault(known_as, default) == default:
                    made.append(each)
        for each in every:
            for other in _named_by(each):
                found.pop(other, None)
            for child in ast.iter_child_nodes(each):
                if isinstance(child, ast.Name) and child.id in found and each not in made and not self._keeps(each, child):
                    del found[child.id]
        return found

    def _default(self, value: ast.expr) -> str | None:
        """Return the text of the number that a call of ``defaultdict`` names."""
        match value:
            case ast.Call(func=called, args=[given], keywords=[]) if self.source.callee(called) is collections.defaultdict:
                match given:
                    case ast.Lambda(args=ast.arguments(args=[]), body=body):
                        return ast.unparse(body) if self.is_number(body) else None
                made_by = self.source.callee(given)
                return next((text for each, text in _MADE_BY.items() if each is made_by), None)
        return None

    def _keeps(self, at: ast.AST, whole: ast.Name) -> bool:
        """Return whether a use of a ``defaultdict`` is one of a dictionary."""
        match at:
            case ast.Subscript():
                return at.value is whole
            case ast.Attribute(attr=method):
                return method in _METHODS
            case ast.Call(func=called):
                return at.func is not whole and any(self.source.callee(called) is each for each in _READERS)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[items]):
                return items is whole
            case ast.For() | ast.comprehension():
                return at.iter is whole
        return False

    def visit_Assign(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, ast.Call) and self._default(node.value):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id in self._defaults:
                node.value = ast.copy_location(ast.Dict(keys=[], values=[]), node)
        return node

    visit_AnnAssign = visit_Assign

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Subscript(value=ast.Name(id=whole), slice=key, ctx=ast.Load()) if whole in self._defaults:
                return self.called(looked_up, [node.value, key, expression(self._defaults[whole], node)], node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.target:
            case ast.Subscript(value=ast.Name(id=whole), slice=key) if whole in self._defaults:
                place = self.source.new_name("key")
                node.target.slice = name(place, node)
                text = "{place} = {key}\nif {place} not in {whole}: {whole}[{place}] = {default}"
                return [*statements(text, node, place=place, key=key, whole=whole, default=self._defaults[whole]), node]
        return node


def _named_by(node: ast.AST) -> list[str]:
    """Return what a node binds without a node of its own for the name: an argument, an exception, a part of a pattern."""
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return node.names
    if isinstance(node, ast.keyword):
        return []
    return [name for field in ("arg", "name", "asname") if isinstance(name := getattr(node, field, None), str)]


def looked_up(found: Any, key: Any, default: Any) -> Any:
    """Return the value of a key, which is added with the default if it is missing."""
    if key not in found:
        found[key] = default
    return found[key]
