"""Attribute access in hooks: fields, methods, properties and class constants of attrs values."""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Sequence
from enum import Enum
from functools import cache
from types import FunctionType
from typing import Any, Final

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, Signature, infer, infer_getattr
from numba.extending import intrinsic, lower_builtin, lower_getattr, lower_getattr_generic, lower_setattr_generic

from genastar.contracts.open_list import METHODS
from genastar_compiled.data.calls import call_type, lower_call, translated
from genastar_compiled.data.containers.freezing import constant
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.data.values.mixed import MIXED
from genastar_compiled.data.values.records import fault_of_memory
from genastar_compiled.data.values.values import Instance, Iterated, Reference, class_of, place_of
from genastar_compiled.failures import failure
from genastar_compiled.kernel import crossing
from genastar_compiled.reach import functions
from genastar_compiled.reach.names import KERNELS, attribute_names, module_of


def _member_of(cls: type, name: str) -> Any:
    """Return what a class has under this name, without binding it.

    Raises:
        TypingError: it keeps what it gave.
    """
    if (fault := fault_of_memory(cls, name)) is not None:
        raise TypingError(fault)
    return inspect.getattr_static(cls, name, None)


class _Attributes(AttributeTemplate):
    def generic_resolve(self, kind: Instance | Reference, name: str) -> types.Type | None:
        if isinstance(kind, types.BaseNamedTuple):
            if name in kind.fields or name in _OF_NAMED_TUPLES:
                return None  # Numba knows it
            _lower_named(name)
        elif name in kind.fields:
            return kind.fields[name]
        member = _member_of(class_of(kind), name)
        if member is None and _is_open_list(kind):
            raise TypingError(f"an open list has no {name}; {METHODS}")
        return _member_type(self.context, kind, name, member)


def _member_type(context: Any, kind: types.Type, name: str, member: object) -> types.Type | None:
    """Return the type of a method, property or constant of a class, taken from a value; ``None`` if there is none."""
    cls = class_of(kind)
    getter = _getter(cls, name, member)
    if getter is not None:
        return call_type(context, getter, (kind,), {}).return_type
    if isinstance(member, classmethod):
        return types.Dispatcher(functions.translate_of_class(cls, member.__func__))
    if isinstance(member, staticmethod):
        return types.Dispatcher(functions.translate(member.__func__))
    if isinstance(member, FunctionType):
        return types.BoundFunction(_method_template(name), kind)
    return None if member is None else numba_type(constant(member))


@infer_getattr
class _InstanceAttributes(_Attributes):
    key = Instance


@infer_getattr
class _ReferenceAttributes(_Attributes):
    key = Reference


class _EnumAttributes(AttributeTemplate):
    """Types properties and methods of the members of an enum."""

    def generic_resolve(self, kind: types.EnumMember, name: str) -> types.Type | None:
        member = _member_of(kind.instance_class, name)
        if hasattr(Enum, name) or not isinstance(member, (FunctionType, property, staticmethod, classmethod)):
            return None
        return _member_type(self.context, kind, name, member)


for _kind in (types.EnumMember, types.IntEnumMember):
    infer_getattr(type(f"_AttributesOf{_kind.__name__}", (_EnumAttributes,), {"key": _kind}))


@infer_getattr
class _NamedTupleAttributes(_Attributes):
    key = types.BaseNamedTuple


_OF_NAMED_TUPLES: Final = frozenset(dir(namedtuple("_OfNone", "")))


