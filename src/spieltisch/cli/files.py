"""What is wrong with a file that a command was given, in German and English."""

from __future__ import annotations

import errno

KNOWN = {
    errno.ENOENT: ("Es gibt keine Datei {}.", "there is no file {}"),
    errno.EISDIR: ("{} ist ein Ordner, keine Datei.", "{} is a folder, not a file"),
    errno.EEXIST: ("{} ist eine Datei, kein Ordner.", "{} is a file, not a folder"),
    errno.ENOTDIR: ("{} liegt in keinem Ordner.", "{} is not in a folder"),
    errno.EACCES: (
        "{} lässt sich nicht öffnen: dazu fehlt das Recht.",
        "{} cannot be opened: permission denied",
    ),
    errno.EPERM: ("{} ist geschützt.", "{} is protected"),
    errno.EROFS: (
        "{} liegt auf einem Datenträger, der nur gelesen werden kann.",
        "{} is on a read-only disk",
    ),
    errno.ENOSPC: ("Für {} ist kein Platz mehr.", "there is no space left for {}"),
    errno.ENAMETOOLONG: ("{} ist als Name zu lang.", "{} is too long a name"),
}
OTHER = ("{} lässt sich nicht benutzen.", "{} cannot be used")


def problem(error: OSError) -> tuple[str, str]:
    """
    >>> problem(FileNotFoundError(errno.ENOENT, "", "x.gz"))
    ('Es gibt keine Datei x.gz.', 'there is no file x.gz')
    """
    de, en = KNOWN.get(error.errno or 0, OTHER)
    return de.format(error.filename), en.format(error.filename)
