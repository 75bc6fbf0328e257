"""Opponents: searches that know no game, and the players who use them.

Techniques have the names the field gave them; `docs/glossary.md` lists them with their papers, and explains the words
that are this house's own. `docs/opponents.md` says which search plays which game.

    players    who thinks (`player("best").think(position)`), and which search fits a game (`choose_search`)
    levels     what the levels 1 to 6 see, in numbers and in words
    request    what a search is asked for (`Request`), and what every search can do (`Search`)
    analysis   what it answers: `Thought` and `Value`; `explain` says why
    mcts       Monte Carlo tree search, for any number of seats, with draws and secrets
    alphabeta  alpha-beta, for two seats and open information
    hybrid     alpha-beta near the end of a game, MCTS before
    hooks      what a game's `Judgement` tells compiled code, found by the type of the state
    stop       ending compiled code in time; `warmup` compiles ahead

May import: `tablier.core`. Games do not import this room; what they tell it stands in `tablier.core.judgement`.
"""
