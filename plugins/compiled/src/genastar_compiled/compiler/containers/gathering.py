"""What takes all items that something gives: comprehensions, ``list`` and ``dict``, ``sum`` and ``sorted``, ``extend``.

Each is a loop over its source with a body of its own. A generator is never made: its loops stand around the body.
"""

from __future__ import annotations

import ast
import math
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from genastar_compiled.compiler.containers import making, methods
from genastar_compiled.compiler.containers.kinds import TEXT, Never, Sequence, Table, View
from genastar_compiled.compiler.containers.methods import BuiltIn
from genastar_compiled.compiler.faults import NotCovered, refusing
from genastar_compiled.compiler.kinds import INT, NONE, Fixed, Real, Tuple
from genastar_compiled.compiler.kinds_of_code import Method
from genastar_compiled.compiler.library import lists, texts
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing import loops
from genastar_compiled.compiler.typing.inlined import flows
from genastar_compiled.compiler.typing.operations import items
from genastar_compiled.compiler.typing.operations.items import Items
from genastar_compiled.compiler.typing.typer import FALSE, NOTHING, Typer

Source = ast.expr | Value | Items
Body = Callable[[Value], Any]


def call(typer: Typer, function: Value, node: ast.Call) -> Value | None:
    """Return what a call of something that consumes its arguments gives; ``None`` of any other function."""
    kind = function.kind
    if any(isinstance(each, ast.Starred) for each in node.args) or any(each.arg is None for each in node.keywords):
        return None
    if isinstance(kind, Method):
        act = _OF_METHODS.get(kind.function.__name__) if isinstance(kind.function, BuiltIn) else None
        return None if act is None else act(typer, typer.part(function, 0), node)
    made = kind.value if isinstance(kind, Fixed) else None
    consumer = _FUNCTIONS.get(made) if isinstance(made, type) or callable(made) else None
    return None if consumer is None else consumer(typer, made, node)


def each(typer: Typer, source: Source, node: ast.AST, body: Body) -> None:
    """Do something with each item."""
    holder = ast.copy_location(ast.Expr(ast.Tuple([], ast.Load())), node)
    if isinstance(source, Items):
        loops.over_items(typer, holder, source, body, lambda: None)
    elif isinstance(source, Value):
        loops.over_value(typer, holder, source, body, lambda: None)
    else:
        loops.over(typer, source, holder, body, lambda: None)


def source_of(typer: Typer, node: ast.expr) -> Source:
    """Return what gives the items: an expression that is best read by a loop, its items, or its value."""
    return node if flows.is_lazy(typer, node) else items.source_of(typer, node)


# Containers


def collected(typer: Typer, source: Source, node: ast.AST, cls: type = list) -> Value:
    """Return a new list of the items of a source, or another sequence."""
    parts = source.parts if isinstance(source, Items) else None
    if isinstance(source, Value):
        kind = source.kind
        parts = typer.parts(source) if isinstance(kind, Tuple) else None
        if isinstance(kind, Sequence) and not isinstance(kind.item, Never):
            made = methods.copied(typer, source)
            return typer.step("relabel", made, kind=Sequence(kind.item, cls, cls is tuple))
    if parts is not None and cls is tuple:
        return typer.tuple_of(parts)
    if parts is not None:
        return making.of_parts(typer, Sequence(making.element(typer, node, "item", parts), cls), parts)
    made = making.empty(typer, Sequence(making.element(typer, node, "item", []), cls, cls is tuple))
    each(typer, source, node, lambda item: making.append(typer, made, item))
    return made


def with_rest(typer: Typer, value: Value, found: Items, count: Value, places: tuple[int, ...]) -> list[Value]:
    """Return so many items of what has at least these, one of which, at the place that is given, is a list of the rest."""
    number, *stars = places
    if not stars:
        return [found.at(Value(INT, at)) for at in range(number)]
    kind, first, behind = value.kind, stars[0], number - stars[0] - 1
    assert isinstance(kind, Sequence)
    end = typer.step("binary", count, Value(INT, behind), kind=INT, detail="sub")
    rest: Value = typer.program.call(typer, lists.cut, [value, Value(INT, first), end, Value(INT, 1)])
    ends = [typer.step("binary", end, Value(INT, at), kind=INT, detail="add") for at in range(behind)]
    made = typer.step("relabel", rest, kind=Sequence(kind.item, list))
    return [*(found.at(Value(INT, at)) for at in range(first)), made, *map(found.at, ends)]


