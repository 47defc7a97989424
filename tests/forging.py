"""Forged array files: valid files of which something was changed, with right checksums."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np

PREFIX = struct.Struct("<8sIII")
DTYPES = ("|u1", "<u2", "<i4", "<i8", "<f4", "<f8")
TEXTS = (*DTYPES, ">i4", "|b1", "|O", "<U9", "(1,", "i4,i4", "a" * 99, "", "M8[s]", 3, None, ["<i4"], {"a": 1})
NUMBERS = (0, 1, -1, 2, 3, 63, 64, 2**31 - 1, -(2**31), 2**31, 2**62, 2**63 - 1, -(2**63), 2**64, 10**30)
JSONS = (*NUMBERS, 1.5, float("nan"), float("inf"), "", "x", "9", None, True, [], [1], ["a"], {}, {"a": 1}, [[]] * 3)


HOW = (*["set"] * 3, *["nudge"] * 2, "copy", "swap", "roll", "cut", "grow", "type", "gone", "shape", "scale")
"""The ways to change an array."""


class Parts:
    """The parts of an array file."""

    def __init__(self, content: bytes) -> None:
        self.magic, self.version, length, _ = PREFIX.unpack_from(content)
        self.header: dict[str, Any] = json.loads(content[PREFIX.size : PREFIX.size + length])
        first = -(-(PREFIX.size + length) // 64) * 64
        self.arrays: dict[str, Any] = {}
        for name, entry in self.header["arrays"].items():
            count = int(np.prod(entry["shape"]))
            flat = (
                np.frombuffer(content, entry["dtype"], count, first + entry["start"]) if count else np.empty(0, entry["dtype"])
            )
            self.arrays[name] = flat.reshape(entry["shape"]).copy()

    def written(self, change: Any = None) -> bytes:
        """Return the file, after a change of its finished header."""
        start, body = 0, b""
        entries: dict[str, Any] = {}
        for name, array in self.arrays.items():
            body += b"\0" * (start - len(body)) + array.tobytes()
            entries[name] = {
                "dtype": array.dtype.str,
                "shape": list(array.shape),
                "start": start,
                "crc": crc32(array.tobytes()),
            }
            start = -(-len(body) // 64) * 64
        header: Any = {**self.header, "arrays": entries}
        if change is not None:
            header = change(header)
        text = json.dumps(header).encode()
        head = PREFIX.pack(self.magic, self.version, len(text), crc32(text)) + text
        return head + b"\0" * (-len(head) % 64) + body


def forge(path: Path, random: Random) -> str:
    """Change something in a file. Return what."""
    parts = Parts(path.read_bytes())
    if random.random() < 0.2:
        told, change = _of_header(parts, random)
        path.write_bytes(parts.written(change))
        return told
    told = "; ".join(_of_array(parts, random) for _ in range(random.choice((1, 1, 1, 2, 4))))
    path.write_bytes(parts.written())
    return told


def _of_header(parts: Parts, random: Random) -> tuple[str, Any]:
    name = random.choice([*parts.arrays])
    where = random.choice(("kind", "facts", "arrays", "fact", "dtype", "shape", "side", "start", "crc", "gone", "more"))
    value = random.choice(TEXTS if where == "dtype" else JSONS)

    def change(header: Any) -> Any:
        entry = header["arrays"][name]
        if where in ("kind", "facts", "arrays"):
            header[where] = value
        elif where == "fact":
            header["facts"][random.choice([*header["facts"]])] = value
        elif where == "side":
            entry["shape"][random.randrange(len(entry["shape"]))] = value
        elif where == "gone":
            del entry[random.choice([*entry])]
        elif where == "more":
            header["arrays"]["more"] = entry
        else:
            entry[where] = value
        return header

    return f"header: {where} of {name}: {value!r}", change


def _of_array(parts: Parts, random: Random) -> str:
    name = random.choice([*parts.arrays])
    array = parts.arrays[name]
    how = random.choice(HOW)
    flat = array.reshape(-1)
    if how == "gone":
        del parts.arrays[name]
        if not parts.arrays:
            parts.arrays["none"] = np.zeros(1, np.int32)
        return f"{name} gone"
    if how == "type":
        with np.errstate(all="ignore"):
            parts.arrays[name] = array.astype(random.choice(DTYPES))
    elif how == "cut":
        parts.arrays[name] = array[: random.randrange(len(array) + 1)]
    elif how == "grow":
        parts.arrays[name] = np.concatenate((array, array[:1]))
    elif how == "shape":
        parts.arrays[name] = random.choice((flat, array[None], array[..., None]))
    elif not len(flat):
        return f"{name} empty"
    else:
        at, other = random.randrange(len(flat)), random.randrange(len(flat))
        with np.errstate(all="ignore"):
            if how == "set":
                floats = (float("nan"), float("inf"), -float("inf"), 0.5, -0.0, 1e300, 5e-324)
                most = np.iinfo(array.dtype) if array.dtype.kind in "iu" else None
                low, high = (-(2**63), 2**63) if most is None else (int(most.min), int(most.max))
                value: Any = random.choice((low, high, -1, 0, 1, random.randint(-9, 40), len(flat), len(flat) - 1))
                if most is None:
                    value = random.choice((*floats, float(value)))
                flat[at] = min(max(value, low), high) if most is not None else value
            elif how == "nudge":
                flat[at] += (
                    np.asarray(random.choice((1, 2)), array.dtype)
                    if random.random() < 0.5
                    else np.asarray(-1).astype(array.dtype)
                )
            elif how == "copy":
                flat[at] = flat[other]
            elif how == "swap":
                flat[at], flat[other] = flat[other], flat[at]
            elif how == "roll":
                parts.arrays[name] = np.roll(array, 1, axis=0)
            else:
                flat *= np.asarray(2).astype(array.dtype)
    return f"{how} {name}"
