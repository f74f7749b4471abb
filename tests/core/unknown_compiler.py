"""The builder with a version of Numba that it was never tested with."""

from __future__ import annotations

import sys
from importlib import import_module

import numba

numba.__version__ = "0.1"
sys.exit(import_module("spieltisch.builder.__main__").main(sys.argv[1:]))