@cache
def _lower_named(name: str) -> None:
    """Let Numba write the code of an attribute of named tuples that is no field of all of them."""

    @lower_getattr(types.BaseNamedTuple, name)
    def lower(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if name in kind.fields:
            place = kind.fields.index(name)
            return impl_ret_borrowed(context, builder, kind[place], builder.extract_value(value, place))
        return _lower_member(context, builder, kind, value, name)


def _getter(cls: type, name: str, member: object) -> FunctionType | None:
    """Return the function of a property."""
    found = member.fget if isinstance(member, property) else None
    assert found is None or isinstance(found, FunctionType)
    return found


_methods: dict[str, type[AbstractTemplate]] = {}


def _method_template(name: str) -> type[AbstractTemplate]:
    if name not in _methods:

        class Method(AbstractTemplate):
            key = f"genastar method {name}"

            @classmethod
            def translated(cls) -> Any:
                """Return the method as Numba compiles it."""
                return translated(_member_of(class_of(cls.this), name), (cls.this,))

            def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature:
                function = _member_of(class_of(self.this), name)
                if _is_open_list(self.this):
                    args, kws = _in_order(function, args, kws), {}
                    args = tuple([types.float64 if each == MIXED else each for each in args])  # a cost, of one type in a search
                this = _as_seen_by(function, self.this)
                function = _crossing(function, (this, *args))
                return call_type(self.context, function, (this, *args), kws).as_method().replace(recvr=self.this)

        @lower_builtin(Method.key, types.VarArg(types.Any))
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            owner, *others = signature.args
            function = _member_of(class_of(owner), name)
            this = _as_seen_by(function, owner)
            if this != owner:
                args = builder.bitcast(args[0], context.get_value_type(this)), *args[1:]
            return lower_call(context, builder, _crossing(function, (this, *others)), (this, *others), args)

        _methods[name] = Method
    return _methods[name]


def _crossing(function: FunctionType, args: Sequence[types.Type]) -> FunctionType:
    """Return a method that unpacks packed arguments for a hook, or packs them for an open list."""
    owner = args[0]
    if (
        _is_open_list(owner)
        and function.__name__ in ("insert", "known", "improves", "relax")
        and crossing.crosses(args[1], owner.fields["refused"].element)
    ):
        return crossing.with_closed(function, owner.fields["refused"], len(args))  # type: ignore[return-value]
    which = tuple(crossing.opens(each) for each in args)
    if any(which) and not failure.is_ours(function):
        return crossing.with_opened(function, class_of(owner), which)  # type: ignore[return-value]
    return function


def _is_open_list(kind: types.Type) -> bool:
    return isinstance(kind, Reference) and "refused" in kind.fields


def _as_seen_by(function: FunctionType, owner: types.Type) -> types.Type:
    """Return the type of a method's owner: of an open list without its solver, the last field, if that is not used.

    Such a method is compiled once for all classes of solvers.
    """
    if not _is_open_list(owner) or "solver" not in owner.fields or _uses_solver(function.__name__, _classes_in(owner)):
        return owner
    return Reference(owner.cls, {name: kind for name, kind in owner.fields.items() if name != "solver"})


def _classes_in(kind: types.Type) -> frozenset[type]:
    """Return the class of an open list, and those of its parts that belong to the engine."""
    parts = [each for each in kind.fields.values() if isinstance(each, (Instance, Reference))]
    inside = [_classes_in(each) for each in parts if module_of(each.cls).startswith(KERNELS)]
    return frozenset({kind.cls}).union(*inside)


@cache
def _uses_solver(method: str, classes: frozenset[type]) -> bool:
    """Return whether a method may use the solver, as far as the names in it and in the methods of these names tell."""
    names = {method}
    before: set[str] = set()
    while before != names:
        before = set(names)
        found = [vars(base).get(name) for name in before for cls in classes for base in cls.__mro__]
        names = before.union(*(attribute_names(each.__code__) for each in found if isinstance(each, FunctionType)))
    return "solver" in names


def _in_order(function: FunctionType, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> tuple[types.Type, ...]:
    """Return the types of all arguments of an open list's method except self; some were given by name."""
    code = function.__code__
    names = code.co_varnames[1 + len(args) : code.co_argcount]
    missing = [each for each in names[: len(names) - len(function.__defaults__ or ())] if each not in kws]
    if missing or len(args) >= code.co_argcount or not kws.keys() <= set(names):
        said = f"is given no {missing[0]}" if missing else "is given too many arguments, or one that it does not know"
        raise TypingError(f"an open list's {function.__name__}() {said}; {METHODS}")
    return (*args, *(kws.get(name, types.Omitted(None)) for name in names))


@intrinsic
def hooks_first(typingctx: Any, solver: Any, open_list: Any) -> Any:
    """Do nothing at run time; compile the hooks before the engine, which takes longer, so that a refusal comes soon."""
    node = _typed(typingctx, open_list, "node")
    try:
        _typed(typingctx, solver, "is_destination", node.fields["position"])
        _typed(typingctx, solver, "add_neighbours", node, open_list)
    except TypingError as refusal:
        raise failure.Settled(refusal) from refusal
    return types.none(solver, open_list), lambda context, builder, signature, args: context.get_dummy_value()


def _typed(context: Any, owner: types.Type, name: str, *args: types.Type) -> types.Type:
    """Return the type of what a method returns."""
    return context.resolve_getattr(owner, name).get_call_type(context, args, {}).return_type


@lower_getattr_generic(Instance)
def _lower_instance_getattr(context: Any, builder: Any, kind: Any, value: Any, name: Any) -> Any:
    if name in kind.fields:
        struct = cgutils.create_struct_proxy(kind)(context, builder, value=value)
        return impl_ret_borrowed(context, builder, kind.fields[name], struct[place_of(kind, name)])
    return _lower_member(context, builder, kind, value, name)


@lower_getattr_generic(Reference)
def _lower_reference_getattr(context: Any, builder: Any, kind: Any, value: Any, name: Any) -> Any:
    if name in kind.fields:
        struct = cgutils.create_struct_proxy(kind.struct)(context, builder, ref=value)
        return impl_ret_borrowed(context, builder, kind.fields[name], struct[place_of(kind, name)])
    return _lower_member(context, builder, kind, value, name)


for _kind in (types.EnumMember, types.IntEnumMember):
    lower_getattr_generic(_kind)(lambda *given: _lower_member(*given))


def _lower_member(context: Any, builder: Any, kind: Any, value: Any, name: Any) -> Any:
    member = _member_of(class_of(kind), name)
    getter = _getter(class_of(kind), name, member)
    if getter is not None:
        return lower_call(context, builder, getter, (kind,), (value,))
    if isinstance(member, (staticmethod, classmethod)):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, numba_type(member := constant(member)), member)


@lower_setattr_generic(Reference)
def _lower_reference_setattr(context: Any, builder: Any, signature: Any, args: Any, name: Any) -> None:
    kind, given = signature.args
    struct = cgutils.create_struct_proxy(kind.struct)(context, builder, ref=args[0])
    struct[place_of(kind, name)] = context.cast(builder, args[1], given, kind.fields[name])


@infer
class _Iterated(AbstractTemplate):
    """Types ``for item in value`` for a class with ``__iter__``."""

    key = "getiter"

    def generic(self, args: Any, kws: Any) -> Signature | None:
        (kind,) = args
        function = inspect.getattr_static(kind.cls, "__iter__", None) if isinstance(kind, Instance) else None
        if not isinstance(function, FunctionType):
            return None
        return call_type(self.context, function, (kind,), {}).replace(pysig=None)


def _iterator_of(kind: Instance) -> types.Type:
    return call_type(cpu_target.typing_context, inspect.getattr_static(kind.cls, "__iter__"), (kind,), {}).return_type


Iterated.iterator_of = _iterator_of


@lower_builtin("getiter", Instance)
def _lower_iterated(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    function = inspect.getattr_static(signature.args[0].cls, "__iter__")
    return lower_call(context, builder, function, signature.args, args)
