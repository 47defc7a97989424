"""Formulas: costs as arithmetic over the layers of a terrain.

A formula is an expression in the syntax of Python: numbers, names of layers, arithmetic, comparisons, ``and``, ``or``, ``not``
and the functions of `FUNCTIONS`. It is walked as a tree, and nothing of it is run as Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any, Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_value, shorten_text

Floats = NDArray[np.float64]

FUNCTIONS: Final[dict[str, tuple[Callable[..., Any], int, int]]] = {
    "where": (np.where, 3, 3),
    "min": (lambda *each: reduce(np.minimum, each), 2, 100),
    "max": (lambda *each: reduce(np.maximum, each), 2, 100),
    "abs": (np.abs, 1, 1),
    "sqrt": (np.sqrt, 1, 1),
    "exp": (np.exp, 1, 1),
    "log": (np.log, 1, 1),
}
"""Each function, and the fewest and most arguments that it takes. ``classes`` is another, of a table of classes."""

_OPERATORS: Final[dict[type[ast.AST], Callable[..., Any]]] = {
    ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.true_divide, ast.FloorDiv: np.floor_divide,
    ast.Mod: np.mod, ast.Pow: np.power, ast.UAdd: np.positive, ast.USub: np.negative, ast.Not: np.logical_not,
    ast.Lt: np.less, ast.LtE: np.less_equal, ast.Gt: np.greater, ast.GtE: np.greater_equal, ast.Eq: np.equal,
    ast.NotEq: np.not_equal, ast.And: np.logical_and, ast.Or: np.logical_or,
}  # fmt: skip

_LONGEST: Final = 300
"""The most parts of a formula."""


@frozen
class Formula:
    """A formula that was checked."""

    text: str
    tree: ast.expr = field(repr=False)
    names: tuple[str, ...]
    """The layers that it names, in order."""
    functions: Mapping[str, tuple[Callable[..., Any], int, int]] = field(repr=False)

    @classmethod
    def parse(cls, text: str, classes: Callable[[Floats], Floats] | None = None) -> Formula:
        """Return a formula.

        Args:
            text: the formula.
            classes: the function ``classes``: the cost of each class by the user's table.

        Raises:
            BadInput: the text is no formula; the message says which part of it.
        """
        functions = FUNCTIONS if classes is None else {**FUNCTIONS, "classes": (classes, 1, 1)}
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise _refuse(text, "it is no expression", "such as 1 + 2*b1") from None
        parts = list(ast.walk(tree))
        if len(parts) > _LONGEST:
            raise _refuse(text, f"it has {len(parts)} parts", f"at most {_LONGEST}")
        called = {id(each.func) for each in parts if isinstance(each, ast.Call)}
        found = (ast.unparse(each) for each in parts if isinstance(each, (ast.Name, ast.Attribute)) and id(each) not in called)
        names = tuple(sorted({each for each in found if each != "nodata"}))
        if not names:
            raise _refuse(text, "it names no layer", "such as b1, the first band of the raster")
        formula = cls(text, tree, names, functions)
        formula.evaluate(dict.fromkeys(names, np.full(1, np.nan)))  # which checks each part
        return formula

    def evaluate(self, layers: Mapping[str, Floats]) -> Floats:
        """Return the values of a formula; NaN where one of its layers is NaN.

        Args:
            layers: the layers by name, all of one shape.
        """
        with np.errstate(all="ignore"):
            found = np.array(np.broadcast_to(self._compute(self.tree, layers), layers[self.names[0]].shape), np.float64)
        for name in self.names:
            found[np.isnan(layers[name])] = np.nan
        return found

    def _compute(self, node: ast.expr, layers: Mapping[str, Floats]) -> Any:
        """Return the value of a part of the formula. Truths are 1 and 0, so that sums count them."""

        def compute(*parts: ast.expr) -> list[Any]:
            return [self._compute(part, layers) for part in parts]

        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool) and abs(value) < 1e300:
                return np.float64(value)
            case ast.Name(id="nodata"):
                return np.float64(np.nan)
            case ast.Name() | ast.Attribute() if (name := ast.unparse(node)) in layers:
                return layers[name]
            case ast.BinOp(op=op) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](*compute(node.left, node.right))
            case ast.UnaryOp(op=op) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](*compute(node.operand)) * np.float64(1)
            case ast.BoolOp():
                return reduce(_OPERATORS[type(node.op)], compute(*node.values)) * np.float64(1)
            case ast.Compare() if all(type(op) in _OPERATORS for op in node.ops):
                sides = compute(node.left, *node.comparators)
                truths = (_OPERATORS[type(op)](*sides[i : i + 2]) for i, op in enumerate(node.ops))
                return reduce(np.logical_and, truths) * np.float64(1)
            case ast.Call(func=ast.Name(id=name), keywords=[]) if name in self.functions:
                function, fewest, most = self.functions[name]
                if fewest <= len(node.args) <= most:
                    return function(*compute(*node.args))
                raise _refuse(self.text, f"{name} has {len(node.args)} arguments", f"{fewest}" + " or more" * (most > fewest))
            case ast.Call(func=ast.Name(id="classes")):
                raise _refuse(self.text, "classes(…) needs a table", "--option classes=FILE.csv")
        part, known = shorten_text(ast.unparse(node)), ", ".join(self.functions)
        raise _refuse(
            self.text, f"{part} cannot be used", f"numbers, layers, + - * / // % **, comparisons, and, or, not, {known}"
        )


def _refuse(text: str, fault: str, wanted: str) -> BadInput:
    return BadInput(f"formula={format_value(text)}: {fault}; expected {wanted}")
