"""Turn assignment expressions into statements before their own, so that everything is evaluated in the same order as before."""

from __future__ import annotations

import ast

from genastar_compiled.syntax.source import Source, expression, name, statements


def without_assignments(source: Source) -> None:
    """Turn assignment expressions outside comprehensions into statements before their statement."""
    source.tree.body = _Hoisting(source).block(source.tree.body)


class _Hoisting:
    """Rewrites statements."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [written for statement in body for written in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        match node:
            case ast.While(test=test, orelse=[]) if _assigns(test):
                (endless,) = statements("while True:\n    if not {test}: break", node, test=test)
                endless.body += node.body  # type: ignore[attr-defined]
                return self.statement(endless)
            case ast.If() | ast.Assert():
                node.test, before = self.expression(node.test, is_test=True)
            case ast.AugAssign(value=value) if _assigns(value):
                return [node]
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Expr() | ast.Return() if node.value is not None:
                node.value, before = self.expression(node.value)
            case ast.For():
                node.iter, before = self.expression(node.iter)
        for name_of_block in ("body", "orelse", "finalbody"):
            inside = getattr(node, name_of_block, None)
            if isinstance(inside, list) and not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                setattr(node, name_of_block, self.block(inside))
        if isinstance(node, ast.Match):
            for case in node.cases:
                case.body = self.block(case.body)
        return [*before, node]

    def expression(self, node: ast.expr, *, is_test: bool = False) -> tuple[ast.expr, list[ast.stmt]]:
        """Return the expression without assignments, and the statements to run before it; only the truth of a test matters."""
        if not _assigns(node):
            return node, []
        match node:
            case ast.NamedExpr():
                value, before = self.expression(node.value)
                kept = statements("{target} = {value}", node, target=node.target.id, value=value)
                return name(node.target.id, node), [*before, *kept]
            case ast.BoolOp():
                return self._either(node, is_test)
            case ast.IfExp():
                return self._one_of(node)
            case ast.UnaryOp():
                node.operand, before = self.expression(node.operand, is_test=isinstance(node.op, ast.Not))
                return node, before
            case ast.Call(func=ast.Name() | ast.Attribute(value=ast.Name()), keywords=[]):
                node.args, before = self._in_order(node.args)
                return node, before
            case ast.Call(func=ast.Attribute(value=owner) as method, keywords=[]) if _assigns(owner):
                (method.value, *node.args), before = self._in_order([owner, *node.args])
                return node, before
            case ast.Compare(ops=[_]) | ast.BinOp() | ast.Tuple() | ast.List() | ast.Subscript() | ast.Attribute():
                return node, self._inside(node)
        return node, []

    def _inside(self, node: ast.expr) -> list[ast.stmt]:
        """Take the assignments out of the parts of an expression, which are evaluated in the order of its fields."""
        given = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        found, before = self._in_order(given)
        left = iter(found)
        for field, held in ast.iter_fields(node):
            if isinstance(held, ast.expr):
                setattr(node, field, next(left))
            elif isinstance(held, list) and field != "ops":
                setattr(node, field, [next(left) for _ in held])
        return before

    def _in_order(self, parts: list[ast.expr]) -> tuple[list[ast.expr], list[ast.stmt]]:
        """Evaluate expressions in order; values needed after an assignment are kept in a variable."""
        found: list[ast.expr] = []
        before: list[ast.stmt] = []
        last = max((index for index, part in enumerate(parts) if _assigns(part)), default=-1)
        for index, part in enumerate(parts):
            value, needed = self.expression(part)
            before += needed
            if index < last and not isinstance(value, ast.Constant):
                value, kept = self._kept(value)
                before += kept
            found.append(value)
        return found, before

    def _kept(self, value: ast.expr) -> tuple[ast.Name, list[ast.stmt]]:
        variable = self.source.new_name("kept")
        return name(variable, value), statements("{variable} = {value}", value, variable=variable, value=value)

    def _either(self, node: ast.BoolOp, is_test: bool) -> tuple[ast.expr, list[ast.stmt]]:
        """Rewrite ``a and (b := c)``: later parts are evaluated only if earlier ones do not decide."""
        first, before = self.expression(node.values[0], is_test=is_test)
        result, kept = self._kept(_truth(first) if is_test else first)
        innermost = written = [*before, *kept]
        test = f"not {result.id}" if isinstance(node.op, ast.Or) else result.id
        for part in node.values[1:]:
            value, needed = self.expression(part, is_test=is_test)
            value = _truth(value) if is_test else value
            (block,) = statements("if {test}: {result} = {value}", part, test=test, result=result.id, value=value)
            innermost.append(block)
            innermost = block.body  # type: ignore[attr-defined]
            innermost[:0] = needed
        return result, written

    def _one_of(self, node: ast.IfExp) -> tuple[ast.expr, list[ast.stmt]]:
        """Rewrite ``a if (b := c) else d``."""
        test, before = self.expression(node.test, is_test=True)
        (one, before_one), (other, before_other) = self.expression(node.body), self.expression(node.orelse)
        variable = self.source.new_name("kept")
        text = "if {test}: {variable} = {one}\nelse: {variable} = {other}"
        (choice,) = statements(text, node, test=test, variable=variable, one=one, other=other)
        choice.body[:0], choice.orelse[:0] = before_one, before_other  # type: ignore[attr-defined]
        return name(variable, node), [*before, choice]


def _truth(value: ast.expr) -> ast.expr:
    """Return whether a value is true: the values of ``and`` and ``or`` may differ in type, their truths do not."""
    return value if isinstance(value, ast.Compare) else expression("not (not {value})", value, value=value)


def _assigns(node: ast.AST) -> bool:
    """Return whether there is an assignment expression outside comprehensions and lambdas."""
    if isinstance(node, ast.NamedExpr):
        return True
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)):
        return False
    return any(map(_assigns, ast.iter_child_nodes(node)))
