"""Rewrite look-ups with a default: an empty container or a number may differ in type from the values."""

from __future__ import annotations

import ast
import inspect
from typing import Final

from genastar_compiled.data.containers.missing import item_or, item_or_empty
from genastar_compiled.syntax.source import statements
from genastar_compiled.syntax.visitor import Visitor

_MAKERS: Final = (list, tuple, set, frozenset, dict)


class Missing(Visitor):
    """Rewrites ``d.get(key, default)``; and, with any empty container, ``d.get(key, [])``, ``d.get(key) or []`` and
    ``d[key] if key in d else []``.
    """

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Write ``d[k] = d.get(k, 0) + 1`` as two statements: of a dictionary that begins empty, one alone tells the type."""
        match node.targets:
            case [ast.Subscript(value=ast.Name() as items, slice=key) as target] if _is_simple(key):
                asked = f"{items.id}.get({ast.unparse(key)}, "
                value = ast.unparse(node.value)
                defaults = [each for each in ast.walk(node.value) if self._is_default(each, asked)]
                if len(defaults) == 1 and items.id in self.begun(self._is_empty_dictionary):
                    found, text = ast.unparse(target), ast.unparse(defaults[0])
                    missing = ast.unparse(defaults[0].args[1])  # type: ignore[attr-defined]  # a call
                    lines = f"if {ast.unparse(key)} in {items.id}:\n    {found} = {value.replace(text, found)}\nelse:\n"
                    (chosen,) = statements(f"{lines}    {found} = {value.replace(text, missing)}", node)
                    return chosen
        self.generic_visit(node)
        return node

    def _is_default(self, node: ast.AST, asked: str) -> bool:
        """Return whether an expression looks up this key with a number as its default."""
        return isinstance(node, ast.Call) and ast.unparse(node).startswith(asked) and self.is_number(node.args[1])

    def _is_empty_dictionary(self, node: ast.expr) -> bool:
        return (
            isinstance(node, (ast.Dict, ast.Call))
            and self._is_empty(node)
            and self.source.callee(getattr(node, "func", node)) in (None, dict)
        )

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Attribute(value=items, attr="get"), args=[key, default], keywords=[]):
                if self._is_empty(default):
                    return self._or_empty("items.get(key, {})", items, key, default, node)
                if not self._is_named_outside(items):
                    return self.called(item_or, [items, key, default], node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.BoolOp(
                op=ast.Or(),
                values=[ast.Call(func=ast.Attribute(value=items, attr="get"), args=[key], keywords=[]), default],
            ) if self._is_empty(default):
                return self._or_empty("items.get(key) or {}", items, key, default, node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.IfExp(
                test=ast.Compare(left=key, ops=[ast.In()], comparators=[items]), body=ast.Subscript() as found, orelse=default
            ) if self._is_empty(default) and ast.unparse(found) == f"{ast.unparse(items)}[{ast.unparse(key)}]":
                if not any(isinstance(each, (ast.Call, ast.NamedExpr)) for each in ast.walk(found)):
                    return self._or_empty("items[key] if key in items else {}", items, key, default, node)
        return node

    def _is_named_outside(self, owner: ast.expr) -> bool:
        """Return whether an expression is a module or a class, whose ``get`` is a function."""
        return inspect.ismodule(found := self.source.callee(owner)) or inspect.isclass(found)

    def _is_empty(self, node: ast.expr) -> bool:
        """Return whether an expression is an empty container written out."""
        match node:
            case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
                return True
            case ast.Call(func=ast.Name() as made, args=[], keywords=[]):
                return any(self.source.callee(made) is each for each in _MAKERS)
        return False

    def _or_empty(self, text: str, items: ast.expr, key: ast.expr, default: ast.expr, at: ast.expr) -> ast.Call:
        written = ast.unparse(default)
        return self.called(item_or_empty(text.format(written), written), [items, key], at)


def _is_simple(key: ast.expr) -> bool:
    """Return whether a key may be computed twice."""
    return all(
        isinstance(
            each, (ast.Constant, ast.Name, ast.Tuple, ast.Attribute, ast.Subscript, ast.BinOp, ast.operator, ast.expr_context)
        )
        for each in ast.walk(key)
    )
