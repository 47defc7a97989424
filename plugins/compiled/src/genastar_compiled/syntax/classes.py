"""Rewrite classes in hooks: members of enums, constants of classes, ``deque`` and ``Counter``."""

from __future__ import annotations

import ast
import collections
import operator
from collections.abc import Mapping
from enum import Enum, Flag, FlagBoundary
from types import FunctionType, MethodType
from typing import Any, Final

from numba.core import types
from numba.core.errors import TypingError

from genastar_compiled.data.containers.deques import deque_of, no_items
from genastar_compiled.data.containers.facts import facts_of, no_facts
from genastar_compiled.data.containers.missing import item_or
from genastar_compiled.data.containers.tuples import tuple_from
from genastar_compiled.data.containers.views import is_dictionary
from genastar_compiled.data.typed import by_types
from genastar_compiled.data.values.records import fault_of_enums
from genastar_compiled.meaning.refusal import Refusal
from genastar_compiled.reach.names import module_of
from genastar_compiled.syntax.loops.unfolding import of_map
from genastar_compiled.syntax.source import as_list, expression, name, placed, placed_call, statements
from genastar_compiled.syntax.stand_ins import formatted, refusal
from genastar_compiled.syntax.visitor import Visitor

_OF_COUNTER: Final = ("items", "keys", "values", "get")
_COUNT: Final = "{counter}.get({key}, 0)"

_INSTEAD_OF_COUNTER: Final = (
    "machine code knows one of a local by [key], += 1, in, len, get, items, keys, values and copy(); "
    "write a dictionary and get(key, 0)"
)
_SETS_LISTS: Final = (
    "a dictionary that a hook makes cannot hold lists, sets or dictionaries, such as setdefault() adds; "
    "keep (key, item) pairs in a list, or make the dictionary a field"
)


