"""The data files, their record, and one digest over all of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ajisai.assets import data_root
from ajisai_mcp.assets import NAMES, PHRASEBOOK, RECORD, Assets, CorruptAsset, digest_of_record, find_root
from scripts import record_assets


def test_assets_record_is_up_to_date() -> None:
    """After a change in spec/ or phrasebook/: run `make assets`."""
    try:
        assets = Assets(environment={})
    except CorruptAsset as stale:
        pytest.fail(f"{stale}: run `make assets`")
    record = json.loads((data_root() / RECORD).read_text(encoding="utf-8"))
    assert record["digest"] == assets.digest == digest_of_record(record["files"])
    assert sorted(record["files"]) == sorted(NAMES)
    assert "make assets" in record["generated"]


def test_assets_record_is_what_the_command_writes(project_root: Path) -> None:
    """The record is generated: writing it anew changes nothing."""
    assert record_assets.text_of_record() == (project_root / RECORD).read_text(encoding="utf-8")


def test_assets_are_every_data_file_that_is_read(project_root: Path) -> None:
    """A new data file of the engine must be served and checked, too; schemas of data are for editors."""
    data = {f"spec/{path.name}" for path in (project_root / "spec").glob("*.json")}
    described = {name for name in data if name.endswith(".schema.json")}
    served_schemas = {"spec/envelope.schema.json", "spec/node.schema.json"}
    assert set(NAMES) == (data - described - {RECORD}) | served_schemas | {PHRASEBOOK, "spec/quickstart.md"}


def test_assets_stand_where_the_engine_finds_its_own() -> None:
    """The two ways of finding the folder agree."""
    assert find_root() == data_root()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the files and their record."""
    for name in (*NAMES, RECORD):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(data_root() / name, tmp_path / name)
    return tmp_path


def test_assets_of_a_sound_copy(root: Path) -> None:
    """The same files have the same digest, whatever their folder."""
    assert Assets(root, {}).digest == Assets(environment={}).digest


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("damage", ["a byte more", "a byte less", "empty", "missing", "a folder"])
def test_assets_damaged_file_is_named(name: str, damage: str, root: Path) -> None:
    """Any difference is found, whatever it is."""
    place = root / name
    content = place.read_bytes()
    place.unlink()
    if damage == "a folder":
        place.mkdir()
    elif damage != "missing":
        place.write_bytes({"a byte more": content + b"\n", "a byte less": content[:-1], "empty": b""}[damage])
    with pytest.raises(CorruptAsset, match=f"^{name} "):
        Assets(root, {})


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": []}', '{"files": null}', '{"files": {}}'])
def test_assets_damaged_record_is_named(text: str, root: Path) -> None:
    """A record that is none vouches for nothing."""
    (root / RECORD).write_text(text, encoding="utf-8")
    with pytest.raises(CorruptAsset, match=RECORD):
        Assets(root, {})


def test_assets_record_of_other_files_is_refused(root: Path) -> None:
    """A record that lists a file more belongs to another version."""
    record = json.loads((root / RECORD).read_text(encoding="utf-8"))
    record["files"]["spec/more.json"] = "0" * 64
    (root / RECORD).write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(CorruptAsset, match="other files"):
        Assets(root, {})


def test_assets_own_phrasebook_is_held_against_no_record(root: Path, tmp_path: Path) -> None:
    """It is served as it is, and the digest tells it from the one that ships."""
    own = tmp_path / "own.ajisai"
    own.write_text("# nothing in it\n", encoding="utf-8")
    assets = Assets(root, {"AJISAI_PHRASEBOOK": str(own)})
    assert assets.text(PHRASEBOOK) == "# nothing in it\n"
    assert assets.digest != Assets(root, {}).digest
    assets.verify_phrasebook()


@pytest.mark.parametrize(
    "content", [b"[ 1 ] 'W' DEF\n", b"\xff\xfe", None], ids=["no digest", "no text", "none"]
)
def test_assets_own_phrasebook_with_a_fault_is_refused(
    content: bytes | None, root: Path, tmp_path: Path
) -> None:
    """Before a server starts that could not use it."""
    own = tmp_path / "own.ajisai"
    if content is not None:
        own.write_bytes(content)
    with pytest.raises(CorruptAsset, match=r"^the phrasebook file"):
        Assets(root, {"AJISAI_PHRASEBOOK": str(own)}).verify_phrasebook()
