"""Runs in Pyodide (see pack.mjs): imports, then packs what was imported, compiled."""

import ast
import contextlib
import importlib
import importlib._bootstrap_external as external
import io
import json
import pathlib
import sys
import zipfile
from types import CodeType

from pyodide.ffi import to_js

PLACE = pathlib.Path("/spieltisch")
LIBRARY = f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip"
# Imported by Python itself when something is to be told or decoded
ALWAYS = [
    *("encodings.ascii", "encodings.latin_1", "encodings.cp437", "traceback", "linecache"),
    *("warnings", "asyncio.timeouts", "copyreg", "pyodide.webloop", "pyodide.ffi", "pyodide.code"),
]
# Imported by others on the chance of being there, or frozen into the interpreter
NEVER = {"ssl.py", "_ssl.py", "importlib/_bootstrap.py", "importlib/_bootstrap_external.py"}

sys.path.insert(0, str(PLACE))


def module_name(path):
    parts = path.relative_to(PLACE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def asked_for(path):
    """All that a module imports, at once or in a function."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def import_all():
    import spieltisch.browser

    spieltisch.browser.install()
    own = sorted(PLACE.rglob("*.py"))
    lacking = []
    for path in own:
        name = module_name(path)
        if "/games/" in str(path) and name.count(".") > 2:
            continue  # those of a game need its kernels; what they import is found below
        try:
            importlib.import_module(name)
        except ImportError as error:
            lacking.append(f"{name}: {error}")
    if lacking:
        raise ImportError("modules that no browser can import:\n" + "\n".join(lacking))
    for name in {*ALWAYS, *(one for path in own for one in asked_for(path))}:
        if name.split(".")[0] != "spieltisch":
            with contextlib.suppress(ImportError):  # of the system that builds, not of a browser
                importlib.import_module(name)
    return own


def compiled(source, name):
    """Without docstrings."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(external._code_to_timestamp_pyc(slim(code)))


def slim(code):
    """Without the numbers of lines, a quarter of it; errors still name module and function.

    In place of each table stands one that says "nowhere" for all instructions, eight at a time.
    """
    parts = tuple(slim(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * whole + (bytes([0xF8 | rest - 1]) if rest else b"")
    return code.replace(co_linetable=nowhere, co_consts=parts)


def pack_library(kept):
    """Without compression: the whole is compressed once more, and better so."""
    out = io.BytesIO()
    with zipfile.ZipFile(LIBRARY) as whole, zipfile.ZipFile(out, "w") as small:
        for name in sorted(whole.namelist()):
            if name in kept:
                made = compiled(whole.read(name), name)
                small.writestr(zipfile.ZipInfo(name + "c"), made)
    return out.getvalue()


def pack_ours():
    """By pack: ours with the cards of all games, which were imported above, and what they read; and
    of each game the modules (and the first game) that are needed only where it is played."""
    found = {"spieltisch": {}}
    for path in sorted(PLACE.rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        name = str(path.relative_to(PLACE))
        _, folder, *rest = path.relative_to(PLACE).parts
        later = path.suffix in (".py", ".jsonl") and module_name(path) not in sys.modules
        alone = folder == "games" and len(rest) > 1 and later
        pack = found.setdefault(f"games/{rest[0]}" if alone else "spieltisch", {})
        if path.suffix == ".py":
            pack[name + "c"] = compiled(path.read_bytes(), name)
        else:
            pack[name] = path.read_bytes()
    return {name: packed(files) for name, files in found.items()}


def packed(found):
    """A list of files and where each begins, then all of them."""
    head = json.dumps([[name, len(content)] for name, content in found.items()]).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(found.values())


own = import_all()
kept = set()
for module in list(sys.modules.values()):
    file = getattr(module, "__file__", None) or ""
    if file.startswith(LIBRARY + "/"):
        kept.add(file[len(LIBRARY) + 1 :])
kept -= NEVER
told = f"{len(kept)} modules of the standard library, {len(own)} of ours"
to_js({"stdlib": pack_library(kept), "ours": pack_ours(), "told": told})
