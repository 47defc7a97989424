"""Damaged entries of the cache on disk: each is compiled again and replaced."""

from __future__ import annotations

import json
import os

import pytest
from processes import run_python

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="forks, modes and owners are POSIX's")]
DAMAGES = """
import itertools, json, os, pickle, random, sys
from pathlib import Path
import genastar_compiled.engine
from genastar_compiled.compiler.code import target

folder = Path(os.environ["GENASTAR_CACHE_DIR"]) / "compiled"
compiled = 0
original = target._compiled

def counted(text):
    global compiled
    compiled += 1
    return original(text)

target._compiled = counted

def answers():
    from kernels import seven_times, twice
    return [twice(21), seven_times(6)]

def in_a_child(act):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.write(writer, json.dumps(act()).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        said = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {"status": status, "said": json.loads(said) if said else None}

def flipped(content, *places):
    changed = bytearray(content)
    for place in places:
        changed[place] ^= 1 << (place % 8)
    return bytes(changed)

def zeroed(content, start):
    return content[:start] + bytes(64) + content[start + 64:]

class Evil:
    def __reduce__(self):
        return os.system, ("touch " + os.environ["EVIL"],)

in_a_child(answers)
good = {path: path.read_bytes() for path in sorted(folder.iterdir())}
assert len(good) == 2, sorted(good)
one, other = good
size = min(map(len, good.values()))
anywhere = random.Random(13).sample(range(64, size), 4)
damages = {
    "none": lambda path: path.write_bytes(good[path]),
    "a bit of the format": lambda path: path.write_bytes(flipped(good[path], 3)),
    "a bit of the seal": lambda path: path.write_bytes(flipped(good[path], 30)),
    "the first bit of the content": lambda path: path.write_bytes(flipped(good[path], 56)),
    "a bit in the middle": lambda path: path.write_bytes(flipped(good[path], size // 2)),
    "the last bit": lambda path: path.write_bytes(flipped(good[path], -1)),
    "four bits": lambda path: path.write_bytes(flipped(good[path], *anywhere)),
    "64 bytes of zeros at the start": lambda path: path.write_bytes(zeroed(good[path], 0)),
    "64 bytes of zeros in the middle": lambda path: path.write_bytes(zeroed(good[path], size // 2)),
    "64 bytes of zeros at the end": lambda path: path.write_bytes(zeroed(good[path], len(good[path]) - 64)),
    "zeros": lambda path: path.write_bytes(bytes(len(good[path]))),
    "nothing": lambda path: path.write_bytes(b""),
    "one byte": lambda path: path.write_bytes(good[path][:1]),
    "cut in the seal": lambda path: path.write_bytes(good[path][:40]),
    "cut in the middle": lambda path: path.write_bytes(good[path][: size // 2]),
    "cut by one byte": lambda path: path.write_bytes(good[path][:-1]),
    "one byte more": lambda path: path.write_bytes(good[path] + b"x"),
    "swapped": lambda path: path.write_bytes(good[other if path == one else one]),
    "another's content": lambda path: path.write_bytes(good[path][:56] + good[other if path == one else one][56:]),
    "a bare pickle": lambda path: path.write_bytes(pickle.dumps(Evil())),
    "a pickle in place of the content": lambda path: path.write_bytes(good[path][:56] + pickle.dumps(Evil())),
    "a named pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "a link to itself": lambda path: (path.unlink(), path.symlink_to(path)),
}

def after(damage):
    for path in good:
        damage(path)
    return answers(), compiled

found = {}
for name, damage in damages.items():
    found[name] = in_a_child(lambda: after(damage))
    found[name]["mended"] = in_a_child(lambda: (answers(), compiled))
    for path in folder.iterdir():
        path.rmdir() if path.is_dir() else path.unlink()
    for path, content in good.items():
        path.write_bytes(content)
print(json.dumps(found))
"""
NAMES = [line.strip().split('"')[1] for line in DAMAGES.splitlines() if line.startswith('    "')]
UNWRITABLE = {"a folder"}
"""What cannot be replaced by a file: it is compiled anew by every process."""


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """What a process, forked for each kind of damage, made of it."""
    folder = tmp_path_factory.mktemp("damaged")
    done = run_python(folder, DAMAGES, EVIL=str(folder / "evil"))
    assert done.returncode == 0, done.stderr
    assert not (folder / "evil").exists()
    found: dict[str, dict[str, object]] = json.loads(done.stdout)
    assert list(found) == NAMES
    assert len(found) > 12
    return found


@pytest.mark.parametrize("damage", NAMES)
def test_a_damaged_entry_is_compiled_again_and_mended(damaged: dict[str, dict[str, object]], damage: str) -> None:
    found = damaged[damage]
    assert (found["status"], found["said"]) == (0, [[42, 42], 0 if damage == "none" else 2])
    assert found["mended"] == {"status": 0, "said": [[42, 42], 2 if damage in UNWRITABLE else 0]}
