"""Libraries of LLVM code: of a part of a program, and of the whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import count
from secrets import randbits
from typing import Any, Final
from weakref import WeakValueDictionary

from llvmlite import binding as ll
from llvmlite.binding.newpassmanagers import NewPassManager
from numba.core import config
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary

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

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""How Numba's names of environments begin: what a function needs to build the arguments of an exception."""


class Library(JITCodeLibrary):
    """Numba's library, which frees the managers of its passes: llvmlite does not, and each keeps 60 KB."""

    def finalize(self) -> None:
        """Link the libraries that this one calls, and optimise the whole."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            linked = library.alone() if isinstance(library, Part) else library._get_module_for_linking()
            self._final_module.link_in(linked, preserve=True)
        self._optimize_final_module()
        self._finalize_final_module()

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        _run(self._codegen._function_pass_manager, module.functions)

    def _optimize_final_module(self) -> None:
        codegen = self._codegen
        cheap = {"loop_vectorize": codegen._loopvect, "slp_vectorize": False, "opt": codegen._opt_level, "cost": "cheap"}
        for settings in (cheap, {}):
            _run(codegen._module_pass_manager, [self._final_module], **settings)


def _run(passes: Callable[..., tuple[Any, Any]], targets: Iterable[Any], **settings: Any) -> None:
    """Run passes, which count fewer references only where no exception is raised.

    Numba takes a raise for the end of the function, and gives no reference back there. In a caller that catches it, the code
    goes on, and would use what is freed.
    """
    before, config.LLVM_REFPRUNE_FLAGS = config.LLVM_REFPRUNE_FLAGS, "per_bb,diamond,fanout"
    try:
        manager, builder = passes(**settings)
    finally:
        config.LLVM_REFPRUNE_FLAGS = before
    for target in targets:
        manager.run(target, builder)
    NewPassManager._dispose(manager)  # hidden by the base class that comes first in the manager's own class
    manager.detach()


class Part(Library):
    """The code of one function and of what it calls, for another library to link."""

    largest = LARGEST_OF_LIBRARY
    is_large = False
    is_optimised = False

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._apart: dict[Part, None] = {}
        """The large functions that this one calls, which are still to be linked."""

    def add_linking_library(self, library: Any) -> None:
        """Link another library; if its function is large, leave that to who links this one."""
        library._ensure_finalized()
        if isinstance(library, Part):
            self._apart |= library.apart()
            if library.is_large:
                return
        self._linking_libraries.append(library)

    def apart(self) -> dict[Part, None]:
        """Return the large functions that this library needs, itself included."""
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

    def serialize_using_object_code(self) -> Any:
        self._ensure_finalized()
        large = [each.serialize_using_object_code() for each in self._apart if each is not self]
        return self.name, self.is_large, self.alone().as_bitcode(), large

    @classmethod
    def rebuilt(cls, codegen: Any, state: Any) -> Part:
        """Return the part of which `serialize_using_object_code` returned this."""
        name, is_large, code, large = state
        if code not in _known:
            part = _known[code] = cls(codegen, name)
            part.is_large = is_large
            part._apart = {cls.rebuilt(codegen, each): None for each in large}
            part._final_module = ll.parse_bitcode(code)
            part._finalize_final_module()
        return _known[code]

    def _get_module_for_linking(self) -> Any:
        """Return all code that this function needs, for a library of Numba's own, which it may get from a cache of Numba's."""
        if not self._apart:
            return self.alone()
        module = self.alone().clone()
        for each in _callers_first(self._apart):
            module.link_in(each.alone(), preserve=True)
        return module


def _callers_first(large: Iterable[Part]) -> list[Part]:
    """Return large functions in the order that the linker wants, which drops a function that nothing calls yet.

    A function needs all that its callees need, and them.
    """
    return sorted(large, key=lambda each: len(each._apart), reverse=True)


_known: Final[WeakValueDictionary[bytes, Part]] = WeakValueDictionary()
"""The parts that were rebuilt from code: several functions may call the same large one."""


class Whole(Library):
    """The machine code of a program. Nobody links it: what it was made of is let go, which is nine tenths of the memory."""

    _final_module: Any
    _linking_libraries: list[Any]
    _shared_module: Any
    _machine_code = b""

    def finalize(self) -> None:
        """Link also the large functions that the others leave to this one."""
        large = {each: None for library in self._linking_libraries if isinstance(library, Part) for each in library.apart()}
        self._linking_libraries = [each for each in self._linking_libraries if each not in large] + _callers_first(large)
        super().finalize()

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


def _names_of(module: Any) -> Any:
    """Return a module that defines the names of another and no code: so Numba finds them in the machine code."""
    named = [each.name for each in (*module.functions, *module.global_variables) if not each.is_declaration]
    return ll.parse_assembly("\n".join(f'@"{name}" = global i8 0' for name in named))
