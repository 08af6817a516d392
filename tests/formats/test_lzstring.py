"""LZ-string: there and back, known texts, and bad ones."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulib import Limits
from sudokulib.errors import LimitError, SudokuError
from sudokulib.formats.lzstring import compress, decompress


@settings(max_examples=15)
@given(st.text(max_size=60) | st.text("ab", max_size=300))
def test_what_is_compressed_comes_back(text):
    assert decompress(compress(text)) == text


@pytest.mark.parametrize(("text", "known"), [("", "Q==="), ("hello", "BYUwNmD2Q===")])
def test_texts_as_others_compress_them(text, known):
    assert compress(text) == known
    assert decompress(compress(text)) == text


def test_every_object_with_a_key_begins_alike():
    assert compress('{"size":9}').startswith("N4Ig")


def test_padding_may_be_missing():
    assert decompress(compress("hello").rstrip("=")) == "hello"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BYU!", "'!' at character 4"),
        ("", "cut off after 0"),
        (compress("hello, hello")[:9], "cut off after 8"),
        ("N4IgaaaaaaaaaaaaaaaaA", "damaged near its character"),
    ],
)
def test_bad_text_is_quoted(text, said):
    with pytest.raises(SudokuError, match=said):
        decompress(text)


def test_what_comes_out_is_bounded():
    bomb = compress("a" * 20_000)
    assert len(bomb) < 600
    with pytest.raises(LimitError, match="limit of 10,000"):
        decompress(bomb, limits=Limits(text=10_000))


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=", max_size=80))
def test_any_base64_gives_a_text_or_an_error(text):
    with suppress(SudokuError):
        assert isinstance(decompress(text), str)
