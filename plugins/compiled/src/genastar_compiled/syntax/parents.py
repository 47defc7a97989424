"""Rewrite ``super()`` in methods, which Numba does not support."""

from __future__ import annotations

import ast
from types import FunctionType

from attrs import frozen

from genastar_compiled.syntax.source import Source, expression
from genastar_compiled.syntax.visitor import Visitor


@frozen
class Inherited:
    """A method as an object of a class calls it: the class decides where ``super()`` leads."""

    cls: type
    function: FunctionType


def uses_super(function: FunctionType) -> bool:
    """Return whether a function names ``super()`` without arguments, or its class."""
    return "__class__" in function.__code__.co_freevars


class Parents(Visitor):
    """Rewrites ``super().name(...)`` to a call of the next ``name`` in the method resolution order of the object's class."""

    def __init__(self, source: Source, cls: type) -> None:
        super().__init__(source)
        self.cls = cls
        function = source.function()
        at = function.__code__.co_freevars.index("__class__")
        mro = cls.__mro__
        self.behind = mro[mro.index((function.__closure__ or ())[at].cell_contents) + 1 :]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name):
                method = next((vars(cls)[name] for cls in self.behind if name in vars(cls)), None)
                if isinstance(method, FunctionType):
                    known_as = self.source.named(f"inherited_{name}", Inherited(self.cls, method))
                    node.func = expression(known_as, node)
                    node.args = [expression(self.source.tree.args.args[0].arg, node), *node.args]
        return node
