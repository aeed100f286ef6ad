"""Every failure of the host, over the live server: its code, its fields, and nothing internal in it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ajisai.assets import data_root
from ajisai_mcp.host_errors import CODES, HostFailure
from tests.mcp.conftest import AJISAI
from tests.mcp.raw_client import RawClient, environment
from tests.mcp.rogues import make_rogue

pytestmark = pytest.mark.xdist_group("golden")

_INTERNAL = re.compile(r"/\w|\\|AJISAI_|Traceback|File \"|Errno|PosixPath|\.py\b")


def _failure(result: dict[str, Any], schema: jsonschema.Draft202012Validator) -> dict[str, Any]:
    """The error of a result that is a host failure in every respect."""
    envelope = result["structuredContent"]
    assert result["isError"] is True
    assert envelope["status"] == "hostError"
    schema.validate(envelope)
    assert json.loads(result["content"][0]["text"]) == envelope
    assert not _INTERNAL.search(envelope["error"]["message"]), envelope["error"]["message"]
    error: dict[str, Any] = envelope["error"]
    return error


def _call_through(executable: Path, schema: jsonschema.Draft202012Validator) -> tuple[dict[str, Any], bytes]:
    """The error of one call, and what the log says of it."""
    with RawClient(env=environment(AJISAI_BIN=str(executable))) as client:
        client.initialize()
        error = _failure(client.call("compute", {"source": "1 2 ADD"}), schema)
        assert client.request("ping")["result"] == {}
    return error, client.stderr


@pytest.mark.parametrize(
    ("rogue", "code", "logged"),
    [
        ("babbles", "malformedBackendResponse", b"Here is your answer"),
        ("fails", "backendFailure", b"/secret/path"),
        ("missing", "backendUnavailable", b"No such file"),
    ],
)
def test_host_failure_of_an_executable(
    rogue: str, code: str, logged: bytes, tmp_path: Path, envelope_schema: jsonschema.Draft202012Validator
) -> None:
    """An executable that does not answer as an engine does is named for what it did; the log says more."""
    executable = tmp_path / rogue if rogue == "missing" else make_rogue(tmp_path, rogue)
    error, log = _call_through(executable, envelope_schema)
    assert (error["code"], error["retryable"]) == (code, False)
    assert "limit" not in error
    assert logged in log


def test_host_failure_response_too_large(
    python_worker: RawClient, envelope_schema: jsonschema.Draft202012Validator
) -> None:
    """An answer that no cut makes fit is refused by the name of the limit."""
    source = " ".join(f"[ {number} ] 'W{number}' DEF" for number in range(3000))
    error = _failure(python_worker.call("infer_contracts", {"source": source}), envelope_schema)
    assert (error["code"], error["limit"], error["retryable"]) == ("responseTooLarge", "responseBytes", False)
    assert python_worker.call("check", {"source": source})["structuredContent"]["status"] == "ok"


def test_host_failure_timeout_and_capacity(
    tmp_path: Path, envelope_schema: jsonschema.Draft202012Validator
) -> None:
    """Four calls that never end are stopped by the clock; a fifth beside them is refused at the gate."""
    with RawClient(env=environment(AJISAI_BIN=str(make_rogue(tmp_path, "sleeps")))) as client:
        client.initialize()
        running = [client.begin_call("compute", {"source": "1"}) for _ in range(4)]
        error = _failure(client.call("compute", {"source": "2"}), envelope_schema)
        assert (error["code"], error["limit"]) == ("capacityExhausted", "concurrentExecutions")
        assert (error["retryable"], error["retryAfterMs"]) == (True, 1000)
        assert not any(client.answered(number) for number in running)
        assert client.request("ping")["result"] == {}
        for number in running:
            error = _failure(client.result(number), envelope_schema)
            assert (error["code"], error["limit"], error["retryable"]) == ("timeout", "wallTimeMs", True)


def test_host_failure_registry_unavailable(
    tmp_path: Path, envelope_schema: jsonschema.Draft202012Validator
) -> None:
    """A phrasebook that is damaged while the server runs is named when one of its Words is asked for."""
    phrasebook = tmp_path / "mine.ajisai"
    shutil.copy(data_root() / "phrasebook" / "phrasebook.ajisai", phrasebook)
    settings = environment(AJISAI_BIN=str(AJISAI), AJISAI_PHRASEBOOK=str(phrasebook))
    with RawClient(env=settings) as client:
        client.initialize()
        asked = {"source": "[ 1 2 3 ] MEAN", "words": ["MEAN"]}
        assert client.call("compute", asked)["structuredContent"]["stackDisplay"] == ["2/1"]
        phrasebook.write_text("[ 1 ] 'MEAN' DEF\n", encoding="utf-8")
        error = _failure(client.call("compute", asked), envelope_schema)
        assert (error["code"], error["retryable"]) == ("registryUnavailable", False)
        assert client.compute("1 2 ADD")["stackDisplay"] == ["3/1"]


def test_host_failure_codes_are_the_schema_s(envelope_schema: jsonschema.Draft202012Validator) -> None:
    """The table and the published schema list the same codes, and each makes a valid envelope."""
    listed = envelope_schema.schema["$defs"]["hostFailure"]["properties"]["code"]["enum"]  # type: ignore[index]
    assert sorted(CODES) == sorted(listed)
    for code in CODES:
        failure = HostFailure(code, reason="something", limit=1, observed=2, detail="/secret")
        envelope_schema.validate(failure.to_envelope())
        assert "/secret" not in failure.message


def test_host_failure_codes_are_explained_in_the_manual(project_root: Path) -> None:
    """The page about the server has a line on each."""
    page = (project_root / "docs" / "server.md").read_text(encoding="utf-8")
    for code in CODES:
        assert f"| `{code}` |" in page
