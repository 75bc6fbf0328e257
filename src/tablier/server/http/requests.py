"""What may be asked by HTTP, and in what form."""

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tablier.server.http.messages import Id
from tablier.server.tables.clocks import Clock, NoClock
from tablier.server.tables.events import Begins
from tablier.server.tables.ids import GameName


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Named(_Form):
    name: str = Field(min_length=1, max_length=100)


class Account(_Form):
    name: str = Field(min_length=1, max_length=100)
    passphrase: str = Field(min_length=1, max_length=1000)


class Passphrases(_Form):
    old: str = Field(min_length=1, max_length=1000)
    new: str = Field(min_length=1, max_length=1000)


class Place(_Form):
    """Who is to sit there: me, whoever comes, somebody beside me on this device, or an opponent."""

    who: Literal["me", "open", "here", "opponent"]
    level: int | None = Field(None, ge=1, le=6)
    name: str | None = Field(None, max_length=100, description="of somebody beside me; left out, we share mine")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.name is not None and self.who not in ("me", "here"):
            raise ValueError("only those at this screen are given a name")
        if (self.who == "opponent") != (self.level is not None):
            raise ValueError("an opponent has a level from 1 to 6, nobody else has")
        return self


class NewTable(_Form):
    game: GameName
    seats: list[Place] = Field(min_length=1, max_length=8)
    options: dict[str, Any] = Field(default_factory=dict, description="the game's options, boards included")
    clock: Clock = Field(default_factory=NoClock)
    listed: bool = False
    rated: bool = False
    match: bool = Field(False, description="two games, seats swapped, points added")
    begins: Begins = Field("lot", description="by lot when everybody sits, or as seated: the first seat begins")
    luck: bool = Field(False, description="the game waits until you have brought luck to its draws, by the socket")
    key: Id | None = Field(None, description="of this wish: sent twice, it sets one table")


class Board(_Form):
    """A board to be looked at before play."""

    game: GameName
    seats: int | None = Field(None, ge=1, le=8)
    options: dict[str, Any] = Field(default_factory=dict)
    seed: str = Field("", max_length=64)


class RecordText(_Form):
    record: str = Field(max_length=200_000)
