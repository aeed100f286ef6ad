"""Content identity is the same in every process and on every machine: a change here changes the language."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

PINNED = {
    # values, as programs
    "1 DIGEST": "sha256:6bcfa46a468c04daa05af296070efaf1774acd8e7b30707a96bb5788a97775a5",
    "1/1 DIGEST": "sha256:6bcfa46a468c04daa05af296070efaf1774acd8e7b30707a96bb5788a97775a5",
    "-7/3 DIGEST": "sha256:1f6c54897b9140389a43c85ce9f1efe90f369f0c6da461e7a0b9d16648a183c1",
    "2 SQRT 1/2 MUL 3 ADD DIGEST": (
        "sha256:3bf09d3ca81a91bb6424870611d1b3881e8d52c475680c17419395df58e8770f"
    ),
    "0/0 DIGEST": "sha256:a73de085240c0029b1d9958d1c80232129cfaeff6b81800ee2a73709b5cb5818",
    "TRUE DIGEST": "sha256:13e761b1d1e078887550d2f20fb632a67ab5b9c2639c9792881ee6e8d177d40b",
    "NIL DIGEST": "sha256:177b6b01aca3c1ab999c4c351af5212c1c6d2499bd4bba9357be8802619048e7",
    "'why' ABSENT DIGEST": "sha256:727c2c1c0c21bb18f01adf5ff0c43b7c52e8f3a303156d83155cc4b989137391",
    "'' DIGEST": "sha256:108650ad6ebb4286f3ee5205c4daa9e8f4ae7ba73012e04c9885e00e2b1f348c",
    "'加算 ü' DIGEST": "sha256:fb314acd6c7bedf3212338ff26b9b32a4482729405d3348ca83df465061509ef",
    "[ ] DIGEST": "sha256:1543258174ac681fe5715f13b415d7e7d0102f4e43c2755b0a10d74c60df69fd",
    "[ 1 [ 'a' TRUE NIL ] unknown ] DIGEST": (
        "sha256:74666f13c638382567c8a0ea31bdd361da773e972b06720c7a47c61f4eba3283"
    ),
    "[ 'a' 2 ] [ [ 1 ] 'x' ] RECORD DIGEST": (
        "sha256:21aabcc3b345ebe517bdc8776e2d7bf38bdbe320eeb0218e3e681fc6570a56c7"
    ),
    # Words
    "[ ADD ] 0 GET DIGEST": "sha256:d9b01e14e66588bd64e07b1922856d2f9f072064d6f8490cc0753e080f85c6b1",
    "[ 1 ADD ] 'A' DEF [ A ] 0 GET DIGEST": (
        "sha256:54958b9446e057dc50fbc00a3c8c72893ef5c7e2390bab7023e349825b9d35b2"
    ),
    "[ [ 1/2 'x' ] 'N' BIND n ] 'A' DEF [ a A ] 'B' DEF [ B ] 0 GET DIGEST": (
        "sha256:02a2c1a89208484df943673ef8480e60c2becd8fb78f3ce82dff829016417313"
    ),
}
_SCRIPT = """
import json, sys
import ajisai
print(json.dumps([ajisai.run(source).stack[-1] for source in json.load(sys.stdin)]))
"""


@pytest.mark.parametrize("seed", ["0", "1", "4294967295", "random"])
def test_digests_are_the_same_in_every_process(seed: str) -> None:
    """Whatever seed Python hashes with."""
    finished = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        input=json.dumps([*PINNED]),
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert dict(zip(PINNED, json.loads(finished.stdout), strict=True)) == PINNED
