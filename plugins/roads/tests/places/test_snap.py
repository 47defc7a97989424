"""Snapping against a search of all segments, one after another, in the plane."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from towns import make_road, make_town

from genastar_roads.graph.earth import RADIUS, compute_metres
from genastar_roads.graph.lines import cut_line, list_lines
from genastar_roads.info import Options
from genastar_roads.model import Roads
from genastar_roads.places.snap import Segments, Snapper

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("file", ["kotka.osm.pbf", "bautzen.osm.gz"])
def test_no_edge_is_nearer(file: str) -> None:
    graph = Roads.read(DATA / file, Options()).graph
    snapper = Snapper.of(graph)
    points, first = list_lines(graph, np.arange(graph.edges))
    keep = np.delete(np.arange(len(points)), first[1:] - 1)
    random = np.random.default_rng(1)
    for _ in range(60):
        lat, lon = (float(random.uniform(each.min() - 0.002, each.max() + 0.002)) for each in (graph.lat, graph.lon))
        place = snapper.snap(lat, lon)
        scale = np.array([1.0, np.cos(np.radians(lat))]) * np.radians(1) * RADIUS
        begin, end = (points[keep] - [lat, lon]) * scale, (points[keep + 1] - [lat, lon]) * scale
        along = end - begin
        squared = (along**2).sum(axis=1)
        share = np.clip(-(begin * along).sum(axis=1) / np.where(squared > 0, squared, 1), 0, 1)
        gap = np.hypot(*(begin + share[:, None] * along).T)
        assert place.away == pytest.approx(gap.min(), rel=1e-3, abs=0.01)
        assert float(compute_metres(lat, lon, place.lat, place.lon)) == pytest.approx(place.away, rel=1e-6, abs=1e-3)
        if place.edge >= 0:
            line, _ = list_lines(graph, np.array([place.edge]))
            assert cut_line(line, 0.0, place.share)[-1] == pytest.approx([place.lat, place.lon], abs=1e-8)


def test_segments_are_all_of_all_roads_once() -> None:
    graph = Roads.read(DATA / "kotka.osm.pbf", Options()).graph
    segments = Segments.of(graph)
    assert graph.facts is not None
    once = (graph.stage < 2) & ((graph.twin < 0) | (np.arange(graph.edges) < graph.twin))
    assert segments.length.sum() * RADIUS == pytest.approx(graph.facts.length[once].sum(), rel=1e-9)
    assert segments.before + segments.length == pytest.approx(
        np.minimum(segments.before + segments.length, segments.whole + 1e-15)
    )


def test_snapping_to_an_end_gives_the_junction(tmp_path: Path) -> None:
    roads = make_town(tmp_path / "a.osm", make_road(1, [11, 12]))
    place = roads.parse("60.001,24.0005")
    assert roads.format(place) == "11"
    assert place.away == pytest.approx(float(compute_metres(60.001, 24.0005, 60.001, 24.001)), rel=1e-6)


def test_a_road_of_no_length(tmp_path: Path) -> None:
    from genastar_roads.graph.road_graph import RoadGraph

    roads = Roads("it", RoadGraph.from_edges([0, 1], [1, 0], [0, 0], [60.0, 60.0], [24.0, 24.0]), Options())
    assert roads.parse("60,24").node == 0
