"""Hypothesis profiles, which tests run, and in which order; the browser of tests of a page.

``ci`` repeats itself; ``--hypothesis-profile=explore`` looks for more.
"""

import json
import os
import re
import signal
from collections import defaultdict
from collections.abc import Generator
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from puzzleproof.provers.formal.kernel import COQC
from tests.support.browsing import CHROMIUM, chromium

TESTS = Path(__file__).parent
SECONDS = TESTS / "seconds.json"
"""Test file -> processor seconds, written by ``make durations``."""
QUICK = 95.0
"""Processor seconds that the files of ``--quick`` may take together."""
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
    "explore", deadline=None, max_examples=1000, print_blob=True, suppress_health_check=SLOW_IS_FINE
)
settings.load_profile("ci")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in its background so, and each program started from here inherits it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick`` and ``--write-seconds``."""
    parser.addoption("--quick", action="store_true", help="leave out the files that take longest")
    parser.addoption("--write-seconds", action="store_true", help=f"write {SECONDS.name} anew")


def pytest_configure(config: pytest.Config) -> None:
    """Let ``--quick`` leave files out, and ``--write-seconds`` measure them."""
    if config.getoption("quick"):
        config.pluginmanager.register(LeaveOut(json.loads(SECONDS.read_text("utf-8"))))
    if config.getoption("write_seconds"):
        config.pluginmanager.register(Measure())


class LeaveOut:
    """Leaves out the files that take longest; one that was never measured is taken for quick."""

    def __init__(self, seconds: dict[str, float]) -> None:
        ordered = sorted(seconds, key=lambda name: seconds[name])
        total = accumulate(seconds[name] for name in ordered)
        self._left_out = {name for name, sum_ in zip(ordered, total, strict=True) if sum_ > QUICK}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Ignore a file that takes too long."""
        return str(collection_path.relative_to(TESTS.parent)) in self._left_out or None


class Measure:
    """Measures processor time, which other work on the machine hardly changes."""

    def __init__(self) -> None:
        self._seconds = defaultdict[str, float](float)
        self._before = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Begin to count the time of a test, and that of the processes that it waits for."""
        self._before = sum(os.times()[:4])

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """Put the time into the report, which a worker of pytest-xdist sends."""
        item.user_properties.append(("seconds", sum(os.times()[:4]) - self._before))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the time for the file of the test."""
        for name, value in report.user_properties if report.when == "teardown" else ():
            if name == "seconds":
                self._seconds[report.nodeid.partition("::")[0]] += float(str(value))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Bring the file up to date, but not in a worker."""
        if not hasattr(session.config, "workerinput"):
            measured = {name: round(value, 1) for name, value in self._seconds.items()}
            known = json.loads(SECONDS.read_text("utf-8")) | measured
            kept = {name: known[name] for name in sorted(known) if (TESTS.parent / name).exists()}
            SECONDS.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what asks Coq's kernel where it is not installed."""
    asked = item.get_closest_marker("external")
    if asked and "coq" in asked.args and COQC.find() is None:
        pytest.skip("Coq is not installed (make coq)")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Test the rules first: a mistake in them is read there before anywhere else."""
    items.sort(key=lambda item: not RULES.match(item.nodeid))
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("external")


@pytest.fixture(scope="module")
def browser() -> Generator[Any]:
    """One browser for a module: while it runs, no event loop of a test can."""
    pytest.importorskip("playwright", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("Debian's chromium is not installed")
    with chromium() as started:
        yield started
