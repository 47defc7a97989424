"""Rewrite statements and signatures that Numba does not support: starred targets, keyword-only arguments, imports, products."""

from __future__ import annotations

import ast
import heapq
import importlib
import itertools
from types import FunctionType
from typing import Final

from genastar_compiled.syntax.loops.iterators import in_order, pool_of
from genastar_compiled.syntax.source import as_list, expression, name, placed, statements
from genastar_compiled.syntax.stand_ins import refusal
from genastar_compiled.syntax.visitor import Visitor

_MADE: Final = "an exception is raised that a function makes; name its class where it is raised, as in raise ValueError(...)"


class Statements(Visitor):
    """Rewrites statements of the function itself, but not of functions inside it."""

    def rewrite(self) -> None:
        self._name_all_arguments()
        super().rewrite()

    def _name_all_arguments(self) -> None:
        """Turn keyword-only arguments into ordinary ones; callers name them anyway."""
        arguments = self.source.tree.args
        if arguments.kwarg is not None:
            self._name_keywords(arguments, arguments.kwarg.arg)
        keyword_only, defaults = arguments.kwonlyargs, arguments.kw_defaults
        if not keyword_only or arguments.vararg or arguments.kwarg or (None in defaults and arguments.defaults):
            return
        required = [each for each, default in zip(keyword_only, defaults, strict=True) if default is None]
        optional = [(each, default) for each, default in zip(keyword_only, defaults, strict=True) if default is not None]
        arguments.args += [*required, *[each for each, _ in optional]]
        arguments.defaults += [default for _, default in optional]
        arguments.kwonlyargs, arguments.kw_defaults = [], []

    def _name_keywords(self, arguments: ast.arguments, known_as: str) -> None:
        """Replace ``**options`` by the arguments that the function reads from it by constant names."""
        uses = [each for each in ast.walk(self.source.tree) if isinstance(each, ast.Name) and each.id == known_as]
        taken = [
            each
            for each in ast.walk(self.source.tree)
            if isinstance(each, ast.Subscript) and isinstance(each.value, ast.Name) and each.value.id == known_as
        ]
        names = [each.slice.value for each in taken if isinstance(each.slice, ast.Constant)]
        if (
            len(uses) != len(names)
            or arguments.defaults
            or arguments.vararg
            or not all(str(each).isidentifier() for each in names)
        ):
            return
        arguments.kwarg = None
        arguments.args += [ast.arg(arg=str(each)) for each in dict.fromkeys(names)]
        self.options = known_as

    options: str | None = None

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Subscript(value=ast.Name(id=known_as), slice=ast.Constant(value=option)) if known_as == self.options:
                return ast.copy_location(ast.Name(id=str(option), ctx=node.ctx), node)
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.AST | list[ast.stmt]:
        """Read each local first, which may not be bound: Numba would pass over it."""
        self.generic_visit(node)
        names = [name(each.id, each) for each in node.targets if isinstance(each, ast.Name)]
        return [*(self._read(each) for each in names), node]

    def _read(self, given: ast.expr) -> ast.stmt:
        """Return a statement that reads a value which is not used."""
        (read,) = statements("{unused} = {given}", given, unused=self.source.new_name("unused"), given=_tested(given))
        return read

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.value:
            case ast.Name() | ast.IfExp() | ast.BoolOp() if any(isinstance(each, ast.Name) for each in _ends(node.value)):
                return self._read(node.value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=items), attr="setdefault"), args=[given, default], keywords=[]):
                key, value = self.source.new_name("key"), self.source.new_name("value")
                text = "{key}, {value} = {given}, {default}\nif {key} not in {items}: {items}[{key}] = {value}"
                return statements(text, node, key=key, value=value, given=given, default=default, items=items)
            case ast.Call(func=called, args=[ast.Name(id=items), item], keywords=[]) if self.source.callee(
                called
            ) is heapq.heappush and items in self.begun(_is_empty_list):
                sift = self.source.named("sift", heapq._siftdown)  # type: ignore[attr-defined]
                text = "{items}.append({item})\n{sift}({items}, 0, len({items}) - 1)"
                return statements(text, node, items=items, item=item, sift=sift)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST | list[ast.stmt]:
        """Write a choice of exceptions as statements; refuse an exception that a function makes."""
        match node:
            case ast.Raise(exc=ast.IfExp(test, one, other), cause=None):
                (choice,) = statements("if {test}: raise {one}\nelse: raise {other}", node, test=test, one=one, other=other)
                return self.visit(choice)
            case ast.Raise(exc=ast.Call(func=called)) if isinstance(self.source.callee(called), FunctionType):
                return ast.copy_location(ast.Expr(self.called(refusal(_MADE), [], node)), node)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.targets:
            case [ast.Tuple(elts=parts) | ast.List(elts=parts)]:
                node.value = self._fitted(node.targets[0], node.value)
                if sum(isinstance(each, ast.Starred) for each in parts) == 1:
                    return self._unpacked(ast.unparse(node.value), parts, node)
        return node

    def _fitted(self, target: ast.expr, value: ast.expr) -> ast.expr:
        """Return what a target unpacks, also inside a tuple written out: ``(a, b), c = (...), d``."""
        match target, value:
            case ast.Tuple(elts=parts) | ast.List(elts=parts), ast.Tuple(elts=values) | ast.List(elts=values):
                if len(parts) == len(values) and not any(isinstance(each, ast.Starred) for each in (*parts, *values)):
                    value.elts = list(map(self._fitted, parts, values))
                return value
            case ast.Tuple() | ast.List(), _:
                return self._of_known_length(value)
        return value

    def _of_known_length(self, value: ast.expr) -> ast.expr:
        """Return the tuple of a comprehension, whose length is known where that of its source is; or else the list of it."""
        match value:
            case (
                ast.GeneratorExp(elt=item, generators=[ast.comprehension(iter=given, ifs=[])] as sources)
                | ast.ListComp(elt=item, generators=[ast.comprehension(iter=given, ifs=[])] as sources)
            ) if not any(isinstance(each, ast.Call) for each in self._sequences(given)):
                items = placed(ast.GeneratorExp(elt=item, generators=sources), value)
                return self.called(tuple, [items], value)
        return as_list(value)

    def _sequences(self, given: ast.expr) -> list[ast.expr]:
        """Return what a loop goes over: the arguments of ``zip`` and similar."""
        known = isinstance(given, ast.Call) and self.source.callee(given.func) in (enumerate, zip, reversed)
        return given.args if known and not given.keywords else [given]  # type: ignore[attr-defined]

    def _unpacked(self, value: str, parts: list[ast.expr], at: ast.stmt) -> list[ast.stmt]:
        whole = self.source.new_name("whole")
        star = next(index for index, each in enumerate(parts) if isinstance(each, ast.Starred))
        behind = len(parts) - star - 1
        lines = [f"{whole} = {self.source.named('in_order', in_order)}({value})"]
        lines += [f"if len({whole}) < {len(parts) - 1}:\n    raise ValueError('not enough values to unpack')"]
        lines += [f"{ast.unparse(part)} = {whole}[{index}]" for index, part in enumerate(parts[:star])]
        starred = parts[star]
        assert isinstance(starred, ast.Starred)
        lines.append(f"{ast.unparse(starred.value)} = list({whole}[{star}:{f'-{behind}' if behind else ''}])")
        lines += [f"{ast.unparse(part)} = {whole}[{index - behind}]" for index, part in enumerate(parts[star + 1 :])]
        return [each for line in lines for each in statements(line, at)]

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            if "." in alias.name and alias.asname is None:
                return node
        return self._imported(node, {alias.asname or alias.name: (alias.name, None) for alias in node.names})

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.level or node.module is None or node.names[0].name == "*":
            return node
        return self._imported(node, {alias.asname or alias.name: (node.module, alias.name) for alias in node.names})

    def _imported(self, node: ast.stmt, wanted: dict[str, tuple[str, str | None]]) -> ast.AST:
        """Import now, and replace the names by those of the module."""
        if self.inner or node not in self.source.tree.body:  # else the name may be unbound
            return node
        others = [
            each
            for each in ast.walk(self.source.tree)
            if (isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id in wanted)
        ]
        if others:
            return node
        for known_as, (module, attribute) in wanted.items():
            try:
                found = importlib.import_module(module)
                self.source.scope[known_as] = found if attribute is None else getattr(found, attribute)
            except Exception:  # noqa: BLE001  # then it fails in the hook, as it does in Python
                return node
        return ast.copy_location(ast.Pass(), node)

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts) if any(isinstance(each, ast.Starred) for each in parts):
                row = self.source.new_name("row")
                node.body = [*self._unpacked(row, parts, node), *node.body]
                node.target = placed(ast.Name(id=row, ctx=ast.Store()), node)
        if not isinstance(node.iter, ast.Call) or self.source.callee(node.iter.func) is not itertools.product:
            return node
        parts = list(node.iter.args)
        match node.iter.keywords:
            case []:
                pass
            case [ast.keyword(arg="repeat", value=ast.Constant(value=int(count)))]:
                parts *= count
            case _:
                return node
        if not parts or node.orelse or leaves(node.body) or any(isinstance(each, ast.Starred) for each in parts):
            return node
        before: list[ast.stmt] = []
        names: dict[str, str] = {}
        for part in parts:
            text = ast.unparse(part)
            if text not in names:
                names[text] = self.source.new_name("factor")
                before += statements(f"{names[text]} = {self.source.named('pool_of', pool_of)}({text})", node)
        if isinstance(node.target, ast.Tuple) and len(node.target.elts) == len(parts):
            targets, body = [*map(ast.unparse, node.target.elts)], node.body
        else:
            targets = [self.source.new_name("each") for _ in parts]
            body = [*statements(f"{ast.unparse(node.target)} = ({', '.join(targets)},)", node), *node.body]
        for target, part in zip(reversed(targets), reversed(parts), strict=True):
            (loop,) = statements(f"for {target} in {names[ast.unparse(part)]}: pass", node)
            loop.body, body = body, [loop]  # type: ignore[attr-defined]
        return [*before, *body]


