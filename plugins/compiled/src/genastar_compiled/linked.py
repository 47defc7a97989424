"""Compilers of programs: of functions that are linked into a program and never called by themselves, and of its entry.

Numba makes machine code of each function that it compiles, although all that a program calls is inlined into its one entry.
The compilers of functions stop before that. They optimise each function as Numba does: left to the entry alone, LLVM made loops
that ran a tenth longer. Of the entry, the compiler keeps the machine code alone, in memory and in the cache.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import count
from secrets import randbits
from typing import Any, Final

from llvmlite import binding as ll
from llvmlite.binding.newpassmanagers import NewPassManager
from numba import _dynfunc
from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

LARGEST: Final = 1_000_000
"""Characters of LLVM's text up to which a function is inlined: to copy larger ones into every caller takes minutes."""


def _number_anew() -> None:
    """Let the numbers in names of functions begin anywhere.

    Numba counts from 1 in each process. So code from two processes has functions of one name, and LLVM would take the first of
    them for both when a third process loads them.
    """
    FunctionIdentity._unique_ids = count(randbits(48))


_number_anew()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_number_anew)

_ON_THE_WAY: Final = ("genastar_compiled.kernel.loop.act", "genastar_compiled.kernel.loop.command")
"""Functions between the loop and the entry: they hold the whole program already, and the entry optimises it once more."""

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""How Numba's names of environments begin: what a function needs to build the arguments of an exception."""


class _Library(JITCodeLibrary):
    """Numba's library, which frees the managers of its passes: llvmlite does not, and each keeps 60 KB."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        _run(self._codegen._function_pass_manager(), module.functions)

    def _optimize_final_module(self) -> None:
        codegen = self._codegen
        cheap = {"loop_vectorize": codegen._loopvect, "slp_vectorize": False, "opt": codegen._opt_level, "cost": "cheap"}
        for settings in (cheap, {}):
            _run(codegen._module_pass_manager(**settings), [self._final_module])


def _run(passes: tuple[Any, Any], targets: Iterable[Any]) -> None:
    manager, builder = passes
    for target in targets:
        manager.run(target, builder)
    NewPassManager._dispose(manager)  # hidden by the base class that comes first in the manager's own class
    manager.detach()


class _Part(_Library):
    """The code of one function and of what it calls, for another library to link."""

    on_the_way = False

    def _optimize_final_module(self) -> None:
        if not self.on_the_way:
            super()._optimize_final_module()

    def add_ir_module(self, module: Any) -> None:
        """Take in the code of the function, and of the next step if it is a generator, which Numba itself does not inline."""
        wanted, unwanted = ("noinline", "alwaysinline") if len(str(module)) > LARGEST else ("alwaysinline", "noinline")
        for function in module.functions:
            if not function.is_declaration:
                function.attributes.discard(unwanted)
                function.attributes.add(wanted)
        super().add_ir_module(module)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _Whole(_Library):
    """The machine code of a program. Nobody links it: what it was made of is let go, which is nine tenths of the memory."""

    _final_module: Any
    _shared_module: Any
    _machine_code = b""

    def _finalize_final_module(self) -> None:
        if self._compiled_object is None:  # it was compiled just now, and not taken from the cache
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._machine_code = self._codegen._tm.emit_object(self._final_module)
            self._set_compiled_object(self._machine_code)
            self._shared_module = _names_of(self._final_module)
            environments = [each.name for each in self._final_module.global_variables if each.name.startswith(_ENVIRONMENT)]
            declared = [str(self._codegen._create_empty_module(self.name))]
            declared += [f'@"{name}" = external global i8' for name in environments]  # Numba looks for them here
            self._final_module = ll.parse_assembly("\n".join(declared))
            self._linking_libraries.clear()
            self._codegen._engine._load_defined_symbols(self._shared_module)
        super()._finalize_final_module()

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        return self.name, "object", (self._machine_code, self._shared_module.as_bitcode())


def stand_in(description: Any, environment: Any, library: Any) -> Any:
    """Return a function that cannot be called, by which Numba knows the code of a part."""
    name = description.qualname.split(".")[-1]
    return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))


def lower_known(context: Any, builder: Any, callee: Any, arg_types: Any, args: Any) -> tuple[Any, types.Type]:
    """Return the LLVM value and the type of a call of what has this type for Numba, with arguments that it may convert."""
    signature = callee.get_call_type(context.typing_context, arg_types, {})
    call = context.get_function(callee, signature)
    context.add_linking_libs(getattr(call, "libs", ()))
    given = [context.cast(builder, *each) for each in zip(args, arg_types, signature.args, strict=True)]
    return call(builder, given), signature.return_type


def _names_of(module: Any) -> Any:
    """Return a module that defines the names of another and no code: so Numba finds them in the machine code."""
    named = [each.name for each in (*module.functions, *module.global_variables) if not each.is_declaration]
    return ll.parse_assembly("\n".join(f'@"{name}" = global i8 0' for name in named))


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerToProgram(NativeLowering):
    """Numba's lowering, for an entry."""

    _name = "genastar_lower_to_program"

    def run_pass(self, state: Any) -> bool:
        state.library = _Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        changed: bool = super().run_pass(state)
        return changed


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerToPart(NativeLowering):
    """Numba's lowering, without the step that makes machine code."""

    _name = "genastar_lower_to_part"

    def run_pass(self, state: Any) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.on_the_way = f"{state.func_id.modname}.{state.func_id.func_qualname}" in _ON_THE_WAY
        state.library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, library = state["cr"], state.library
        named = stand_in(lowered.fndesc, lowered.env, library)
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


class Entry(CompilerBase):
    """Numba's compiler, for the entry of a program."""

    def define_pipelines(self) -> list[Any]:
        passes = _pipeline(self.state, LowerToProgram)
        passes.finalize()
        return [passes]


def linked_pipeline(state: Any, lowering: type[LowerToPart] = LowerToPart) -> Any:
    """Return Numba's passes, of which the last makes a part; they are still to be finalised."""
    return _pipeline(state, lowering)


def _pipeline(state: Any, lowering: type[NativeLowering]) -> Any:
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    at = next(at for at, (each, _) in enumerate(passes.passes) if each is NativeLowering)
    passes.passes[at] = (lowering, passes.passes[at][1])
    return passes
