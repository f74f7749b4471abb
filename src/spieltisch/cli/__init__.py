"""The terminal: `spieltisch games | rules | play | simulate | replay | verify | bench | compile`.

Commands import what they need when they run, so that help, lists and rules answer at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from spieltisch.cli import file_problems
from spieltisch.cli.parser import build
from spieltisch.core.errors import RecordError, SpieltischError

REFUSED = 1  # a record or a check that failed
MISUSED = 2  # arguments that make no sense


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; nothing a user does ends in a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    args = build(given).parse_args(given)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except RecordError as error:
        return _complain(
            f"event {error.event}: {error.refusal.text(_lang(args))} [{error.rule}]", 1
        )
    except SpieltischError as error:
        return _complain(error.refusal.text(_lang(args)), MISUSED)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `spieltisch … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.filename is None:
            raise
        return _complain(file_problems.problem(error)[_lang(args)], MISUSED)


def _lang(args: object) -> str:
    return getattr(args, "lang", None) or "en"


def _complain(sentence: str, code: int) -> int:
    print(f"spieltisch: {sentence}", file=sys.stderr)
    return code
