"""What somebody saw of the draws of their games and gave to them, kept away from the server.

A record shows that it fits together. That it is the record of what was shown before the game, only those can tell who
were there, and have kept what they saw.
"""

import json
import secrets
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from tablier.core.record import Record
from tablier.server.errors import words
from tablier.server.tables import draws, verification
from tablier.server.tables.verification import Check as Check


@dataclass
class Keepsake:
    """Of one table: the commitment that was seen there, when, and the luck that was pledged after that."""

    table: str
    commitment: str
    luck: str
    at: str
    pledges: list[str | None] | None = None
    """By place, as they were when the luck was shown."""

    @property
    def pledge(self) -> str:
        return draws.pledge(self.commitment, self.luck)


class Keepsakes:
    """Those of one person, in memory and, if a path is given, in a file: a line for each, of which the last counts."""

    def __init__(self, path: Path | str | None = None):
        self.path = Path(path) if path else None
        self._kept: dict[str, Keepsake] = {}
        if self.path and self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                kept = Keepsake(**json.loads(line))
                self._kept[kept.table] = kept

    def __getitem__(self, table: str) -> Keepsake:
        return self._kept[table]

    def see(self, table: str, commitment: str) -> Keepsake:
        """The keepsake of a table: made, with new luck, when its commitment is seen for the first time."""
        if table not in self._kept:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            self._keep(Keepsake(table, commitment, secrets.token_hex(16), now))
        return self._kept[table]

    def show(self, table: str, pledges: list[str | None]) -> None:
        """The luck is about to be shown, to people who have pledged this."""
        self._kept[table].pledges = pledges
        self._keep(self._kept[table])

    def _keep(self, kept: Keepsake) -> None:
        self._kept[kept.table] = kept
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(kept)) + "\n")

    def check(self, table: str, record: str) -> list[Check]:
        """All that a record shows by itself, and all that was kept of its table."""
        return [*verification.check(record), *self.compare(table, record)]

    def compare(self, table: str, record: str) -> list[Check]:
        """What is kept of a table, against the record that is said to be its own; empty if nothing is kept."""
        kept, drawn = self._kept.get(table), Record.parse(record.strip()).draws
        if kept is None:
            return []
        found = [Check(drawn is not None and drawn["commitment"] == kept.commitment, words("verify.seen", day=kept.at))]
        found.append(Check(drawn is not None and kept.luck in drawn["luck"], words("verify.given")))
        if kept.pledges is not None:
            same = drawn is not None and drawn.get("pledges") == kept.pledges
            found.append(Check(same, words("verify.others")))
        return found
