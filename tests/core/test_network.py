"""The little networks answer as the formula says."""

from __future__ import annotations

import numpy as np
import pytest

from spieltisch.core.network import Network, answer, load


def test_a_network_is_a_linear_part_and_a_hidden_layer() -> None:
    luck = np.random.default_rng(1)
    features = np.where(luck.random(9) < 0.3, 0.0, luck.normal(size=9))
    direct, inner = luck.normal(size=9), luck.normal(size=(9, 4))
    bias, outer = luck.normal(size=4), luck.normal(size=4)
    one, two, three, four = (part.astype(np.float32) for part in (direct, inner, bias, outer))
    said = answer(features, one, two, three, four, 0.5)
    hidden = np.maximum(features @ inner + bias, 0.0)
    assert said == pytest.approx(0.5 + features @ direct + hidden @ outer, rel=1e-4)


def test_without_a_file_networks_say_nothing() -> None:
    direct, inner, bias, outer, constant = load("spieltisch.core", networks=2, features=3)
    assert Network(direct, inner, bias, outer, constant).inner.shape == (2, 3, 1)
    assert answer(np.ones(3), direct[1], inner[1], bias[1], outer[1], constant[1]) == 0.0
