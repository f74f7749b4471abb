"""What a host is told when a database cannot be used: what is wrong, and what to do next."""

from __future__ import annotations

from sqlalchemy.engine import URL

from spieltisch.core.errors import BadOption


class NoDatabase(BadOption):
    """There is no database there, or none that this version can use."""

    code = "database"


def no_address() -> NoDatabase:
    return NoDatabase(
        "Das ist keine Adresse einer Datenbank (postgresql://… oder sqlite:///…).",
        "this is no address of a database (postgresql://… or sqlite:///…)",
    )


def no_driver() -> NoDatabase:
    return NoDatabase(
        "Für PostgreSQL fehlt ein Paket: pip install 'spieltisch[postgres]'",
        "PostgreSQL needs one more package: pip install 'spieltisch[postgres]'",
    )


def no_file(file: object) -> NoDatabase:
    return NoDatabase(
        f"Es gibt keine Datenbank {file}. Prüfe --database und --data.",
        f"there is no database {file}; check --database and --data",
    )


def no_folder(folder: object) -> NoDatabase:
    return NoDatabase(
        f"Es gibt keinen Ordner {folder}. Lege ihn an, oder prüfe --database.",
        f"there is no folder {folder}; create it, or check --database",
    )


def no_tables() -> NoDatabase:
    return NoDatabase(
        "In dieser Datenbank ist nichts von Spieltisch. Prüfe --database und --data.",
        "this database holds nothing of Spieltisch; check --database and --data",
    )


def too_new() -> NoDatabase:
    return NoDatabase(
        "Diese Datenbank ist von einer neueren Version. Aktualisiere erst Spieltisch.",
        "this database is of a newer version; update Spieltisch first",
    )


def in_use(file: object) -> NoDatabase:
    return NoDatabase(
        f"Mit {file} läuft schon ein Server. Beende ihn erst.",
        f"a server is already running on {file}; stop it first",
    )


def unusable(error: Exception, url: URL) -> NoDatabase:
    """From the error of an attempt to connect; addresses are told without their password."""
    if url.get_backend_name() == "sqlite":
        return _unusable_file(str(error), url.database)
    where = f"{url.host or 'localhost'}:{url.port or 5432}"
    match type(getattr(error, "orig", error)).__name__:
        case "InvalidCatalogNameError":
            return NoDatabase(
                f"Auf {where} gibt es keine Datenbank „{url.database}“. Lege sie an (createdb).",
                f"there is no database '{url.database}' on {where}; create it (createdb)",
            )
        case "InvalidPasswordError" | "InvalidAuthorizationSpecificationError":
            return NoDatabase(
                f"PostgreSQL auf {where} lehnt Name oder Passwort ab. Prüfe --database.",
                f"PostgreSQL on {where} refuses the name or the password; check --database",
            )
    return NoDatabase(
        f"PostgreSQL auf {where} antwortet nicht. Läuft es, und stimmt --database?",
        f"PostgreSQL on {where} does not answer; is it running, and is --database right?",
    )


def _unusable_file(said: str, file: object) -> NoDatabase:
    """What SQLite says of it is in English, and for programmers."""
    if "readonly" in said or "read-only" in said:
        return NoDatabase(
            f"{file} lässt sich nur lesen. Gib dem Benutzer des Servers Schreibrechte an Datei "
            "und Ordner.",
            f"{file} is read-only; let the server's user write to the file and to its folder",
        )
    if "malformed" in said or "not a database" in said:
        return NoDatabase(
            f"{file} ist beschädigt oder keine SQLite-Datenbank. Lege die Datei beiseite und "
            "spiele eine Sicherung zurück (spieltisch restore).",
            f"{file} is damaged or no SQLite database; move the file away and restore a backup "
            "(spieltisch restore)",
        )
    if "locked" in said:
        return NoDatabase(
            f"{file} ist von einem anderen Programm gesperrt. Beende es erst.",
            f"{file} is locked by another program; end that first",
        )
    return NoDatabase(
        f"{file} lässt sich nicht als SQLite-Datenbank öffnen. Prüfe den Pfad, die "
        "Rechte und ob die Festplatte voll ist; oder spiele eine Sicherung zurück.",
        f"{file} cannot be opened as a SQLite database; check the path, the "
        "permissions and whether the disk is full, or restore a backup",
    )
