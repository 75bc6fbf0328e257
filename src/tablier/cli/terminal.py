"""Playing and replaying in a terminal, line by line, in plain text that can be read aloud."""

import sys
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from tablier.cli.language import counted, words
from tablier.core.errors import TablierError
from tablier.core.match import Match
from tablier.core.moves import DRAW, Move
from tablier.core.outcome import OUTSIDE
from tablier.core.position import Position
from tablier.core.random_play import random_move
from tablier.core.record import Record
from tablier.core.rules import CHANCE
from tablier.core.words import Fact, Phrase

if TYPE_CHECKING:
    from tablier.search.analysis import Thought
    from tablier.search.players import Player

FEW = 60
"""More moves than this are listed by how they begin."""


class Table:
    """A game in the terminal: `people` are the seats that people play, the rest is the opponent's."""

    def __init__(
        self,
        position: Position,
        people: set[int],
        opponent: "Player | None",
        seconds: float,
        random: Random,
        language: str,
    ):
        self.position = position
        self.people = people
        self.opponent = opponent
        self.seconds = seconds
        self.random = random
        self.language = language
        self.secrets = position.game.has_secrets and len(people) > 1
        self.holder: int | None = None

    def play(self) -> None:
        self.say("play.welcome", game=self.position.game.title)
        while not self.position.over:
            if self.position.turn in self.people:
                if not self.ask():
                    self.say("play.left")
                    print(self.position.record().redact(self.reader).line if self.secrets else self.position.text)
                    return
            elif self.position.turn == CHANCE or self.opponent is None:
                self.advance(random_move(self.position, self.random))
            else:
                view = self.position.view(self.position.turn)
                self.advance(self.opponent.think(view, self.seconds, seed=self.random.getrandbits(62)).move)
        print(self.position.diagram(self.language))
        show_outcome(self.position.record(), self.position, self.language)

    @property
    def reader(self) -> int:
        """Whose eyes are on the screen: with secrets and several people, the seat on turn."""
        return self.position.turn if len(self.people) > 1 else next(iter(self.people))

    def advance(self, move: Move) -> None:
        before, seat = self.position, self.position.turn
        self.position = before.play(move)
        if seat != CHANCE:
            self.say("play.played", who=self.who(seat), move=described(before, move))
        elif self.position.view(self.reader if self.position.turn >= 0 else -1).history[-1] == move:
            self.say("play.drawn", move=before.told(move))
        else:
            self.say("play.secret")

    def ask(self) -> bool:
        """Let the seat on turn play one move; return whether the game goes on."""
        self.hand_over()
        self.board()
        while True:
            line = read_line(words("play.prompt", who=self.who(self.position.turn)).say(self.language))
            if line is None:
                return False
            word, _, rest = line.strip().partition(" ")
            command = COMMANDS.get(word.lower())
            if command is quit_game:
                return False
            if command is not None:
                try:
                    command(self, rest.strip())
                except (TablierError, OSError) as error:
                    print(counted(error.phrase).say(self.language) if isinstance(error, TablierError) else error)
                if command is take_back:
                    return True
            elif word.startswith(DRAW):
                self.say("play.no_draw")
            elif word:
                try:
                    self.advance(self.position.read(line.strip()))
                except TablierError as error:
                    print(counted(error.phrase).say(self.language))
                else:
                    return True

    def hand_over(self) -> None:
        """Before another person looks at secrets, the screen is cleared and passed on."""
        if self.secrets and self.holder != self.position.turn:
            if sys.stdout.isatty():
                print("\033[2J\033[3J\033[H", end="")
            self.holder = self.position.turn
            read_line(words("play.pass", who=self.who(self.holder)).say(self.language))

    def board(self) -> None:
        print(self.position.view(self.reader).diagram(self.language))

    def who(self, seat: int) -> Phrase:
        return describe_seat(self.position, seat)

    def say(self, key: str, **facts: Fact) -> None:
        print(words(key, **facts).say(self.language), flush=True)


def draw_lot(position: Position, random: Random, alone: bool, language: str) -> int:
    """Who begins is drawn by lot: the seat of whoever holds the keyboard."""
    own = random.randrange(position.seats)
    if alone:
        print(words("play.lot_own", who=describe_seat(position, own)).say(language))
    else:
        first = describe_seat(position, 0)
        print(words("play.lot", number=1 + -own % position.seats, who=first).say(language))
    return own


def play_second(table: Table) -> None:
    """The second game of a match, everybody moved on by one seat, and the points of both."""
    first = table.position
    game, match = first.game, Match(first.at(0))
    print(words("match.second").say(table.language))
    if "match" in game.words:
        print(game.words("match").say(table.language))
    people = {(seat - 1) % first.seats for seat in table.people}
    second = Table(match.second(first), people, table.opponent, table.seconds, table.random, table.language)
    second.play()
    if first.outcome and second.position.outcome:
        outcome = match.outcome(first.outcome, second.position.outcome)
        for seat in sorted(range(first.seats), key=lambda seat: outcome.ranks[seat]):
            facts = {"rank": outcome.ranks[seat], "points": outcome.points[seat]}
            print(words("match.rank", who=describe_seat(first, seat), **facts).say(table.language))


