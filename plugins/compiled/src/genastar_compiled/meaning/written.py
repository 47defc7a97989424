"""Stand-ins whose code is a function written in Python: they *pick* it by the types of their arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numba.core import types
from numba.core.datamodel import models
from numba.core.typing.templates import signature
from numba.extending import register_model

from genastar_compiled.data.values.mixed import MIXED
from genastar_compiled.linking.lowering import lower_known
from genastar_compiled.meaning.stand_ins import METHODS, STAND_INS, Chosen, StandIn, stand_in_of
from genastar_compiled.reach.functions import translate

Pick = Callable[[Sequence[types.Type], Mapping[str, types.Type]], "Chosen | Callable[..., object] | None"]


def stands_for_by(original: object, pick: Pick) -> None:
    """Register a stand-in written in Python: ``pick`` returns the function for some arguments, or ``None``."""
    STAND_INS[original] = stand_in_of(_Written, original, pick)


def stands_for_method_by(name: str, pick: Pick) -> None:
    """Register a stand-in for methods, written in Python."""
    METHODS[name] = stand_in_of(_Written, name, pick)


class _Written(StandIn):
    """The type of a stand-in written in Python."""

    def _ours(self, context: Any, args: Any, kws: Any) -> Any:
        function = self._choose(args, kws)
        if isinstance(function, Chosen):
            return None if kws else signature(function.result, *args)
        return function and types.Dispatcher(translate(function)).get_call_type(context, args, kws)

    def write(self, context: Any, builder: Any, sig: Any, args: Any) -> Any:
        ours = MIXED not in sig.args and self._is_ours(sig)
        function = self._choose(sig.args, {}) if ours else None
        if isinstance(function, Chosen):
            return function.write(context, builder, args)
        if function is None:
            return super().write(context, builder, sig, args)
        return lower_known(context, builder, types.Dispatcher(translate(function)), sig.args, args)[0]


register_model(_Written)(models.OpaqueModel)
