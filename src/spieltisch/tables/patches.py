"""Patches of views (`core.patches`), and a sum by which a client sees whether its view is right."""

from __future__ import annotations

import re
import zlib
from typing import Any

from spieltisch.core.patches import Patch, apply, diff
from spieltisch.tables.encoding import dumps_sorted

__all__ = ["Patch", "apply", "checksum", "diff"]


def checksum(view: Any) -> int:
    """CRC-32 of the view as JSON with sorted keys, whole numbers without a fraction.

    >>> checksum({"b": 1.0, "a": [None, "ü"]}) == checksum({"a": [None, "ü"], "b": 1})
    True
    """
    text = dumps_sorted(view)
    return zlib.crc32(_WHOLE.sub(rb"\1", text) if b".0" in text else text)


_WHOLE = re.compile(rb"(\d)\.0(?=[,\]}])")
