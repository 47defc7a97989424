"""Plugins: installed distributions are found, checked, and imported at first use.

Rules:

- Finding plugins imports none of them: a plugin is an entry point, and its name comes from metadata.
- A plugin that cannot be used is listed with a reason, and raises an exception only when it is requested by name.
- Of two plugins with one name, that of genastar's own distributions has the name (`OWN`), else that of the distribution that
  comes first in the alphabet; a warning says so. Each can be requested as ``distribution:name``.
- A distribution whose metadata cannot be read has no plugins; ``genastar doctor`` reports it.
- ``GENASTAR_PLUGINS=a,b`` allows only the plugins of those names (or of those ``distribution:name``), in every group. Set but
  empty, it allows none. A disabled plugin takes no name from an allowed one. Plugins of genastar itself are always allowed.
"""

from __future__ import annotations

import os
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from attrs import evolve, field, frozen

from genastar.distributions import EntryPoint, find_entries, parse_entries, read_name_and_version
from genastar.errors import PluginError, format_cause, format_value, suggest_names
from genastar.values.arguments import expect

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

DOMAINS: Final = "genastar.domains"
DOMAIN_INFO: Final = "genastar.domain_info"
ALGORITHMS: Final = "genastar.algorithms"
ENGINES: Final = "genastar.engines"
COMMANDS: Final = "genastar.commands"

PARTS: Final = (
    "batch",
    "bitmap",
    "compiled",
    "fleets",
    "grid",
    "hexmap",
    "navmesh",
    "prepare",
    "puzzle",
    "roads",
    "studio",
    "terrain",
    "voxel",
)
"""The plugins of this project, each an extra of genastar."""

OWN: Final = frozenset({"genastar", *(f"genastar-{part}" for part in PARTS)})
"""The distributions of this project that bring plugins."""

API_VERSION: Final = "1"
"""The version of the contract between genastar and its plugins."""


@frozen
class Ready:
    """The state of a plugin that can be used, as far as it was checked."""


@frozen
class Broken:
    """The state of a plugin whose import fails, or whose object breaks the contract."""

    reason: str
    traceback: str = field(default="", repr=False)


@frozen
class Incompatible:
    """The state of a plugin that was written for another version of the contract."""

    wanted: str
    found: str = API_VERSION


@frozen
class Disabled:
    """The state of a plugin that ``GENASTAR_PLUGINS`` does not name."""


PluginState = Ready | Broken | Incompatible | Disabled


@frozen
class Plugin:
    """An entry point with its distribution and the state that is known without importing it."""

    name: str
    group: str
    distribution: str
    version: str
    entry: EntryPoint = field(repr=False, eq=False)
    state: PluginState = Ready()

    @property
    def full_name(self) -> str:
        """Return ``distribution:name``, which finds this plugin even if another has its name."""
        return f"{self.distribution}:{self.name}"

    def load(self) -> object:
        """Import the plugin and return the object that its entry point names.

        Raises:
            PluginError: the plugin is disabled, fails on import, or was written for another version of the contract.
        """
        if not isinstance(self.state, Ready):
            raise PluginError(explain_state(self, self.state))
        loaded, state = _load(self.full_name, self.group)
        if not isinstance(state, Ready):
            raise PluginError(explain_state(self, state))
        return loaded

    def probe(self) -> PluginState:
        """Import the plugin and return its state after that."""
        return _load(self.full_name, self.group)[1] if isinstance(self.state, Ready) else self.state


C = TypeVar("C", bound=Callable[..., object])
"""A function of names."""

_KEPT: Final[list[Any]] = []


def cache_until_refresh(function: C) -> C:
    """Return a function that remembers its values until `refresh`. A decorator for functions of the installed plugins."""
    kept = cache(function)
    _KEPT.append(kept)
    return cast(C, kept)


def find_plugins(group: str) -> dict[str, Plugin]:
    """Return all installed plugins of a group by name; those whose name is taken by ``distribution:name``."""
    found: dict[str, Plugin] = {}
    for plugin in find_installed(group):
        winner = found.setdefault(plugin.name, plugin)
        if winner is not plugin:
            found[plugin.full_name] = plugin
    return found


