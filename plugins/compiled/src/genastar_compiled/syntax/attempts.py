"""``try`` with exceptions by name: Numba knows ``except Exception`` alone.

That catches the same where nothing but the exceptions named can be raised, and what can be raised is read off the expressions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from genastar_compiled.data.missing import with_either, with_keys, with_places
from genastar_compiled.syntax.source import bound_names, name, placed_call, used_names
from genastar_compiled.syntax.visitor import Visitor

_HARMLESS: Final = (len, abs, enumerate, bool)


class Attempts(Visitor):
    """Rewrites handlers that name all that can be raised."""

    _caught: list[type[BaseException]]
    """What the handler names that is looked at."""
    _looked_up: list[tuple[ast.Subscript, str]]
    """The look-ups in its block, and the name of what checks the type of each container."""

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """Leave out the cause: an exception that leaves a hook is raised anew by Python."""
        if isinstance(node.cause, (ast.Name, ast.Constant)):
            node.cause = None
        return self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        for each in node.handlers:
            if each.name not in used_names(self.source.tree):
                each.name = None
        for statement in node.body:
            self._build_displays(statement)
        if len(node.handlers) != 1 or node.handlers[0].type is None:
            return node
        (handler,) = node.handlers
        caught = self._classes(handler.type)
        self._caught, self._looked_up = caught, []
        raised = [kind for statement in node.body for kind in self._raised(statement)]
        arguments = {each.arg for each in ast.walk(self.source.tree.args) if isinstance(each, ast.arg)}
        bound = arguments | {
            each.id
            for each in ast.walk(self.source.tree)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.lineno < node.lineno
        }
        read = {name for statement in node.body for name in used_names(statement)}
        if (read & self.source.local_names) - bound - bound_names(node.body):
            return node  # one of them may not be bound, which is another exception
        if not caught or Exception in caught or handler.name or None in raised:
            return node
        if not all(issubclass(kind, tuple(caught)) for kind in raised if kind is not None):
            return node
        handler.type = name("Exception", handler)
        for found, check in self._looked_up:
            found.value = ast.copy_location(ast.Call(func=name(check, found), args=[found.value], keywords=[]), found.value)
        return node

    def _build_displays(self, node: ast.AST) -> None:
        """Let Python build each list of constants by items: Numba does not know how it extends one where a block begins."""
        for child in ast.iter_child_nodes(node):
            is_folded = isinstance(node, (ast.For, ast.comprehension, ast.Compare))  # to a tuple, which needs no list
            match child:
                case ast.List(elts=[ast.Constant(value=value) as first, _, _, *_]) if not is_folded:
                    known_as = self.source.new_name("constant")
                    self.source.scope[known_as] = value
                    child.elts[0] = name(known_as, first)
            self._build_displays(child)

    def _classes(self, node: ast.expr | None) -> list[type[BaseException]]:
        parts = node.elts if isinstance(node, ast.Tuple) else [node] if node is not None else []
        found = [self.source.callee(part) for part in parts]
        return found if all(isinstance(each, type) for each in found) else []  # type: ignore[return-value]

    def _raised(self, node: ast.AST) -> Iterator[type[BaseException] | None]:
        """Yield the exceptions that this can raise; ``None`` if they are unknown."""
        match node:
            case (
                ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod()) | ast.AugAssign(op=ast.Div() | ast.FloorDiv() | ast.Mod())
            ):
                divisor = node.right if isinstance(node, ast.BinOp) else node.value
                if not (isinstance(divisor, ast.Constant) and divisor.value):
                    yield ZeroDivisionError
            case ast.BinOp(op=ast.Pow() | ast.LShift() | ast.RShift()):
                yield None
            case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()):
                yield ValueError
            case ast.Subscript(slice=ast.Slice()):
                pass
            case ast.Subscript(ctx=ast.Load()):
                yield self._missing(node)
            case ast.Subscript():
                yield None
            case ast.Call(func=function):
                called = self.source.callee(function)
                is_harmless = any(called is each for each in _HARMLESS) or (called is range and len(node.args) < 3)
                yield from () if is_harmless else (None,)
            case ast.Raise(exc=ast.expr() as kind, cause=None):
                found = self._classes(kind.func if isinstance(kind, ast.Call) else kind)
                yield found[0] if found else None
                if isinstance(kind, ast.Call) and found and found[0].__module__ == "builtins":  # made of its arguments alone
                    yield from (each for given in kind.args for each in self._raised(given))
                    return
            case ast.Raise() | ast.Assert() | ast.Yield() | ast.Import() | ast.ImportFrom() | ast.With() | ast.Try():
                yield None
        for child in ast.iter_child_nodes(node):
            yield from self._raised(child)

    def _missing(self, node: ast.Subscript) -> type[BaseException] | None:
        """Yield the exceptions of a wrong index or key."""
        match node.value:
            case ast.Name(id=known_as):
                value = self.source.value(known_as)
            case ast.Attribute(value=ast.Name()) | ast.Subscript():
                value = None
            case ast.Tuple() | ast.List():
                value = ()
            case _:
                return None
        if isinstance(value, dict):
            return KeyError
        if isinstance(value, (tuple, list, str)):
            return IndexError
        return None if value is not None else self._by_type(node)

    def _by_type(self, node: ast.Subscript) -> type[BaseException] | None:
        """Return the exception of a look-up that a handler names, and have the type of the container checked."""
        caught = [kind for kind in (KeyError, IndexError) if issubclass(kind, tuple(self._caught))]
        if not caught:
            return None
        check = with_either if len(caught) == 2 else with_keys if caught == [KeyError] else with_places
        self._looked_up.append((node, self.source.named(check.__name__, check)))
        return caught[0]


class Lists(Visitor):
    """Moves list comprehensions out of a ``try``: Numba copies their loop into the block, without its way to the handler."""

    _is_guarded: bool = False

    def visit_Try(self, node: ast.Try) -> ast.AST:
        before = self._is_guarded
        for block in (node.body, node.handlers, node.orelse, node.finalbody):
            self._is_guarded = before or block is node.body or (bool(node.finalbody) and block is not node.finalbody)
            block[:] = [self.visit(each) for each in block]
        self._is_guarded = before
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        if not self._is_guarded or any(isinstance(each, ast.NamedExpr) for each in ast.walk(node)):
            return node
        bound = bound_names(each.target for each in node.generators)
        needed = self.captured(node, but=bound)
        function = self.source.lift("listed", f"def {{name}}({', '.join(needed)}):\n    return {ast.unparse(node)}\n", node)
        return placed_call(function, [name(each, node) for each in needed], node)
