"""One profile for all property tests: the first example compiles, so time limits mean nothing."""

from hypothesis import HealthCheck, settings

settings.register_profile("tablier", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tablier")
