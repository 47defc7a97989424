"""Rewrite expressions that have another name in Numba, and assignment expressions, which become statements."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import sys
from enum import Enum
from functools import _lru_cache_wrapper, reduce
from types import FunctionType, MethodType
from typing import Final

import attrs

from genastar_compiled.data.containers.tuples import unpacked
from genastar_compiled.data.values.records import has_fields
from genastar_compiled.meaning.library.adding import bit_count, bit_length
from genastar_compiled.reach.names import module_of
from genastar_compiled.syntax.loops.iterators import (
    AT_THE_CALL,
    MOST,
    OF_SEVERAL,
    OF_SIZE,
    chosen_of,
    flattened,
    in_order,
    pools_of,
    product_of_any,
    repeated,
    zipped,
)
from genastar_compiled.syntax.source import PREFIX, as_list, expression, name, placed, placed_call
from genastar_compiled.syntax.stand_ins import (
    BY_COUNT,
    among,
    as_dict,
    changed,
    count_of,
    index_of,
    of_several,
    popcount,
    refusal,
    set_operator,
    test_of,
)
from genastar_compiled.syntax.visitor import Visitor

_CHANGES: Final = (attrs.evolve, dataclasses.replace)
"""Functions that copy a record with other values of some fields."""


_STRICT: Final = "zip(..., strict=True) of more than two; leave strict=True out, and compare their lengths beforehand"
_CONTAINERS: Final = (bytearray, bytes, dict, frozenset, list, set, tuple)
_OF_OTHERS: Final = sys.stdlib_module_names | {"attr", "attrs", "genastar", "numba", "numpy"}
"""Packages whose functions have stand-ins, or that Numba supports."""


class Expressions(Visitor):
    """Rewrites calls that have a stand-in, and memberships of a display."""

    _branches = 0
    """How many of what is around has parts that are perhaps not computed."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Name a function of a class, or a function, class or container of another module of the user's, by itself."""
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and (method := self._of_class(node)) is not None:
            return method
        found = self.source.callee(node) if isinstance(node.ctx, ast.Load) else None
        known = isinstance(found, type) and (has_fields(found) or hasattr(found, "_fields") or issubclass(found, Enum))
        if not (known or isinstance(found, (FunctionType, _lru_cache_wrapper, *_CONTAINERS))) or not isinstance(
            node.value, ast.Name
        ):
            return node
        if self.source.value(node.value.id).__name__.split(".")[0] in _OF_OTHERS:  # type: ignore[attr-defined]  # a module
            return node
        return name(self.source.named(f"{node.value.id}_{node.attr}", found), node)

    def _of_class(self, node: ast.Attribute) -> ast.Name | None:
        """Name a function of a class with fields, or of a named tuple."""
        cls = self.source.callee(node.value)
        if not isinstance(cls, type) or not (has_fields(cls) or hasattr(cls, "_fields")) or node.attr.startswith("_"):
            return None
        found = getattr(cls, node.attr, None)  # a class method is bound to its class
        if not isinstance(found, (FunctionType, MethodType)):
            return None
        return name(self.source.named(f"{cls.__name__}_{node.attr}", found), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Name(id="bin"), args=[number], keywords=[]), attr="count"),
                args=[ast.Constant(value="1")],
                keywords=[],
            ) if self.source.value("bin") is bin:
                return self.called(popcount, [number], node)
            case ast.Call(func=ast.Attribute(value=number, attr="bit_count" | "bit_length" as attr), args=[], keywords=[]):
                return self.called({"bit_count": bit_count, "bit_length": bit_length}[attr], [number], node)
            case ast.Call(func=ast.Attribute(value=items, attr="count"), args=[item], keywords=[]):
                return self.called(count_of, [items, item], node)
            case ast.Call(func=ast.Attribute(value=items, attr="index"), args=[item], keywords=[]) if not self._is_fixed(items):
                return self.called(index_of, [items, item], node)
            case ast.Call(func=ast.Attribute(value=record, attr="_replace"), args=[], keywords=[_, *_]):
                return self._changed(record, node, by_method=True)
            case ast.Call(
                func=called,
                args=[ast.Dict() | ast.Name() | ast.Attribute() | ast.Subscript() | ast.GeneratorExp() as items],
                keywords=[],
            ) if self.source.callee(called) is dict:
                return self.called(as_dict, [as_list(items)], node)
            case ast.Call(func=called, args=[record], keywords=[_, *_]) if self.source.callee(called) in _CHANGES:
                return self._changed(record, node)
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, ast.expr() as kind], keywords=[]):
                cls = self.source.callee(kind)
                if isinstance(cls, type) and module_of(cls) not in ("builtins", "numpy"):
                    return self.called(test_of(cls), [value], node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method)) if self._is_itself(owner, method):
                node.func = name(self.source.named("itself", self.source.function()), node)
                node.args.insert(0, name(owner, node))
                return node
            case ast.Call(func=ast.Attribute(value=items, attr="union" | "intersection" | "difference" as attr), keywords=[]):
                if len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args):
                    return self.called(of_several(attr), [items, *node.args], node)
            case ast.Call(func=called, args=[], keywords=[_, *_] as given) if self.source.callee(called) is dict:
                if names := [each.arg for each in given if each.arg is not None]:
                    keys: list[ast.expr | None] = [placed(ast.Constant(value=each), node) for each in names]
                    if len(keys) == len(given):
                        return ast.copy_location(ast.Dict(keys=keys, values=[each.value for each in given]), node)
        function, arguments = self.source.callee(node.func), list(node.args)
        match node:
            case (
                ast.Call(func=ast.Attribute(value=named, attr="from_iterable"), args=[items], keywords=[])
                | ast.Call(func=named, args=[ast.Starred(value=items)], keywords=[])
            ) if self.source.callee(named) is itertools.chain:
                return self.called(flattened, [as_list(items)], node)
            case ast.Call(func=named, args=[ast.Starred(value=items)], keywords=[]) if (
                self.source.callee(named) is itertools.product
            ):
                return self.called(product_of_any, [self.called(pools_of, [as_list(items)], node)], node)
        if any(isinstance(each, ast.Starred) for each in arguments):
            whole = self._made_apart(arguments, "({parts},)", node) if arguments[1:] else None
            node.args = [placed(ast.Starred(value=whole, ctx=ast.Load()), node)] if whole else arguments
            return node
        if not _is_hashable(function):
            return node
        match node.keywords:
            case [ast.keyword(arg="repeat", value=ast.Constant(value=int(count)))] if len(arguments) == 1 and count > 0:
                arguments *= count
            case [ast.keyword(arg="repeat", value=count)] if function is itertools.product and len(arguments) == 1:
                return self.called(product_of_any, [self.called(repeated, [*arguments, count], node)], node)
            case [ast.keyword(arg="strict", value=ast.Constant(value=strict))] if function is zip:
                if strict and len(arguments) > 2:
                    return self.called(refusal(_STRICT), [], node)
                if strict and len(arguments) == 2:
                    return self.called(zipped, [self.called(in_order, [_with_length(each)], node) for each in arguments], node)
                node.keywords = [] if not strict else node.keywords
                return node
            case [ast.keyword(arg="r", value=size)] if function in OF_SIZE:
                arguments.append(size)
            case [ast.keyword(arg="start", value=start)] if function is enumerate and len(arguments) == 1:
                node.args, node.keywords = [*arguments, start], []
                return node
            case [_, *_]:
                return node
        if function in OF_SIZE and len(arguments) == 2 and isinstance(arguments[1], ast.Constant):
            many = arguments[1].value
            if type(many) is not int or not 0 < many <= MOST:
                return node
            return self._iterator(function, chosen_of(function, many), arguments[:1], node)
        if function in OF_SEVERAL and 0 < len(arguments) <= MOST:
            return self._iterator(function, OF_SEVERAL[function](len(arguments)), arguments, node)
        if function is reversed and len(arguments) == 1:
            backwards = self._backwards(arguments[0], node)
            if backwards is not None:
                return backwards
        found = BY_COUNT.get(function, {}).get(len(arguments))
        return node if found is None else self._iterator(function, found, arguments, node)

    def _is_fixed(self, owner: ast.expr) -> bool:
        """Return whether an expression is a module or the first argument, which is the solver in a method."""
        first = [each.arg for each in self.source.tree.args.args[:1]]
        return isinstance(owner, ast.Name) and (owner.id in first or inspect.ismodule(self.source.value(owner.id)))

    def _is_itself(self, owner: str, method: str) -> bool:
        """Return whether a method is recursive."""
        arguments = self.source.tree.args.args
        return bool(self.source.owner and arguments and arguments[0].arg == owner and self.source.tree.name == method)

    def _changed(self, record: ast.expr, at: ast.Call, by_method: bool = False) -> ast.AST:
        """Rewrite a copy with other values of named fields; unchanged if they come in a dictionary."""
        names = tuple(keyword.arg for keyword in at.keywords if keyword.arg is not None)
        if len(names) < len(at.keywords):
            return at
        return self.called(changed(names, by_method), [record, *[keyword.value for keyword in at.keywords]], at)

    def _iterator(self, original: object, stand_in: object, arguments: list[ast.expr], at: ast.Call) -> ast.expr:
        begin = AT_THE_CALL.get(original)
        if begin is not None:
            arguments = [self.called(begin, [each], at) for each in arguments]
        return self.called(stand_in, arguments, at)

    def _backwards(self, given: ast.expr, at: ast.Call) -> ast.AST | None:
        """Rewrite ``reverse_edges(range(...))`` of one or two arguments."""
        match given:
            case ast.Call(func=function, args=[*bounds], keywords=[]) if self.source.callee(function) is range:
                if len(bounds) in (1, 2):
                    first: ast.expr | str = bounds[0] if len(bounds) == 2 else "0"
                    return expression("{made}({end} - 1, {first} - 1, -1)", at, made=function, end=bounds[-1], first=first)
        return None

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """Write a tuple with slices behind stars as a sum: Numba unpacks only what has a known length."""
        parts = [each.value if isinstance(each, ast.Starred) else None for each in node.elts]
        are_cut = isinstance(node.ctx, ast.Load) and any(map(_is_slice, parts))
        self.generic_visit(node)
        if not are_cut:
            return self._made_apart(node.elts, "({parts},)", node) or node
        terms: list[ast.expr] = [
            self.called(unpacked, [each.value], node)
            if isinstance(each, ast.Starred)
            else expression("({each},)", node, each=each)
            for each in node.elts
        ]
        return reduce(lambda left, right: expression("{left} + {right}", node, left=left, right=right), terms)

    def _on_a_branch(self, node: ast.AST) -> ast.AST:
        """Visit what has parts that are perhaps not computed, or not to their ends."""
        self._branches += 1
        self.generic_visit(node)
        self._branches -= 1
        return node

    visit_IfExp = visit_BoolOp = visit_Try = _on_a_branch

    def visit_List(self, node: ast.List) -> ast.AST:
        self.generic_visit(node)
        return self._made_apart(node.elts, "[{parts}]", node) or node

    def _made_apart(self, elements: list[ast.expr], display: str, at: ast.expr) -> ast.expr | None:
        """Make what has stars in a function of its own: Numba does not know how it extends a list where a block begins.

        Return ``None`` if there are no stars, or no block begins here.
        """
        is_read = isinstance(getattr(at, "ctx", ast.Load()), ast.Load)
        if not is_read or not any(isinstance(each, ast.Starred) for each in elements):
            return None
        if not self._branches and not any(_may_branch(each) for element in elements for each in ast.walk(element)):
            return None
        parts = [each.value if isinstance(each, ast.Starred) else each for each in elements]
        names = [f"{PREFIX}part{index}" for index in range(len(parts))]
        stars = ["*" * isinstance(each, ast.Starred) + of for each, of in zip(elements, names, strict=True)]
        text = f"def {{name}}({', '.join(names)}):\n    return {display.format(parts=', '.join(stars))}\n"
        return placed_call(self.source.lift("display", text, at), parts, at)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """Fill a dictionary that has others behind ``**`` item by item."""
        self.generic_visit(node)
        if None not in node.keys:
            return node
        lines: list[str] = []
        given: list[tuple[str, ast.expr]] = []
        for key, value in zip(node.keys, node.values, strict=True):
            of, at = f"{PREFIX}value{len(given)}", f"{PREFIX}key{len(given)}"
            given += [(of, value)] if key is None else [(at, key), (of, value)]
            if not lines:
                lines += ["made = {" + (f"{at}: {of}[{at}] for {at} in {of}" if key is None else f"{at}: {of}") + "}"]
            else:
                lines += [f"for {at} in {of}: made[{at}] = {of}[{at}]" if key is None else f"made[{at}] = {of}"]
        body = "".join(f"    {line}\n" for line in [*lines, "return made"])
        lifted = self.source.lift("joined", f"def {{name}}({', '.join(each for each, _ in given)}):\n{body}", node)
        return placed_call(lifted, [each for _, each in given], node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        sign = _SET_SIGNS.get(type(node.op))
        if (
            sign is None
            or not isinstance(node.right, ast.Set)
            or any(isinstance(each, ast.Starred) for each in node.right.elts)
        ):
            return node
        items = placed(ast.Tuple(elts=node.right.elts, ctx=ast.Load()), node.right)
        known_as = self.source.named(f"joined_by_{type(node.op).__name__}", set_operator(sign))
        return placed_call(known_as, [node.left, items], node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if all(isinstance(each, (ast.In, ast.NotIn)) for each in node.ops):
            node.comparators = [
                ast.copy_location(ast.Tuple(elts=each.elts, ctx=ast.Load()), each)
                if isinstance(each, (ast.Set, ast.List)) and each.elts
                else each
                for each in node.comparators
            ]
        match node:
            case ast.Compare(ops=[ast.In() | ast.NotIn() as sign], comparators=[ast.Constant(value=str(letters))]) if letters:
                test = self.called(among(letters), [node.left], node)
                return test if isinstance(sign, ast.In) else expression("not {test}", node, test=test)
        return node


_SET_SIGNS: Final[dict[type[ast.operator], str]] = {ast.BitOr: "|", ast.BitAnd: "&", ast.Sub: "-", ast.BitXor: "^"}


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _may_branch(node: ast.AST) -> bool:
    """Return whether a part of an expression has parts that are perhaps not computed."""
    return isinstance(node, (ast.IfExp, ast.BoolOp)) or (isinstance(node, ast.Compare) and len(node.ops) > 1)


def _is_slice(node: ast.expr | None) -> bool:
    """Return whether an expression is a slice."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _with_length(given: ast.expr) -> ast.expr:
    """Return a list in the place of a call, which may give an iterator."""
    if not isinstance(given, ast.Call):
        return given
    return expression("[each for each in {items}]", given, items=given)
