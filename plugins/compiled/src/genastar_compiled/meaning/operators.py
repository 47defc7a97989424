"""Operators between attrs values: ``__lt__``, ``__add__`` and so on of a class, compiled where they are used.

The comparisons that attrs generates cannot be compiled, because they read ``__class__``. They compare field by field, and so do
their replacements here.
"""

from __future__ import annotations

import dataclasses
import inspect
import operator
from functools import cache
from types import FunctionType
from typing import Any, Final

import attrs
from numba.core import types
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, signature
from numba.extending import intrinsic, lower_builtin, overload

from genastar_compiled.data.calls import call_type, lower_call
from genastar_compiled.data.values.flags import FlagMember
from genastar_compiled.data.values.optional import there
from genastar_compiled.data.values.records import is_generated, is_written
from genastar_compiled.data.values.signs import BINARY, COMPARISONS, OF_TUPLES, REFLECTED, UNARY
from genastar_compiled.data.values.values import Instance
from genastar_compiled.reach.generated import generated


def operator_method(cls: type, name: str) -> FunctionType | None:
    """Return the function by which a class compares or computes, ready to compile; ``None`` if it has none."""
    method = inspect.getattr_static(cls, name, None)
    if is_written(method):
        return method
    return _written(cls, name, method, inspect.getattr_static(cls, "__eq__"))


@cache
def _written(cls: type, name: str, method: object, equal: object) -> FunctionType | None:
    """Return the function in the place of one that attrs or a dataclass wrote."""
    match name:
        case "__eq__":
            text = " and ".join(f"self.{field} == other.{field}" for field in compared(cls)) or "True"
        case "__ne__":
            return _function(name, "not (self == other)", {}) if operator_method(cls, "__eq__") else None
        case "__lt__" | "__le__" | "__gt__" | "__ge__" if isinstance(method, FunctionType):
            sign = next(sign for each, sign in COMPARISONS.items() if BINARY[each] == name)
            kept = _kept(cls, "order")
            mine, theirs = ("".join(f"{side}.{field}, " for field in kept) for side in ("self", "other"))
            text = f"({mine}) {sign} ({theirs})"
        case _:
            return None
    return _function(name, text, {})


def compared(cls: type) -> list[str]:
    """Return the fields by which attrs or a dataclass compares for equality.

    Raises:
        TypingError: the class compares by identity, or applies a function to a field.
    """
    if not _writes_itself(cls, "__eq__"):
        raise TypingError(
            f"{cls.__qualname__} compares by identity, which machine code does not support; "
            "leave eq=False out, or write __eq__ and __hash__"
        )
    return _kept(cls, "eq")


def _kept(cls: type, how: str) -> list[str]:
    if not attrs.has(cls):
        return [field.name for field in dataclasses.fields(cls) if field.compare]
    fields = [field for field in attrs.fields(cls) if getattr(field, how)]
    for field in fields:
        if getattr(field, f"{how}_key") is not None:
            raise TypingError(
                f"{cls.__qualname__}.{field.name} is compared by a function ({how}=...); write the comparison out"
            )
    return [field.name for field in fields]


def hash_method(cls: type) -> FunctionType | None:
    """Return a user's ``__hash__`` beside the class's own ``__eq__``; ``None`` if attrs or a dataclass wrote the hash.

    Raises:
        TypingError: equal values may have different hashes.
    """
    equal, made = inspect.getattr_static(cls, "__eq__"), inspect.getattr_static(cls, "__hash__")
    if is_written(equal):
        if is_written(made):
            return made
        raise TypingError(f"{cls.__qualname__} has an __eq__ of its own and no __hash__ of its own; write both")
    fields = attrs.fields(cls) if attrs.has(cls) else dataclasses.fields(cls)
    for field in fields:
        if field.hash and not (field.eq if isinstance(field, attrs.Attribute) else field.compare):
            raise TypingError(f"{cls.__qualname__}.{field.name} is hashed and not compared; leave hash=True out")
    return None


def _function(name: str, expression: str, scope: dict[str, object]) -> FunctionType:
    made: FunctionType = generated(f"def {name}(self, other):\n    return {expression}", scope, f"<{name}>")
    return made


