"""``genastar fleets``: plan many agents of a scenario together."""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated, Any, Final

from attrs import fields
from cyclopts import Parameter

from genastar import BadInput, Limits, Outcome
from genastar.algorithm import AUTO
from genastar.cli.console import print_json, print_line
from genastar.cli.options import File, WholeArgument, parse_algorithm, parse_options, parse_pairs
from genastar.cli.parameters import AlgorithmOptions, DomainName, DomainOptions, EngineName, JsonFlag
from genastar.files import format_path, is_same_file, write_text
from genastar.worlds.domain_registry import find_domain, guess_domain
from genastar_fleets.discs.planning import plan_discs
from genastar_fleets.graph.reading import SharedPlace
from genastar_fleets.output.formats import PICTURES, SUFFIXES, discs_to_json, to_json, write_plan
from genastar_fleets.output.scenario import find_bad_row, read_scenario
from genastar_fleets.plan import FleetPlan
from genastar_fleets.planner import plan_together, refuse_unknown

api_version = "1"

_WHY: Final = {
    Outcome.UNREACHABLE: "there is no plan",
    Outcome.TIMEOUT: "the time limit was reached before a plan was found",
    Outcome.LIMIT: "the algorithm gave up, or a limit was reached; lacam finds one if there is one",
}
_CANCELLED: Final = "the search was cancelled"


def command(
    source: Annotated[str, Parameter(name="MAP", help="Source of the world: a file, for most domains.")],
    scenario: Annotated[Path, Parameter(name="SCEN", help="Scenario whose rows are agents: .scen, .scen.gz or .json.")],
    /,
    *,
    count: Annotated[WholeArgument | None, Parameter(help="Number of agents, from the first row (default: all).")] = None,
    seconds: Annotated[float, Parameter(help="Limit of the search in seconds.")] = 10.0,
    algorithm: Annotated[
        str,
        Parameter(
            help="Algorithm: auto, lacam, lns, pibt, prioritised, cbs, eecbs, sipp, space-time (default auto: lacam, lns).",
            show_default=False,
        ),
    ] = AUTO,
    algorithm_option: AlgorithmOptions = (),
    vanish: Annotated[bool, Parameter(help="Agents vanish at their goals.")] = False,
    no_following: Annotated[bool, Parameter(help="Agents keep out of places that another leaves at the same time.")] = False,
    lanes: Annotated[bool, Parameter(help="Moves of several steps are lanes, one for each direction, as on roads.")] = False,
    tick: Annotated[
        float | None, Parameter(help="Time of one step in units of cost (default: the least cost of a move).")
    ] = None,
    wait_cost: Annotated[WholeArgument, Parameter(help="Cost of a step without a move; a step of a move costs 1.")] = 1,
    radius: Annotated[
        float | None, Parameter(help="Agents are discs of this radius that move at any angle, where cells are 1 wide.")
    ] = None,
    seed: Annotated[WholeArgument, Parameter(help="Seed of random choices.")] = 1,
    out: Annotated[
        File | None,
        Parameter(help="File to write: .json, .txt (LaCAM's format), .paths (EECBS's format), .gif or .svg (moving agents)."),
    ] = None,
    domain: DomainName = None,
    option: DomainOptions = (),
    engine: EngineName = AUTO,
    json: JsonFlag = False,
) -> int:
    """Plan many agents together, without collisions.

    Grids have steps in 4 directions, as in the benchmarks, unless ``--option directions=8`` says otherwise. The exit code is 1
    if no plan was found.
    """
    if out is not None:
        if out.suffix.lower() not in SUFFIXES:
            raise BadInput(f"{format_path(out)}: the suffix is unknown; supported: {', '.join(SUFFIXES)}")
        if is_same_file(out, source) or is_same_file(out, scenario):
            raise BadInput(f"{format_path(out)}: the plan would overwrite a source; choose another name")
    if not seconds > 0:
        raise BadInput(f"--seconds {seconds:g} is not above 0; give the limit of the search in seconds")
    refuse_unknown(algorithm)
    chosen: Any = parse_algorithm(algorithm, parse_pairs("--algorithm-option", algorithm_option))
    world = _read_world(source, domain, parse_pairs("--option", option))
    starts, goals = read_scenario(scenario, world, count)
    if radius is not None:
        if algorithm != AUTO or (out is not None and out.suffix.lower() in (".txt", ".paths")):
            raise BadInput("discs of a --radius have one algorithm and are written as .json, .gif or .svg; leave out the rest")
        return _plan_discs(world, starts, goals, radius, Limits(seconds=seconds), seed, out, json)
    try:
        plan = plan_together(
            world,
            starts,
            goals,
            algorithm=chosen,
            limits=Limits(seconds=seconds),
            stay=not vanish,
            following=not no_following,
            wait_cost=wait_cost,
            tick=tick,
            lanes=lanes,
            seed=seed,
            engine=engine,
        )
    except BadInput as error:
        row = str(error) if isinstance(error, SharedPlace) else find_bad_row(world, starts, goals)
        raise (error if row is None else BadInput(f"{format_path(scenario)}: {row}")) from error
    if out is not None and (plan.found or out.suffix.lower() == ".json"):
        _write(plan, world, source, out, stay=not vanish)
    if json:
        print_json(to_json(plan, world))
    else:
        _print_summary(plan, len(starts), out)
    return 0 if plan.found else 1


