"""Robot maps of ROS: a ``.yaml`` file and the image that it names (map_server of ROS, nav2_map_server).

    image       the image, named relative to this file
    resolution  metres for a pixel
    origin      [x, y, yaw] of the lower left corner, in metres and radians; yaw may be left out
    negate      0: dark pixels are occupied; 1: bright ones (default 0)
    occupied_thresh, free_thresh   occupied above the first, free below the second (defaults 0.65 and 0.25)
    mode        trinary, scale or raw (default trinary)

Let v be the mean of red, green and blue of a pixel. Its occupancy is (255 - v) / 255, or v / 255 with ``negate``. ``trinary``
has occupied, free and, between the thresholds, unknown. ``scale`` maps the range between the thresholds to 0 to 100 percent;
pixels that are not opaque are unknown. ``raw`` takes v as percent; values above 100 are unknown. A free cell costs 1, a cell
with p percent 1 + p, and a cell with 100 percent is blocked.

YAML aliases are refused, since a short file could expand without limit; so are tags.
"""

from __future__ import annotations

import re
from math import isfinite, pi
from pathlib import Path
from typing import Final, Literal, cast, get_args

import numpy as np
import yaml
from attrs import field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.errors import format_value
from genastar.files import AnyPath, is_same_file, open_unpacked, read_text
from genastar_grid.formats.cost_arrays import Costs, convert_costs
from genastar_grid.formats.frame import RosFrame
from genastar_picture.sources.images import get_colours, open_image

Mode = Literal["trinary", "scale", "raw"]

UNKNOWN: Final = -1
"""The occupancy of an unknown cell; other cells have 0 to 100 percent."""

_MOST_BYTES: Final = 20_000
_DEEPEST: Final = 4
_FARTHEST: Final = 1e8
_NUMBER: Final = re.compile(r"[-+]?(\d{1,15}\.?\d{0,17}|\.\d{1,17})([eE][-+]?\d{1,2})?")
_PACKED: Final = ("", ".gz", ".xz", ".bz2")
"""Suffixes under which a missing image is looked for."""


@frozen
class _Map:
    """The contents of the ``.yaml`` file."""

    image: str
    resolution: float
    origin: tuple[float, float, float]
    negate: bool
    occupied: float
    free: float
    mode: Mode


@frozen(eq=False)
class RobotMap:
    """A robot map that was read."""

    costs: Costs = field(repr=False)
    frame: RosFrame
    remark: str


def read_ros(path: AnyPath, megacells: int, unknown: float) -> RobotMap:
    """Read a map.

    Args:
        path: the ``.yaml`` file.
        megacells: largest image to decode, in million pixels.
        unknown: cost of an unknown cell; 0: blocked.

    Raises:
        BadInput: one of the two files cannot be read; the message says which, and where.
    """
    path = Path(path)
    said = _read_map(path)
    image = _find_image(path, said.image)
    try:
        occupancy = _read_occupancy(image, said, megacells)
    except BadInput as error:
        raise BadInput(f"{path}: image: {error}") from error
    prices = np.array([*range(1, 101), 0, unknown])  # by percent; index -1 is the last
    costs = convert_costs(str(path), prices[occupancy])
    count = int((occupancy == UNKNOWN).sum())
    remark = f"a cell is {said.resolution:g} m wide, and lengths are in cells"
    if count:
        remark += f"; {count:,} unknown cells {f'cost {unknown:g}' if unknown else 'are blocked'} (option unknown)"
    return RobotMap(costs, RosFrame(said.resolution, *said.origin, height=costs.shape[0]), remark)


def _read_occupancy(image: Path, said: _Map, megacells: int) -> NDArray[np.int8]:
    """Return the percentage of each pixel, or `UNKNOWN`."""
    with open_image(image, megacells, "megacells") as found:
        opaque = None
        if found.has_transparency_data and said.mode != "raw":
            opaque = np.asarray(found.convert("RGBA"))[..., 3] == 255
            found = found.convert("RGBA").convert("RGB")
        levels = get_colours(found).sum(axis=-1, dtype=np.uint16)
    shade = np.arange(3 * 255 + 1) / 3  # the mean of three samples, indexed by their sum
    taken = (shade if said.negate else 255 - shade) / 255
    match said.mode:
        case "raw":
            table = np.where(shade <= 100, np.rint(shade), UNKNOWN)
        case "trinary":
            table = np.where(taken > said.occupied, 100, np.where(taken < said.free, 0, UNKNOWN))
        case "scale":
            between = 99 * (taken - said.free) / max(said.occupied - said.free, 1e-9)
            table = np.where(taken > said.occupied, 100, np.where(taken < said.free, 0, np.rint(between.clip(0, 99))))
    occupancy = table.astype(np.int8)[levels]
    return occupancy if opaque is None else np.where(opaque, occupancy, np.int8(UNKNOWN))


