"""The pages of the documentation, their fenced blocks, and the commands in them."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[1]
PLACES = ("*.md", "docs/**/*.md", "examples/**/*.md", "plugins/*/README.md")
PAGES = sorted(page for place in PLACES for page in ROOT.glob(place))
RUN = [page for page in PAGES if page.parent.name != "_template"]
"""The template is installed under another name, and its page run, by test_new.py."""


@frozen
class CodeBlock:
    """A fenced block of a page."""

    page: Path
    line: int
    """The number of its first line of text."""
    language: str
    title: str | None
    text: str

    @classmethod
    def of(cls, page: Path, token: Token) -> "CodeBlock":
        title = re.search(r'title="([^"]+)"', token.info)
        language, *_ = token.info.split() or [""]
        return cls(page, token.map[0] + 2, language, title and title[1], token.content)


def parse_tokens(page: Path) -> Iterator[Token]:
    """The tokens of a page, with those of its running text."""
    for token in MarkdownIt().enable("table").parse(page.read_text(encoding="utf-8")):
        yield token
        yield from token.children or ()


def parse_commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block that are run, with the lines shown after each."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip().replace("\\\n", " ").splitlines()
        if command.startswith(("genastar ", "pytest ", "pip install --editable ")):
            yield command, shown


def run_command(command: str, shown: list[str], python: str = sys.executable) -> None:
    """Run a command and compare what it prints with what is shown."""
    words = shlex.split(command)
    if words[0] == "pip":
        install(Path(words[-1].partition("[")[0]))
        return
    words = [python, "-m", *words]
    ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False)
    refused = any(line.startswith("genastar: ") or line.endswith(" checks failed") for line in shown)
    assert (ended.returncode != 0) == refused, f"$ {command}\n{ended.stdout}"
    wanted = ".*".join(map(re.escape, squeeze_blanks(shown).split("…")))
    printed = squeeze_blanks(ended.stdout.splitlines())
    assert not shown or re.fullmatch(wanted, printed, re.DOTALL), (
        f"$ {command}\n{printed}\n--- but the page shows:\n{squeeze_blanks(shown)}"
    )


def install(folder: Path) -> None:
    """What pip leaves of an editable install, where the commands that follow look for it: no build and no network."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    site = Path("site").absolute()
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    groups = [
        f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in each.items()) for group, each in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(site), str((folder / "src").absolute()), os.environ["PYTHONPATH"]])


def apply_diff(text: str, diff: str) -> str:
    """The text with the hunks of a diff applied; between them are lines that begin with ``@@``."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        old, new = ("".join(line[1:] or line for line in lines if line[0] in marks) for marks in ("\n -", "\n +"))
        assert text.count(old) == 1, f"this is {text.count(old)} times in the file, and should be there once:\n{old}"
        text = text.replace(old, new)
    return text


def squeeze_blanks(lines: Iterable[str]) -> str:
    """The lines that are not empty, with no more than one space at a time."""
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())
