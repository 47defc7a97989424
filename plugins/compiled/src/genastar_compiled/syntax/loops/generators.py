"""Put a generator's body in place of a loop over it: ``for neighbour in self.neighbours(x, y): …``.

Each ``yield`` becomes the body of the loop. Machine code keeps the state of a generator in memory, and looks up at each step
where it stood; without that, a search on a grid takes half the time. It is done only where the result is the same: the
generator catches nothing, does not return early, and binds each of its names before it reads them.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from copy import deepcopy
from types import FunctionType
from typing import Final

from genastar_compiled.syntax.loops.stops import calls_what_stops, may_stop, names_in
from genastar_compiled.syntax.loops.unrolling import LARGEST, without_continue
from genastar_compiled.syntax.source import Source, bound_names, name, placed, source_of
from genastar_compiled.syntax.visitor import Visitor, listed

MOST_YIELDS: Final = 4


class NotInline(Exception):
    """The generator has to stay one."""


def method_of(cls: type, attribute: str) -> object:
    """Return what a class has under this name, without binding it."""
    return next((vars(each)[attribute] for each in cls.__mro__ if attribute in vars(each)), None)


def is_generator(function: object) -> bool:
    """Return whether a value is a generator function written in Python."""
    return isinstance(function, FunctionType) and bool(function.__code__.co_flags & inspect.CO_GENERATOR)


def needs_class(cls: type, function: FunctionType) -> bool:
    """Return whether a method names a generator of this class, or has one in which another method may raise StopIteration."""
    names = set(names_in(function.__code__))
    if any(is_generator(method_of(cls, each)) for each in names):
        return True
    return not names.isdisjoint(("<genexpr>", "map", "filter")) and calls_what_stops(names, function, cls)


class Generators(Visitor):
    """Puts the bodies of generators in place of loops over them."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        arguments = source.tree.args.args
        bound = bound_names([source.tree])
        self.own = arguments[0].arg if arguments and arguments[0].arg not in bound else None

    def rewrite(self) -> None:
        """Rewrite the body of the function in place, unless it is a generator itself."""
        if not is_generator(self.source.function()):
            super().rewrite()

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.iter:
            case ast.Call(args=arguments, keywords=[]) if not self.inner and not node.orelse:
                try:
                    function, given = self._called(node.iter.func, arguments)
                    return _Inlined(self.source, function).in_place_of(node, given)
                except NotInline:
                    pass
        return node

    def _called(self, called: ast.expr, arguments: list[ast.expr]) -> tuple[FunctionType, list[ast.expr]]:
        match called:
            case ast.Attribute(value=ast.Name(id=owner), attr=attribute) if (
                owner == self.own and self.source.inherited is not None
            ):
                function, given = method_of(self.source.inherited, attribute), [name(owner, called), *arguments]
            case _:
                function, given = self.source.callee(called), arguments
        if not isinstance(function, FunctionType) or not is_generator(function):
            raise NotInline
        return function, given


