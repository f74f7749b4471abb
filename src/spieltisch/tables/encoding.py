"""JSON of messages: by orjson where it is installed, else (in a browser) by Python's own."""

from __future__ import annotations

import json
from typing import Any

try:
    from orjson import OPT_SORT_KEYS, dumps, loads

    def dumps_sorted(value: Any) -> bytes:
        return dumps(value, option=OPT_SORT_KEYS)

except ImportError:

    def dumps(value: Any, /) -> bytes:  # type: ignore[misc]
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    def loads(text: str | bytes | bytearray | memoryview, /) -> Any:
        return json.loads(bytes(text) if isinstance(text, memoryview) else text, parse_constant=_no)

    def dumps_sorted(value: Any) -> bytes:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return text.encode()


def _no(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


__all__ = ["dumps", "dumps_sorted", "loads"]
