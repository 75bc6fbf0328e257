"""The command `tablier`."""

import logging
import os
import sys


def main() -> None:
    """Run the command; what goes wrong is said in a sentence, never in a traceback."""
    from tablier.cli import language

    language.choose(sys.argv[1:])  # before the commands are made, because their help speaks it too
    from tablier.cli.app import app
    from tablier.core.errors import TablierError

    logging.getLogger().addHandler(language.Warnings())
    try:
        app(prog_name="tablier")
    except TablierError as error:
        language.fail(error.phrase)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        facts = {"path": str(error.filename), "why": error.strerror or str(error)}
        language.fail(language.words("file.error" if error.filename else "file.why", **facts))
    except KeyboardInterrupt:
        sys.exit(130)
