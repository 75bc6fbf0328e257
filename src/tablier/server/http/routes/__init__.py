"""HTTP is for making and finding. Whoever has made or found a table lives there by the socket."""

from fastapi import APIRouter

from tablier.server.http.routes import draws, games, people, profiles, sessions, tables

api = APIRouter(prefix="/api")
for part in (people, sessions, games, tables, draws, profiles):
    api.include_router(part.router)
