"""Animations: the growing closed list, frame by frame, and finally the path.

All frames share one colour table: at most `_WORLD` colours of the world, then the ramp for the order of closing, then the path.
So the animation does not flicker, and consecutive frames differ only in cells opened or closed between them. A scene with more
than closed cells and a path uses the last three colours of the world for the rest. Arrows and marks are on the last frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from genastar import BadInput
from genastar.authoring import check_cancelled
from genastar.files import AnyPath, format_path
from genastar_picture.scene import Scene
from genastar_picture.writers.formats import check_size
from genastar_picture.writers.ink import BLACK, WHITE, draw_ink, is_dark, is_inked
from genastar_picture.writers.raster import enlarge, write_through_memory

HOLD_MS: Final = 3000
"""Duration of the last frame, with the path, in milliseconds."""

LEAST_DELAY_MS: Final = 20
"""Least duration of a frame, in milliseconds; viewers slow down shorter frames."""

MOST_ANIMATED: Final = 200_000_000
"""Limit of pixels of all frames together, which bounds memory and time: large worlds get fewer frames."""

# Colours of the world, levels of the ramp, the path. One index stays free: Pillow needs it for unchanged pixels.
_WORLD: Final = 126
_LEVELS: Final = 128
_PATH: Final = _WORLD + _LEVELS
_WAITING, _BLACK, _WHITE = range(_WORLD - 3, _WORLD)


def save(scene: Scene, out: AnyPath, frames: int = 100, seconds: float = 5.0) -> None:
    """Write an animation that repeats forever.

    Args:
        scene: the picture.
        out: the file, with suffix ``.gif``.
        frames: largest number of frames. There are fewer if the search closed fewer cells, if ``seconds`` is too short, or if
            all frames together would exceed `MOST_ANIMATED` pixels.
        seconds: how long the closed list grows, before the last frame.

    Raises:
        BadInput: the picture is too large for a GIF, or the file cannot be written.
    """
    pixels = scene.width * scene.height
    check_size(out, scene.width, scene.height)
    if pixels > MOST_ANIMATED:
        size = f"{scene.width} x {scene.height}"
        raise BadInput(
            f"{format_path(out)}: {size} pixels are too many for an animation; write a .png, or choose a smaller scale"
        )
    room = max(1, MOST_ANIMATED // pixels)
    growing = max(0, min(frames - 1, room - 1, len(scene.closed), int(seconds * 1000) // LEAST_DELAY_MS))
    world, colours = _index_colours(scene)
    plain = (_make_frame(cells, colours, scene.scale) for cells in _iterate_stages(scene, world, growing))
    pictures = _ink_last_picture(plain, scene, growing) if is_inked(scene) else plain
    delay = max(LEAST_DELAY_MS, round(seconds * 100 / growing) * 10) if growing else 0
    with write_through_memory(out) as content:
        next(pictures).save(
            content,
            "GIF",
            save_all=True,
            append_images=pictures,
            duration=[delay] * growing + [HOLD_MS],
            loop=0,
            optimize=True,  # makes unchanged pixels transparent: a twentieth of the size
        )


def _index_colours(scene: Scene) -> tuple[NDArray[np.uint8], bytes]:
    """Return the world as indices into a colour table, and that table: exact if the world has few colours."""
    more = (scene.palette.waiting, BLACK, WHITE) if len(scene.opened) or is_inked(scene) else ()
    room = _WORLD - len(more)
    image = Image.fromarray(scene.world).quantize(room, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    table = bytes(image.getpalette() or ())[: 3 * room].ljust(3 * room, b"\0")
    ramp = scene.palette.make_ramp(_LEVELS)
    return np.array(image), table + bytes(part for colour in (*more, *ramp, scene.palette.path) for part in colour)


def _iterate_stages(scene: Scene, world: NDArray[np.uint8], growing: int) -> Iterator[NDArray[np.uint8]]:
    """Yield the cells of ``growing`` frames and of the last one. All frames share one array, which changes in between."""
    x, y = scene.closed.T
    heat = scene.compute_heat(_LEVELS) + np.uint8(_WORLD)
    shown = opened = 0
    for frame in range(growing):
        check_cancelled()
        until = len(heat) * frame // growing
        opened = _open(scene, world, until, opened)
        world[y[shown:until], x[shown:until]] = heat[shown:until]
        shown = until
        yield world
    _open(scene, world, len(heat), opened)
    world[y[shown:], x[shown:]] = heat[shown:]
    for _, cells in scene.list_path_cells():
        world[cells[:, 1], cells[:, 0]] = _PATH
    yield world


def _open(scene: Scene, world: NDArray[np.uint8], closed: int, before: int) -> int:
    """Draw the cells opened before ``closed`` cells were closed, skipping the first ``before``; return their number."""
    until = int(np.searchsorted(scene.opened_after, closed, side="right"))
    x, y = scene.opened[before:until].T
    world[y, x] = _WAITING
    return until


def _ink_last_picture(pictures: Iterator[Image.Image], scene: Scene, growing: int) -> Iterator[Image.Image]:
    """Yield the pictures, with arrows and marks on the last."""
    for number, picture in enumerate(pictures):
        if number == growing:
            draw_ink(picture, scene, is_dark(scene.paint_cells(_LEVELS)), _BLACK, _WHITE, _PATH)
        yield picture


def _make_frame(cells: NDArray[np.uint8], colours: bytes, scale: int) -> Image.Image:
    image = Image.fromarray(enlarge(cells, scale))  # greys, until putpalette makes them indices
    image.putpalette(colours)
    return image
