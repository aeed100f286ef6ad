"""The ERRORs about names, worded once for the run that meets them and for the check that foresees them.

Each answers the ``Failure`` of one rule of LANG.FRAMES.BINDINGS or LANG.DICTIONARY. ``key`` is a folded name.
"""

from __future__ import annotations

from ajisai.bounds import Failure


def unknown_name(spelling: str) -> Failure:
    """A name that nothing holds, as written."""
    return Failure("unknownWord", f"no Word or binding is named {spelling}", word=spelling)


def no_name(word: str) -> Failure:
    """BIND or DEF of a text that is no name."""
    return Failure("invalidName", f"the name of {word} must be exactly one name token")


def held_by_a_word(key: str) -> Failure:
    """BIND of the name of a Word."""
    return Failure("nameConflict", f"{key} is a Word already")


def bound_twice(key: str) -> Failure:
    """One BIND that gives one name to two elements."""
    return Failure("nameConflict", f"one BIND names {key} twice")


def bound_here(key: str) -> Failure:
    """DEF of a name that is bound."""
    return Failure("nameConflict", f"{key} is bound in this frame")


def leads_back(key: str) -> Failure:
    """BIND of a value that holds its own name."""
    return Failure("selfReferentialDefinition", f"the value leads back to the name {key}")


def of_core(key: str, deed: str) -> Failure:
    """DEF or DEL of a Core Word; ``deed`` is ``defined`` or ``deleted``."""
    return Failure("protectedWord", f"{key} is a Core Word and cannot be {deed}")


def no_body() -> Failure:
    """DEF of something that is no body."""
    return Failure("invalidDefinitionBody", "the body must be a non-empty Vector")


def names_itself(key: str) -> Failure:
    """DEF of a body that names the Word being defined."""
    return Failure("selfReferentialDefinition", f"the body names {key} itself")


def reached_by(key: str) -> Failure:
    """DEF of a body that leads to the Word being defined through the User Word ``key``."""
    return Failure("selfReferentialDefinition", f"{key}, which the body reaches, names it")


def needed_by(user: str, key: str) -> Failure:
    """DEF or DEL of a Word that the body of another one names."""
    return Failure("definitionConflict", f"{user} depends on {key}: delete it first")


def not_there(key: str) -> Failure:
    """DEL of a name that no User Word has."""
    return Failure("wordNotFound", f"no User Word is named {key}")


def made_name(word: str) -> Failure:
    """BIND, DEF or DEL of a name that only a run can tell."""
    return Failure("invalidName", f"the name that {word} takes is not written directly before it")
