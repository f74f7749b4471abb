"""The image of a module for this kind of machine."""

from __future__ import annotations

from collections.abc import Callable

from spieltisch.builder import elf, entries
from spieltisch.builder.lower import Code
from spieltisch.builder.module import Target, emit
from spieltisch.core import code_image

# Levels of x86-64, the best one first, and what each asks for, in the words of Linux
LEVELS = {
    "x86-64-v3": ("avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"),
    "x86-64-v2": ("cx16", "popcnt", "sse4_1", "sse4_2", "ssse3"),
    "x86-64": (),
}
SLOTS = ("record", "ndarray", "raise")


def level() -> str:
    flags = code_image.cpu_flags()
    return next(name for name, needs in LEVELS.items() if set(needs) <= flags)


def build(code: Code, told: Callable[[float, str], None], cpu: str | None = None) -> bytes:
    """For this processor, or for a level of x86-64 that a wheel is made for."""
    named = {one.name: entries.entry_name(one.name) for one in code.own}
    slots = {name: f"slot.{name}" for name in SLOTS}
    cpu = cpu or level()
    target = Target("x86_64-unknown-linux-gnu", cpu, "")
    exported = [*named.values(), *slots.values()]
    made = elf.Image(emit(code, entries.native(code.own), exported, target, told))
    description = made.description() | {
        "needs": LEVELS[cpu],
        "entries": {name: made.address(symbol) for name, symbol in named.items()},
        "slots": {name: made.address(symbol) for name, symbol in slots.items()},
    }
    return code_image.pack(description, bytes(made.code))
