"""A view in two parts: what all see, and what the viewer alone sees beyond it.

A game whose `view.py` has `public` and `own` describes each once, and both whole views and changes
are made of them; a game that only has `view` is compared by its whole views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spieltisch.core.patches import Patch, apply
from spieltisch.core.state import SPECTATOR, AnyState, copied

View = dict[str, Any]


def whole(
    state: AnyState,
    hide: Callable[[AnyState, int], None],
    public: Callable[[AnyState], View],
    own: Callable[[AnyState, View], Patch],
) -> View:
    """The view of a hidden record; parts of it are to be read only."""
    if state.viewer == SPECTATOR:
        return dict(public(state))
    open_ = copied(state)
    hide(open_, SPECTATOR)
    seen = public(open_)
    view: View = apply(seen, own(state, seen))
    return view
