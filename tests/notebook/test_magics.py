"""The magics in a real IPython shell, the pages of results, and the lexer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell
from pygments.token import Error

import ajisai
from ajisai.highlight import AjisaiLexer
from ajisai.testing.strategies import programs, values
from ajisai.values import Record, Vector
from ajisai.values.rendering import html, latex


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """A shell with the extension loaded."""
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "ajisai")
    yield shell
    shell.reset()
    InteractiveShell.clear_instance()


def run(shell: Any, cell: str) -> Any:
    """Runs a cell as a person does."""
    return shell.run_cell(cell)


def test_magic_cells_share_one_session(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The stack goes on; --fresh begins anew."""
    run(shell, "%ajisai 1 2 ADD")
    run(shell, "%%ajisai\n4\nMUL\n")
    assert "12/1" in capsys.readouterr().out
    run(shell, "%ajisai --fresh 5")
    assert capsys.readouterr().out.strip().splitlines() == ["5/1"]


def test_magic_variables_in_and_out(shell: Any) -> None:
    """Python values cross exactly, both ways."""
    run(shell, "from fractions import Fraction\nprices = [Fraction(1, 3), 2]\nrate = 3")
    run(shell, "%%ajisai --fresh --in prices --in rate --out total\nMUL 0 [ ADD ] FOLD\n")
    assert shell.user_ns["total"] == 7


def test_magic_phrasebook_words(shell: Any) -> None:
    """Defined before the program."""
    run(shell, "%ajisai --words MEAN --out mean [ 1 2 4 ] MEAN")
    assert str(shell.user_ns["mean"]) == "7/3"


