"""What is not installed, what it is needed for, and the line that installs it: for ``genastar doctor``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from genastar.plugin import FoundDistribution, find_distributions


@frozen
class Part:
    """A distribution with which genastar, or one of its plugins, can do more."""

    distribution: str
    brings: str
    """What can be used once it is installed."""
    extra: str
    """The requirement that installs it."""
    user: str = "genastar"
    """The distribution that uses it."""


PARTS: Final = (
    Part("genastar-batch", "command batch", "genastar[batch]"),
    Part("genastar-bitmap", "domain bitmap", "genastar[bitmap]"),
    Part("genastar-compiled", "engine compiled; command warm", "genastar[compiled]"),
    Part(
        "genastar-grid", "domain grid; algorithms anya, canonical, jps, jps-plus, subgoal; command movingai", "genastar[grid]"
    ),
    Part("genastar-hexmap", "domain hexmap; command reach", "genastar[hexmap]"),
    Part("genastar-navmesh", "domain navmesh", "genastar[navmesh]"),
    Part(
        "genastar-prepare",
        "algorithms customizable, first-moves, hierarchy, hub-labels, landmarks; command prepare",
        "genastar[prepare]",
    ),
    Part("genastar-puzzle", "domain puzzle; command korf", "genastar[puzzle]"),
    Part("genastar-roads", "domain roads; command roads", "genastar[roads]"),
    Part("genastar-studio", "commands serve, studio", "genastar[studio]"),
    Part("genastar-voxel", "domain voxel; command voxels", "genastar[voxel]"),
    Part("networkx", "genastar.to_networkx", "genastar[tables]"),
    Part("pandas", "genastar.to_pandas", "genastar[tables]"),
    Part("distributed", "genastar batch on a Dask cluster", "genastar-batch[dask]", "genastar-batch"),
    Part("pyarrow", "genastar batch with Parquet files", "genastar-batch[parquet]", "genastar-batch"),
    Part("networkx", "domain roads: GraphML files and the networkx backend", "genastar-roads[networkx]", "genastar-roads"),
    Part("anywidget", "the player in a notebook", "genastar-studio[notebook]", "genastar-studio"),
)
"""The distributions of this project that bring a plugin, and the libraries that are optional."""


@frozen
class Missing:
    """A distribution that is not installed."""

    distribution: str
    needed_for: str
    required: bool
    """Whether an installed distribution declares that it needs this one."""
    install: str
    """The shell command that installs it."""


def find_missing() -> list[Missing]:
    """Return what is not installed: first what installed plugins require, then what would bring more."""
    installed = {_normalize_name(found.name): found for found in find_distributions()[0]}
    users = sorted(name for name, found in installed.items() if _is_plugin(found))
    rows = [
        Missing(required, name, True, f"pip install '{name}'")
        for name in users
        for required in _find_required(installed[name])
        if required not in installed
    ]
    for part in PARTS:
        if part.distribution not in installed and (part.user == "genastar" or part.user in installed):
            rows.append(Missing(part.distribution, part.brings, False, f"pip install '{part.extra}'"))
    return rows


def _is_plugin(found: FoundDistribution) -> bool:
    """Return whether a distribution is genastar itself, contains a plugin, or is shared by plugins of this project."""
    brings = any(entry.group.startswith("genastar.") for entry in found.entries)
    return brings or _normalize_name(found.name).startswith("genastar-")


def _find_required(found: FoundDistribution) -> Iterator[str]:
    """Yield the names of the distributions that this one always requires, not only for an extra or on some platform."""
    for requirement in found.requires:
        name = re.match(r"[\w.-]+", requirement)
        if name and ";" not in requirement:
            yield _normalize_name(name[0])


def _normalize_name(name: str) -> str:
    """Return the normalised name of a distribution."""
    return re.sub(r"[-_.]+", "-", name).lower()
