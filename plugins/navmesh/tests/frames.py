"""Polygons that are turned, scaled and moved, and files of them."""

from __future__ import annotations

import json
from math import cos, pi, sin
from pathlib import Path


class Frame:
    """Places that are turned, scaled and moved."""

    def __init__(self, angle: float, scale: float, move: tuple[float, float]) -> None:
        self.scale, self.move = scale, (move[0] * scale, move[1] * scale)
        self.cos, self.sin = scale * cos(angle * pi / 180), scale * sin(angle * pi / 180)

    def place(self, x: float, y: float) -> tuple[float, float]:
        return x * self.cos - y * self.sin + self.move[0], x * self.sin + y * self.cos + self.move[1]

    def box(self, x: float, y: float, to_x: float, to_y: float) -> list[tuple[float, float]]:
        return [self.place(*corner) for corner in ((x, y), (to_x, y), (to_x, to_y), (x, to_y))]


def write_geojson(path: Path, polygons, holes=()) -> Path:
    rings = [[*ring, ring[0]] for ring in polygons]
    text = {"type": "MultiPolygon", "coordinates": [[ring, *holes] for ring in rings]}
    path.with_suffix(".geojson").write_text(json.dumps(text))
    return path.with_suffix(".geojson")


def write_obj(path: Path, polygons) -> Path:
    lines = [f"v {x!r} 0 {y!r}" for ring in polygons for x, y in ring]
    lines += [f"f {4 * at + 1} {4 * at + 2} {4 * at + 3} {4 * at + 4}" for at in range(len(polygons))]
    path.with_suffix(".obj").write_text("\n".join(lines))
    return path.with_suffix(".obj")


def write_mesh(path: Path, polygons, version: int = 2) -> Path:
    counts = f"{4 * len(polygons)} {len(polygons)}"
    points = [f"{x!r} {y!r}" + " 1 0" * (version == 2) for ring in polygons for x, y in ring]
    free, one, beyond = ("", 0, -1) if version == 2 else ("1 ", 1, 0)
    faces = [
        f"{free}4 {' '.join(str(4 * at + step + one) for step in range(4))}" + f" {beyond}" * 4 for at in range(len(polygons))
    ]
    path.with_suffix(".mesh").write_text("\n".join((f"mesh\n{version}\n{counts}", *points, *faces)))
    return path.with_suffix(".mesh")
