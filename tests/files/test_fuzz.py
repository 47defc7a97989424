"""Damaged files of every format: exit code 0 or 1, or 2 with one line; no traceback, no hang, and no end of the process.

The seed is fixed, so that a fault comes back. Each fault that was found here has a test of its own beside the reader.
"""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import pytest

from command_process import run_commands
from sample_files import OTHERS, PACKERS, UNPACKERS, Sample, freeze_times, list_domain_samples

MUTATIONS = 60
"""Of each format; of packed ones as many again of what is packed."""

SECONDS = 600

pytestmark = pytest.mark.long

NUMBERS = [
    b"nan",
    b"-nan",
    b"inf",
    b"-1",
    b"-0",
    b"1e400",
    b"5e-324",
    b"9" * 30,
    b"9" * 5000,
    b"18446744073709551616",
    b"0x7f",
    b"1_0",
    b"",
]

Mutate = Callable[[random.Random, bytearray], None]


def flip_bits(rng: random.Random, content: bytearray) -> None:
    for _ in range(rng.randint(1, 8)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def truncate(rng: random.Random, content: bytearray) -> None:
    del content[rng.randrange(len(content)) :]


def zero(rng: random.Random, content: bytearray) -> None:
    begin, length = rng.randrange(len(content)), rng.randint(1, 64)
    content[begin : begin + length] = bytes(len(content[begin : begin + length]))


def insert(rng: random.Random, content: bytearray) -> None:
    at = rng.randrange(len(content) + 1)
    content[at:at] = rng.choice(
        [rng.randbytes(rng.randint(1, 64)), b"\n", b"\0", b"\xff\xfe", b"-", b'"', b"<", b"}" * 2000, b"[" * 2000]
    )


def duplicate(rng: random.Random, content: bytearray) -> None:
    begin, length = rng.randrange(len(content)), rng.randint(1, 200)
    at = rng.randrange(len(content))
    content[at:at] = content[begin : begin + length]


def delete(rng: random.Random, content: bytearray) -> None:
    begin = rng.randrange(len(content))
    del content[begin : begin + rng.randint(1, 100)]


def swap_numbers(rng: random.Random, content: bytearray) -> None:
    places = [found.span() for found in re.finditer(rb"\d+", content)]
    if len(places) < 2:
        return flip_bits(rng, content)
    (a, b), (c, d) = sorted(rng.sample(places, 2))
    content[a:d] = content[c:d] + content[b:c] + content[a:b]
    return None


def replace_number(rng: random.Random, content: bytearray) -> None:
    places = [found.span() for found in re.finditer(rb"-?\d+(?:\.\d+)?", content)]
    if not places:
        return set_word(rng, content)
    begin, end = rng.choice(places)
    content[begin:end] = rng.choice(NUMBERS)
    return None


def set_word(rng: random.Random, content: bytearray) -> None:
    """A number of 32 bits, as formats that are no text have them, becomes a great one."""
    at = rng.randrange(max(1, len(content) - 4))
    content[at : at + 4] = rng.choice([b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\0\0\0\0", b"\0\0\xc0\x7f"])


MUTATES: tuple[Mutate, ...] = (
    flip_bits, truncate, zero, insert, duplicate, delete, swap_numbers, replace_number, replace_number, set_word
)  # fmt: skip


def mutated(content: bytes, rng: random.Random, number: int) -> bytes:
    """Damaged once, and now and then twice."""
    changed = bytearray(content)
    for round_ in range(1 + (number % 4 == 3)):
        if changed:
            MUTATES[(number + round_) % len(MUTATES)](rng, changed)
    return bytes(changed)


def damaged(sample: Sample, whole: bytes) -> Iterator[bytes]:
    """What a sample becomes; the seed is its name."""
    rng = random.Random(crc32(sample.name.encode()))
    for number in range(MUTATIONS):
        yield mutated(whole, rng, number)
    end = Path(sample.name).suffix
    if end in PACKERS:
        for number in range(MUTATIONS):
            yield PACKERS[end](mutated(UNPACKERS[end](whole), rng, number))


SAMPLES = [*list_domain_samples(), *OTHERS]


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_a_damaged_file_is_refused_in_one_line_or_read(sample: Sample, tmp_path: Path) -> None:
    freeze_times(tmp_path)
    whole = sample.content(tmp_path)
    lines = []
    for number, content in enumerate((whole, *damaged(sample, whole))):
        folder = tmp_path / str(number)
        folder.mkdir()
        freeze_times(folder)  # the maps of some lie beside
        sample.content(folder)  # and the images of some
        path = folder / sample.name
        path.write_bytes(content)
        lines.append([part.replace("FILE", str(path)).replace("DATA", str(tmp_path)) for part in sample.line])
    told = run_commands(lines, tmp_path, seconds=SECONDS)
    assert told[0].code in (0, 1), f"the sample itself: {told[0]}"
    faults = []
    for number, each in enumerate(told):
        try:
            each.check()
        except AssertionError:
            kept = Path("out") / "fuzz" / f"{number}-{sample.name}"
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tmp_path / str(number) / sample.name, kept)
            faults.append(f"{kept}: {each}")
    assert not faults, "\n".join(faults)
    assert Counter(each.code for each in told)[2] > 0, "not one was refused: are they damaged?"
