"""Hypothesis profiles, and the order of the tests.

``ci`` repeats itself; ``--hypothesis-profile=explore`` looks for more.
"""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from puzzleproof.provers.opinions.coq import find

LONG = set(Path(__file__).with_name("long.txt").read_text("utf-8").split())
"""Files whose tests take more than two seconds together on a calm machine."""
HEAVY = set(Path(__file__).with_name("heavy.txt").read_text("utf-8").splitlines())
"""Tests that take about a second of processor time, or more."""
RULES = re.compile("tests/models/[a-z]+/test_rules.py")
SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.filter_too_much)

settings.register_profile(
    "ci",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=40,
    suppress_health_check=SLOW_IS_FINE,
)
settings.register_profile(
    "explore",
    deadline=None,
    max_examples=1000,
    print_blob=True,
    suppress_health_check=SLOW_IS_FINE,
)
settings.load_profile("ci")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what asks Coq's kernel where it is not installed."""
    if item.get_closest_marker("kernel") and find() is None:
        pytest.skip("Coq is not installed (make coq)")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Test the rules first: a mistake in them is read there before anywhere else."""
    items.sort(key=lambda item: not RULES.match(item.nodeid))
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.nodeid in HEAVY:
            item.add_marker("heavy")
        if item.nodeid.partition("::")[0] in LONG:
            item.add_marker("long")
