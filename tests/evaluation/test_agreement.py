"""The source tools agree on every program of the corpus."""

from __future__ import annotations

from benchmarks.evaluation.corpus import Call, Corpus
from benchmarks.evaluation.live_server import LiveServer

_STATIC = {"malformedSource", "unknownWord", "contractViolation"}


def test_source_tools_every_corpus_program_gets_one_story(committed: Corpus, server: LiveServer) -> None:
    """A run ends as foreseen; what `check` passes cannot fail on form, names or declarations."""
    calls = [case.call for case in committed.cases if case.call is not None]
    calls += [call for case in committed.repairs for call in (case.failed, case.revision)]
    programs = [call.arguments for call in calls if "source" in call.arguments]
    assert len(programs) > 60
    for program in programs:
        ran = server.answer(Call("compute", program))
        checked = server.answer(Call("check", program))
        foreseen = server.answer(Call("outcomes", program))
        assert ran["outcome"] in foreseen["outcomes"], program
        if checked["status"] == "ok":
            assert ran.get("error", {}).get("category") not in _STATIC, program
        else:
            assert checked["error"]["category"] == ran["error"]["category"], program
