"""The types of the public interface, as mypy --strict sees them in a user's code, and in the code that the pages show."""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy is a tool of the repository, not of the package")
pytest.importorskip("markdown_it", reason="the pages are read with it")

from doc_blocks import ROOT, RUN, CodeBlock, parse_tokens

FOLDER = Path(__file__).parent / "typing"
PAGES = [page for page in RUN if not {"plugins", "trades"} & {*page.relative_to(ROOT).parts} or page.parent.name == "compiled"]
"""What the core and the engine show. Other pages read worlds by `genastar.load`, which knows no plugin's type."""
WRONG_PAGE = """text

```python
right: int = 1
wrong: int = "1"
```

```pycon
>>> right + 1
2
>>> if right:
...     wrong: str = right.missing
```
"""


def module_of(page):
    """The code of a page as mypy is to see it: each line where it stands on the page."""
    lines, saved = {}, set()
    for fence in (CodeBlock.of(page, token) for token in parse_tokens(page) if token.type == "fence"):
        saved.add(Path(fence.title or "").stem)
        for number, line in enumerate(fence.text.splitlines(), fence.line):
            if (named := re.search(r"from (\w+) import ", line)) and named[1] in saved:
                continue  # the file is a part of the page
            if fence.language == "python":
                lines[number] = line
            elif fence.language == "pycon" and (prompt := re.match(r"(>>>|\.\.\.) ?(.*)", line)):
                lines[number] = prompt[2]
    return "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))


def name_of(page):
    return "page_" + re.sub(r"\W", "_", str(page.relative_to(ROOT))) + ".py"


SHOWN = {name_of(page): code for page in PAGES if (code := module_of(page))}


@pytest.fixture(scope="module")
def errors(tmp_path_factory, pytestconfig):
    """What mypy says: by file and line, the codes of the errors. What it knows of libraries is kept for later runs."""
    options = ["--strict", "--config-file=", "--no-pretty", "--show-error-codes", "--hide-error-context", "--no-color-output"]
    cache, pages = pytestconfig.cache.mkdir("mypy"), tmp_path_factory.mktemp("pages")
    (pages / "wrong.md").write_text(WRONG_PAGE, encoding="utf-8")
    for name, code in {**SHOWN, "page_wrong.py": module_of(pages / "wrong.md")}.items():
        (pages / name).write_text(code, encoding="utf-8")
    files = map(str, [*sorted(FOLDER.glob("*.py")), *sorted(pages.glob("*.py"))])
    command = [sys.executable, "-m", "mypy", *options, f"--cache-dir={cache}", *files]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cache)
    assert run.returncode in (0, 1), run.stdout + run.stderr
    found = defaultdict(lambda: defaultdict(set))
    for line in run.stdout.splitlines():
        if match := re.fullmatch(r"(.+?):(\d+): error: .* \[([a-z-]+)\]", line):
            found[Path(match[1]).name][int(match[2])].add(match[3])
    return found


def marked(name):
    """The lines of a file that end in ``# E: code``, and that code."""
    lines = (FOLDER / name).read_text().splitlines()
    marks = ((number, re.search(r"# E: ([a-z-]+)$", line)) for number, line in enumerate(lines, 1))
    return {number: mark[1] for number, mark in marks if mark}


def test_what_is_right_passes(errors):
    assert errors["right.py"] == {}
    assert marked("right.py") == {}


def test_what_is_wrong_is_an_error_at_exactly_the_marked_lines(errors):
    expected = marked("wrong.py")
    assert len(expected) > 20
    assert sorted(errors["wrong.py"]) == sorted(expected)
    assert {line: code for line, code in expected.items() if code not in errors["wrong.py"][line]} == {}


@pytest.mark.parametrize("name", SHOWN)
def test_what_a_page_shows_passes(errors, name):
    assert errors[name] == {}


def test_an_error_on_a_page_is_found_where_it_stands(errors):
    assert {number: min(codes) for number, codes in errors["page_wrong.py"].items()} == {5: "assignment", 12: "attr-defined"}
    assert "page_README_md.py" in SHOWN
    assert len(SHOWN) > 6
