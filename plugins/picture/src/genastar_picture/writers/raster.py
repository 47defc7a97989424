"""Still images: paint a scene, and write a picture to a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from genastar import BadInput, Cancelled
from genastar.errors import format_error_line
from genastar.files import AnyPath, format_path, replace_file
from genastar_picture.scene import Rgb, Scene
from genastar_picture.writers.formats import check_size, format_of
from genastar_picture.writers.ink import BLACK, WHITE, draw_ink, is_dark, is_inked

P = TypeVar("P", bound=np.generic)

LEVELS: Final = 256

# Without these settings, JPEG would blur the colours of single pixels beyond recognition, and WebP would be lossy.
_SETTINGS: Final[dict[str, dict[str, int | bool]]] = {
    "JPEG": {"quality": 95, "subsampling": 0},
    "WEBP": {"lossless": True},
}


def paint(scene: Scene) -> Rgb:
    """Return the pixels of a scene, shape (height, width, 3).

    Raises:
        BadInput: the scene has arrows, and its scale is too small for them.
    """
    picture = scene.paint_cells(LEVELS)
    if not is_inked(scene):
        return enlarge(picture, scene.scale)
    image = Image.fromarray(enlarge(picture, scene.scale))
    draw_ink(image, scene, is_dark(picture), BLACK, WHITE)
    return np.array(image)


def enlarge(cells: NDArray[P], scale: int) -> NDArray[P]:
    """Return an array (height, width, ...) with each cell repeated as ``scale`` times ``scale`` pixels."""
    return cells if scale == 1 else cells.repeat(scale, axis=0).repeat(scale, axis=1)


def save(picture: Rgb, out: AnyPath) -> None:
    """Write a still image in the format of the suffix.

    Raises:
        BadInput: the suffix is unknown, the format cannot hold the picture, or the file cannot be written.
    """
    kind = format_of(out)
    height, width, _ = picture.shape
    check_size(out, width, height)
    with write_through_memory(out) as content:
        Image.fromarray(picture).save(content, kind, **_SETTINGS.get(kind, {}))


@contextmanager
def write_through_memory(out: AnyPath) -> Iterator[BytesIO]:
    """Yield memory for Pillow to write to; its content becomes the file ``out`` when the block succeeds.

    Pillow's encoders do not notice that a full disk cuts a write short.

    Raises:
        BadInput: Pillow raises an error, or the file cannot be written.
    """
    content = BytesIO()
    try:
        yield content
    except Cancelled:
        raise
    except Exception as error:
        raise BadInput(
            f"{format_path(out)}: the picture cannot be written as {format_of(out)}: {format_error_line(error)}"
        ) from error
    with replace_file(out) as beside:
        beside.write_bytes(content.getbuffer())
