"""Pattern databases: Korf's 15-puzzles by additive tables.

Korf's hundred instances are read from korf15.csv, anywhere in the folder that the environment variable GENASTAR_DATA names. The
tables are kept in the folder GENASTAR_TABLES (default: out/tables). GENASTAR_LARGE=1 also builds the 7-8 partition, with 4.2 GB
and 12 minutes of processor time. Every answer is asserted.
"""

from __future__ import annotations

import os
from pathlib import Path

from benchmarks.measure import print_table
from genastar_puzzle.boards import Shape
from genastar_puzzle.info import Options
from genastar_puzzle.korf import run as run_korf
from genastar_puzzle.patterns import PARTITIONS, tile_patterns

TABLES = Path(os.environ.get("GENASTAR_TABLES", "out/tables"))
FOUR = Shape(4, 4)
LARGE = bool(os.environ.get("GENASTAR_LARGE"))


def run() -> None:
    """Korf's instances by IDA*, with each partition."""
    found = sorted(Path(os.environ["GENASTAR_DATA"]).rglob("korf15.csv")) if "GENASTAR_DATA" in os.environ else []
    rows = []
    for name in PARTITIONS if found else ():
        if name == "7-8" and not LARGE:
            continue
        heuristic = tile_patterns(FOUR, FOUR.ordered("first"), PARTITIONS[name], TABLES)
        report = run_korf(found[0], Options(gap="first"), None, "ida-star", "compiled", lambda *_, guide=heuristic: guide)
        assert not report.mismatched, report.mismatched
        rows.append((name, f"{report.expanded / report.queries:,.0f}", f"{report.seconds:.1f}"))
    if rows:
        print_table(("partition", "nodes expanded, mean", "seconds for all"), rows)