class _Inlined:
    """A generator's body with names of its own, to be put into a function."""

    def __init__(self, source: Source, function: FunctionType) -> None:
        here = source.function()
        found = source_of(function)
        if found is None or function.__globals__ is not here.__globals__ or function.__code__.co_freevars:
            raise NotInline
        self.tree = found.tree
        arguments = self.tree.args
        if arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg or arguments.defaults:
            raise NotInline
        self.parameters = [each.arg for each in arguments.args]
        own = set(function.__code__.co_varnames) | set(function.__code__.co_cellvars)
        used = {each.id for each in ast.walk(self.tree) if isinstance(each, ast.Name)}
        taken = source.local_names | set(here.__code__.co_freevars) | bound_names([source.tree]) | source.known.keys()
        if not taken.isdisjoint(used - own):
            raise NotInline  # what is a global there would be a local here
        found.inherited = source.inherited
        if may_stop(self.tree, found):
            raise NotInline  # a generator makes a RuntimeError of its StopIteration
        if found.owner != source.owner and any(each.startswith("__") for each in (*used, *_attributes(self.tree))):
            raise NotInline
        self._check(self.tree.body, frozenset(self.parameters), own)
        self.names = {each: source.new_name(each) for each in sorted(own)}

    def in_place_of(self, loop: ast.For, given: list[ast.expr]) -> list[ast.stmt]:
        """Return the statements that do what the loop does."""
        yields = sum(isinstance(each, ast.Yield) for each in ast.walk(self.tree))
        body = without_continue(loop.body)
        if body is None or yields > MOST_YIELDS or yields * sum(1 for each in body for _ in ast.walk(each)) > LARGEST:
            raise NotInline
        renamed = _Renamed(self.names, loop.target, body)
        return [
            *self._arguments(given, loop),
            *(each for statement in self.tree.body for each in listed(renamed.visit(statement))),
        ]

    def _arguments(self, given: list[ast.expr], at: ast.AST) -> list[ast.stmt]:
        """Return assignments of the arguments, all at once, for one may be the name of another."""
        targets = [placed(ast.Name(id=self.names[each], ctx=ast.Store()), at) for each in self.parameters]
        made: list[ast.stmt] = []
        for place, each in enumerate(given):
            if isinstance(each, ast.Starred):
                if place != len(given) - 1 or place >= len(targets):
                    raise NotInline
                rest = placed(ast.Tuple(elts=list(targets[place:]), ctx=ast.Store()), at)
                return [*made, placed(ast.Assign(targets=[rest], value=each.value), at)]
            if place >= len(targets):
                raise NotInline
            made.append(placed(ast.Assign(targets=[targets[place]], value=each), at))
        if len(given) != len(targets):
            raise NotInline
        return made

    def _check(self, body: Sequence[ast.stmt], bound: frozenset[str], own: set[str]) -> frozenset[str]:
        """Return the names that are bound after these statements.

        Raises:
            NotInline: a statement is not among the few that can be moved, or may read a name that is not bound.
        """
        for each in body:
            match each:
                case ast.Expr(value=ast.Yield(value=value)):
                    self._check_read(value, bound, own)
                case ast.Expr(value=value) | ast.Assert(test=value, msg=None):
                    self._check_read(value, bound, own)
                case ast.Assign(targets=targets, value=value):
                    self._check_read(value, bound, own)
                    bound |= self._bound(targets)
                case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value):
                    self._check_read(value, bound, own)
                    bound |= {target}
                case ast.AugAssign(target=ast.Name(id=target), value=value) if target in bound:
                    self._check_read(value, bound, own)
                case ast.If(test=test, body=then, orelse=otherwise):
                    self._check_read(test, bound, own)
                    bound = self._check(then, bound, own) & self._check(otherwise, bound, own)
                case ast.For(target=target, iter=items, body=inside, orelse=[]):
                    self._check_read(items, bound, own)
                    self._check(inside, bound | self._bound([target]), own)
                case ast.While(test=test, body=inside, orelse=[]):
                    self._check_read(test, bound, own)
                    self._check(inside, bound, own)
                case ast.Continue() | ast.Break() | ast.Pass():
                    pass
                case _:
                    raise NotInline
        return bound

    def _bound(self, targets: Sequence[ast.expr]) -> frozenset[str]:
        for target in targets:
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            if not all(isinstance(each, ast.Name) for each in parts):
                raise NotInline
        return frozenset(bound_names(targets))

    def _check_read(self, value: ast.AST | None, bound: frozenset[str], own: set[str]) -> None:
        for each in ast.walk(value) if value is not None else ():
            if isinstance(each, _SCOPES) or (isinstance(each, ast.Name) and each.id in own and each.id not in bound):
                raise NotInline


_SCOPES: Final = (
    ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await,
)  # fmt: skip


def _attributes(tree: ast.AST) -> list[str]:
    return [each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute)]


class _Renamed(ast.NodeTransformer):
    """Renames a generator's names, and puts a loop's body in place of each ``yield``."""

    def __init__(self, names: dict[str, str], target: ast.expr, body: list[ast.stmt]) -> None:
        self.names = names
        self.target = target
        self.body = body

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Name(id=self.names.get(node.id, node.id), ctx=node.ctx), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        assert node.value is not None
        made = ast.Assign(targets=[self.visit(node.target)], value=self.visit(node.value))
        return ast.copy_location(made, node)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        if not isinstance(node.value, ast.Yield):
            return ast.copy_location(ast.Expr(value=self.visit(node.value)), node)
        given = node.value.value
        value = self.visit(given) if given is not None else placed(ast.Constant(value=None), node)
        return [ast.copy_location(ast.Assign(targets=[deepcopy(self.target)], value=value), node), *deepcopy(self.body)]
