"""Tell Numba where a value is not None because a test says so, as type checkers conclude it.

After ``if heading is None: continue``, the type of ``heading`` is still "a heading or None" to Numba, which refuses what a
heading can and None cannot. So each later use becomes ``not_none(heading)``. If the value is None there after all, that ends
the search with a refusal: a wrong conclusion never gives another answer.

A test concerns a variable, or the attribute of one (``position.heading``). What it tells ends where the variable is bound
again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.optional import there
from genastar_compiled.syntax.source import Source, bound_names, placed_call
from genastar_compiled.syntax.statements import ends

Paths: TypeAlias = frozenset[str]
"""Variables and attributes that are not None, as they are written."""

_NONE: Final[Paths] = frozenset()


@by_types(lambda value: value)
def not_none(value: Any) -> Any:
    """Return a value that is not None."""
    return lambda value: there(value)


def narrow(source: Source) -> None:
    """Mark what is not None in a function."""
    _Narrowing(source).block(source.tree.body, _NONE)


class _Narrowing:
    """Walks through statements in the order in which they run."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def block(self, body: list[ast.stmt], known: Paths) -> None:
        for statement in body:
            known = self.statement(statement, known)

    def statement(self, node: ast.stmt, known: Paths) -> Paths:
        """Mark what is not None in a statement, and return what is not None after it."""
        after = _without(known, [node])
        match node:
            case ast.If():
                node.test = self.expression(node.test, known)
                known = _without(known, [node.test])
                self.block(node.body, known | _find_values(node.test, True))
                self.block(node.orelse, known | _find_values(node.test, False))
                if ends(node.body):
                    after = _without(known | _find_values(node.test, False), node.orelse)
                elif ends(node.orelse):
                    after = _without(known | _find_values(node.test, True), node.body)
            case ast.While():
                node.test = self.expression(node.test, after)
                self.block(node.body, after | _find_values(node.test, True))
                self.block(node.orelse, after)
            case ast.For():
                node.iter = self.expression(node.iter, known)
                self.block(node.body, after)
                self.block(node.orelse, after)
            case ast.Try():
                for block in (node.body, *(each.body for each in node.handlers), node.orelse, node.finalbody):
                    self.block(block, after)
            case ast.Assert():
                node.test = self.expression(node.test, known)
                after |= _find_values(node.test, True)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Expr() | ast.Return() if node.value is not None:
                node.value = self.expression(node.value, known)
                for target in getattr(node, "targets", []):
                    self._fields(target, _without(known, [node.value]))
        return after

    def expression(self, node: ast.expr, known: Paths) -> ast.expr:
        """Return an expression in which what is not None is marked."""
        match node:
            case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()) if ast.unparse(node) in known:
                return placed_call(self.source.named("not_none", not_none), [node], node)
            case ast.BoolOp():
                for at, part in enumerate(node.values):
                    node.values[at] = self.expression(part, known)
                    known = _without(known, [part]) | _find_values(part, isinstance(node.op, ast.And))
            case ast.IfExp():
                node.test = self.expression(node.test, known)
                known = _without(known, [node.test])
                node.body = self.expression(node.body, known | _find_values(node.test, True))
                node.orelse = self.expression(node.orelse, known | _find_values(node.test, False))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node, known)
            case ast.Lambda():
                pass  # it may be called when the variable is bound again
            case _:
                self._fields(node, known)
        return node

    def _comprehension(self, node: Any, known: Paths) -> None:
        for at, each in enumerate(node.generators):
            each.iter = self.expression(each.iter, known)
            known = _without(known, [each.target] if at else [part.target for part in node.generators])
            for index, test in enumerate(each.ifs):
                each.ifs[index] = self.expression(test, known)
                known |= _find_values(test, True)
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.expression(getattr(node, part), known))

    def _fields(self, node: ast.AST, known: Paths) -> None:
        """Mark the expressions in a node, which run in the order of its fields."""
        for field, held in ast.iter_fields(node):
            if isinstance(held, ast.expr):
                setattr(node, field, self.expression(held, known))
                known = _without(known, [held])
            elif isinstance(held, list):
                for at, each in enumerate(held):
                    if isinstance(each, ast.expr):
                        held[at] = self.expression(each, known)
                        known = _without(known, [each])
                    elif isinstance(each, ast.keyword):
                        self._fields(each, known)


def _find_values(test: ast.expr, is_true: bool) -> Paths:
    """Return what is not None if a test is true, or if it is false."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return _find_values(inner, not is_true)
        case ast.BoolOp(values=parts) if isinstance(test.op, ast.And) == is_true:
            return _NONE.union(*(_find_values(part, is_true) for part in parts))
        case ast.Compare(left=value, ops=[ast.Is() | ast.IsNot() as sign], comparators=[ast.Constant(value=None)]):
            return _path(value) if isinstance(sign, ast.IsNot) == is_true else _NONE
        case ast.NamedExpr() | ast.Attribute() if is_true:
            return _path(test)
    return _NONE


def _path(value: ast.expr) -> Paths:
    """Return the variable or attribute that an expression names, if it does."""
    match value:
        case ast.NamedExpr(target=target):
            return frozenset([target.id])
        case ast.Name(id=variable):
            return frozenset([variable])
        case ast.Attribute(value=owner, attr=attribute):
            return frozenset(f"{each}.{attribute}" for each in _path(owner))
    return _NONE


def _without(known: Paths, nodes: Iterable[ast.AST]) -> Paths:
    """Return what is still known after these nodes ran."""
    if not known:
        return known
    nodes = list(nodes)
    bound = bound_names(nodes)
    changed = {each.attr for node in nodes for each in ast.walk(node) if isinstance(each, ast.Attribute) and not _is_read(each)}
    return frozenset(each for each in known if each.split(".")[0] not in bound and changed.isdisjoint(each.split(".")[1:]))


def _is_read(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load)
