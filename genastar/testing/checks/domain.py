"""The checks of a domain: reading, texts, costs and pictures. The checks of its solvers are in `checks`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from attrs import NOTHING, fields

from genastar.algorithm import find_algorithm, list_algorithm_names
from genastar.contracts.hooks import has_hook
from genastar.errors import BadInput, PluginError
from genastar.plugin import DOMAIN_INFO, Plugin, find_plugins
from genastar.testing.benchmark_case import make_domain_case
from genastar.testing.check_subject import CheckFailed, CheckSkipped, DomainSubject, describe_exception
from genastar.testing.checks.algorithm import (
    the_path_is_a_way,
    the_promise_holds,
    the_result_names_it,
    what_does_not_fit_is_refused,
)
from genastar.testing.checks.bad_input import expect_only_bad_input
from genastar.testing.checks.fronts import fronts_are_those_of_all_paths
from genastar.testing.checks.imports import find_heavy_imports
from genastar.testing.checks.verbs import verbs_agree
from genastar.testing.checks.view import VIEW_CHECKS
from genastar.testing.compare import is_same_cost
from genastar.values.cost import Comparable, Cost, get_travelled
from genastar.values.limits import NO_LIMITS, Limits
from genastar.values.observer import Trace
from genastar.worlds.domain import Example
from genastar.worlds.domain_registry import AnyDomain, contract_fault
from genastar.worlds.info import DomainInfo
from genastar.worlds.picture import MEDIA_TYPES
from genastar.worlds.question import Question

DomainCheck = Callable[[DomainSubject], str | None]
"""A check of a domain."""

_NO_POSITIONS = ("", " ", "nowhere", "-1,-1", "999999999,999999999", "nan,nan", "1e400,0", "\x00", "9" * 5000)


def contract_is_kept(subject: DomainSubject) -> None:
    """Check that the class has every hook, with the signature of the contract."""
    fault = contract_fault(subject.domain)
    if fault is not None:
        raise CheckFailed(fault)


def options_are_described(subject: DomainSubject) -> None:
    """Check that each option has a default and a line of help, and that the defaults are valid."""
    for field in fields(subject.domain.info.options):
        if field.default is NOTHING:
            raise CheckFailed(f"the option {field.alias} has no default; give it one, so that a world can be read without it")
        if not field.metadata.get("help"):
            raise CheckFailed(f"the option {field.alias} has no help; give it metadata={{'help': ...}}")
    try:
        subject.domain.info.options()
    except Exception as error:  # a validator may raise anything
        raise CheckFailed(
            f"the options refuse their own defaults: {describe_exception(error)}; fix a default or its validator"
        ) from error


def listing_is_light(subject: DomainSubject) -> None:
    """Check that the domain's metadata imports no heavy modules, because listing plugins imports the metadata."""
    options = subject.domain.info.options
    if options.__module__ == subject.domain.__module__:
        raise CheckSkipped("its options and its class are in one module")
    entry = find_plugins(DOMAIN_INFO).get(subject.domain.info.name)
    modules = {options.__module__} | (
        {entry.entry.module} if entry is not None and _is_named_by(entry, subject.domain.info) else set()
    )
    for module in sorted(modules):
        try:
            heavy = find_heavy_imports(module)
        except ImportError as error:
            raise CheckFailed(f"{module} cannot be imported by itself: {error}") from error
        if heavy:
            raise CheckFailed(f"importing {module}, as listing plugins does, imports {heavy}; move the code that needs it")


def examples_have_answers(subject: DomainSubject) -> str:
    """Check that at least one example has an answer."""
    found = [each.search().found for each in subject.questions]
    if not any(found):
        raise CheckFailed(f"none of the {len(found)} examples has an answer; give one whose goal can be reached")
    return f"{sum(found)} of {len(found)}"


