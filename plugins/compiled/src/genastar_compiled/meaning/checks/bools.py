"""Bools and members of enums that meet numbers in a variable. Numba makes numbers of them, and Python keeps them as they are.

They count as ints, so nearly all operations give the same. An operation whose result differs is refused at compile time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from numba import typeof
from numba.core import ir, types
from numba.core.errors import TypingError

from genastar_compiled.data.containers import stores
from genastar_compiled.data.containers.missing import item_or
from genastar_compiled.data.containers.reading import kind_of, named
from genastar_compiled.data.containers.views import Table
from genastar_compiled.data.values.values import Instance, Reference, counts_bools, enum_lost
from genastar_compiled.meaning.widening import definition_of, is_store, method_of, value_of
from genastar_compiled.syntax.stand_ins import first_or

_TELLING: Final = ("isinstance", "str", "repr", "format", "type")
"""Functions that tell a bool or a member from an int."""
_ADDS: Final = ("insert", "relax")
"""Methods of an open list that keep a position, in which Python keeps what it is given."""
_PARTS: Final = ("getattr", "getitem", "static_getitem", "getiter", "iternext", "pair_first", "exhaust_iter")
"""Expressions that give what is inside a value."""
_JOINS: Final = ("phi", "cast", "build_tuple", "build_list", "build_map", "build_set")
"""Expressions whose value is one of others, or holds them."""
_APART: Final = (
    "a value is a bool or a member of an enum on one branch, and a number on another, and the hook depends on which; "
    "write int(...) around it"
)


def check_bools(function: Any, kinds: Any, returned: types.Type, made_from: Any) -> None:
    """Check a function whose types are known.

    Raises:
        TypingError: a question tells them apart where Numba has a number for both; or a bool meets a float.
    """
    statements = [statement for block in function.blocks.values() for statement in block.body]
    doubtful: set[str] = set()
    known: tuple[int, bool] | None = None
    while known != (known := (len(doubtful), getattr(made_from, "genastar_may_be_bool", False))):  # it may call itself
        for statement in statements:
            if isinstance(statement, ir.Assign) and _is_doubtful(function, statement, kinds, doubtful):
                doubtful.add(statement.target.name)
            if isinstance(statement, ir.Assign):
                doubtful |= _filled(function, statement.value, kinds, doubtful)
            if isinstance(statement, ir.Return) and (
                statement.value.name in doubtful or _meets(kinds[statement.value.name], returned, statement.loc)
            ):
                made_from.genastar_may_be_bool = True
    for statement in statements:
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Expr):
            _check_question(function, statement, kinds, doubtful)
    made_from.genastar_passes_on = _passes_on(function, statements, kinds)
    named = made_from.__code__.co_names  # the questions themselves may be answered already
    made_from.genastar_asks = any(name in _TELLING for name in named) or any(
        _asks(function, each.value, kinds) for each in statements if isinstance(each, ir.Assign)
    )


def _meets(have: types.Type, want: types.Type, loc: Any) -> bool:
    """Return whether a bool or a member becomes a number, alone or inside a tuple or a record.

    Raises:
        TypingError: a bool becomes a float.
    """
    if isinstance(types.unliteral(have), types.Boolean) and isinstance(want, types.Float):
        raise TypingError("a value is a bool on one branch, and a float on another; write float(...) around the bool", loc=loc)
    return counts_bools(have, want) or bool(enum_lost(have, want))


def _is_doubtful(function: Any, statement: Any, kinds: Any, doubtful: set[str]) -> bool:
    """Return whether a statement sets its target to a number that is a bool or a member in Python, or may be."""
    value, want, loc = statement.value, kinds[statement.target.name], statement.loc

    def meets(variables: Iterable[Any], inside: types.Type) -> bool:
        known = [each.name for each in variables if each is not ir.UNDEFINED and each.name in kinds]
        return any(name in doubtful or _meets(kinds[name], inside, loc) for name in known)

    if isinstance(value, ir.Var):
        return meets([value], want)
    if not isinstance(value, ir.Expr):
        return False
    match value.op:
        case "phi":
            return meets(value.incoming_values, want)
        case "cast":
            return meets([value.value], want)
        case "build_list" | "build_set" if not isinstance(want, types.LiteralList):
            return meets(value.items, want.dtype)
        case "build_tuple":
            return any(each.name in doubtful for each in value.items)
        case "call":
            if any(_meets(each, want, loc) for each in _found_or_given(function, value, kinds)):
                return True
            given = any(each.name in doubtful for each in value.list_vars())
            return (given and _gives_back(function, value, kinds)) or getattr(
                _called(value, kinds), "genastar_may_be_bool", False
            )
    return value.op in _PARTS and value.value.name in doubtful


def _called(call: Any, kinds: Any) -> Any:
    """Return the Python function that is called, perhaps as a method; ``None`` if it is none that was translated."""
    kind = kinds[call.func.name]
    if isinstance(kind, types.BoundFunction) and isinstance(kind.this, (Instance, Reference)):
        return kind.template.translated().py_func
    kind = getattr(kind, "dispatcher_type", kind)  # of a function that calls itself
    return getattr(getattr(kind, "dispatcher", None), "py_func", None)


def _found_or_given(function: Any, call: Any, kinds: Any) -> list[types.Type]:
    """Return the types of what a look-up finds, and of its default, of which it gives one."""
    called, method = value_of(definition_of(function, call.func)), method_of(function, call)
    if called is item_or or called is first_or:
        items, *_, default = call.args
    elif method is not None and method.attr in ("get", "pop", "setdefault") and len(call.args) == 2:
        items, default = method.value, call.args[1]
    else:
        return []
    return [_held_by(kinds[items.name]), kinds[default.name]]


def _held_by(items: types.Type) -> types.Type:
    """Return the type of the values of a dictionary, or of the items of an iterator, if they are numbers or members."""
    if isinstance(items, Instance) and items.cls is Table:
        values = items.fields["tables"].fields["values"]
        if kind_of(values) is stores.Members:
            return typeof(next(iter(named(values))))  # type: ignore[call-overload]  # an enum
        return getattr(values, "dtype", types.none)
    return getattr(items, "value_type", None) or getattr(items, "yield_type", types.none)


def _gives_back(function: Any, call: Any, kinds: Any) -> bool:
    """Return whether a call may return one of its arguments, alone or inside a tuple or a record."""
    made_from = _called(call, kinds)
    if made_from is None:
        return isinstance(kinds[call.func.name], types.NamedTupleClass)
    return getattr(made_from, "genastar_passes_on", True)  # constructors are not checked


def _passes_on(function: Any, statements: Iterable[Any], kinds: Any) -> bool:
    """Return whether a function may return one of its arguments."""
    left = [each.value for each in statements if isinstance(each, ir.Return)]
    seen: set[str] = set()
    while left:
        name = left.pop().name
        if name in seen:
            continue
        seen.add(name)
        for value in function._definitions.get(name, ()):
            if isinstance(value, ir.Arg):
                return True
            if isinstance(value, ir.Var):
                left.append(value)
            elif isinstance(value, ir.Expr) and (
                value.op in (*_PARTS, *_JOINS) or (value.op == "call" and _gives_back(function, value, kinds))
            ):
                left += [each for each in value.list_vars() if each is not ir.UNDEFINED]
    return False


def _filled(function: Any, value: Any, kinds: Any, doubtful: set[str]) -> set[str]:
    """Return the names of a list that is given a bool or a member and holds numbers."""
    if not isinstance(value, ir.Expr) or value.op != "call" or not value.args:
        return set()
    if is_store(function, value):
        target, item = value.args
    elif (method := method_of(function, value)) is not None and method.attr == "append":
        target, item = method.value, value.args[0]
    else:
        return set()
    inside = getattr(kinds[target.name], "dtype", None) or getattr(kinds[target.name], "value_type", None)
    if not (item.name in doubtful or (inside is not None and _meets(kinds[item.name], inside, value.loc))):
        return set()
    origin = definition_of(function, target)
    return {target.name, *([origin.name] if isinstance(origin, ir.Var) else [])}


def _check_question(function: Any, statement: Any, kinds: Any, doubtful: set[str]) -> None:
    value = statement.value
    operands = value.list_vars()
    if not any(each.name in doubtful for each in operands):
        return
    if _asks(function, value, kinds) or (value.op == "call" and getattr(_called(value, kinds), "genastar_asks", False)):
        raise TypingError(_APART, loc=statement.loc)


def _asks(function: Any, value: Any, kinds: Any) -> bool:
    """Return whether an expression tells a bool or a member from a number."""
    if not isinstance(value, ir.Expr):
        return False
    if value.op == "call":
        method = kinds[value.func.name]
        if isinstance(method, types.BoundFunction) and isinstance(method.this, Reference):
            return definition_of(function, value.func).attr in _ADDS
        called = value_of(definition_of(function, value.func))
        return getattr(called, "__name__", "") in _TELLING
    if value.op == "binop":
        named = {getattr(value.fn, "__name__", "")}
        return bool(named & {"is_", "is_not"}) and not any(_is_none(function, each) for each in (value.lhs, value.rhs))
    return False


def _is_none(function: Any, variable: Any) -> bool:
    found = definition_of(function, variable)
    return isinstance(found, (ir.Const, ir.Global)) and found.value is None
