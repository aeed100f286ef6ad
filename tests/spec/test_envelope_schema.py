"""The schemas of node and envelope: what they admit, what they refuse, how they are built."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest

import ajisai
from ajisai.assets import read_bytes, read_json
from ajisai.machine.vocabulary import error_categories, nil_reasons
from ajisai.values.nodes import to_node
from tests.spec.canonical import canonical

_ENVELOPE = read_json("spec/envelope.schema.json")
_NODE = read_json("spec/node.schema.json")
_SOURCES = [
    "1 -1/2 1/0 -1/0 0/0",
    "2 SQRT 1 3 SQRT 2 DIV SUB 1e30 2 SQRT ADD",
    "TRUE FALSE 'text' '' [ add ] 0 GET",
    "NIL -1 SQRT 'rate not quoted' ABSENT '' ABSENT",
    "[ ] [ [ 1 ] [ 'a' NIL ] ] [ 'k' [ 1 ] ] [ 1 [ ] ] RECORD [ ] [ ] RECORD",
]
_TEXT = {"en": "Look.", "ja": "見てください。"}

NODES: dict[str, dict[str, Any]] = {
    "rational": {"type": "number", "value": {"numerator": "-1", "denominator": "2"}, "semantics": {}},
    "point": {"type": "number", "value": {"numerator": "1", "denominator": "0"}, "semantics": {}},
    "irrational": {
        "type": "number",
        "value": {"numerator": "99", "denominator": "70"},
        "semantics": {
            "approximate": True,
            "exactTerms": [{"numerator": "1", "denominator": "1", "radicand": "2"}],
        },
    },
    "boolean": {"type": "boolean", "value": True, "semantics": {"truthValue": "TRUE"}},
    "string": {"type": "string", "value": "", "semantics": {}},
    "symbol": {"type": "symbol", "value": "add", "semantics": {}},
    "nil": {"type": "nil", "value": None, "semantics": {"absence": {"reason": "domainMiss"}}},
    "declared nil": {
        "type": "nil",
        "value": None,
        "semantics": {"absence": {"reason": "userDeclared", "text": "rate not quoted"}},
    },
    "vector": {
        "type": "vector",
        "value": [{"type": "vector", "value": [], "semantics": {}}],
        "semantics": {},
    },
    "record": {
        "type": "record",
        "value": {"keys": [{"type": "string", "value": "x", "semantics": {}}], "values": []},
        "semantics": {},
    },
    "elided": {
        "type": "vector",
        "value": None,
        "semantics": {},
        "elided": {"reason": "valueStackBudget", "elements": 7001, "approxBytes": 600000},
    },
}
WRONG_NODES: dict[str, Any] = {
    "number as JSON number": {"type": "number", "value": 1, "semantics": {}},
    "negative denominator": {
        "type": "number",
        "value": {"numerator": "1", "denominator": "-2"},
        "semantics": {},
    },
    "no semantics": {"type": "string", "value": "x"},
    "unknown type": {"type": "float", "value": "x", "semantics": {}},
    "nil without a reason": {"type": "nil", "value": None, "semantics": {}},
    "nil with an unknown reason": {
        "type": "nil",
        "value": None,
        "semantics": {"absence": {"reason": "lost"}},
    },
    "null without elision": {"type": "vector", "value": None, "semantics": {}},
    "elided with a value": {**NODES["elided"], "value": []},
    "irrational without terms": {**NODES["irrational"], "semantics": {"approximate": True, "exactTerms": []}},
    "one key more": {**NODES["string"], "display": "''"},
    "wrong node inside": {"type": "vector", "value": [{"type": "nil"}], "semantics": {}},
}
_HEAD = {"schemaVersion": 5, "status": "ok", "specificationVersion": "1.0.0-beta.1"}
_FAILED = {**_HEAD, "status": "error", "message": "no Word is named AD"}
ENVELOPES: dict[str, dict[str, Any]] = {
    "compute": {
        **_HEAD,
        "outcome": "nil:domainMiss",
        "stack": [NODES["rational"], NODES["nil"]],
        "stackDisplay": ["-1/2", "NIL"],
        "output": [],
        "resourceUsage": {"executionSteps": 1, "numericWork": 1, "collectionWork": 0},
        "errorFlowTrace": [
            {
                "kind": "nilProduced",
                "word": "SQRT",
                "reason": "domainMiss",
                "lanes": 1,
                "line": 1,
                "column": 4,
            },
            {"kind": "moreProduced", "count": 3},
        ],
        "mcp": {
            "serverVersion": "1.0",
            "engineVersion": "1.0",
            "assetDigest": "sha256:0",
            "limitProfile": "mcp-local-stdio",
            "backend": {"kind": "pythonWorker"},
        },
    },
    "unknown name": {
        **_FAILED,
        "outcome": "error:unknownWord",
        "error": {"category": "unknownWord", "word": "AD", "line": 1, "column": 5},
        "diagnosis": {
            "when": "resolveWord",
            "why": "typoOrUnknownName",
            "candidates": ["ADD", "AND"],
            "nextChecks": [{"code": "spelling", "title": _TEXT, "detail": _TEXT}],
            "repair": "program",
        },
    },
    "ceiling": {
        **_FAILED,
        "error": {"category": "resourceLimitExceeded", "resource": "bigintBits", "word": "POW"},
        "diagnosis": {
            "when": "executeWord",
            "why": "resourceLimit",
            "nextChecks": [],
            "resourceLimit": {
                "resource": "bigintBits",
                "limit": 262144,
                "observed": 2**53 - 1,
                "progress": {"completed": 10, "total": 20, "unit": "lanes"},
            },
        },
    },
    "check": {
        **_HEAD,
        "contractDecls": {
            "outcome": "cannotVerify",
            "findings": [{"severity": "warning", "message": "a gap", "word": "F", "line": 1}],
            "declarations": [{"word": "F", "verdict": "cannotVerify"}],
        },
        "prelude": [{"name": "ABS", "digest": "sha256:" + "0" * 64}],
    },
    "infer_contracts": {
        **_HEAD,
        "contracts": [
            {
                "word": "F",
                "inputs": 1,
                "outputs": "variable",
                "field": "leaving",
                "exits": ["DIV"],
                "partiality": "partial",
                "purity": "pure",
                "determinism": "deterministic",
                "effects": [],
                "cost": {"steps": "const", "numericWork": "linear", "collectionWork": "const*"},
                "confidence": "conservative",
                "gaps": [{"id": "gap.unresolvedWord", "word": "G", "detail": "nothing has this name"}],
                "suggested": "#:contract F inputs=1 outputs=variable field=leaving",
            }
        ],
    },
    "outcomes": {**_HEAD, "outcomes": ["value", "error:stackUnderflow"], "exact": False},
    "word_contract": {**_HEAD, "matches": read_json("spec/words.json")["words"], "suggestions": []},
    "elided stack": {
        **_HEAD,
        "stack": [NODES["elided"]],
        "stackDisplay": ["<elided>"],
        "stackElided": {
            "reason": "valueStackBudget",
            "budgetBytes": 450560,
            "slots": [{"index": 9, "elements": 7001, "approxBytes": 600000}],
            "below": {"slots": 9, "elements": 9, "approxBytes": 900},
        },
        "outputElided": {"entries": 2, "approxBytes": 900000},
    },
    "host failure": {
        "schemaVersion": 5,
        "status": "hostError",
        "error": {
            "code": "timeout",
            "message": "took too long",
            "retryable": True,
            "limit": "wallTimeMs",
            "retryAfterMs": 1000,
        },
    },
}
WRONG_ENVELOPES: dict[str, Any] = {
    "another version": {**_HEAD, "schemaVersion": 4},
    "unknown status": {**_HEAD, "status": "failed"},
    "unknown key": {**_HEAD, "aiDiagnostic": {}},
    "null field": {**_HEAD, "message": None},
    "unknown outcome": {**_HEAD, "outcome": "error:oops"},
    "wrong node": {**_HEAD, "stack": [WRONG_NODES["no semantics"]]},
    "error of two kinds": {
        **_FAILED,
        "error": {"category": "unknownWord", "code": "timeout", "message": "x", "retryable": True},
    },
    "error with one key more": {**_FAILED, "error": {"category": "unknownWord", "hint": "x"}},
    "columns from zero": {**_FAILED, "error": {"category": "unknownWord", "line": 1, "column": 0}},
    "unsafe integer": {
        **_FAILED,
        "diagnosis": {
            "when": "executeWord",
            "why": "resourceLimit",
            "nextChecks": [],
            "resourceLimit": {"resource": "bigintBits", "limit": 1, "observed": 2**53},
        },
    },
    "trace too long": {**_HEAD, "errorFlowTrace": [ENVELOPES["compute"]["errorFlowTrace"][0]] * 18},
    "prelude without digest": {**_HEAD, "prelude": [{"name": "ABS"}]},
    "no status": {"schemaVersion": 5},
}


def _valid(schema: Any, document: Any) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(document)


@pytest.mark.parametrize("name", ["node", "envelope", "words", "outcomes"])
def test_schema_is_well_formed(name: str) -> None:
    """The schema obeys its own dialect, and its text is canonical."""
    schema = read_json(f"spec/{name}.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    assert read_bytes(f"spec/{name}.schema.json").decode("utf-8") == canonical(schema)


@pytest.mark.parametrize("name", NODES)
def test_node_is_admitted(name: str) -> None:
    """Every kind of node is described, on its own and in a stack."""
    assert _valid(_NODE, NODES[name])
    assert _valid(_ENVELOPE, {**_HEAD, "stack": [NODES[name]]})


@pytest.mark.parametrize("source", _SOURCES)
def test_node_of_a_value_is_admitted(source: str) -> None:
    """What the engine shows of real values is described."""
    for value in ajisai.run(source).stack:
        jsonschema.Draft202012Validator(_NODE).validate(to_node(value))


@pytest.mark.parametrize("name", WRONG_NODES)
def test_node_is_refused(name: str) -> None:
    """What is no node is refused, on its own and in a stack."""
    assert not _valid(_NODE, WRONG_NODES[name])
    assert not _valid(_ENVELOPE, {**_HEAD, "stack": [WRONG_NODES[name]]})


@pytest.mark.parametrize("name", ENVELOPES)
def test_envelope_is_admitted(name: str) -> None:
    """The answers of every tool, and of a failing host, are described."""
    jsonschema.Draft202012Validator(_ENVELOPE).validate(ENVELOPES[name])


@pytest.mark.parametrize("name", WRONG_ENVELOPES)
def test_envelope_is_refused(name: str) -> None:
    """What the surface closes is closed."""
    assert not _valid(_ENVELOPE, WRONG_ENVELOPES[name])


@pytest.mark.parametrize(
    "name", [key for key in _ENVELOPE["properties"] if key not in ("schemaVersion", "status")]
)
def test_envelope_field_is_never_null(name: str) -> None:
    """A field without a value is absent."""
    assert not _valid(_ENVELOPE, {**_HEAD, name: None})


def test_envelope_root_is_what_every_host_can_read() -> None:
    """Hosts lose tools over a root that is no plain object."""
    assert _ENVELOPE["type"] == "object"
    assert _ENVELOPE["additionalProperties"] is False
    assert not {"oneOf", "anyOf", "allOf", "$ref", "if", "not"} & set(_ENVELOPE)
    assert all("null" not in str(field.get("type", "")) for field in _ENVELOPE["properties"].values())


def test_envelope_holds_the_node_schema() -> None:
    """The envelope stands on its own: its copies of the node's definitions are equal to the originals."""
    assert {name: _ENVELOPE["$defs"][name] for name in _NODE["$defs"]} == _NODE["$defs"]


