"""Files of numpy: whatever is wrong with them is one line, and what is read stays as it was."""

import struct

import numpy as np
import pytest

from genastar import BadInput
from genastar_picture.sources.arrays import read_npy


def most(shape):
    if len(shape) != 2 or shape[0] * shape[1] > 100:
        raise BadInput(f"shape {shape}")


def file_of(path, header, data=b"\0" * 64, version=(1, 0)):
    text = header.encode()
    text += b" " * (63 - (10 + len(text)) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY" + bytes(version) + struct.pack("<H", len(text)) + text + data)
    return path


def header(shape="(2, 4)", descr="'<f8'"):
    return f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}"


def test_an_array_stays_when_its_file_is_cut_off(tmp_path):
    path = file_of(tmp_path / "a.npy", header())
    found = read_npy(path, most)
    with path.open("r+b") as file:
        file.truncate(0)
    assert (found.shape, found.dtype) == ((2, 4), np.float64)
    assert not found.any()


def test_a_file_of_python_2_is_read_without_a_word(tmp_path, recwarn):
    assert read_npy(file_of(tmp_path / "a.npy", header("(2L, 4L)")), most).shape == (2, 4)
    assert not recwarn


@pytest.mark.parametrize(
    "damaged",
    [
        header("((2, 4)"),  # TokenError
        header().replace("descr", "de'cr"),  # SyntaxError
        header("(-2, 4)"),
        header("(2.5, 4)"),
        header("(True, 'x')"),
        header(descr="'|O'"),
        header(descr="'<f99'"),
        header(descr="[" * 500),
        header(descr="'<f8" + "8" * 5000 + "'"),
        header().replace("False", "None"),
        "{}",
        "",
        "\0" * 20,
        "9" * 5000,
    ],
)
def test_a_damaged_header_is_one_short_line(tmp_path, damaged):
    path = file_of(tmp_path / "a.npy", damaged)
    with pytest.raises(BadInput, match=r"a\.npy: this is no valid .npy file: ") as caught:
        read_npy(path, lambda shape: None)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"\x93NUMPY\x09\x00rest", b"\x93NUMPY\x01\x00\xff\xff", b"no array"])
def test_what_is_cut_off_is_refused(tmp_path, content):
    path = tmp_path / "a.npy"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"this is no valid \.npy file"):
        read_npy(path, most)


def test_a_shape_is_checked_before_anything_is_read(tmp_path):
    path = file_of(tmp_path / "a.npy", header(f"({2**62}, {2**62})"), b"")
    with pytest.raises(BadInput, match=r"^shape \(4611686018427387904, 4611686018427387904\)$"):
        read_npy(path, most)
    with pytest.raises(BadInput, match=r"this is no valid \.npy file"):
        read_npy(file_of(tmp_path / "b.npy", header("(9, 9)")), most)  # longer than the file
