"""The common part of all rewriting: it knows which names are local at each place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from genastar_compiled.syntax.loops.orders import in_any_order
from genastar_compiled.syntax.source import Source, as_list, bound_names, free_names, placed_call


class Visitor(ast.NodeTransformer):
    """Visits a function and keeps track of the names that comprehensions and inner functions bind."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.inner: list[set[str]] = []

    def rewrite(self) -> None:
        """Rewrite the body of the function in place."""
        self.source.tree.body = [each for statement in self.source.tree.body for each in listed(self.visit(statement))]

    def captured(self, *nodes: ast.AST | None, but: Iterable[str] = ()) -> list[str]:
        """Return the local names that these nodes read, which a function moved out with them needs as arguments."""
        local = set(self.source.local_names) | set(self.source.function().__code__.co_freevars)
        local |= bound_names([self.source.tree]) | set().union(*self.inner)
        used = dict.fromkeys(name for node in nodes if node is not None for name in free_names(node))
        return [each for each in used if each in local and each not in set(but)]

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ast.AST:
        first = node.generators[0]
        first.iter = self.visit(first.iter)  # it belongs to the function around
        self.inner.append(bound_names(each.target for each in node.generators))
        try:
            for index, generator in enumerate(node.generators):
                if index:
                    generator.iter = self.visit(generator.iter)
                generator.ifs = [self.visit(each) for each in generator.ifs]
            if isinstance(node, ast.DictComp):
                node.key, node.value = self.visit(node.key), self.visit(node.value)
            else:
                node.elt = self.visit(node.elt)
        finally:
            self.inner.pop()
        return node

    def visit_ListComp(self, node: Any) -> ast.AST:
        return self._comprehension(node)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_Lambda(self, node: Any) -> ast.AST:
        arguments = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
        body = node.body if isinstance(node.body, list) else [node.body]
        self.inner.append(arguments | bound_names(body))
        try:
            return self.generic_visit(node)
        finally:
            self.inner.pop()

    visit_FunctionDef = visit_Lambda

    def begun(self, is_empty: Callable[[ast.expr], bool]) -> set[str]:
        """Return the names to which the function gives such an empty container: Numba learns what it holds from other lines."""
        made = [each for each in ast.walk(self.source.tree) if isinstance(each, (ast.Assign, ast.AnnAssign))]
        empty = [each for each in made if each.value is not None and is_empty(each.value)]
        return bound_names(part for each in empty for part in getattr(each, "targets", [getattr(each, "target", None)]))

    def is_number(self, node: ast.expr) -> bool:
        """Return whether an expression is a constant number, such as ``-1`` or ``math.inf``."""
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=number):
                return self.is_number(number)
            case ast.Constant(value=value):
                return type(value) in (int, float)
        return type(self.source.callee(node)) is float

    def called(self, function: Any, arguments: list[ast.expr], at: ast.AST) -> ast.Call:
        """Return the call of a function that is known by its name."""
        return placed_call(self.source.named(function.__name__, function), arguments, at)

    def in_any_order(self, items: ast.expr) -> ast.expr:
        """Return the list of a comprehension, for a function of items in any order; any other expression as it is."""
        items = as_list(items)
        for each in items.generators if isinstance(items, ast.ListComp) else ():
            if self.may_be_set(each.iter):
                each.iter = self.called(in_any_order, [each.iter], items)
        return items

    def may_be_set(self, items: ast.expr) -> bool:
        """Return whether items may be those of a set: they are not if a function makes an iterator, which none can return."""
        made_by = self.source.callee(items.func) if isinstance(items, ast.Call) else None
        return not any(made_by is each for each in (enumerate, filter, iter, map, reversed, zip))


def listed(visited: ast.stmt | list[ast.stmt] | None) -> list[ast.stmt]:
    """Return the statements that a visit gave in place of one."""
    if visited is None:
        return []
    return visited if isinstance(visited, list) else [visited]
