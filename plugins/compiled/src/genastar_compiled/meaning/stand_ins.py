"""Stand-ins: functions that a `Meaning` puts in place of operators and of some functions, because Numba computes otherwise.

A stand-in *chooses* by the types of its arguments: it returns code for them, or ``None`` where Numba's own code means the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from inspect import Parameter, Signature
from typing import Any, Final

from attrs import frozen
from numba.core import types
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, register_model

from genastar_compiled.data.values.mixed import MIXED, Mixed
from genastar_compiled.linking.lowering import linked, lower_known
from genastar_compiled.meaning.numbers.conversions import is_scalar
from genastar_compiled.meaning.numbers.mixed import type_of_call, write_call
from genastar_compiled.meaning.refusal import origin


@frozen
class Chosen:
    """The code of a stand-in for some types of arguments."""

    result: types.Type
    write: Callable[[Any, Any, Sequence[Any]], Any]
    """Writes the code: takes Numba's context, the LLVM builder and the values, and returns the result."""


Choose = Callable[[Sequence[types.Type]], "Chosen | None"]

STAND_INS: Final[dict[object, Callable[..., object]]] = {}
"""Stand-ins by the function that they replace."""
_TAKE_NONE: Final = frozenset(
    {operator.eq, operator.ne, operator.contains, operator.setitem, str, repr, isinstance, type, bool, hash, sorted, sum, slice}
)
"""Functions that mean something for None, or for what has it inside."""
LATER: Final[dict[object, Callable[..., object]]] = {}
"""Stand-ins for questions about what an operator gives, whose answers are no constants. Numba puts a constant in place of its
copies while it does not know yet that the operator has a stand-in too, which may give an int where Numba's gives a float."""
METHODS: Final[dict[str, Callable[..., object]]] = {}
"""Stand-ins by the name of the method that they replace; they take the object first."""


def stands_for(original: object, choose: Choose, numbers: int = 0) -> None:
    """Register a stand-in for a function or an operator; where it is of ``numbers``, for calls with so many of them alone."""

    def chosen(args: Sequence[types.Type]) -> Chosen | None:
        return choose(args) if len(args) == numbers and all(map(is_scalar, args)) else None

    STAND_INS[original] = stand_in_of(StandIn, original, chosen if numbers else choose)


def stands_for_method(name: str, choose: Choose) -> None:
    """Register a stand-in for methods of a name; where ``choose`` returns ``None``, the method itself is used."""
    METHODS[name] = stand_in_of(StandIn, name, choose)


class StandIn(types.Function):
    """The type of a stand-in: it has its own code for some types of arguments, and Numba's for others."""

    def __init__(self, stand_in: object, original: object, choose: Any) -> None:
        self._original = original
        self._choose = choose
        self._chosen: set[tuple[bool, types.Type, tuple[types.Type, ...]]] = set()
        super().__init__(type("StandIn", (AbstractTemplate,), {"key": stand_in}))

    def _is_ours(self, sig: Any) -> bool:
        """Return whether a call has this package's code."""
        return (origin().whole, sig.return_type, sig.args) in self._chosen

    def _ours(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of this package's code, or ``None``."""
        chosen = None if kws else self._choose(args)
        return chosen and signature(chosen.result, *args)

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        if not isinstance(self._original, str) and self._original not in _TAKE_NONE:
            args = tuple(kind.type if isinstance(kind, types.Optional) else kind for kind in args)  # a cast raises for None
        if MIXED in args and not kws:
            return type_of_call(context, args, lambda way: self.get_call_type(context, way, {}))
        ours = self._ours(context, args, kws)
        if ours is not None:
            self._chosen.add((origin().whole, ours.return_type, ours.args))
            return ours
        if not isinstance(self._original, str):
            return context.resolve_value_type(self._original).get_call_type(context, args, kws)
        method = context.resolve_getattr(args[0], self._original)
        if method is None:
            raise TypingError(f"Unknown attribute {self._original!r} of type {args[0]}")
        found = method.get_call_type(context, args[1:], kws)
        if found is None:
            raise TypingError(f"{self._original}() is given what it does not take in machine code; write an index, or a loop")
        given = found.pysig and [Parameter("this", Parameter.POSITIONAL_ONLY), *found.pysig.parameters.values()]
        return signature(found.return_type, args[0], *found.args).replace(pysig=given and Signature(given))

    def get_impl_key(self, sig: Any) -> Any:
        if MIXED in sig.args or self._is_ours(sig) or isinstance(self._original, str):
            return self.typing_key
        return cpu_target.typing_context.resolve_value_type(self._original).get_impl_key(sig)

    def write(self, context: Any, builder: Any, sig: Any, args: Any) -> Any:
        """Write the code of a call."""
        if MIXED in sig.args:
            return write_call(context, builder, sig, args, partial(lower_known, context, builder, self))
        if self._is_ours(sig):
            return self._choose(sig.args).write(context, builder, args)
        method = context.typing_context.resolve_getattr(sig.args[0], self._original)
        found = method.get_call_type(context.typing_context, sig.args[1:], {})
        return linked(context, method, found)(builder, args)


register_model(StandIn)(models.OpaqueModel)


def stand_in_of(kind: type[StandIn], original: object, choose: Any) -> Callable[..., object]:
    """Return a stand-in of this type, which Numba knows."""
    name = getattr(original, "__name__", str(original))

    def stand_in(*args: object) -> object:
        raise NotImplementedError(f"{name} is for machine code")

    stand_in.__name__ = stand_in.__qualname__ = name
    made = kind(stand_in, original, choose)
    infer_global(stand_in, made)
    lower_builtin(stand_in, types.VarArg(types.Any))(made.write)
    return stand_in


def compares_outside(sign: object, stand_in: Callable[..., object]) -> None:
    """Register a comparison of mixed numbers for functions that are not users', such as Numba's of tuples and lists."""

    class Compares(AbstractTemplate):
        key = sign

        def generic(self, args: Any, kws: Any) -> Any:
            numbers = len(args) == 2 and all(isinstance(each, (types.Number, types.Boolean, Mixed)) for each in args)
            return signature(types.boolean, *args) if numbers and MIXED in args else None

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.typing_context.resolve_value_type(stand_in).write(context, builder, sig, args)

    typing = cpu_target.typing_context
    typing.refresh()  # knows Numba's own
    others = typing.resolve_value_type(sign)
    typing._remove_global(sign)
    typing._insert_global(sign, types.Function((Compares, *others.templates)))  # before those that take it for a float
    for kinds in ((Mixed, Mixed), (Mixed, types.Any), (types.Any, Mixed)):
        lower_builtin(sign, *kinds)(lower)
