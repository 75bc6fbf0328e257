"""Figures for whoever runs a server, as Prometheus reads them."""

from pathlib import Path

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from tablier.core.errors import TablierError

SENTENCES = Path(__file__).parent
TYPE = CONTENT_TYPE_LATEST
REGISTRY = CollectorRegistry()

REQUESTS = Counter("tablier_requests_total", "HTTP requests", ["method", "path", "status"], registry=REGISTRY)
SECONDS = Histogram("tablier_request_seconds", "Time to answer HTTP requests", registry=REGISTRY)
SOCKETS = Gauge("tablier_sockets", "Open sockets", registry=REGISTRY)
ANSWERED = Counter("tablier_messages_answered_total", "Messages on sockets that were done", registry=REGISTRY)
REFUSED = Counter("tablier_messages_refused_total", "Messages on sockets that were refused", registry=REGISTRY)
SIGN_INS_FAILED = Counter("tablier_sign_ins_failed_total", "Sign-ins that failed", ["why"], registry=REGISTRY)
REFUSALS = Counter("tablier_refusals_total", "Requests and messages refused", ["reason"], registry=REGISTRY)
OUTBOX = Gauge("tablier_outbox_bytes", "Bytes that wait for slow sockets", registry=REGISTRY)
LAG = Histogram(
    "tablier_loop_lag_seconds",
    "How late the loop comes to what is due",
    registry=REGISTRY,
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
)
WRITES = Gauge("tablier_writes_waiting", "Writings that wait for the database", registry=REGISTRY)
EVENTS = Counter("tablier_events_total", "Events stored", ["kind"], registry=REGISTRY)
STORED = Histogram(
    "tablier_store_seconds",
    "Time to store events",
    registry=REGISTRY,
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
)
CONFLICTS = Counter("tablier_conflicts_total", "Events that another server wrote first", registry=REGISTRY)
UNWELL = Counter("tablier_store_failures_total", "Times the database could not be written", registry=REGISTRY)
THOUGHTS = Histogram(
    "tablier_thought_seconds", "Time opponents thought", registry=REGISTRY, buckets=(0.1, 0.5, 1, 2, 5, 20, 80)
)
LOST = Counter("tablier_thoughts_lost_total", "Thoughts lost with their process, or too late", registry=REGISTRY)
TABLES = Gauge("tablier_tables", "Tables in memory", registry=REGISTRY)
WATCHERS = Gauge("tablier_watchers", "Tables watched, by all sockets together", registry=REGISTRY)
BROKEN = Counter("tablier_tables_broken_total", "Tables set aside because their rules failed", registry=REGISTRY)
DOUBTS = Counter("tablier_time_doubts_total", "Times this server's time was wrong by over a second", registry=REGISTRY)
WAITING = Gauge("tablier_thoughts_waiting", "Thoughts waiting for an opponent process", registry=REGISTRY)


def request(method: str, path: str, status: int, seconds: float) -> None:
    REQUESTS.labels(method, path, status).inc()
    SECONDS.observe(seconds)


def stored(kinds: list[str], seconds: float) -> None:
    for kind in kinds:
        EVENTS.labels(kind).inc()
    STORED.observe(seconds)


def thought(seconds: float, lost: bool) -> None:
    THOUGHTS.observe(seconds)
    if lost:
        LOST.inc()


def refused(error: TablierError) -> None:
    """By the name of the sentence; what a game's rules forbid is one reason."""
    ours = error.phrase.words == SENTENCES
    REFUSALS.labels(error.phrase.key if ours else "rules").inc()


def show(tables: int, watchers: int, waiting: int, outbox: int, writes: int) -> bytes:
    TABLES.set(tables)
    WATCHERS.set(watchers)
    WAITING.set(waiting)
    OUTBOX.set(outbox)
    WRITES.set(writes)
    return generate_latest(REGISTRY)
