"""The command ``genastar check`` tests a domain against its contract, or measures a solver in both engines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal

from attrs import asdict
from cyclopts import Parameter

from genastar.cli.console import print_json, print_line, print_table
from genastar.cli.exits import FOUND, NOT_FOUND
from genastar.cli.options import parse_algorithm, parse_pairs, start_from_text
from genastar.cli.parameters import AlgorithmOptions, DomainOptions, EngineName, JsonFlag, PluginFiles
from genastar.cli.query import Query
from genastar.errors import BadInput, format_value
from genastar.testing.run import CheckRow, run_checks
from genastar.worlds.domain_registry import AnyDomain, find_domain, run_plugin_file

_EXPANSIONS: Final = 20_000
"""Maximum number of states around a start whose estimates are checked."""
_STATES: Final[dict[bool | None, Literal["passed", "failed", "skipped"]]] = {True: "passed", False: "failed", None: "skipped"}


def check(
    name: Annotated[
        str, Parameter(name="NAME", help="Domain to test: NAME or DIST:NAME. With --explain, a solver: FILE.py:NAME.")
    ],
    /,
    *sources: Annotated[Path, Parameter(name="SOURCE", help="File that the domain must read; the reading is timed.")],
    algorithm: Annotated[
        str | None,
        Parameter(
            help="Check the estimate of a search by this algorithm instead, in each SOURCE, or in the examples of the domain. "
            "It is as declared if it is admissible and consistent where the problem's class sets these to True, or where the "
            "algorithm's promise needs it and the class does not set them to False. Failures are an estimate that is not as "
            "declared and a path that costs more than promised; any other error is only printed."
        ),
    ] = None,
    algorithm_option: AlgorithmOptions = (),
    engine: EngineName = "auto",
    option: DomainOptions = (),
    explain: Annotated[
        bool,
        Parameter(
            help="Measure a solver instead: whether it compiles, the seconds that takes, and the gain in speed.", negative=""
        ),
    ] = False,
    start: Annotated[
        str | None,
        Parameter(
            name="--from",
            help="Start position for --algorithm (default: the start of the source). For --explain a Python literal: (0, 0) "
            "(default: the start that the function returns).",
            allow_leading_hyphen=True,
        ),
    ] = None,
    goals: Annotated[
        tuple[str, ...],
        Parameter(
            name="--to",
            help="Goal position for --algorithm (default: that of the source); of several, the nearest counts (repeatable).",
            allow_leading_hyphen=True,
        ),
    ] = (),
    json: JsonFlag = False,
    plugin_file: PluginFiles = (),
) -> int:
    """Test an installed domain against the contract of domains, on its own examples. The exit code is 1 if a check fails.

    With --algorithm, check the estimate of a search instead: whether it is admissible and consistent as declared, and whether
    the path is as cheap as promised. The exit code is 1 if it is not. An example that the algorithm refuses is skipped.

    With --explain, measure a solver of your own instead. The exit code is 1 if the solver does not compile, or if the two
    engines differ.
    """
    words = {"--from": start, "--to": goals, "--option": option, "--algorithm-option": algorithm_option}
    if explain:
        _refuse({"--algorithm": algorithm, **words, "--from": None}, "goes without --explain")
        return _explain(name, sources, start, json)
    if algorithm is None:
        own = "a domain is checked on its own examples"
        _refuse({"--from": start}, f"goes with --explain or --algorithm; {own}")
        _refuse(words, f"goes with --algorithm; {own}")
    elif not sources:
        _refuse({**words, "--algorithm-option": None}, "goes with a SOURCE; the examples of a domain are checked as they are")
    if name.partition(":")[0].endswith(".py"):
        solver = name if ":" in name else f"{name}:NAME"
        raise BadInput(f"{format_value(name)} is no name of a domain; to measure a solver: genastar check --explain {solver}")
    for file in plugin_file:
        run_plugin_file(file)
    domain = find_domain(name)
    if algorithm is None:
        rows, asks = run_checks(domain, sources), False
    else:
        how = parse_algorithm(algorithm, parse_pairs("--algorithm-option", algorithm_option))
        query = Query(start=start, goals=goals, algorithm=how, engine=engine, options=parse_pairs("--option", option))
        with query.note_new_files():
            rows, asks = _check_estimates(domain, sources, query)
    failed = sum(row.state == "failed" for row in rows)
    if json:
        print_json({"domain": domain.info.name, "passed": not failed, "checks": [asdict(row) for row in rows]})
    else:
        print_table(("check", "state", ""), [(row.check, row.state, row.why) for row in rows])
        kept = f"no path of {algorithm} costs more than promised" if algorithm else f"{name} keeps the contract"
        kept = f"the estimate of {algorithm} is as declared" if asks else kept
        if algorithm is not None and all(row.state == "skipped" for row in rows):
            print_line("nothing could be checked")
        else:
            print_line(f"{failed} of {len(rows)} checks failed" if failed else f"{kept}, as far as these examples show")
    return NOT_FOUND if failed else FOUND


def _refuse(words: Mapping[str, object], why: str) -> None:
    """Raise BadInput if one of these words was given."""
    for word, value in words.items():
        if value:
            raise BadInput(f"{word} {why}: leave out {word}")


def _check_estimates(domain: type[AnyDomain], sources: Sequence[Path], query: Query) -> tuple[list[CheckRow], bool]:
    """Check the estimate in each source, or in each example; return the rows, and whether an estimate was checked.

    Raises:
        BadInput: a source cannot be searched so, or no example can; or a hook raises an error.
    """
    from genastar.testing.engine_explanation import report_hook_failures
    from genastar.testing.estimate_report import check as check_estimate

    def ask_each() -> Iterator[tuple[str, AnyDomain, object, tuple[object, ...]]]:
        for source in sources:
            world = query.read(domain, str(source))
            for start in query.parse_starts(world):
                yield str(source), world, start, query.parse_goals(world)
        if not sources:
            for number, example in enumerate(domain.examples(), 1):
                yield f"example {number}", example.domain, example.start, example.goals

    def get_solver(world: AnyDomain, start: object, goals: tuple[object, ...]) -> object:
        """Return the problem, or the world if it cannot make one."""
        with suppress(Exception):  # a domain may raise anything
            return world.problem(goals, (start,))
        return world

    rows: list[CheckRow] = []
    refused: list[BadInput] = []
    asks = False
    for title, world, start, goals in ask_each():
        with report_hook_failures(partial(get_solver, world, start, goals), start):
            try:
                search = world.make_request(start, goals, algorithm=query.algorithm, engine=query.engine)
                told = check_estimate(world, search, expansions=_EXPANSIONS)
            except BadInput as error:
                if sources:
                    raise
                refused.append(error)
                rows.append(CheckRow(f"estimate in {title}", "skipped", str(error)))
                continue
        asks = asks or told.asks
        rows.append(CheckRow(f"estimate in {title}", _STATES[told.holds], told.sentence))
    if refused and len(refused) == len(rows):
        raise refused[0]
    return rows, asks


def _explain(name: str, sources: tuple[Path, ...], start: str | None, json: bool) -> int:
    from genastar.testing.engine_explanation import explain, load_solver

    file, colon, inside = name.rpartition(":")
    if not colon or not inside.isidentifier() or sources:
        raise BadInput(
            f"--explain: expected one solver as FILE.py:NAME, not {format_value(' '.join([name, *map(str, sources)]))}"
        )
    solver, begin = load_solver(file, inside)
    begin = start_from_text(start, name, begin)
    told = explain(solver, begin)
    if json:
        print_json(asdict(told))
    else:
        print_line(f"{told.solver} from {told.start}: {told.interpreted:,.0f} expansions a second interpreted")
        if told.compiled is None:
            print_line(f"  it does not compile: {told.reason}")
        else:
            gain = told.gain or 0
            print_line(f"  compiled {told.compiled:,.0f}, which is {gain:,.{0 if gain >= 10 else 2}f} times as many")
            pays = "never pays" if told.pays_after is None else f"pays after {told.pays_after:.1f} s of interpreted searches"
            print_line(f"  machine code was ready after {told.seconds_to_compile:.1f} s; it {pays}")
            print_line("  both engines give the same events" if told.agrees else f"  the engines differ: {told.difference}")
        shares = ", ".join(f"{hook} {share:.0%}" for hook, share in told.hooks.items())
        print_line(f"  of the interpreted time: {shares}; the rest is the loop")
    return FOUND if told.compiles and told.agrees else NOT_FOUND
