"""What can happen at a table: a closed set of kinds, each with what is known of it.

Events are stored for good, as the JSON of `as_json`: those of years ago are still read here. So a kind may gain a
field that has a default, but none may be renamed or removed.
"""

from typing import Any, ClassVar, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from tablier.core.options import Choices, Options, Setup
from tablier.server.tables.clocks import Clock


class Place(TypedDict, total=False):
    """Who is to sit somewhere: a person, an opponent of some level, whoever it is kept for, or whoever comes."""

    person: str | None
    level: str | None
    kept: str | None
    luck: str
    """What somebody added to the draws when they sat down: now they pledge it first."""
    pledge: str
    """Empty for somebody who is going to bring luck, and has not pledged it yet."""
    name: str
    """What somebody is called at this table, if not by the person's own name."""


Begins = Literal["lot", "seated"]
"""Who begins: whoever the lot falls on when everybody sits, or whoever sits first."""


class Match(TypedDict):
    """Of which match of two this is which game."""

    id: str
    game: Literal[1, 2]


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def as_json(self) -> dict[str, Any]:
        """What is stored: the fields that were given, in their order here."""
        given = self.model_fields_set
        return {name: value for name, value in self.__dict__.items() if name in given}


class Wish(_Stored):
    """What a table is to be created with."""

    game: str
    choices: Choices
    seats: list[Place]
    clock: Clock
    listed: bool
    rated: bool
    host: str
    match: Match | None = None
    earlier: list[int] | None = None
    """With the second game of a match: what each seat scored in the first."""
    begins: Begins = "seated"

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"clock": self.clock.model_dump()}


class Created(Wish):
    kind: ClassVar = "created"
    commitment: str
    version: int = 1
    """Of the way in which the draws are made."""


class Sat(_Stored):
    kind: ClassVar = "sat"
    seat: int
    person: str
    luck: str = ""
    pledge: str | None = None
    """As in a `Place`."""


class Pledged(_Stored):
    """Somebody fixed the luck that they bring to the draws, for all their seats; without a pledge, they took too long
    and bring none."""

    kind: ClassVar = "pledged"
    seats: list[int]
    pledge: str | None


class Revealed(_Stored):
    """Somebody showed the luck that they had pledged."""

    kind: ClassVar = "revealed"
    seats: list[int]
    luck: str


class Left(_Stored):
    kind: ClassVar = "left"
    seat: int


class Started(_Stored):
    kind: ClassVar = "started"
    options: Options
    setup: Setup
    first: int | None = None
    """The place, as people sat down, that the lot fell on: whoever sat there has seat 0 from now on."""
    rules: int | None = None
    """The version of the game's rules; where none was noted yet, the first."""


class Drew(_Stored):
    kind: ClassVar = "drew"
    move: str
    number: int
    promise: str | None = None
    """What is shown at once of a draw that not everybody may see."""


class Moved(_Stored):
    kind: ClassVar = "moved"
    seat: int
    move: str
    left: int | None
    """The time the seat has from now on."""
    seed: int | None = None
    """What the luck of an opponent's thought began with, so that it can be thought again."""


class Asked(_Stored):
    """Somebody asks to take back to a ply."""

    kind: ClassVar = "asked"
    seat: int
    to: int


class Agreed(_Stored):
    kind: ClassVar = "agreed"
    seat: int


class Declined(_Stored):
    kind: ClassVar = "declined"
    seat: int


class TookBack(_Stored):
    kind: ClassVar = "took_back"
    to: int
    left: list[int | None] | None = None
    """The time that everybody has from then on, if that changes."""


class Replaced(_Stored):
    """An opponent plays on, without a clock, for somebody who gave up or ran out of time."""

    kind: ClassVar = "replaced"
    seat: int
    level: str
    why: str


class Ended(_Stored):
    kind: ClassVar = "ended"
    ranks: list[int]
    points: list[int]
    reason: str
    seat: int | None = None


class Stumbled(_Stored):
    """An opponent failed; it is asked again."""

    kind: ClassVar = "stumbled"
    seat: int


class Broke(_Stored):
    """Something failed, and nothing more can be played here."""

    kind: ClassVar = "broke"
    why: str


class Closed(_Stored):
    """Everybody left before the game began."""

    kind: ClassVar = "closed"


class MetAgain(_Stored):
    kind: ClassVar = "met_again"
    table: str


class Said(_Stored):
    kind: ClassVar = "said"
    person: str
    text: str


class Unsaid(_Stored):
    """Some people are to be forgotten, with all they said."""

    kind: ClassVar = "unsaid"
    people: list[str]


Event = (
    Created
    | Sat
    | Pledged
    | Revealed
    | Left
    | Started
    | Drew
    | Moved
    | Asked
    | Agreed
    | Declined
    | TookBack
    | Replaced
    | Ended
    | Stumbled
    | Broke
    | Closed
    | MetAgain
    | Said
    | Unsaid
)
KINDS: dict[str, type[Event]] = {kind.kind: kind for kind in get_args(Event)}


class Entry(NamedTuple):
    """An event as a table's log has it: when it happened, and the key of the message that caused it."""

    event: Event
    at: int
    key: str | None = None


class Row(NamedTuple):
    """An event as the database has it."""

    kind: str
    data: dict[str, Any]
    at: int
    key: str | None = None

    def entry(self) -> Entry:
        """The event that this is. Raises ValueError if it is none."""
        if self.kind not in KINDS:
            raise ValueError(f"no event is of the kind {self.kind!r}")
        return Entry(KINDS[self.kind].model_validate(self.data), self.at, self.key)
