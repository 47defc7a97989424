"""Compilers of functions that are linked into a program and never called by themselves.

Numba makes machine code of each function that it compiles, although all that a program calls is inlined into its one entry.
These compilers stop before that. They optimise each function as Numba does: left to the entry alone, LLVM made loops that ran a
tenth longer.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class _Part(JITCodeLibrary):
    """The code of one function and of what it calls, for another library to link."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerToPart(NativeLowering):
    """Numba's lowering, without the step that makes machine code."""

    _name = "genastar_lower_to_part"

    def run_pass(self, state: Any) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, library = state["cr"], state.library
        # A function that nobody can call, where Numba wants one to know the code by.
        named = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), lowered.fndesc.qualname.split(".")[-1], "", 0, lowered.env, (library,)
        )
        state.targetctx.insert_user_function(named, lowered.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=named, env=lowered.env)
        return True


class Linked(CompilerBase):
    """Numba's compiler, for functions of this package."""

    def define_pipelines(self) -> list[Any]:
        passes = linked_pipeline(self.state)
        passes.finalize()
        return [passes]


def linked_pipeline(state: Any) -> Any:
    """Return Numba's passes, of which the last makes a part; they are still to be finalised."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    at = next(at for at, (each, _) in enumerate(passes.passes) if each is NativeLowering)
    passes.passes[at] = (LowerToPart, passes.passes[at][1])
    return passes
