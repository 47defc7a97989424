"""Plugins: how installed distributions are found, checked, and imported at first use.

Rules:

- Finding plugins imports none of them: a plugin is an entry point, and its name comes from metadata alone.
- A plugin that cannot be used is a row with a reason, never an exception for anyone else. Asking for it by name raises.
- Two plugins with one name: the distribution that comes first in the alphabet has it, every time, and a warning says so.
  Either can be had as ``distribution:name``.
- ``GENASTAR_PLUGINS=a,b`` allows only the plugins of those names (or of those ``distribution:name``), in every group; set but
  empty it allows none. A plugin that is not allowed takes no name from one that is. What genastar itself brings is always
  allowed.
"""

from __future__ import annotations

import os
import traceback
import warnings
from functools import cache
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from genastar.arguments import expect
from genastar.errors import PluginError, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

DOMAINS: Final = "genastar.domains"
DOMAIN_INFO: Final = "genastar.domain_info"
ALGORITHMS: Final = "genastar.algorithms"
ENGINES: Final = "genastar.engines"
COMMANDS: Final = "genastar.commands"

API_VERSION: Final = "1"
"""The version of the contract between genastar and its plugins."""


@frozen
class Ready:
    """The plugin can be used, as far as anyone has looked."""


@frozen
class Broken:
    """The plugin failed when it was imported, or what it gave does not keep the contract."""

    reason: str
    traceback: str = field(default="", repr=False)


@frozen
class Incompatible:
    """The plugin was written for another version of the contract."""

    wanted: str
    found: str = API_VERSION


@frozen
class Disabled:
    """``GENASTAR_PLUGINS`` does not name the plugin."""


State = Ready | Broken | Incompatible | Disabled


@frozen
class Plugin:
    """One entry point: where it comes from, and the state that is known without importing it."""

    name: str
    group: str
    distribution: str
    version: str
    entry: EntryPoint = field(repr=False, eq=False)
    state: State = Ready()

    @property
    def full_name(self) -> str:
        """``distribution:name``, which reaches this plugin even where another has its name."""
        return f"{self.distribution}:{self.name}"

    def load(self) -> object:
        """Import the plugin and give what its entry point names.

        Raises:
            PluginError: the plugin is disabled, fails on import, or was written for another version of the contract.
        """
        if isinstance(self.state, Disabled):
            raise PluginError(why_not(self, self.state))
        loaded, state = _load(self.full_name, self.group)
        if not isinstance(state, Ready):
            raise PluginError(why_not(self, state))
        return loaded

    def probe(self) -> State:
        """Import the plugin and give the state that is known then."""
        return self.state if isinstance(self.state, Disabled) else _load(self.full_name, self.group)[1]


def plugins(group: str) -> dict[str, Plugin]:
    """All installed plugins of a group: by name, and those whose name was taken by ``distribution:name``."""
    found: dict[str, Plugin] = {}
    for plugin in installed(group):
        winner = found.setdefault(plugin.name, plugin)
        if winner is not plugin:
            found[plugin.full_name] = plugin
    return found


@cache
def known_plugin(group: str, name: str) -> Plugin | None:
    """The plugin of that name, or of that ``distribution:name``; ``None`` if no such plugin is installed."""
    return plugins(group).get(name) or next((each for each in installed(group) if each.full_name == name), None)


def find_plugin(group: str, name: str) -> Plugin:
    """The plugin of that name, or of that ``distribution:name``.

    Raises:
        PluginError: no such plugin is installed; the message names those that are.
    """
    try:
        plugin = known_plugin(group, name)
    except TypeError:  # it cannot be hashed
        plugin = None
    if plugin is None:
        kind = group.removeprefix("genastar.").rstrip("s")
        expect(kind, name, str, f"the name of {'an' if kind[0] in 'ae' else 'a'} {kind}")
        known = ", ".join(sorted(plugins(group))) or "none"
        from difflib import get_close_matches  # which a search does not need

        like = get_close_matches(name, plugins(group), n=1, cutoff=0.5)
        instead = f"; did you mean {like[0]}?" if like else ""
        raise PluginError(f"no {kind} named {shown(name)} is installed (installed: {known}){instead}")
    return plugin


def refresh() -> None:
    """Look at what is installed again. Needed only in a process that installed something itself."""
    installed.cache_clear()
    known_plugin.cache_clear()
    _load.cache_clear()


def why_not(plugin: Plugin, state: State) -> str:
    """Why a plugin cannot be used and what to do about it, in one line."""
    who = f"plugin {plugin.name!r} of {plugin.distribution} {plugin.version}"
    match state:
        case Broken(reason):
            return f"{who} is broken: {reason}; try: {remedy(plugin, state)}"
        case Incompatible(wanted, found):
            return f"{who} wants version {wanted} of genastar's plugin contract and finds {found}; try: {remedy(plugin, state)}"
        case Disabled():
            return f"{who} is disabled: GENASTAR_PLUGINS={os.environ.get('GENASTAR_PLUGINS')!r} does not name it"
        case Ready():
            return f"{who} is ready"


def remedy(plugin: Plugin, state: State) -> str | None:
    """Return the line for the shell that may mend a plugin; ``None`` if none is needed."""
    match state:
        case Broken():
            return f"pip install --force-reinstall {plugin.distribution}"
        case Incompatible():
            return f"pip install --upgrade genastar {plugin.distribution}"
    return None


@cache
def installed(group: str) -> tuple[Plugin, ...]:
    """Return all plugins of a group, those that are not allowed last; the same tuple until `refresh`."""
    from importlib.metadata import distributions  # 20 ms that a search does not need

    allowed = os.environ.get("GENASTAR_PLUGINS")
    names = None if allowed is None else {name.strip() for name in allowed.split(",")}
    found: dict[str, Plugin] = {}
    for distribution in distributions():
        for entry in distribution.entry_points.select(group=group):
            plugin = Plugin(entry.name, group, distribution.name, distribution.version, entry)
            is_own = distribution.name == "genastar"
            if names is not None and not is_own and names.isdisjoint({plugin.name, plugin.full_name}):
                plugin = evolve(plugin, state=Disabled())
            found.setdefault(plugin.full_name, plugin)  # the first on the path is the one that is imported
    ordered = tuple(sorted(found.values(), key=lambda plugin: (plugin.state == Disabled(), plugin.full_name)))
    taken: dict[str, Plugin] = {}
    for plugin in ordered:
        winner = taken.setdefault(plugin.name, plugin)
        if winner is not plugin and plugin.state != Disabled():
            warnings.warn(
                f"{group}: {winner.distribution} and {plugin.distribution} both name a plugin {plugin.name!r}; "
                f"{plugin.name!r} is {winner.distribution}'s, the other is {plugin.full_name!r}",
                stacklevel=3,
            )
    return ordered


@cache
def _load(full_name: str, group: str) -> tuple[object, State]:
    plugin = next(each for each in installed(group) if each.full_name == full_name)
    try:
        loaded: object = plugin.entry.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a plugin may fail in any way that code can
        return None, Broken(f"{type(error).__name__}: {error}".splitlines()[0], traceback.format_exc())
    if group == DOMAINS:
        return loaded, Ready()  # its version stands in its metadata, which the registry reads before it imports this
    wanted = getattr(loaded, "api_version", None)
    if wanted is None:
        return None, Broken(f"{plugin.entry.value} has no api_version; {group} wants one")
    if wanted != API_VERSION:
        return None, Incompatible(str(wanted))
    return loaded, Ready()
