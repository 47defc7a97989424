"""The documentation is true: its code runs, its commands print what it shows, and its links lead somewhere.

Each page is run from top to bottom in a folder that looks like the repository, by the language of its fenced blocks:

- ``python`` runs, in one namespace for the page;
- ``pycon`` is a session whose answers are compared;
- ``make_console`` has its lines that begin with ``$ genastar`` or ``$ pytest`` run. What follows such a line is compared with
  what
  it prints: ``…`` stands for anything, spaces do not count, and ``genastar:`` or ``checks failed`` goes with an exit code that
  is not 0. After ``$ pip install --editable FOLDER`` the commands know the plugin in that folder;
- ``toml`` and ``json`` are parsed;
- ``diff`` changes the file that its ``title="name"`` names: each hunk must fit in one place;
- any other block with a ``title="name"`` is also saved under that name.
"""

import doctest
import json
import os
import re
import sys
import tomllib
import types
from collections.abc import Iterable
from pathlib import Path

import pytest

pytest.importorskip("markdown_it")


from doc_blocks import PAGES, ROOT, RUN, CodeBlock, apply_diff, parse_commands, parse_tokens, run_command
from genastar import algorithm
from genastar.worlds import domain_registry

if not (ROOT / "README.md").exists():
    pytest.skip("the pages are in the repository", allow_module_level=True)


def run(fence: CodeBlock, names: dict[str, object]) -> None:
    """Run one block in the namespace of its page and in the working folder."""
    if fence.title is not None and fence.language != "diff":
        Path(fence.title).parent.mkdir(parents=True, exist_ok=True)
        Path(fence.title).write_text(fence.text, encoding="utf-8")
    if fence.title is not None:
        sys.modules.pop(Path(fence.title).stem, None)  # the page imports the file anew
    match fence.language:
        case "python":
            # The lines of the page come first, so that an error names its line and the source can be looked up.
            exec(compile("\n" * (fence.line - 1) + fence.text, str(fence.page), "exec", dont_inherit=True), names)
        case "pycon":
            name = f"{fence.page.name}, line {fence.line}"
            session = doctest.DocTestParser().get_doctest(fence.text, {}, name, str(fence.page), fence.line - 1)
            session.globs = names
            report = []
            doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=report.append, clear_globs=False)
            assert not report, "".join(report)
        case "console":
            for command, shown in parse_commands(fence.text):
                run_command(command, shown)
        case "diff":
            file = Path(fence.title)
            file.write_text(apply_diff(file.read_text(encoding="utf-8"), fence.text), encoding="utf-8")
        case "toml":
            tomllib.loads(fence.text)
        case "json":
            json.loads(fence.text)


def _marked(pages: Iterable[Path]) -> list[object]:
    """The pages, those marked long that a newcomer does not begin with."""
    first = ("README.md", "docs/tutorial.md", "docs/writing-a-solver.md")
    return [page if page in {ROOT / name for name in first} else pytest.param(page, marks=pytest.mark.long) for page in pages]


@pytest.fixture
def like_the_repository(tmp_path, monkeypatch):
    """A working folder with everything that the repository has, and room to write."""
    for entry in ROOT.iterdir():
        if not entry.name.startswith(".") and entry.name not in ("out", "dist"):
            (tmp_path / entry.name).symlink_to(entry)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])  # a page imports the files that it saves
    monkeypatch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))  # `install` puts more before it
    monkeypatch.setattr(domain_registry.REGISTRY, "registered", {})
    monkeypatch.setattr(algorithm.REGISTRY, "registered", {})
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(f"{tmp_path}{os.sep}"):
            del sys.modules[name]


@pytest.mark.parametrize("page", _marked(RUN), ids=lambda page: str(page.relative_to(ROOT)))
@pytest.mark.usefixtures("like_the_repository")
def test_what_a_page_shows_is_so(page, monkeypatch):
    module = types.ModuleType(f"page_{page.stem}".replace("-", "_"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for token in parse_tokens(page):
        if token.type == "fence":
            run(CodeBlock.of(page, token), vars(module))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    targets = [
        token.attrs.get("href") or token.attrs.get("src")
        for token in parse_tokens(page)
        if token.type in ("link_open", "image")
    ]
    local = [target.partition("#")[0] for target in targets if not re.match(r"[a-z]+:|#", target)]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "trades").glob("*.md")), ids=lambda page: page.stem)
def test_a_page_of_a_trade_is_short(page):
    assert len(page.read_text(encoding="utf-8").split()) <= 900


@pytest.mark.long
def test_the_runner_finds_what_is_wrong(tmp_path, monkeypatch):
    """Each kind of block can fail."""
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    wrong = [
        "python\nassert False",
        "pycon\n>>> 1 + 1\n3",
        "console\n$ genastar --version\ngenastar 0.0.0",
        "toml\n= 1",
        "json\n{",
    ]
    (tmp_path / "known.txt").write_text("one\ntwo\n", encoding="utf-8")
    wrong += ['diff title="known.txt"\n-three\n+four', "console\n$ pytest missing.py"]
    for block in [*wrong, "console\n$ genastar solve missing.png"]:
        page.write_text(f"text\n\n```{block}\n```\n", encoding="utf-8")
        (fence,) = (CodeBlock.of(page, token) for token in parse_tokens(page) if token.type == "fence")
        with pytest.raises((AssertionError, ValueError)):
            run(fence, {})
    right = (
        'text title="deep/file.txt"\nhello',
        "console\n$ genastar --version\ngenastar …",
        "pycon\n>>> 1 + 1\n2",
        "console\n$ make demo",
        'diff title="known.txt"\n one\n-two\n+three',
    )
    for block in right:
        page.write_text(f"```{block}\n```\n", encoding="utf-8")
        (fence,) = (CodeBlock.of(page, token) for token in parse_tokens(page) if token.type == "fence")
        run(fence, {})
    assert Path("deep/file.txt").read_text(encoding="utf-8") == "hello\n"
    assert Path("known.txt").read_text(encoding="utf-8") == "one\nthree\n"