def _find_image(path: Path, name: str) -> Path:
    """Return the image that the file names, or a compressed version of it."""
    whole = path.parent / name
    if is_same_file(path, whole):
        raise BadInput(f"{path}: image: {format_value(name)} is this file; expected the name of an image")
    for suffix in _PACKED:
        image = whole.with_name(whole.name + suffix) if whole.name else whole
        try:
            with open_unpacked(image):
                return image
        except BadInput as error:
            cause = error.__cause__
            if not isinstance(cause, FileNotFoundError):
                raise BadInput(f"{path}: image: {error}") from cause
    raise BadInput(f"{path}: image: {name[:60]!r} is missing; put it there, or correct the name, relative to this file")


def _read_map(path: Path) -> _Map:
    found = _load_yaml(path, read_text(path, _MOST_BYTES))
    for key in ("image", "resolution", "origin"):
        if key not in found:
            raise BadInput(f"{path}: {key} is missing; expected image, resolution and origin")
    image, mode = found["image"], found.get("mode", "trinary")
    if not isinstance(image, str) or not image or "\0" in image:
        raise BadInput(f"{path}: image is {str(image)[:40]!r}; expected the name of an image")
    if mode not in get_args(Mode):
        raise BadInput(f"{path}: mode is {str(mode)[:40]!r}; expected trinary, scale or raw")
    origin = found["origin"]
    if not isinstance(origin, list) or len(origin) not in (2, 3):
        raise BadInput(f"{path}: origin is {str(origin)[:40]!r}; expected [x, y, yaw] in metres and radians")
    x, y, yaw = (_parse_number(path, "origin", part, -_FARTHEST, _FARTHEST) for part in (*origin, 0.0)[:3])
    negate = found.get("negate", 0)
    if negate not in (0, 1):
        raise BadInput(f"{path}: negate is {str(negate)[:40]!r}; expected 0 or 1")
    occupied = _parse_number(path, "occupied_thresh", found.get("occupied_thresh", 0.65), 0, 1)
    free = _parse_number(path, "free_thresh", found.get("free_thresh", 0.25), 0, 1)
    if free > occupied:
        raise BadInput(f"{path}: free_thresh is {free:g}, above occupied_thresh={occupied:g}; give at most that")
    resolution = _parse_number(path, "resolution", found["resolution"], 1e-6, 1e6)
    return _Map(image, resolution, (x, y, yaw % (2 * pi)), bool(negate), occupied, free, cast(Mode, mode))


def _load_yaml(path: Path, text: str) -> dict[str, object]:
    """Return the keys and values of a YAML file."""
    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent) or depth > _DEEPEST:
                raise BadInput(f"{path}: line {event.start_mark.line + 1}: aliases and deeply nested lists are not supported")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        found = yaml.safe_load(text)
    except BadInput:
        raise
    except yaml.MarkedYAMLError as error:
        line = "" if error.problem_mark is None else f"line {error.problem_mark.line + 1}: "
        raise BadInput(
            f"{path}: {line}this is no valid YAML: {_join_line(error.problem or error.context or 'damaged')}"
        ) from error
    except Exception as error:  # PyYAML raises many kinds of errors
        raise BadInput(f"{path}: this is no valid YAML: {_join_line(str(error)[:80]) or type(error).__name__}") from error
    if not isinstance(found, dict):
        raise BadInput(f"{path}: this is no map of ROS; expected image, resolution and origin, one 'key: value' a line")
    keys = [key.value for key, _ in node.value]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise BadInput(f"{path}: {str(twice)[:40]!r} appears twice; remove one")
    return found


def _parse_number(path: Path, key: str, value: object, low: float, high: float) -> float:
    text = str(value).strip()
    number = float(text) if not isinstance(value, bool) and _NUMBER.fullmatch(text) else float("nan")
    if not (isfinite(number) and low <= number <= high):
        raise BadInput(f"{path}: {key}: {text[:40]!r} is no number in {low:g}..{high:g}")
    return number


def _join_line(text: str) -> str:
    return " ".join(text.split())
