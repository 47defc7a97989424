"""Unroll loops over a few constants: ``for dx, dy in ((0, 1), (1, 0)): …``, by name or written out, nested or not.

Each round becomes a copy of the body in which the loop's names are constants. So machine code needs no tables of offsets, and
tests such as ``dx and dy`` cost nothing. Measured on grids, as people write them, that saves a tenth to a third of the time.
"""

from __future__ import annotations

import ast
import itertools
import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any, Final

from genastar_compiled.syntax.source import bound_names, placed, used_names
from genastar_compiled.syntax.visitor import Visitor, listed

LARGEST: Final = 1_000
"""Nodes of the syntax tree that a loop may grow to: unrolled code takes longer to compile."""

_TRY: Final = 300
"""Nodes that a ``try`` counts as: each has blocks of its own, and the time to compile grows faster than their number."""

_WIDEST: Final = 1 << 31
_MAKERS: Final = (range, enumerate, zip, reversed, itertools.product)
_SIGNS: Final[dict[type[ast.AST], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.USub: operator.neg, ast.Not: operator.not_,
}  # fmt: skip


class Loops(Visitor):
    """Unrolls loops of the function itself."""

    def rewrite(self) -> None:
        """Rewrite the body of the function in place, unless it is a generator, which would get a state for each round."""
        if not any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(self.source.tree)):
            tree = self.source.tree
            self._kept = set(_read_beyond_loops(tree, frozenset()))
            before, bound = deepcopy(tree.body), set(_bound_by(tree))
            super().rewrite()
            if not bound.difference(_bound_by(tree)).isdisjoint(used_names(tree)):
                tree.body = before  # a name would no longer be a local, because what bound it is never run

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        unrolled = None if self.inner or node.orelse else self._unrolled(node)
        if unrolled is None:
            return self.generic_visit(node)
        return [inside for each in unrolled for inside in listed(self.visit(each))] or [placed(ast.Pass(), node)]

    def _unrolled(self, node: ast.For) -> list[ast.stmt] | None:
        """Return the rounds of a loop, one after another; ``None`` if it has to stay a loop."""
        rounds = self._rounds(node.iter)
        if rounds is None or _count(node) * len(rounds) > 2 * LARGEST:
            return None
        names = bound_names([node.target])
        is_fixed = names.isdisjoint(self._kept) and names.isdisjoint(_bound_inside(node.body))
        unrolled: list[ast.stmt] = []
        for each in rounds:
            values, body = _targets_of(node.target, each), deepcopy(node.body)
            if values is None:
                return None
            if is_fixed:
                body = _Constants(values).pruned(body)
            else:
                unrolled.append(placed(ast.Assign(targets=[deepcopy(node.target)], value=_constant(each)), node))
            straight = without_continue(body)
            if straight is None:
                return None
            unrolled += straight
        return unrolled if sum(map(_count, unrolled)) <= 2 * LARGEST else None

    def _rounds(self, iterable: ast.expr) -> tuple[object, ...] | None:
        """Return the items of an iterable that is known without running the function; ``None`` if it is not, or is empty."""
        try:
            items = self._several(iterable)
        except (TypeError, ValueError):
            return None
        return items if 0 < len(items) < LARGEST and _is_constant(items) else None

    def _several(self, node: ast.expr) -> tuple[object, ...]:
        """Return the items of a tuple, a list written out, a range, and so on.

        Raises:
            TypeError, ValueError: they are not known, or too many.
        """
        match node:
            case ast.List(elts=parts):
                return tuple(map(self._known, parts))
            case ast.Call(func=function, args=parts, keywords=options):
                maker: Any = next((each for each in _MAKERS if each is self.source.callee(function)), None)
                named: Any = {str(each.arg): self._known(each.value) for each in options}
                if maker is not None:
                    given = map(self._known if maker is range else self._several, parts)
                    return _listed(maker(*given, **named))
            case ast.Name() | ast.Attribute() if isinstance(numbers := self.source.callee(node), range):
                return _listed(numbers)
        items = self._known(node)
        if not isinstance(items, tuple):
            raise TypeError(node)
        return items

    def _known(self, node: ast.expr) -> object:
        """Return the value of a constant, by name or written out, or of a tuple of such.

        Raises:
            TypeError: it is something else.
        """
        match node:
            case ast.Tuple(elts=parts):
                return tuple(map(self._known, parts))
            case ast.Name() | ast.Attribute():
                value = self.source.callee(node)
            case _:
                value = _value(node)
        if not _is_constant(value):
            raise TypeError(node)
        return value


def _listed(items: Iterable[object]) -> tuple[object, ...]:
    return tuple(itertools.islice(items, LARGEST))


