"""What can go wrong, each kind with its own name. Every error says what would be right."""

from tablier.core.words import Phrase


class TablierError(ValueError):
    """An error with a `phrase` that can be said in any language; `str` says it in English."""

    def __init__(self, phrase: Phrase):
        super().__init__(phrase)
        self.phrase = phrase

    def __str__(self) -> str:
        return self.phrase.say()

    def say(self, language: str) -> str:
        return self.phrase.say(language)


class UnknownGame(TablierError):
    """No game has this name."""


class GameExists(TablierError):
    """Another game has this name already."""


class BrokenGame(TablierError):
    """A game that is on offer but cannot be loaded."""


class UnknownPlayer(TablierError):
    """No player has this name."""


class MissingExtra(TablierError, ImportError):
    """A part of Tablier that needs packages which are not installed."""


class BadOption(TablierError):
    """An option that the game does not have, or a value that the option cannot take."""


class BadSetup(TablierError):
    """A board, layout, deal or tile mix that the rules do not allow."""


class BadRecord(TablierError):
    """A file or a line that is not a record, or a record that cannot be replayed."""


class OtherRules(BadRecord):
    """What was played by another version of the rules than this program knows."""


class Unreadable(TablierError):
    """Text that is no move of this game at all."""


class Illegal(TablierError):
    """A move that the rules forbid here; `rule` is the key of the rule that forbids it."""

    @property
    def rule(self) -> str:
        return self.phrase.key


class NotYourTurn(TablierError):
    """A move for a seat that is not on turn."""


class GameOver(TablierError):
    """A move in a game that has ended."""


class Hidden(TablierError):
    """A question whose answer this view may not know."""
