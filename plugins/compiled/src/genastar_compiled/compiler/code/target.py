"""LLVM: it optimises the text of a program, and loads it as machine code of this processor."""

from __future__ import annotations

from functools import cache
from typing import Any

import llvmlite.binding as llvm

_LEVEL = 3


@cache
def _machine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return _new_machine()


def _new_machine() -> Any:
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=_LEVEL,
        reloc="static",
        codemodel="jitdefault",
        jit=True,
    )


def layout_and_triple() -> tuple[str, str]:
    """Return what the text of a module says of this machine."""
    machine = _machine()
    return str(machine.target_data), machine.triple


def loaded(text: str, entry: str) -> tuple[int, Any]:
    """Return the address of a function of a module, and what keeps its code in memory."""
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    options.slp_vectorization = options.loop_vectorization = False
    builder = llvm.create_pass_builder(_machine(), options)
    builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, _new_machine())
    engine.finalize_object()
    return engine.get_function_address(entry), engine
