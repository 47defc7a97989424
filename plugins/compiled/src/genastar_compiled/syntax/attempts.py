"""Blocks of ``try``, as Numba can build them."""

from __future__ import annotations

import ast
from typing import Final

from genastar_compiled.meaning.handlers import CLOSED, is_one_of, raise_again, raised
from genastar_compiled.syntax.source import name, placed, placed_call, statements, used_names
from genastar_compiled.syntax.stand_ins import refusal
from genastar_compiled.syntax.visitor import Visitor, listed

_YIELDS: Final = (ast.Yield, ast.YieldFrom)


class Attempts(Visitor):
    """Rewrites what Numba cannot build in a ``try``."""

    _caught: str = ""
    """The variable of the exception that is handled."""

    def rewrite(self) -> None:
        """Leave out causes first: an exception that leaves a hook is raised anew by Python."""
        for each in ast.walk(self.source.tree):
            if isinstance(each, ast.Raise) and isinstance(each.cause, (ast.Name, ast.Constant)):
                each.cause = None
        super().rewrite()

    def visit_Raise(self, node: ast.Raise) -> ast.AST | list[ast.stmt]:
        """Raise what is handled once more."""
        return self._raised_again(node) if node.exc is None and self._caught else node

    def _raised_again(self, at: ast.AST) -> list[ast.stmt]:
        again = self.source.named("raise_again", raise_again)
        return statements("{again}({caught})\nraise AssertionError", at, again=again, caught=self._caught)

    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        if any(map(self._catches_all, node.handlers)) and any(isinstance(each, _YIELDS) for each in ast.walk(node)):
            return placed(ast.Expr(self.called(refusal(CLOSED), [], node)), node)
        for block in (node.body, node.orelse, node.finalbody):
            block[:] = [each for statement in block for each in listed(self.visit(statement))]
        for each in node.handlers:
            if each.name not in used_names(self.source.tree):
                each.name = None
        self._build_displays(node)
        if node.handlers and not any(each.name for each in node.handlers):
            node.handlers = [self._of_all(node.handlers)]
        return node

    def _catches_all(self, handler: ast.ExceptHandler) -> bool:
        """Return whether a clause catches what Python raises in a generator that is let go of."""
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        return any(each is None or self.source.callee(each) in (BaseException, GeneratorExit) for each in kinds)

    def _of_all(self, handlers: list[ast.ExceptHandler]) -> ast.ExceptHandler:
        """Return one handler in the place of several: Numba knows ``except Exception`` alone."""
        first, before = handlers[0], self._caught
        self._caught = self.source.new_name("caught")
        made = statements("{caught} = {raised}()", first, caught=self._caught, raised=self.source.named("raised", raised))
        chain = made
        for each in handlers:
            body = [kept for statement in each.body for kept in listed(self.visit(statement))]
            if each.type is None:
                chain += body
                break
            test = self.called(is_one_of, [name(self._caught, each), each.type], each)
            chain.append(placed(ast.If(test=test, body=body, orelse=[]), each))
            chain = chain[-1].orelse  # type: ignore[attr-defined]
        else:
            chain += self._raised_again(first)
        self._caught = before
        return placed(ast.ExceptHandler(type=name("Exception", first), body=made), first)

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


class Lists(Visitor):
    """Moves comprehensions out of a ``try``: Numba copies their loop into the block, without its way to the handler."""

    _is_guarded: bool = False

    def visit_Try(self, node: ast.Try) -> ast.AST:
        before = self._is_guarded
        for block in (node.body, node.handlers, node.orelse, node.finalbody):
            self._is_guarded = before or block is node.body or (bool(node.finalbody) and block is not node.finalbody)
            block[:] = [self.visit(each) for each in block]
        self._is_guarded = before
        return node

    def visit_ListComp(self, node: ast.ListComp | ast.DictComp) -> ast.AST:
        if not self._is_guarded or any(isinstance(each, ast.NamedExpr) for each in ast.walk(node)):
            return node
        needed = self.captured(node)
        function = self.source.lift("listed", f"def {{name}}({', '.join(needed)}):\n    return {ast.unparse(node)}\n", node)
        return placed_call(function, [name(each, node) for each in needed], node)

    visit_DictComp = visit_ListComp
