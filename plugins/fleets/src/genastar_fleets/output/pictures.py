"""Pictures of moving agents: an animated GIF, or an SVG that animates itself."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from math import ceil
from pathlib import Path
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import Element, ElementTree, SubElement

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.files import AnyPath, format_path, replace_file
from genastar.worlds.view import Cells, Lines, Polygons, Tiles
from genastar_fleets.discs.planning import DiscPlan
from genastar_fleets.graph.move_graph import OnTheWay
from genastar_fleets.plan import FleetPlan
from genastar_picture.scene import choose_scale
from genastar_picture.writers.raster import write_through_memory
from genastar_picture.writers.vector import merge_rectangles

Points = NDArray[np.float64]

STEP_MS: Final = 200
"""Duration of a step in milliseconds, in short plans."""
LONGEST_MS: Final = 20_000
MOST_FRAMES: Final = 600
MOST_PIXELS: Final = 400_000_000
"""Limit of the pixels of all frames together."""
SIDE: Final = 640
"""The longer side of worlds without cells, in pixels."""


@frozen(eq=False)
class FleetPicture:
    """A world in pixels, and where the agents are at each step."""

    world: Image.Image
    shapes: list[tuple[str, str]]
    """The world as SVG: pairs of a colour and the outline of a shape."""
    agents: Points
    """The middle of each agent at each step, shape (steps, agents, 2), in pixels."""
    goals: Points
    radius: float
    vanish: NDArray[np.int64] = field(repr=False)
    """The step after which each agent is no longer drawn."""


def draw_plan(plan: FleetPlan | DiscPlan, world: Any, out: AnyPath, *, stay: bool = True, radius: float = 0.0) -> None:
    """Write a picture of a plan.

    Args:
        plan: the plan.
        world: the world in which it was made.
        out: the file, with the suffix ``.gif`` or ``.svg``.
        stay: whether agents stay at their goals.
        radius: of discs.

    Raises:
        BadInput: the world has no flat view, the picture would be too large, or the file cannot be written.
    """
    out = Path(out)
    picture = _make_picture(plan, world, out, stay, radius)
    if out.suffix.lower() == ".svg":
        _write_vector(picture, out)
    else:
        _write_animation(picture, out)


def _make_picture(plan: FleetPlan | DiscPlan, world: Any, out: Path, stay: bool, radius: float) -> FleetPicture:
    view = world.view()
    shape = None if view is None else view.shape
    if shape is None or (isinstance(shape, Cells) and shape.layers > 1):
        raise BadInput(f"{format_path(out)}: a {world.info.name} world has no flat view to draw agents on; write a .json")
    image, shapes, centres, scale, size = _draw_cells(shape) if isinstance(shape, Cells) else _draw_shapes(shape)
    steps = ceil((1 if isinstance(plan, FleetPlan) else 2) * (plan.makespan or 0)) + 1
    agents = np.zeros((steps, len(plan.plans), 2))
    known: dict[Any, Points] = {}

    def locate(position: Any) -> Points:
        if position not in known:
            if isinstance(position, OnTheWay):
                share = position.step / position.steps
                known[position] = (1 - share) * locate(position.start) + share * locate(position.end)
            else:
                known[position] = centres[view.place(position)]
        return known[position]

    if isinstance(plan, DiscPlan):
        times = np.linspace(0, plan.makespan or 0, steps)
        for agent, stops in enumerate(plan.plans):
            points = np.array([locate(position) for _, position in stops])
            for axis in (0, 1):
                agents[:, agent, axis] = np.interp(times, [time for time, _ in stops], points[:, axis])
        return FleetPicture(image, shapes, agents, agents[-1], radius * scale, np.full(len(plan.plans), steps))
    for agent, path in enumerate(plan.plans):
        row = np.array([locate(position) for position in path])
        agents[: len(row), agent], agents[len(row) :, agent] = row, row[-1]
    vanish = np.array([steps if stay else len(path) for path in plan.plans])
    return FleetPicture(image, shapes, agents, agents[-1], size, vanish)


Drawn: TypeAlias = tuple[Image.Image, list[tuple[str, str]], Points, float, float]
"""A world in pixels, its shapes, the middles of its places, the pixels of a length of 1, and the radius of an agent."""


def _draw_cells(shape: Cells) -> Drawn:
    scale = max(2, choose_scale(shape.width, shape.height))
    cells = np.frombuffer(shape.colours, np.uint8).reshape(shape.height, shape.width, 3)
    image = Image.fromarray(cells.repeat(scale, axis=0).repeat(scale, axis=1))
    y, x = np.divmod(np.arange(shape.width * shape.height), shape.width)
    rows = merge_rectangles(cells)
    shapes = [
        (f"#{colour:06x}", f"M{x * scale} {y * scale}h{wide * scale}v{high * scale}h-{wide * scale}z")
        for colour, x, y, wide, high in rows.tolist()
    ]
    return image, shapes, (np.stack([x, y], axis=1) + 0.5) * scale, scale, 0.4 * scale


def _draw_shapes(shape: Tiles | Polygons | Lines) -> Drawn:
    points = np.frombuffer(shape.points if isinstance(shape, Lines) else shape.centres, "<f4").reshape(-1, 2).astype(np.float64)
    outlines: list[Points] = []
    colours = np.zeros((0, 3), np.uint8)
    if isinstance(shape, Tiles):
        outlines = [point + np.array(shape.outline) for point in points]
        colours = np.frombuffer(shape.colours, np.uint8).reshape(-1, 3)
    elif isinstance(shape, Polygons):
        corners = np.frombuffer(shape.corners, "<f4").reshape(-1, 2).astype(np.float64)
        outlines = np.split(corners, np.frombuffer(shape.first_corner, "<i4")[1:-1])
        colours = np.frombuffer(shape.colours, np.uint8).reshape(-1, 3)
    everything = np.concatenate([points, *outlines])
    low, high = everything.min(axis=0), everything.max(axis=0)
    scale = (SIDE - 20) / max(float((high - low).max()), 1e-9)

    def place(each: Points) -> Points:
        return np.asarray((each - low) * scale + 10)

    width, height = (int(part) for part in np.ceil((high - low) * scale + 20))
    image = Image.new("RGB", (width, height), "#ffffff")
    pen = ImageDraw.Draw(image)
    shapes = []
    for outline, colour in zip(outlines, colours.tolist(), strict=True):
        ring = place(outline)
        pen.polygon([tuple(each) for each in ring.tolist()], fill=tuple(colour), outline="#888888")
        shapes.append((f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}", _trace(ring) + "z"))
    if isinstance(shape, Lines):
        for one, other in np.frombuffer(shape.ends, "<i4").reshape(-1, 2).tolist():
            line = place(points[[one, other]])
            pen.line([tuple(each) for each in line.tolist()], fill="#888888", width=1)
            shapes.append(("none", _trace(line)))
        return image, shapes, place(points), scale, 4.0
    return image, shapes, place(points), scale, 0.35 * SIDE / max(2.0, float(np.sqrt(len(points))))


def _trace(points: Points) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points.tolist())


def _colour(agent: int) -> tuple[int, int, int]:
    red, green, blue = hsv_to_rgb(agent * 0.618034 % 1, 0.75, 0.85)
    return round(255 * red), round(255 * green), round(255 * blue)


def _write_animation(picture: FleetPicture, out: Path) -> None:
    steps, agents, _ = picture.agents.shape
    width, height = picture.world.size
    frames = max(1, min(MOST_FRAMES, MOST_PIXELS // (width * height), 2 * steps - 1))
    # Between two steps there is a frame in the middle, as long as there is room for it.
    times = np.linspace(0, steps - 1, frames)
    images = []
    for time in times:
        check_cancelled()
        image = picture.world.copy()
        pen = ImageDraw.Draw(image)
        for agent in range(agents):
            _dot(pen, picture.goals[agent], picture.radius, outline=_colour(agent))
        before = int(time)
        share = time - before
        middle = (1 - share) * picture.agents[before] + share * picture.agents[min(before + 1, steps - 1)]
        for agent in range(agents):
            if time < picture.vanish[agent]:
                _dot(pen, middle[agent], picture.radius, fill=_colour(agent))
        images.append(image.quantize(256, dither=Image.Dither.NONE))
    each = max(20, min(STEP_MS * steps, LONGEST_MS) // frames)
    with write_through_memory(out) as content:
        images[0].save(content, "GIF", save_all=True, append_images=images[1:], loop=0, duration=[each] * (frames - 1) + [2000])


def _dot(pen: ImageDraw.ImageDraw, middle: Points, radius: float, **colours: Any) -> None:
    x, y = middle.tolist()
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), **colours)


def _write_vector(picture: FleetPicture, out: Path) -> None:
    steps, agents, _ = picture.agents.shape
    width, height = picture.world.size
    seconds = f"{max(1, min(STEP_MS * steps, LONGEST_MS)) / 1000 + 2:g}s"
    root = Element(
        "svg", xmlns="http://www.w3.org/2000/svg", width=str(width), height=str(height), viewBox=f"0 0 {width} {height}"
    )
    for colour, outline in picture.shapes:
        style = {"fill": colour, "d": outline} | ({"stroke": "#888888"} if colour == "none" else {})
        SubElement(root, "path", style)
    # The last part of the time shows the end.
    share = 1 - 2 / float(seconds[:-1])
    times = ";".join(f"{each:.5g}" for each in [*np.linspace(0, share, steps).tolist(), 1])
    for agent in range(agents):
        colour = "#" + bytes(_colour(agent)).hex()
        x, y = picture.goals[agent].tolist()
        SubElement(
            root, "circle", {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{picture.radius:g}", "fill": "none", "stroke": colour}
        )
    for agent in range(agents):
        colour = "#" + bytes(_colour(agent)).hex()
        x, y = picture.agents[0, agent].tolist()
        dot = SubElement(root, "circle", {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{picture.radius:g}", "fill": colour})
        for axis, name in enumerate(("cx", "cy")):
            values = picture.agents[:, agent, axis].tolist()
            text = ";".join(f"{each:g}" for each in [*values, values[-1]])
            _animate(dot, name, text, times, seconds)
        if picture.vanish[agent] < steps:
            shown = ["inline" if step < picture.vanish[agent] else "none" for step in range(steps)]
            _animate(dot, "display", ";".join([*shown, shown[-1]]), times, seconds)
    with replace_file(out) as beside:
        ElementTree(root).write(beside, encoding="utf-8", xml_declaration=True)


def _animate(dot: Element, name: str, values: str, times: str, seconds: str) -> None:
    style = {"attributeName": name, "values": values, "keyTimes": times, "dur": seconds, "repeatCount": "indefinite"}
    SubElement(dot, "animate", style)
