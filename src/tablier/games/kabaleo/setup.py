"""What chance decides openly before play: the colours, where the bases lie, and the deal."""

from collections import Counter

import numpy as np

from tablier.core.errors import BadOption, BadSetup
from tablier.core.options import Choice, flag, show
from tablier.core.words import words as core_words
from tablier.games.kabaleo.moves import COLOURS, PLACES, words

SEATS = (2, 3, 4)
DIFFICULTY = 3
OPTIONS = (Choice("deal", ("random", "equal"), "random"), flag("no_replay"))

BASES = 4  # of each colour
PIECES = 6


def colours_in_play(seats):
    return seats + 2


def hand_size(seats):
    return colours_in_play(seats) * PIECES // seats


def make(seats, options, random):
    if options["deal"] == "equal" and seats == 4:
        raise BadOption(words("setup.equal_seats"))
    colours = in_order(random.sample(COLOURS, colours_in_play(seats)))
    bases = [colour for colour in colours for _ in range(BASES)]
    pieces = [colour for colour in colours for _ in range(PIECES)]
    random.shuffle(bases)
    if options["deal"] == "random":
        random.shuffle(pieces)
    hands = [in_order(pieces[seat::seats]) for seat in range(seats)]
    return {"colours": "".join(colours), "bases": bases, "hands": hands}


def in_order(letters):
    return sorted(letters, key=COLOURS.index)


def check(seats, options, setup):
    if set(setup) != {"colours", "bases", "hands"}:
        raise BadSetup(core_words("setup.fields", fields="colours, bases, hands", found=show(list(setup))))
    if options["deal"] == "equal" and seats == 4:
        raise BadSetup(words("setup.equal_seats"))
    colours = checked_colours(seats, setup["colours"])
    check_bases(colours, setup["bases"])
    check_hands(seats, options, colours, setup["hands"])
    # the order of the colours, and within a hand, has no meaning
    return {
        "colours": "".join(colours),
        "bases": list(setup["bases"]),
        "hands": [in_order(hand) for hand in setup["hands"]],
    }


def checked_colours(seats, colours):
    number = colours_in_play(seats)
    if not (isinstance(colours, str) and len(set(colours)) == len(colours) == number and set(colours) <= set(COLOURS)):
        example = COLOURS[:number]
        raise BadSetup(words("setup.colours", value=show(colours), number=number, seats=seats, example=example))
    return in_order(colours)


def check_bases(colours, bases):
    number = len(colours) * BASES
    if not isinstance(bases, list) or len(bases) != number:
        raise BadSetup(words("setup.bases", value=show(bases), number=number))
    for place, letter in zip(PLACES, bases, strict=False):
        if letter not in colours:
            raise BadSetup(words("setup.base", place=place, value=show(letter), colours=colours))
    for colour, found in count(colours, bases):
        if found != BASES:
            raise BadSetup(words("setup.base_count", colour=words(f"colour.{colour}"), found=found, number=BASES))


def check_hands(seats, options, colours, hands):
    if not isinstance(hands, list) or len(hands) != seats:
        raise BadSetup(words("setup.hands", value=show(hands), seats=seats))
    for seat, hand in enumerate(hands):
        check_hand(seat, hand, colours, hand_size(seats))
    for colour, found in count(colours, [letter for hand in hands for letter in hand]):
        if found != PIECES:
            raise BadSetup(words("setup.piece_count", colour=words(f"colour.{colour}"), found=found, number=PIECES))
    if options["deal"] == "equal":
        for seat, hand in enumerate(hands):
            for colour, found in count(colours, hand):
                check_share(seat, colour, found, PIECES // seats)


def check_hand(seat, hand, colours, size):
    if not isinstance(hand, list) or len(hand) != size:
        raise BadSetup(words("setup.hand", seat=seat, value=show(hand), number=size))
    for letter in hand:
        if letter not in colours:
            raise BadSetup(words("setup.piece", seat=seat, value=show(letter), colours=colours))


def check_share(seat, colour, found, number):
    if found != number:
        name = words(f"colour.{colour}")
        raise BadSetup(words("setup.equal", seat=seat, colour=name, found=found, number=number))


def count(colours, letters):
    """For each colour, how many of the letters are its own."""
    found = Counter(letters)
    return [(colour, found[colour]) for colour in colours]


def build(seats, options, setup):
    from tablier.games.kabaleo.rules import BOARD, NOWHERE, STATE, UNDRAWN

    boards, states = np.zeros(1, BOARD), np.zeros(1, STATE)
    board, state = boards[0], states[0]
    bases = [COLOURS.index(letter) for letter in setup["bases"]]
    board["seats"], board["places"] = seats, len(bases)
    board["colours"] = sum(1 << COLOURS.index(letter) for letter in setup["colours"])
    board["no_replay"] = options["no_replay"]
    for colour in range(6):
        board["lanes"][colour] = bits(colour * 24 + place for place in range(len(bases)))
    for place, colour in enumerate(bases):
        board["bases"][place] = colour * 24 + place
        if options["no_replay"]:
            board["barred"][place] = bits(other * 24 + place for other in range(6))
        state["piles"][place, 0] = colour
    state["bare"] = bits(int(base) for base in board["bases"][: len(bases)])
    state["targets"] = UNDRAWN
    state["turn"] = -1
    state["used"] = NOWHERE
    state["left"] = seats * hand_size(seats)
    for seat, hand in enumerate(setup["hands"]):
        for letter in hand:
            state["hands"][seat, COLOURS.index(letter)] += 1
            state["held"][seat] |= board["lanes"][COLOURS.index(letter)]
    return boards, states


def bits(actions):
    """Three words with the bits of these actions set."""
    word = sum(1 << action for action in actions)
    return [word >> 64 * index & (1 << 64) - 1 for index in range(3)]