def list_comprehension(typer: Typer, node: Any) -> Value:
    """Return what ``[... for ... in ...]`` gives."""
    return collected(typer, ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node), node)


def set_comprehension(typer: Typer, node: Any) -> Value:
    """Return what ``{... for ... in ...}`` gives."""
    return gathered(typer, ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node), node)


def gathered(typer: Typer, source: Source, node: ast.AST, cls: type = set) -> Value:
    """Return a new set of the items of a source."""
    if isinstance(source, Value) and isinstance(source.kind, Table) and source.kind.value == NONE:
        return methods.copy_of(typer, source, cls)
    source = flows.in_any_order(source) if isinstance(source, ast.GeneratorExp) else source
    made = making.empty(typer, Table(making.element(typer, node, "item", []), NONE, cls, cls is frozenset, False))
    each(typer, source, node, lambda item: making.add(typer, made, item, NOTHING))
    return made


def dict_comprehension(typer: Typer, node: Any) -> Value:
    """Return what ``{...: ... for ... in ...}`` gives."""
    made = _new_dict(typer, node)

    def body() -> None:
        key = typer.value_of(node.key)
        making.add(typer, made, key, typer.value_of(node.value))

    flows.comprehension(typer, node, body)
    return made


def _new_dict(typer: Typer, node: ast.AST) -> Value:
    key, value = (making.element(typer, node, what, []) for what in ("key", "value"))
    return making.empty(typer, Table(key, value))


def tuple_display(typer: Typer, node: Any, cls: type = tuple) -> Value:
    """Return what ``(a, b, *c)`` gives, whose length is not known."""
    made = making.empty(typer, Sequence(making.element(typer, node, "item", []), cls, cls is tuple))
    for part in node.elts:
        if isinstance(part, ast.Starred):
            each(typer, source_of(typer, part.value), part, lambda item: making.append(typer, made, item))
        else:
            making.append(typer, made, typer.value_of(part))
    return made


def list_display(typer: Typer, node: Any) -> Value:
    """Return what ``[a, b, *c]`` gives."""
    if any(isinstance(part, ast.Starred) for part in node.elts):
        return tuple_display(typer, node, list)
    parts = [typer.value_of(part) for part in node.elts]
    return making.list_of(typer, node, parts)


def set_display(typer: Typer, node: Any) -> Value:
    """Return what ``{a, b}`` gives."""
    made = making.empty(typer, Table(making.element(typer, node, "item", []), NONE, set, False, False))
    for part in node.elts:
        if isinstance(part, ast.Starred):
            each(typer, source_of(typer, part.value), part, lambda item: making.add(typer, made, item, NOTHING))
        else:
            making.add(typer, made, typer.value_of(part), NOTHING)
    return made


def dict_display(typer: Typer, node: Any) -> Value:
    """Return what ``{a: b, **c}`` gives."""
    if node.keys and None not in node.keys:
        pairs = [(typer.value_of(key), typer.value_of(value)) for key, value in zip(node.keys, node.values, strict=True)]
        keys, values = map(list, zip(*pairs, strict=True))
        kinds = making.element(typer, node, "key", keys), making.element(typer, node, "value", values)
        made = making.empty(typer, Table(*kinds))
        for pair in pairs:
            making.add(typer, made, *pair)
        return made
    made = _new_dict(typer, node)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            methods.update(typer, made, typer.value_of(value))
        else:
            name = typer.value_of(key)
            making.add(typer, made, name, typer.value_of(value))
    return made


