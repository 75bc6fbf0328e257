"""What is known of Kabaleo beyond its rules: which moves help whom, and what they tell of secret targets."""

import math

import numpy as np

from tablier.core.bits import ONE, ZERO, below, bit, lowest
from tablier.core.compiler import entry, part
from tablier.core.judgement import Belief, Judgement, MctsParams, Ordering
from tablier.core.rules import moves, play, turn
from tablier.games.kabaleo.rules import ACTIONS, LANE, PIECE, TOP, UNSEEN

KINDS = 6
"""The colours a target can have."""

PARAMS = MctsParams(margin_scale=30_000.0)

# what a placement does to a colour
EFFECTS = NOTHING, PLACED, UNCOVERED, COVERED, CANCELLED = (0, 1, 2, 3, 4)

TRIES = 32
FINE = np.uint64(1 << 30)

HUMILITY = 0.02
"""No colour is ever ruled out by what somebody has played."""

DISCRETION = 0.25
"""The share of a win that it costs to show everybody one's colour with the first placement."""

STYLES = np.array(
    [
        [[0.0, 4.0, 4.0, -4.0, -3.0], [0.0, 4.0, 4.0, -4.0, -3.0]],  # eager: shows the own colour at once
        [[0.0, -3.5, 3.5, -3.5, -5.0], [0.0, -3.5, 3.5, -3.5, -5.0]],  # patient: keeps the own pieces for the end
        [[0.0, 0.0, 1.5, -1.5, -2.0], [0.0, 0.0, 1.5, -1.5, -2.0]],  # careful: does the own colour no harm
        [[0.0, -2.5, 1.5, -0.5, -4.0], [0.0, 0.0, 1.5, -2.0, -2.5]],  # sly: hides it at first
        [[0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]],  # inscrutable
    ]
)
"""How players choose: the appeal of a placement by what it does to the own colour, as a power of e.

For each style at the beginning and at the end of a game.
"""


def kind(board, weights, state, seat):
    return np.int64(state.targets[seat])


def own(view):
    """The kind of the seat on turn; None if this view does not know it."""
    target = int(view.state["targets"][view.turn])
    return target if target < UNSEEN else None


def prior(board, weights, state, action):
    """A thousand for every place that the seat on turn gains on the others."""
    covered, shown = exchange(state, action)
    seat = np.int64(state.turn)
    worth = 0
    for other in range(board.seats):
        target = np.uint64(state.targets[other])
        gain = np.int64(shown == target) - np.int64(covered == target)
        worth += gain * (1000 * (board.seats - 1) if other == seat else -1000)
    return worth


@part
def exchange(state, action):
    """The colours that a place shows before and after a placement."""
    colour, place = np.uint64(action) // LANE, np.uint64(action) % LANE
    covered = state.piles[place, 0] & TOP
    shown = (state.piles[place, 0] >> PIECE) & TOP if covered == colour else colour
    return covered, shown


def equivalent(board, weights, state, first):
    """Placements on places with the same pile come to the same, as far down as it may ever show."""
    live = ZERO
    for seat in range(board.seats):
        for colour in range(KINDS):
            live |= np.uint64(state.hands[seat, colour] > 0) << np.uint64(colour)
    for place in range(board.places):
        twin = place
        for other in range(place):
            if (
                state.heights[other] == state.heights[place]
                and other != state.used
                and same_pile(state, other, place, live)
            ):
                twin = other
                break
        for colour in range(KINDS):
            first[colour * 24 + place] = colour * 24 + twin


