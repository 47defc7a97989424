"""A question as a command line and as Python code."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Final

import msgspec
from attrs import NOTHING, Factory, fields, frozen

from genastar import BadInput, algorithms
from genastar.algorithm import AUTO, Algorithm
from genastar.authoring import DomainInfo
from genastar.options import MILLIONS, HasOptions, OptionsOf, format_typed
from genastar.worlds.domain_registry import guess_domain
from genastar.worlds.view import Canvas
from genastar_studio.exports.exported import name_saved_file
from genastar_studio.questions.question import AskedLimits, ResolvedQuestion
from genastar_studio.worlds.client_worlds import ClientWorld

_LIMITS: Final = ("expansions", "seconds", "cost")


class CommandLines(msgspec.Struct, frozen=True):
    """A question as code."""

    shell: str
    python: str
    save: str | None
    """Name under which to save the world first; ``null`` if its source describes it completely."""


@frozen
class _Call:
    """The parts of the code."""

    source: str
    domain: str | None
    options: dict[str, object]
    start: str | None
    goals: tuple[str, ...]
    algorithm: Algorithm | str
    algorithm_options: dict[str, object]
    engine: str
    reopen: bool
    limits: dict[str, object]


def make_lines(world: ClientWorld, asked: ResolvedQuestion, limits: AskedLimits) -> CommandLines:
    """Return a question as code.

    Args:
        world: the world of the question.
        asked: the resolved question.
        limits: limits set by the client.

    Raises:
        BadInput: the world was painted or made here, and cannot be saved.
    """
    save = _name_unsaved_file(world, asked)
    info, name, algorithm = asked.contents.domain.info, save or _get_own_name(world), asked.algorithm
    call = _Call(
        source=name,
        domain=None if _is_guessed(world, save, info) else info.name,
        options=dict(iterate_changed_options(info, asked.contents.options)),
        start=None if asked.is_from_own_start and save is None else asked.contents.domain.format(asked.start),
        goals=tuple(map(asked.contents.domain.format, asked.goals)),
        algorithm=algorithm,
        algorithm_options={}
        if isinstance(algorithm, str)
        else dict(iterate_changed_options(OptionsOf.of(type(algorithm)), algorithm)),
        engine=asked.engine,
        reopen=asked.reopen,
        limits={name: getattr(asked.limits, name) for name in _LIMITS if getattr(limits, name) is not None},
    )
    first = [] if save is None else [f"# Save the world first, as {save}."]
    return CommandLines("\n".join([*first, _format_shell(call)]), "\n".join([*first, *_format_python(call)]), save)


def _name_unsaved_file(world: ClientWorld, asked: ResolvedQuestion) -> str | None:
    """Return the name under which a world must be saved first; ``None`` if its source describes it completely.

    Raises:
        BadInput: the world was painted or created here, and cannot be saved.
    """
    view, info = asked.contents.view, asked.contents.domain.info
    saves = view.saves if isinstance(view, Canvas) else ()
    if world.path is not None and not world.is_changed and not _is_overridden_by_file(world, asked, saves):
        return None
    if not saves:
        raise BadInput(f"{world.name} was painted or created here, but {info.name} cannot save worlds: no code can load it")
    return name_saved_file(info, world.name, saves)


def iterate_changed_options(info: HasOptions, options: object) -> Iterator[tuple[str, object]]:
    """Yield the options that differ from their defaults."""
    for field in fields(info.options):
        value, default = getattr(options, field.name), field.default
        if isinstance(default, Factory):  # type: ignore[arg-type]  # a class at run time
            default = NOTHING if default.takes_self else default.factory()
        is_bound = field.metadata.get(MILLIONS) is not None  # lowered by the server, without effect on answers
        if field.init and value != default and not is_bound:
            yield str(field.alias), value


def _is_overridden_by_file(world: ClientWorld, asked: ResolvedQuestion, saves: tuple[str, ...]) -> bool:
    """Return whether the source is a saved file whose own options would win over defaults."""
    if not world.name.lower().endswith(saves) or not saves:
        return False
    info = asked.contents.domain.info
    return bool(
        {name for name, _ in iterate_changed_options(info, world.contents.options)}
        - {name for name, _ in iterate_changed_options(info, asked.contents.options)}
    )


def _get_own_name(world: ClientWorld) -> str:
    """Return the name of the world's file for the client, or on the server."""
    return world.name if world.path is None or world.upload is not None else world.path.name


