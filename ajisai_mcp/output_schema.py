"""The output schema that the tools list: the envelope, flat enough for every host.

Hosts lose tools over a root ``oneOf``, ``anyOf``, ``allOf`` or ``$ref``, and some over any of them anywhere.
So the listed schema is made from ``spec/envelope.schema.json`` with none of them: references are put in, the
two kinds of error become one, and below the fields of the envelope and of its objects only types are left. It
admits every envelope; the full schema is the resource ``ajisai://schema/result``.
"""

from __future__ import annotations

from typing import Any, Final

_SHORT: Final = 6  # members of an enumeration that is worth its room in every list of tools
_NODE_REFERENCE: Final = "#/$defs/node"
_NODE: Final = {
    "type": "object",
    "properties": {"type": {"type": "string"}, "semantics": {"type": "object"}},
    "required": ["type", "value", "semantics"],
}


def listed_schema(envelope: dict[str, Any]) -> dict[str, Any]:
    """The schema to list, from the full one."""
    definitions = envelope["$defs"]
    properties: dict[str, Any] = {}
    for name, full in envelope["properties"].items():
        whole = _resolved(full, definitions)
        outline = _outline(whole, definitions)
        for key in ("const", "enum", "description"):
            if key in whole and not (key == "enum" and len(whole[key]) > _SHORT):
                outline[key] = whole[key]
        properties[name] = outline
    return {
        "type": "object",
        "description": "The full schema is the resource ajisai://schema/result.",
        "properties": properties,
        "required": envelope["required"],
    }


def _outline(whole: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The type of a field, and the types of what it holds."""
    if "oneOf" in whole:
        branches = [_outline(_resolved(branch, definitions), definitions) for branch in whole["oneOf"]]
        merged: dict[str, Any] = {}
        for branch in branches:
            merged |= branch["properties"]
        return {"type": "object", "properties": merged}
    answer = _typed(whole)
    if "properties" in whole:
        answer["properties"] = {
            name: _typed(_resolved(part, definitions)) for name, part in whole["properties"].items()
        }
    if "items" in whole:
        items = whole["items"]
        answer["items"] = (
            dict(_NODE) if items.get("$ref") == _NODE_REFERENCE else _typed(_resolved(items, definitions))
        )
    return answer


def _resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    named = definitions[schema["$ref"].removeprefix("#/$defs/")]
    return {**_resolved(named, definitions), **{key: part for key, part in schema.items() if key != "$ref"}}


def _typed(whole: dict[str, Any]) -> dict[str, Any]:
    """Only the type; nothing where there is more than one."""
    if "type" in whole:
        return {"type": whole["type"]}
    members = whole.get("enum", [whole["const"]] if "const" in whole else [])
    return {"type": "string"} if members and all(isinstance(member, str) for member in members) else {}
