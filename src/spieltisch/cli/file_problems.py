"""What is wrong with a file that a command was given, in German and English."""

from __future__ import annotations

import errno

from spieltisch.core.language import Both

KNOWN = {
    errno.ENOENT: Both("Es gibt keine Datei {}.", "there is no file {}"),
    errno.EISDIR: Both("{} ist ein Ordner, keine Datei.", "{} is a folder, not a file"),
    errno.EEXIST: Both("{} ist eine Datei, kein Ordner.", "{} is a file, not a folder"),
    errno.ENOTDIR: Both("{} liegt in keinem Ordner.", "{} is not in a folder"),
    errno.EACCES: Both(
        "{} lässt sich nicht öffnen: dazu fehlt das Recht.",
        "{} cannot be opened: permission denied",
    ),
    errno.EPERM: Both("{} ist geschützt.", "{} is protected"),
    errno.EROFS: Both(
        "{} liegt auf einem Datenträger, der nur gelesen werden kann.", "{} is on a read-only disk"
    ),
    errno.ENOSPC: Both("Für {} ist kein Platz mehr.", "there is no space left for {}"),
    errno.ENAMETOOLONG: Both("{} ist als Name zu lang.", "{} is too long a name"),
}
OTHER = Both("{} lässt sich nicht benutzen.", "{} cannot be used")


def problem(error: OSError) -> Both:
    """
    >>> problem(FileNotFoundError(errno.ENOENT, "", "x.gz"))
    Both(de='Es gibt keine Datei x.gz.', en='there is no file x.gz')
    """
    return KNOWN.get(error.errno or 0, OTHER).format(error.filename)