@part
def same_pile(state, place, other, live):
    """Are two piles of one height the same down to the first colour that no piece is left to cancel?"""
    if state.piles[place, 1] != state.piles[other, 1]:
        return False
    different = state.piles[place, 0] ^ state.piles[other, 0]
    if different == ZERO:
        return True
    upper = (ONE << (lowest(different) // PIECE * PIECE)) - ONE  # the levels above the highest that differs
    shown = state.piles[place, 0]
    while upper:
        if not live & bit(shown & TOP):
            return True
        shown >>= PIECE
        upper >>= PIECE
    return False


def sample(board, weights, state, odds, rng):
    """Draw the hidden targets as likely as the odds say, given that all targets differ."""
    known = ZERO
    for seat in range(board.seats):
        if state.targets[seat] < UNSEEN:
            known |= bit(state.targets[seat])
    hidden = ZERO
    for seat in range(board.seats):
        hidden |= np.uint64(state.targets[seat] == UNSEEN) << np.uint64(seat)
    for attempt in range(TRIES):
        taken, clash = known, ZERO
        for seat in range(board.seats):
            if hidden & bit(seat):
                colour = draw_colour(odds[seat], taken if attempt + 1 == TRIES else known, rng)
                clash |= taken & bit(colour)
                taken |= bit(colour)
                state.targets[seat] = colour
        if not clash:
            break


@part
def draw_colour(odds, barred, rng):
    """One of the colours that are not barred, as likely as the odds say."""
    total = 0.0
    for colour in range(KINDS):
        total += 0.0 if barred & bit(colour) else odds[colour]
    rank = total * np.float64(below(rng, FINE)) / np.float64(FINE)
    drawn = -1
    for colour in range(KINDS):
        if not barred & bit(colour) and odds[colour] > 0 and rank >= 0:
            drawn = colour
            rank -= odds[colour]
    return drawn


def odds(view):
    """How likely each seat is to have each colour, judging by all placements so far.

    The seat on turn is judged as the others would judge it; the others cannot have its colour.
    """
    evidence, _ = weigh(view)
    shares, target = posterior(view, evidence), own(view)
    if target is not None:
        shares[[seat != view.turn for seat in range(view.seats)], target] = 0
    return shares / shares.sum(axis=1, keepdims=True)


def cost(view):
    """What each placement costs by what it tells the others of the own colour; less and less towards the end."""
    costs = np.zeros(ACTIONS, np.float32)
    target = own(view)
    if target is None:
        return costs
    evidence, news = weigh(view)
    told = posterior(view, evidence[view.turn] + news)[:, target]
    for move in view.moves:
        costs[move.actions[0]] = told[move.actions[0]]
    later = (int(view.state["left"]) - 1) / int(view.start.state["left"])
    return costs * np.float32(DISCRETION * later)


def posterior(view, evidence):
    """The odds of the colours in play, whatever the style; evidence has styles and colours as its last axes."""
    odds = np.exp(evidence - evidence.max(axis=(-2, -1), keepdims=True)).sum(axis=-2)
    odds[..., [not int(view.board["colours"]) >> colour & 1 for colour in range(KINDS)]] = 0
    odds /= odds.sum(axis=-1, keepdims=True)
    odds += HUMILITY * (odds > 0)
    return odds / odds.sum(axis=-1, keepdims=True)


def weigh(view):
    """What the placements so far say, and what each one possible now would add."""
    actions = np.array([move.actions[0] for move in view.history], np.int64)
    evidence = np.zeros((view.seats, len(STYLES), KINDS))
    news = np.zeros((ACTIONS, len(STYLES), KINDS))
    read(view.arrays.board, view.start.arrays.copies(), actions, np.zeros(3, np.uint64), STYLES, evidence, news)
    return evidence, news


@entry
def read(boards, states, actions, mask, styles, evidence, news):
    """Add up the logarithms of how likely each placement was, for each style and colour of its player."""
    board, state = boards[0], states[0]
    all_pieces = np.float64(state.left)
    for number in range(actions.shape[0] + 1):
        seat = turn(board, state)
        if seat >= 0:
            moves(board, state, mask)
            compare(state, mask, styles, state.left / all_pieces, news)
        if number < actions.shape[0]:
            action = actions[number]
            if seat >= 0:
                for style in range(styles.shape[0]):
                    for colour in range(KINDS):
                        evidence[seat, style, colour] += news[action, style, colour]
            play(board, state, action)


@part
def compare(state, mask, styles, early, news):
    """For each legal placement the logarithm of its chance to be chosen, for each style and colour."""
    done = np.zeros(ACTIONS, np.int64)
    for colour in range(KINDS):
        times = np.zeros(len(EFFECTS), np.int64)
        for index in range(mask.shape[0]):
            word = mask[index]
            while word:
                action = np.int64(index * 64 + lowest(word))
                word &= word - ONE
                done[action] = effect(state, action, np.uint64(colour))
                times[done[action]] += 1
        for style in range(styles.shape[0]):
            total = 0.0
            for what in EFFECTS:
                total += times[what] * math.exp(appeal(styles, style, what, early))
            for index in range(mask.shape[0]):
                word = mask[index]
                while word:
                    action = np.int64(index * 64 + lowest(word))
                    word &= word - ONE
                    news[action, style, colour] = appeal(styles, style, done[action], early) - math.log(total)


@part
def appeal(styles, style, what, early):
    return styles[style, 1, what] + early * (styles[style, 0, what] - styles[style, 1, what])


@part
def effect(state, action, colour):
    """What a placement does to a colour."""
    covered, shown = exchange(state, action)
    own = np.uint64(action) // LANE == colour
    if shown == colour:
        return PLACED if own else UNCOVERED
    if covered == colour:
        return CANCELLED if own else COVERED
    return NOTHING


JUDGEMENT = Judgement(
    ordering=Ordering(prior=prior, equivalent=equivalent),
    belief=Belief(kinds=KINDS, kind=kind, sample=sample, odds=odds, own=own, cost=cost),
    params=lambda view: PARAMS,
)
