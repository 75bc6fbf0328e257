"""Kabaleo played slowly and plainly, to check faster code against."""


def place_name(number: int) -> str:
    return "abcdef"[number // 4] + str(number % 4 + 1)


class Oracle:
    def __init__(self, seats: int, options: dict, setup: dict):
        assert seats in (2, 3, 4) and set(options) <= {"deal", "no_replay"}
        assert set(setup) == {"colours", "bases", "hands"}
        assert len(setup["hands"]) == seats
        self.seats = seats
        self.no_replay = options.get("no_replay", False)
        self.colours = list(setup["colours"])
        self.hands: list[list[str]] = [list(hand) for hand in setup["hands"]]
        # place -> colour of its base
        self.bases: dict[str, str] = {place_name(number): colour for number, colour in enumerate(setup["bases"])}
        # place -> the pieces on its base, the top one last
        self.piles: dict[str, list[str]] = {place: [] for place in self.bases}
        self.targets: list[str] = []  # by seat, as far as drawn
        self.used: list[str] = []  # the place of every placement so far

    def turn(self) -> int | str:
        if self._drawing():
            return "chance"
        return self._on_turn() if any(self.hands) else "over"

    def moves(self) -> list[str]:
        if self._drawing():
            return sorted("~" + c for c in self.colours if c not in self.targets)
        return sorted(
            f"{colour}-{place}"
            for colour in set(self.hands[self._on_turn()])
            for place in self.bases
            if self._may_place(colour, place)
        )

    def play(self, text: str) -> None:
        assert text in self.moves(), text
        if self._drawing():
            self.targets.append(text.removeprefix("~"))
        else:
            colour, place = text.split("-")
            self._put(colour, place)

    def points(self) -> list[int]:
        return [len(self._places_showing(target)) for target in self.targets]

    def outcome(self) -> dict | None:
        if self.turn() != "over":
            return None
        # ruling 3: only the players' colours are compared
        merits = [self._merit(target) for target in self.targets]
        ranks = [1 + sum(other > own for other in merits) for own in merits]
        return {"ranks": ranks, "points": self.points(), "reason": "all placed"}

    # Placing

    def _drawing(self) -> bool:
        return len(self.targets) < self.seats

    def _on_turn(self) -> int:
        return len(self.used) % self.seats

    def _may_place(self, colour: str, place: str) -> bool:
        if self.no_replay and self.used and self.used[-1] == place:  # ruling 4
            return False
        bare = not self.piles[place]
        return not (bare and self.bases[place] == colour)  # ruling 2

    def _put(self, colour: str, place: str) -> None:
        self.hands[self._on_turn()].remove(colour)
        self.used.append(place)
        pile = self.piles[place]
        if pile and pile[-1] == colour:
            pile.pop()  # ruling 1: both are gone, and only these two
        else:
            pile.append(colour)

    # Counting

    def shown(self, place: str) -> str:
        """The colour of a place: its top piece, or its base when that is bare."""
        pile = self.piles[place]
        return pile[-1] if pile else self.bases[place]

    def _places_showing(self, colour: str) -> list[str]:
        return [place for place in self.bases if self.shown(place) == colour]

    def _merit(self, colour: str) -> tuple[int, int, int]:
        """What ranks a colour: its places, then its piles, then its tallest pile."""
        places = self._places_showing(colour)
        heights = [len(self.piles[place]) for place in places]
        piles = [height for height in heights if height > 0]
        return len(places), len(piles), max(piles, default=0)
