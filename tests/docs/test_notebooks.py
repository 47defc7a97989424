"""The example notebooks: they are stored without outputs, and run from top to bottom."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))

if not BOOKS:
    pytest.skip("the notebooks are in the repository", allow_module_level=True)

WIDGET = "application/vnd.jupyter.widget-view+json"
SHOWN = {
    "comparing-algorithms": {"<img", "<table", "weighted 2"},
    "many-questions": {"<img", "1000.0", "% found"},
    "maze": {"<img", "found, cost", WIDGET},
    "mountain": {"<img", "<svg", "158 minutes, 9.1 km", "of the map is in the corridor", "18.4 km", WIDGET},
    "own-puzzle": {"found, cost 6", "pour 3 from", "not found (unreachable)", "Tree: 16 positions"},
    "road-map": {"<img", "minutes", "turn left", "m up", "points matched", "'limit': 600", WIDGET},
}
"""What the outputs of each notebook hold."""


def test_there_are_six():
    assert {book.stem for book in BOOKS} == set(SHOWN)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_outputs_are_not_stored(book):
    content = json.loads(book.read_text(encoding="utf-8"))
    cells = content["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert cells[0]["source"][0].startswith("# ")
    for cell in cells:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
            compile("".join(cell["source"]), str(book), "exec")


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_it_runs(book, tmp_path, monkeypatch):
    """Each cell runs, in the folder of the notebook, and the outputs hold what the text says."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    before = sorted(FOLDER.iterdir())
    notebook = nbformat.read(book, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()
    outputs = json.dumps([cell.get("outputs") for cell in notebook.cells], ensure_ascii=False)
    assert {text for text in SHOWN[book.stem] if text not in outputs} == set()
    assert '"stderr"' not in outputs, outputs
    assert sorted(FOLDER.iterdir()) == before
