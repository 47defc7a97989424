"""What is not installed, the extra that needs it, and the line that installs it: for ``genastar doctor``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from genastar.plugin import FoundDistribution, find_distributions, make_install_command

_OF_DEVELOPERS: Final = frozenset({"dev", "docs", "test", "tests"})
"""Extras that bring nothing to users."""


@frozen
class Missing:
    """A distribution that is not installed."""

    distribution: str
    needed_for: str
    """The distribution that requires it, or an extra of that distribution."""
    required: bool
    """Whether an installed distribution declares that it needs this one."""
    install: str
    """The shell command that installs it."""


def find_missing() -> list[Missing]:
    """Return what is not installed: first what installed plugins require, then what their extras would bring."""
    installed = {_normalize_name(found.name): found for found in find_distributions()[0]}
    users = sorted(name for name, found in installed.items() if _is_plugin(found))
    rows = [
        Missing(required, name, True, make_install_command(name))
        for name in users
        for required in _find_required(installed[name])
        if required not in installed
    ]
    for user in users:
        for name, extra in _iterate_optional(installed[user]):
            if name not in installed:
                rows.append(Missing(name, f"{user}[{extra}]", False, make_install_command(f"{user}[{extra}]")))
    return rows


def _is_plugin(found: FoundDistribution) -> bool:
    """Return whether a distribution is genastar itself, contains a plugin, or is shared by plugins of this project."""
    brings = any(entry.group.startswith("genastar.") for entry in found.entries)
    return brings or _normalize_name(found.name).partition("-")[0] == "genastar"


def _find_required(found: FoundDistribution) -> Iterator[str]:
    """Yield the names of the distributions that this one always requires, not only for an extra or on some platform."""
    for requirement in found.requires:
        name = re.match(r"[\w.-]+", requirement)
        if name and ";" not in requirement:
            yield _normalize_name(name[0])


def _iterate_optional(found: FoundDistribution) -> Iterator[tuple[str, str]]:
    """Yield the names of the distributions that extras require, each with the smallest of its extras."""
    extras: dict[str, list[str]] = {}
    for requirement in found.requires:
        name, extra = re.match(r"[\w.-]+", requirement), re.search(r"extra == ['\"]([^'\"]+)", requirement)
        if name and extra and extra[1] not in _OF_DEVELOPERS:
            extras.setdefault(extra[1], []).append(_normalize_name(name[0]))
    smallest = sorted(extras, key=lambda extra: (len(extras[extra]), f"{found.name}-{extra}" not in extras[extra]))
    yield from {name: extra for extra in reversed(smallest) for name in extras[extra]}.items()


def _normalize_name(name: str) -> str:
    """Return the normalised name of a distribution."""
    return re.sub(r"[-_.]+", "-", name).lower()
