"""Commands of plugins: the entry-point group ``genastar.commands``.

An entry point ``movingai = "genastar_grid.command"`` adds the command ``genastar movingai``. It names an object, such as a
module, with two attributes:

- ``api_version``: ``"1"``;
- ``command``: a function, which cyclopts turns into a command by its type hints and docstring; or a `cyclopts.App`. It returns
  an exit code or ``None``, and raises `genastar.BadInput` for input that it cannot use.

A command may use `genastar.cli.parameters` for the parameters that commands share, `genastar.cli.options` to read options,
`genastar.cli.answer` and `genastar.cli.make_console` to write answers, and `genastar.cli.published` to compare answers with
published ones.

``genastar --help`` shows the first line of the module's docstring, read from its file. A command is imported when it is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Annotated, cast

from cyclopts import App, CycloptsError, Parameter

from genastar.cli.console import format_default
from genastar.errors import PluginError, format_cause
from genastar.plugin import Broken, Plugin, explain_state

_DOCSTRING = re.compile(r'(?:\s|#.*\n)*"""(?:``.*?``: )?(.+?)\.?(?:\n|""")')
"""The docstring at the head of a module: its first line, without the command and the full stop."""


def read_help(plugin: Plugin) -> str:
    """Return the line of help for a command: the first line of its module's docstring, and its distribution."""
    origin = f"From {plugin.distribution}."
    found = _DOCSTRING.match(_read_source(plugin.entry.module))
    return f"{found[1][:1].upper()}{found[1][1:]}. {origin}" if found else origin


def _read_source(module: str) -> str:
    """Return the text of a module that need not be imported; empty if it has no file on the path."""
    folders, spec = None, None
    for part in module.split("."):
        spec = PathFinder.find_spec(part, folders)
        folders = spec.submodule_search_locations if spec else []
    try:
        return Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
    except (OSError, UnicodeDecodeError):
        return ""


def make_extension(plugin: Plugin) -> Callable[..., object]:
    """Return a function that imports the plugin's command and passes every argument to it."""

    def call(*tokens: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> object:
        app = load_command(plugin)
        try:
            return app(
                tokens, exit_on_error=False, print_error=False, result_action="return_value", end_of_options_delimiter="--"
            )
        except CycloptsError as error:
            error.command_chain = [plugin.name, *(error.command_chain or ())]  # the app does not know the name of its command
            raise

    return call


def load_command(plugin: Plugin) -> App:
    """Import a plugin's command.

    Raises:
        PluginError: the plugin cannot be used; the message says why.
    """
    command = getattr(plugin.load(), "command", None)
    if isinstance(command, App):
        return command
    if not callable(command):
        raise PluginError(explain_state(plugin, Broken(f"{plugin.entry.value} has no attribute command that can be called")))
    app = App(
        name=f"genastar {plugin.name}",
        version_flags=[],
        help_format="plaintext",
        suppress_keyboard_interrupt=False,
        default_parameter=Parameter(negative=(), show_default=format_default),
    )
    try:
        app.default(cast("Callable[..., object]", command))
    except Exception as error:  # a type hint that names nothing, for example
        fault = Broken(f"{plugin.entry.value}: its parameters cannot be read: {format_cause(error)}")
        raise PluginError(explain_state(plugin, fault)) from error
    return app