def list_moves(table: Table, beginning: str) -> None:
    texts = [text for text in table.position.moves.texts if text.startswith(beginning)]
    if len(texts) <= FEW or beginning:
        table.say("play.moves", count=len(texts), moves=" ".join(texts))
    else:
        table.say("play.begin", count=len(texts), targets=" ".join(table.position.moves.targets()))


def show_board(table: Table, rest: str) -> None:
    table.board()


def show_score(table: Table, rest: str) -> None:
    show_sheet(table.position.view(table.reader), table.language)


def show_rules(table: Table, rest: str) -> None:
    print(table.position.game.help(table.language).rstrip())


def take_back(table: Table, rest: str) -> None:
    """Go back to where a person last had a choice; never past a draw."""
    *before, _ = table.position.positions()
    history = table.position.history
    for count, position in enumerate(reversed(before), 1):
        if history[-count].draw:
            break
        if position.turn in table.people:
            table.say("play.undone", moves=" ".join(map(str, history[-count:])))
            table.position = position
            return
    table.say("play.no_undo")


def save(table: Table, path: str) -> None:
    if not path:
        table.say("play.save_where")
        return
    record = table.position.record()
    (record.redact(table.reader) if table.secrets else record).write(path)
    table.say("play.saved", path=path)


def show_help(table: Table, rest: str) -> None:
    table.say("play.help")


def quit_game(table: Table, rest: str) -> None:
    """Leave: `Table.ask` ends the game before this is called."""


COMMANDS: dict[str, Callable[[Table, str], None]] = {
    name: command
    for names, command in {
        "?": list_moves,
        "board plateau": show_board,
        "score": show_score,
        "rules règles regles": show_rules,
        "undo reprendre": take_back,
        "save enregistrer": save,
        "help aide": show_help,
        "quit exit quitter": quit_game,
    }.items()
    for name in names.split()
}


def read_line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        print()
        return None
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def described(position: Position, move: Move) -> Fact:
    """A move in words, and as it is typed."""
    if position.game.parts.telling is None:
        return move.text
    return words("play.both", told=position.told(move), move=move.text)


def describe_seat(position: Position, seat: int) -> Phrase:
    """A seat as people know it: by its name, and counted from 1."""
    key = f"seat.{seat}"
    if key in position.game.words:
        return words("play.named", seat=seat + 1, name=position.game.words(key))
    return words("play.seat", seat=seat + 1)


def show_sheet(position: Position, language: str) -> None:
    """The score sheet, line by line, then the points."""
    lines = position.sheet
    if not lines:
        print(words("score.none").say(language))
    for line in lines:
        facts: dict[str, Fact] = {
            "who": describe_seat(position, line.seat),
            "points": line.points,
            "phrase": line.phrase,
        }
        print(words("score.line" if line.points else "score.remark", **facts).say(language))
    for seat, points in enumerate(position.points):
        key = "score.unknown" if points is None else "score.total"
        print(words(key, who=describe_seat(position, seat), points=points or 0).say(language))


def show_outcome(record: Record, position: Position, language: str) -> None:
    outcome = record.outcome
    if outcome is None:
        print(words("replay.unfinished").say(language))
        return
    if outcome["reason"] in OUTSIDE:
        reason = words(f"outcome.{outcome['reason']}", who=describe_seat(position, outcome["seat"]))
    else:
        reason = position.game.words(f"reason.{outcome['reason'].replace(' ', '_')}")
    show_sheet(position, language)
    print(words("outcome.over", reason=reason).say(language))
    for seat in sorted(range(position.seats), key=lambda seat: outcome["ranks"][seat]):
        facts = {"rank": outcome["ranks"][seat], "points": outcome["points"][seat]}
        print(words("outcome.rank", who=describe_seat(position, seat), **facts).say(language))


def show_record(record: Record, boards: bool, language: str) -> None:
    """A recorded game as a person reads it. Nothing is printed of a record that does not replay."""
    positions = list(record.positions())
    last = positions[-1]
    print(last.game.title.say(language))
    print(words("replay.players", players=", ".join(record.players)).say(language))
    if record.options:
        options = ", ".join(f"{name} {value}" for name, value in record.options.items())
        print(words("replay.options", options=options).say(language))
    for number, (before, move) in enumerate(zip(positions, last.history, strict=False), 1):
        who = words("play.drawn", move=before.told(move))
        if before.turn != CHANCE:
            who = words("play.played", who=describe_seat(before, before.turn), move=described(before, move))
        print(f"{number}. {who.say(language)}")
        if boards:
            print(positions[number].diagram(language))
    if not boards or not record.moves:
        print(last.diagram(language))
    show_outcome(record, last, language)


def show_thought(view: Position, thought: "Thought", language: str) -> None:
    """The move, its reasons, the line expected, and the best of the others."""
    from tablier.search.analysis import told

    print(words("thought.move", move=described(view, thought.move)).say(language))
    for fact in thought.facts:
        print("  " + fact.say(language))
    if len(thought.line) > 1:
        print(words("thought.line", line=told(view, thought.line)).say(language))
    for value in thought.values[:8]:
        facts: dict[str, Fact] = {
            "move": described(view, value.move),
            "chance": round(100 * value.chance),
            "margin": f"{value.margin or 0:+.1f}",
        }
        print(words("thought.exact" if value.exact else "thought.value", **facts).say(language))
