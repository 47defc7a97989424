"""The gain of a solver from the compiled engine, for ``genastar check --explain``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from traceback import extract_tb
from typing import Final, cast

from attrs import define, evolve, field, frozen

from genastar.algorithms.astar import ASTAR
from genastar.astar import AStar
from genastar.contracts.open_list import OpenList
from genastar.engine import Engine, find_fastest_engine
from genastar.errors import BadInput, CannotCompile, EnginesDisagree, GenastarError, PluginError, format_value, name_problem
from genastar.files import AnyPath
from genastar.plugin import make_install_command
from genastar.search.requests import make_request
from genastar.search.verify import must_agree
from genastar.values.cost import Comparable, Cost, N, V
from genastar.values.limits import Limits
from genastar.values.node import K, Node
from genastar.worlds.domain_registry import run_plugin_module

TRIAL: Final = 1.0
"""Maximum seconds of a measured search."""
COMPARED: Final = 20_000
"""Maximum number of expansions whose events are compared."""


@frozen
class Explanation:
    """The measurements of a solver in both engines.

    Rates are expansions per second. ``hooks`` has the share of the time of an interpreted search in each hook, from 0 to 1; the
    rest is the loop and the open list.
    """

    solver: str
    start: str
    compiles: bool
    reason: str
    """Why the solver does not compile; empty if it does."""
    seconds_to_compile: float | None
    """Seconds until the first compiled search began; few if the machine code was in the cache."""
    interpreted: float
    compiled: float | None
    gain: float | None
    pays_after: float | None
    """Seconds of interpreted searches after which compiling saves time; ``None`` if it never does."""
    agrees: bool | None
    difference: str
    """The first difference between the two engines; empty if there is none."""
    hooks: dict[str, float]


def load_solver(path: AnyPath, name: str) -> tuple[AStar[object, Comparable], object]:
    """Run a Python file and return a solver from it.

    Args:
        path: the path of the file.
        name: the name of a solver in the file, or of a class or function that returns one without arguments. A function may
            return the solver and the start.

    Returns:
        The solver, and the start or ``None``.

    Raises:
        BadInput: the file cannot be run, or there is no such solver.
    """
    module = run_plugin_module(path)
    if not hasattr(module, name):
        raise BadInput(f"{path}: there is no {name!r} in this file; name a solver, or a function that returns one")
    found = getattr(module, name)
    if callable(found) and not isinstance(found, AStar):
        needed = [each.name for each in inspect.signature(found).parameters.values() if _is_needed(each)]
        if needed:
            raise BadInput(
                f"{path}: {name} needs {', '.join(needed)}; name a function without arguments that returns the solver, "
                "or the solver and the start"
            )
        try:
            found = found()
        except Exception as error:
            raise BadInput(f"{path}: {name}() failed: {type(error).__name__}: {format_value(str(error))}") from error
    solver, start = found if isinstance(found, tuple) and len(found) == 2 else (found, None)
    if not isinstance(solver, AStar):
        raise BadInput(
            f"{path}: {name} gives a {type(solver).__name__}; expected a solver, an instance of a subclass of genastar.AStar"
        )
    return solver, start


def _is_needed(parameter: inspect.Parameter) -> bool:
    variable = parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return parameter.default is inspect.Parameter.empty and not variable


def explain(solver: AStar[K, V], start: K, cost: V | None = None) -> Explanation:
    """Search for a second in each engine, and return the comparison.

    Raises:
        BadInput: a hook raises an error.
        PluginError: there is no compiled engine.
    """
    engine = find_fastest_engine()
    if engine is None:
        raise PluginError(f"there is no compiled engine to compare with; try: {make_install_command('genastar[compiled]')}")
    with report_hook_failures(lambda: solver, start):
        return _measure_solver(solver, start, cost, engine)


def _measure_solver(solver: AStar[K, V], start: K, cost: V | None, engine: Engine) -> Explanation:
    request = make_request(solver, start, cost, limits=Limits(seconds=TRIAL))[1]
    slow = solver.search(start, request.cost, engine="interpreted", limits=request.limits)
    found = Explanation(
        solver=type(solver).__qualname__,
        start=repr(start),
        compiles=False,
        reason="",
        seconds_to_compile=None,
        interpreted=slow.expanded / max(slow.seconds, 1e-9),
        compiled=None,
        gain=None,
        pays_after=None,
        agrees=None,
        difference="",
        hooks=_measure_shares(solver, start, request.cost),
    )
    try:
        began = perf_counter()
        solver.search(start, request.cost, engine="compiled", limits=Limits(expansions=0))
        seconds = perf_counter() - began
        fast = solver.search(start, request.cost, engine="compiled", limits=request.limits)
        rate = fast.expanded / max(fast.seconds, 1e-9)
        gain = rate / found.interpreted if found.interpreted else 1.0
        pays = seconds / (1 - 1 / gain) if gain > 1 else None
        found = evolve(found, compiles=True, seconds_to_compile=seconds, compiled=rate, gain=gain, pays_after=pays, agrees=True)
        must_agree(ASTAR, request, engine, COMPARED)
    except CannotCompile as error:
        return evolve(found, reason=str(error))
    except EnginesDisagree as error:
        return evolve(found, agrees=False, difference=str(error))
    return found


@contextmanager
def report_hook_failures(solver_of: Callable[[], object], start: object) -> Iterator[None]:
    """Turn an error of a hook into one line: the searches are long, and any of them may be the first to meet it.

    Args:
        solver_of: returns the solver, whose class the message names; called after an error only.
        start: the start of the searches.

    Raises:
        BadInput: a hook of the solver raises an error that is not genastar's.
    """
    try:
        yield
    except GenastarError:
        raise
    except Exception as error:
        solver = solver_of()
        file = inspect.getsourcefile(type(solver))
        inside = [frame for frame in extract_tb(error.__traceback__) if frame.filename == file]  # none in machine code
        place = f" ({Path(inside[-1].filename).name}, line {inside[-1].lineno})" if inside else ""
        raise BadInput(
            f"{name_problem(solver)}: a hook failed in the search from {format_value(start)}{place}: "
            f"{type(error).__name__}: {format_value(str(error))}; correct it, or give another start"
        ) from error


def _measure_shares(solver: AStar[K, V], start: K, cost: V) -> dict[str, float]:
    """Return the share of the time of an interpreted search that each hook takes."""
    timed = _Timed(solver)
    algorithm, request = make_request(timed, start, cost, engine="interpreted", limits=Limits(seconds=TRIAL))
    result = algorithm.search(request)
    return {name: round(seconds / max(result.seconds, 1e-9), 3) for name, seconds in timed.spent.items()}


@define(eq=False)
class _Timed(AStar[K, V]):
    """A wrapper of a solver that adds up the time of its hooks. `estimate` is called within `add_neighbours`."""

    solver: AStar[K, V]
    spent: dict[str, float] = field(factory=lambda: dict.fromkeys(("add_neighbours", "is_destination", "estimate"), 0.0))

    def add_neighbours(self, node: Node[K, V], open_list: OpenList[K, V]) -> None:
        began, inside = perf_counter(), self.spent["estimate"]
        self.solver.add_neighbours(node, open_list)
        self.spent["add_neighbours"] += perf_counter() - began - (self.spent["estimate"] - inside)

    def is_destination(self, position: K) -> bool:
        began = perf_counter()
        arrived = self.solver.is_destination(position)
        self.spent["is_destination"] += perf_counter() - began
        return arrived

    def estimate(self, position: K) -> N:  # type: ignore[type-var]  # as in Hooks
        began = perf_counter()
        left: N = cast("AStar[K, Cost[N]]", self.solver).estimate(position)
        self.spent["estimate"] += perf_counter() - began
        return left