def _plan_discs(
    world: Any, starts: Any, goals: Any, radius: float, limits: Limits, seed: int, out: Path | None, as_json: bool
) -> int:
    plan = plan_discs(world, starts, goals, radius=radius, limits=limits, seed=seed)
    found = discs_to_json(plan, world)
    if out is not None and (plan.found or out.suffix.lower() == ".json"):
        if out.suffix.lower() in PICTURES:
            from genastar_fleets.output.pictures import draw_plan  # takes time that other formats do not need

            draw_plan(plan, world, out, radius=radius)
        else:
            write_text(out, dumps(found) + "\n")
    if as_json:
        print_json(found)
    elif plan.found:
        print_line(f"found, {len(starts):,} discs: sum of costs {plan.sum_of_costs:,.4g}; makespan {plan.makespan:,.4g}")
    else:
        print_line(f"no plan for {len(starts):,} discs: {_WHY.get(plan.outcome, _CANCELLED)}")
    return 0 if plan.found else 1


def _read_world(source: str, domain: str | None, texts: dict[str, str]) -> Any:
    kind = find_domain(domain or guess_domain(source))
    if kind.info.name == "grid" and any(each.name == "directions" for each in fields(kind.info.options)):
        texts = {"directions": "4"} | texts
    return kind.read(source, parse_options(kind.info, texts))


def _write(plan: FleetPlan, world: Any, source: str, out: Path, *, stay: bool) -> None:
    if out.suffix.lower() in PICTURES:
        from genastar_fleets.output.pictures import draw_plan  # takes time that other formats do not need

        draw_plan(plan, world, out, stay=stay)
    else:
        write_plan(plan, world, source, out)


def _print_summary(plan: FleetPlan, agents: int, out: Path | None) -> None:
    if not plan.found:
        print_line(f"no plan for {agents:,} agents: {_WHY.get(plan.outcome, _CANCELLED)}")
        return
    ratio = "" if plan.bound is None else f", at most {plan.bound:.4g} times the least" if plan.bound > 1 else ", optimal"
    print_line(
        f"found, {agents:,} agent{'s' * (agents > 1)}: sum of costs {plan.sum_of_costs:,}{ratio}; makespan {plan.makespan:,}"
    )
    print_line(f"  {plan.algorithm}, {plan.seconds:.2f} s")
    if out is not None:
        print_line(f"  plan: {out}")
