"""LLVM: it optimises the text of a program, and loads it as machine code of this processor.

An object file is kept for each text: what LLVM makes depends on nothing but the text and the processor.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm

from genastar_compiled.storage import disk
from genastar_compiled.storage.folder import cache_folder

_LEVEL: Final = 3


@cache
def _machine() -> Any:
    return _new_machine()


@cache
def _initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _new_machine() -> Any:
    _initialize()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=_features(),
        opt=_LEVEL,
        reloc="static",
        codemodel="jitdefault",
        jit=True,
    )


@cache
def _features() -> str:
    found: str = llvm.get_host_cpu_features().flatten()
    return found


def layout_and_triple() -> tuple[str, str]:
    """Return what the text of a module says of this machine."""
    machine = _machine()
    return str(machine.target_data), machine.triple


def object_of(text: str) -> tuple[str, bytes]:
    """Return the name under which the object file of a module is kept, and the object file."""
    said = "\n".join([text, processor(), str(_LEVEL)])
    name = f"object-{hashlib.sha256(said.encode()).hexdigest()}"
    code = read(name)
    if code is None:
        code = _compiled(text)
        write(name, code)
    return name, code


def processor() -> str:
    """Return what the machine code of this processor depends on."""
    return f"{llvm.get_host_cpu_name()} {_features()} {llvmlite.__version__}"


def load(code: bytes, entry: str) -> tuple[int, Any]:
    """Return the address of a function of an object file, and what keeps its code in memory."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _new_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine.get_function_address(entry), engine


def _compiled(text: str) -> bytes:
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    options.slp_vectorization = options.loop_vectorization = False
    options.loop_unrolling = not _is_written_out(text)
    builder = llvm.create_pass_builder(_machine(), options)
    if _is_written_out(text):
        simplify = llvm.create_new_function_pass_manager()
        simplify.add_sroa_pass()
        simplify.add_simplify_cfg_pass()
        simplify.add_instruction_combine_pass()
        inline = llvm.create_new_module_pass_manager()
        inline.add_always_inliner_pass()
        inline.add_global_dead_code_eliminate_pass()
        _run(simplify, module, builder)
        inline.run(module, builder)
        _run(builder.getFunctionPassManager(), module, builder)
    else:
        builder.getModulePassManager().run(module, builder)
    made: bytes = _machine().emit_object(module)
    return made


def _is_written_out(text: str) -> bool:
    """Return whether most routines are written into the entry: to optimise that once takes two thirds of LLVM's own order."""
    return " alwaysinline " in text


def _run(passes: Any, module: Any, builder: Any) -> None:
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


def read(name: str) -> bytes | None:
    """Return what is kept under a name; ``None`` if there is nothing that can be trusted."""
    folder = cache_folder()
    with suppress(OSError):
        try:
            return None if folder is None else disk.read(folder, name)
        except disk.Refused as refusal:
            disk.warn(refusal)
    return None


def write(name: str, content: bytes) -> None:
    """Keep something under a name."""
    folder = cache_folder()
    with suppress(OSError):  # read-only or full: the next process will compile again
        try:
            if folder is not None:
                disk.write(folder, name, content)
        except disk.Refused as refusal:
            disk.warn(refusal)
