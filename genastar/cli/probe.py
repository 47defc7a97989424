"""The state of a plugin after it was imported and checked against its contract."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from genastar.algorithm import find_algorithm
from genastar.cli.extension import load_command
from genastar.engine import find_engine
from genastar.errors import PluginError, format_cause
from genastar.options import OptionsOf
from genastar.options.description import list_option_fields
from genastar.plugin import ALGORITHMS, COMMANDS, DOMAINS, ENGINES, Broken, PluginState, Ready, find_plugin
from genastar.worlds.domain_registry import find_domain

_FIND: dict[str, Callable[[str], object]] = {
    DOMAINS: lambda name: list_option_fields(find_domain(name).info),
    ALGORITHMS: lambda name: list_option_fields(OptionsOf.of(find_algorithm(name))),
    ENGINES: lambda name: find_engine(name).check(),
    COMMANDS: lambda name: load_command(find_plugin(COMMANDS, name)),
}


def probe(group: str, name: str, known: PluginState) -> PluginState:
    """Import a plugin whose known state is ready, and return the state after the import."""
    if not isinstance(known, Ready) or group not in _FIND:
        return known
    try:
        state = find_plugin(group, name).probe()
        if isinstance(state, Ready):
            _FIND[group](name)
    except PluginError as error:
        return Broken(str(error))
    except KeyboardInterrupt:
        raise  # of the user
    except BaseException as error:  # noqa: BLE001  # what a plugin brings may fail in any way that code can
        return Broken(format_cause(error), traceback.format_exc())
    return state
