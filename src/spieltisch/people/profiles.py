"""Who somebody is: name, face, colour, devices, and the code that brings them to another one."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Row, delete, func, select, update

from spieltisch.people import recovery_codes
from spieltisch.store.schema import DEVICE, PERSON
from spieltisch.store.store import Store
from spieltisch.tables.personas import PEOPLE

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
ABANDON = 30  # days after which a table against bots goes away, unless somebody says otherwise
MOST_DEVICES = 50  # the oldest one is forgotten


def first_look(id_: str) -> tuple[str, str]:
    """The face and colour of somebody who has chosen none: always the same for the same person."""
    number = sum(id_.encode())
    return PEOPLE[number % len(PEOPLE)], COLOURS[number // len(PEOPLE) % len(COLOURS)]


def fresh_row(id_: str) -> dict[str, Any]:
    """What a new person has beside name and key."""
    face, colour = first_look(id_)
    return {"face": face, "colour": colour, "recovery": None, "abandon": ABANDON}


class Profiles:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def read(self, person: str) -> Row[Any] | None:
        found = await self.store.fetch(select(PERSON).where(PERSON.c.id == person))
        return found[0] if found else None

    async def change(self, person: str, **values: Any) -> None:
        await self.store.change(update(PERSON).where(PERSON.c.id == person).values(**values))

    async def devices(self, person: str) -> int:
        """So many, with the first."""
        query = select(func.count()).select_from(DEVICE).where(DEVICE.c.person == person)
        return 1 + int((await self.store.fetch(query))[0][0])

    async def new_code(self, person: str) -> str:
        """A fresh recovery code; the one before is no longer valid."""
        code = recovery_codes.fresh()
        await self.change(person, recovery=recovery_codes.digest(code))
        return code

    async def recover(self, code: str) -> Row[Any] | None:
        """Whose code this is."""
        kept = recovery_codes.digest(code)
        found = await self.store.fetch(select(PERSON).where(PERSON.c.recovery == kept))
        return next((row for row in found if recovery_codes.fits(code, row.recovery)), None)

    async def add_device(self, person: str, token: str, at: int) -> None:
        """`token`: the SHA-256 of the key of the new device."""
        row = {"token": token, "person": person, "created": at}
        oldest = (
            select(DEVICE.c.token)
            .where(DEVICE.c.person == person)
            .order_by(DEVICE.c.created.desc(), DEVICE.c.token)
            .offset(MOST_DEVICES - 1)
        )
        await self.store.change_together(
            [
                self.store.insert(DEVICE).values(row),
                delete(DEVICE).where(DEVICE.c.token.in_(oldest)),
            ]
        )

    async def tokens(self, person: str) -> set[str]:
        """The SHA-256 of the key of every device that is theirs."""
        first = select(PERSON.c.token).where(PERSON.c.id == person)
        more = select(DEVICE.c.token).where(DEVICE.c.person == person)
        found = [*await self.store.fetch(first), *await self.store.fetch(more)]
        return {row.token for row in found}

    async def keep_only(self, person: str, token: str, at: int) -> None:
        """All devices but this one are strangers from now on, and the code is void."""
        gone = {"token": secrets.token_hex(32), "recovery": None}
        await self.store.change_together(
            [
                delete(DEVICE).where(DEVICE.c.person == person),
                update(PERSON).where(PERSON.c.id == person).values(gone),
                self.store.insert(DEVICE).values(token=token, person=person, created=at),
            ]
        )
