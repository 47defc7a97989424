"""The state of a plugin after it was imported and checked against its contract."""

from __future__ import annotations

from collections.abc import Callable

from genastar.algorithm import find_algorithm
from genastar.cli.extension import command_of
from genastar.engine import find_engine
from genastar.errors import PluginError
from genastar.plugin import ALGORITHMS, COMMANDS, DOMAINS, ENGINES, Broken, Ready, State, find_plugin
from genastar.registry import find_domain

_FIND: dict[str, Callable[[str], object]] = {
    DOMAINS: find_domain,
    ALGORITHMS: find_algorithm,
    ENGINES: lambda name: find_engine(name).check(),
    COMMANDS: lambda name: command_of(find_plugin(COMMANDS, name)),
}


def probe(group: str, name: str, known: State) -> State:
    """Import a plugin whose known state is ready, and return the state after the import."""
    if not isinstance(known, Ready) or group not in _FIND:
        return known
    try:
        state = find_plugin(group, name).probe()
        if isinstance(state, Ready):
            _FIND[group](name)
    except PluginError as error:
        return Broken(str(error))
    return state
