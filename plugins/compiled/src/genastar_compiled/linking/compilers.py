"""Compilers of the functions of programs, and of their entries."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any, Final

from numba import jit
from numba.core import typed_passes, untyped_passes
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import PassManager, _pass_registry
from numba.core.errors import new_error_context
from numba.core.postproc import PostProcessor
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.core.targetconfig import ConfigStack
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NativeLowering

from genastar_compiled.linking.convention import Context
from genastar_compiled.linking.libraries import Part
from genastar_compiled.linking.lowering import LowerInside, LowerToPart, LowerToProgram
from genastar_compiled.meaning.refusal import origin
from genastar_compiled.options import UNWRAPPED
from genastar_compiled.plans.lasting import Lasting, described


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
    codegen._library_class = Part
    inside = target.subtarget(target=Inside, _internal_codegen=codegen)
    inside.__class__ = Context
    return inside


class _Passes(PassManager):
    """Numba's passes, without events that have no listener, and without analyses of variables that the passes repeat."""

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
        way = repr(options), ConfigStack.top_or_none(), origin()
        key = function.__code__, id(function.__globals__), cells, defaults, way
        if key not in _of_library:
            made = _of_library[key] = jit(**options, pipeline_class=_OfLibrary)(function)
            if told := described(function):
                made._cache = Lasting(f"{told} {way}")
        return _of_library[key]

    options = options | UNWRAPPED
    return decorated


target_registry["genastar"] = Inside
dispatcher_registry[Inside] = dispatcher_registry[CPU]
jit_registry[Inside] = _jit_inside
