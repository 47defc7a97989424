"""Rewrite ``super()`` in hooks, which Numba does not support."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType


def without_super(function: FunctionType) -> FunctionType:
    """Return the same function with ``super().name(...)`` replaced by a call of the next ``name`` after its class.

    The next class is that of the function's own class, so a hook with ``super()`` must not be inherited from several classes
    side by side.

    Raises:
        NotImplementedError: the function's source cannot be read.
    """
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    owner = cells["__class__"].cell_contents
    try:
        lines, first = inspect.getsourcelines(function)
    except OSError as error:
        raise NotImplementedError(f"{function.__qualname__} uses super(), and its source cannot be read") from error
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    written = _WriteOut(owner, definition.args.args[0].arg)
    tree = ast.fix_missing_locations(written.visit(tree))
    scope = dict(function.__globals__)
    scope |= {name: cell.cell_contents for name, cell in cells.items() if name != "__class__"}
    scope |= written.found
    exec(compile(tree, function.__code__.co_filename, "exec"), scope)
    made = scope[definition.name]
    assert isinstance(made, FunctionType)
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    made.__qualname__ = function.__qualname__
    return made


class _WriteOut(ast.NodeTransformer):
    """Turns each call of ``super().name`` into a call of a plain function with self as its first argument."""

    def __init__(self, owner: type, myself: str) -> None:
        self.owner = owner
        self.myself = myself
        self.found: dict[str, object] = {}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name):
                behind = self.owner.__mro__[1:]
                method = next(vars(cls)[name] for cls in behind if name in vars(cls))
                known_as = f"{name}_behind_{self.owner.__name__}"
                self.found[known_as] = method
                node.func = ast.Name(id=known_as, ctx=ast.Load())
                node.args = [ast.Name(id=self.myself, ctx=ast.Load()), *node.args]
        return node
