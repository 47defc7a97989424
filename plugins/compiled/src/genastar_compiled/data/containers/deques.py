"""Deques: lists that count their changes, so that an iterator sees one, as in Python."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import register_default
from numba.core.datamodel.models import ListIterModel, ListModel, StructModel
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed, impl_ret_new_ref
from numba.core.typing.templates import AttributeTemplate, Signature, bound_function, infer_getattr, signature
from numba.cpython import listobj
from numba.extending import intrinsic, lower_builtin, overload_method

from genastar_compiled.data.containers.tuples import OwnList
from genastar_compiled.data.typed import by_types


class Deque(OwnList):
    """The Numba type of a deque."""

    label = "deque"

    @property
    def iterator_type(self) -> _Iterator:
        """Return the type of its iterators."""
        return _Iterator(self)


class _Iterator(types.ListIter):
    """The type of a deque's iterator."""


_COUNTER: Final = types.MemInfoPointer(types.voidptr)
"""Memory with the number of changes. It is shared by all names of one deque, and by its iterators."""


def _with(model: type[StructModel], *more: tuple[str, types.Type]) -> Callable[[Any, types.Type], StructModel]:
    """Return the model of a struct with more members."""

    class Model(model):
        def __init__(self, manager: Any, kind: types.Type) -> None:
            super().__init__(manager, kind)
            members = [*zip(self._fields, self._members, strict=True), *more]
            StructModel.__init__(self, manager, kind, members)

    return Model


register_default(Deque)(_with(ListModel, ("counter", _COUNTER)))
register_default(_Iterator)(_with(ListIterModel, ("counter", _COUNTER), ("seen", types.intp)))


def _changes(context: Any, builder: Any, counter: Any) -> Any:
    """Return the address of the number of changes."""
    address = context.nrt.meminfo_data(builder, counter)
    return builder.bitcast(address, ir.IntType(64).as_pointer())


@intrinsic
def no_items(typingctx: Any) -> Any:
    """Return an empty deque."""

    def codegen(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
        made = listobj.ListInstance.allocate(context, builder, sig.return_type, 0)
        made._list.counter = context.nrt.meminfo_alloc(builder, ir.Constant(ir.IntType(64), 8))
        builder.store(ir.Constant(ir.IntType(64), 0), _changes(context, builder, made._list.counter))
        return impl_ret_new_ref(context, builder, sig.return_type, made.value)

    return Deque(types.undefined)(), codegen


@by_types(deque)
def deque_of(items: Any) -> Any:
    """Return a deque of these items."""

    def made(items):  # type: ignore[no-untyped-def]
        found = no_items()
        for item in items:
            found.append(item)
        return found

    return made


@intrinsic
def _changes_of(typingctx: Any, deque: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
        return builder.load(_changes(context, builder, context.make_helper(builder, deque, args[0]).counter))

    return types.intp(deque), codegen


@by_types(lambda items: 0)
def changes_of(items: Any) -> Any:
    """Return how often a deque was changed; 0 for any other sequence."""
    return (lambda items: _changes_of(items)) if isinstance(items, Deque) else (lambda items: 0)


@infer_getattr
class _Methods(AttributeTemplate):
    key = Deque

    @bound_function("deque.appendleft")
    def resolve_appendleft(self, deque: Deque, args: Any, kws: Any) -> Signature | None:
        unified = None if kws or len(args) != 1 else self.context.unify_pairs(deque.dtype, args[0])
        return unified and signature(types.none, unified).replace(recvr=deque.copy(unified))


@overload_method(Deque, "popleft")
def _pop_left(deque):  # type: ignore[no-untyped-def]
    return lambda deque: deque.pop(0)


@overload_method(Deque, "copy")
def _copy(deque):  # type: ignore[no-untyped-def]
    return lambda deque: deque_of(deque)


def _append_left(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
    first = ir.Constant(ir.IntType(64), 0)
    return listobj.list_insert(context, builder, sig, (args[0], first, args[1]))


def _counts(key: object, lower: Callable[..., Any], *kinds: Any) -> None:
    @lower_builtin(key, Deque, *kinds)
    def changed(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
        address = _changes(context, builder, context.make_helper(builder, sig.args[0], args[0]).counter)
        builder.store(builder.add(builder.load(address), ir.Constant(ir.IntType(64), 1)), address)
        return lower(context, builder, sig, args)


_counts("list.append", listobj.list_append, types.Any)
_counts("deque.appendleft", _append_left, types.Any)
_counts("list.clear", listobj.list_clear)
_counts("list.extend", listobj.list_extend, types.IterableType)
_counts("list.insert", listobj.list_insert, types.Integer, types.Any)
_counts("list.pop", listobj.list_pop)
_counts("list.pop", listobj.list_pop_integer, types.Integer)
_counts(operator.iadd, listobj.list_add_inplace, types.List)


def _refuses(key: object, *kinds: Any) -> None:
    @lower_builtin(key, *kinds)
    def refused(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
        raise TypingError("a deque is added, multiplied or sliced; write list(...) around it")


_refuses(operator.add, Deque, Deque)
for _key in (operator.mul, operator.imul):
    _refuses(_key, Deque, types.Integer)
    _refuses(_key, types.Integer, Deque)
_refuses(operator.getitem, Deque, types.SliceType)
_refuses(operator.setitem, Deque, types.SliceType, types.Any)
_refuses(operator.delitem, Deque, types.SliceType)


@lower_builtin("getiter", Deque)
def _begin(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
    found = listobj.ListIterInstance.from_list(context, builder, sig.return_type, args[0])
    counter = context.make_helper(builder, sig.args[0], args[0]).counter
    found._iter.counter = counter
    found._iter.seen = builder.load(_changes(context, builder, counter))
    return impl_ret_borrowed(context, builder, sig.return_type, found.value)


@lower_builtin("iternext", _Iterator)
def _next(context: Any, builder: Any, sig: Signature, args: Any) -> Any:
    """Raise Python's error where the deque was changed since the iterator was made."""
    items = context.make_helper(builder, sig.args[0], args[0])
    changed = builder.icmp_unsigned("!=", items.seen, builder.load(_changes(context, builder, items.counter)))
    with builder.if_then(changed, likely=False):
        context.call_conv.return_user_exc(builder, RuntimeError, ("deque mutated during iteration",))
    return listobj.iternext_listiter(context, builder, sig, args)