class Classes(Visitor):
    """Rewrites calls of, loops over and attributes of classes that are known before the function runs."""

    def rewrite(self) -> None:
        every = list(ast.walk(self.source.tree))
        self.misused: dict[str, tuple[ast.AST, ast.Name]] = {}
        self.counters = self._counters(every)
        super().rewrite()

    def _class(self, node: ast.AST) -> type | None:
        found = self.source.callee(node) if isinstance(node, ast.expr) else None
        return found if isinstance(found, type) else None

    def _enum(self, node: ast.AST) -> type[Enum] | None:
        found = self._class(node)
        if found is None or not issubclass(found, Enum) or not len(found) or fault_of_enums(found) is not None:
            return None
        return found

    def _counters(self, every: list[ast.AST]) -> set[str]:
        """Return the locals that always hold a ``Counter`` of which only the counts are read; note the misuse of others."""
        made = [
            each for each in every if isinstance(each, ast.Assign) and (self._makes_counter(each.value) or _copied(each.value))
        ]
        made = [each for each in made if len(each.targets) == 1 and isinstance(each.targets[0], ast.Name)]
        names = {each.targets[0].id for each in made}  # type: ignore[attr-defined]
        copies = [(each.targets[0].id, of) for each in made if (of := _copied(each.value))]  # type: ignore[attr-defined]
        parts = [part for each in made if _copied(each.value) for part in ast.walk(each.value)]
        for each in every:
            for child in ast.iter_child_nodes(each):
                if isinstance(child, ast.Name) and child.id in names:
                    fine = (
                        (isinstance(each, ast.Subscript) and each.value is child)
                        or (isinstance(each, ast.Attribute) and (each.attr in _OF_COUNTER or each in parts))
                        or (isinstance(each, ast.Assign) and each in made)
                        or (isinstance(each, (ast.For, ast.comprehension)) and each.iter is child)
                        or (isinstance(each, ast.Call) and self._reads(each, child))
                        or (isinstance(each, ast.Compare) and isinstance(each.ops[0], (ast.In, ast.NotIn)))
                    )
                    if not fine:
                        names.discard(child.id)
                        self.misused[child.id] = each, child
        while lost := {
            one: other for pair in copies for one, other in (pair, pair[::-1]) if one in names and other not in names
        }:
            self.misused |= {one: self.misused[other] for one, other in lost.items() if other in self.misused}
            names.difference_update(lost)
        return names

    def _reads(self, call: ast.Call, counter: ast.Name) -> bool:
        return call.args[:1] == [counter] and any(self.source.callee(call.func) is each for each in (len, item_or))

    def _misuse(self, known_as: str, made: ast.Call) -> ast.expr:
        """Return what refuses a ``Counter`` where it is used as machine code does not know."""
        used, at = self.misused.get(known_as, (made, ast.copy_location(ast.Name(known_as), made)))
        if isinstance(used, ast.Attribute):
            what = f"asked for {at.id}.{used.attr}"
        elif made.keywords:
            what = "made with named counts"
        else:
            what = f"{'passed on' if isinstance(used, ast.Call) else 'combined, returned, or given another name'}, {at.id}"
        return self.called(refusal(f"a Counter is {what}; {_INSTEAD_OF_COUNTER}"), [], at)

    def _makes_counter(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) and self._class(node.func) is collections.Counter and len(node.args) < 2

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_text = isinstance(node.func, ast.Name) and self.source.callee(node.func) is str and len(node.args) == 1
        if is_text and (shown := self._shown(node.args[0])) is not None:
            return shown
        match node:
            case ast.Call(func=ast.Attribute(attr="setdefault"), args=[_, given]) if self._holds_several(given):
                return self.called(refusal(_SETS_LISTS), [], node)
        cls = self._class(node.func)
        if (read := self._reader(cls, node)) is not None:
            return read
        if cls is zip and [(each.arg, ast.unparse(each.value)) for each in node.keywords] == [("strict", "False")]:
            node.keywords = []
        if cls is tuple and len(node.args) == 1:
            node.args = [of_map(node.args[0])]
        self.generic_visit(node)
        match node:
            case ast.Call(args=args) if any(isinstance(each, ast.Starred) for each in args):
                node.args = [part for each in args for part in _spread(each)]  # zip(*((1, 2), (3, 4)))
                return node
            case ast.Call(args=args, keywords=[]) if cls is collections.deque and len(args) < 2:
                return self.called(deque_of if args else no_items, args, node)
            case ast.Call(args=[items], keywords=[]) if cls is tuple and not isinstance(items, ast.GeneratorExp):
                return self.called(tuple_from, [self._members(items)], node)
            case ast.Call(args=args, keywords=[]) if cls is frozenset and len(args) < 2:
                return self.called(
                    facts_of if args else no_facts, [self.in_any_order(self._members(_of_set(each))) for each in args], node
                )
            case ast.Call(args=[value], keywords=[]) if (enum := self._enum(node.func)) is not None:
                return self._member(enum, value, node)
            case ast.Call(args=items, keywords=[]) if cls is collections.Counter and node in self.wanted:
                return self.called(_counted, [*map(as_list, items)], node) if items else expression("{}", node)
            case ast.Call(args=[*args], keywords=[] | [ast.keyword(arg="key")]) if (
                self.source.callee(node.func) is not isinstance
            ):
                node.args = [self._members(each) for each in args]
        return node

    @staticmethod
    def _reader(cls: type | None, node: ast.Call) -> ast.expr | None:
        """Return the lambda in place of ``attrgetter("km")`` or ``itemgetter(1, 0)``."""
        asked = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if cls not in (operator.attrgetter, operator.itemgetter) or len(asked) < max(len(node.args), 1) or node.keywords:
            return None
        form = "each.{}" if cls is operator.attrgetter else "each[{!r}]"
        parts = ", ".join(form.format(part) for part in asked)
        return expression(f"lambda each: {parts if len(asked) == 1 else f'({parts})'}", node)

    def _holds_several(self, given: ast.expr) -> bool:
        """Return whether this makes a list, a set or a dictionary."""
        is_made = isinstance(given, ast.Call) and self._class(given.func) in (list, set, dict, collections.deque)
        return is_made or isinstance(given, (ast.List, ast.Set, ast.Dict))

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        match node:
            case ast.FormattedValue(value, -1 | 115, None) if (text := self._shown(value)) is not None:
                return text
            case ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(str(spec))])) if made := formatted(spec):
                node.value, node.format_spec = self.called(made, [value], node), None
        return self.generic_visit(node)

    def _shown(self, node: ast.expr) -> ast.expr | None:
        """Return the text of a member that is named, which may differ from that of its value."""
        enum = self._enum(node.value) if isinstance(node, ast.Attribute) else None
        if enum is None or node.attr not in enum.__members__:  # type: ignore[attr-defined]
            return None
        return placed(ast.Constant(value=str(enum[node.attr])), node)  # type: ignore[attr-defined]

    wanted: tuple[ast.Call, ...] = ()

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign(targets=[ast.Name(id=known_as)], value=ast.Call() as made) if self._makes_counter(made):
                if made.keywords or known_as not in self.counters:
                    node.value = self._misuse(known_as, made)
                else:
                    self.wanted = (*self.wanted, made)
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        match node.target:
            case ast.Subscript(value=ast.Name(id=known_as), slice=key) if known_as in self.counters:
                at, whole = self.source.new_name("key"), self.source.named("whole_count", _whole)
                counts = (ast.Constant(value=0), ast.parse(f"{known_as}[{at}]", mode="eval").body)
                first, later = (ast.unparse(ast.BinOp(left=each, op=node.op, right=node.value)) for each in counts)
                text = "{place} = {key}\nif {place} not in {counter}: {counter}[{place}] = {whole}({first})\n"
                text += "else: {counter}[{place}] = {whole}({later})"
                return statements(text, node, place=at, key=key, counter=known_as, whole=whole, first=first, later=later)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            match node.value:
                case ast.Name(id=known_as) if known_as in self.counters:
                    return expression(_COUNT, node, counter=node.value, key=self.visit(node.slice))
                case ast.Call() as made if self._makes_counter(made):
                    self.wanted = (*self.wanted, made)
                    return expression(_COUNT, node, counter=self.visit(made), key=self.visit(node.slice))
        if (enum := self._enum(node.value)) is not None:
            return self._named(enum, node)
        return self.generic_visit(node)

    def _named(self, enum: type[Enum], node: ast.Subscript) -> ast.AST:
        """Rewrite ``Mode["FAST"]`` to the member with this name."""
        match node.slice:
            case ast.Constant(value=str() as member) if member in enum.__members__:
                return self.visit(placed(ast.Attribute(node.value, member, ast.Load()), node))
        return self._chosen(enum.__members__, "KeyError(key)", self.visit(node.slice), node)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._members(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._members(node.iter)
        return node

    def _comprehension(self, node: Any) -> ast.AST:
        super()._comprehension(node)
        for generator in node.generators:
            generator.iter = self._members(generator.iter)
        return node

    def _members(self, node: ast.expr) -> ast.expr:
        """Return the members of an enum, for an expression that names all of them."""
        enum = self._enum(node)
        if enum is None:
            return node
        text = "".join(f"{ast.unparse(node)}.{each.name}, " for each in enum)
        found = self.visit(expression(f"({text})", node))
        assert isinstance(found, ast.expr)
        return found

    def _member(self, enum: type[Enum], value: ast.expr, node: ast.Call) -> ast.AST:
        """Rewrite ``Mode(2)`` to the member with this value."""
        own = set().union(*(vars(each) for each in enum.__mro__ if module_of(each) != "enum"))
        if "_missing_" in own:
            text = f"{enum.__qualname__} is called, which has a _missing_ of its own; write a function that gives the member"
            return self.called(refusal(text), [], node)
        if issubclass(enum, Flag):
            if isinstance(value, ast.Constant) and value.value == 0 and type(value.value) is int:
                return name(self.source.named(f"no_{enum.__name__}", enum(0)), node)
            if issubclass(enum, int) and enum._boundary_ is FlagBoundary.KEEP:  # any bits make a member
                refused, none = self.source.named("Refusal", Refusal), self.source.named(f"no_{enum.__name__}", enum(0))
                told = f"{enum.__qualname__} is called with a negative number; combine members by |"
                body = f"    if key < 0: raise {refused}({told!r})\n    return {none} | key\n"
                return placed_call(self.source.lift("flag", f"def {{name}}(key):\n{body}", node), [value], node)
            text = f"{enum.__qualname__} is called, which has members for sums of others; combine members by |"
            return self.called(refusal(text), [], node)
        if not all(_is_written_out(each.value) for each in enum):
            return node
        error = f"ValueError('this is not the value of a {enum.__name__}')"
        return self._chosen({each.value: each for each in enum}, error, value, node)

    def _chosen(self, members: Mapping[Any, Enum], error: str, key: ast.expr, node: ast.expr) -> ast.AST:
        """Rewrite a choice of a member to a call of a function that compares the key with each."""
        enum = type(next(iter(members.values())))
        known_as = self.source.named(enum.__name__, enum)
        tests = [
            f"    if key == {known!r}: return {repr(each.value) if issubclass(enum, str) else f'{known_as}.{each.name}'}\n"
            for known, each in members.items()
        ]
        lifted = self.source.lift("member", f"def {{name}}(key):\n{''.join(tests)}    raise {error}\n", node)
        return placed_call(lifted, [key], node)

    def _as_set(self, node: ast.expr) -> ast.expr:
        """Return the set in a ``frozenset({1, 2})`` that an operator takes: no other code can change it."""
        match node:
            case ast.Call(args=[ast.Set() | ast.SetComp() as items], keywords=[]) if self._class(node.func) is frozenset:
                return items
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        node.left, node.right = self._as_set(node.left), self._as_set(node.right)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if not isinstance(node.ops[0], (ast.In, ast.NotIn)):  # it may be an item of a set
            node.left = self._as_set(node.left)
        node.comparators = [*map(self._as_set, node.comparators)]
        if any(map(self._gives_member, (node.left, *node.comparators))):  # a text here, of which there are copies
            signs = {ast.Is: ast.Eq, ast.IsNot: ast.NotEq}
            node.ops = [signs.get(type(sign), type(sign))() for sign in node.ops]
        return self.generic_visit(node)

    def _is_member(self, node: ast.expr) -> bool:
        """Return whether an expression names a member of an enum that is a constant in machine code."""
        enum = self._enum(node.value) if isinstance(node, ast.Attribute) else None
        return enum is not None and issubclass(enum, str) and node.attr in enum.__members__  # type: ignore[attr-defined]

    def _gives_member(self, node: ast.expr) -> bool:
        """Return whether an expression is such a member, by its name or found by its value."""
        match node:
            case ast.Call(func=owner) | ast.Subscript(value=owner):
                enum = self._enum(owner)
                return enum is not None and issubclass(enum, str)
        return self._is_member(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        match node:
            case ast.UnaryOp(op=ast.Invert(), operand=ast.Attribute(value=owner, attr=member)):
                enum = self._enum(owner)
                if enum is not None and issubclass(enum, Flag) and member in enum.__members__:  # versions of Python differ
                    return name(self.source.named(f"{enum.__name__}_but_{member}", ~enum[member]), node)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(value=ast.Attribute(value=owner, attr=member), attr="value" | "name" as wanted):
                enum = self._enum(owner)
                is_plain = enum is not None and issubclass(enum, (str, int, Flag))
                if is_plain and member in enum.__members__:  # type: ignore[union-attr]
                    return placed(ast.Constant(value=getattr(enum[member], wanted)), node)  # type: ignore[index]
            case ast.Attribute(value=ast.Call() | ast.Subscript() as found, attr="value") if self._gives_member(found):
                return self.visit(found)
        self.generic_visit(node)
        enum = self._enum(node.value)
        if enum is not None and self._is_member(node):
            return placed(ast.Constant(value=enum[node.attr].value), node)
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name):
            return node
        cls = self._class(node.value)
        if cls is None or module_of(cls) in ("builtins", "numpy") or not _is_fixed(cls, node.attr):
            return node
        return name(self.source.named(f"{cls.__name__}_{node.attr}", getattr(cls, node.attr)), node)


def _copied(node: ast.expr) -> str | None:
    """Return the name of the local that an expression copies."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=known_as), attr="copy"), args=[], keywords=[]):
            return known_as
    return None


def _spread(given: ast.expr) -> list[ast.expr]:
    """Return the arguments that a star makes of a display; any other argument as it is."""
    match given:
        case ast.Starred(value=ast.Tuple(elts=parts) | ast.List(elts=parts)):
            return [part for each in parts for part in _spread(each)]
    return [given]


def _of_set(given: ast.expr) -> ast.expr:
    """Return a list in the place of a set that is written out: Numba has no sets of some types. Return others as they are."""
    match given:
        case ast.Set(elts=items):
            return placed(ast.List(items, ast.Load()), given)
        case ast.SetComp(elt=item, generators=sources):
            return placed(ast.ListComp(item, sources), given)
    return given


def _is_written_out(value: object) -> bool:
    """Return whether a value of an enum is an int, a text, or a tuple of such: what ``repr`` writes is equal to it."""
    return type(value) in (int, str) or (type(value) is tuple and all(map(_is_written_out, value)))


def _is_fixed(cls: type, attribute: str) -> bool:
    found = getattr(cls, attribute, None)
    if issubclass(cls, Enum):  # Numba knows its members
        return isinstance(found, (FunctionType, MethodType)) and not hasattr(Enum, attribute)
    return isinstance(found, (int, float, str, tuple, dict, list, frozenset, set, FunctionType))


def _counted(items: Any) -> Any:
    found: dict[Any, int] = {}
    for item in items:
        if item in found:
            found[item] += 1
        else:
            found[item] = _count_in(items, item)
    return found


@by_types()
def _count_in(items: Any, item: Any) -> Any:
    """Return the count that a dictionary gives an item; elsewhere each place counts one."""
    return (lambda items, item: _whole(items[item])) if is_dictionary(items) else (lambda items, item: 1)


@by_types()
def _whole(count: Any) -> Any:
    """Return a count that is an int, as that of an item that is missing is."""
    if not isinstance(count, types.Integer):
        raise TypingError("a Counter has a count that is not an int; write a dictionary and get(key, 0)")
    return lambda count: count
