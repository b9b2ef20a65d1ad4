"""What all tests share: how hypothesis draws, and that no test is left out unless a list says why.

MJ2P_WITHOUT names modules that are not installed here on purpose ("distributed mypy"): what needs them may be skipped.
"""

import os
import re
import sys

import pytest
from hypothesis import HealthCheck, settings

# No deadline, and slow drawing is no fault: neither says anything of the package on a machine with two busy cores.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", PATIENT, max_examples=100)
settings.register_profile("ci", PATIENT, max_examples=300, derandomize=True, print_blob=True)
settings.register_profile("fresh", PATIENT, max_examples=300, print_blob=True)  # `make fresh`: nobody has seen them yet
settings.load_profile("ci" if os.environ.get("CI") else "default")

WITHOUT = os.environ.get("MJ2P_WITHOUT", "").split()
CHECKED = "asan" in os.environ.get("LD_PRELOAD", "")
LINUX = sys.platform.startswith("linux")
#: Why a test may be skipped -> when that is right. Any other skip is a failure.
SKIPS = {
    r"could not import '(" + "|".join(WITHOUT) + r")[.']": bool(WITHOUT),
    # `make soak` asks for it, and takes hours
    r"long: MJ2P_MILLION=1 asks for it": True,
    # `make sanitize`: allocators that keep what is freed, and everything ten times slower
    r"needs an allocator that frees": CHECKED or not LINUX,
    r"a checked build takes its time|far too long for a checked build|the workers would start too slowly": CHECKED,
    # on Linux all of these are there
    r"sends SIG|needs a pseudo-terminal|no named pipes here|needs a full disk|nothing can be written": not LINUX,
}


def is_listed(reason: str) -> bool:
    """Whether a skip is on the list, and right here."""
    return any(right and re.search(pattern, reason) for pattern, right in SKIPS.items())


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """A failure instead of a skip that is not on the list."""
    if report.skipped and not hasattr(report, "wasxfail") and not is_listed(str(report.longrepr)):
        report.outcome = "failed"
        report.longrepr = f"{report.longrepr}\nno skip that tests/conftest.py knows: see SKIPS there"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    fail_if_skipped(report)
    return report
