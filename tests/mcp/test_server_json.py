"""The entry for the MCP registry agrees with the package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ajisai.version import __version__
from tests.mcp.raw_client import RawClient


@pytest.fixture(scope="module")
def entry(project_root: Path) -> dict[str, Any]:
    """server.json."""
    found: dict[str, Any] = json.loads((project_root / "server.json").read_text(encoding="utf-8"))
    return found


def test_entry_is_of_this_package_and_version(entry: dict[str, Any], project_root: Path) -> None:
    """One name and one version, wherever they are written."""
    project = tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (package,) = entry["packages"]
    assert package["identifier"] == project["name"]
    assert {entry["version"], package["version"]} == {__version__}
    (argument,) = package["runtimeArguments"]
    assert argument["value"] == f"{project['name']}[mcp]=={__version__}"
    assert "mcp" in project["optional-dependencies"]


def test_entry_keeps_to_the_registry_s_rules(entry: dict[str, Any]) -> None:
    """A reverse-DNS name with one slash, a description of at most 100 characters, stdio."""
    assert re.fullmatch(r"io\.github\.[a-zA-Z0-9-]+/[a-zA-Z0-9._-]+", entry["name"])
    assert len(entry["description"]) <= 100
    (package,) = entry["packages"]
    assert package["registryType"] == "pypi"
    assert package["transport"] == {"type": "stdio"}


def test_entry_is_claimed_by_the_package_page(entry: dict[str, Any], project_root: Path) -> None:
    """The registry looks for the name in what the package index shows of the package: its README."""
    readme = (project_root / "README.md").read_text(encoding="utf-8")
    assert f"<!-- mcp-name: {entry['name']} -->" in readme


def test_entry_starts_the_server(entry: dict[str, Any]) -> None:
    """The package's own command with these arguments is the server."""
    (package,) = entry["packages"]
    command = Path(sys.executable).parent / package["identifier"]
    arguments = [argument["value"] for argument in package["packageArguments"]]
    with RawClient([command, *arguments]) as client:
        assert client.initialize()["serverInfo"] == {"name": "ajisai", "version": __version__}
        assert client.compute("1 2 ADD")["stackDisplay"] == ["3/1"]
    version = subprocess.run(
        [command, *arguments, "--version"], capture_output=True, encoding="utf-8", check=True
    )
    assert version.stdout.startswith(f"ajisai-mcp {__version__}\n")