@cache_until_refresh
def find_known_plugin(group: str, name: str) -> Plugin | None:
    """Return the plugin of that name, or of that ``distribution:name``; ``None`` if no such plugin is installed."""
    return find_plugins(group).get(name) or next((each for each in find_installed(group) if each.full_name == name), None)


def find_plugin(group: str, name: str, meant: Callable[[str], str | None] = lambda name: None) -> Plugin:
    """Return the plugin of that name, or of that ``distribution:name``.

    Args:
        group: the entry-point group.
        name: the name.
        meant: returns the plugin that is known by a name that no plugin has, to propose it.

    Raises:
        PluginError: no such plugin is installed; the message names the installed ones.
    """
    try:
        plugin = find_known_plugin(group, name)
    except TypeError:  # the name is not hashable
        plugin = None
    if plugin is None:
        kind = group.removeprefix("genastar.").rstrip("s")
        expect(kind, name, str, f"the name of {'an' if kind[0] in 'ae' else 'a'} {kind}")
        raise PluginError(f"no {kind} named {format_value(name)} is installed{_suggest_plugins(group, name, meant(name))}")
    return plugin


def _suggest_plugins(group: str, name: str, like: str | None) -> str:
    """Return what to do about a plugin that is not installed: how to install it, or which names are known."""
    if name in PARTS and group in (DOMAINS, ENGINES):
        return f"; it comes with genastar-{name}; try: {make_install_command(f'genastar[{name}]')}"
    built_in = "built in: auto, interpreted; " if group == ENGINES else ""
    lister = "genastar algorithms" if group == ALGORITHMS else "genastar plugins"
    return suggest_names(name, sorted(find_plugins(group)), lister, f" ({built_in}installed: {{}})", like)


def make_install_command(requirement: str) -> str:
    """Return the shell command that installs a distribution of this project, such as ``genastar[grid]``."""
    folder = find_wheel_folder()
    links = "" if folder is None else f"--find-links {quote(folder)} "
    return f"pip install {links}'{requirement}'"


@cache_until_refresh
def find_wheel_folder() -> str | None:
    """Return the folder of the wheels that this genastar comes from; ``None`` if it comes from a package index.

    The metadata names a wheel or a clone that was given to pip (PEP 610). Without it, a version between two releases comes from
    the folder ``dist`` of a clone.
    """
    import json
    from importlib import metadata
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    own = next((each for each in metadata.distributions() if each.name == "genastar"), None)
    if own is None:
        return None
    with suppress(OSError, ValueError, KeyError, TypeError):  # no such file, or a damaged one
        origin = json.loads(own.read_text("direct_url.json") or "{}")
        url = urlsplit(origin["url"])
        if url.scheme == "file":
            path = url2pathname(url.path)
            return os.path.join(path, "dist") if "dir_info" in origin else os.path.dirname(path)  # noqa: PTH118, PTH120  # text
    return "dist" if "dev" in own.version else None


def refresh() -> None:
    """Look for plugins again. Only a process that installs plugins itself needs this."""
    for kept in _KEPT:
        kept.cache_clear()


def explain_state(plugin: Plugin, state: PluginState) -> str:
    """Return why a plugin cannot be used and how to fix it, in one line."""
    who = f"plugin {plugin.name!r} of {plugin.distribution} {plugin.version}"
    match state:
        case Broken(reason):
            return f"{who} is broken: {reason}; try: {suggest_remedy(plugin, state)}"
        case Incompatible(wanted, found):
            return (
                f"{who} needs version {wanted} of genastar's plugin contract, but this genastar has version {found}; "
                f"try: {suggest_remedy(plugin, state)}"
            )
        case Disabled():
            return f"{who} is disabled: GENASTAR_PLUGINS={os.environ.get('GENASTAR_PLUGINS')!r} does not name it; add it there"
        case Ready():
            return f"{who} is ready"


def suggest_remedy(plugin: Plugin, state: PluginState) -> str | None:
    """Return a shell command that may repair a plugin; ``None`` if there is none."""
    match state:
        case Broken():
            return f"pip install --force-reinstall {plugin.distribution}"
        case Incompatible():
            return f"pip install --upgrade genastar {plugin.distribution}"
    return None


