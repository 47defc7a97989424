"""``genastar prepare``: prepare a world once, and save the preparation for later searches."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, cast

from cyclopts import Parameter

from genastar import BadInput
from genastar.cli.console import is_watched, print_line
from genastar.cli.options import File, parse_options, parse_pairs
from genastar.files import format_path, is_same_file
from genastar.options import OptionsOf
from genastar.worlds.domain_registry import find_domain, guess_domain, run_plugin_file
from genastar.worlds.preparing import Prepared, Preparing, find_method
from genastar_prepare.ground import PreparedGround
from genastar_prepare.methods import TableMethod
from genastar_prepare.prepared import PreparedOnGround

api_version = "1"


def command(
    source: Annotated[str, Parameter(name="SOURCE", help="Source to read: a file, for most domains.")],
    /,
    *,
    out: Annotated[File, Parameter(help="File to save the preparation in.")],
    method: Annotated[
        str, Parameter(help="Algorithm that prepares: customizable, first-moves, hierarchy (default), hub-labels or landmarks.")
    ] = "hierarchy",
    method_option: Annotated[
        tuple[str, ...],
        Parameter(help="Option of the method, NAME=VALUE; `genastar algorithms NAME` lists them (repeatable)."),
    ] = (),
    domain: Annotated[
        str | None, Parameter(help="Domain that reads the source (default: chosen by its suffix or content).")
    ] = None,
    option: Annotated[
        tuple[str, ...],
        Parameter(help="Option of the domain, NAME=VALUE; `genastar plugins --why DOMAIN` lists them (repeatable)."),
    ] = (),
    start: Annotated[
        str | None,
        Parameter(
            name="--from",
            help="Start position, from which all others are reached (default: the start of the source, if it has one).",
            allow_leading_hyphen=True,
        ),
    ] = None,
    engine: Annotated[str, Parameter(help="Engine that runs the hooks (default auto: begins interpreted).")] = "auto",
    plugin_file: Annotated[
        tuple[Path, ...], Parameter(help="Python file that registers a domain or an algorithm (repeatable).")
    ] = (),
) -> int:
    """Prepare a world, so that searches with the same options of the domain are fast.

    Use the file with `genastar solve SOURCE --algorithm METHOD --algorithm-option table=FILE`. It belongs to this world and
    these options of the domain; others are refused.
    """
    for file in plugin_file:
        run_plugin_file(file)
    how = find_method(method)
    texts = parse_pairs("--method-option", method_option)
    chosen = cast(Preparing, parse_options(OptionsOf.of(how), texts, "--method-option"))
    if "table" in texts:
        raise BadInput("--method-option table: the preparation is saved in the file of --out; leave out table")
    if is_same_file(source, out):
        raise BadInput(f"{format_path(out)}: the preparation would overwrite the source; choose another name for --out")
    kind = find_domain(domain or guess_domain(source))
    world = kind.read(source, parse_options(kind.info, parse_pairs("--option", option)))
    starts = () if start is None else (world.parse(start),)
    began = perf_counter()
    prepared: Prepared[Any] | PreparedOnGround[Any]
    if not isinstance(chosen, TableMethod):
        prepared = chosen.prepare_source(world, starts, engine=engine)
    else:
        ground = PreparedGround.of(world, starts, engine=engine)
        rows = ground.rows
        if is_watched():
            seconds, megabytes = chosen.estimate(rows)
            print_line(
                f"{rows.size:,} positions and {len(rows.head):,} steps: about {seconds:,.0f} s and {megabytes:,.0f} MB, and "
                f"{chosen.compiling} s more the first time, to compile; Ctrl-C ends it without a file"
            )
        prepared = chosen.prepare_ground(ground, None)
    prepared.save(out)
    print_line(f"{out}: {chosen.prepares}, {out.stat().st_size:,} bytes, after {perf_counter() - began:.1f} s")
    return 0
