"""The player in JupyterLab: the server, the kernel and the page that people have."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

pytest.importorskip("anywidget", reason="the notebook's player needs anywidget")


CELL = """\
import genastar
from genastar_studio.notebook import Player

world = genastar.load(["S....", ".###.", "....G"], domain="grid")
trace = genastar.Trace()
Player(world, world.search(observer=trace, engine="interpreted"), trace)
"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab on this machine alone, with a notebook of one cell."""
    pytest.importorskip("jupyterlab", reason="the player is tried in JupyterLab")
    pytest.importorskip("ipykernel")
    cells = [{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None, "source": CELL}]
    spec = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    book = {"cells": cells, "metadata": spec, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "play.ipynb").write_text(json.dumps(book), encoding="utf-8")
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    flags = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", "--IdentityProvider.token=t"]
    flags += ["--LabApp.extension_manager=readonly", "--LabApp.news_url=None"]
    command = [sys.executable, "-m", "jupyterlab", *flags, f"--ServerApp.root_dir={tmp_path}"]
    log = tmp_path / "log"
    environment = os.environ | own | {"IPYTHONDIR": str(tmp_path / "ipython")}
    with log.open("w") as lines, subprocess.Popen(command, stderr=lines, stdout=lines, env=environment) as process:
        try:
            last = monotonic() + 60
            while (found := re.search(r"http://127\.0\.0\.1:\d+/", log.read_text())) is None:
                assert process.poll() is None, log.read_text()
                assert monotonic() < last, "JupyterLab does not begin"
                sleep(0.1)
            yield f"{found[0]}lab/tree/play.ipynb?token=t"
        finally:
            process.terminate()


@pytest.mark.long
def test_it_plays_in_jupyterlab(browser, lab):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(60_000)
    page.goto(lab)
    page.locator(".jp-Notebook .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    frame = page.wait_for_selector(".jp-OutputArea iframe").content_frame()
    frame.wait_for_selector(".search-legend li")
    assert "Found: cost 6." in frame.locator(".search-status").inner_text()
    frame.get_by_role("button", name="To the start").click()
    assert frame.locator(".search-event").inner_text().startswith("event 0 of ")
    page.close()
