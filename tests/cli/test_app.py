"""The command line as a whole: its help, its errors, and the commands that plugins bring."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from genastar.cli import main
from genastar.cli.app import build_app

ROOT = Path(__file__).parents[2]
FINE = ROOT / "tests" / "fake_plugins" / "fine"


def run(*tokens: str, allow: str = "meadow,census", paths: tuple[Path, ...] = (FINE,), **more: Any) -> Any:
    """The command line in a process of its own."""
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (*paths, ROOT))),
        "GENASTAR_PLUGINS": allow,
        "PYTHONWARNINGS": "default",
    }
    return subprocess.run(
        [sys.executable, "-m", "genastar", *tokens], env=environ, capture_output=True, text=True, check=False, **more
    )


def test_help(site, capsys):
    site.fine()
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for word in ("solve", "plugins", "doctor", "check", "new", "--version", "census", "Count the positions of a meadow. From"):
        assert word in out
    assert "genastar_meadow.census" not in sys.modules


def test_no_arguments_are_a_call_for_help(site, capsys):
    assert main([]) == 0
    assert "Usage: genastar COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["solve", "plugins", "doctor", "check", "new", "census"])
def test_help_of_a_command(site, capsys, command):
    site.fine()
    assert main([command, "--help"]) == 0
    assert f"Usage: genastar {command}" in capsys.readouterr().out


def test_version(site, capsys):
    from importlib.metadata import version

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"genastar {version('genastar')}\n"


COMMANDS = "Available commands: solve, compare, algorithms, plugins, doctor, check, new"


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["frob"], f'Unknown command "frob". {COMMANDS}. See: genastar --help'),
        (["studio"], "the command studio comes with genastar-studio; try: pip install 'genastar[studio]'"),
        (["--frob"], f'Unknown command "--frob". {COMMANDS}. See: genastar --help'),
        (["solve"], "SOURCE is missing: Source to read: a file, for most domains. See: genastar solve --help"),
        (["solve", "x", "--frob"], "Unknown option: --frob. Did you mean --from? See: genastar solve --help"),
        (["check"], "NAME is missing: Domain to test: NAME or DIST:NAME. With --explain, a solver: FILE.py:NAME. See:"),
        (["new"], "NAME is missing: Name of the domain: lower-case words and hyphens, such as my-maze. See: genastar new"),
        (["solve", "x", "--engine"], 'Command "solve" parameter --engine requires an argument. See: genastar solve --help'),
    ],
)
def test_bad_usage_is_one_line(site, capsys, tokens, message):
    assert main(tokens) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"genastar: {message}")
    assert captured.err.count("\n") == 1


def test_without_the_libraries_it_says_what_to_install(monkeypatch, capsys):
    real = importlib.util.find_spec
    monkeypatch.setattr("genastar.cli.find_spec", lambda name: None if name in ("cyclopts", "rich") else real(name))
    assert main(["--help"]) == 2
    err = capsys.readouterr().err
    assert re.fullmatch(r"genastar: the command line needs cyclopts, rich; try: pip install .*'genastar\[cli\]'\n", err)


def test_python_dash_m():
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("genastar ")


# Commands of plugins.


def test_a_command_of_a_plugin(site, capsys):
    folder = site.fine()
    assert main(["census", str(folder / "pond.meadow")]) == 0
    assert capsys.readouterr().out == "20\n"
    assert main(["census", str(folder / "pond.meadow"), "--letter=?"]) == 1
    assert capsys.readouterr().out == "0\n"


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["x.meadow", "--letter", "ab"], "--letter ab: expected one letter"),
        (["x.meadow", "--frob"], "Unknown option: --frob. See: genastar census --help"),
        ([], "--source is missing: it is required. See: genastar census --help"),
    ],
)
def test_a_command_of_a_plugin_is_used_badly(site, capsys, tokens, message):
    site.fine()
    assert main(["census", *tokens]) == 2
    assert capsys.readouterr().err == f"genastar: {message}\n"


def test_a_command_may_be_an_application(site, capsys):
    source = """
    from cyclopts import App
    api_version = "1"
    command = App(name="genastar many")

    @command.command
    def one(number: int = 1):
        print("one", number)
    """
    site.install("genastar-many", "[genastar.commands]\nmany = many_commands", many_commands=source)
    assert main(["many", "one", "--number=5"]) == 0
    assert capsys.readouterr().out == "one 5\n"
    assert main(["many", "two"]) == 2
    assert capsys.readouterr().err.startswith('genastar: Unknown command "two".')


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0", "plugin 'bad' of genastar-bad 1.0 is broken: ZeroDivisionError: division by zero; try: pip install"),
        (
            "api_version = '1'",
            "plugin 'bad' of genastar-bad 1.0 is broken: bad_command has no attribute command that can be called; try:",
        ),
        (
            "api_version = '2'",
            "plugin 'bad' of genastar-bad 1.0 needs version 2 of genastar's plugin contract, but this genastar has version 1;",
        ),
    ],
)
def test_a_broken_command_does_no_harm_until_it_is_called(site, capsys, source, message):
    site.install("genastar-bad", "[genastar.commands]\nbad = bad_command", bad_command=source)
    assert main(["--help"]) == 0
    captured = capsys.readouterr()
    assert "From genastar-bad." in captured.out
    assert captured.err == ""
    for tokens in (["bad"], ["bad", "--help"]):
        assert main(tokens) == 2
        assert capsys.readouterr().err.startswith(f"genastar: {message}")


def test_a_command_that_fails_is_a_fault_and_no_answer(site, capsys):
    site.install(
        "genastar-bad",
        "[genastar.commands]\nbad = bad_command",
        bad_command="api_version = '1'\ndef command():\n    return {}['key']",
    )
    assert main(["bad"]) == 3
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert err.endswith(
        "genastar: this is a fault in genastar or in a plugin, not in your input; report it with the lines above\n"
    )


def test_memory_that_runs_out_is_told_in_one_line(site, capsys):
    site.install(
        "genastar-bad",
        "[genastar.commands]\nbad = bad_command",
        bad_command="api_version = '1'\ndef command():\n    raise MemoryError",
    )
    assert main(["bad"]) == 2
    assert capsys.readouterr().err == "genastar: out of memory; use a smaller source, or fewer sources at once\n"


def test_a_disabled_command_is_hidden_and_says_why(site, capsys, monkeypatch):
    site.fine()
    monkeypatch.setenv("GENASTAR_PLUGINS", "meadow")
    assert main(["--help"]) == 0
    assert "census" not in capsys.readouterr().out
    assert main(["census", "x"]) == 2
    assert "is disabled: GENASTAR_PLUGINS='meadow' does not name it" in capsys.readouterr().err


def test_a_command_cannot_take_the_name_of_another(site):
    site.install("genastar-bad", "[genastar.commands]\nsolve = bad_command", bad_command="1 / 0")
    with pytest.warns(UserWarning, match="command 'solve' of genastar-bad ignored: genastar has one of that name"):
        app = build_app()
    assert app["solve"].help.startswith("Find the cheapest path")


# Warnings, interrupts, pipes.


def test_a_warning_is_one_line(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "warn_command.py").write_text(
        "import warnings\napi_version = '1'\ndef command():\n    warnings.warn('one\\ntwo')\n    print('done')\n",
        encoding="utf-8",
    )
    info = home / "genastar_warn-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: genastar-warn\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[genastar.commands]\nwarn = warn_command\n", encoding="utf-8")
    done = run("warn", allow="warn", paths=(home,))
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "genastar: warning: one two\n")


ENDLESS = """
from __future__ import annotations
from typing import ClassVar
from attrs import frozen
from genastar import AStar, Cost, Domain, Node, register
from genastar.authoring import DomainInfo, Example

