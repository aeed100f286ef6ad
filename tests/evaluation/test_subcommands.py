"""Bad files and places: each subcommand says what is wrong, and ends with its exit code."""

from __future__ import annotations

import copy
import errno
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.evaluation import corpus, documents, reference, traces
from benchmarks.evaluation.__main__ import main
from benchmarks.evaluation.corpus import Call, Corpus
from benchmarks.evaluation.documents import InvalidDocument, Unwritable
from benchmarks.evaluation.live_server import LiveServer, ServerLost
from tests.evaluation.test_scoring import MODEL_PROVENANCE

_UNREADABLE = {
    "empty": (b"", "is not JSON"),
    "cut": (b'{"kind": "selection", "traces": [', "is not JSON"),
    "no text": (b"\xff\xfe\x00", "is not JSON"),
    "byte order mark": (b"\xef\xbb\xbf{}", "is not JSON"),
    "not a number": (b'{"kind": NaN}', "NaN is no JSON number"),
    "infinity": (b"[-Infinity]", "-Infinity is no JSON number"),
    "member twice": (b'{"kind": 1, "kind": 2}', "an object holds 'kind' twice"),
    "endless number": (b"[" + b"9" * 5000 + b"]", "is not JSON"),
    "deep": (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
}


@pytest.mark.parametrize("command", ["validate", "score", "score-repairs"])
@pytest.mark.parametrize("name", _UNREADABLE)
def test_trace_file_that_is_no_json_exits_1(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is named, and what is wrong with it."""
    text, fault = _UNREADABLE[name]
    place = tmp_path / "traces.json"
    place.write_bytes(text)
    assert main([command, str(place)]) == 1
    said = capsys.readouterr().err
    assert "traces.json" in said
    assert fault in said


@pytest.mark.parametrize(
    "text", ["null", "[]", '"x"', "1", "{}", '{"kind": null}', '{"kind": {"selection": 1}}']
)
@pytest.mark.parametrize("command", ["validate", "score", "score-repairs"])
def test_trace_file_of_another_form_exits_1(
    command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """JSON that is no trace document."""
    place = tmp_path / "traces.json"
    place.write_text(text, encoding="utf-8")
    assert main([command, str(place)]) == 1
    assert "a trace document has a kind: selection or repair" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["validate", "score", "score-repairs"])
def test_trace_file_that_cannot_be_read_exits_2(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not there, and a folder in its place."""
    for place, why in ((tmp_path / "none.json", "No such file"), (tmp_path, "Is a directory")):
        assert main([command, str(place)]) == 2
        assert capsys.readouterr().err.startswith(f"evaluation: {place}: {why}")


@pytest.mark.parametrize(
    "command",
    [["validate"], ["score", "x.json"], ["reference"], ["capture", "--model", "x", "--out", "OUT"]],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize("text", ["null", "[[]]", '{"cases": [], "repairs": [[]]}', "{"])
def test_corpus_that_is_none_exits_1(
    command: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No subcommand runs over a corpus that is not sound."""
    place, out = tmp_path / "cases.json", tmp_path / "out.json"
    place.write_text(text, encoding="utf-8")
    assert main([str(out) if word == "OUT" else word for word in command] + ["--corpus", str(place)]) == 1
    assert capsys.readouterr().err.startswith("evaluation: ")
    assert not out.exists()


_WRITING = {
    "score": ["score", "x.json", "--json"],
    "score-repairs": ["score-repairs", "x.json", "--json"],
    "reference": ["reference", "--json"],
    "performance": ["performance", "--json"],
    "number-baseline": ["number-baseline", "--json"],
    "capture": ["capture", "--model", "x", "--out"],
    "capture-repairs": ["capture-repairs", "--model", "x", "--out"],
}


@pytest.mark.parametrize("command", _WRITING)
def test_place_that_cannot_be_written_is_refused_before_anything_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder, a missing folder, a file in the folder's place."""
    monkeypatch.setattr(LiveServer, "__enter__", _never_started)
    (tmp_path / "file").touch()
    for place, why in (
        (tmp_path, "is a folder"),
        (tmp_path / "none" / "out.json", "there is no folder"),
        (tmp_path / "file" / "out.json", "there is no folder"),
    ):
        assert main([*_WRITING[command], str(place)]) == 2
        assert why in capsys.readouterr().err


def _never_started(server: LiveServer) -> LiveServer:
    raise AssertionError("a server was started for nothing")


def test_require_writable_file_that_is_protected_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is there is asked for its permission."""
    kept = tmp_path / "kept"
    kept.touch()
    documents.require_writable(kept)
    monkeypatch.setattr("os.access", lambda place, _: place != kept)
    with pytest.raises(Unwritable, match="kept may not be written"):
        documents.require_writable(kept)


def test_require_writable_folder_that_takes_no_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder is tried, and nothing is left in it."""
    documents.require_writable(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []

    def protected(**_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", protected)
    with pytest.raises(Unwritable, match="new cannot be written: Read-only file system"):
        documents.require_writable(tmp_path / "new")


@pytest.mark.usefixtures("borrowed")
def test_write_json_that_fails_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk: the table was printed, the record could not be kept."""
    place = tmp_path / "rows.json"

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(place))

    monkeypatch.setattr(Path, "write_text", full)
    assert main(["number-baseline", "--json", str(place)]) == 2
    said = capsys.readouterr()
    assert "control" in said.out
    assert said.err == f"evaluation: {place}: No space left on device\n"


def test_write_json_half_a_surrogate_pair_is_read_back(tmp_path: Path) -> None:
    """A model may write what UTF-8 cannot hold."""
    place = tmp_path / "out.json"
    documents.write_json({"source": "花 \ud800"}, place)
    assert documents.read_json(place) == {"source": "花 \ud800"}


@pytest.mark.usefixtures("borrowed")
def test_score_traces_of_great_size_and_odd_arguments_count_as_failed(
    tmp_path: Path, committed: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a model may do is scored, never a reason to end: the server answers each by a failure."""
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    odd = [
        Call("compute", {"source": "1 " * 400_000}),
        Call("compute", {"source": "\ud800"}),
        Call("compute", {"source": None}),
        Call("compute", {"source": deep}),
        Call("compute", {"source": "1", "words": {}}),
        Call("compute", {"source": "1", "note": 10**400}),
        Call("compute", {"source": "[ " * 50_000}),
        Call("", {"source": "1"}),
        Call("花" * 5000, {"source": "1\n2"}),
    ]
    found = dict.fromkeys(traces.keys_of(committed, traces.SELECTION), traces.Trace({"calls": ()}))
    positive = [case for case in committed.cases if case.call is not None]
    for case, call in zip(positive, odd, strict=False):
        found[case.id, "en"] = traces.Trace({"calls": (call, call)})
    found[positive[-1].id, "ja"] = traces.Trace({"calls": (Call("compute", {"source": "1"}),) * 20_000})
    document = traces.TraceDocument(traces.SELECTION, MODEL_PROVENANCE, found)
    place, record = tmp_path / "traces.json", tmp_path / "score.json"
    documents.write_json(traces.to_json(document), place)
    assert main(["score", str(place), "--json", str(record)]) == 0
    kept = documents.read_json(record)
    assert kept["byClass"]["positive"]["rates"]["endToEndSuccessRate"] == 0
    assert kept["byClass"]["positive"]["rates"]["positiveSelectionAccuracy"] == 8 / 116
    assert "Traceback" not in capsys.readouterr().err


def test_answer_of_a_server_that_computes_nothing_is_not_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host's fault is none of the model's: the run ends instead of counting it."""
    broken = {"status": "hostError", "error": {"code": "backendUnavailable", "message": "no engine"}}
    monkeypatch.setattr(LiveServer, "call", lambda *_: broken)
    with pytest.raises(ServerLost, match="the server computes nothing: no engine"):
        LiveServer().answer(Call("compute", {"source": "1"}))


def test_score_server_that_does_not_start_exits_2(
    tmp_path: Path, committed: Corpus, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that ends at once is named."""
    place = tmp_path / "traces.json"
    documents.write_json(traces.to_json(reference.repair(committed)), place)
    monkeypatch.setattr("sys.executable", shutil.which("false"))
    assert main(["score-repairs", str(place)]) == 2
    assert "the server" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [[], ["unknown"], ["score"], ["capture", "--model", "x"], ["capture"]], ids=str
)
def test_wrong_use_exits_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What argparse refuses."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _places(document: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to every value inside a document."""
    inner = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    return [way for key, value in inner for way in ((*at, key), *_places(value, (*at, key)))]


def _put(document: Any, way: tuple[Any, ...], value: Any) -> Any:
    broken = copy.deepcopy(document)
    inner = broken
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return broken


_CORPUS: dict[str, Any] = json.loads(corpus.PLACE.read_text(encoding="utf-8"))
_SMALL: dict[str, Any] = {"cases": _CORPUS["cases"][:1], "repairs": _CORPUS["repairs"][:1]}
_TRACES = [
    {
        **traces.to_json(document),
        "provenance": MODEL_PROVENANCE,
        "traces": traces.to_json(document)["traces"][:2],
    }
    for document in (reference.selection(corpus.load()), reference.repair(corpus.load()))
]


@given(st.sampled_from(_places(_SMALL)), _JSON)
def test_faults_corpus_with_any_value_anywhere_are_a_list(way: tuple[Any, ...], value: Any) -> None:
    """However a corpus is broken, its faults are told; this small one always has some."""
    faults = corpus.faults_of(_put(_SMALL, way, value))
    assert faults
    assert all(isinstance(fault, str) for fault in faults)


@given(st.sampled_from([(document, way) for document in _TRACES for way in _places(document)]), _JSON)
def test_from_json_trace_document_with_any_value_anywhere_is_read_or_refused(
    spot: tuple[dict[str, Any], tuple[Any, ...]], value: Any
) -> None:
    """However a trace document is broken, it is refused by its faults, or read and written back as it is."""
    broken = _put(*spot, value)
    try:
        read: Any = traces.to_json(traces.from_json(broken, corpus.load()))
    except InvalidDocument as refused:
        read = refused.faults
    assert read
    assert read == broken or isinstance(read, list)


@given(_JSON)
def test_from_json_any_value_is_refused(value: Any) -> None:
    """No JSON value is a trace document by chance."""
    with pytest.raises(InvalidDocument):
        traces.from_json(value, corpus.load())
    assert corpus.faults_of(value)
