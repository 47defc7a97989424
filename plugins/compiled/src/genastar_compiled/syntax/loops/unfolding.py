"""Put loops in place of a loop over a generator expression: ``for n in (p + step for step in steps if step): …``.

Nothing else changes: items are computed one after another, each when the loop asks for it, and ``break`` leaves all loops.
A loop may also go over a choice of tuples written out, which differ in length.
"""

from __future__ import annotations

import ast
from typing import Final

from genastar_compiled.syntax.loops.stops import in_generator, may_stop
from genastar_compiled.syntax.source import PREFIX, Source, bound_names, expression, placed, statements, used_names
from genastar_compiled.syntax.stand_ins import refusal
from genastar_compiled.syntax.statements import leaves
from genastar_compiled.syntax.visitor import Visitor

_AT_ONCE: Final = (any, all, sum, min, max, next, tuple, list, set, sorted)
_ENDS: Final = (
    "map() or filter() ends where its function raises StopIteration, which machine code does not know; "
    "give next(...) a default, or write a loop"
)
_STOPS: Final = (
    "a generator expression may make a RuntimeError of a StopIteration, which machine code does not know here; "
    "give next(...) a default, or write a generator function"
)


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
        if bound_names([node.target, *node.body]).isdisjoint(used_names(node.iter)):  # else it sees what they are bound to
            node.iter = self._in_generator(node.iter)
        match node.iter:
            case ast.GeneratorExp(elt=item, generators=sources) if not (
                _is_asynchronous(node.iter) or self._may_stop(node.iter)
            ):
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

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Mark generator expressions that have to be generators where they are used up; refuse a ``map`` that may end early."""
        called = self.source.callee(node.func)
        if any(called is each for each in (map, filter)) and node.args and may_stop(node.args[0], self.source):
            return self.called(refusal(_ENDS), [], node)
        if called is in_generator:
            self._comprehension(node.args[0])  # type: ignore[arg-type]
            return node
        if any(called is each for each in _AT_ONCE) or (isinstance(node.func, ast.Attribute) and node.func.attr == "join"):
            node.args = [self._in_generator(each) for each in node.args]
        return self.generic_visit(node)

    def _in_generator(self, items: ast.expr) -> ast.expr:
        return self.called(in_generator, [items], items) if self._may_stop(items) else items

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self.called(refusal(_STOPS), [], node) if self._may_stop(node) else self._comprehension(node)

    def _may_stop(self, items: ast.expr) -> bool:
        """Return whether this is a generator expression that may make a RuntimeError of a StopIteration inside it."""
        if not isinstance(items, ast.GeneratorExp):
            return False
        first, *others = items.generators
        outside = ast.Constant(value=None)  # in the place of the first items
        own = ast.comprehension(target=first.target, iter=outside, ifs=first.ifs, is_async=0)
        return may_stop(ast.GeneratorExp(elt=items.elt, generators=[own, *others]), self.source)

    @staticmethod
    def _over(items: ast.expr, loop: ast.For) -> ast.stmt:
        """Return a loop over these items."""
        made = ast.For(target=loop.target, iter=items, body=loop.body, orelse=[])
        return ast.copy_location(ast.Pass() if _is_empty(items) else made, loop)


def of_map(given: ast.expr) -> ast.expr:
    """Return ``map(function, items)`` or ``filter(function, items)`` as a generator expression."""
    match given:
        case ast.Call(func=ast.Name(id="map" | "filter" as maker), args=[function, items], keywords=[]) if not isinstance(
            items, ast.Starred
        ):
            each, result = f"{PREFIX}each", expression(f"{PREFIX}each", given)
            if isinstance(function, ast.Lambda) and len(function.args.args) == 1:
                each, result = function.args.args[0].arg, function.body
            elif not isinstance(function, ast.Constant):  # filter(None, items)
                result = expression("{function}({each})", given, function=function, each=each)
            text = "({result} for {each} in {items})" if maker == "map" else "({each} for {each} in {items} if {result})"
            return expression(text, given, each=each, result=result, items=items)
    return given


def _is_asynchronous(items: ast.GeneratorExp) -> bool:
    return any(each.is_async for each in items.generators)


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
    """Return an expression with lists in the place of its tuples: a loop over either gives the same."""
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
