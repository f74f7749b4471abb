"""By which names this server may be called.

A page of another site can let its own name point to this machine (DNS rebinding) and would then be
of the same origin as the server. A browser always says the name that it asked for, so a name that
is not ours is refused. An address instead of a name cannot be rebound.
"""

from __future__ import annotations

import functools
import ipaddress
import socket
from urllib.parse import urlsplit

from spieltisch.server.settings import Settings

ANY = "*"


@functools.lru_cache(16)
def known_names(settings: Settings) -> frozenset[str]:
    own = socket.gethostname().lower()
    names = {"localhost", settings.host.lower(), own, f"{own.partition('.')[0]}.local"}
    names |= {part.strip().lower() for part in settings.hosts.split(",")}
    names |= {name_of(urlsplit(part).netloc) for part in (settings.url,)}
    return frozenset(names - {""})


def name_of(host: str) -> str:
    """
    >>> name_of("Play.Example:8000"), name_of("[::1]:8000"), name_of("a.example."), name_of("::1")
    ('play.example', '::1', 'a.example', '::1')
    """
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    if host.count(":") <= 1:
        host = host.partition(":")[0]
    return host.rstrip(".")


def is_known(host: str, settings: Settings) -> bool:
    """Programs that say no name at all are let in: no browser does that."""
    name = name_of(host)
    names = known_names(settings)
    if not name or name in names or ANY in names or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