def _bound_by(node: ast.AST) -> Iterator[str]:
    """Yield the names that a function or a statement binds, which those of a comprehension are not."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if not isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        for each in ast.iter_child_nodes(node):
            yield from _bound_by(each)


def _count(node: ast.AST) -> int:
    return sum(_TRY if isinstance(each, ast.Try) else 1 for each in ast.walk(node))


def _read_beyond_loops(node: ast.AST, bound: frozenset[str]) -> Iterator[str]:
    """Yield the names that are used where no loop around them binds them, or in a function, which may be called later."""
    match node:
        case ast.Name(id=name):
            if name not in bound:
                yield name
            return
        case ast.For():
            own = bound_names([node.target])
            yield from own & bound  # read after the inner of two loops, perhaps
            inside = bound | own
            parts = [(node.iter, bound), *((each, inside) for each in node.body), *((each, bound) for each in node.orelse)]
        case ast.Lambda() | ast.FunctionDef() | ast.GeneratorExp():
            parts = [(each, frozenset[str]()) for each in ast.iter_child_nodes(node)]
        case _:
            parts = [(each, bound) for each in ast.iter_child_nodes(node)]
    for each, known in parts:
        yield from _read_beyond_loops(each, known)


def _is_constant(value: object) -> bool:
    match value:
        case tuple() if type(value) is tuple:
            return all(map(_is_constant, value))
        case float() if type(value) is float:
            return math.isfinite(value)
        case int() if type(value) is int:
            return abs(value) < _WIDEST
    return type(value) in (bool, str)


def _constant(value: Any) -> ast.expr:
    """Return a constant, a tuple of constants and so on as an expression; a sign is an operator, as Python reads it."""
    match value:
        case tuple():
            return ast.Tuple(elts=[_constant(each) for each in value], ctx=ast.Load())
        case int() | float() if math.copysign(1, value) < 0:
            return ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=-value))
    return ast.Constant(value=value)


def _value(node: ast.expr) -> Any:
    """Return the value of a constant, with or without a minus, or of a tuple of such; ``None`` if it is something else."""
    match node:
        case ast.Tuple(elts=parts):
            return tuple(map(_value, parts))
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
    return None


def _targets_of(target: ast.expr, value: object) -> dict[str, object] | None:
    """Return the value of each name in a loop's target; ``None`` if they do not fit."""
    match target:
        case ast.Name(id=name):
            return {name: value}
        case ast.Tuple(elts=parts) if isinstance(value, tuple) and len(value) == len(parts):
            found: dict[str, object] = {}
            for part, each in zip(parts, value, strict=True):
                inside = _targets_of(part, each)
                if inside is None or not found.keys().isdisjoint(inside):
                    return None
                found |= inside
            return found
    return None


def _bound_inside(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that a body binds, those of functions inside it included."""
    inside = bound_names(body)
    for each in (node for statement in body for node in ast.walk(statement)):
        match each:
            case ast.Name(id=name, ctx=ast.Del()) | ast.alias(asname=str(name)) | ast.MatchStar(name=str(name)):
                inside.add(name)
            case (
                ast.arg(arg=name) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.FunctionDef(name=name)
            ):
                inside.add(name)
    return inside


def without_continue(body: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """Return a loop's body without the ``continue`` and ``break`` that belong to it.

    ``None`` if that takes more than ``if``.
    """
    done: list[ast.stmt] = []
    for index, statement in enumerate(body):
        if isinstance(statement, ast.Continue):
            return done  # the rest is never run
        if not any(_jumps(statement)):
            done.append(statement)
            continue
        if not isinstance(statement, ast.If):
            return None
        rest, sides = list(body[index + 1 :]), (list(statement.body), list(statement.orelse))
        both = [without_continue([*deepcopy(side), *deepcopy(rest)]) for side in sides]
        if both[0] is None or both[1] is None:
            return None
        changed = ast.If(test=statement.test, body=both[0] or [placed(ast.Pass(), statement)], orelse=both[1])
        return [*done, ast.copy_location(changed, statement)]
    return done


def _jumps(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield each ``continue`` and ``break`` of the loop that a statement belongs to."""
    if isinstance(statement, (ast.Continue, ast.Break)):
        yield statement
    elif isinstance(statement, (ast.For, ast.While)):
        for each in statement.orelse:
            yield from _jumps(each)
    elif not isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
        for part in ast.iter_child_nodes(statement):
            yield from _jumps(part)


class _Constants(ast.NodeTransformer):
    """Puts constants in place of names, computes what they decide, and drops what is never run."""

    def __init__(self, values: dict[str, object]) -> None:
        self.values = values

    def pruned(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Return statements with constants in place of the names."""
        done: list[ast.stmt] = []
        for each in body:
            done += listed(self.visit(each))
        return done

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return placed(_constant(self.values[node.id]), node) if node.id in self.values else node

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            return self.pruned(node.body if test.value else node.orelse)
        body = self.pruned(node.body) or [placed(ast.Pass(), node)]
        return ast.copy_location(ast.If(test=test, body=body, orelse=self.pruned(node.orelse)), node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            chosen: ast.expr = self.visit(node.body if test.value else node.orelse)
            return chosen
        made = ast.IfExp(test=test, body=self.visit(node.body), orelse=self.visit(node.orelse))
        return ast.copy_location(made, node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Drop the operands that cannot decide; an operand that always decides ends the rest."""
        decides = isinstance(node.op, ast.Or)
        kept: list[ast.expr] = []
        for index, each in enumerate(node.values):
            operand = self.visit(each)
            is_last = index == len(node.values) - 1
            if isinstance(operand, ast.Constant) and bool(operand.value) != decides and not is_last:
                continue
            kept.append(operand)
            if isinstance(operand, ast.Constant) and bool(operand.value) == decides:
                break
        return kept[0] if len(kept) == 1 else ast.copy_location(ast.BoolOp(op=node.op, values=kept), node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        return self._computed(node, node.ops[0], node.left, *node.comparators) if len(node.ops) == 1 else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._computed(node, node.op, node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return self._computed(node, node.op, node.operand)

    @staticmethod
    def _computed(node: ast.expr, sign: ast.AST, *operands: ast.expr) -> ast.expr:
        """Return the value of an operation between small ints, or of a comparison of tuples of them; or the operation."""
        values = [_value(each) for each in operands]
        are_tuples = isinstance(sign, (ast.Eq, ast.NotEq)) and all(type(each) is tuple for each in values)
        parts = [part for each in values for part in each] if are_tuples else values
        if type(sign) not in _SIGNS or not all(type(each) in (bool, int) and _is_constant(each) for each in parts):
            return node
        return placed(_constant(_SIGNS[type(sign)](*values)), node)
