import pytest
from attrs import fields

from genastar_picture.options import LayerOptions, PictureOptions
from genastar_picture.palette import PALETTES


def test_the_defaults_are_valid():
    assert PictureOptions() == PictureOptions(scale=None, palette="red-blue", frames=100, seconds=5.0)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("scale", 0, "scale is 0; it must be a whole number from 1 to 64"),
        ("scale", 65, "scale is 65; it must be a whole number from 1 to 64"),
        ("scale", True, "scale is True; it must be a whole number from 1 to 64"),
        ("scale", "2", "scale is '2'; it must be a whole number from 1 to 64"),
        ("palette", "grey", "palette is 'grey'; it must be 'red-blue' or 'colour-blind'"),
        ("frames", 0, "frames is 0; it must be a whole number from 1 to 1000"),
        ("frames", 2.5, "frames is 2.5; it must be a whole number from 1 to 1000"),
        ("seconds", 0, "seconds is 0; it must be a number from 0.1 to 60.0"),
        ("seconds", float("nan"), "seconds is nan; it must be a number from 0.1 to 60.0"),
        ("seconds", "5", "seconds is '5'; it must be a number from 0.1 to 60.0"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line(option, value, message):
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the whole message is compared
        PictureOptions(**{option: value})
    assert str(refused.value) == message


def test_validators_tell_their_bounds():
    found = {each.name: each.validator for each in fields(LayerOptions)}
    assert (found["scale"].validator.low, found["scale"].validator.high) == (1, 64)  # of an optional one
    assert (found["seconds"].low, found["seconds"].high) == (0.1, 60.0)
    assert found["palette"].choices == tuple(PALETTES)
