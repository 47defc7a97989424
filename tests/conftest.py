"""Fixtures that more than one module of tests needs."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import define, field

from genastar import algorithm, distributions, plugin
from genastar.worlds import domain_registry
from known_algorithms import TOY

FINE = Path(__file__).parent / "fake_plugins" / "fine"


@define
class Site:
    """A folder of installed distributions: what this process sees instead of those that are really installed."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    paths: list[str] = field(factory=list)

    def install(self, distribution: str, entry_points: str, version: str = "1.0", **modules: str) -> Path:
        """Install a distribution of these modules, by their source, in a folder of its own."""
        home = self.folder / distribution
        info = home / f"{distribution.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(dedent(entry_points), encoding="utf-8")
        for name, source in modules.items():
            (home / f"{name}.py").write_text(dedent(source), encoding="utf-8")
        return self.add(home)

    def add(self, home: Path) -> Path:
        """Install what lies in a folder."""
        self.paths.append(str(home))
        self.monkeypatch.syspath_prepend(str(home))
        plugin.refresh()
        return home

    def core(self) -> None:
        """Install what genastar itself brings: the algorithms."""
        rows = importlib.metadata.distribution("genastar").entry_points.select(group=plugin.ALGORITHMS)
        self.install("genastar", f"[{plugin.ALGORITHMS}]\n" + "\n".join(f"{row.name} = {row.value}" for row in rows))

    def fine(self) -> Path:
        """Install the fake plugin that is fine, and give the folder of its examples."""
        return self.add(FINE) / "genastar_meadow"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """An empty site: nothing that is really installed is found, and nothing that a test registers stays."""
    site = Site(tmp_path / "site", monkeypatch)
    modules = set(sys.modules)
    real = importlib.metadata.distributions
    monkeypatch.setattr(importlib.metadata, "distributions", lambda: real(path=site.paths))
    monkeypatch.setattr(distributions, "list_folders", lambda: site.paths)
    monkeypatch.setattr(domain_registry.REGISTRY, "registered", {})
    monkeypatch.setattr(algorithm.REGISTRY, "registered", {})
    monkeypatch.delenv("GENASTAR_PLUGINS", raising=False)
    plugin.refresh()
    yield site
    plugin.refresh()
    for name in set(sys.modules) - modules:
        if str(getattr(sys.modules[name], "__file__", "")).startswith((str(tmp_path), str(FINE))):
            del sys.modules[name]


@pytest.fixture
def toy(site: Site) -> Site:
    """A site with the core's algorithms, the fake plugin that is fine, and one algorithm of a third party."""
    site.core()
    site.fine()
    site.install("genastar-toy", "[genastar.algorithms]\ntoy = toy:Toy", toy=TOY)
    return site
