"""The commands by name, and the exit codes of their errors.

A command is imported when it is called: ``genastar --help`` needs only its name, its line of help and its module.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper

from cyclopts import App, CycloptsError, Group, MissingArgumentError, Parameter, UnknownCommandError, UnusedCliTokensError

from genastar.cli.console import complain, name_standard_output, show_warning
from genastar.cli.exits import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, report_failure
from genastar.cli.extension import make_extension, read_help
from genastar.errors import shorten_text
from genastar.plugin import COMMANDS, Disabled, Ready, find_plugins, make_install_command

_LONGEST = 300
"""Maximum characters of a message that repeats arguments."""

_COMMANDS = {
    "solve": "Find the cheapest path through each source, for example an image of a maze.",
    "compare": "Compare algorithms and engines: a row for each search, as a table, CSV or a chart.",
    "algorithms": "List the algorithms with their promises, needs and domains.",
    "plugins": "List the installed plugins and the state of each.",
    "doctor": "Import every plugin; report those that cannot be used, and how to install what is missing.",
    "check": "Test an installed domain against the contract of domains, or measure a solver.",
    "new": "Create a folder with a complete domain plugin, which passes its tests.",
}


_PLUGIN_OF = {"batch": "batch", "prepare": "prepare", "roads": "roads", "serve": "studio", "studio": "studio"}
"""The plugin of this project that has a command, for the message if it is not installed."""


def run(tokens: Sequence[str]) -> int:
    """Run one command and return the exit code. An error is one line on the error stream."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a path may hold what the terminal cannot show
    with warnings.catch_warnings():
        warnings.showwarning = show_warning
        try:
            code = build_app(tokens[0] if tokens else "")(tokens)
            with name_standard_output():
                sys.stdout.flush()
        except CycloptsError as error:
            complain(_format_usage_error(error))
            return BAD_INPUT
        except KeyboardInterrupt:
            complain("interrupted")
            return INTERRUPTED
        except BrokenPipeError:
            _settle_output()
            return BROKEN_PIPE
        except Exception as error:  # noqa: BLE001  # every error becomes an exit code here
            _settle_output()
            return report_failure(error)
    return code if isinstance(code, int) else 0


def build_app(name: str = "") -> App:
    """Return the application: the command of that name, or all commands of genastar and of the group ``genastar.commands``.

    One takes a third of the time of all, whose lines of help are read from files.
    """
    app = App(
        name="genastar",
        help="A* as a framework: search any state space, interpreted or compiled.",
        help_epilogue="Exit codes: 0 success; 1 no path, or a failed check; 2 bad input or usage.",
        version=_format_version,
        default_parameter=Parameter(negative=(), show_default=False),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
        help_format="plaintext",  # markup would read the brackets of a file name, and markdown takes 100 ms to import
    )
    of_plugins = find_plugins(COMMANDS)
    if name not in {*_COMMANDS, *of_plugins}:
        name = ""  # a flag, or a mistake: every command is listed, or suggested
    for rank, (each, line) in enumerate(_COMMANDS.items()):
        if name in ("", each):
            app.command(f"genastar.cli.commands.{each}:{each}", name=each, help=line, sort_key=rank)
    group = Group("Commands of plugins", sort_key=1)
    for each, plugin in of_plugins.items():
        if each in _COMMANDS:
            told = f"command {each!r} of {plugin.distribution} ignored: genastar has one of that name"
            warnings.warn(told, stacklevel=2)
        elif name in ("", each) and isinstance(plugin.state, (Ready, Disabled)):
            app.command(
                make_extension(plugin),
                name=each,
                help=read_help(plugin),
                group=group,
                show=not isinstance(plugin.state, Disabled),
                help_flags=[],  # the plugin answers them
                version_flags=[],
                end_of_options_delimiter="",
            )
    return app


def _settle_output() -> None:
    """Write the buffered output. If that fails, drop it: Python would report it at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _format_version() -> str:
    from importlib.metadata import version

    return f"genastar {version('genastar')}"


def _format_usage_error(error: CycloptsError) -> str:
    """Return the error in a line of arguments, and the command that shows its help."""
    error.verbose = False
    command = " ".join(["genastar", *(error.command_chain or ())])
    told = str(error)
    if isinstance(error, UnusedCliTokensError):
        told = f"unexpected: {' '.join(error.unused_tokens or ())}. To give an option several values, repeat the option."
    elif isinstance(error, UnknownCommandError) and (name := (error.unused_tokens or [""])[0]) in _PLUGIN_OF:
        plugin = _PLUGIN_OF[name]
        return f"the command {name} comes with genastar-{plugin}; try: {make_install_command(f'genastar[{plugin}]')}"
    elif isinstance(error, MissingArgumentError) and error.keyword is None and (missing := error.argument):
        told = f"{missing.name} is missing: {missing.parameter.help or 'it is required.'}"
    return f"{shorten_text(told, _LONGEST)} See: {command} --help"