@frozen
class Options:
    pass

@frozen
class Walk(AStar[int, Cost[int]]):
    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def is_destination(self, position):
        return False

@register
@frozen
class Endless(Domain[int, Cost[int], Options]):
    info: ClassVar = DomainInfo("endless", "", Options, (".end",), api_version="1")

    @classmethod
    def read(cls, source, options):
        print("begun", flush=True)
        return cls()

    @classmethod
    def examples(cls):
        return [Example(cls(), 0, (3,))]

    def parse(self, text):
        return int(text)

    def format(self, position):
        return str(position)

    def problem(self, goals, starts=()):
        return Walk()
"""


def heed_interrupts() -> None:
    """A shell's background jobs ignore interrupts, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_an_interrupt_is_one_line(tmp_path):
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    command = [sys.executable, "-m", "genastar", "solve", "x.end", "--from=0", "--to=1", "--plugin-file", "endless.py"]
    environ = {**os.environ, "GENASTAR_PLUGINS": "", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, "", "genastar: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are another matter there")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away(unbuffered):
    sources = [str(FINE / "genastar_meadow" / "pond.meadow")] * 2000
    path = os.pathsep.join(map(str, (FINE, ROOT)))
    environ = {**os.environ, "GENASTAR_PLUGINS": "meadow", "PYTHONPATH": path, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(
        [sys.executable, "-m", "genastar", "solve", "--json", *sources],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("{")
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=60)
    assert (process.returncode, err) == (141, "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_told_in_one_line(unbuffered):
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        environ = {**os.environ, "PYTHONPATH": str(ROOT), "GENASTAR_PLUGINS": "", "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(
            [sys.executable, "-m", "genastar", "plugins", "--json"],
            env=environ,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "genastar: standard output: No space left on device\n")