def _sequence(typer: Typer, cls: Any, node: ast.Call) -> Value | None:
    if node.keywords or len(node.args) > 1:
        return None
    if not node.args:
        return typer.tuple_of([]) if cls is tuple else list_like(typer, node, cls)
    source = node.args[0]
    if cls is tuple and isinstance(source, (ast.GeneratorExp, ast.ListComp)):
        parts = _spread(typer, source)
        if parts is not None:
            return typer.tuple_of(parts)
    return collected(typer, source_of(typer, source), node, cls)


def list_like(typer: Typer, node: ast.AST, cls: type, what: str = "item") -> Value:
    """Return an empty sequence."""
    return making.empty(typer, Sequence(making.element(typer, node, what, []), cls))


def _spread(typer: Typer, node: ast.GeneratorExp | ast.ListComp) -> list[Value] | None:
    """Return the items of a comprehension; ``None`` if it is not known how many there are."""
    before = len(typer.body), dict(typer.variables), set(typer.bound), dict(typer.narrowed), typer.frame
    try:
        return flows.spread(typer, node)
    except NotCovered:
        count, typer.variables, typer.bound, typer.narrowed, typer.frame = before
        del typer.body[count:]
        return None


class Given(ast.expr):
    """An expression whose value was found before."""

    _fields = ()

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


def value_of_given(typer: Typer, node: Given) -> Value:
    """Return the value that an expression has."""
    return node.value


def _set(typer: Typer, cls: Any, node: ast.Call) -> Value | None:
    if node.keywords or len(node.args) > 1:
        return None
    source = source_of(typer, node.args[0]) if node.args else typer.tuple_of([])
    return gathered(typer, source, node, cls)


def _dict(typer: Typer, cls: Any, node: ast.Call) -> Value | None:
    if len(node.args) > 1:
        return None
    made = _new_dict(typer, node)
    if node.args:
        _put_pairs(typer, made, node, source_of(typer, node.args[0]))
    for named in node.keywords:
        making.add(typer, made, typer.constant(named.arg), typer.value_of(named.value))
    return made


def _put_pairs(typer: Typer, table: Value, node: ast.AST, source: Source) -> None:
    if isinstance(source, Value) and isinstance(source.kind, Table):
        source = typer.make(View(source.kind, "items"), source)

    def body(item: Value) -> None:
        if not isinstance(item.kind, Tuple) or len(item.kind.items) != 2:
            raise typer.refuse(f"a dict of items that are {item.kind}")
        making.add(typer, table, *typer.parts(item))

    each(typer, source, node, body)


def without_order(typer: Typer, value: Value, function: Any) -> Value:
    """Return a set for a function to which the order of its items makes no difference: they differ, and are no floats."""
    kind = value.kind
    if isinstance(kind, Table) and not kind.has_order and not (function in (sum, math.prod) and isinstance(kind.key, Real)):
        return typer.step("relabel", value, kind=Table(kind.key, kind.value, kind.cls, kind.is_fixed, True))
    return value


def of_values(typer: Typer, function: Value, arguments: list[Value], named: dict[str, Value]) -> Value | None:
    """Return what a function that consumes gives of values; ``None`` if it does not."""
    keywords = [ast.keyword(name, Given(value)) for name, value in named.items()]
    return call(typer, function, ast.Call(ast.Constant(None), list(map(Given, arguments)), keywords))


# Order


def _sorted(typer: Typer, made: Any, node: ast.Call) -> Value | None:
    if len(node.args) != 1:
        return None
    source = source_of(typer, flows.in_any_order(node.args[0]))
    is_set = isinstance(source, Value) and not getattr(source.kind, "has_order", True)
    source = without_order(typer, source, sorted) if isinstance(source, Value) else source
    owner = collected(typer, source, node)
    _sort(typer, owner, node, is_set or getattr(source, "is_unordered", False))
    return owner


