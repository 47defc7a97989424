"""The settings of a search, which every verb of a problem and of a world takes by keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypedDict

from genastar.errors import BadInput
from genastar.values.cost import V
from genastar.values.node import K

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from typing import Literal

    from genastar.algorithm import Algorithm
    from genastar.contracts.workspace import Workspace
    from genastar.values.limits import CancelToken, Limits
    from genastar.values.observer import Observer


class SearchSettings(TypedDict, Generic[K, V], total=False):
    """The settings of a search, each of which may be left out. ``problem.search(start, **settings)`` passes them on."""

    algorithm: Algorithm | str
    """A value of `genastar.algorithms` such as ``Weighted(2)``, or the name of an installed algorithm. The default, ``"auto"``,
    is A* for a problem, and what `Domain.choose` picks for a world."""
    engine: str
    """``"interpreted"``; the name of an installed engine such as ``"compiled"``; or ``"auto"``, which begins interpreted and
    continues in machine code when an installed engine has compiled the problem. The default is ``"auto"``."""
    reopen: bool
    """Whether to reopen a closed position when a cheaper path to it is found. The optimum needs this if the estimate is
    admissible but not consistent."""
    limits: Limits | None
    """Bounds on expansions, seconds, cost and, for algorithms that count steps, the depth; ``None`` for none."""
    cancel: CancelToken | None
    """A token that ends the search when it is cancelled; by default that of `CancelToken.govern`."""
    observer: Observer[K, V] | None
    """Receives each event as it happens, with the states of the problem."""
    workspace: Workspace | None
    """Memory that several searches share. By default the search takes an idle one."""


class ManySettings(SearchSettings[K, V], Generic[K, V], total=False):
    """The settings of many questions that an executor answers: those of a search, and those of the executor."""

    workers: int | None
    """The number of threads or processes: at most one for each question and `PER_CORE` for each core (default: one for each
    core). For a given executor: the number of its workers, at most `MOST_WORKERS`."""
    ordered: bool
    """Whether the answers come in the order of the questions, the default, and not as they are ready."""
    progress: Callable[[int], object] | None
    """A function that is called repeatedly with the number of questions answered so far."""
    on_error: Literal["raise", "keep"]
    """``"raise"``, the default, to raise the error of a question; ``"keep"`` to put it into its answer and continue."""
    folder: str | os.PathLike[str] | None
    """The folder for the world's file, for executors of processes; all machines must see it. By default a folder of this
    machine; the file is then sent once to each worker that cannot open it."""


NAMES: Final = frozenset(SearchSettings.__annotations__)

ONLY_SEARCH: Final = {"verify": "it repeats a whole search; call search(..., verify=True)"}
"""Why other verbs than ``search`` do not take some arguments."""
ONLY_ONE: Final = ONLY_SEARCH | {"observer": "the events of many searches would mix; search one question at a time"}
"""The same for many questions."""


def refuse_settings(settings: Mapping[str, object], caller: str, reasons: Mapping[str, str]) -> None:
    """Raise BadInput if a setting is given that has no meaning for a caller.

    Args:
        settings: what was given.
        caller: the name of the call, such as ``"explore()"``.
        reasons: for each setting that has no meaning the reason, and what to do instead.
    """
    for name in reasons.keys() & settings.keys():
        raise BadInput(f"{caller} does not take {name}: {reasons[name]}")


ENDS: Final = ("start", "goals")
"""The arguments of a question of a world, beside its settings."""


def make_unknown_argument_error(arguments: Mapping[str, object], *others: str, of_world: bool = False) -> TypeError:
    """Return the error about an argument that no search takes.

    Args:
        arguments: the arguments, of which at least one is unknown.
        others: those that only one call takes.
        of_world: whether a world is searched, which takes goals; a problem has its own.
    """
    from difflib import get_close_matches  # a search does not need it

    unknown = next(name for name in arguments if name not in NAMES)
    known = sorted({*others, *NAMES, *(ENDS if of_world else ())})
    near = get_close_matches(unknown, known, n=1, cutoff=0.7)
    hint = f"did you mean {near[0]}? " if near else ""
    if not of_world and unknown in ("goal", "goals"):
        hint = "the goals of a problem are its own, see is_destination; "
    return TypeError(
        f"unknown argument {unknown!r}; {hint}a search takes {', '.join(known)}; options of an algorithm belong "
        f"to its value, such as algorithm=Weighted(2){'' if of_world else ', and goals to the problem'}"
    )
