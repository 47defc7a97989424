"""The engine for ``engine="compiled"``, which ``engine="auto"`` also uses once it is ready.

Importing LLVM takes longer than many searches. So it is imported at the first call that needs it. ``engine="auto"`` makes no
such call until searches of a class have taken long enough to pay for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Final, cast

from genastar import CannotCompile, PluginError, Result
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
from genastar.values.cost import V
from genastar.values.node import K
from genastar_compiled.compiler.functions import MachineFunction
from genastar_compiled.failures.exceptions import raise_as_python
from genastar_compiled.storage.folder import cache_folder

if TYPE_CHECKING:
    from genastar_compiled.plans.plans import AllPlans, Found

PREPARE_AFTER: Final = 0.25
"""Seconds of interpreted search of a class before its machine code is looked up or compiled, which takes about as long."""
TESTED: Final = (0, 45), (0, 51)
"""The versions of llvmlite with which machine code was tested, from and below, as in pyproject.toml."""


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

    @property
    def cache_folder(self) -> Path | None:
        """Folder in which machine code is kept between processes; ``None`` if it is not kept."""
        return cache_folder()

    @cached_property
    def _plans(self) -> AllPlans:
        """The plans of all searches, whose modules are imported at first use.

        Raises:
            PluginError: llvmlite cannot be imported, or is of a version that was not tested.
        """
        _refuse_untested()
        from genastar_compiled.plans.plans import AllPlans

        return AllPlans()

    @cached_property
    def _answers(self) -> ModuleType:
        from genastar_compiled.searches import answers

        return answers

    def check(self) -> None:
        """Import the compiler.

        Raises:
            PluginError: llvmlite cannot be imported, or is of a version that was not tested.
        """
        _ = self._plans

    @property
    def is_imported(self) -> bool:
        """Whether the compiler is already imported."""
        return "_plans" in self.__dict__

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin to answer a request in machine code."""
        found: Run[K, V] = self._answers.begin(request, *self._find(request))
        return found

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search in machine code up to the first answer and return it."""
        found: Result[K, V] = self._answers.search(request, *self._find(request))
        return found

    def search_many(self, requests: Requests[K, V]) -> Sequence[Result[K, V]]:
        """Answer all requests in a few calls of machine code, as a `Batch`; one by one, if a batch cannot answer them."""
        planned = self._find_for_batch(requests)
        found = None if planned is None else self._answers.search_many(requests, *planned)
        return [self.search(request) for request in requests] if found is None else found

    def _find(self, request: Request[K, V]) -> Found:
        try:
            return self._plans.of(request).find(request)
        except CannotCompile as error:
            refusal = error.with_traceback(None)
        raise_as_python(request)
        raise refusal

    def _find_for_batch(self, requests: Requests[K, V]) -> Found | None:
        """Return the plan for a batch; ``None`` if a batch cannot answer requests like these."""
        if self._answers.fits_batch(requests[0]):
            with suppress(CannotCompile):  # of a field that varies: each by itself may compile
                return self._plans.of(requests).find(requests[0])
        return None

    def machine_code(self, function: F) -> F:
        """Return the function, to be compiled at its first call, and kept in the cache."""
        assert isinstance(function, FunctionType)
        return cast(F, MachineFunction(function))

    def is_ready(self, ask: Ask, asked: Request[K, V] | Requests[K, V], spent: float) -> bool:
        """Return whether machine code is ready; once it pays, compile it.

        Raises:
            CannotCompile: the question cannot be compiled.
        """
        if spent >= PREPARE_AFTER:
            if not isinstance(asked, Requests) or self._find_for_batch(asked) is None:
                first = asked[0] if isinstance(asked, Requests) else asked
                self._plans.of(first).find(first)
            return True
        if not self.is_imported:
            return False
        first = asked[0] if isinstance(asked, Requests) else asked
        found = self._plans.of(asked).find_known(first)
        return found is not None and found[0].is_built(first)


def _refuse_untested() -> None:
    try:
        import llvmlite
        import llvmlite.binding  # the library itself, which may be missing
    except Exception as error:  # a damaged installation raises errors of many kinds
        raise PluginError(
            f"engine 'compiled' needs llvmlite, which cannot be imported: {format_error_line(error)}; "
            "try: pip install --force-reinstall llvmlite"
        ) from error
    version, (first, end) = llvmlite.__version__, TESTED
    if not first <= tuple(map(int, re.findall(r"\d+", version)[:2])) < end:
        wanted = f"llvmlite>={'.'.join(map(str, first))},<{'.'.join(map(str, end))}"
        raise PluginError(f"engine 'compiled' needs {wanted}, and {version} is installed; try: pip install '{wanted}'")


ENGINE = Compiled()
"""The engine of this package."""