def _sort(typer: Typer, owner: Value, node: ast.Call, is_of_set: bool = False) -> Value:
    named = {each.arg: typer.value_of(each.value) for each in node.keywords}
    key, turned = named.pop("key", NOTHING), named.pop("reverse", FALSE)
    if named or not turned.is_known:
        raise typer.refuse("sort with other arguments than a key and reverse=True or False")
    kind = owner.kind
    assert isinstance(kind, Sequence)
    if isinstance(kind.item, Never):
        return NOTHING
    if key.kind == NONE:
        how = lists.larger if turned.known else lists.smaller
        typer.program.call(typer, lists.sort, [owner, Value(Fixed(how), how, ())])
        return NOTHING
    pairs = list_like(typer, node, list, "pair")

    def pair(item: Value) -> None:
        making.append(typer, pairs, typer.tuple_of([typer.program.nodes.call(typer, key, [item], {}), item]))

    each(typer, owner, node, pair)
    how = lists.last_of_pairs if turned.known else lists.first_of_pairs
    typer.program.call(typer, lists.sort, [pairs, Value(Fixed(how), how, ())])
    if is_of_set:
        fault = refusing("items of a set with equal keys", typer.where)
        typer.fail_if(typer.program.call(typer, lists.has_equal_keys, [pairs]), fault)
    typer.program.call(typer, lists.clear, [owner])
    each(typer, pairs, node, lambda item: making.append(typer, owner, typer.part(item, 1)))
    return NOTHING


# Methods


def _extend(typer: Typer, owner: Value, node: ast.Call) -> Value:
    methods.must_change(typer, owner)
    return extend(typer, owner, source_of(typer, *node.args), node)


def extend(typer: Typer, owner: Value, source: Source, node: ast.AST) -> Value:
    """Append all items of a source."""
    if isinstance(source, Value) and source.kind == owner.kind and not isinstance(owner.kind.item, Never):  # type: ignore[attr-defined]
        typer.program.call(typer, lists.extend, [owner, source])
    else:
        each(typer, source, node, lambda item: making.append(typer, owner, item))
    return NOTHING


def _sort_in_place(typer: Typer, owner: Value, node: ast.Call) -> Value:
    methods.must_change(typer, owner)
    if node.args:
        raise typer.refuse("sort with an argument by place")
    return _sort(typer, owner, node)


def _update(typer: Typer, owner: Value, node: ast.Call) -> Value:
    methods.must_change(typer, owner)
    is_dict = owner.kind.cls is not set  # type: ignore[attr-defined]
    for argument in node.args:
        source = source_of(typer, argument)
        if isinstance(source, Value) and isinstance(source.kind, Table) and (source.kind.value != NONE) is is_dict:
            methods.update(typer, owner, source)
        elif is_dict:
            _put_pairs(typer, owner, node, source)
        else:
            each(typer, source, node, lambda item: making.add(typer, owner, item, NOTHING))
    for named in node.keywords:
        making.add(typer, owner, typer.constant(named.arg), typer.value_of(named.value))
    return NOTHING


def _of_sets(act: Callable[..., Value]) -> Callable[[Typer, Value, ast.Call], Value]:
    def typed(typer: Typer, owner: Value, node: ast.Call) -> Value:
        sources = [source_of(typer, argument) for argument in node.args]
        sets = [
            each if isinstance(each, Value) and isinstance(each.kind, Table) else gathered(typer, each, node)
            for each in sources
        ]
        return act(typer, owner, *sets)

    return typed


_FUNCTIONS: Final[dict[Any, Callable[[Typer, Any, ast.Call], Value | None]]] = {
    list: _sequence,
    tuple: _sequence,
    deque: _sequence,
    set: _set,
    frozenset: _set,
    dict: _dict,
    sorted: _sorted,
}


def _join(typer: Typer, owner: Value, node: ast.Call) -> Value:
    (source,) = node.args
    made = collected(typer, source_of(typer, source), node)
    return typer.program.call(typer, texts.join, [owner, typer.cast(made, Sequence(TEXT, list))])


_OF_METHODS: Final[dict[str, Callable[[Typer, Value, ast.Call], Value]]] = {
    "extend": _extend,
    "sort": _sort_in_place,
    "update": _update,
    "join": _join,
} | {name: _of_sets(act) for name, act in methods.OF_SETS.items()}