def test_magic_failure_stops_with_its_caret(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback; the session stays as it was."""
    run(shell, "%ajisai --fresh 9")
    done = run(shell, "%%ajisai\n1 2 FOO\n")
    out = capsys.readouterr().out
    assert not done.success
    assert "Traceback" not in out
    assert "unknownWord: no Word or binding is named FOO" in out
    assert "1 2 FOO\n" + " " * len("  line 1: 1 2 ") + "^" in out
    run(shell, "%ajisai 1 ADD")
    assert "10/1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("%ajisai --in nothing_here 1", "--in nothing_here: no variable has that name"),
        ("half = [1, 0.5]\n%ajisai --in half 1", "UsageError: --in half[1]: a float is a guess: pass"),
        ("cycle = []; cycle.append(cycle)\n%ajisai --in cycle 1", "because it holds itself"),
        ("%ajisai --frobnicate 1", "--frobnicate is not understood"),
        ("%ajisai --out", "--out is not understood"),
        ("%ajisai --words NOSUCHWORD 1", "NOSUCHWORD"),
        ("%ajisai --profile nosuch 1", "nosuch"),
    ],
)
def test_magic_wrong_use_told(shell: Any, capsys: pytest.CaptureFixture[str], line: str, told: str) -> None:
    """What, and the usage where that helps."""
    assert not run(shell, line).success
    captured = capsys.readouterr()
    assert told in captured.out + captured.err
    assert "Traceback" not in captured.out + captured.err


def test_magic_completes_word_names(shell: Any) -> None:
    """Inside the magics, and nowhere else."""
    with provisionalcompleter():
        inside = {one.text for one in shell.Completer.completions("%ajisai 1 FLO", 13)}
        outside = {one.text for one in shell.Completer.completions("FLO", 3)}
    assert "FLOOR" in inside
    assert "FLOOR" not in outside


@given(values())
def test_page_any_value_shown_as_text(value: Any) -> None:
    """Strings only, never an exception; LaTeX balanced."""
    assert isinstance(html(value), str)
    formula = latex(value)
    assert formula is None or formula.count(r"\left") == formula.count(r"\right")


@given(programs())
def test_page_any_result_shown(source: str) -> None:
    """A MIME bundle of texts for whatever a program did."""
    bundle = ajisai.run(source, limits=ajisai.Limits.agent())._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert all(isinstance(text, str) for text in bundle.values())


_PAGE = 7 * 65_000  # code points: what a page shows at the most, each character escaped


@pytest.mark.parametrize(
    "source",
    [
        "",
        "[ 100000 ] 2 160000 POW FILL",
        "[ 300 ] 1 FILL [ 'X' BIND " + f"'{'&' * 900}' PRINT X ] MAP",
        f"'{'&' * 60_000}' PRINT",
        f"'{'&' * 60_000}'",
        " ".join(f"'{'<' * 900}'" for _ in range(60)),
        " ".join("2 20000 POW" for _ in range(60)),
        "1 300 RANGE [ SQRT ] MAP 0 [ ADD ] FOLD",
        "2 SQRT 1 ADD 20000 POW",
        "[ " * 256 + "] " * 256,
        "[ 1 ] [ [ 100000 ] 1 FILL ] RECORD",
        "1 2 'x' [ 100000 ] 2 160000 POW FILL ADD",
        "X" * 60_000,
        " " * 60_000 + "FOO",
        "\n" * 60_000 + "FOO",
        "[ " * 257,
        "#:contract " + "D" * 60_000,
        "'<script>alert(1)</script> \\end{x} $' 'a\u202eb' '\x00\x1b[31m' '\ud800'",
        "1/0 0/0 -1/0 TRUE NIL 'why' ABSENT [ ADD ] 0 GET",
    ],
    ids=lambda source: ascii(source[:20]),
)
def test_page_every_text_is_a_text_of_bounded_size(source: str) -> None:
    """Of Results and of each value on their stacks: whatever asks for them gets a str, or nothing."""
    result = ajisai.run(source)
    shown = [result._repr_html_(), *result._repr_mimebundle_().values(), repr(result)]
    for value in result.stack:
        for name in ("_repr_html_", "_repr_latex_"):
            if hasattr(value, name) and (text := getattr(value, name)()) is not None:
                shown.append(text)
        if isinstance(value, (Vector, Record, ajisai.Surd)):
            shown.append(repr(value))
    assert all(isinstance(text, str) for text in shown)
    assert max(map(len, shown)) <= _PAGE
    assert not any("<script" in text for text in shown if "<code>" in text)


@pytest.mark.parametrize(
    ("source", "line", "carets"),
    [
        ("1 2 FOO 3", "1 2 FOO 3", "    ^^^"),
        ("'加' 1 ＡＤＤ", "'加' 1 ＡＤＤ", "       ^^^^^^"),
        ("'e\u0301\u200d' FOO", "'e\u0301\u200d' FOO", "    ^^^"),
        ("\tFOO\r\n1", "    FOO", "    ^^^"),
        ("'\x1b[31m' FOO", "'␛[31m' FOO", "        ^^^"),
        ("FOO" + " 1" * 100, "FOO" + " 1" * 32 + "…", "^^^"),
    ],
    ids=ascii,
)
def test_page_carets_stand_under_the_word(source: str, line: str, carets: str) -> None:
    """In text and in HTML, whatever is before it; a long line is cut, because a wrapped one hides them."""
    result = ajisai.run(source)
    text = result._repr_mimebundle_()["text/plain"]
    assert f"  line 1: {line}\n          {carets}\n" in text
    assert f"  line 1: {line}\n          {carets}\n".replace("'", "&#x27;") in result._repr_html_()
    assert "font-family: monospace" in result._repr_html_()


def test_page_of_texts_that_would_hide_or_reorder_something() -> None:
    """Escapes of a terminal and marks of direction are written out; line ends of a text are kept."""
    bundle = ajisai.run("'\x1b[2Jgone' PRINT '\u202etxet' 'one\ntwo'")._repr_mimebundle_()
    assert bundle["text/plain"] == "␛[2Jgone\n'\\u{202E}txet'\n'one\ntwo'"
    assert "\x1b" not in bundle["text/html"]
    assert "\u202e" not in bundle["text/html"]


def test_repr_of_a_report_is_of_the_program_only() -> None:
    """What a diagnosis is made from, every name of the phrasebook, is left out."""
    shown = repr(ajisai.check("1 2 ADDD"))
    assert "no Word or binding is named ADDD" in shown
    assert len(shown) < 400


def test_page_of_more_than_it_shows() -> None:
    """Whole up to its room; one more is counted, in HTML as in text."""
    for count, rest in ((100, None), (101, "1 more printed texts")):
        result = ajisai.run("'p' PRINT " * count)
        for text in result._repr_mimebundle_().values():
            assert text.count("p\n") >= 99
            assert (rest is None and "more printed" not in text) or (rest is not None and rest in text)
    for count, rest in ((40, None), (41, "1 values below")):
        for text in ajisai.run("7 " * count)._repr_mimebundle_().values():
            assert text.count("7/1") == 40
            assert (rest is None and "below" not in text) or (rest is not None and rest in text)


def test_page_large_slots_leave_room_for_the_top() -> None:
    """Slots that fill the page hide those below them; the top is shown however large it is."""
    result = ajisai.run(" ".join([f"'{'a' * 9000}'"] * 7) + " 5")
    text = result._repr_mimebundle_()["text/plain"]
    assert text.startswith("… 3 values below …")
    assert text.endswith("5/1")
    assert "characters" in ajisai.run(f"'{'a' * 60_000}'")._repr_html_()


@given(programs())
def test_page_values_have_no_part_that_raises(source: str) -> None:
    """Every value that a program leaves, shown as IPython asks for it."""
    for value in ajisai.run(source, limits=ajisai.Limits.agent()).stack:
        for name in ("_repr_html_", "_repr_latex_"):
            text = getattr(value, name, lambda: None)()
            assert text is None or isinstance(text, str)
        assert isinstance(repr(value), str)


def test_repr_of_containers_at_their_limit_and_one_over() -> None:
    """Whole as far as anyone would read it."""
    assert repr(ajisai.run("[ 1 [ 'a' ] ]").stack[0]) == "Vector([mpz(1), Vector(['a'])])"
    assert repr(ajisai.run("[ 'a' ] [ 1 ] RECORD").stack[0]) == "Record(Vector(['a']), Vector([mpz(1)]))"
    assert repr(ajisai.run("[ 1999 ] 0 FILL").stack[0]) == f"Vector([{', '.join(['mpz(0)'] * 1999)}])"
    assert repr(ajisai.run("[ 2000 ] 0 FILL").stack[0]) == "Vector(… 2000 elements …)"
    assert repr(ajisai.run("[ 'a' ] 0 3000 RANGE 1 COLLECT RECORD").stack[0]) == "Record(… 1 entries …)"
    shared = Vector(["leaf"])
    for _ in range(200):
        shared = Vector([shared, shared])
    assert repr(shared) == "Vector(… 2 elements …)"


def test_page_large_result_is_small() -> None:
    """A Vector of 100,000 references to a number of 48,000 digits is not written out."""
    result = ajisai.run("[ 100000 ] 2 160000 POW FILL")
    assert len(result._repr_html_()) < 50_000
    assert latex(result.stack[0]) is None


def test_page_numbers_in_latex() -> None:
    """Fractions and roots as people write them."""
    assert latex(ajisai.run("1/2 3/4 5 SQRT MUL SUB").stack[0]) == r"\frac{1}{2} - \frac{3}{4}\sqrt{5}"
    assert ajisai.run("2 SQRT").stack[0]._repr_latex_() == r"$\displaystyle \sqrt{2}$"  # type: ignore[union-attr]
    assert r"$\displaystyle \frac{1}{3}$" in ajisai.run("1/3")._repr_html_()


@given(programs() | st.text(max_size=40))
def test_lexer_keeps_every_character(source: str) -> None:
    """The tokens are the source, whatever it is."""
    tokens = list(AjisaiLexer().get_tokens_unprocessed(source))
    assert "".join(text for _, _, text in tokens) == source


@given(programs())
def test_lexer_programs_that_read_have_no_error_token(source: str) -> None:
    """Error tokens mark what the reader refuses."""
    tokens = AjisaiLexer().get_tokens_unprocessed(source)
    assert not [text for _, kind, text in tokens if kind is Error]
