"""Reading YAML text: scalars stay text, everything has its place, nothing exhausts the machine."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.errors import AlphabetError, GeometryError, LimitError, ProblemsError
from sudokulib.puzzles.geometries import source as source_module
from sudokulib.puzzles.geometries.error_collector import (
    MAX_ERRORS,
    CollectedError,
    ErrorCollector,
    problems_error,
)
from sudokulib.puzzles.geometries.nodes import NESTING
from sudokulib.puzzles.geometries.source import decode, read_source

FIELDS = "write fields, such as symbols: 123456789"


def problems(text, limits=DEFAULT_LIMITS):
    """Return the problems with the form of a text, whether or not it could be read."""
    try:
        return read_source(text, "f.yaml", limits).problems
    except ProblemsError as error:
        return error.problems


def only(text, limits=DEFAULT_LIMITS):
    (problem,) = problems(text, limits)
    return problem


@pytest.fixture(params=["C parser", "Python parser"])
def either_parser(request, monkeypatch):
    if request.param == "Python parser":
        monkeypatch.setattr(source_module, "_LOADER", yaml.BaseLoader)


@pytest.mark.parametrize(
    "text",
    ["000000010", "no", "1:30", "~", "0x10", "1e3", ".5", "null", "2001-01-01", "=", "1_000", "١"],
)
@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_scalars_stay_the_text_that_they_are(text, quote, either_parser):
    assert read_source(f"a: {quote}{text}{quote}").data == {"a": text}
    assert read_source(f"{quote}{text}{quote}: a").data == {text: "a"}


def test_lists_mappings_blocks_and_aliases_become_plain_data(either_parser):
    text = "a: &x [1, {b: 2}]\nc: |\n  .1\n\n  2.\nd: *x\n? e\n: >\n  f\n  g\nh:\n"
    inner = ["1", {"b": "2"}]
    assert read_source(text).data == {
        "a": inner, "c": ".1\n\n2.\n", "d": inner, "e": "f g\n", "h": ""
    }  # fmt: skip


@given(
    st.recursive(
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc~1"), inner),
        max_leaves=10,
    )
)
def test_what_yaml_writes_is_read_back(value):
    text = yaml.safe_dump({"top": value}, default_style="'", allow_unicode=True)
    assert read_source(text).data == {"top": value}


def test_values_keys_and_lines_of_blocks_have_places(either_parser):
    source = read_source("a:\n  - b\n  - {c: d}\ne: |2\n    x.\n\n   yz\nf: 'g h'\n", "f.yaml")

    def at(*where, key=False):
        found = source.problem("", where, key=key)
        return found.line, found.column, found.path, found.value

    assert at("a", 0) == (2, 5, "a[0]", "b")
    assert at("a", 1, "c") == (3, 9, "a[1].c", "d")
    assert at("a", 1, "c", key=True) == (3, 6, "a[1].c", "c")
    assert at("e", 0) == (5, 3, "e", "  x.")
    assert at("e", 0, 2) == (5, 5, "e", "  x.")
    assert at("e", 2, 1) == (7, 4, "e", " yz")
    assert at("e", 9) == (4, 4, "e", "  x.")
    assert at("f", 0, 2) == (8, 7, "f", "g h")
    assert at("a", 1, "missing", 3) == (3, 5, "a[1]", "")
    assert at() == (1, 1, "", "")


def test_carriage_returns_and_a_byte_order_mark_do_not_move_places(either_parser):
    text = decode(b"\xef\xbb\xbfa: 1\r\nb: |\r\n  xy\r\n", "f.yaml")
    source = read_source(text)
    assert source.data == {"a": "1", "b": "xy\n"}
    found = source.problem("", ("b", 0, 1))
    assert (found.line, found.column) == (3, 4)


@pytest.mark.parametrize(
    ("text", "said", "fix"),
    [
        ("a: 1\nb: 2\na: 3", "3:1: 'a' stands twice",
         "drop one of them; the first is in line 1, column 1"),
        ("x:\n - {a: 1, a: 2}", "2:11: x[0]: 'a' stands twice",
         "drop one of them; the first is in line 2, column 5"),
        ("a: !!python/object:os.x {}",
         "1:4: a: tags are not allowed (got 'tag:yaml.org,2002:python/object:os.x')",
         "drop it; every value is text here"),
        ("a: [1, !x 2]", "1:8: a[1]: tags are not allowed (got '!x')",
         "drop it; every value is text here"),
        ("!x a: 1", "1:1: tags are not allowed (got '!x')", "drop it; every value is text here"),
        ("a: {}\n<<: {b: 1}", "2:1: merge keys are not allowed (got '<<')",
         "write the fields out"),
        ("? [a, b]\n: 1", "1:3: a key must be text", "write key: value"),
        ("a: &x [1]\n*x : 2", "2:1: a key must be text", "write key: value"),
        ("a: &x [1, *x]", "1:11: a[1]: a value cannot contain itself (got '*x')", "write it out"),
        ("a: *x", "1:4: a: nothing above is called so (got '*x')", "name a value with &x first"),
        ("a: 1\n---\nb: 2", "2:1: a second document begins here", "keep one document a file"),
        ("- a", "1:1: the file is a list, but fields are expected", FIELDS),
        ("word", "1:1: the file is plain text, but fields are expected", FIELDS),
        ("~", "1:1: the file is plain text, but fields are expected", FIELDS),
        ("", "1:1: the file is empty, but fields are expected", FIELDS),
        ("# only this\n", "1:1: the file is empty, but fields are expected", FIELDS),
        ("a: 1\nb: \0", "2:4: the character U+0000 is not allowed in YAML", "remove it"),
        ("a: \ud800", "1:4: the character U+D800 is not allowed in YAML", "remove it"),
    ],
)  # fmt: skip
def test_bad_form(text, said, fix, either_parser):
    assert str(only(text)) == f"f.yaml:{said}\n    fix: {fix}"


@pytest.mark.parametrize(
    ("text", "place", "fix"),
    [
        ("a: [1, 2", (1, 9), "close the bracket ]"),
        ("a: {b: 2", (1, 9), "close the brace }"),
        ("a: b: c", (1, 5), "quote text that contains a colon, or check the indent"),
        ("a:\n\t- b", (2, 1), "indent with spaces, not with tabs"),
        ("a: 1\n  b: 2", (2, 4), "quote text that contains a colon, or check the indent"),
        ("a: 'b", (1, 6), "close the quote"),
        ("a: 1\nb", (2, 2), "write key: value, each field on a line of its own"),
        ("]", (1, 1), "check brackets, quotes and indents here"),
    ],
)
def test_syntax_errors_name_line_and_column_and_a_mend(text, place, fix):
    problem = only(text)
    assert (problem.line, problem.column) == place
    assert problem.message
    assert problem.fix == fix


def test_a_syntax_error_comes_with_what_was_wrong_before_it():
    first, second = problems("a: 1\na: 2\nb: [")
    assert (first.line, first.value) == (2, "a")
    assert (second.line, second.column) == (3, 5)


def test_the_first_of_duplicate_keys_counts():
    assert read_source("a: 1\na: 2").data == {"a": "1"}


def test_what_a_dropped_key_holds_is_dropped_whole():
    source = read_source("a: 1\n? {x: [1, 2]}\n: {y: [3]}\nb: 2")
    assert source.data == {"a": "1", "b": "2"}
    assert [p.line for p in source.problems] == [2]


def test_bytes_that_are_not_utf8_have_a_place():
    with pytest.raises(ProblemsError) as caught:
        decode("a: é\nb: x".encode() + b"\xff", "f.yaml")
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (2, 5)
    assert "0xff" in problem.message
    assert "UTF-8" in problem.fix


class TestHostile:
    def test_deep_nesting(self, either_parser):
        for text in ("[" * 100_000, "{a: " * 20_000, "- " * 5_000, "a: " + "[" * NESTING):
            assert "levels of nesting" in only(text).message

    def test_nesting_up_to_the_limit_is_read(self):
        depth = NESTING - 1
        assert read_source("a: " + "[" * depth + "]" * depth).root.size == depth + 2

    def test_alias_bombs_are_refused_before_they_grow(self, either_parser):
        text = "a0: &a0 [x, x]\n" + "".join(
            f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60)
        )
        problem = only(text)
        assert "nodes are more than the limit of 200,000" in problem.message
        assert problem.line < 20

    def test_aliases_count_as_what_they_stand_for(self):
        text = "a: &a [1, 2, 3]\nb: [*a, *a]"
        assert read_source(text, limits=Limits(nodes=16)).root.size == 16
        assert only(text, Limits(nodes=15)).line == 2

    def test_too_many_nodes(self):
        assert only("a: [" + "1," * 100 + "]", Limits(nodes=50)).line == 1

    def test_too_much_text(self):
        problem = only("a: " + "x" * 100, Limits(text=50))
        assert "limit of 50" in problem.message
        assert "Limits(text=103)" in problem.fix

    def test_very_many_problems_are_cut_and_counted(self):
        found = problems_error(problems("a: 1\n" * (MAX_ERRORS + 100))).problems
        assert len(found) == MAX_ERRORS + 1
        assert "99 more" in found[-1].message

    def test_what_is_quoted_is_short(self):
        assert len(only("a: 1\n" + "x" * 500 + ": 1\n" + "x" * 500 + ": 1").value) <= 60


@given(st.text())
def test_any_text_is_read_or_refused(text):
    assert all(problem.line >= 1 and problem.fix for problem in problems(text))


@given(st.text(st.sampled_from("ab:-[]{}&*!|>'\"?#%@, \n\t~<0")))
def test_both_parsers_read_the_same(text):
    def read(loader):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(source_module, "_LOADER", loader)
            try:
                return read_source(text).data
            except ProblemsError:
                return None

    quick, plain = read(yaml.CBaseLoader), read(yaml.BaseLoader)
    assert quick is None or plain is None or quick == plain


class TestFaults:
    def test_errors_are_collected_with_their_fields(self):
        errors = ErrorCollector()
        with errors.at("a", 1):
            raise GeometryError("bad", field=("b",))
        with errors.at("c"):
            inner = ErrorCollector()
            with inner.at(2):
                raise AlphabetError("worse")
            inner.check()
        with pytest.raises(CollectedError, match="bad; worse") as caught:
            errors.check()
        assert [where for where, _ in caught.value.errors] == [("a", 1, "b"), ("c", 2)]

    def test_an_expansion_too_large_is_raised_at_once(self):
        outer, inner = ErrorCollector(), ErrorCollector()
        with pytest.raises(CollectedError), outer.at("a"), inner.at("b"):
            raise LimitError("large")
        assert [where for where, _ in outer.errors] == [("a", "b")]

    def test_one_error_too_many_is_raised_at_once(self):
        errors = ErrorCollector()
        for number in range(MAX_ERRORS - 1):
            with errors.at(number):
                raise GeometryError("bad")
        with pytest.raises(CollectedError), errors.at(MAX_ERRORS):
            raise GeometryError("the last")

    def test_nothing_noted_nothing_raised(self):
        ErrorCollector().check()