def goals_are_needed_as_declared(subject: DomainSubject) -> str | None:
    """Check searches without goals: a domain with a goal condition solves an example, and other domains refuse."""
    if subject.domain.info.needs_goals:
        for example in subject.examples[:1]:
            accepted = "search() accepts a question without goals; raise BadInput, or declare the capability goal_condition"
            with expect_only_bad_input("search() without goals", accepted):
                example.domain.search(example.start, (), engine="interpreted", limits=Limits(expansions=1))
        return None
    found = 0
    for example in subject.examples:
        limits = Limits(expansions=subject.bounds.expansions)
        try:
            if goals := example.domain.default_goals():
                raise CheckFailed(f"it declares goal_condition, but default_goals() gives {goals!r}; expected ()")
            asked = (example.domain.search(example.start, goals, engine="interpreted", limits=limits) for goals in (None, ()))
            left_out, empty = asked
        except CheckFailed:
            raise
        except Exception as error:  # the domain may raise anything
            raise CheckFailed(
                f"it declares goal_condition, but search() without goals raises {describe_exception(error)}"
            ) from error
        if left_out.outcome is not empty.outcome or not is_same_cost(left_out.cost, empty.cost):
            raise CheckFailed("search() without goals and search() with an empty tuple of goals give different answers")
        found += left_out.found
    if not found:
        raise CheckFailed("it declares goal_condition, but no example is solved without goals; give one that is")
    return "goals are optional"


def positions_read_back(subject: DomainSubject) -> str:
    """Check that ``parse`` reads the text that ``format`` writes."""
    number = 0
    for example, question in zip(subject.examples, subject.questions, strict=True):
        domain = example.domain
        routes = [
            domain.to_positions(question.world.build_path(node.position), Question((example.start,), example.goals))
            for node in question.samples
        ]
        for position in [example.start, *example.goals, *(place for route in routes for place in route[-1:])]:
            text = domain.format(position)
            if not isinstance(text, str) or not text.isprintable():
                raise CheckFailed(f"format({position!r}) gives {text!r}; expected one line of printable text")
            try:
                again = domain.parse(text)
            except BadInput as error:
                raise CheckFailed(f"format({position!r}) gives {text!r}, which parse refuses: {error}") from error
            if again != position:
                raise CheckFailed(
                    f"format({position!r}) gives {text!r}, which parse reads as {again!r}; parse must invert format"
                )
            number += 1
    return f"{number} positions"


def bad_positions_are_refused(subject: DomainSubject) -> None:
    """Check that ``parse`` raises only BadInput, with a message of one line."""
    for example in subject.examples[:1]:
        for text in _NO_POSITIONS:
            with expect_only_bad_input(f"parse({text[:40]!r})"):
                example.domain.parse(text)


def sources_are_read(subject: DomainSubject) -> str | None:
    """Check that the given files and the sources of examples are read, and that a source gives the answer of its example."""
    info = subject.domain.info
    sources: list[object] = list(subject.sources)
    for source in sources:
        _read(subject.domain, source)
    for example, question in zip(subject.examples, subject.questions, strict=True):
        if example.source is None:
            continue
        sources.append(example.source)
        # Both through `search`, which may convert the costs of the solver.
        wanted, found = (
            world.search(example.start, example.goals, engine="interpreted", reopen=not question.consistent)
            for world in (example.domain, _read(subject.domain, example.source))
        )
        if wanted.outcome is not found.outcome or not is_same_cost(wanted.cost, found.cost):
            raise CheckFailed(
                f"{_name_source(example.source)}: read again, the answer is {found.outcome.value} {found.cost!r}; "
                f"that of the example is {wanted.outcome.value} {wanted.cost!r}"
            )
    if not sources:
        raise CheckSkipped("no example has a source")
    untried = [suffix for suffix in info.suffixes if not any(str(source).lower().endswith(suffix) for source in sources)]
    return f"no source for {', '.join(untried)}" if untried else None


