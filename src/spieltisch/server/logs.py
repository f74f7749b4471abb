"""One JSON object per line on the error stream; no keys, no tokens, no seeds.

What a database says of a failed statement repeats the row: engines hide what they were given, and
here goes what PostgreSQL adds to it.
"""

from __future__ import annotations

import json
import logging
import re
import sys

FIELDS = ("method", "path", "status", "ms", "table", "seat", "code", "incident", "game", "reason")
REPEATED = re.compile(
    r"^\s*(DETAIL:|\[parameters:).*\n?|(?<=query argument \$)\d+: .*", re.MULTILINE
)
KEY = re.compile(r"\b[0-9a-f]{32,}\b|[\w-]{40,}")  # seeds, hashes, keys of people and of seats


def discreet(text: str) -> str:
    """
    >>> discreet("no new row\\nDETAIL:  Failing row contains (Ada, 5eed).\\nHINT: none")
    'no new row\\nHINT: none'
    """
    return KEY.sub("…", REPEATED.sub("", text))


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": discreet(record.getMessage()),
        }
        told |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if "reason" in told:
            told["reason"] = discreet(str(told["reason"]))
        if "table" in told:
            told["table"] = str(told["table"])[:4] + "…"  # the whole id would let one in
        if record.exc_info:
            told["trace"] = discreet(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


class Discreet(logging.Filter):
    """uvicorn tells the path of every WebSocket, and with it the id of a private table."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        return '"WebSocket ' not in said and not said.startswith("connection ")


def set_up(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(Discreet())
    for name in ("spieltisch", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level)
    logging.getLogger().handlers = [handler]  # what libraries warn of, in the same words
