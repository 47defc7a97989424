"""Rewrite what is written for type checkers: annotations, ``cast``, calls of a ``NewType`` or of ``set[str]``, dead ends."""

from __future__ import annotations

import ast
import typing
from enum import Enum
from types import FunctionType, GenericAlias, ModuleType
from typing import Final

from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.syntax.source import placed, statements
from genastar_compiled.syntax.visitor import Visitor


class Hints(Visitor):
    """Rewrites values that are their own argument; refuses ``NotImplemented`` and ``assert_never`` where they are reached."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = self.source.callee(node.func)
        match node:
            case ast.Call(args=[_, value], keywords=[]) if called is typing.cast:
                return value
            case ast.Call(args=[value], keywords=[]) if isinstance(called, typing.NewType):
                return value
            case ast.Call(args=[owner, ast.Constant(value=str(attribute))], keywords=[]) if called is hasattr:
                found = self.source.callee(owner)
                if isinstance(found, (type, FunctionType, ModuleType)):
                    return placed(ast.Constant(value=hasattr(found, attribute)), node)
            case ast.Call(args=[owner], keywords=[]) if called is callable and (found := self.source.callee(owner)) is not None:
                return placed(ast.Constant(value=callable(found)), node)
            case ast.Call(func=ast.Subscript(value=kind)) if _takes_types(self.source.callee(kind)):
                node.func = kind
        if isinstance(called, GenericAlias):
            node.func = ast.copy_location(ast.Name(self.source.named("kind", called.__origin__), ast.Load()), node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None or not isinstance(node.target, ast.Name):
            return node
        return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave out the annotations of a function inside: Python evaluates them, and nothing reads them."""
        node.returns = None
        for each in ast.walk(node.args):
            if isinstance(each, ast.arg):
                each.annotation = None
        return self.visit_Lambda(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        return self._refused(node, node.value) or self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        match node.value:
            case None:
                return node
            case ast.IfExp(test, body, orelse) if self._is_none_of(body) or self._is_none_of(orelse):
                (choice,) = statements("if {test}: return {one}\nelse: return {other}", node, test=test, one=body, other=orelse)
                return self.generic_visit(choice)
            case value:
                return self._refused(node, value) or self.generic_visit(node)

    def _refused(self, node: ast.stmt, value: ast.expr) -> list[ast.stmt]:
        """Return the refusal in place of a statement that only values of other types reach, which gives no value a type."""
        if self._is_none_of(value):
            text = _OF_OTHERS
        elif isinstance(value, ast.Call) and self.source.callee(value.func) is typing.assert_never:
            text = _REACHED
        else:
            return []
        text = text.format(self.source.function().__qualname__, node.lineno)
        return statements(f"raise {self.source.named('Refusal', Refusal)}({text!r})", node)

    def _is_none_of(self, node: ast.expr) -> bool:
        return self.source.callee(node) is NotImplemented


def _takes_types(kind: object) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__class_getitem__") and not issubclass(kind, Enum)


_ELSE: Final = 'or search with engine="interpreted"'
_OF_OTHERS: Final = (
    "{} returns NotImplemented (line {}), and machine code does not ask the other value; "
    f"give the operator values of one class, {_ELSE}"
)
_REACHED: Final = f"{{}} calls assert_never (line {{}}); raise an exception there, {_ELSE}"
