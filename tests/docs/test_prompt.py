"""What a newcomer pastes works: the first pages' blocks, typed into a plain Python prompt, and files that they save."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("markdown_it", reason="the pages are read with it")
pytest.importorskip("llvmlite", reason="the pages search in machine code too")

from doc_blocks import ROOT, CodeBlock, apply_diff, parse_tokens

if not (ROOT / "README.md").exists():
    pytest.skip("the pages are in the repository", allow_module_level=True)

WHOLE_FILES = {"docs/tutorial.md": ("examples/tutorial/hills_guided.py", "examples/tutorial/hills.py")}
"""The files to which a page links beside its changes, in their order."""


def stretches(page: Path) -> Iterator[str]:
    """Yield what is typed until the page changes a file, and save the files of the page in the working folder."""
    typed = ""
    for token in parse_tokens(page):
        if token.type != "fence":
            continue
        block = CodeBlock.of(page, token)
        path = Path(block.title or "")
        if block.title is not None and block.language == "diff":
            yield typed
            typed = ""
            path.write_text(apply_diff(path.read_text("utf-8"), block.text), "utf-8")
        elif block.title is not None:
            path.write_text(block.text, "utf-8")
        elif block.language == "python":
            typed += block.text + "\n"
        elif block.language == "pycon":
            lines = (re.match(r"(?:>>>|\.\.\.)(?: (.*)|$)", line) for line in block.text.splitlines())
            typed += "".join(f"{line[1] or ''}\n" for line in lines if line) + "\n"
    yield typed


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md"])
def test_blocks_work_at_the_prompt(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    whole = list(WHOLE_FILES.get(page, ()))
    for typed in stretches(ROOT / page):
        prompt = subprocess.run(
            [sys.executable, "-i", "-q"], input=typed, capture_output=True, encoding="utf-8", timeout=300, check=False
        )
        assert "Traceback" not in prompt.stderr, prompt.stderr
        assert "Error" not in prompt.stderr, prompt.stderr
        saved = Path("hills.py").read_text("utf-8") if Path("hills.py").exists() else None
        whole = whole[1:] if whole and (ROOT / whole[0]).read_text("utf-8") == saved else whole
    assert whole == []


def test_a_blank_line_in_a_class_is_found(tmp_path, monkeypatch):
    """The prompt ends a class at a blank line, and so this test fails where a page has one."""
    monkeypatch.chdir(tmp_path)
    Path("page.md").write_text("```python\nclass A:\n    a = 1\n\n    b = 2\n```\n", "utf-8")
    (typed,) = stretches(Path("page.md"))
    prompt = subprocess.run([sys.executable, "-i", "-q"], input=typed, capture_output=True, encoding="utf-8", check=False)
    assert "IndentationError" in prompt.stderr
