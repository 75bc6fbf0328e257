"""A PostgreSQL of our own: a private cluster in a temporary folder, reached by a socket in that folder alone."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from tablier.server.storage import migration
from tablier.server.storage.schema import METADATA

MISSING = "PostgreSQL is not installed: run `make postgres`, or `apt-get install postgresql`"


def programs() -> Path | None:
    """The folder of initdb and postgres."""
    found = shutil.which("pg_config")
    told = subprocess.run([found, "--bindir"], capture_output=True, text=True).stdout.strip() if found else ""
    usual = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), reverse=True)
    return next((path for path in (Path(told or "/none"), *usual) if (path / "initdb").exists()), None)


def _not_root() -> dict:
    """PostgreSQL refuses to be run by root."""
    if os.getuid() != 0:
        return {}
    name = next(name for name in ("postgres", "nobody") if _known(name))
    return {"user": name, "group": pwd.getpwnam(name).pw_gid}


def _known(name: str) -> bool:
    with contextlib.suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


class Cluster:
    """What is committed survives `kill -9`, but not a power cut, which no test makes: nobody waits for the disk."""

    def __init__(self, folder: Path, bin: Path):
        self.folder, self.bin = folder, bin
        self.owner = _not_root()
        self.process: subprocess.Popen | None = None
        self.databases = 0
        self.used: list[str] = []
        """Databases that are up to date and no longer used."""
        if self.owner:
            os.chown(folder, pwd.getpwnam(self.owner["user"]).pw_uid, self.owner["group"])
        options = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"]
        made = subprocess.run(
            [bin / "initdb", *options, folder / "data"], capture_output=True, text=True, cwd=folder, **self.owner
        )
        if made.returncode:
            raise RuntimeError(made.stderr)

    def start(self) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "max_connections": 200,
            "shared_buffers": "32MB",
            "fsync": "off",
        }
        given = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.folder / "data", *given],
                stdout=log, stderr=log, cwd=self.folder, **self.owner,
            )  # fmt: skip
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: everybody is cut off. SIGQUIT: as if the power had failed."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def blank_database(self) -> str:
        """A database in which there is nothing yet."""
        self.databases += 1
        name = f"tablier_{self.databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def new_database(self) -> str:
        """A database that is up to date and empty: one that is no longer used is emptied, the quickest way."""
        if self.used:
            return self._emptied(self.used.pop())
        made = self.blank_database()
        migration.upgrade(made)
        return made

    def _emptied(self, url: str) -> str:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        with psycopg.connect(url, autocommit=True) as db:
            db.execute(f"{others} AND pid <> pg_backend_pid()")
            db.execute(f"TRUNCATE {', '.join(METADATA.tables)} RESTART IDENTITY")
        return url


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    found = programs()
    if found is None:
        raise RuntimeError(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="tablier-postgres-"))
    made = None
    try:
        made = Cluster(folder, found)
        made.start()
        yield made
    finally:
        if made:
            made.stop(signal.SIGQUIT)  # nobody needs it any more
        shutil.rmtree(folder, ignore_errors=True)
