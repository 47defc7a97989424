"""Numba's lowering, by which a function becomes a part of a program, or the whole."""

from __future__ import annotations

from typing import Any, Final

from numba import _dynfunc
from numba.core import types
from numba.core.compiler import _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

from genastar_compiled.linking.libraries import LARGEST, Part, Whole
from genastar_compiled.linking.yielding import YieldingLower, give_memory
from genastar_compiled.reach.names import is_own

_ON_THE_WAY: Final = ("genastar_compiled.kernel.loop.act", "genastar_compiled.kernel.loop.command")
"""Functions between the loop and the entry: they hold the whole program already, and the entry optimises it once more."""


_APART: Final = ("place",)
"""Functions in generated source that a program calls in many places: they are not inlined."""


def stand_in(description: Any, environment: Any, library: Any) -> Any:
    """Return a function that cannot be called, by which Numba knows the code of a part."""
    name = description.qualname.split(".")[-1]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))


def linked(context: Any, callee: Any, signature: Any) -> Any:
    """Return what writes a call of what has this type for Numba, whose code becomes a part of the program."""
    call = context.get_function(callee, signature)
    context.add_linking_libs(getattr(call, "libs", ()))
    return call


def lower_known(context: Any, builder: Any, callee: Any, arg_types: Any, args: Any) -> tuple[Any, types.Type]:
    """Return the LLVM value and the type of a call of what has this type for Numba, with arguments that it may convert."""
    signature = callee.get_call_type(context.typing_context, arg_types, {})
    given = [context.cast(builder, *each) for each in zip(args, arg_types, signature.args, strict=True)]
    return linked(context, callee, signature)(builder, given), signature.return_type


def lower_named(context: Any, builder: Any, function: Any, arg_types: Any, args: Any) -> tuple[Any, types.Type]:
    """Return the LLVM value and the type of a call of a function that Numba knows, such as ``len``."""
    return lower_known(context, builder, context.typing_context.resolve_value_type(function), arg_types, args)


class _Lowering(NativeLowering):
    @property
    def lowering_class(self) -> type[Lower]:
        return YieldingLower

    def run_pass(self, state: Any) -> bool:
        give_memory(state)
        lowered: bool = super().run_pass(state)
        return lowered


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerToProgram(_Lowering):
    """Numba's lowering, for an entry."""

    _name = "genastar_lower_to_program"

    def run_pass(self, state: Any) -> bool:
        state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        changed: bool = super().run_pass(state)
        return changed


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerInside(_Lowering):
    """Numba's lowering, without the step that makes machine code, for a function of Numba's library."""

    _name = "genastar_lower_inside"

    def run_pass(self, state: Any) -> bool:
        if state.library is None:
            state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
            if is_own(state.func_id.modname):
                state.library.largest = 0 if state.func_id.func_qualname in _APART else LARGEST
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, library = state["cr"], state.library
        named = stand_in(lowered.fndesc, lowered.env, library)
        state.targetctx.insert_user_function(named, lowered.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=named, env=lowered.env)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerToPart(LowerInside):
    """Numba's lowering, without that step, for a function of this package."""

    _name = "genastar_lower_to_part"

    def run_pass(self, state: Any) -> bool:
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.largest = LARGEST
        state.library.is_optimised = f"{state.func_id.modname}.{state.func_id.func_qualname}" not in _ON_THE_WAY
        return super().run_pass(state)