def test_envelope_lists_are_the_specifications() -> None:
    """Outcomes, categories, reasons, ceilings and word fields are those of the data files."""
    defs = _ENVELOPE["$defs"]
    ceilings = [row["name"] for row in read_json("spec/limits.json")["ceilings"]]
    engine = [
        row["name"] for row in read_json("spec/limits.json")["ceilings"] if row["enforcedBy"] == "engine"
    ]
    assert defs["languageError"]["properties"]["category"]["enum"] == list(error_categories())
    assert defs["nilProduced"]["properties"]["reason"]["enum"] == list(nil_reasons())
    assert defs["outcome"]["enum"] == [
        "value",
        *(f"nil:{reason}" for reason in nil_reasons()),
        *(f"error:{category}" for category in error_categories()),
    ]
    assert defs["hostFailure"]["properties"]["limit"]["enum"] == ceilings
    assert defs["languageError"]["properties"]["resource"]["enum"] == [*engine, "callDepth"]
    entry = read_json("spec/words.schema.json")["$defs"]["word"]
    assert list(defs["word"]["properties"]) == list(entry["properties"])
    families = read_json("spec/outcomes.schema.json")["properties"]["errorCategories"]["items"]["properties"]
    assert defs["diagnosis"]["properties"]["why"]["enum"] == families["family"]["enum"]


def test_envelope_is_closed_all_the_way_down() -> None:
    """Every object says which keys it has; a registry entry's inner data are words.schema.json's."""
    open_objects = []
    todo: list[tuple[str, Any]] = [("", copy.deepcopy(_ENVELOPE))]
    while todo:
        path, item = todo.pop()
        if isinstance(item, dict):
            if item.get("type") == "object" and item.get("additionalProperties") is not False:
                open_objects.append(path)
            todo += [(f"{path}/{key}", value) for key, value in item.items()]
        elif isinstance(item, list):
            todo += [(f"{path}/{place}", value) for place, value in enumerate(item)]
    assert open_objects == ["/$defs/word/properties/projection"]
