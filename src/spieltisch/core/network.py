"""A small neural network by which games may judge positions: a linear part and one hidden layer.

Its weights are data: a JSON file in the game's folder, made by `python -m spieltisch.training.fit`.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from spieltisch.core.jit import kernel
from spieltisch.core.state import Floats

Singles = npt.NDArray[np.float32]


class Network(NamedTuple):
    """Several networks of one shape, since games have phases that are judged differently."""

    direct: Singles  # network, feature: the linear part
    inner: Singles  # network, feature, hidden unit
    bias: Singles  # network, hidden unit
    outer: Singles  # network, hidden unit
    constant: Singles  # network


def load(package: str, networks: int, features: int) -> Network:
    """The networks in the file `weights.json` of a game's folder; without one, they say 0."""
    file = resources.files(package).joinpath("weights.json")
    if not file.is_file():
        units = np.zeros((networks, 1), np.float32)
        inner = np.zeros((networks, features, 1), np.float32)
        return Network(inner[:, :, 0], inner, units, units, units[:, 0])
    fitted = json.loads(file.read_text("utf-8"))["networks"]
    return Network(
        *(np.array([one[part] for one in fitted], np.float32) for part in Network._fields)
    )


@kernel
def answer(
    features: Floats,
    direct: Singles,
    inner: Singles,
    bias: Singles,
    outer: Singles,
    constant: float,
) -> float:
    """What one network says to these features; those that are zero cost nothing."""
    hidden = bias.copy()
    total = float(constant)
    for i in range(len(features)):
        if features[i] != 0.0:
            total += features[i] * float(direct[i])
            add(hidden, features[i], inner[i])
    for unit in range(len(hidden)):
        total += max(float(hidden[unit]), 0.0) * float(outer[unit])
    return total


@kernel
def add(hidden: Singles, factor: float, row: Singles) -> None:
    single = np.float32(factor)
    for unit in range(len(hidden)):
        hidden[unit] += single * row[unit]
