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
        return NoDatabase(
            f"{url.database} lässt sich nicht als SQLite-Datenbank öffnen. Prüfe den Pfad, die "
            "Rechte und ob die Festplatte voll ist; oder spiele eine Sicherung zurück.",
            f"{url.database} cannot be opened as a SQLite database; check the path, the "
            "permissions and whether the disk is full, or restore a backup",
        )
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