@frozen
class FoundDistribution:
    """An installed distribution whose metadata can be read."""

    name: str
    version: str
    requires: tuple[str, ...]
    """What it requires, as in its metadata."""
    entries: EntryPoints = field(repr=False, eq=False)


@cache_until_refresh
def find_distributions() -> tuple[tuple[FoundDistribution, ...], dict[str, Broken]]:
    """Return the installed distributions, and why the metadata of others cannot be read, by their names."""
    from importlib import metadata  # takes 25 ms, and a search does not need it

    found: list[FoundDistribution] = []
    broken: dict[str, Broken] = {}
    for each in metadata.distributions():
        name = "a distribution without a name"
        try:
            told = each.metadata  # each property of a distribution would read it again
            name = told["Name"] or name
            requires = told.get_all("Requires-Dist") or each.requires or ()
            found.append(FoundDistribution(name, told["Version"], tuple(requires), each.entry_points))
        except Exception as error:  # noqa: BLE001  # damaged files raise errors of many kinds
            broken[name] = Broken(f"its metadata cannot be read: {format_cause(error)}", traceback.format_exc())
    return tuple(found), broken


@cache_until_refresh
def _list_entries() -> tuple[tuple[Path, str], ...]:
    return tuple(find_entries())


def _iterate_entries(group: str) -> Iterator[tuple[str, str, EntryPoint]]:
    """Yield the entry points of a group, each with the name and the version of its distribution."""
    for home, text in _list_entries():
        if f"[{group}]" in text:
            with suppress(OSError, UnicodeDecodeError, KeyError):  # damaged metadata: see `find_distributions`
                name, version = read_name_and_version(home)
                yield from [(name, version, entry) for entry in parse_entries(text, group)]


@cache_until_refresh
def find_installed(group: str) -> tuple[Plugin, ...]:
    """Return all plugins of a group, disabled ones last; the same tuple until `refresh`."""
    allowed = os.environ.get("GENASTAR_PLUGINS")
    names = None if allowed is None else {name.strip() for name in allowed.split(",")}
    found: dict[str, Plugin] = {}
    for distribution, version, entry in _iterate_entries(group):
        plugin = Plugin(entry.name, group, distribution, version, entry)
        if names is not None and distribution != "genastar" and names.isdisjoint({plugin.name, plugin.full_name}):
            plugin = evolve(plugin, state=Disabled())
        elif entry.name.startswith("-"):
            plugin = evolve(plugin, state=Broken(f"{entry.name!r} is an option and no name; its entry point needs another"))
        found.setdefault(plugin.full_name, plugin)  # the first on the path is the one that is imported
    ordered = tuple(sorted(found.values(), key=_rank))
    taken: dict[str, Plugin] = {}
    for plugin in ordered:
        winner = taken.setdefault(plugin.name, plugin)
        if winner is not plugin and plugin.state != Disabled():
            warnings.warn(
                f"{group}: {winner.distribution} and {plugin.distribution} both have a plugin named {plugin.name!r}; "
                f"{plugin.name!r} is that of {winner.distribution}, use {plugin.full_name!r} for the other",
                stacklevel=3,
            )
    return ordered


def _rank(plugin: Plugin) -> tuple[bool, bool, str]:
    """Return the key by which plugins of one name are sorted: the first has the name."""
    return plugin.state == Disabled(), plugin.distribution not in OWN, plugin.full_name


@cache_until_refresh
def _load(full_name: str, group: str) -> tuple[object, PluginState]:
    plugin = next(each for each in find_installed(group) if each.full_name == full_name)
    try:
        loaded: object = plugin.entry.load()
        wanted = getattr(loaded, "api_version", None)
    except KeyboardInterrupt:
        raise  # of the user
    except BaseException as error:  # noqa: BLE001  # a plugin may fail in any way that code can
        return None, Broken(format_cause(error), traceback.format_exc())
    if group == DOMAINS:
        return loaded, Ready()  # the registry reads the version from the domain's metadata before it imports the domain
    if wanted is None:
        return None, Broken(f"{plugin.entry.value} has no attribute api_version, which {group} needs")
    if wanted != API_VERSION:
        return None, Incompatible(str(wanted))
    return loaded, Ready()
