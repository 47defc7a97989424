"""The engine for ``engine="compiled"``, which ``engine="auto"`` also uses once it is ready.

Importing Numba takes longer than many searches. So it is imported at the first call that needs it. ``engine="auto"`` makes no
such call until searches of a class have taken long enough to pay for it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

from genastar import PluginError, Result
from genastar.contracts.frontier import (
    AnytimeFrontier,
    BeamFrontier,
    BestFirstFrontier,
    DepthFirstFrontier,
    FocalFrontier,
    LayersFrontier,
    PairsFrontier,
    PartialFrontier,
    PotentialFrontier,
    UndominatedFrontier,
)
from genastar.contracts.request import Request, Requests
from genastar.contracts.run import Run
from genastar.engine import Ask, Engine, F
from genastar.errors import format_error_line
from genastar.memory.garbage import pause_collector
from genastar.values.cost import V
from genastar.values.interrupts import hold_back_signals
from genastar.values.limits import pause_counting
from genastar.values.node import K
from genastar_compiled.compiler.functions import MachineFunction
from genastar_compiled.storage.folder import cache_folder

if TYPE_CHECKING:
    from genastar_compiled.background.preparation import Preparation
    from genastar_compiled.compiler.engine import CompilerEngine
    from genastar_compiled.numba_engine import NumbaEngine

PREPARE_AFTER: Final = 0.25
"""Seconds of interpreted search of a class before its machine code is looked up or compiled, which takes about as long."""
TESTED: Final = {"llvmlite": ((0, 44), (0, 51)), "numba": ((0, 61), (0, 69))}
"""The versions with which machine code was tested, from and below, as in pyproject.toml: it uses what is inside of both."""


def refuse_untested(versions: Mapping[str, str] | None = None) -> None:
    """Refuse versions of Numba and llvmlite that were not tested: the installed ones, or these.

    Raises:
        PluginError: another version is installed.
    """
    for name, version in (_find_versions() if versions is None else versions).items():
        first, end = TESTED[name]
        if not first <= tuple(map(int, re.findall(r"\d+", version)[:2])) < end:
            wanted = f"{name}>={'.'.join(map(str, first))},<{'.'.join(map(str, end))}"
            raise PluginError(f"engine 'compiled' needs {wanted}, and {version} is installed; try: pip install '{wanted}'")


def _find_versions() -> dict[str, str]:
    from importlib import metadata  # takes 25 ms

    found = {}
    for name in TESTED:
        with suppress(metadata.PackageNotFoundError):  # the import will tell
            found[name] = metadata.version(name)
    return found


class Compiled(Engine):
    """The engine for problems that are attrs classes of numbers and arrays."""

    api_version = "1"
    frontiers = frozenset(
        {
            BestFirstFrontier,
            DepthFirstFrontier,
            FocalFrontier,
            AnytimeFrontier,
            BeamFrontier,
            LayersFrontier,
            PairsFrontier,
            PartialFrontier,
            PotentialFrontier,
            UndominatedFrontier,
        }
    )
    rank = 1

    def __init__(self) -> None:
        self._preparations: dict[tuple[object, ...], Preparation] = {}
        self._lock = Lock()

    @property
    def cache_folder(self) -> Path | None:
        """Folder in which machine code is kept between processes; ``None`` if it is not kept."""
        return cache_folder()

    @cached_property
    def numba(self) -> NumbaEngine:
        """The engine's implementation, imported at first use.

        Raises:
            PluginError: Numba cannot be imported, or is of a version that was not tested.
            CannotCompile: a builtin function that Numba calls is replaced.
        """
        from genastar_compiled.reach.names import must_be_built_in

        must_be_built_in()
        refuse_untested()
        try:
            with (
                hold_back_signals(),
                pause_collector(),
                pause_counting(),
            ):  # half of Numba's modules could not be imported again
                from genastar_compiled.numba_engine import NumbaEngine
        except Exception as error:  # a damaged installation of Numba or llvmlite raises errors of many kinds
            raise PluginError(
                f"engine 'compiled' needs Numba, which cannot be imported: {format_error_line(error)}; "
                "try: pip install --force-reinstall numba llvmlite"
            ) from error
        return NumbaEngine()

    @cached_property
    def compiler(self) -> CompilerEngine:
        """The compiler of this package, which needs no Numba.

        Raises:
            PluginError: llvmlite is of a version that was not tested.
        """
        import llvmlite

        refuse_untested({"llvmlite": llvmlite.__version__})
        from genastar_compiled.compiler.engine import CompilerEngine

        return CompilerEngine()

    def check(self) -> None:
        """Import Numba.

        Raises:
            PluginError: Numba cannot be imported, or is of a version that was not tested.
        """
        _ = self.numba

    @property
    def is_imported(self) -> bool:
        """Whether Numba is already imported."""
        return "numba" in self.__dict__ or "numba.core.dispatcher" in sys.modules

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin to answer a request in machine code."""
        planned = self.compiler.planned(request)
        return self.numba.begin(request) if planned is None else self._answers.begin(request, *planned)

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search in machine code up to the first answer and return it."""
        planned = self.compiler.planned(request)
        return self.numba.search(request) if planned is None else self._answers.search(request, *planned)

    def search_many(self, requests: Requests[K, V]) -> Sequence[Result[K, V]]:
        """Answer all requests in a few calls of machine code, as a `Batch`; one by one, if a batch cannot answer them."""
        found: Sequence[Result[K, V]] | None = None
        if self._answers.fits_batch(requests[0]):
            planned = self.compiler.planned(requests)
            found = self.numba.search_many(requests) if planned is None else self._answers.search_many(requests, *planned)
        return [self.search(request) for request in requests] if found is None else found

    @cached_property
    def _answers(self) -> ModuleType:
        from genastar_compiled.searches import answers

        return answers

    def name_compiler(self, request: Request[K, V]) -> str:
        """Return ``"genastar"``, or ``"numba"`` and the construct that this package's compiler does not know."""
        if self.compiler.planned(request) is not None:
            return "genastar"
        return f"numba ({self.compiler.refusal(request)})"

    def machine_code(self, function: F) -> F:
        """Return the function, to be compiled at its first call, and kept in the cache."""
        assert isinstance(function, FunctionType)
        return cast(F, MachineFunction(function, lambda plain: self.numba.machine_code(plain)))

    def is_ready(self, ask: Ask, asked: Request[K, V] | Requests[K, V], spent: float) -> bool:
        """Return whether machine code is ready; once it pays, compile it, or let Numba do so in the background."""
        compiles = spent >= PREPARE_AFTER
        if compiles or "compiler" in self.__dict__:
            one_by_one = isinstance(asked, Requests) and not self._answers.fits_batch(asked[0])
            if self.compiler.is_ready(cast("Requests[K, V]", asked)[0] if one_by_one else asked, compiles=compiles):
                return True
        if "numba" in self.__dict__ and self.numba.is_ready(ask, asked):
            return True
        if spent < PREPARE_AFTER or not self._preparation(ask, asked).has_ended(spent):
            return False
        self._forget(ask, asked)
        return True

    def _preparation(self, ask: Ask, asked: Request[Any, Any] | Requests[Any, Any]) -> Preparation:
        from genastar_compiled.background.preparation import Preparation, kind_of

        kind = kind_of(ask, asked)
        with self._lock:
            found = self._preparations.get(kind)
            if found is None:
                refuse_untested()  # before a child is forked
                found = self._preparations[kind] = Preparation(self, ask, asked)
            return found

    def _forget(self, ask: Ask, asked: Request[Any, Any] | Requests[Any, Any]) -> None:
        """Drop a preparation that has ended: it holds the first request, with its world."""
        from genastar_compiled.background.preparation import kind_of

        with self._lock:
            self._preparations.pop(kind_of(ask, asked), None)


ENGINE = Compiled()
