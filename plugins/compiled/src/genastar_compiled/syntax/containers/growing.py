"""Rewrite what changes a set or a list of a hook: many items are added, or the hook changes a copy of its own."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.facts import AnySet
from genastar_compiled.data.containers.tuples import copied
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.values import Instance
from genastar_compiled.syntax.loops.orders import in_any_order
from genastar_compiled.syntax.source import as_list, statements
from genastar_compiled.syntax.visitor import Visitor

_METHODS: Final = {"update": "add", "difference_update": "discard"}
_SIGNS: Final = {ast.BitOr: "add", ast.Sub: "discard"}
"""Methods and operators that change a set, with the method that does the same with one item."""


class Growing(Visitor):
    """Rewrites ``found.update(items)``, ``found |= items`` and ``rows += items`` where the function made the set or list."""

    def rewrite(self) -> None:
        self._sets = self._made(ast.Set, ast.SetComp, by=set)
        self._lists = self._made(ast.List, ast.ListComp, by=list)
        every = (each for each in ast.walk(self.source.tree) if isinstance(each, ast.Name))
        self._bound = Counter(each.id for each in every if isinstance(each.ctx, ast.Store))
        super().rewrite()

    def _made(self, *displays: type[ast.expr], by: type) -> set[str]:
        """Return the names that have such a container wherever the function binds them."""

        def is_made(value: ast.expr | None) -> bool:
            return isinstance(value, displays) or (isinstance(value, ast.Call) and self.source.callee(value.func) is by)

        found: dict[str, list[bool]] = {}
        fine = set()
        for each in ast.walk(self.source.tree):
            match each:
                case ast.Assign(targets=[ast.Name() as target]) | ast.AnnAssign(target=ast.Name() as target) if is_made(
                    each.value
                ):
                    fine.add(target)
                case ast.AugAssign(target=ast.Name() as target):
                    fine.add(target)
                case ast.arg():
                    found.setdefault(each.arg, []).append(False)
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    found |= {known_as: [False] for known_as in names}
        for each in ast.walk(self.source.tree):
            if isinstance(each, ast.Name) and isinstance(each.ctx, (ast.Store, ast.Del)):
                found.setdefault(each.id, []).append(each in fine)
        return {known_as for known_as, all_fine in found.items() if all(all_fine)}

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node.targets:
            case [ast.Name(id=known_as)] if self._bound[known_as] == 1:  # else it would have another type elsewhere
                node.value = self._copy(node.value)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.generic_visit(node)
        node.elt = self._copy(node.elt)
        return node

    def _copy(self, value: ast.expr) -> ast.expr:
        """Return a whole slice, which the hook may change, as a copy."""
        match value:
            case ast.Subscript(value=items, slice=ast.Slice(lower=None, upper=None, step=None)):
                return self.called(copied, [items], value)
        return value

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=whole), attr=method), args=[_, *_] as given, keywords=[]):
                if any(map(_is_read(whole), given)) or any(isinstance(each, ast.Starred) for each in given):
                    return node
                if whole in self._sets and method in _METHODS:
                    return [part for each in given for part in self._one_by_one(whole, _METHODS[method], each, node)]
                if method == "extend":
                    node.value.args = list(map(as_list, given))
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node:
            case ast.AugAssign(target=ast.Name(id=whole), op=sign, value=given) if not _is_read(whole)(given):
                if whole in self._sets and type(sign) in _SIGNS:
                    return self._one_by_one(whole, _SIGNS[type(sign)], self.called(only_sets, [given], given), node)
                if whole in self._lists and isinstance(sign, ast.Add):
                    return statements("{whole}.extend({given})", node, whole=whole, given=as_list(given))
        return node

    def _one_by_one(self, whole: str, method: str, given: ast.expr, at: ast.stmt) -> list[ast.stmt]:
        each = self.source.new_name("each")
        items = self.called(in_any_order, [as_list(given)], given)
        return statements(f"for {each} in {{items}}: {whole}.{method}({each})", at, items=items)


def _is_read(whole: str) -> Any:
    """Return a function that tells whether an expression reads this name, whose items change meanwhile."""
    return lambda given: any(isinstance(each, ast.Name) and each.id == whole for each in ast.walk(given))


@by_types(lambda items: items)
def only_sets(items: Any) -> Any:
    """Return a set; refuse at compile time anything else, for which Python raises a ``TypeError``."""
    if not isinstance(items, types.Set) and not (isinstance(items, Instance) and issubclass(items.cls, AnySet)):
        raise TypingError("an operator joins a set with what is none, and Python raises a TypeError; write update(...)")
    return lambda items: items
