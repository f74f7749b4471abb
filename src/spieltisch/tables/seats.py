"""A seat of a table: who holds it, who plays there, and what it adds to chance."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Seat:
    kind: str  # "person", "bot" or "open"
    name: str = ""
    holders: list[str] = field(default_factory=list)  # people; several devices, one seat
    level: str | None = None  # of the bot that plays here, or keeps the seat warm
    warm: bool = False
    left: int | None = None  # when they said that they leave; a bot will sit in
    local: bool = False
    nonce: str = ""  # goes into all chance
    seal: str = ""  # the nonce's SHA-256, handed in before it
    face: str = ""  # the animal that a person chose
    sat: int = 0  # the event by which they sat down: it is part of the key of the seat link
    once: int | None = None  # its number then, where seats before it have been taken away

    @property
    def by_bot(self) -> bool:
        return self.kind == "bot" or self.warm

    @property
    def given(self) -> bool:
        """A nonce, or the seal of one, which stays."""
        return bool(self.nonce or self.seal)

    @property
    def closed(self) -> bool:
        """It was sealed and has not been opened yet."""
        return bool(self.seal) and not self.nonce

    @property
    def unsealed(self) -> bool:
        """A person's nonce that was given in the clear, or not opened, or not given at all."""
        return self.kind == "person" and not (self.seal and self.nonce)
