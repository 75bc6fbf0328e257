"""Running a server, and keeping what it holds."""

import socket
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.arguments import HERE, Backup, Commands, Database, Language
from tablier.cli.language import fail, say, words
from tablier.core.extras import needing


def serve(
    database: Database = None,
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help=say("help.host"))] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, metavar="PORT", help=say("help.port"))] = None,
    thinkers: Annotated[int | None, typer.Option(min=1, metavar="N", help=say("help.thinkers"))] = None,
    thinking: Annotated[float | None, typer.Option(min=0.01, metavar="SECONDS", help=say("help.thinking"))] = None,
    secure: Annotated[bool | None, typer.Option(help=say("help.secure"))] = None,
    proxies: Annotated[str | None, typer.Option(metavar="ADDRESSES", help=say("help.proxies"))] = None,
    rate: Annotated[float | None, typer.Option(min=0.1, metavar="NUMBER", help=say("help.rate"))] = None,
    tables: Annotated[int | None, typer.Option(min=1, metavar="N", help=say("help.tables"))] = None,
    sockets: Annotated[int | None, typer.Option(min=1, metavar="N", help=say("help.sockets"))] = None,
    site: Annotated[str | None, typer.Option(metavar="ADDRESS", help=say("help.site"))] = None,
    hosts: Annotated[str | None, typer.Option(metavar="NAMES", help=say("help.hosts"))] = None,
    embed: Annotated[bool | None, typer.Option(help=say("help.embed"))] = None,
    log: Annotated[str | None, typer.Option(metavar="LEVEL", help=say("help.log"))] = None,
    open_page: Annotated[bool, typer.Option("--open", help=say("help.open"))] = False,
) -> None:
    with needing("server"):
        from tablier.server.serve import serve as run
        from tablier.server.settings import Settings

    given = {"database": database, "host": host, "port": port, "thinkers": thinkers, "thinking": thinking}
    given |= {"secure": secure, "proxies": proxies, "rate": rate, "site": site, "hosts": hosts, "embed": embed}
    settings = Settings.read(**given, tables=tables, sockets=sockets, log=log)
    _check_file(settings.database)
    _check_port(settings.host, settings.port)
    run(settings, open_page)


def _check_file(database: str) -> None:
    """Can the file of an SQLite database be written? If not, an error names it, before a server is begun."""
    from tablier.server.storage.sqlite import make_private

    if "://" not in database:
        make_private(Path(database).expanduser())


def _check_port(host: str, port: int) -> None:
    """Is nobody else listening there?"""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            fail(words("serve.busy", host=host, port=port, why=error.strerror or str(error)))


def backup(path: Backup, database: Database = None, lang: Language = HERE) -> None:
    with needing("server"):
        from tablier.server.errors import words as server_words
        from tablier.server.settings import Settings
        from tablier.server.storage.backup import back_up

    number = back_up(Settings.read(database=database).database, path)
    print(server_words("backup.done", number=number, path=str(path)).say(lang))


def restore(path: Backup, database: Database = None, lang: Language = HERE) -> None:
    with needing("server"):
        from tablier.server.errors import words as server_words
        from tablier.server.settings import Settings
        from tablier.server.storage.backup import restore as read_back

    number = read_back(Settings.read(database=database).database, path)
    print(server_words("backup.restored", number=number, path=str(path)).say(lang))


COMMANDS: Commands = {"serve": serve, "backup": backup, "restore": restore}
