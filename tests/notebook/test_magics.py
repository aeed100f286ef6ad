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
        ("%ajisai --in nothing_here 1", "no variable has that name"),
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


def test_page_large_result_is_small() -> None:
    """A Vector of 100,000 references to a number of 48,000 digits is not written out."""
    result = ajisai.run("[ 100000 ] 2 160000 POW FILL")
    assert len(result._repr_html_()) < 50_000
    assert latex(result.stack[0]) is None


def test_page_numbers_in_latex() -> None:
    """Fractions and roots as people write them."""
    assert latex(ajisai.run("1/2 3/4 5 SQRT MUL SUB").stack[0]) == r"\frac{1}{2} - \frac{3}{4}\sqrt{5}"
    assert ajisai.run("2 SQRT").stack[0]._repr_latex_() == r"$\sqrt{2}$"  # type: ignore[union-attr]
    assert "$\\frac{1}{3}$" in ajisai.run("1/3")._repr_html_()


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
