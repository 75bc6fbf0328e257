"""What a client may say on its socket: every message has a version, an id, and a verb."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tablier.server.tables.draws import DIGEST, LUCK
from tablier.server.tables.ids import TableName

LARGEST = 64 * 1024

Id = Annotated[str, Field(min_length=1, max_length=48, pattern=r"^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Pledge = Annotated[str, Field(min_length=64, max_length=64, pattern=DIGEST)]
LuckText = Annotated[str, Field(min_length=32, max_length=64, pattern=LUCK)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    v: Literal[1]
    id: Id


class _AtTable(_Message):
    table: TableName


class _AtSeat(_AtTable):
    seat: SeatNumber


class Ping(_Message):
    do: Literal["ping"]


class Watch(_AtTable):
    """Be sent the frames of a table; `seat` of one's own, else as a spectator; `since` the head last seen."""

    do: Literal["watch"]
    seat: SeatNumber | None = None
    since: str | Annotated[int, Field(ge=0)] | None = Field(None, description="a number tells too little: older pages")


class Unwatch(_AtTable):
    do: Literal["unwatch"]


class Sit(_AtSeat):
    """Take a free seat; with `luck` the game waits until one has brought some."""

    do: Literal["sit"]
    luck: bool = False


class PledgeLuck(_AtTable):
    """Fix the luck that one brings to the draws, by its digest."""

    do: Literal["pledge"]
    pledge: Pledge


class Reveal(_AtTable):
    """Show the luck that one has pledged, when everybody has."""

    do: Literal["reveal"]
    luck: LuckText


class Leave(_AtSeat):
    do: Literal["leave"]


class Play(_AtSeat):
    do: Literal["play"]
    move: str = Field(min_length=1, max_length=100)


class Resign(_AtSeat):
    do: Literal["resign"]


class TakeBack(_AtSeat):
    do: Literal["take_back"]


class Answer(_AtSeat):
    do: Literal["answer"]
    yes: bool


class Claim(_AtSeat):
    do: Literal["claim"]


class Rematch(_AtTable):
    """Set the table of the rematch, or be told which it is; `luck` as for sitting down."""

    do: Literal["rematch"]
    luck: bool = False


class Hint(_AtSeat):
    """A thought for the own seat; with `all` a value for every move."""

    do: Literal["hint"]
    all: bool = False
    ply: int | None = Field(None, ge=0, le=10_000, description="in a game that is over, after so many moves")


class Try(_AtSeat):
    """How the table would look after a move, or the rule that forbids it; nothing is played."""

    do: Literal["try"]
    move: str = Field(min_length=1, max_length=100)


class Look(_AtTable):
    """How the table looked after so many moves, to a seat of one's own or a spectator."""

    do: Literal["look"]
    seat: SeatNumber | None = None
    ply: int = Field(ge=0, le=10_000)


class Say(_AtTable):
    do: Literal["say"]
    text: str = Field(min_length=1, max_length=1000)


Wished = PledgeLuck | Reveal | Leave | Play | Resign | TakeBack | Answer | Say
"""What changes a table, by what it says alone."""
Message = Wished | Sit | Ping | Watch | Unwatch | Claim | Rematch | Hint | Try | Look
MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="do")])
