"""Types that annotations name; nobody looks at them at run time."""

from __future__ import annotations

from typing import Any

NDArray = list
ArrayLike = Any
