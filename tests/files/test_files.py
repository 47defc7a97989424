"""Files that are read within bounds, and written whole or not at all."""

import bz2
import gzip
import lzma
import os
import sys

import pytest

from genastar import BadInput
from genastar.files import check_regular_file, open_unpacked, read_bytes, read_text, replace_file

pytestmark = pytest.mark.quick


def leftovers(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_takes_its_place_when_the_block_ends(tmp_path):
    out = tmp_path / "deep" / "er" / "out.txt"
    with replace_file(out) as beside:
        beside.write_text("new")
        assert not out.exists()
        assert beside.suffix == ".txt"
        assert beside.parent == out.parent
    assert out.read_text() == "new"
    assert leftovers(out.parent) == ["out.txt"]


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file_and_no_other(tmp_path, error):
    def fail(path):
        path.write_text("half")
        raise error

    out = tmp_path / "out.txt"
    out.write_text("old")
    with pytest.raises(error), replace_file(out) as beside:
        fail(beside)
    assert out.read_text() == "old"
    assert leftovers(tmp_path) == ["out.txt"]


def test_a_failing_write_is_bad_input(tmp_path):
    """What a full disk does."""
    with pytest.raises(BadInput, match="No space left"), replace_file(tmp_path / "out.txt"):
        raise OSError(28, "No space left on device")
    assert leftovers(tmp_path) == []


def test_a_folder_cannot_be_written(tmp_path):
    with pytest.raises(BadInput) as refusal, replace_file(tmp_path) as beside:
        beside.write_text("x")
    assert str(refusal.value) == f"{tmp_path}: cannot write here: it is a folder; give the name of a file"
    assert leftovers(tmp_path) == []


def test_a_place_below_a_file_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="cannot write here"), replace_file(tmp_path / "file" / "out.txt"):
        pytest.fail("the block must not be entered")


@pytest.mark.skipif(sys.platform == "win32", reason="no permission bits")
def test_permissions_are_those_of_any_new_file(tmp_path):
    (tmp_path / "usual").touch()
    with replace_file(tmp_path / "out"):
        pass
    assert (tmp_path / "out").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(BadInput, match="cannot write here"), replace_file(tmp_path / "out.txt"):
            pytest.fail("the block must not be entered")
    finally:
        tmp_path.chmod(0o700)


PACKERS = {"a": bytes, "a.gz": gzip.compress, "a.XZ": lzma.compress, "a.bz2": bz2.compress}


@pytest.mark.parametrize("name", PACKERS)
def test_packed_files_are_unpacked_within_bounds(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(PACKERS[name](b"x" * 1000))
    assert read_bytes(path, 1000) == b"x" * 1000
    with pytest.raises(BadInput, match=r"more than 999 bytes; buy a bigger machine"):
        read_bytes(path, 999, "buy a bigger machine")


@pytest.mark.parametrize("name", PACKERS)
def test_a_small_packed_file_is_not_unpacked_to_the_maximum_of_large_ones(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(PACKERS[name](b"x" * 50_000))
    if name == "a":
        assert len(read_bytes(path, 60_000, most_packed=1000)) == 50_000
        return
    with pytest.raises(BadInput, match=f"more than {1000 + 32 * path.stat().st_size:,} bytes"):
        read_bytes(path, 60_000, most_packed=1000)
    assert len(read_bytes(path, 60_000, most_packed=50_000)) == 50_000


@pytest.mark.parametrize("name", [name for name in PACKERS if name != "a"])
def test_damaged_files_are_told_of(tmp_path, name):
    path = tmp_path / name
    whole = PACKERS[name](bytes(range(256)) * 100)
    for damaged in (b"nothing packed", whole[: len(whole) // 2], whole[:20] + b"\0\1\2" + whole[23:]):
        path.write_bytes(damaged)
        with pytest.raises(BadInput, match="cut off or damaged"):
            read_bytes(path, 100_000)


def test_what_cannot_be_read(tmp_path):
    for path, why in ((tmp_path / "none", "cannot read this file: No such file"), (tmp_path / "a\0b", "no name of a file")):
        with pytest.raises(BadInput, match=why):
            read_bytes(path, 10)


def test_an_empty_name_is_refused():
    with pytest.raises(BadInput, match="'' is not the path of a file"):
        check_regular_file("")
    with pytest.raises(BadInput, match="'' is not the path of a file"), replace_file(""):
        raise AssertionError("unreachable")


def test_errors_of_the_block_are_its_own(tmp_path):
    (tmp_path / "a").touch()
    with pytest.raises(ValueError, match="mine"), open_unpacked(tmp_path / "a"):
        raise ValueError("mine")


def test_text_is_utf_8(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbfk\xc3\xb6nig")
    assert read_text(path, 100) == "könig"
    path.write_bytes(b"k\xf6nig")
    with pytest.raises(BadInput, match="byte 1 is not UTF-8"):
        read_text(path, 100)


def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe.map"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match=r"pipe\.map: cannot read this file: it is a named pipe; give a regular file"):
        check_regular_file(pipe)
    with pytest.raises(BadInput, match="named pipe"):
        read_bytes(pipe, 10)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused(path):
    with pytest.raises(BadInput, match="it is a device; give a regular file"):
        check_regular_file(path)


def test_a_loop_of_symbolic_links_is_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(BadInput, match="symbolic links"):
        check_regular_file(tmp_path / "a")


def test_a_link_to_a_regular_file_is_read(tmp_path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert read_text(check_regular_file(str(tmp_path / "b")), 10) == "x"
