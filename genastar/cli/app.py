"""The commands by name, and what becomes of their errors.

No command is imported before it is called: a name, a line of help and where to find it are all that ``genastar --help`` needs.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper

from cyclopts import App, CycloptsError, Group, Parameter, UnusedCliTokensError

from genastar.cli.console import complain, show_warning, told_of
from genastar.cli.exits import BAD_INPUT, BROKEN_PIPE, INTERRUPTED, failed
from genastar.cli.extension import extension
from genastar.errors import shortened
from genastar.plugin import COMMANDS, Disabled, plugins

_LONGEST = 300
"""Characters of a message about arguments, which repeats some."""

_COMMANDS = {
    "solve": "Find the cheapest way through each source: an image of a maze, say.",
    "algorithms": "List the algorithms: what each promises, needs, and searches.",
    "plugins": "List the plugins that are installed and the state of each.",
    "doctor": "Import every plugin; say what works, what does not, and what to install for more.",
    "check": "Test an installed domain against the contract of domains.",
    "new": "Start a domain of your own: a folder with a complete plugin, which passes its tests.",
}


def run(tokens: Sequence[str]) -> int:
    """Run one command and give the exit code. What goes wrong is told in one line on the error stream."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a path may hold what the terminal cannot show
    with warnings.catch_warnings():
        warnings.showwarning = show_warning
        try:
            code = command_line()(tokens)
            with told_of():
                sys.stdout.flush()
        except CycloptsError as error:
            complain(_usage(error))
            return BAD_INPUT
        except KeyboardInterrupt:
            complain("interrupted")
            return INTERRUPTED
        except BrokenPipeError:
            _settle_output()
            return BROKEN_PIPE
        except Exception as error:  # noqa: BLE001  # this is where all errors end
            _settle_output()
            return failed(error)
    return code if isinstance(code, int) else 0


def command_line() -> App:
    """The application: the commands of genastar and those of the group ``genastar.commands``."""
    app = App(
        name="genastar",
        help="A* as a framework: search any state space, interpreted or compiled.",
        help_epilogue="Exit code: 0 found, or all is well; 1 not found, or not all is well; 2 bad input or usage.",
        version=_version,
        default_parameter=Parameter(negative=(), show_default=False),
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
        suppress_keyboard_interrupt=False,
        help_format="plaintext",  # markup would read the brackets of a file name, and markdown takes 100 ms to import
    )
    for rank, (name, line) in enumerate(_COMMANDS.items()):
        app.command(f"genastar.cli.{name}:{name}", name=name, help=line, sort_key=rank)
    of_plugins = Group("Commands of plugins", sort_key=1)
    for name, plugin in plugins(COMMANDS).items():
        if name in _COMMANDS:
            warnings.warn(f"the command {name!r} of {plugin.distribution} has a name that is taken", stacklevel=2)
            continue
        app.command(
            extension(plugin),
            name=name,
            help=f"From {plugin.distribution} {plugin.version}.",
            group=of_plugins,
            show=not isinstance(plugin.state, Disabled),
            help_flags=[],  # they are the plugin's to answer
            version_flags=[],
            end_of_options_delimiter="",
        )
    return app


def _settle_output() -> None:
    """Write what is still buffered, if that can be done; if not, let it go, or Python would complain of it at its exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _version() -> str:
    from importlib.metadata import version

    return f"genastar {version('genastar')}"


def _usage(error: CycloptsError) -> str:
    """What is wrong with a line of arguments, and the whole name of the command whose help tells more."""
    error.verbose = False
    command = " ".join(["genastar", *(error.command_chain or ())])
    told = str(error)
    if isinstance(error, UnusedCliTokensError):
        told = f"unexpected: {' '.join(error.unused_tokens or ())}. To give an option several values, repeat the option."
    return f"{shortened(told, _LONGEST)} See: {command} --help"
