"""Compilers of programs: of functions that are linked into a program and never called by themselves, and of its entry.

Numba makes machine code of each function that it compiles, although all that a program calls is inlined into its one entry.
The compilers of functions stop before that. They optimise each function as Numba does: left to the entry alone, LLVM made loops
that ran a tenth longer. Of the entry, the compiler keeps the machine code alone, in memory and in the cache.

Functions of Numba's library, such as ``str.split``, come into a program by `Inside`, a target of their own. The large ones are
not inlined, and linked into the entry alone: else each caller and its callers would optimise them again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from copy import copy
from functools import cache
from itertools import count
from secrets import randbits
from typing import Any, Final

from llvmlite import binding as ll
from llvmlite.binding.newpassmanagers import NewPassManager
from numba import _dynfunc, jit
from numba.core import typed_passes, types, untyped_passes
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags, _LowerResult
from numba.core.compiler_machinery import PassManager, _pass_registry, register_pass
from numba.core.errors import new_error_context
from numba.core.postproc import PostProcessor
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.core.targetconfig import ConfigStack
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NativeLowering

from genastar_compiled.names import is_own
from genastar_compiled.options import UNWRAPPED

LARGEST: Final = 15_000
"""Instructions of LLVM up to which a function is inlined: to copy larger ones into every caller takes minutes."""

LARGEST_OF_LIBRARY: Final = 500
"""The same for functions of Numba's library. A comparison of texts is inlined, and folded if one is a letter; a join is not."""


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

    def finalize(self) -> None:
        """Link the libraries that this one calls, and optimise the whole."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            linked = library.alone() if isinstance(library, _Part) else library._get_module_for_linking()
            self._final_module.link_in(linked, preserve=True)
        self._optimize_final_module()
        self._finalize_final_module()

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

    largest = LARGEST_OF_LIBRARY
    is_large = False
    is_optimised = False

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._apart: dict[_Part, None] = {}
        """The large functions that this one calls, which are still to be linked."""

    def add_linking_library(self, library: Any) -> None:
        """Link another library; if its function is large, leave that to who links this one."""
        library._ensure_finalized()
        if isinstance(library, _Part):
            self._apart |= library.apart()
            if library.is_large:
                return
        self._linking_libraries.append(library)

    def apart(self) -> dict[_Part, None]:
        """Return the large functions that this library needs, itself included. Callers come first, as the linker wants."""
        return {self: None} | self._apart if self.is_large else self._apart

    def _optimize_final_module(self) -> None:
        if self.is_optimised and not self.is_large:
            super()._optimize_final_module()

    def add_ir_module(self, module: Any) -> None:
        """Take in the code of the function, and of the next step if it is a generator, which Numba itself does not inline."""
        blocks = [block for function in module.functions for block in function.blocks]
        self.is_large = sum(len(block.instructions) for block in blocks) > self.largest
        wanted, unwanted = ("noinline", "alwaysinline") if self.is_large else ("alwaysinline", "noinline")
        for function in module.functions:
            if not function.is_declaration:
                function.attributes.discard(unwanted)
                function.attributes.add(wanted)
        super().add_ir_module(module)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def alone(self) -> Any:
        """Return the module without the large functions that this one calls."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return all code that this function needs, for a library of Numba's own, which it may get from a cache of Numba's."""
        if not self._apart:
            return self.alone()
        module = self.alone().clone()
        for each in self._apart:
            module.link_in(each.alone(), preserve=True)
        return module


class _Whole(_Library):
    """The machine code of a program. Nobody links it: what it was made of is let go, which is nine tenths of the memory."""

    _final_module: Any
    _shared_module: Any
    _machine_code = b""

    def add_linking_library(self, library: Any) -> None:
        """Link another library, and the large functions that it leaves to this one."""
        super().add_linking_library(library)
        self._linking_libraries += library.apart() if isinstance(library, _Part) else []

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
class LowerInside(NativeLowering):
    """Numba's lowering, without the step that makes machine code, for a function of Numba's library."""

    _name = "genastar_lower_inside"

    def run_pass(self, state: Any) -> bool:
        if state.library is None:
            state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
            if is_own(state.func_id.modname):
                state.library.largest = LARGEST
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
    """The same for a function of this package."""

    _name = "genastar_lower_to_part"

    def run_pass(self, state: Any) -> bool:
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.largest = LARGEST
        state.library.is_optimised = f"{state.func_id.modname}.{state.func_id.func_qualname}" not in _ON_THE_WAY
        return super().run_pass(state)


