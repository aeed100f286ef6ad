"""What every test shares: the hypothesis profiles, and where the project stands.

``AJISAI_HYPOTHESIS=thorough`` chooses another profile than ``ci``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# `ci` gives the same examples on every run and keeps nothing on disk: a failure seen once is seen again.
_SHARED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("ci", derandomize=True, database=None, max_examples=100, print_blob=True, **_SHARED)
settings.register_profile("dev", max_examples=50, **_SHARED)
settings.register_profile("thorough", max_examples=3000, print_blob=True, **_SHARED)
settings.load_profile(os.environ.get("AJISAI_HYPOTHESIS", "ci"))


@pytest.fixture(scope="session")
def project_root() -> Path:
    """The root of the checkout that the tests stand in."""
    return Path(__file__).resolve().parent.parent


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what tests measured and do not assert: times, which differ from machine to machine."""
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            if name == "measured":
                terminalreporter.section(f"measured by {report.nodeid}")
                terminalreporter.write_line(str(text))
