"""``ajisai agent``: one JSON document in, one out, whatever comes in."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Command


def test_agent_answers_a_request(ajisai_command: Command) -> None:
    """The envelope of a program, under the agents' profile."""
    envelope = ajisai_command("agent", "compute", stdin='{"source": "1 2 ADD"}').json()
    assert (envelope["status"], envelope["stackDisplay"]) == ("ok", ["3/1"])


def test_agent_exits_0_for_a_language_error(ajisai_command: Command) -> None:
    """The exit code speaks of the exchange, the envelope of the program."""
    finished = ajisai_command("agent", "compute", stdin='{"source": "DUP"}')
    assert finished.code == 0
    assert finished.json()["error"]["category"] == "unknownWord"


@pytest.mark.parametrize(
    ("tool", "request_", "code"),
    [
        ("compute", {}, "invalidRequest"),
        ("compute", {"source": 5}, "invalidRequest"),
        ("compute", {"source": "1", "path": "x"}, "invalidRequest"),
        ("compute", [], "invalidRequest"),
        ("compute", None, "invalidRequest"),
        ("no_such_tool", {"source": "1"}, "unknownTool"),
    ],
    ids=str,
)
def test_agent_answers_a_wrong_request(
    ajisai_command: Command, tool: str, request_: object, code: str
) -> None:
    """A request that a host would refuse is refused in an envelope."""
    finished = ajisai_command("agent", tool, stdin=json.dumps(request_))
    assert finished.code == 0
    assert finished.json()["status"] == "hostError"
    assert finished.json()["error"]["code"] == code


@pytest.mark.parametrize(
    "stdin",
    [b"", b"{", b"{} {}", b'{"source": "\xff"}', b"[" * 100_000, b"1" * 5000],
    ids=["empty", "unclosed", "two documents", "not UTF-8", "nested deep", "long number"],
)
def test_agent_answers_what_is_no_json_object(ajisai_command: Command, stdin: bytes) -> None:
    """Even that is answered in an envelope."""
    finished = ajisai_command("agent", "compute", stdin=stdin)
    assert finished.code == 0
    assert finished.json()["error"]["code"] == "invalidRequest"
    assert finished.json()["error"]["message"].startswith("the request is ")


def test_agent_answers_a_lone_surrogate_in_valid_utf8(ajisai_command: Command) -> None:
    """JSON can spell what UTF-8 cannot; it is refused, and the answer is UTF-8 all the same."""
    finished = ajisai_command("agent", "compute", stdin='{"source": "\\ud800"}')
    assert finished.code == 0
    assert finished.json()["status"] != "ok"


def test_agent_keeps_text_that_is_not_ascii(ajisai_command: Command) -> None:
    """UTF-8 goes in and comes out, whatever the locale."""
    finished = ajisai_command("agent", "compute", stdin='{"source": "\'紫陽花\'"}', env={"LC_ALL": "C"})
    assert finished.json()["stackDisplay"] == ["'紫陽花'"]
    assert "紫陽花" in finished.out