def bad_sources_are_refused(subject: DomainSubject) -> None:
    """Check that damaged and foreign files are read, or refused with BadInput in one line."""
    if not subject.domain.info.suffixes:
        raise CheckSkipped("it reads no files")
    for suffix in subject.domain.info.suffixes:
        with tempfile.TemporaryDirectory() as folder:
            names = ("missing", "folder", "empty", "noise")
            missing, directory, empty, noise = (Path(folder, name + suffix) for name in names)
            directory.mkdir()
            empty.touch()
            noise.write_bytes(bytes(number * 197 % 256 for number in range(1000)))
            for path in (missing, directory, empty, noise):
                reading = f"reading {path.name}"
                accepted = f"{reading}, which is no file, gives a world; BadInput was expected"
                with expect_only_bad_input(reading, accepted if path in (missing, directory) else ""):
                    subject.domain.read(str(path), subject.domain.info.options())


def straight_lines_are_declared(subject: DomainSubject) -> None:
    """Check that the capability ``straight_lines`` is declared exactly if a problem of the examples has ``sight``."""
    has_sight = any(has_hook(question.solver, "sight") for question in subject.questions)
    if has_sight != ("straight_lines" in subject.domain.info.capabilities):
        raise CheckFailed(
            f"{'a' if has_sight else 'no'} problem of its examples has sight(one, other); declare the capability "
            "straight_lines exactly if one has"
        )


def pictures_are_drawn(subject: DomainSubject) -> str:
    """Check that each declared format of pictures is written, with a path and without, and that other formats are refused.

    Formats that a notebook can show must also be drawn without a search.
    """
    info = subject.domain.info
    if ("renderable" in info.capabilities) != bool(info.writes):
        writes, capabilities = ", ".join(info.writes) or "nothing", ", ".join(sorted(info.capabilities)) or "none"
        raise CheckFailed(
            f"it writes {writes}, but its capabilities are {capabilities}; declare renderable exactly if it writes pictures"
        )
    if not info.writes:
        raise CheckSkipped("it does not draw")
    for example in subject.examples:
        for suffix in info.writes:
            for limits in (NO_LIMITS, Limits(expansions=0)):
                _draw(example, suffix, limits)
        _refuse_to_draw(example, ".no-such-kind")
        if MEDIA_TYPES.keys() & info.writes:
            try:
                example.domain.show()
            except BadInput as error:
                raise CheckFailed(f"the world alone cannot be drawn, with no path and no events: {error}") from error
    return ", ".join(info.writes)


def costs_follow_the_path(subject: DomainSubject) -> str:
    """Check that each answer has costs along its path, which never fall and end with the cost of the answer."""
    found = 0
    for example in subject.examples:
        limits = Limits(expansions=subject.bounds.expansions)
        result = example.domain.search(example.start, example.goals, engine="interpreted", limits=limits)
        if not result.found:
            continue
        found += 1
        costs = result.costs
        if len(costs) != len(result.path):
            raise CheckFailed(
                f"a path of {len(result.path)} positions has {len(costs)} costs; where several states stand at one position, "
                "override Domain.match_states"
            )
        if not is_same_cost(costs[-1], result.cost):
            raise CheckFailed(f"a path costs {result.cost!r}, but {costs[-1]!r} at its last position; see Domain.price_path")
        for step, (before, after) in enumerate(pairwise(costs), 1):
            if get_travelled(after) < get_travelled(before):
                raise CheckFailed(
                    f"a path costs {after!r} at its position {step}, but {before!r} before; see Domain.price_path"
                )
    return f"{found} paths"


def limits_count_as_costs(subject: DomainSubject) -> str:
    """Check that a path is found with a limit of its cost, and not with a limit of half its cost."""
    found = 0
    for example in subject.examples:
        result = example.domain.search(example.start, example.goals, engine="interpreted", limits=NO_LIMITS)
        cost = result.cost
        if not isinstance(cost, Cost) or not isinstance(cost.travelled, (int, float)) or cost.travelled <= 0:
            continue
        found += 1
        for share, wanted in ((1, True), (0.5, False)):
            limits = Limits(cost=cost.travelled * share, expansions=subject.bounds.expansions)
            if example.domain.search(example.start, example.goals, engine="interpreted", limits=limits).found is not wanted:
                raise CheckFailed(
                    f"a path costs {cost.travelled:g}, but with Limits(cost={limits.cost:g}) it is {'not ' * wanted}found; "
                    "override Domain.limit to match Domain.price"
                )
    if not found:
        raise CheckSkipped("no example has an answer that costs a number")
    return f"{found} paths"


