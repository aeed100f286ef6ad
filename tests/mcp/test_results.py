"""What goes out: both copies, the bytes they take, the ceiling on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajisai_mcp.host_errors import HostFailure
from ajisai_mcp.results import to_result
from tests.mcp import golden
from tests.mcp.raw_client import RawClient

pytestmark = pytest.mark.xdist_group("golden")

_ENVELOPE = {"schemaVersion": 5, "status": "ok"}
_BUDGET: dict[str, Any] = json.loads(
    (Path(golden.__file__).parent.parent / "golden" / "response_bytes.json").read_text(encoding="utf-8")
)


def _sent(envelope: dict[str, Any]) -> int:
    """Bytes of the result of this envelope, written by another hand."""
    text = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"))
    result = {
        "content": [{"text": text, "type": "text"}],
        "isError": False,
        "structuredContent": envelope,
    }
    return len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


@given(st.text(max_size=50))
def test_result_just_fits_or_does_not(text: str) -> None:
    """A ceiling of exactly its bytes admits it, one less refuses it by name; quotes and escapes count."""
    envelope = {**_ENVELOPE, "message": text}
    size = _sent(envelope)
    result = to_result(envelope, None, size)
    assert result.structured_content == envelope
    with pytest.raises(HostFailure) as caught:
        to_result(envelope, None, size - 1)
    error = caught.value.to_envelope()["error"]
    assert (error["code"], error["limit"]) == ("responseTooLarge", "responseBytes")
    assert str(size) in error["message"]


def test_result_carries_provenance_where_it_could_be_made() -> None:
    """In both copies, and last."""
    result = to_result(_ENVELOPE, {"serverVersion": "1"}, 10_000)
    assert list(result.structured_content or {}) == ["schemaVersion", "status", "mcp"]
    assert to_result(_ENVELOPE, None, 10_000).structured_content == _ENVELOPE


def test_result_with_half_a_surrogate_pair_is_malformed() -> None:
    """UTF-8 cannot spell it, so no engine of ours answers it."""
    with pytest.raises(HostFailure) as caught:
        to_result({**_ENVELOPE, "message": "\ud800"}, None, 10_000)
    assert caught.value.code == "malformedBackendResponse"


def test_result_of_a_host_failure_is_an_error() -> None:
    """And nothing else is."""
    assert to_result(HostFailure("backendFailure").to_envelope(), None, 10_000).is_error
    assert not to_result({**_ENVELOPE, "status": "error"}, None, 10_000).is_error


def test_response_of_an_addition_is_about_a_kilobyte(python_worker: RawClient) -> None:
    """Both copies and provenance, without the JSON-RPC frame: at most 1,100 bytes."""
    result = python_worker.call("compute", {"source": "1 2 ADD"})
    sent = len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))
    assert sent == _sent(result["structuredContent"])
    assert sent <= 1100


def test_response_median_keeps_to_its_budget(python_worker: RawClient) -> None:
    """The median over the committed cases; the budget is lowered when answers shrink, and never raised."""
    sizes = sorted(
        _sent(python_worker.call(case["tool"], case["arguments"])["structuredContent"])
        for case in _BUDGET["cases"]
    )
    assert len(sizes) == 7
    assert sizes[3] <= _BUDGET["medianResponseBytesBudget"]