def _is_empty_list(value: ast.expr) -> bool:
    return isinstance(value, ast.List) and not value.elts


def leaves(body: list[ast.stmt]) -> bool:
    """Return whether a ``break`` in this body ends the loop that the body belongs to."""
    for statement in body:
        if isinstance(statement, ast.Break):
            return True
        if isinstance(statement, (ast.For, ast.While)):
            if leaves(statement.orelse):
                return True
        elif not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            inside = [getattr(statement, block, []) for block in ("body", "orelse", "finalbody")]
            inside += [case.body for case in getattr(statement, "cases", [])]
            inside += [handler.body for handler in getattr(statement, "handlers", [])]
            if any(leaves(block) for block in inside):
                return True
    return False


def ends(body: list[ast.stmt]) -> bool:
    """Return whether what follows a body never runs after it."""
    match body[-1:]:
        case [ast.Return() | ast.Raise() | ast.Continue() | ast.Break()]:
            return True
        case [ast.If(body=one, orelse=other)]:
            return ends(one) and ends(other)
    return False


def _ends(value: ast.expr) -> list[ast.expr]:
    """Return the expressions of which one is the value of an expression."""
    match value:
        case ast.IfExp(body=body, orelse=other):
            return [*_ends(body), *_ends(other)]
        case ast.BoolOp(values=[*_, last]):
            return _ends(last)
    return [value]


def _tested(value: ast.expr) -> ast.expr:
    """Return an expression that evaluates the same, and is a bool."""
    match value:
        case ast.IfExp(test=test, body=body, orelse=other):
            return placed(ast.IfExp(test, _tested(body), _tested(other)), value)
        case ast.BoolOp(op=op, values=[*first, last]):
            return placed(ast.BoolOp(op, [*first, _tested(last)]), value)
        case ast.Constant():
            return placed(ast.Constant(value=False), value)
    return expression("{value} is None", value, value=value)
