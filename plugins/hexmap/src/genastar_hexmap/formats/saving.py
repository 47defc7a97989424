"""The file format ``.hex.json`` for saving maps, which `tables` reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np

from genastar import BadInput
from genastar.files import AnyPath, expect_suffix, write_text
from genastar_hexmap.hexes.layout import Hex
from genastar_hexmap.info import Options
from genastar_hexmap.palette import name_labels
from genastar_hexmap.terrains.kinds import Kinds
from genastar_hexmap.terrains.terrain import Kind, make_empty_table, make_terrains
from genastar_hexmap.world import HexSource

SUFFIX: Final = ".hex.json"


def write_json(out: AnyPath, source: HexSource, wrap: str, start: Hex, goals: Sequence[Hex]) -> None:
    """Write a map and a question. Costs and colours are written unless the names alone determine them.

    Raises:
        BadInput: the name does not end in ``.hex.json``, or the file cannot be written.
    """
    out = expect_suffix(out, SUFFIX, "hex map")
    used = np.unique(source.terrain[source.terrain >= 0]).tolist()
    kinds = dict(
        zip(name_labels([source.kinds[number] for number in used]), (source.kinds[number] for number in used), strict=True)
    )
    texts = {-1: "", **dict(zip(used, kinds, strict=True))}
    known = {label: kind for label, kind in kinds.items() if label != ("-" if kind.cost is None else str(kind.cost))}
    terrains, colours = {}, {}
    if not all(_is_known(label, kind) for label, kind in known.items()):  # all, because a cost may depend on another
        terrains = {label: "-" if kind.cost is None else str(kind.cost) for label, kind in known.items()}
        colours = {label: "#{:02x}{:02x}{:02x}".format(*kind.colour) for label, kind in known.items() if kind.colour}
    content: dict[str, object] = {"layout": source.layout.name, "wrap": wrap, "start": start, "goals": goals}
    content |= {"terrains": terrains, "colours": colours}
    content["edges"] = [(one, other, "wall" if extra is None else str(extra)) for one, other, extra in source.edges]
    if source.radius is None and source.origin == (0, 0):
        content["rows"] = [[texts[number] for number in row] for row in source.terrain.tolist()]
    else:
        if source.radius is not None:
            content["radius"] = source.radius
        left, top = source.origin
        found = np.argwhere(source.terrain >= 0).tolist()
        content["cells"] = [(x + left, y + top, texts[int(source.terrain[y, x])]) for y, x in found]
    write_text(out, json.dumps(content, ensure_ascii=False) + "\n")


def _is_known(label: str, kind: Kind) -> bool:
    """Return whether a label alone, without tables, gives this terrain's cost and colour."""
    kinds = Kinds(make_terrains(make_empty_table(), Options().movement))
    with suppress(BadInput):
        found = kinds.found[kinds.number_name_or_cost(label, label)]
        return (found.cost, found.colour) == (kind.cost, kind.colour)
    return False