def _register_binary(sign: object, name: str) -> None:
    @infer_global(sign)
    class Binary(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            chosen = _choose(name, args)
            if chosen is None:
                return None
            function, order = chosen
            found = call_type(self.context, function, tuple(args[i] for i in order), {})
            by_position = tuple(found.args[order.index(i)] for i in (0, 1))
            return found.replace(args=by_position, pysig=None)

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        chosen = _choose(name, signature.args)
        assert chosen is not None
        function, order = chosen
        return lower_call(context, builder, function, [signature.args[i] for i in order], [args[i] for i in order])

    for kinds in ((Instance, Instance), (Instance, types.Any), *([(types.Any, Instance)] if name in REFLECTED else [])):
        lower_builtin(sign, *kinds)(lower)
    named, other = types.BaseNamedTuple, types.Any
    for kinds in (
        () if name in OF_TUPLES else ((named, named), (named, Instance), (Instance, named), (named, other), (other, named))
    ):
        lower_builtin(sign, *kinds)(lower)


_COMPARISONS = ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__")


def _writes_itself(cls: type, name: str) -> bool:
    """Return whether attrs wrote this method of a class; such a method checks the other's class."""
    method = inspect.getattr_static(cls, name, None)
    return isinstance(method, FunctionType) and is_generated(method)


def _choose(name: str, args: tuple[types.Type, ...]) -> tuple[FunctionType, tuple[int, int]] | None:
    if len(args) != 2:
        return None
    left, right = args
    others = isinstance(left, Instance) and isinstance(right, Instance) and left.cls is not right.cls
    if (
        others
        and name in _COMPARISONS
        and (_writes_itself(left.cls, name) or _writes_itself(right.cls, REFLECTED.get(name, name)))
    ):
        raise TypingError(f"{left.cls.__qualname__} is compared with {right.cls.__qualname__}, which attrs calls unequal")
    if function := _method_of(left, name):
        return function, (0, 1)
    other = REFLECTED.get(name)
    if other and (function := _method_of(right, other)):
        return function, (1, 0)
    return None


def _method_of(kind: types.Type, name: str) -> FunctionType | None:
    """Return the function that an operator calls for a value on its left; ``None`` if machine code has its own meaning."""
    if isinstance(kind, Instance):
        function = operator_method(kind.cls, name)
        return _AS_PYTHON.get(name, function) if function else None
    if isinstance(kind, types.BaseNamedTuple) and name not in OF_TUPLES:
        method = inspect.getattr_static(kind.instance_class, name, None)
        return method if isinstance(method, FunctionType) else None
    return None


def _contains(self, other):  # type: ignore[no-untyped-def]
    return bool(self.__contains__(other))


def _length(self):  # type: ignore[no-untyped-def]
    length = whole_length(self.__len__())
    if length < 0:
        raise ValueError("__len__() should return >= 0")
    return length


_AS_PYTHON: Final[dict[str, Any]] = {"__contains__": _contains, "__len__": _length}
"""Functions that call a method, and make of what it gives what Python does."""


@intrinsic
def whole_length(typingctx: Any, length: Any) -> Any:
    """Return a length; refuse at compile time what is not an int."""
    if not isinstance(length, types.Integer):
        raise TypingError("a __len__ gives no int, and Python raises a TypeError; return an int")
    return length(length), lambda context, builder, signature, args: args[0]


def _register_unary(sign: object, name: str) -> None:
    @infer_global(sign)
    class Unary(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            function = _method_of(args[0], name) if len(args) == 1 else None
            return None if function is None else call_type(self.context, function, args, {}).replace(pysig=None)

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return lower_call(context, builder, _method_of(signature.args[0], name), signature.args, args)

    lower_builtin(sign, Instance)(lower)
    if name not in OF_TUPLES:
        lower_builtin(sign, types.BaseNamedTuple)(lower)


for _binary, _name in BINARY.items():
    _register_binary(_binary, _name)
for _unary, _name in UNARY.items():
    _register_unary(_unary, _name)


@overload(bool)
def _truth(value):  # type: ignore[no-untyped-def]  # Numba compares the two signatures to the letter
    if isinstance(value, (types.IntEnumMember, FlagMember)):
        return lambda value: value.value != 0
    if isinstance(value, types.EnumMember):  # with a __bool__ of its own it is refused
        return lambda value: True
    if not isinstance(value, Instance):
        return None
    if (function := operator_method(value.cls, "__bool__")) is not None:
        if not isinstance(call_type(cpu_target.typing_context, function, (value,), {}).return_type, types.Boolean):
            raise TypingError(f"{value.cls.__qualname__}.__bool__ gives no bool, and Python raises a TypeError; return a bool")
        return lambda value: value.__bool__()
    if operator_method(value.cls, "__len__") is not None:
        return lambda value: len(value) != 0
    return lambda value: True


@overload(operator.not_)
def _untruth(value):  # type: ignore[no-untyped-def]
    if isinstance(value, types.Optional):
        return lambda value: value is None or not there(value)
    if isinstance(value, types.DictType):
        return lambda value: len(value) == 0
    others = (Instance, types.EnumMember, types.Sequence, types.Set, types.BaseTuple, types.UnicodeType)
    return (lambda value: not bool(value)) if isinstance(value, others) else None


@infer
class _PartOfOptional(AbstractTemplate):
    """Types ``node.parent[0]`` with a constant index: Numba supports it for tuples, but not for what may be ``None``."""

    key = "static_getitem"

    def generic(self, args: Any, kws: Any) -> Any:
        whole, index = args
        if not isinstance(whole, types.Optional):
            return None
        part = self.context.resolve_static_getitem(whole.type, index)
        return None if part is None else signature(part.return_type, whole, *part.args[1:])


@lower_builtin("static_getitem", types.Optional, types.Any)
def _lower_part_of_optional(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    whole = sig.args[0]
    there = context.cast(builder, args[0], whole, whole.type)
    inside = signature(sig.return_type, whole.type, *sig.args[1:])
    return context.get_function("static_getitem", inside)(builder, (there, args[1]))


@lower_builtin(operator.is_, types.Any, types.Optional)
@lower_builtin(operator.is_, types.Optional, types.Any)
@lower_builtin(operator.is_, types.Optional, types.Optional)
def _lower_is(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Write ``is`` where one may be None; Numba has it for two values of one type, and False for others."""
    return context.compile_internal(builder, _is, sig, args)


def _is(left, right):  # type: ignore[no-untyped-def]
    if left is None or right is None:
        return left is None and right is None
    return there(left) is there(right)
