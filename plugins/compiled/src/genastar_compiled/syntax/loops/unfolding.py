"""Put loops in place of a loop over a generator expression: ``for n in (p + step for step in steps if step): …``.

Nothing else changes: items are computed one after another, each when the loop asks for it, and ``break`` leaves all loops.
A loop may also go over a choice of tuples written out, which differ in length.
"""

from __future__ import annotations

import ast

from genastar_compiled.syntax.loops.stops import may_stop
from genastar_compiled.syntax.source import Source, bound_names, placed, statements
from genastar_compiled.syntax.statements import leaves
from genastar_compiled.syntax.visitor import Visitor


class Unfolding(Visitor):
    """Rewrites loops over generator expressions and over choices, and ``yield from`` as a loop."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        match node.value:
            case ast.YieldFrom(value=items):
                each = self.source.new_name("each")
                (loop,) = statements("for {each} in {items}: yield {each}", node, each=each, items=items)
                loop.iter = items  # type: ignore[attr-defined]  # with its own lines
                return self.visit_For(loop)  # type: ignore[arg-type]
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        match node.iter:
            case ast.GeneratorExp(elt=item, generators=sources) if not self._is_special(node.iter):
                first = sources[0].iter  # it belongs to the function around
                sources[0].iter = placed(ast.Constant(value=None), first)
                _Renamed(self.source, bound_names(each.target for each in sources)).visit(node.iter)
                sources[0].iter = first
                given = placed(ast.Assign(targets=[node.target], value=item), node)
                node = _loops(sources, [given, *node.body], node.orelse, leaves(node.body))
                return self.visit_For(node)
            case ast.IfExp(test=test, body=one, orelse=other) if not node.orelse and (_is_empty(one) or _is_empty(other)):
                ways = [[self._over(each, node)] for each in (one, other)]
                return self.visit(ast.copy_location(ast.If(test=test, body=ways[0], orelse=ways[1]), node))
            case ast.IfExp() if len(_lengths(node.iter)) > 1:
                node.iter = _of_lists(node.iter)
        return self.generic_visit(node)

    def _is_special(self, items: ast.GeneratorExp) -> bool:
        """Return whether a generator makes a RuntimeError of a StopIteration inside it, or is asynchronous."""
        is_asynchronous = any(each.is_async for each in items.generators)
        has_next = any(isinstance(each, ast.Name) and each.id == "next" for each in ast.walk(items))
        return is_asynchronous or has_next or may_stop(items, self.source.callee)

    @staticmethod
    def _over(items: ast.expr, loop: ast.For) -> ast.stmt:
        """Return a loop over these items."""
        made = ast.For(target=loop.target, iter=items, body=loop.body, orelse=[])
        return ast.copy_location(ast.Pass() if _is_empty(items) else made, loop)


def _is_empty(items: ast.expr) -> bool:
    return isinstance(items, (ast.Tuple, ast.List)) and not items.elts


def _lengths(items: ast.expr) -> set[int]:
    """Return the lengths of the tuples written out of which an expression is one; of any other expression -1."""
    match items:
        case ast.IfExp(body=one, orelse=other):
            return _lengths(one) | _lengths(other)
        case ast.Tuple(elts=parts) if not any(isinstance(each, ast.Starred) for each in parts):
            return {len(parts)}
    return {-1}


def _of_lists(items: ast.expr) -> ast.expr:
    """Return an expression with lists in the place of its tuples: nobody sees the difference in a loop over one of them."""
    match items:
        case ast.IfExp(test=test, body=one, orelse=other):
            return ast.copy_location(ast.IfExp(test=test, body=_of_lists(one), orelse=_of_lists(other)), items)
        case ast.Tuple(elts=parts):
            return ast.copy_location(ast.List(elts=parts, ctx=ast.Load()), items)
    return items


def _loops(sources: list[ast.comprehension], body: list[ast.stmt], orelse: list[ast.stmt], is_left: bool) -> ast.For:
    """Return a loop for each source around this body; if the body may leave them, one that is left leaves the next."""
    source, *inner = sources
    if inner:
        ended: list[ast.stmt] = [ast.Continue()] if is_left else []
        body = [_loops(inner, body, ended, is_left), *([ast.Break()] if is_left else [])]
        for each in (*ended, *body[1:]):
            ast.copy_location(each, source.iter)
    for test in reversed(source.ifs):
        body = [ast.copy_location(ast.If(test=test, body=body, orelse=[]), test)]
    made = ast.For(target=source.target, iter=source.iter, body=body, orelse=orelse)
    return ast.copy_location(made, source.iter)


class _Renamed(ast.NodeTransformer):
    """Gives the names that a generator expression binds, and that are its own, new ones in the function around."""

    def __init__(self, source: Source, names: set[str]) -> None:
        self.names = {each: source.new_name(each) for each in sorted(names)}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names.get(node.arg, node.arg)
        return node
