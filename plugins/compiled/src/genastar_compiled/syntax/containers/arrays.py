"""Rewrite calls of numpy's that Numba reads otherwise: Python's types as a ``dtype``, lists as a shape, what ``full`` gets."""

from __future__ import annotations

import ast
from typing import Final

import numpy as np

from genastar_compiled.data.makers import of_any_value
from genastar_compiled.syntax.source import name, placed
from genastar_compiled.syntax.visitor import Visitor

_DTYPES: Final[dict[object, type[np.generic]]] = {int: np.int64, float: np.float64, bool: np.bool_}
_SHAPED: Final = (np.zeros, np.ones, np.empty, np.full)


class Arrays(Visitor):
    """Names numpy's types where a function or a method of numpy's is given Python's."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = self.source.callee(node.func)
        method = node.func.attr if isinstance(node.func, ast.Attribute) and called is None else ""
        if method == "astype" and not node.args and [each.arg for each in node.keywords] == ["dtype"]:
            node.args, node.keywords = [node.keywords[0].value], []  # Numba knows the position alone
        of_numpy = (getattr(called, "__module__", None) or "").split(".")[0] == "numpy"
        if of_numpy or method == "astype":
            node.args = [self._as_dtype(each) for each in node.args]
        if of_numpy or hasattr(np.ndarray, method):
            for keyword in node.keywords:
                keyword.value = self._as_dtype(keyword.value) if keyword.arg == "dtype" else keyword.value
        if called in _SHAPED and node.args and isinstance(node.args[0], ast.List):
            node.args[0] = placed(ast.Tuple(elts=node.args[0].elts, ctx=ast.Load()), node)
        if called is np.full:  # Numba takes a constant's type, which has one value, for that of the items
            node.args[1:2] = [self.called(of_any_value, [each], node) for each in node.args[1:2]]
            for keyword in node.keywords:
                if keyword.arg == "fill_value":
                    keyword.value = self.called(of_any_value, [keyword.value], node)
        return node

    def _as_dtype(self, node: ast.expr) -> ast.expr:
        kind = self.source.callee(node)
        known = _DTYPES.get(kind) if isinstance(kind, type) else None
        return node if known is None else name(self.source.named(known.__name__, known), node)
