"""Hypothesis profiles: ``ci`` repeats itself; ``--hypothesis-profile=explore`` looks for more."""

from hypothesis import HealthCheck, settings

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