def algorithms_keep_their_promises(subject: DomainSubject) -> str:
    """Check that every installed algorithm answers each example as it promises, or refuses it in one line."""
    answered, refused = set(), set()
    for name in list_algorithm_names():
        try:
            algorithm = find_algorithm(name)()
        except PluginError:
            continue  # disabled or broken: the kit of algorithms checks it
        if algorithm.domain not in ("", subject.domain.info.name):
            continue
        for example in subject.examples:
            trial = make_domain_case(algorithm, example.domain, example.start, example.goals)
            try:
                what_does_not_fit_is_refused(trial)
                for check in (the_result_names_it, the_promise_holds, the_path_is_a_way):
                    with suppress(CheckSkipped):
                        check(trial)
            except CheckSkipped:
                refused.add(name)
            except CheckFailed as error:
                raise CheckFailed(f"the algorithm {name!r}: {error}") from error
            else:
                answered.add(name)
    if not answered | refused:
        raise CheckSkipped("no algorithm is installed")
    return f"{len(answered)} algorithms" + (f"; refused: {', '.join(sorted(refused - answered))}" if refused - answered else "")


DOMAIN_CHECKS: tuple[DomainCheck, ...] = (
    contract_is_kept,
    options_are_described,
    listing_is_light,
    examples_have_answers,
    goals_are_needed_as_declared,
    positions_read_back,
    bad_positions_are_refused,
    sources_are_read,
    bad_sources_are_refused,
    straight_lines_are_declared,
    pictures_are_drawn,
    costs_follow_the_path,
    limits_count_as_costs,
    verbs_agree,
    fronts_are_those_of_all_paths,
    algorithms_keep_their_promises,
    *VIEW_CHECKS,
)


def _is_named_by(entry: Plugin, info: DomainInfo) -> bool:
    try:
        return entry.load() is info
    except PluginError:
        return False


def _read(domain: type[AnyDomain], source: object) -> AnyDomain:
    try:
        return domain.read(source, domain.info.options())
    except BadInput as error:
        raise CheckFailed(f"it does not read {_name_source(source)}: {error}") from error


def _name_source(source: object) -> str:
    """Return the name of a source for messages: the name of a file, or the type of another object."""
    return str(source) if isinstance(source, (str, Path)) else f"an example's {type(source).__name__}"


def _refuse_to_draw(example: Example[object], suffix: str) -> None:
    trace = Trace[object, Comparable]()
    result = example.domain.search(example.start, example.goals, engine="interpreted", observer=trace)
    with tempfile.TemporaryDirectory() as folder:
        accepted = f"draw() accepts the unknown suffix {suffix}; BadInput was expected"
        with expect_only_bad_input(f"draw() to picture{suffix}", accepted):
            example.domain.draw(result, trace, Path(folder, f"picture{suffix}"))
        if any(Path(folder).iterdir()):
            raise CheckFailed(f"draw() refuses {suffix}, but leaves a file")


def _draw(example: Example[object], suffix: str, limits: Limits) -> None:
    trace = Trace[object, Comparable]()
    result = example.domain.search(example.start, example.goals, engine="interpreted", limits=limits, observer=trace)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, f"picture{suffix}")
        try:
            example.domain.draw(result, trace, out)
        except Exception as error:  # the domain may raise anything
            way = "that found a way" if result.found else "that found no way"
            raise CheckFailed(f"draw() to {out.name}, of a search {way}, raises {describe_exception(error)}") from error
        if not out.is_file() or not out.stat().st_size:
            raise CheckFailed(f"draw() did not write {out.name}, but DomainInfo.writes lists {suffix}")
        beside = sorted(path.name for path in Path(folder).iterdir() if path != out)
        if beside:
            raise CheckFailed(f"draw() left {', '.join(beside)} beside {out.name}")