def _is_guessed(world: ClientWorld, save: str | None, info: DomainInfo) -> bool:
    """Return whether the domain can be omitted."""
    try:
        return guess_domain(save or world.path) == info.name
    except BadInput:
        return False


def _format_shell(call: _Call) -> str:
    words = ["genastar", "solve", call.source if not call.source.startswith("-") else f"./{call.source}"]
    words += [] if call.domain is None else ["--domain", call.domain]
    words += [] if call.start is None else ["--from", call.start]
    for goal in call.goals:
        words += ["--to", goal]
    for name, value in call.options.items():
        words += ["--option", f"{name}={format_typed(value)}"]
    words += [] if call.algorithm == AUTO else ["--algorithm", _name(call.algorithm)]
    for name, value in call.algorithm_options.items():
        words += ["--algorithm-option", f"{name}={format_typed(value)}"]
    words += [] if call.engine == "auto" else ["--engine", call.engine]
    words += ["--reopen"] if call.reopen else []
    for name, bound in call.limits.items():
        words += ["--limit", f"{name}={format_typed(bound)}"]
    return shlex.join(words)


def _name(algorithm: Algorithm | str) -> str:
    return algorithm if isinstance(algorithm, str) else algorithm.name


def _format_python(call: _Call) -> Iterator[str]:
    values = [*call.options.values(), *call.limits.values(), *call.algorithm_options.values()]
    values += [call.algorithm] if call.algorithm_options else []
    yield from dict.fromkeys(line for value in values for line in _list_imports(value))
    yield "import genastar"
    yield ""
    loaded = [
        repr(call.source),
        *([] if call.domain is None else [f"domain={call.domain!r}"]),
        *_format_arguments(call.options),
    ]
    yield f"world = genastar.load({', '.join(loaded)})"
    start = "None" if call.start is None else f"world.parse({call.start!r})"
    goals = ", ".join(f"world.parse({goal!r})" for goal in call.goals)
    solved = [start, f"[{goals}]"]
    if call.algorithm_options:
        solved.append(f"algorithm={type(call.algorithm).__qualname__}({', '.join(_format_arguments(call.algorithm_options))})")
    elif call.algorithm != AUTO:
        solved.append(f"algorithm={_name(call.algorithm)!r}")
    solved += [] if call.engine == "auto" else [f"engine={call.engine!r}"]
    solved += ["reopen=True"] if call.reopen else []
    solved += [f"limits=genastar.Limits({', '.join(_format_arguments(call.limits))})"] if call.limits else []
    yield f"result = world.search({', '.join(solved)})"
    yield "print(result.outcome.value, result.cost)"


def _format_arguments(values: Mapping[str, object]) -> list[str]:
    return [f"{name}={_format_code(value)}" for name, value in values.items()]


def _format_code(value: object) -> str:
    """Return a value as Python code."""
    match value:
        case Enum():
            return f"{type(value).__qualname__}.{value.name}"
        case Path():
            return repr(str(value))
    return repr(value)


def _list_imports(value: object) -> list[str]:
    """Return the import line that a value needs, if any."""
    kind = type(value)
    home = algorithms.__name__ if kind.__module__.startswith(f"{algorithms.__name__}.") else kind.__module__
    is_named = isinstance(value, Enum | Fraction | Decimal | Algorithm)
    return [f"from {home} import {kind.__qualname__}"] if is_named else []
