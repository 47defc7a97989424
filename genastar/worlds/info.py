"""The metadata of a domain, which is read without importing the domain."""

from __future__ import annotations

import re

from attrs import Attribute, AttrsInstance, field, frozen, validators

CAPABILITIES = frozenset(
    {"compiled", "renderable", "consistent", "reversible", "straight_lines", "inexact_cost", "goal_condition", "vectors"}
)


def _check_suffixes(_: object, where: Attribute[tuple[str, ...]], suffixes: tuple[str, ...]) -> None:
    for suffix in suffixes:
        if not suffix.startswith(".") or suffix != suffix.lower():
            raise ValueError(f"{where.name} holds {suffix!r}; a suffix begins with a dot and is in lower case, such as '.png'")


@frozen
class DomainInfo:
    """The metadata of a domain, which is read without importing it: the entry-point group ``genastar.domain_info``.

    The module that holds it, and the options class, must import neither numpy nor llvmlite.
    """

    name: str
    summary: str
    """One line for ``genastar plugins`` and for help."""
    options: type[AttrsInstance]
    """The attrs class of the options, from which flags, validation and forms are made. Each field has a type, a default, and
    ``metadata={"help": ...}``; its validators raise ValueError for invalid values."""
    suffixes: tuple[str, ...] = field(default=(), validator=_check_suffixes)
    """The suffixes of files that `Domain.read` understands, with the dot, in lower case. A further ``.gz``, ``.xz`` or
    ``.bz2`` of a packed file is ignored."""
    magic: tuple[bytes | re.Pattern[bytes], ...] = ()
    """The first bytes of such files, unpacked, to recognise other suffixes: bytes, or a pattern. A pattern sees 256
    bytes, or 16 megabytes of a file whose suffix several domains have."""
    writes: tuple[str, ...] = field(default=(), validator=_check_suffixes)
    """The suffixes that `Domain.draw` can write."""
    capabilities: frozenset[str] = field(default=frozenset(), validator=validators.deep_iterable(validators.in_(CAPABILITIES)))
    """Any of ``compiled``, ``renderable``, ``consistent`` (its estimate), ``reversible``, ``straight_lines`` (some of its
    problems have the hooks ``sight`` and ``line_cost``), ``inexact_cost``, ``goal_condition`` (its worlds have a goal condition
    of their own, so that goals may be left out), and ``vectors`` (some of its problems count in vectors)."""
    api_version: str = field(kw_only=True)
    """The version of the plugin contract that the domain was written for: ``"1"``, as a literal."""

    @property
    def needs_goals(self) -> bool:
        """Return whether a question must name a goal: not if the domain has the capability ``goal_condition``."""
        return "goal_condition" not in self.capabilities
