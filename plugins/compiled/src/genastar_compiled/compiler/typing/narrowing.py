"""Tests: which variables are not None behind them, and which they have given values."""

from __future__ import annotations

import ast

from genastar_compiled.compiler.kinds import BOOL, Maybe
from genastar_compiled.compiler.typing import frames
from genastar_compiled.compiler.typing.typer import Typer


def narrow_by(typer: Typer, test: ast.AST, holds: bool) -> None:
    """Note which variables are not None where a test holds, or does not, and which it has given values."""
    typer.bound |= {key for key in map(typer.frame.key, frames.names_given(test)) if key in typer.variables}
    match test:
        case ast.BoolOp(op=ast.And(), values=parts) if holds:
            for part in parts:
                narrow_by(typer, part, True)
        case ast.BoolOp(op=ast.Or(), values=parts) if not holds:
            for part in parts:
                narrow_by(typer, part, False)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            narrow_by(typer, operand, not holds)
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as sign], comparators=[ast.Constant(value=None)]):
            if isinstance(sign, ast.IsNot) is holds:
                _narrow(typer, left)
        case ast.Name() | ast.Attribute() | ast.NamedExpr() if holds:
            _narrow(typer, test)


def _narrow(typer: Typer, node: ast.expr) -> None:
    node = node.target if isinstance(node, ast.NamedExpr) else node
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):  # of a record, whose fields never change
        typer.narrowed[typer.frame.key(ast.unparse(node))] = BOOL
    owner = typer.frame.owner(node.id) if isinstance(node, ast.Name) else None
    if isinstance(node, ast.Name) and owner is not None and node.id not in owner.shared:
        key = owner.key(node.id)
        found = typer.variables.get(key)
        if found is not None and isinstance(found.kind, Maybe) and key in typer.bound:
            typer.narrowed[key] = found.kind.kind
