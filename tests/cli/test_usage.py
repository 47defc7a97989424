"""Errors of usage name the whole command, and help shows parameters as people type them: every command, nested ones too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from cyclopts import App

from genastar.cli import main
from genastar.cli.app import build_app
from genastar.cli.extension import load_command
from genastar.plugin import COMMANDS, find_plugin, find_plugins


def leaves(app: App, name: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The commands below an app that do something."""
    below = [each for each in app if not each.startswith("-")]
    for each in below:
        yield from leaves(app[each], (*name, each))
    if not below:
        yield name


def commands() -> Iterator[tuple[str, ...]]:
    """Every command that is installed, by its words."""
    installed = find_plugins(COMMANDS)
    for name in build_app():
        if name in installed:
            yield from leaves(load_command(find_plugin(COMMANDS, name)), (name,))
        elif not name.startswith("-"):
            yield (name,)


ALL = [*commands()]


def test_there_are_nested_commands() -> None:
    assert {("solve",), ("movingai",), ("roads", "save"), ("roads", "route")} <= set(ALL)


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_an_unknown_option_names_a_command_that_there_is(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    long = "x" * 5000
    assert main([*command, "--nonesuch"]) == 2
    line = capsys.readouterr().err
    found = re.fullmatch(r"genastar: .* See: genastar (.*) --help\n", line)
    assert found, line
    assert found[1] == " ".join(command)
    assert main([*found[1].split(), "--help"]) == 0
    assert f"Usage: genastar {' '.join(command)} " in capsys.readouterr().out
    assert main([*command, f"--{long}={long}"]) == 2
    assert len(capsys.readouterr().err) < 500


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_help_shows_no_option_that_nobody_would_type(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert not re.search("--[A-Z]", shown), shown
    assert "[default: ()]" not in shown
    assert "[default: False]" not in shown


def test_an_option_with_several_values_is_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roads", "save", "X", "Y.roads", "--prepare", "landmarks", "hierarchy"]) == 2
    told = "unexpected: hierarchy. To give an option several values, repeat the option. See: genastar roads save --help"
    assert capsys.readouterr().err == f"genastar: {told}\n"
    assert main(["roads", "save", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.replace("│", "").split())
    assert "where it is found (repeatable)." in shown
    assert "--empty-" not in shown


@pytest.mark.parametrize("words", [("solve", "X"), ("batch", "X", "Q"), ("roads", "save", "X"), ("reach", "X")], ids=" ".join)
def test_an_empty_name_of_a_file_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--out", ""]) == 2
    line = capsys.readouterr().err
    assert re.fullmatch(r"genastar: .*--out:? (expected the name of a file|requires an argument).* --help\n", line), line


def test_a_graph_is_saved_where_either_way_of_typing_says(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["Y"], ["--out", "Y"]):
        assert main(["roads", "save", "X", *words]) == 2
        assert capsys.readouterr().err == "genastar: Y: the name of a saved graph must end in .roads\n"