class Inside(CPU):
    """Numba's target for what its library and this package have in programs."""


class _Flags(Flags):
    """The flags that functions of Numba's library take over from their callers, and by which Numba finds them again."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


@cache
def _flags(counting: bool) -> _Flags:
    flags = _Flags()
    flags.nrt = counting
    return flags


@cache
def _target_inside(target: Any) -> Any:
    """Return Numba's target context for programs, which shares everything with its own but what makes machine code."""
    codegen = copy(target.codegen())
    codegen._library_class = _Part
    return target.subtarget(target=Inside, _internal_codegen=codegen)


class _Passes(PassManager):
    """Numba's passes, without events that nobody hears and analyses of variables that the passes themselves repeat."""

    def _runPass(self, index: int, each: Any, state: Any) -> None:  # noqa: N802
        each.analysis = self._analysis
        with new_error_context("Pass {name}", name=each.name()):
            changed = each.run_pass(state)
        if _pass_registry.get(type(each)).mutates_CFG:
            if changed and state.func_ir.is_generator:
                PostProcessor(state.func_ir).run()
            else:
                state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)


_passes: Final[dict[type, _Passes]] = {}
"""The passes of each compiler."""


class Compiler(CompilerBase):
    """Numba's compiler, for functions of programs."""

    lowering: type[NativeLowering] = LowerToPart
    needless: tuple[type, ...] = (typed_passes.AnnotateTypes, typed_passes.DumpParforDiagnostics)
    """Passes that are left out."""

    def __init__(self, typing: Any, target: Any, *others: Any) -> None:
        super().__init__(typing, _target_inside(target), *others)

    def _compile_core(self) -> Any:
        kind = type(self)
        if kind not in _passes:
            (_passes[kind],) = self.define_pipelines()
        with ConfigStack().enter(_flags(self.state.flags.nrt)):
            _passes[kind].run(self.state)
        self.state.pipeline = None
        return self.state.cr

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes, of which the lowering is another, without those that nothing here needs."""
        passes = _Passes("nopython")
        for each, told in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            if each not in self.needless:
                passes.add_pass(self.lowering if each is NativeLowering else each, told)
        passes.finalize()
        return [passes]


class Linked(Compiler):
    """The compiler of functions of this package."""


class Kernel(Compiler):
    """The compiler of functions that are written in few constructs."""

    needless = (
        *Compiler.needless,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.IRProcessing,
        untyped_passes.InlineClosureLikes,
        untyped_passes.InlineInlinables,
        untyped_passes.LiteralPropagationSubPipelinePass,
        untyped_passes.LiteralUnroll,
        untyped_passes.MakeFunctionToJitFunction,
        untyped_passes.RewriteDynamicRaises,
        untyped_passes.WithLifting,
        typed_passes.InlineOverloads,
        typed_passes.NopythonRewrites,
        typed_passes.NoPythonSupportedFeatureValidation,
    )


class Entry(Compiler):
    """The compiler of the entry of a program."""

    lowering = LowerToProgram


class _OfLibrary(Compiler):
    """The compiler of functions of Numba's library."""

    lowering = LowerInside


_of_library: Final[dict[object, Any]] = {}
"""The functions of Numba's library. It makes some of them anew for each call and for each typing, with the same code."""


def _jit_inside(**options: Any) -> Callable[[Any], Any]:
    """Return the decorator for Numba's library in the place of ``numba.jit``."""

    def decorated(function: Any) -> Any:
        cells = tuple([id(cell.cell_contents) for cell in function.__closure__ or ()])
        defaults = tuple(map(id, function.__defaults__ or ()))
        key = function.__code__, id(function.__globals__), cells, defaults, repr(options), ConfigStack.top_or_none()
        if key not in _of_library:
            _of_library[key] = jit(**options, pipeline_class=_OfLibrary)(function)
        return _of_library[key]

    options = options | UNWRAPPED
    return decorated


target_registry["genastar"] = Inside
dispatcher_registry[Inside] = dispatcher_registry[CPU]
jit_registry[Inside] = _jit_inside
