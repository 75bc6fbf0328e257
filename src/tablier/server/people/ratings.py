"""Ratings by game, for people and levels alike: openskill, which knows ties, teams and tables of three or four."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from openskill.models import PlackettLuce

from tablier.core.registry import game as find_game
from tablier.server.storage.schema import PEOPLE, RATINGS
from tablier.server.tables.table import Table

MODEL = PlackettLuce()


def update(db: sa.Connection, table: Table) -> None:
    """Rate everybody by a finished game, those who left it as the last.

    A game counts once every seat has moved, if all who sat down had accounts, and nobody holds several seats. Who a
    guest turns out to be later changes nothing.
    """
    assert table.outcome is not None and table.position is not None
    moved = {played["seat"] for played in table.played}
    who = [seat.person or seat.kept or seat.level for seat in table.seats]
    if len(set(who)) < len(who) or None in who or not moved.issuperset(range(len(who))):
        return
    if not _all_accounts(db, [seat.person or seat.kept for seat in table.seats]):
        return
    left = {seat for _, seat, _ in table.taken}
    ranks = [len(who) if seat in left else rank for seat, rank in enumerate(table.outcome.ranks)]
    same = (RATINGS.c.game == table.game) & RATINGS.c.who.in_(who)
    rows = {row.who: row for row in db.execute(RATINGS.select().where(same).order_by(RATINGS.c.who).with_for_update())}
    held = [MODEL.rating(rows[name].mu, rows[name].sigma) if name in rows else MODEL.rating() for name in who]
    sides = find_game(table.game).sides(len(who), table.position.options)
    teams = [[seat for seat, side in enumerate(sides) if side == team] for team in sorted(set(sides))]
    rated = MODEL.rate([[held[seat] for seat in team] for team in teams], ranks=[ranks[team[0]] for team in teams])
    for team, ratings in zip(teams, rated, strict=True):
        for seat, rating in zip(team, ratings, strict=True):
            _keep(db, table.game, who[seat], rating, rows.get(who[seat]))


def _all_accounts(db: sa.Connection, people: list[str | None]) -> bool:
    """Has everybody an account? At tables of earlier versions guests may sit."""
    known = [person for person in people if person]
    with_one = sa.select(sa.func.count()).where(PEOPLE.c.id.in_(known), PEOPLE.c.account.is_not(None))
    return db.execute(with_one).scalar_one() == len(known)


def _keep(db: sa.Connection, game: str, who: str | None, rating: Any, row: sa.Row[Any] | None) -> None:
    values = {"mu": rating.mu, "sigma": rating.sigma}
    if row is None:
        db.execute(RATINGS.insert().values(game=game, who=who, games=1, **values))
    else:
        same = (RATINGS.c.game == game) & (RATINGS.c.who == who)
        db.execute(RATINGS.update().where(same).values(games=row.games + 1, **values))


SURE = RATINGS.c.mu - 3 * RATINGS.c.sigma
"""What is sure of somebody's strength."""


def shown(mu: float, sigma: float) -> int:
    """A rating as people read it: whoever has not played yet has 1000."""
    return round(1000 + 40 * (mu - 3 * sigma))


def best(db: sa.Connection, game: str, most: int = 100) -> list[dict[str, Any]]:
    """The strongest, by what is sure of their strength."""
    account = sa.select(PEOPLE.c.account).where(PEOPLE.c.id == RATINGS.c.who).scalar_subquery().label("account")
    chosen = sa.select(RATINGS, SURE.label("sure"), account).where(RATINGS.c.game == game)
    return [
        {
            "who": r.who,
            "account": r.account is not None,
            "rating": shown(r.mu, r.sigma),
            "mu": r.mu,
            "sigma": r.sigma,
            "games": r.games,
            "sure": r.sure,
        }
        for r in db.execute(chosen.order_by(SURE.desc()).limit(most))
    ]


def of(db: sa.Connection, people: Collection[str]) -> list[dict[str, Any]]:
    """Somebody's rating for each game, and how many are rated higher."""
    found = []
    for row in db.execute(sa.select(RATINGS, SURE.label("sure")).where(RATINGS.c.who.in_(people))).all():
        higher = sa.select(sa.func.count()).where(RATINGS.c.game == row.game, row.sure < SURE)
        place = 1 + db.execute(higher).scalar_one()
        found.append({"game": row.game, "rating": shown(row.mu, row.sigma), "games": row.games, "place": place})
    return found
